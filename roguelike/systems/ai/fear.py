"""Fear: badly hurt creatures flee, and some return; thieves flee for good with what they took."""

from roguelike.actions.action import Action
from roguelike.actions.melee import NEIGHBOUR_SQUARED_TILES, Melee
from roguelike.components.vitals import Pools
from roguelike.systems.ai.actor import Actor, Sighting
from roguelike.systems.ai.walking import STATIC_PASS, flee
from roguelike.world.space import is_here, point_of

FRIGHT_TURNS = 12
"""Own turns that fear lasts."""


def is_afraid(actor: Actor) -> bool:
    """Return whether a creature flees from its enemies now; counts down one turn of its fear."""
    mind, nature = actor.mind, actor.nature
    if actor.stats.status.flees or mind.loot:
        return True
    if nature.flees_at_hp_share:
        pools: Pools = actor.row[Pools]
        if pools.hp <= nature.flees_at_hp_share * pools.max_hp:
            if not mind.has_fled:
                mind.has_fled, mind.fear_turns = True, FRIGHT_TURNS
            elif not nature.returns_after_fleeing:
                mind.fear_turns = max(1, mind.fear_turns)
        elif not nature.returns_after_fleeing:
            mind.has_fled = False
    if mind.fear_turns:
        mind.fear_turns -= 1
        return True
    return False


def run(actor: Actor, threats: list[Sighting]) -> Action | None:
    """Return a step away from the threats, or from where one was last seen; the cornered attack or pass.

    None if there is nothing to flee from.
    """
    last_seen = actor.mind.last_seen
    points = [point for _, other in threats if (point := point_of(other)) is not None]
    if not points:
        if last_seen is None or actor.here == last_seen:
            return None
        return flee(actor, [last_seen]) or STATIC_PASS
    away = flee(actor, points)
    if away is not None:
        return away
    cornered = [other for squared, other in threats if squared <= NEIGHBOUR_SQUARED_TILES]
    return Melee(cornered[0]) if cornered else STATIC_PASS


def lose_heart(actor: Actor) -> None:
    """Frighten a follower whose leader is gone, for half of FRIGHT_TURNS."""
    mind = actor.mind
    if mind.leader and not is_here(actor.game, mind.leader):
        mind.leader, mind.fear_turns = 0, FRIGHT_TURNS // 2
