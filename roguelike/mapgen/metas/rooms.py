"""Steps on the list of rooms: sorting, digging, eroding their walls, rounding their corners, joining them by corridors.

The blueprint lists the tiles dug for each corridor, for doors and for spawning.

Doors come last, in real doorways only; and windows, between a room and the open.

.....      A doorway has walls on two opposite sides and ground on the other two, and beyond one of those
.....      the passage widens:  D is one, E is an ordinary tile of its passage.
##D##
 #E#

A window is no hole: nobody climbs through it, but whoever sees through it can shoot through it, as over deep water.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Literal

import numpy as np

from roguelike.core import sight
from roguelike.core.geometry import Point, distance_squared, line, steps_between
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Mask, Spawn
from roguelike.mapgen.brush import paint, walks
from roguelike.mapgen.reach import count_beside, shifted
from roguelike.mapgen.rect import Rect
from roguelike.world.terrain import Tile

Order = Literal["leftmost", "rightmost", "topmost", "bottommost", "central"]
ORDERS: tuple[Order, ...] = ("leftmost", "rightmost", "topmost", "bottommost", "central")


class SortRooms(Record):
    """Sort the rooms: corridors join them, and starts take the first, in this order."""

    order: Order

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Sort the list of rooms in place."""
        middle = plan.middle
        match self.order:
            case "leftmost":
                plan.rooms.sort(key=lambda room: room.left)
            case "rightmost":
                plan.rooms.sort(key=lambda room: -room.right)
            case "topmost":
                plan.rooms.sort(key=lambda room: room.top)
            case "bottommost":
                plan.rooms.sort(key=lambda room: -room.bottom)
            case "central":
                plan.rooms.sort(key=lambda room: distance_squared(room.centre, middle))


class DrawRooms(Record):
    """Dig the listed rooms, some of them round (source: one in four)."""

    round_percent: float = 25

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig each room as a rectangle or an ellipse."""
        for room in plan.rooms:
            if rng.chance(self.round_percent):
                draw_ellipse(plan, room)
            else:
                plan.tiles[room.slices] = Tile.FLOOR


def draw_ellipse(plan: Blueprint, room: Rect) -> None:
    """Dig the ellipse that fills a room's rectangle.

    The source digs a circle of half the smaller side; an ellipse looks the same in a square room and does not waste the
    rest of an oblong one.
    """
    across = (np.arange(room.width) - (room.width - 1) / 2) / (room.width / 2)
    down = (np.arange(room.height) - (room.height - 1) / 2) / (room.height / 2)
    plan.tiles[room.slices][across[:, None] ** 2 + down[None, :] ** 2 <= 1] = Tile.FLOOR


class ExplodeRooms(Record):
    """Erode the walls of each room by drunkards' walks from its centre (source: d20 - 5 of them, 20 steps each)."""

    steps: int = 20

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig what the walks from each room cover."""
        starts = [room.centre for room in plan.rooms for _ in range(rng.die(20) - 5)]
        if not starts:
            return
        floor = np.zeros((plan.width, plan.height), dtype=np.bool_)
        paint(floor, walks(rng, np.array(starts), self.steps, floor.shape))
        plan.dig_mask(floor)


class RoundCorners(Record):
    """Fill the corners of rooms: corner tiles with walls on exactly two sides."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Fill the corner tiles of the rooms' floors."""
        corner = np.zeros((plan.width, plan.height), dtype=np.bool_)
        for left, top, width, height in plan.rooms:
            corner[
                [left, left, left + width - 1, left + width - 1], [top, top + height - 1] * 2
            ] = True
        plan.tiles[corner & (count_beside(plan.tiles == Tile.WALL) == 2)] = Tile.WALL


def elbow(a: Point, b: Point, *, across_first: bool) -> list[Point]:
    """Return the tiles of a path with one bend from a to b, both included.

    Across first, and down first:

        a****    a....
        ....*    *....
        ....*    *....
        ....b    ****b
    """
    corner = (b[0], a[1]) if across_first else (a[0], b[1])
    return [*straight(a, corner), *straight(corner, b)[1:]]


def straight(a: Point, b: Point) -> list[Point]:
    """Return the tiles from a to b, both included, which must be in one row or column."""
    (x, y), (to_x, to_y) = a, b
    step_x, step_y = (1 if to_x >= x else -1), (1 if to_y >= y else -1)
    if y == to_y:
        return [(along, y) for along in range(x, to_x + step_x, step_x)]
    return [(x, along) for along in range(y, to_y + step_y, step_y)]


def dig_corridor(plan: Blueprint, way: Iterable[Point]) -> None:
    """Dig a path and record the tiles that had to be dug."""
    if dug := plan.dig(way):
        plan.corridors.append(dug)


class DoglegCorridors(Record):
    """Join each room's centre to that of the previous room with one bend, either way round."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig one corridor for each pair of neighbours in the list of rooms."""
        for before, room in pairwise(plan.rooms):
            way = elbow(before.centre, room.centre, across_first=rng.chance(50))
            dig_corridor(plan, way)
            plan.snapshot()


class WanderingCorridors(Record):
    """Join each room to the previous one, from any tile of one to any tile of the other (source: BSP)."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig one corridor for each pair of neighbours in the list of rooms."""
        for before, room in pairwise(plan.rooms):
            way = elbow(somewhere_in(before, rng), somewhere_in(room, rng), across_first=True)
            dig_corridor(plan, way)
            plan.snapshot()


class NearestCorridors(Record):
    """Join each room to the nearest of those still to be joined, with one bend."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig one corridor for each pair of `nearest_pairs`."""
        for a, b in nearest_pairs(plan.rooms):
            dig_corridor(plan, elbow(a, b, across_first=rng.chance(50)))
            plan.snapshot()


class StraightCorridors(Record):
    """Join each room to the nearest of those still to be joined, in a straight line."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig one corridor for each pair of `nearest_pairs`."""
        for a, b in nearest_pairs(plan.rooms):
            dig_corridor(plan, line(a, b))
            plan.snapshot()


def nearest_pairs(rooms: list[Rect]) -> Iterator[tuple[Point, Point]]:
    """Yield the centres of each room and of the nearest room after it in the list.

    Each room but the last is joined to a later one, so that all are connected.
    """
    centres = [room.centre for room in rooms]
    for number, centre in enumerate(centres[:-1], 1):
        yield centre, min(centres[number:], key=lambda other: distance_squared(centre, other))


def somewhere_in(room: Rect, rng: Stream) -> Point:
    """Return a random tile of a room."""
    return (rng.between(room.left, room.right), rng.between(room.top, room.bottom))


def doorways(plan: Blueprint) -> list[Point]:
    """List the doorways, sorted by x, then y."""
    floor, wall = plan.walkable(), plan.tiles == Tile.WALL
    upright = _gaps(floor, wall) & plan.walkable()
    level = _gaps(floor.T, wall.T).T & plan.walkable()
    return sight.points(upright | level)


def _gaps(floor: Mask, wall: Mask) -> Mask:
    """Return the tiles with walls left and right, ground above and below, and open ground beyond either."""
    between = shifted(wall, -1, 0) & shifted(wall, 1, 0)
    between &= shifted(floor, 0, -1) & shifted(floor, 0, 1)
    above = shifted(floor, -1, -1) | shifted(floor, 1, -1)
    below = shifted(floor, -1, 1) | shifted(floor, 1, 1)
    result: Mask = between & (above | below)
    return result


def glaze(plan: Blueprint, rooms: Iterable[Rect], percent: float, rng: Stream) -> None:
    """Turn a percentage of the walls between rooms and the open to windows, never two adjacent ones."""
    inside = np.zeros(plan.tiles.shape, np.bool_)
    for room in rooms:
        inside[room.slices] = True
    walls, ground = plan.tiles == Tile.WALL, plan.walkable()
    inside &= ground
    fit = _panes(walls, inside, ground & ~inside)
    fit |= _panes(walls.T, inside.T, (ground & ~inside).T).T
    hung: set[Point] = set()
    for x, y in sight.points(fit):
        beside = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        if rng.chance(percent) and hung.isdisjoint(beside):
            hung.add((x, y))
            plan.tiles[x, y] = Tile.WINDOW


def _panes(walls: Mask, inside: Mask, outside: Mask) -> Mask:
    """Return the walls with walls left and right, a room above and the open below, or the other way round."""
    found = walls & shifted(walls, -1, 0) & shifted(walls, 1, 0)
    found &= (shifted(inside, 0, -1) & shifted(outside, 0, 1)) | (
        shifted(inside, 0, 1) & shifted(outside, 0, -1)
    )
    return found


class Windows(Record):
    """Let so many percent of the walls between rooms and streets be windows."""

    percent: float = 30

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Put windows into the walls of the rooms."""
        glaze(plan, plan.rooms, self.percent, rng)


class Doors(Record):
    """Put a door in some of the doorways, never two adjacent ones (source: one in three).

    Where a level has rooms, doors belong to them, not to crossings of passages or to the narrows of a cave.
    """

    percent: float = 33

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Spawn doors in some of the doorways."""
        taken = plan.taken()
        at_rooms = np.zeros(plan.tiles.shape, np.bool_)
        for room in plan.rooms:
            left, top, width, height = room.grown(1)
            at_rooms[max(left, 0) : left + width, max(top, 0) : top + height] = True
        hung: list[Point] = []
        for point in doorways(plan):
            if not rng.chance(self.percent) or point in taken:
                continue
            if plan.rooms and not at_rooms[point]:
                continue
            if all(steps_between(point, other) > 1 for other in hung):
                hung.append(point)
                plan.spawns.append(Spawn("props", "Door", point))
