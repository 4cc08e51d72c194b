"""Descriptions of what creatures intend, taken from their actions in rehearsed turns."""

from collections import Counter
from collections.abc import Sequence

from roguelike.actions.action import Action, Deed
from roguelike.core.records import Record
from roguelike.world.game import Game
from roguelike.world.names import noun

MOST_INTENTS = 8
"""The most possible deeds of a creature that are shown."""
STEPS = frozenset(("comes nearer", "backs away", "moves about", "flees", "waits"))
"""What somebody may do otherwise than foreseen if they know ground that the player has never seen."""


class Intent(Record):
    """Something a creature may do before the player's next turn, its target, and its chance, 0.0 to 1.0."""

    does: str
    target: int | None
    chance: float


def intents_of(deeds: Sequence[set[Deed]]) -> tuple[Intent, ...]:
    """List what a creature may do, the most likely first, from its deeds in each of some turns."""
    counts = Counter(deed for turn in deeds for deed in turn)
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0][0], pair[0][1] or 0))
    return tuple(
        Intent(does, target, count / len(deeds)) for (does, target), count in ranked[:MOST_INTENTS]
    )


def deed_of(game: Game, entity: int, action: Action | None, since: int) -> Deed:
    """Return what a creature is about to do, in words, and to whom.

    Targets with ids from `since` on were called in this very turn: no list has them yet, so the words name them.
    """
    if action is None:
        return "cannot act", None
    does, target = action.deed(entity, game)
    if target is None or target < since:
        return does, target
    at = " at" if action.aim is not None else ""
    return f"{does}{at} {noun(game, target).introduced}", None
