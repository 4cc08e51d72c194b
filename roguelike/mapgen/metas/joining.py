"""Tunnels between parts of a level that are not connected, and levels made of two halves."""

import numpy as np

from roguelike.core.geometry import Point, line
from roguelike.core.paths import Bits, to_mask
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.chain import Step
from roguelike.mapgen.metas.corridors import dig_corridor
from roguelike.mapgen.reach import parts


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


def closest(whole: Bits, part: Bits, plan: Blueprint) -> tuple[Point, Point]:
    """Return a tile of each of two parts, about as near to each other as possible."""
    tiles = np.argwhere(to_mask(whole, (plan.width, plan.height)))
    others = np.argwhere(to_mask(part, (plan.width, plan.height)))
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
        for steps, columns in (
            (self.left, range(middle)),
            (self.right, range(middle, plan.width)),
        ):
            part = Blueprint(plan.width, plan.height, plan.depth, plan.folders)
            for step in steps:
                step.build(part, rng)
            plan.tiles[columns] = part.tiles[columns]
            plan.rooms += [room for room in part.rooms if room.centre[0] in columns]
            plan.corridors += [[p for p in way if p[0] in columns] for way in part.corridors]
            plan.spawns += [spawn for spawn in part.spawns if spawn.point[0] in columns]
