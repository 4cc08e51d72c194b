"""Casts that a creature has just evaluated by forecast, and that need not be evaluated again.

A cast without effect is worth nothing, so evaluating it has answered the question whether it has one. Checking it again
took two tenths of a caster's turn. What was foreseen is valid until the next change.

Rehearsals of one moment come to the same state again and again: before the first die that falls otherwise, and where
several ways begin with the same step. What was weighed there is kept with the changes that led to it.
"""

from collections.abc import Callable
from typing import Any

from roguelike.components import actors, spatial
from roguelike.core.geometry import Point
from roguelike.core.records import Record, State, astuple, field
from roguelike.world import ecs, known_level
from roguelike.world.game import Change, Derived, Game

MOST_CHANGES = 64
"""After how many changes nothing is kept any more: hardly two rehearsals are alike for so long."""


class Foreseen(Record):
    """A use that would have an effect: its user, its name, and the tile aimed at."""

    user: int
    what: str
    aim: Point | None


def note_foreseen(game: Game, use: Foreseen) -> None:
    """Remember that a use would have an effect now."""
    game.caches.keep(_moment(game), use)


def is_foreseen(game: Game, use: Foreseen) -> bool:
    """Return whether nothing has changed since this use was foreseen to have an effect."""
    return game.caches.get(Foreseen, _moment(game)) == use


def _moment(game: Game) -> tuple[int, int, int]:
    """Return a key that differs after any change: the turn, the tick, and the number of changes in the turn."""
    return game.turn, game.now, len(game.trace)


class Weighed(Derived, eq=False):
    """What creatures found to be worth a cast in the rehearsals of one moment, by all that led to the question."""

    begun: int
    """The length of the trace before any rehearsal."""
    minds: list[actors.Mind]
    answers: dict[object, tuple[bool, bool, bool, int]] = field(default_factory=dict)
    """Whether it was worth it; whether the answer hangs on the dark, and whether the dark cut a blast; what it asks."""


def weighed_since(game: Game) -> Weighed:
    """Return where rehearsals of this moment keep what is weighed in them; it is valid until anything changes."""
    minds = ecs.with_both(actors.Mind, spatial.Position)
    return Weighed(len(game.trace), [mind for _, mind, at in minds if at.depth == game.depth])


def weighing(game: Game, use: Foreseen, weigh: Callable[[], bool]) -> bool:
    """Return whether a use is worth it, as was found before if nothing differs; `weigh` finds it out."""
    weighed = game.caches.last(Weighed)
    level = game.level
    if (
        weighed is None
        or not isinstance(level, known_level.KnownLevel)
        or len(game.trace) > weighed.begun + MOST_CHANGES
    ):
        return weigh()
    key = (
        use,
        game.turn,
        game.now,
        level.darkness,
        tuple(map(_told, game.trace[weighed.begun :])),
        tuple(map(astuple, weighed.minds)),
    )
    found = weighed.answers.get(key)
    if found is None:
        before, asks = level.touches_dark, level.asks
        level.touches_dark, level.cuts_blasts, level.asks = False, False, 0
        is_worth = weigh()
        found = is_worth, level.touches_dark, level.cuts_blasts, level.asks
        weighed.answers[key] = found
        level.touches_dark |= before
        level.asks |= asks
    else:
        level.touches_dark |= found[1]
        level.cuts_blasts = found[2]
        level.asks |= found[3]
    return found[0]


def _told(change: Change) -> object:
    """Return a change as something that equals any other change of the same things."""
    told: tuple[Any, ...] = (
        (type(change), *astuple(change)) if isinstance(change, State) else (change,)
    )
    try:
        hash(told)
    except TypeError:  # components that begin to exist, or are replaced
        return repr(change)
    return told
