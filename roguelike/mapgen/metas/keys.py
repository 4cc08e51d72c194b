"""Things that belong to a place and lie elsewhere on its level: keys, above all.

The one decision: they are put last, on ground to which one can walk from the start while everything that is shut stays
shut. So no key lies behind its own lock, nor behind another's, whatever the vaults of a level are.
"""

from roguelike.core.geometry import distance
from roguelike.core.rng import Stream
from roguelike.core.sight import points
from roguelike.mapgen.blueprint import Blueprint, Mask
from roguelike.mapgen.metas.ends import beginning
from roguelike.mapgen.reach import reached

FAR_TILES = 15
"""A key lies so far from its lock (Euclid), if there is such a place."""


def scatter(plan: Blueprint, rng: Stream) -> None:
    """Put everything that is astray on a tile of its own; what finds no place at all stays away."""
    for thing in plan.astray:
        places = points(open_ground(plan) & plan.free())
        far = [place for place in places if distance(place, thing.point) >= FAR_TILES]
        if places:
            plan.spawns.append(thing._replace(point=rng.choice(far or places)))
    plan.astray = []


def open_ground(plan: Blueprint) -> Mask:
    """Return what can be walked to from the start without opening anything that is shut."""
    walkable = plan.walkable()
    for point in plan.sealed:
        walkable[point] = False
    return reached(walkable, beginning(plan))
