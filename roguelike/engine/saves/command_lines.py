"""Commands as plain data and back: what journals, replays and crash reports hold.

A command is an action's tag and its fields, so a new action needs nothing here.
"""

import reprlib
from typing import Any

from msgspec import ValidationError, convert, json

import roguelike.engine.commands  # noqa: F401  (declares every action)
from roguelike.actions.action import ACTIONS, Action, tag_of
from roguelike.core.records import field_names
from roguelike.core.scalars import FAR

NAME = "do"
"""The key that holds an action's name, beside its fields."""
MOST_LETTERS = 2_000
"""Of a name in a command: as many as a game's state may hold."""


class CommandError(ValueError):
    """Data that is no command; the message says why."""


def encode(action: Action) -> dict[str, Any]:
    """Return a command as JSON-able data: {"do": "step", "dx": 1, "dy": 0}.

    Raises:
        CommandError: the action was never declared, so nothing could read it again.
    """
    kind = type(action)
    if ACTIONS.get(tag_of(kind)) is not kind:
        raise CommandError(f"{kind.__name__} is no declared action, so no replay could hold it.")
    command: dict[str, Any] = json.decode(json.encode(action))
    return command


def decode(data: object) -> Action:
    """Return the action of a command; fields with a default may be absent.

    Raises:
        CommandError: no such action, an unknown or missing field, a value of the wrong type, or one beyond all play.
    """
    if not isinstance(data, dict):
        raise CommandError(f'{data!r:.60} is not a command: write {{"{NAME}": "pass"}}')
    name = data.get(NAME)
    if not isinstance(name, str) or name not in ACTIONS:
        raise CommandError(
            f"There is no action called {name!r}; there are {', '.join(sorted(ACTIONS))}."
        )
    kind = ACTIONS[name]
    try:
        action = convert(data, kind)
    except (ValidationError, RecursionError) as error:
        fields = ", ".join(field_names(kind)) or "no fields"
        raise CommandError(
            f"{name!r} cannot be read of {reprlib.repr(data)}: {error}. It has {fields}."
        ) from error
    if not all(map(_is_playable, data.values())):
        raise CommandError(f"{name!r} cannot be played with {reprlib.repr(data)}.")
    return action


def _is_playable(value: object) -> bool:
    """Return whether a value of a command is one that play can come to: a line of text, a number of a game's state."""
    if isinstance(value, str):
        return len(value) <= MOST_LETTERS and value.isprintable()
    if isinstance(value, int):
        return abs(value) <= FAR
    return not isinstance(value, list) or all(map(_is_playable, value))
