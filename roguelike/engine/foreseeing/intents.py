"""Descriptions of what creatures intend, taken from their actions in rehearsed turns."""

from collections import Counter
from collections.abc import Sequence

from roguelike.actions.action import Action
from roguelike.actions.item_use import UseItem
from roguelike.actions.melee import Melee
from roguelike.actions.moving import Pass, Step
from roguelike.actions.senses import is_fleeing
from roguelike.actions.shooting import Shoot
from roguelike.actions.spell_use import Cast
from roguelike.actions.stealing import Steal
from roguelike.components.spatial import Position
from roguelike.core.records import Record
from roguelike.world import ecs
from roguelike.world.factions import faction
from roguelike.world.game import Game
from roguelike.world.names import noun, shown_name
from roguelike.world.spells import spell_of

MOST_INTENTS = 8
"""The most possible deeds of a creature that are shown."""
STEPS = frozenset(("comes nearer", "backs away", "moves about", "flees", "waits"))
"""What somebody may do otherwise than foreseen if they know ground that the player has never seen."""
Deed = tuple[str, int | None]
"""(what a creature does, the entity that it does it to or None)."""


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
    if type(action) is Step:  # by far the most common
        return _direction(game, entity, action.dx, action.dy), None
    does, target = _act_of(game, entity, action)
    if target is None or target < since:
        return does, target
    at = " at" if isinstance(action, Cast) else ""
    return f"{does}{at} {noun(game, target).introduced}", None


def _act_of(game: Game, entity: int, action: Action | None) -> Deed:
    """Return what a creature does other than to step, and to whom."""
    match action:
        case None:
            return "cannot act", None
        case Melee(target):
            return "strikes", target
        case Shoot(target):
            return "shoots", target
        case Cast(spell, aim):
            title = spell_of(game, entity, spell).title
            return f"casts {title}", game.level.blockers.get(aim) if aim is not None else None
        case Steal(target):
            return "robs", target
        case UseItem(item):
            return f"uses {shown_name(game, item)}", None
        case Pass():
            return "waits", None
        case _:
            return "does something else", None


def _direction(game: Game, entity: int, dx: int, dy: int) -> str:
    """Describe the direction of a step relative to the player; of whoever flees, that the step is one of flight.

    A friend that leaves the player behind is most often on its way to a foe.
    """
    here: Position = ecs.row(entity)[Position]
    you: Position = ecs.row(game.player)[Position]
    if you.depth != here.depth:
        return "moves"
    if is_fleeing(entity):  # even where the way out leads past the player
        return "flees"
    # By how much the squared distance grows.
    further = dx * (2 * (here.x - you.x) + dx) + dy * (2 * (here.y - you.y) + dy)
    if further < 0:
        return "comes nearer"
    if further == 0:
        return "moves about"
    return "goes ahead" if faction(entity) == faction(game.player) else "backs away"
