"""Whom to attack: the enemy in sight with the highest score; no dice."""

from math import sqrt

from roguelike.actions.melee import NEIGHBOUR_SQUARED_TILES
from roguelike.components.vitals import Pools
from roguelike.systems.ai.actor import Actor
from roguelike.systems.ai.sightings import Sighting
from roguelike.world import ecs

SCORE_PER_TILE = 3.0
"""Score that each tile of distance costs."""
SCORE_OF_WEAKNESS = 6.0
"""Score for a target with no hit points left, over one unhurt; in proportion between."""
SCORE_PER_LEVEL, MOST_LEVELS = 0.5, 8
"""Score for each level of the target, and the most levels that count."""
SCORE_OF_THE_SAME = 2.0
"""Score for the target of the last turn."""
SCORE_OF_ADJACENT = 4.0
"""Score for an adjacent target."""


def best_target(actor: Actor, prey: list[Sighting]) -> Sighting:
    """Return the enemy with the highest score: near, weak, dangerous, and preferably the target it had."""
    if len(prey) == 1:
        return prey[0]
    return min(prey, key=lambda sighting: (-_worth(actor, *sighting), sighting))


def _worth(actor: Actor, squared: int, other: int) -> float:
    """Return the score of one enemy; higher is better."""
    pools: Pools = ecs.row(other)[Pools]
    worth = SCORE_OF_WEAKNESS * (1 - pools.hp / max(1, pools.max_hp))
    worth += SCORE_PER_LEVEL * min(MOST_LEVELS, pools.level)
    worth -= SCORE_PER_TILE * sqrt(squared)
    if other == actor.mind.target:
        worth += SCORE_OF_THE_SAME
    if squared <= NEIGHBOUR_SQUARED_TILES:
        worth += SCORE_OF_ADJACENT
    return worth
