"""Records: classes of annotated fields, each declared once, built on msgspec.

One class is the component in memory, the row that pydantic reads from the raws, the line of a save and of a log,
and the text of the JSON Schema. Bounds, units and the descriptions that editors show are given with the field, as
`msgspec.Meta` and never as pydantic's `Field`: a game starts without pydantic.

  class Dice(Record):
      count: Annotated[int, Meta(ge=0, description="how many")] = 0

Where something is asked thousands of times a turn, `type(each) is Dice` asks it: `isinstance` takes ten times as long
for a record of another class, because the class of a record's class is not `type` (and so does a `case Dice()`).

The scalar types that records share have their bounds, their unit and the description that editors show. A field of a
record is read from data if its `Meta` has a description; one without is used only by the program:

  keep_distance_tiles: Annotated[int, Meta(ge=0, le=12, description="tiles kept between it and its prey")] = 0

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
    Annotated,
    Any,
    NamedTuple,
    TypeVar,
    dataclass_transform,
    get_type_hints,
)

from msgspec import Meta, Struct, StructMeta, field
from msgspec.structs import asdict, astuple, force_setattr, replace

from roguelike.core.flags import FLAGS, FlagKind

__all__ = [
    "Brief",
    "Meta",
    "Record",
    "State",
    "Struct",
    "Template",
    "asdict",
    "astuple",
    "field",
    "field_names",
    "force_setattr",
    "replace",
    "required_fields",
]


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

    `raws.mentions` follows these marks: for missing rows, for completion in editors, for what nothing ever names.
    """

    to: str
    """A section of the data, or another set of names as `raws.references` has them: "runes", "deeds"."""
    brings: bool = True
    """Whether the row turns up by being named; not if it is only asked about, as the price of a deal is."""
    besides: tuple[str, ...] = ()
    """Names that are no rows, and mean something all the same."""
    if_any: bool = False
    """Whether any name will do as long as the data has no such rows at all."""


MOST = 1_000_000
"""The largest number that data may write anywhere."""
_UNSHOWN = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
"""What a line of text must not contain: characters that control a terminal, end a line, or change its direction."""
ONE_LINE = rf"^[^{_UNSHOWN}]*$"
NAME = rf"^[^\s{_UNSHOWN}]([^{_UNSHOWN}]*[^\s{_UNSHOWN}])?$"

Name = Annotated[str, Meta(max_length=60, pattern=NAME, description="one line of text")]
"""The name of a row: one line, without spaces at either end."""
Names = tuple[Name, ...]
Text = Annotated[str, Meta(max_length=400, pattern=ONE_LINE, description="a sentence or two")]
"""A sentence or two for the player."""
Said = Annotated[
    str, Meta(min_length=1, max_length=400, pattern=ONE_LINE, description="a sentence or two")
]
"""A sentence or two for the player, where an empty text would be a mistake."""
Why = Annotated[
    str,
    Meta(
        max_length=400,
        pattern=ONE_LINE,
        description="why its numbers are what they are, for those who tune them; the game does not read it",
    ),
]
Glyph = Annotated[
    str, Meta(min_length=1, max_length=1, description="one visible character"), Written("glyph")
]
Count = Annotated[int, Meta(ge=1, le=MOST, description="how many")]
Whole = Annotated[int, Meta(ge=-MOST, le=MOST, description="a whole number")]
Level = Annotated[int, Meta(ge=1, le=100, description="experience level")]
Tiles = Annotated[int, Meta(ge=1, le=40, description="a distance in tiles")]
Turns = Annotated[int, Meta(ge=1, le=10_000, description="turns of the player")]
Depth = Annotated[int, Meta(ge=0, le=1_000, description="a depth: 1 is the town")]
Bonus = Annotated[int, Meta(ge=-100, le=100, description="added to a roll or a value")]
Weight = Annotated[
    int, Meta(gt=0, le=MOST, description="how likely it is, relative to all other weights")
]
Share = Annotated[float, Meta(gt=0, le=1, description="a likelihood: 0.2 is twenty in a hundred")]
Portion = Annotated[
    float, Meta(ge=0, le=1, description="restores at least this share of the maximum")
]
Gold = Annotated[float, Meta(ge=0, le=MOST, description="pieces of gold")]

FAR = 1_000_000_000
"""Larger than anything in play: no number of a game's state exceeds it, so that sums of them stay small and finite."""
Id = Annotated[int, Meta(ge=-FAR, le=FAR)]
"""An entity; 0 is nobody."""
Tally = Annotated[int, Meta(ge=0, le=FAR)]
"""A count, a turn or a tick of a game's state."""
Signed = Annotated[int, Meta(ge=-FAR, le=FAR)]
Amount = Annotated[float, Meta(ge=-FAR, le=FAR)]
Trained = Annotated[int, Meta(ge=-1_000, le=1_000)]
"""An attribute, a skill, or a bonus to one."""
Coordinate = Annotated[int, Meta(ge=0, le=1_000)]
"""A column or row of a level, or a depth; in packs the depth is 0."""
MapPoint = tuple[Coordinate, Coordinate]
Few = Meta(max_length=10_000)
"""Bounds the number of anything that one entity has: a hundred times what occurs in play."""
Line = Annotated[str, Meta(max_length=2_000, pattern=ONE_LINE)]
"""A line of text in a game's state."""
RowName = Annotated[str, Meta(max_length=2_000)]
"""The name of a row of the data, in a game's state. It is only checked by looking up the row: a state has a thousand,
and matching each against the pattern for lines of text takes as long as reading them."""

Radius = Annotated[int, Meta(ge=0, le=20, description="a radius in tiles")]
Shares = Annotated[
    tuple[tuple[str, float], ...],
    Refers("elements", if_any=True),
    Meta(description="element and share of its damage taken: 0 is immune, 1.5 is weak"),
    Written("shares"),
]
"""Pairs of an element and the share of its damage taken; data writes them as an object."""
Element = Annotated[
    str,
    Refers("elements", if_any=True),
    Meta(description="its element, which resistances and reactions go by"),
]
"""The element of a harm; "" for none."""
UsualTurns = Annotated[
    Count | None, Meta(description="turns that it lasts; left out: the hazard's")
]
"""The turns of a fire, cloud or rune; None for as many as its kind lasts."""
Ground = Annotated[int, Written("ground")]
"""The number of a kind of tile, as in `world.terrain`; data writes its name."""
