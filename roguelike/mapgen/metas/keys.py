"""Items that belong to a place but are put elsewhere on its level, above all keys.

They are put last, on ground that can be reached from the start while everything that is shut stays shut. So no key is
behind its own lock or another's, whatever vaults a level has.
"""

from roguelike.core.geometry import distance
from roguelike.core.rng import Stream
from roguelike.core.sight import points
from roguelike.mapgen.blueprint import Blueprint, Mask
from roguelike.mapgen.metas.ends import beginning
from roguelike.mapgen.reach import reached

FAR_TILES = 15
"""A key is at least this far from its lock (Euclidean), if there is such a place."""


def scatter(plan: Blueprint, rng: Stream) -> None:
    """Put everything that is astray on a tile of its own; what finds no place is left out."""
    for thing in plan.astray:
        places = points(open_ground(plan) & plan.free())
        far = [place for place in places if distance(place, thing.point) >= FAR_TILES]
        if places:
            plan.spawns.append(thing._replace(point=rng.choice(far or places)))
    plan.astray = []


def open_ground(plan: Blueprint) -> Mask:
    """Return what can be reached from the start without opening anything that is shut."""
    walkable = plan.walkable()
    for point in plan.sealed:
        walkable[point] = False
    return reached(walkable, beginning(plan))
