"""Lights: what shines in a region, put where it lights most of what is dark.

The first are for whoever arrives: they stand far off in the view from the start, so that its end is seen. The others
stand about the level, each where most ground is dark as yet, so that halls are lit before holes. All of them stand
against a wall, and never in a passage.
"""

import numpy as np
from numpy.typing import NDArray

from roguelike.core.geometry import Point
from roguelike.core.rng import Stream
from roguelike.core.sight import field_of_view
from roguelike.mapgen.blueprint import Blueprint, Mask, Spawn
from roguelike.mapgen.chain import SpawnTable
from roguelike.mapgen.metas.ends import WATCHED_STEPS, beginning, transparent
from roguelike.mapgen.reach import bypassable, count_beside
from roguelike.world.terrain import Tile

REACH_TILES = 5
"""How far a light is counted on to reach, to either side of it."""
VIEW_TILES = 24
"""Lights for whoever arrives are no farther off, and not so near that the hero's own will do."""
ODDS = 4
"""Of so many equally dark parts of a level, one has its light."""


def illuminate(plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
    """Put up the lights that a region has at arrivals and elsewhere."""
    land = table.region(plan.depth)
    if not land.lights:
        return
    fit = plan.free() & bypassable(plan.walkable()) & (count_beside(plan.tiles == Tile.WALL) > 0)
    start, ground = beginning(plan), plan.walkable()
    seen = field_of_view(transparent(plan), start, VIEW_TILES)
    seen[plan.around(start, WATCHED_STEPS).slices] = False
    spots = _brightest(seen, fit & seen, land.arrival_lights)
    dark = ground & ~seen
    if land.tiles_per_light:
        count = int(np.count_nonzero(dark)) // land.tiles_per_light
        others = _brightest(dark, fit & dark, count * ODDS)
        rng.shuffle(others)
        spots += others[:count]
    plan.spawns += [Spawn("props", rng.choice(land.lights), spot) for spot in spots]


def _brightest(dark: Mask, fit: Mask, count: int) -> list[Point]:
    """Return so many of the fit tiles, each where a light reaches most tiles that are dark then."""
    left, found = dark.copy(), list[Point]()
    for _ in range(count):
        reached = np.where(fit, _around(left), 0)
        x, y = divmod(int(reached.argmax()), left.shape[1])
        if not reached[x, y]:
            break
        found.append((x, y))
        near = np.s_[
            max(0, x - REACH_TILES) : x + REACH_TILES + 1,
            max(0, y - REACH_TILES) : y + REACH_TILES + 1,
        ]
        left[near] = fit[near] = False
    return found


def _around(mask: Mask) -> NDArray[np.int32]:
    """Return how many tiles of a mask are in the square around each tile."""
    side = 2 * REACH_TILES + 1
    sums = np.pad(mask, ((REACH_TILES + 1, REACH_TILES),) * 2).cumsum(0, np.int32).cumsum(1)
    found: NDArray[np.int32] = (
        sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    )
    return found
