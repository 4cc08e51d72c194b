"""Effects as data writes them, read by the fields of their records.

`{"kind": "damage", "amount": "2d6", "element": "fire"}` and the string map's `"damage": "2d6"` both become a record of
the class that is registered as "damage". Which fields there are, and of what types, the record itself says; so a new
effect is open to data as soon as it is declared.
"""

import re
from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import roguelike.effects  # noqa: F401  (importing the package declares every effect)
from roguelike.core.colour import Colour
from roguelike.core.dice import Dice
from roguelike.core.effect import EFFECTS, Effect, first_field
from roguelike.core.formula import Amount, Formula, parse_formula
from roguelike.core.records import Record, defaults_of, field_names
from roguelike.raws.faults import Place, shown, suggest
from roguelike.raws.models.base import MOST, read_colour, read_dice

Reader = Callable[[object], Any]
"""Turns what JSON holds into a field's value; ValueError, with what would be right, when it cannot."""


class Slot(Record):
    """One field of an effect, as data may write it."""

    name: str
    read: Reader
    schema: Mapping[str, Any]
    required: bool


def _whole(value: object) -> int:
    """Read a whole number, as a number or as text."""
    if isinstance(value, str | int) and not isinstance(value, bool):
        try:
            number = int(value)
        except ValueError:
            pass
        else:
            if abs(number) <= MOST:
                return number
    raise ValueError(f"{shown(value)} is not a whole number: write one, for example 4")


def _count(value: object) -> int:
    """Read a whole number of at least 1: turns, tiles, how many."""
    number = _whole(value)
    if number < 1:
        raise ValueError(f"{shown(value)} is too few: write a whole number of at least 1")
    return number


def _number(value: object) -> float:
    """Read a finite number, as a number or as text."""
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except (ValueError, OverflowError):
            pass
        else:
            if abs(number) <= MOST:
                return number
    raise ValueError(f"{shown(value)} is not a number: write one, for example 2.0")


def _text(value: object) -> str:
    """Read text."""
    if isinstance(value, str):
        return value
    raise ValueError(f'{shown(value)} is not text: write it in quotes, "..."')


def _name(value: object) -> str:
    """Read the name of something else in the data."""
    if _text(value):
        return str(value)
    raise ValueError("no name is written there: say which one is meant")


def _truth(value: object) -> bool:
    """Read true or false, as such or as the string map's 1 and 0."""
    known = {"true": True, "1": True, "false": False, "0": False, "": True}
    if str(value).lower() in known:
        return known[str(value).lower()]
    raise ValueError(f"{shown(value)} is neither true nor false: write true or false")


_FORMULA = re.compile(r"[*/()]|(?!d)[^\W\d]", re.IGNORECASE)
"""What dice have no use for: signs of reckoning, brackets, and every letter but the d."""


def _amount(value: object) -> Dice | Formula:
    """Read dice, or a formula of dice and power."""
    try:
        return read_dice(value)
    except ValueError:
        if not isinstance(value, str) or not _FORMULA.search(value):
            raise
        return parse_formula(value, ("power", "level"))


def _strength(value: object) -> float | Dice | Formula:
    """Read a number, or dice, or a formula of dice and power."""
    if isinstance(value, str) and (_FORMULA.search(value) or "d" in value.lower()):
        return _amount(value)
    try:
        return _whole(value)
    except ValueError:
        return _number(value)


READERS: dict[Any, tuple[Reader, Mapping[str, Any]]] = {
    Amount: (_amount, {"type": ["string", "integer"]}),
    float | Amount: (_strength, {"type": ["string", "number"]}),
    Dice: (read_dice, {"type": ["string", "integer"]}),
    int: (_whole, {"type": "integer"}),
    float: (_number, {"type": "number"}),
    str: (_text, {"type": "string"}),
    bool: (_truth, {"type": "boolean"}),
    Colour: (read_colour, {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"}),
}

COUNTS = ("turns", "tiles", "count")
"""Fields that no effect can have less than 1 of."""


_SLOTS: dict[type[Effect], tuple[Slot, ...] | None] = {}


def _one_of(options: tuple[str, ...]) -> Reader:
    """Make a reader for one of some words."""

    def read(value: object) -> object:
        """Read one of the words."""
        if value in options:
            return value
        raise ValueError(f"{shown(value)} is not possible: {suggest(str(value), options)}")

    return read


def _reader(hint: object) -> tuple[Reader, Mapping[str, Any]] | None:
    """Return how a field of this type is read; None when data cannot write it."""
    if hint in READERS:
        return READERS[hint]
    if get_origin(hint) is Literal:
        options = get_args(hint)
        return _one_of(options), {"enum": list(options)}
    if get_origin(hint) in (Union, UnionType):
        inner = [part for part in get_args(hint) if part is not NoneType]
        return _reader(inner[0]) if len(inner) == 1 else None
    return None


def slots_of(kind: type[Effect]) -> tuple[Slot, ...] | None:
    """Return the fields of an effect that data may write; None when it needs one that data cannot."""
    if kind not in _SLOTS:
        _SLOTS[kind] = _find_slots(kind)
    return _SLOTS[kind]


def _find_slots(kind: type[Effect]) -> tuple[Slot, ...] | None:
    """Look at a record's fields, once: type hints are slow to ask for."""
    found = []
    hints = get_type_hints(kind)
    given = defaults_of(kind)
    for name in field_names(kind):
        required = name not in given
        reader = _reader(hints[name])
        if required and hints[name] is str:
            reader = (_name, {"type": "string", "minLength": 1})
        if name in COUNTS:
            reader = (_count, {"type": "integer", "minimum": 1})
        if reader is not None:
            found.append(Slot(name, *reader, required))
        elif required:
            return None
    return tuple(found)


def kinds() -> dict[str, type[Effect]]:
    """Return every effect that data may name, by each key it goes by."""
    return {key: kind for key, kind in EFFECTS.items() if slots_of(kind) is not None}


def from_text(key: str, value: object, place: Place) -> Effect | None:
    """Read one pair of a string map: the value fills the effect's first field, if it has any."""
    kind = _kind(key, place)
    if kind is None:
        return None
    first = first_field(kind)
    return _build(kind, {} if first is None else {first: value}, place, flat=True)


def from_fields(values: Mapping[str, Any], place: Place) -> Effect | None:
    """Read one effect of the typed form."""
    key = values.get("kind")
    if not isinstance(key, str):
        place.under("kind").fault("is missing", suggest("", kinds()))
        return None
    kind = _kind(key, place.under("kind"))
    if kind is None:
        return None
    return _build(kind, {name: value for name, value in values.items() if name != "kind"}, place)


def _kind(key: str, place: Place) -> type[Effect] | None:
    """Return the effect of a name, reporting one that nobody knows."""
    kind = EFFECTS.get(key)
    if kind is None or slots_of(kind) is None:
        place.fault(f"{key!r} is not a known effect", suggest(key, kinds()))
        return None
    return kind


def _build(
    kind: type[Effect], values: Mapping[str, Any], place: Place, *, flat: bool = False
) -> Effect | None:
    """Make a record, reporting each field that is unknown, missing or unreadable."""
    slots = {slot.name: slot for slot in slots_of(kind) or ()}
    read: dict[str, Any] = {}
    sound = True
    for name, value in values.items():
        at = place if flat else place.under(name)
        if name not in slots:
            at.fault(f"is not a field of {kind.key!r}", suggest(name, slots))
            sound = False
            continue
        try:
            read[name] = slots[name].read(value)
        except ValueError as error:
            problem, _, remedy = str(error).partition(": ")
            at.fault(problem, remedy)
            sound = False
    for slot in slots.values():
        if slot.required and slot.name not in values:
            place.under(slot.name).fault("is missing", f"{kind.key!r} needs it")
            sound = False
    return kind(**read) if sound else None
