"""Enemies out of sight that the player must still expect, because they were seen or felt a few turns ago.

Forecasts and replies leave them out, since their positions are unknown; the panel says so. They are derived from what
the player witnesses, turn by turn, and belong to no game state and no save.
"""

from collections.abc import Sequence
from typing import Any

from roguelike.actions.senses import hostiles_in_view, is_hostile, seen_creatures
from roguelike.effects.targeting import is_creature
from roguelike.world.changes import Died, Missed, PoolChanged, Struck
from roguelike.world.factions import acts_for_player
from roguelike.world.game import NOBODY, Change, Game
from roguelike.world.names import sees
from roguelike.world.space import is_in_view

TURNS = 10
"""Turns after which an enemy is no longer expected."""
_FELT: frozenset[type[Any]] = frozenset((Struck, Missed, PoolChanged))
"""Kinds of changes that show the player who struck, shot or wounded them."""


class Absentees:
    """Tracks who goes out of sight, and who strikes from out of sight."""

    def __init__(self) -> None:
        """Start with nobody in view and nobody missing."""
        self._in_view: set[int] = set()
        self._since: dict[int, int] = {}
        self._depth = 0

    @property
    def count(self) -> int:
        """How many enemies out of sight the player has reason to expect."""
        return len(self._since)

    def witness(self, game: Game, changes: Sequence[Change]) -> None:
        """Update from a turn; `changes` are all that happened in it."""
        now = set(hostiles_in_view(game))
        if game.depth != self._depth:
            self._depth, self._in_view, self._since = game.depth, set(), {}
        gone = self._in_view - now | _felt(game, changes)
        self._since |= dict.fromkeys(gone, game.turn)
        for entity in {*seen_creatures(game), *_known_to_be_dead(game, changes)}:
            self._since.pop(entity, None)
        self._since = {
            entity: turn for entity, turn in self._since.items() if game.turn - turn < TURNS
        }
        self._in_view = now


def _felt(game: Game, changes: Sequence[Change]) -> set[int]:
    """Return the unseen enemies who struck, shot or wounded the player, or tried to."""
    found = set()
    # Filtered first, since most changes are steps.
    for change in [each for each in changes if type(each) in _FELT]:
        match change:
            case Struck(target=victim) | Missed(target=victim) | PoolChanged(entity=victim):
                by = change.cause.by
                if victim == game.player and by not in (NOBODY, victim) and not sees(game, by):
                    found.add(by)
    return {
        each
        for each in found
        if each not in game.dead and is_creature(game, each) and is_hostile(game, each)
    }


def _known_to_be_dead(game: Game, changes: Sequence[Change]) -> set[int]:
    """Return the creatures that died in view, or of what the player did: the experience tells of these."""
    return {
        change.entity
        for change in changes
        if isinstance(change, Died)
        if is_in_view(game, change.entity) or acts_for_player(game, change.cause.by)
    }
