"""Traits: fields of a record that say where they are declared how a page words them, and how several count as one.

All statuses of a creature are one status to whoever asks what they do to it, and all magic that it wears is one piece.
A new trait is one annotation, and the rule that reads it from `DerivedStats.status` or `DerivedStats.worn`:

  flees: Annotated[bool, Meta(description="makes its bearer run"), Trait("runs from enemies", any)] = False
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeVar, get_type_hints

from roguelike.core.records import Record, field_names, replace

R = TypeVar("R", bound=Record)


class Trait(NamedTuple):
    """How a field's value is worded ("{}" is the value) unless it is the default, and how values are taken together.

    A field without words is worded elsewhere; one without `by` is read record by record, and stays the default in
    what is taken together.
    """

    words: str = ""
    by: Callable[[Sequence[Any]], object] | None = None


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
        if trait.words and (value := getattr(record, name)) != default:
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
