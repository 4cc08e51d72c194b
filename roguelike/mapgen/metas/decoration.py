"""Decoration: grass, gravel, pools, dripstone.

Nothing here ever cuts a level in two: impassable ground replaces walls, or is undone where it would cut.
"""

import numpy as np

from roguelike.core.paths import to_bits, to_mask
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen import noise
from roguelike.mapgen.blueprint import Blueprint, Mask
from roguelike.mapgen.neighbours import count_around, count_beside
from roguelike.mapgen.reach import is_whole, parts, shore
from roguelike.world.terrain import Tile


def blobs(rng: Stream, percent: float, passes: int, width: int, height: int) -> Mask:
    """Return rounded patches: noise in which each tile joins the majority of the nine around it, `passes` times."""
    mask = noise.chosen(rng, percent, width, height)
    for _ in range(passes):
        mask = count_around(mask) + mask >= 5
    return mask


def bare(plan: Blueprint) -> Mask:
    """Return the bare floor, without the start."""
    floor: Mask = plan.tiles == Tile.FLOOR
    if plan.start is not None:
        floor[plan.start] = False
    return floor


class Overgrow(Record):
    """Cover patches of bare floor with another ground: grass in woods, gravel in caves."""

    tile: Tile = Tile.GRASS
    percent: float = 48
    passes: int = 4

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Put the ground on rounded patches of bare floor."""
        patches = blobs(rng, self.percent, self.passes, plan.width, plan.height)
        plan.tiles[patches & bare(plan)] = self.tile


class Pools(Record):
    """Put water on patches of the open floor: shallow at the edge, deep inside.

    A pool whose deep part would cut something off is shallow throughout.
    """

    percent: float = 42
    passes: int = 5

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Fill patches of open floor with water, deep inside unless that would cut the level in two."""
        wet = blobs(rng, self.percent, self.passes, plan.width, plan.height)
        wet &= bare(plan) | (plan.tiles == Tile.GRASS)
        plan.tiles[wet] = Tile.SHALLOW_WATER
        ground, deep = to_bits(plan.walkable()), 0
        for pool in parts(wet & (count_around(wet) == 8)):
            around, left = shore(pool, plan.width), ground & ~(deep | pool)
            # If one can walk around a pool there is no need to cross it, and its shore is quickly checked.
            if is_whole(around, plan.width) or is_whole(left, plan.width):
                deep |= pool
        plan.tiles[to_mask(deep, (plan.width, plan.height))] = Tile.DEEP_WATER


class DecorateCave(Record):
    """Add gravel and puddles, and turn thin walls into water and dripstone.

    Source: of the floor one in six is gravel, of the rest one in ten shallow water; a wall with exactly two orthogonal
    wall neighbours becomes deep water; with one, a d4 of 1 makes a stalactite and of 2 a stalagmite. Unlike the source
    it leaves the map's edge alone.
    """

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Place gravel and puddles, then turn thin walls into water and dripstone."""
        tiles = plan.tiles
        roll = noise.words(rng, plan.width, plan.height)
        floor = bare(plan)
        gravel, puddle = noise.FULL // 6, noise.FULL // 6 + noise.FULL * 5 // 60
        tiles[floor & (roll < gravel)] = Tile.GRAVEL
        tiles[floor & (roll >= gravel) & (roll < puddle)] = Tile.SHALLOW_WATER
        inner = np.zeros_like(floor)
        inner[plan.interior.slices] = True
        wall = inner & (tiles == Tile.WALL)
        beside = count_beside(tiles == Tile.WALL)
        tiles[wall & (beside == 2)] = Tile.DEEP_WATER
        tiles[wall & (beside == 1) & (roll < noise.FULL // 4)] = Tile.STALACTITE
        tiles[wall & (beside == 1) & (roll >= noise.FULL * 3 // 4)] = Tile.STALAGMITE
