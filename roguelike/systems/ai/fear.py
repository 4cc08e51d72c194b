"""Losing heart: the badly hurt run, and some come back; thieves run for good with what they took."""

import esper

from roguelike.actions.action import Action
from roguelike.actions.melee import Melee, is_adjacent
from roguelike.components.actors import Mind, Nature
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point
from roguelike.systems.ai.census import Sighting
from roguelike.systems.ai.walking import STATIC_PASS, flee
from roguelike.world.figures import figures
from roguelike.world.game import Game
from roguelike.world.space import point_of

FRIGHT_TURNS = 12
"""Own turns that a fright lasts."""


def is_afraid(entity: int, nature: Nature, mind: Mind) -> bool:
    """Return whether a creature runs from its enemies now; takes one turn from its fright."""
    if figures(entity).flees or mind.loot:
        return True
    if nature.flees_at:
        pools = esper.component_for_entity(entity, Pools)
        if pools.hp <= nature.flees_at * pools.max_hp:
            if not mind.fled:
                mind.fled, mind.fear = True, FRIGHT_TURNS
            elif not nature.returns:
                mind.fear = max(1, mind.fear)
        elif not nature.returns:
            mind.fled = False
    if mind.fear:
        mind.fear -= 1
        return True
    return False


def run(game: Game, entity: int, here: Point, mind: Mind, threats: list[Sighting]) -> Action | None:
    """Return a step away from the threats, or from where one was last seen; the cornered fight."""
    points = [point for _, other in threats if (point := point_of(other)) is not None]
    if not points:
        if mind.last_seen is None or here == mind.last_seen:
            return None
        return flee(game, entity, here, [mind.last_seen]) or STATIC_PASS
    away = flee(game, entity, here, points)
    if away is not None:
        return away
    cornered = [other for _, other in threats if is_adjacent(entity, other)]
    return Melee(cornered[0]) if cornered else STATIC_PASS
