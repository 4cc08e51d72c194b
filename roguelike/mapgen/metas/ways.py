"""Roads and streams."""

import numpy as np

from roguelike.core.geometry import ORTHOGONAL, Point
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.chain import UnfitError
from roguelike.mapgen.metas.ends import beginning
from roguelike.mapgen.reach import path
from roguelike.world.terrain import Tile


class Road(Record):
    """Pave the shortest path from start to exit, three tiles wide where there is room.

    Source: the yellow brick road, painted as a plus of five tiles. There a second exit hides in a corner; ours leads to
    the only one.
    """

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Pave the shortest path from start to exit. Raises ValueError without an exit."""
        if plan.exit is None:
            raise ValueError(f"{plan.name}: a road needs an exit to lead to")
        pave(plan, path(plan.walkable(), beginning(plan), plan.exit), Tile.ROAD)


NATURAL = np.isin(list(Tile), (Tile.FLOOR, Tile.GRASS, Tile.GRAVEL, Tile.SHALLOW_WATER))
"""Whether roads and streams may cover ground, by tile number: `NATURAL[tiles]` is a mask."""


def pave(plan: Blueprint, way: list[Point], tile: Tile) -> None:
    """Turn natural ground on and orthogonally next to a path to another; a road bridges water; the start stays."""
    track = np.zeros((plan.width, plan.height), dtype=np.bool_)
    places = np.array(way)
    for step in ((0, 0), *ORTHOGONAL):
        spots = places + np.array(step)
        track[spots[:, 0], spots[:, 1]] = True
    if plan.start is not None:
        track[plan.start] = False
    track &= NATURAL[plan.tiles]
    wet = track & (plan.tiles == Tile.SHALLOW_WATER)
    plan.tiles[track] = tile
    if tile == Tile.ROAD:
        plan.tiles[wet] = Tile.BRIDGE


class Brook(Record):
    """Run shallow water from one eastern corner, drawn at random, to the western corner diagonally opposite."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Put shallow water along the shortest path between the two corners. Raises UnfitError without ground."""
        rises, falls = rng.choice(((1, plan.height - 2), (plan.height - 2, 1)))
        spring = nearest_ground(plan, (plan.width - 2, rises))
        mouth = nearest_ground(plan, (1, falls))
        pave(plan, path(plan.walkable(), spring, mouth), Tile.SHALLOW_WATER)


def nearest_ground(plan: Blueprint, goal: Point) -> Point:
    """Return the walkable tile nearest to a tile (Euclidean)."""
    places = np.argwhere(plan.walkable())
    if not len(places):
        raise UnfitError("no ground")
    x, y = places[((places - goal) ** 2).sum(axis=1).argmin()]
    return (int(x), int(y))
