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
    """Return so many of the fit tiles, each where a light reaches most tiles that are dark then.

    A light changes what its neighbours would reach, and nothing farther off.
    """
    left, free = (np.pad(mask, 2 * REACH_TILES).astype(np.float32) for mask in (dark, fit))
    reached = _around(left)
    odds, found = reached * free, list[Point]()
    for _ in range(count):
        x, y = divmod(int(odds.argmax()), odds.shape[1])
        if not odds[x, y]:
            break
        found.append((x - 2 * REACH_TILES, y - 2 * REACH_TILES))
        near, wide = (
            np.s_[x - far : x + far + 1, y - far : y + far + 1]
            for far in (REACH_TILES, 2 * REACH_TILES)
        )
        reached[wide] -= _BAND @ left[near] @ _BAND.T
        left[near] = free[near] = 0
        np.multiply(reached[wide], free[wide], out=odds[wide])
    return found


def _around(dark: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how many dark tiles are in the square around each tile; there are none near the edge."""
    side = 2 * REACH_TILES + 1
    sums = dark.cumsum(0).cumsum(1)
    found = np.zeros_like(dark)
    found[REACH_TILES + 1 : -REACH_TILES, REACH_TILES + 1 : -REACH_TILES] = (
        sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    )
    return found


_APART = np.arange(4 * REACH_TILES + 1)[:, None] - np.arange(REACH_TILES, 3 * REACH_TILES + 1)
_BAND = (np.abs(_APART) <= REACH_TILES).astype(np.float32)
"""Which of the tiles in reach of a light are in reach of each of those around it, along one axis."""
