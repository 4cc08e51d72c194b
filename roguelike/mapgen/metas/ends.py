"""Where a level begins and ends.

Both are placed only where one can walk around them: stairs take whoever treads on them, so stairs in a passage would
cut the level in two. Of the places near where a level is meant to begin it begins at the one with the widest view: its
first sight is a hall or a clearing, not a corner. Nobody who would see the hero arrive starts near it.
"""

from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from roguelike.core import paths
from roguelike.core.geometry import Point, distance_squared
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Mask
from roguelike.mapgen.chain import UnfitError
from roguelike.mapgen.reach import bit, bypassable, flood, nearest, rings, to_points, union
from roguelike.world.terrain import TRANSPARENT, Tile

Across = Literal["left", "centre", "right"]
Down = Literal["top", "centre", "bottom"]
ACROSS: tuple[Across, ...] = ("left", "centre", "right")
DOWN: tuple[Down, ...] = ("top", "centre", "bottom")

QUIET_TILES = 5
"""No creature starts within this many moves of the start."""
WATCHED_STEPS = 10
"""Nor within this many steps of it across what one sees over: from so far a hero is noticed (`NOTICED_TILES`)."""
VISTA_TILES, RAYS = 18, 16
"""How far the view from a possible start is looked at, and in how many directions."""
STRAY_TILES, VISTAS = 12, 32
"""How much farther from its part of the map than the nearest place a start may be, and how many are looked at."""


def transparent(plan: Blueprint) -> Mask:
    """Return the tiles that one sees across; doors do not count."""
    found: Mask = TRANSPARENT.take(plan.tiles.T).T
    return found


def watched(plan: Blueprint) -> Mask:
    """Return where nobody may start: close to the start, or so near that they would see whoever arrives."""
    found = np.zeros((plan.width, plan.height), np.bool_)
    if plan.start is not None:
        found |= _near(plan, bit(plan.start, plan.width))
        found[plan.around(plan.start, QUIET_TILES).slices] = True
    return found


def _near(plan: Blueprint, tiles: paths.Bits) -> Mask:
    """Return from where a hero on some tiles is noticed, across all that one sees over."""
    reached = union(rings(paths.to_bits(transparent(plan)), tiles, plan.width, WATCHED_STEPS))
    return paths.to_mask(reached, (plan.width, plan.height))


def stands(plan: Blueprint) -> Mask:
    """Return the mask of tiles where stairs may be placed."""
    fit = bypassable(plan.walkable())
    fit &= plan.tiles != Tile.DOWN_STAIRS
    fit &= plan.tiles != Tile.UP_STAIRS
    for spawn in plan.spawns:
        fit[spawn.point] = False
    return fit


def nearest_stand(plan: Blueprint, goal: Point) -> Point:
    """Return the nearest place for stairs."""
    found = nearest(stands(plan), goal)
    if found is None:
        raise UnfitError("no place for stairs")
    return found


def vista(plan: Blueprint, goal: Point) -> Point:
    """Return a place for the start near a tile: of some that nobody watches, the one with the widest view."""
    mobs = [spawn.point for spawn in plan.spawns if spawn.section == "mobs"]
    fit = stands(plan)
    for mob in mobs:
        fit[plan.around(mob, QUIET_TILES).slices] = False
    if mobs:
        unwatched = fit & ~_near(plan, union(bit(mob, plan.width) for mob in mobs))
        fit = unwatched if unwatched.any() else fit
    places = np.argwhere(fit)
    if not len(places):
        raise UnfitError("no place for stairs")
    squares = ((places - goal) ** 2).sum(axis=1)
    order = squares.argsort(kind="stable")
    near = order[: np.searchsorted(squares[order], (squares.min() ** 0.5 + STRAY_TILES) ** 2)]
    chosen = places[near[:: max(1, len(near) // VISTAS)]]
    x, y = chosen[_views(plan, chosen).argmax()].tolist()
    return (x, y)


def _views(plan: Blueprint, places: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return how much is seen from each place, by the rays that leave it: one of n tiles sees a sector of n squared."""
    margin = VISTA_TILES
    opaque = np.ones((plan.width + 2 * margin, plan.height + 2 * margin), np.bool_)
    opaque[margin:-margin, margin:-margin] = ~transparent(plan)
    height = opaque.shape[1]
    middles = (places[:, 0] + margin) * height + places[:, 1] + margin
    shut = opaque.ravel().take(middles[:, None, None] + _rays(height))
    shut[..., -1] = True
    lengths = shut.argmax(axis=2)
    views: NDArray[np.intp] = (lengths * lengths).sum(axis=1)
    return views


@cache
def _rays(height: int) -> NDArray[np.intp]:
    """Return the tiles of rays in all directions, [ray, step], as places in a raveled map of this height."""
    angles = np.arange(RAYS) * (2 * np.pi / RAYS)
    ways = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    places = np.rint(ways[:, :, None] * np.arange(1, VISTA_TILES + 1)).astype(np.intp)
    found: NDArray[np.intp] = places[:, 0] * height + places[:, 1]
    return found


def area(plan: Blueprint, across: Across, down: Down) -> Point:
    """Return the tile at the middle of a side, at a corner or at the middle of the map."""
    x = {"left": 1, "centre": plan.width // 2, "right": plan.width - 2}[across]
    y = {"top": 1, "centre": plan.height // 2, "bottom": plan.height - 2}[down]
    return (x, y)


class AreaStart(Record):
    """Start near a part of the map, where the view is wide."""

    across: Across
    down: Down

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Set the start at the widest view there."""
        plan.enter_at(vista(plan, area(plan, self.across, self.down)))


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
    """Start in the first room or near it."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Set the start in the first room."""
        plan.enter_at(vista(plan, plan.rooms[0].centre))


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
        fit = paths.to_bits(stands(plan)) & ~bit(start, plan.width)
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
