"""Records: classes of annotated fields, each declared once, built on msgspec.

One class is the component in memory, the row that pydantic reads from the raws, the line of a save and of a log,
and the text of the JSON Schema. Bounds, units and the descriptions that editors show are given with the field, as
`msgspec.Meta` and never as pydantic's `Field`: a game starts without pydantic.

  class Dice(Record):
      count: Annotated[int, Meta(ge=0, description="how many")] = 0

Where something is asked thousands of times a turn, `type(each) is Dice` asks it: `isinstance` takes ten times as long
for a record of another class, because the class of a record's class is not `type` (and so does a `case Dice()`).

The scalar types that records share stand in `core.scalars`.

A `Trait` says where a field is declared how a page words it, and how several count as one: all statuses of a creature
are one status to whoever asks what they do to it, and all magic that it wears is one piece. A new figure is one
annotation, and the rule that reads it from `DerivedStats.status` or `DerivedStats.blessing`; a new flag is less
(`core.flags`):

  poise: Annotated[int, Meta(description="added to its bearer's poise"), Trait("poise {:+d}", sum)] = 0
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import (
    TYPE_CHECKING,
    Any,
    NamedTuple,
    TypeVar,
    dataclass_transform,
    get_type_hints,
)

from msgspec import Meta, Struct, StructMeta, field
from msgspec.structs import asdict, astuple, force_setattr, replace

from roguelike.core.flags import FLAGS, FlagKind

__all__ = ["Meta", "Struct", "asdict", "astuple", "field", "force_setattr", "replace"]


if TYPE_CHECKING:

    @dataclass_transform(frozen_default=True, field_specifiers=(field,))
    class _Frozen(StructMeta):
        """Tells type checkers that records are frozen; with `Struct` alone each class would have to say so."""

else:
    _Frozen = StructMeta  # to make a record takes a third longer with a metaclass written in Python


class Record(Struct, metaclass=_Frozen, frozen=True, forbid_unknown_fields=True):
    """An immutable record: equal to, and hashed like, another with the same fields."""


class Template(Record, tag=True, omit_defaults=True):
    """A component shared by all entities of one row of the data; its kind is written with it."""


class State(Struct, forbid_unknown_fields=True):
    """A record with assignable fields: state, or work in progress."""


class Brief(State, gc=False):
    """A record that is soon dropped and never refers back to what refers to it: the collector need not track it."""


def field_names(kind: type[Struct]) -> tuple[str, ...]:
    """Return the names of a record's fields in order, without resolving their types."""
    return kind.__struct_fields__


def required_fields(kind: type[Struct]) -> tuple[str, ...]:
    """Return the names of a record's fields without a default, which come before all others."""
    return kind.__struct_fields__[: len(kind.__struct_fields__) - len(kind.__struct_defaults__)]


R = TypeVar("R", bound=Record)


class Trait(NamedTuple):
    """How a field's value is worded ("{}" is the value) unless it is the default, and how values are taken together.

    A field without words is worded elsewhere; one without `by` is read record by record, and stays the default in
    what is taken together.
    """

    words: str = ""
    by: Callable[[Sequence[Any]], object] | None = None
    flags: FlagKind | None = None
    """What the field holds if those are flags, each of which has words of its own."""


def union(values: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Take names together, each once, in the order of their first mention."""
    return tuple(dict.fromkeys(name for names in values for name in names))


@lru_cache(maxsize=1_000)
def as_one(plain: R, *records: R) -> R:
    """Return `plain` with the traits of all records; all other fields stay as they are in `plain`."""
    merged = {
        name: trait.by([getattr(record, name) for record in records])
        for name, (trait, _) in _traits(type(plain)).items()
        if trait.by is not None
    }
    return replace(plain, **merged)


def words_of(record: Record) -> Iterator[str]:
    """Yield the words of each trait that is not the default, in the order in which they are declared."""
    for name, (trait, default) in _traits(type(record)).items():
        if trait.flags is not None:
            yield from (FLAGS[trait.flags].get(each, each) for each in getattr(record, name))
        elif trait.words and (value := getattr(record, name)) != default:
            yield trait.words.format(value)


@cache
def _traits(kind: type[Record]) -> dict[str, tuple[Trait, object]]:
    """Map the traits of a kind of record to their annotation and their default."""
    hints = get_type_hints(kind, include_extras=True)
    defaults = kind.__struct_defaults__
    names = field_names(kind)[-len(defaults) :]
    return {
        name: (note, default)
        for name, default in zip(names, defaults, strict=True)
        for note in getattr(hints[name], "__metadata__", ())
        if isinstance(note, Trait)
    }


class Written(Record):
    """Marks a value that data writes in another form than it is stored: `raws.bridge` knows how each is read."""

    how: str


class Refers(Record):
    """Marks a field that names a row of the data; of a list each does, of pairs the first, of an object each key.

    `raws.references` follows these marks: for missing rows, for completion in editors, for what nothing ever names.
    """

    to: str
    """A section of the data, or another set of names as `raws.references` has them: "runes", "deeds"."""
    brings: bool = True
    """Whether the row turns up by being named; not if it is only asked about, as the price of a deal is."""
    besides: tuple[str, ...] = ()
    """Names that are no rows, and mean something all the same."""
    if_any: bool = False
    """Whether any name will do as long as the data has no such rows at all."""
