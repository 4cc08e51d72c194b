"""One piece: tunnels between parts that are not connected, halves joined, and walls for what stays cut off."""

import numpy as np

from roguelike.core import paths, sight
from roguelike.core.geometry import Point, line
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Mask
from roguelike.mapgen.chain import Step, UnfitError
from roguelike.mapgen.metas import ends
from roguelike.mapgen.metas.rooms import dig_corridor
from roguelike.mapgen.reach import largest_part, parts, reached
from roguelike.world.terrain import Tile


class JoinParts(Record):
    """Dig a straight tunnel from the largest part to each other part of `at_least` tiles; leave smaller ones.

    The tunnel joins tiles that are about as near to each other as possible:

        #############    #############
        #...#########    #...#########
        #.....###...#    #.....###...#
        #.....###...#    #.....***...#
        #############    #############
    """

    at_least: int = 20

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig the tunnels, from the largest of the other parts to the smallest."""
        found = sorted(parts(plan.walkable()), key=int.bit_count, reverse=True)
        for part in found[1:]:
            if part.bit_count() >= self.at_least:
                dig_corridor(plan, line(*closest(found[0], part, plan)))


def closest(whole: paths.Bits, part: paths.Bits, plan: Blueprint) -> tuple[Point, Point]:
    """Return a tile of each of two parts, about as near to each other as possible."""
    tiles = np.argwhere(paths.to_mask(whole, (plan.width, plan.height)))
    others = np.argwhere(paths.to_mask(part, (plan.width, plan.height)))
    near = others[len(others) // 2]
    for _ in range(3):  # alternately: each iteration takes the nearest to the other tile
        here = tiles[np.square(tiles - near).sum(axis=1).argmin()]
        near = others[np.square(others - here).sum(axis=1).argmin()]
    (x, y), (other_x, other_y) = here.tolist(), near.tolist()
    return (x, y), (other_x, other_y)


class Halves(Record):
    """Take the left half of one ground and the right half of another: a cave that opens into a fort."""

    left: tuple[Step, ...]
    right: tuple[Step, ...]

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig both grounds on separate maps, and keep a half of each."""
        middle = plan.width // 2
        for steps, columns in ((self.left, range(middle)), (self.right, range(middle, plan.width))):
            part = Blueprint(plan.width, plan.height, plan.depth, plan.folders)
            for step in steps:
                step.build(part, rng)
            plan.tiles[columns] = part.tiles[columns]
            plan.rooms += [room for room in part.rooms if room.centre[0] in columns]
            plan.corridors += [[p for p in way if p[0] in columns] for way in part.corridors]
            plan.spawns += [spawn for spawn in part.spawns if spawn.point[0] in columns]


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
        frayed = [point for point in sight.points(ring) if rng.chance(self.frayed_percent)]
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
        keep(plan, reached(plan.walkable(), ends.beginning(plan)))
