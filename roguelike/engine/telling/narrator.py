"""Turning the trace into sentences.

The wording of each kind of change is registered with `roguelike.engine.telling.sentences`. This module adds the
sentences to the log in order, and one that belongs to no single change: that the player's load has become too heavy.
"""

from collections.abc import Callable
from itertools import islice
from typing import Any

from roguelike.actions.senses import is_hostile
from roguelike.components.actors import DerivedStats
from roguelike.core.grammar import Deed, Message
from roguelike.engine.telling.sentences import SENTENCES, cause_title
from roguelike.world.changes import (
    Altered,
    Died,
    PackChanged,
    PoolChanged,
    Rolled,
    StatusBegan,
    StatusEnded,
)
from roguelike.world.derived_stats import is_overburdened, stats_of
from roguelike.world.game import Cause, Change, Game

MOST_LINES = 500
OF_STATUSES = frozenset(("status", "quenched", "wears off"))
"""The kinds of causes that may be named after a status."""
_WEIGHTY: frozenset[type[Any]] = frozenset((PackChanged, StatusBegan, StatusEnded, Altered))
"""Kinds of changes that may affect the player's load or how much they can carry."""


def narrate(game: Game, start: int) -> None:
    """Add to the log what the player perceived of the changes since `start`."""
    log = game.log
    roll: Rolled | None = None
    weighed: tuple[DerivedStats, Change] | None = None
    cause: Cause | None = None
    behind: tuple[str, ...] = ()
    for change in islice(game.trace, start, None):
        kind = type(change)
        tell = SENTENCES.get(kind)
        if tell is not None:
            message = tell(change, game)
            if message is not None:
                if change.cause is not cause:  # most changes have the same cause as the one before
                    cause, behind = change.cause, _behind(game, change.cause)
                message.deed = _deed(game, change, behind)
                _log(game, message, change.cause, roll, behind)
            if kind in _WEIGHTY and weighed is None:
                weighed = _weighed(game, change)
        elif type(change) is Rolled:
            roll = change
    if weighed is not None:
        _tell_of_burden(game, *weighed)
    if len(log) > 2 * MOST_LINES:
        del log[:-MOST_LINES]


def _log(
    game: Game, message: Message, cause: Cause, roll: Rolled | None, behind: tuple[str, ...]
) -> None:
    """Add a message to the log with its details: the roll, if there was one, and the causes `behind` it by name."""
    message.why = (roll.text, *behind) if roll is not None and roll.cause is cause else behind
    message.turn = game.turn
    game.log.append(message)


def _behind(game: Game, cause: Cause | None) -> tuple[str, ...]:
    """Name the causes from this one back to the first; a status by its label, such as "hung over" for Hangover."""
    names: tuple[str, ...] = ()
    while cause is not None:
        name = cause_title(cause.what, game)
        if cause.kind in OF_STATUSES and game.content.has("statuses", cause.what):
            name = game.content.status(cause.what).label or name
        names, cause = (*names, name), cause.parent
    return names


def _deed(game: Game, change: Change, behind: tuple[str, ...]) -> Deed | None:
    """Return what a spell or item did to an enemy of the player; None for anything else, which is told line by line.

    It is named as the first of the causes, which is the last of those `behind` the change.
    """
    deed_of = _DEEDS.get(type(change))
    if deed_of is None:
        return None
    cause = change.cause if change.cause.parent is None else change.cause.first()
    deed = deed_of(change, behind[-1], cause.by) if cause.kind in ("spell", "item") else None
    if deed is None or deed.victim == game.player:
        return None
    return deed if is_hostile(game, deed.victim) else None


def _wound(change: PoolChanged, what: str, by: int) -> Deed | None:
    """Return the deed of taking hit points from a creature."""
    if change.pool != "hp" or change.after >= change.before:
        return None
    return Deed(what, by, change.entity, lost=round(change.before - change.after))


_DEEDS: dict[type[Any], Callable[[Any, str, int], Deed | None]] = {
    PoolChanged: _wound,
    Died: lambda change, what, by: Deed(what, by, change.entity, died=True),
    StatusBegan: lambda change, what, by: Deed(what, by, change.target),
}
"""Functions that return the deed of a change, given the title of its first cause and who began it, by kind."""


def _weighed(game: Game, change: Change) -> tuple[DerivedStats, Change] | None:
    """Return the player's derived stats before a change; None if it concerns others or they were not cached."""
    match change:
        case (
            PackChanged(owner=bearer, dropped=before)
            | StatusBegan(target=bearer, dropped=before)
            | StatusEnded(target=bearer, dropped=before)
            | Altered(entity=bearer, dropped=before)
        ) if before is not None and bearer == game.player:
            return before, change
    return None


def _tell_of_burden(game: Game, before: DerivedStats, change: Change) -> None:
    """Log it when the player becomes overburdened, or ceases to be."""
    now = is_overburdened(stats_of(game.player))
    if now != is_overburdened(before):
        text, tone = (
            ("You carry more than you are strong enough for: it slows you down.", "warn")
            if now
            else ("What you carry no longer weighs you down.", "good")
        )
        _log(game, Message(text, (), tone), change.cause, None, _behind(game, change.cause))
