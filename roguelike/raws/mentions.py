"""Who mentions whom: every name of a row in another, found by the annotations of the fields.

A field that names a row says so where it is declared: `Annotated[Name, Refers("loot_tables")]`. One walk over rows, and
over what is compiled from them, finds all such names. What is missing, what goes in circles, what nobody ever names
and what editors offer are questions to this walk; nothing that asks them knows the fields by name.
"""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import roguelike.effects  # noqa: F401  (importing the package declares every effect)
from roguelike.components.magic import Assign, Rune
from roguelike.core.effect import EFFECTS, Effect
from roguelike.core.records import Struct, field_names
from roguelike.core.scalars import Refers
from roguelike.raws.bridge import key_of
from roguelike.raws.compiled import Compiled
from roguelike.raws.models.document import SECTIONS
from roguelike.raws.reading import Placed, Tables

Path = tuple[str | int, ...]
EFFECTS_AT: Path = ("effects",)


class Mention(NamedTuple):
    """The name of a row: what it is said to be, where in the data it stands, and the record that has it."""

    refers: Refers
    name: str
    path: Path
    holder: Struct


def all_mentions(tables: Tables, compiled: Compiled) -> Iterator[tuple[str, Placed, Mention]]:
    """Yield every name of a row in all rows, and in the effects compiled from them, with section and row."""
    for section in SECTIONS:
        for placed in tables.each(section):
            for each in _of_row(section, placed.row, compiled):
                yield section, placed, each
    if tables.player is not None:
        for each in mentions(tables.player.row):
            yield "player", tables.player, each


def _of_row(section: str, row: Any, compiled: Compiled) -> Iterator[Mention]:
    """Yield the names in a row; what it writes as effects is only records once it is compiled."""
    yield from mentions(row)
    for part, at, effects in _compiled_from(section, row.name, compiled):
        found = _in_record(part, at, effects)
        yield from (each for each in found if isinstance(each.holder, Effect | Assign))


def _compiled_from(
    section: str, name: str, compiled: Compiled
) -> Iterator[tuple[Struct, Path, Path]]:
    """Yield what a row is compiled to, with its path in the data and that of its effects."""
    match section:
        case "spells":
            yield compiled.spells[name], (), EFFECTS_AT
        case "weapon_traits":
            yield from ((each, (), EFFECTS_AT) for each in compiled.traits if each.name == name)
        case "schools":
            for index, step in enumerate(compiled.schools[name].steps):
                yield step, ("steps", index), ("steps", index, *EFFECTS_AT)
        case "items" | "mobs" | "props" | "hazards":
            for part in compiled.entries[section][name].templates:
                yield part, ("rune",) if isinstance(part, Rune) else (), EFFECTS_AT


def mentions(record: Struct) -> Iterator[Mention]:
    """Yield every name of a row in a record, and in all records inside it."""
    return _in_record(record, (), EFFECTS_AT)


def _in_record(record: Struct, at: Path, effects: Path) -> Iterator[Mention]:
    """Yield the names in a record's fields.

    Effects stand in many places and forms; theirs are told of under `effects`, by their kind: `effects.summon.mob`.
    """
    if isinstance(record, Assign) and (written := _written_by(record)) is not None:
        yield Mention(written, str(record.to), (*at, "to"), record)
    for name, refers in _marked(type(record)):
        value, path = getattr(record, name), (*at, key_of(name))
        if refers is None:
            yield from _in_value(value, path, effects)
        else:
            yield from (Mention(refers, each, where, record) for where, each in _named(value, path))


def _in_value(value: object, at: Path, effects: Path) -> Iterator[Mention]:
    """Yield the names in a record, or in each of a list or an object."""
    if isinstance(value, Effect):
        yield from _in_record(value, (*effects, value.key), effects)
    elif isinstance(value, Struct):
        yield from _in_record(value, at, effects)
    elif isinstance(value, tuple | dict):
        pairs = enumerate(value) if isinstance(value, tuple) else value.items()
        for step, each in pairs:
            yield from _in_value(each, (*at, step), effects)


def _named(value: Any, at: Path) -> Iterator[tuple[Path, str]]:
    """Yield the names that a marked field gives: itself, each of a list, the first of each pair, or each key."""
    if isinstance(value, str | None):
        yield from [(at, value)] if value else ()
    elif isinstance(value, dict):
        yield from (((*at, key), key) for key in value)
    else:
        names = (each if isinstance(each, str) else each[0] for each in value)
        yield from (((*at, index), name) for index, name in enumerate(names))


@cache
def _marked(kind: type[Struct]) -> tuple[tuple[str, Refers | None], ...]:
    """Return the fields of a record that name rows, and with None those that may hold records that do."""
    hints = get_type_hints(kind, include_extras=True)
    marks = {name: refers_of(hints[name]) for name in field_names(kind)}
    return tuple(pair for pair in marks.items() if pair[1] or _holds_records(hints[pair[0]]))


def refers_of(hint: object) -> Refers | None:
    """Return what a field with this annotation refers to; None if it names no row."""
    notes = getattr(hint, "__metadata__", ())
    return next((note for note in notes if isinstance(note, Refers)), None)


def _holds_records(hint: object) -> bool:
    """Return whether a value of this type may be a record, or have one inside."""
    if get_origin(hint) is Annotated:
        return _holds_records(get_args(hint)[0])
    is_record = isinstance(hint, type) and issubclass(hint, Struct)
    return is_record or any(map(_holds_records, get_args(hint)))


def _written_by(rewriting: Assign) -> Refers | None:
    """Return what a rune's new value for a field of effects refers to; a field means the same in all of them."""
    field = rewriting.what.partition(".")[2]
    marks = (dict(_marked(kind)).get(field) for kind in EFFECTS.values())
    return next(filter(None, marks), None) if rewriting.to else None
