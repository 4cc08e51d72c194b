"""Commands as plain data and back: what journals, replays and crash reports hold.

A command is an action's name and its fields, so a new action needs nothing here.
"""

from functools import cache
from typing import Any

import roguelike.engine.commands  # noqa: F401  (declares every action)
from roguelike.actions.action import ACTIONS, Action
from roguelike.engine.saves.codec import CodecError, Form, Value, columns, required

NAME = "do"
"""The key that holds an action's name, beside its fields."""


class CommandError(ValueError):
    """Data that is no command; the message says why."""


def encode(action: Action) -> dict[str, Any]:
    """Return a command as JSON-able data: {"do": "step", "dx": 1, "dy": 0}."""
    kind: Value = type(action)
    name, forms = _written_as(kind)
    return {NAME: name, **{key: each.encode(getattr(action, key)) for key, each in forms.items()}}


def decode(data: object) -> Action:
    """Return the action of a command; fields with a default may be absent.

    Raises:
        CommandError: no such action, an unknown or missing field, or a value of the wrong type.
    """
    if not isinstance(data, dict):
        raise CommandError(f'{data!r:.60} is not a command: write {{"{NAME}": "pass"}}')
    values = dict(data)
    name = values.pop(NAME, None)
    if not isinstance(name, str) or name not in ACTIONS:
        raise CommandError(
            f"There is no action called {name!r}; there are {', '.join(sorted(ACTIONS))}."
        )
    kind: Value = ACTIONS[name]
    forms = _forms(kind)
    if strange := sorted(values.keys() - forms.keys()):
        raise CommandError(
            f"{name!r} has no {' or '.join(strange)}; it has {', '.join(forms) or 'no fields'}."
        )
    if lacking := sorted(required(kind) - values.keys()):
        raise CommandError(f"{name!r} needs {' and '.join(lacking)}.")
    action: Action = kind(
        **{key: _value(name, key, forms[key], value) for key, value in values.items()}
    )
    return action


def _value(name: str, key: str, each: Form, value: object) -> object:
    """Read one field."""
    try:
        return each.decode(value)
    except CodecError as error:
        raise CommandError(f"{key} of {name!r} cannot be {value!r:.60}.") from error


@cache
def _forms(kind: Value) -> dict[str, Form]:
    """Return how the fields of an action are written."""
    return dict(zip(*columns(kind), strict=True))


@cache
def _written_as(kind: Value) -> tuple[str, dict[str, Form]]:
    """Return the name and the fields of an action; CommandError for one that was never declared."""
    names = [name for name, known in ACTIONS.items() if known is kind]
    if not names:
        raise CommandError(f"{kind.__name__} is no declared action, so no replay could hold it.")
    return names[0], _forms(kind)
