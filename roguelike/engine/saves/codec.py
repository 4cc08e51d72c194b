"""Dataclasses as rows of JSON and back, directed by the types of their fields.

A table carries the names of its columns, so that a component may gain a field with a default, or have its fields
reordered, and old saves still load. Whole columns are checked and converted at once: that is what keeps a thousand
entities within a few milliseconds.
"""

from collections.abc import Callable, Iterable
from functools import cache
from operator import itemgetter
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from roguelike.core.records import Record, Struct, defaults_of, field_names

Value = Any
"""A value of a type that saves know, or what JSON has for it."""
Convert = Callable[[Value], Value]

NUMBERS: frozenset[type] = frozenset({int, float, bool})
_PLAIN: frozenset[type] = frozenset({*NUMBERS, str, NoneType})


class CodecError(ValueError):
    """Data that does not fit the type it should become."""


class Form(Record):
    """How values of one type are written as JSON and read back; without `write` they are JSON already."""

    kinds: frozenset[type]
    write: Convert | None = None
    read: Convert | None = None

    def encode(self, value: Value) -> Value:
        """Return the value as JSON has it."""
        return self.write(value) if self.write else value

    def decode(self, value: Value) -> Value:
        """Return the value that was written; CodecError when it cannot have been of this type."""
        if type(value) not in self.kinds:
            raise CodecError(f"{value!r:.60} is not of the right type")
        return self.read(value) if self.read else value


@cache
def form(hint: Value) -> Form:
    """Return how values of a type are written; TypeError for a type that saves do not know."""
    origin: Value = get_origin(hint)
    args = get_args(hint)
    # Rules may put a whole number into a float and the other way round, so numbers are one kind.
    if hint in (int, float):
        return Form(NUMBERS)
    if hint in _PLAIN:
        return Form(frozenset({hint}))
    if origin is Literal:
        return Form(frozenset(type(each) for each in args))
    if origin in (Union, UnionType):
        return _union([form(each) for each in args], hint)
    if origin is list:
        return _sequence(list, form(args[0]))
    if origin is tuple:
        return (
            _sequence(tuple, form(args[0])) if args[-1] is ... else _fixed([form(a) for a in args])
        )
    if origin is dict and args[0] is str:
        return _mapping(form(args[1]))
    if isinstance(hint, type) and issubclass(hint, Struct):
        return _record(hint)
    raise TypeError(f"{hint} cannot be saved: teach roguelike/engine/saves/codec.py to")


def _union(options: list[Form], hint: Value) -> Form:
    """Plain types and at most one other, which is told from them by being a list or an object."""
    kinds = frozenset[type]().union(*(each.kinds for each in options))
    compound = [each for each in options if each.write]
    if not compound:
        return Form(kinds)
    if len(compound) > 1:
        raise TypeError(f"{hint} cannot be saved: its members look alike")
    other = compound[0]
    return Form(
        kinds,
        lambda value: value if type(value) in _PLAIN else other.encode(value),
        lambda value: other.decode(value) if type(value) in other.kinds else value,
    )


def _sequence(kind: type, each: Form) -> Form:
    """Any number of values of one type."""
    if each.write is None:
        kinds = each.kinds

        def check(values: list[Any]) -> Value:
            """Read plain values, all at once."""
            if not kinds.issuperset(map(type, values)):
                raise CodecError(f"{values!r:.60} holds a value of the wrong type")
            return kind(values)

        return Form(frozenset({list}), list, check)
    return Form(
        frozenset({list}),
        lambda values: [each.encode(value) for value in values],
        lambda values: kind(each.decode(value) for value in values),
    )


def _fixed(forms: list[Form]) -> Form:
    """Build a tuple with a type for each place."""

    def read(values: list[Any]) -> tuple[Any, ...]:
        """Read every place by its own type."""
        if len(values) != len(forms):
            raise CodecError(f"{values!r:.60} should have {len(forms)} values")
        return tuple(each.decode(value) for each, value in zip(forms, values, strict=True))

    def write(values: tuple[Any, ...]) -> list[Any]:
        """Write every place by its own type."""
        return [each.encode(value) for each, value in zip(forms, values, strict=True)]

    return Form(frozenset({list}), write, read)


def _mapping(each: Form) -> Form:
    """Build an object by name; the order of its keys is kept."""
    return Form(
        frozenset({dict}),
        lambda values: {key: each.encode(value) for key, value in values.items()},
        lambda values: {key: each.decode(value) for key, value in values.items()},
    )


def _record(kind: type) -> Form:
    """Build a dataclass within a row: the list of its fields."""
    names, forms = columns(kind)
    inner = _fixed(list(forms))
    return Form(
        frozenset({list}),
        lambda value: inner.encode([getattr(value, name) for name in names]),
        lambda values: kind(*inner.decode(values)),
    )


@cache
def columns(kind: type) -> tuple[tuple[str, ...], tuple[Form, ...]]:
    """Return the names and forms of a dataclass's fields."""
    hints = get_type_hints(kind)
    names = field_names(kind)
    return names, tuple(form(hints[name]) for name in names)


@cache
def required(kind: type) -> frozenset[str]:
    """Name the fields without a default."""
    return frozenset(field_names(kind)) - defaults_of(kind).keys()


def write_table(kind: type, pairs: Iterable[tuple[int, Any]]) -> dict[str, Any]:
    """Write (id, record) pairs as rows of [id, field ...]."""
    names, forms = columns(kind)
    rows = [[number, *[getattr(record, name) for name in names]] for number, record in pairs]
    for place, each in enumerate(forms, 1):
        if write := each.write:
            for row in rows:
                row[place] = write(row[place])
    return {"fields": list(names), "rows": rows}


def read_table(kind: type, table: dict[str, Any]) -> list[tuple[int, Any]]:
    """Read what `write_table` wrote; fields that the table lacks get their defaults.

    Raises:
        CodecError: a field is unknown or missing, a row too short, a value of the wrong type.
    """
    known = dict(zip(*columns(kind), strict=True))
    names: list[str] = table["fields"]
    rows: list[list[Any]] = [list(row) for row in table["rows"]]
    if strange := [*(set(names) - set(known)), *(required(kind) - set(names))]:
        raise CodecError(f"{kind.__name__} has other fields than its table: {', '.join(strange)}")
    if not {len(names) + 1}.issuperset(map(len, rows)):
        raise CodecError(f"a row of {kind.__name__} is of the wrong length")
    if not {int}.issuperset(map(type, map(itemgetter(0), rows))):
        raise CodecError(f"an id of {kind.__name__} is no number")
    for place, name in enumerate(names, 1):
        _read_column(rows, place, known[name], f"{kind.__name__}.{name}")
    if tuple(names) == tuple(known)[: len(names)]:
        return [(row[0], kind(*row[1:])) for row in rows]
    return [(row[0], kind(**dict(zip(names, row[1:], strict=True)))) for row in rows]


def _read_column(rows: list[list[Any]], place: int, each: Form, what: str) -> None:
    """Check and convert one column of a table."""
    if not each.kinds.issuperset(map(type, map(itemgetter(place), rows))):
        raise CodecError(f"{what} holds a value of the wrong type")
    if read := each.read:
        for row in rows:
            row[place] = read(row[place])
