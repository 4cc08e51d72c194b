"""Converting commands to plain data and back, for logs, replays and crash reports.

A command is an action's tag and its fields, so a new action needs no code here.
"""

import reprlib
from typing import Any

from msgspec import ValidationError, convert, json

import roguelike.engine.play.commands  # noqa: F401  (declares every action)
from roguelike.actions import acting
from roguelike.core.plain_words import plain_words
from roguelike.core.records import field_names
from roguelike.core.scalars import FAR

NAME = "do"
"""The key that holds an action's name, next to its fields."""
MOST_LETTERS = 2_000
"""The most characters of a name in a command: as many as a game's state may hold."""


class CommandError(ValueError):
    """Data that is not a valid command; the message says why."""


def encode(action: acting.Action) -> dict[str, Any]:
    """Return a command as JSON-able data: {"do": "step", "dx": 1, "dy": 0}.

    Raises:
        CommandError: the action was never declared, so nothing could read it back.
    """
    kind = type(action)
    if acting.ACTIONS.get(acting.tag_of(kind)) is not kind:
        raise CommandError(f"{kind.__name__} is no declared action, so no replay could hold it.")
    command: dict[str, Any] = json.decode(json.encode(action))
    return command


def decode(data: object) -> acting.Action:
    """Return the action of a command; fields with a default may be absent.

    Raises:
        CommandError: no such action, an unknown or missing field, a value of the wrong type, or an unplayable one.
    """
    if not isinstance(data, dict):
        raise CommandError(f'{data!r:.60} is not a command: write {{"{NAME}": "pass"}}')
    name = data.get(NAME)
    if not isinstance(name, str) or name not in acting.ACTIONS:
        raise CommandError(
            f"There is no action called {reprlib.repr(name)}; there are {', '.join(sorted(acting.ACTIONS))}."
        )
    kind = acting.ACTIONS[name]
    try:
        action = convert(data, kind)
    except (ValidationError, RecursionError) as error:
        fields = ", ".join(field_names(kind)) or "no fields"
        raise CommandError(
            f"{name!r} cannot be read of {reprlib.repr(data)}: {plain_words(error)}. It has {fields}."
        ) from error
    if not all(map(_is_playable, data.values())):
        raise CommandError(f"{name!r} cannot be played with {reprlib.repr(data)}.")
    return action


def _is_playable(value: object) -> bool:
    """Return whether a value of a command can occur in play: a line of text, a number of a game's state."""
    if isinstance(value, str):
        return len(value) <= MOST_LETTERS and value.isprintable()
    if isinstance(value, int):
        return abs(value) <= FAR
    return not isinstance(value, list) or all(map(_is_playable, value))
