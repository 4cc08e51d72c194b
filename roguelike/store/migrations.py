"""Migrating old saves to the present format.

Each change of the state's shape raises `container.SCHEMA` by one and adds one step that converts the shape before it.
Components that gain a field with a default need no step.
"""

from collections.abc import Callable, Iterator
from typing import Any

State = dict[str, Any]
"""A game's state as plain data, of any schema."""

_MIND = {
    "quarry": "target",
    "said": "quips_said",
    "searching": "search_turns",
    "fear": "fear_turns",
    "fled": "has_fled",
    "backed": "gave_ground",
    "called": "has_raised_alarm",
}
"""The names of the fields of `Mind` in schema 1."""


def _from_1(old: State) -> State:
    """Rows of columns became records, spells became entities, a mind's fields got other names."""
    names = ("seed", "player", "depth", "now", "turn", "wizard", "epitaph", "fallen")
    components = {_snake(name): _records(table) for name, table in old["components"].items()}
    _spells_to_entities(components)
    for _, mind in components.get("mind", ()):
        for before, now in _MIND.items():
            if before in mind:
                mind[now] = mind.pop(before)
    rules = {name: old[name] for name in (*names, "rng", "identified", "hidden_names", "levels")}
    rules |= {
        "next_id": old["next"],
        "encountered": old.get("encountered", []),
        "tallies": old["tallies"],
        "standing": old.get("standing", {}),
        "components": components,
    }
    return {"rules": rules, "log": _log(old["log"]), "met": old.get("met", [])}


def _snake(name: str) -> str:
    """Return the name of a component's table: StatusEffect -> status_effect."""
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name).lstrip("_")


def _records(table: State) -> list[list[Any]]:
    """Turn {"fields": names, "rows": [[id, value, ...], ...]} into [[id, {name: value}], ...].

    Whole numbers in fields of either numeric type were written as either.
    """
    fields: list[str] = table["fields"]
    return [[row[0], dict(zip(fields, map(_whole, row[1:]), strict=True))] for row in table["rows"]]


def _whole(value: object) -> object:
    """Return a whole float as an int, which fits a field of either type."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _spells_to_entities(components: dict[str, list[list[Any]]]) -> None:
    """Make an entity for each known spell, with ids below zero as a new game gives to spells."""
    ids: dict[str, int] = {}
    for _, known in components.get("known_spells", ()):
        for name in known["names"]:
            ids.setdefault(name, -1 - len(ids))
        known["spells"] = [ids[name] for name in known.pop("names")]
    kinds = [[entity, {"section": "spells", "name": name}] for name, entity in ids.items()]
    components["kind"] = [*reversed(kinds), *components.get("kind", ())]


def _log(table: State) -> list[State]:
    """Turn the log's rows, and the nouns within them, into records."""
    return [{**line, "args": list(map(_argument, line["args"]))} for line in _lines(table)]


def _lines(table: State) -> Iterator[State]:
    """Yield each line of the log with its arguments, if any, as they were written."""
    for _, line in _records(table):
        yield {"args": [], **line}


def _argument(value: object) -> object:
    """Turn a noun, stored as the list of its fields, into a record."""
    names = ("name", "entity", "is_you", "proper", "plural", "role")
    return dict(zip(names, value, strict=True)) if isinstance(value, list) else value


def _from_2(old: State) -> State:
    """Drop an unused mark of the player, from today's state and from yesterday's."""
    for rules in (old["rules"], old["rules"].get("yesterday")):
        for _, player in rules["components"].get("player", ()) if rules else ():
            player.pop("rolled", None)
    return old


MIGRATIONS: dict[int, Callable[[State], State]] = {1: _from_1, 2: _from_2}
"""Functions that convert the state from a schema version to the next, by the former."""
