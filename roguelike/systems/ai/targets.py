"""Whom to attack: not the first in sight but the best, by a score that the same sights always score the same."""

from math import sqrt

from roguelike.actions.melee import BESIDE
from roguelike.components.vitals import Pools
from roguelike.systems.ai.actor import Actor
from roguelike.systems.ai.sightings import Sighting
from roguelike.world import ecs

PER_TILE = 3.0
"""What each tile of distance counts against a target."""
WEAKNESS = 6.0
"""What a target at the end of its strength is worth, against one unhurt."""
PER_LEVEL, MOST_LEVELS = 0.5, 8
"""What each level of a dangerous target is worth, up to so many."""
LOYALTY = 2.0
"""What it is worth to stay with the target of the last turn."""
ADJACENT = 4.0
"""What it is worth that a target can be struck at once."""


def best_target(actor: Actor, prey: list[Sighting]) -> Sighting:
    """Return the best of some enemies in sight: near, weak, dangerous, and rather the one it was after."""
    if len(prey) == 1:
        return prey[0]
    return min(prey, key=lambda sighting: (-_worth(actor, *sighting), sighting))


def _worth(actor: Actor, squared: int, other: int) -> float:
    """Weigh one enemy: higher is better."""
    pools: Pools = ecs.row(other)[Pools]
    worth = WEAKNESS * (1 - pools.hp / max(1, pools.max_hp))
    worth += PER_LEVEL * min(MOST_LEVELS, pools.level)
    worth -= PER_TILE * sqrt(squared)
    if other == actor.mind.quarry:
        worth += LOYALTY
    if squared <= BESIDE:
        worth += ADJACENT
    return worth
