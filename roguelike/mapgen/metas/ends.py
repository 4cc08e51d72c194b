"""Where a level begins and ends.

Both are placed only where one can walk around them: stairs take whoever treads on them, so stairs in a passage would
cut the level in two.
"""

from typing import Literal

import numpy as np

from roguelike.core.geometry import Point, distance_squared
from roguelike.core.paths import to_bits
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Mask
from roguelike.mapgen.chain import UnfitError
from roguelike.mapgen.reach import bit, bypassable, flood, to_points
from roguelike.world.terrain import Tile

Across = Literal["left", "centre", "right"]
Down = Literal["top", "centre", "bottom"]
ACROSS: tuple[Across, ...] = ("left", "centre", "right")
DOWN: tuple[Down, ...] = ("top", "centre", "bottom")

QUIET_TILES = 5
"""No creature starts within this many moves of the start."""


def stands(plan: Blueprint) -> Mask:
    """Return the mask of tiles where stairs may be placed."""
    fit = bypassable(plan.walkable())
    fit &= plan.tiles != Tile.DOWN_STAIRS
    fit &= plan.tiles != Tile.UP_STAIRS
    for spawn in plan.spawns:
        fit[spawn.point] = False
    return fit


def nearest_stand(plan: Blueprint, goal: Point, *, quiet: bool = False) -> Point:
    """Return the nearest place for stairs (Euclidean); the leftmost, then topmost, of equally near ones.

    A `quiet` one is far enough from creatures that are already there.
    """
    fit = stands(plan)
    if quiet:
        for section, _, point in plan.spawns:
            if section == "mobs":
                fit[plan.around(point, QUIET_TILES).slices] = False
    places = np.argwhere(fit)
    if not len(places):
        raise UnfitError("no place for stairs")
    squares = ((places - goal) ** 2).sum(axis=1)
    x, y = places[squares.argmin()]
    return (int(x), int(y))


def area(plan: Blueprint, across: Across, down: Down) -> Point:
    """Return the tile at the middle of a side, at a corner or at the middle of the map."""
    x = {"left": 1, "centre": plan.width // 2, "right": plan.width - 2}[across]
    y = {"top": 1, "centre": plan.height // 2, "bottom": plan.height - 2}[down]
    return (x, y)


class AreaStart(Record):
    """Start as near as possible to a part of the map."""

    across: Across
    down: Down

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Set the start at the nearest place for stairs."""
        plan.enter_at(nearest_stand(plan, area(plan, self.across, self.down), quiet=True))


class AreaExit(Record):
    """Put the stairs down as near as possible to a part of the map."""

    across: Across
    down: Down

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Set the exit at the nearest place for stairs."""
        plan.leave_by(nearest_stand(plan, area(plan, self.across, self.down)))


Side = tuple[Across, Down]
"""A part of the map: the middle of a side, a corner or the middle."""


class AnyStart(Record):
    """Start at one of some parts of the map, drawn at random, so that the level is not always walked the same way."""

    sides: tuple[Side, ...]

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Set the start at one of the parts, drawn at random."""
        AreaStart(*rng.choice(self.sides)).build(plan, rng)


class Crossing(Record):
    """Put start and exit at two parts of the map; the pair and its direction are random."""

    pairs: tuple[tuple[Side, Side], ...]

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Set the start, then the exit."""
        one, other = rng.choice(self.pairs)
        if rng.chance(50):
            one, other = other, one
        AreaStart(*one).build(plan, rng)
        AreaExit(*other).build(plan, rng)


class RoomStart(Record):
    """Start in the middle of the first room."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Set the start in the first room."""
        plan.enter_at(nearest_stand(plan, plan.rooms[0].centre, quiet=True))


class RoomExit(Record):
    """Put the stairs down in the middle of the room farthest from the start.

    The source takes the last of the list, which can be the start's neighbour.
    """

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Set the exit in the room farthest from the start."""
        start = beginning(plan)
        far = max(plan.rooms, key=lambda room: distance_squared(room.centre, start))
        plan.leave_by(nearest_stand(plan, far.centre))


class DistantExit(Record):
    """Put the stairs down where the path from the start is longest."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Set the exit; UnfitError when there is no other place than the start."""
        start = beginning(plan)
        fit = to_bits(stands(plan)) & ~bit(start, plan.width)
        for ring in reversed(flood(plan.walkable(), start)):
            if ring & fit:
                plan.leave_by(to_points(ring & fit, plan.width, plan.height)[0])
                return
        raise UnfitError("no place for an exit")


def beginning(plan: Blueprint) -> Point:
    """Return the start; ValueError if no step has set it yet, which is a bug in the chain."""
    if plan.start is None:
        raise ValueError(f"{plan.name}: a step needs the start before a step has set it")
    return plan.start
