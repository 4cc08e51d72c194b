"""Turning what cannot be reached into wall."""

import numpy as np

from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.core.sight import points
from roguelike.mapgen.blueprint import Blueprint, Mask
from roguelike.mapgen.chain import UnfitError
from roguelike.mapgen.metas.ends import beginning
from roguelike.mapgen.reach import largest_part, reached
from roguelike.world.terrain import Tile


def keep(plan: Blueprint, part: Mask) -> None:
    """Turn all walkable ground outside the part to wall, and drop what was on it."""
    plan.tiles[plan.walkable() & ~part] = Tile.WALL
    plan.drop(lambda spawn: not part[spawn.point])
    plan.corridors = [[p for p in way if part[p]] for way in plan.corridors]
    plan.rooms = [room for room in plan.rooms if part[room.slices].any()]


class Hem(Record):
    """Wall in all but these percentages of the map's sides, around its middle, with a frayed edge.

    A level should be no larger than it is interesting: a third of the time in the widest caves was spent walking.
    """

    across: int
    down: int
    frayed_percent: float = 50

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Turn to wall everything outside, and at random tiles of the outermost ring inside."""
        edge_x = (100 - self.across) * plan.width // 200
        edge_y = (100 - self.down) * plan.height // 200
        beyond = np.ones((plan.width, plan.height), dtype=np.bool_)
        beyond[edge_x : plan.width - edge_x, edge_y : plan.height - edge_y] = False
        ring = ~beyond
        ring[edge_x + 1 : plan.width - edge_x - 1, edge_y + 1 : plan.height - edge_y - 1] = False
        frayed = [point for point in points(ring) if rng.chance(self.frayed_percent)]
        plan.tiles[beyond] = Tile.WALL
        for point in frayed:
            plan.tiles[point] = Tile.WALL


class KeepLargest(Record):
    """Keep the largest connected part, which must be at least this share of the map.

    The source floods from the middle of the map instead, and keeps only a pocket if the middle is one.
    """

    at_least: float = 0.12

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Turn everything but the largest part to wall. Raises UnfitError if that is too small for a level."""
        part = largest_part(plan.walkable())
        if part.sum() < self.at_least * part.size:
            raise UnfitError("too little ground hangs together")
        keep(plan, part)


class CullUnreachable(Record):
    """Keep what can be reached from the start."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Turn to wall what cannot be reached from the start."""
        keep(plan, reached(plan.walkable(), beginning(plan)))
