"""Paths over the map. One field of distances from a goal serves every creature that heads for that goal.

A step costs the same in all eight directions, so a breadth-first flood is exact, and its rings can be big integers: bit
x + y * width of ring d is set when the tile is d steps away. Growing a ring is a few shifts of the whole map at once,
about 30 us for 80x50, against 400 us for a Dijkstra map. The map's edge must be impassable, or the shifts would wrap
from one row to the next.
"""

from collections.abc import Iterable
from functools import cache

import numpy as np
import tcod.path
from numpy.typing import NDArray

from roguelike.core.geometry import DIRECTIONS, Point, disc

Bits = int
"""A set of tiles: bit x + y * width."""
Framed = int
"""A set of tiles with a margin of one row and one tile, so that every tile has one above it and one to its left."""

Rows = list[int]
"""A set of tiles that changes often: an integer per row, with one more above and below the map; tile x is bit x + 1."""
Window = int
"""Which of the 3x3 tiles around a point are in a set: bit (dx + 1) + 3 * (dy + 1)."""


def no_rows(height: int) -> Rows:
    """Return an empty set of tiles for a map of this height."""
    return [0] * (height + 2)


def window(rows: Rows, point: Point) -> Window:
    """Return which of the 3x3 tiles around a point are in a set."""
    x, y = point
    return rows[y] >> x & 7 | (rows[y + 1] >> x & 7) << 3 | (rows[y + 2] >> x & 7) << 6


def window_of(bits: Bits, width: int, point: Point) -> Window:
    """Return which of the 3x3 tiles around a point are in a set.

    Left of the map's first column comes the last tile of the row above, which is impassable.
    """
    before = point[0] - 1 + (point[1] - 1) * width
    rows = bits >> before if before >= 0 else bits << -before
    return rows & 7 | (rows >> width & 7) << 3 | (rows >> 2 * width & 7) << 6


def to_bits(mask: NDArray[np.bool_]) -> Bits:
    """Pack a [x, y] mask into an integer."""
    packed = np.packbits(mask.ravel(order="F"), bitorder="little")
    return int.from_bytes(packed.tobytes(), "little")


def to_mask(bits: Bits, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Unpack an integer into a [x, y] mask of this shape."""
    count = shape[0] * shape[1]
    packed = np.frombuffer(bits.to_bytes(count // 8 + 1, "little"), np.uint8)
    unpacked = np.unpackbits(packed, count=count, bitorder="little")
    return unpacked.view(np.bool_).reshape(shape, order="F")


def bits_of(points: Iterable[Point], width: int) -> Bits:
    """Pack some tiles, each listed once, into an integer."""
    return sum(1 << x + y * width for x, y in points)


def framed(point: Point, width: int) -> Framed:
    """Return the bit of one tile in a set with a margin."""
    return 1 << point[0] + 1 + (point[1] + 1) * width


class DistanceField:
    """Steps from every tile to the nearest goal, computed outward only as far as needed."""

    __slots__ = ("_around", "_goal", "_open", "_rings", "_width", "_window")

    def __init__(self, passable: Bits, width: int, goals: Iterable[Point]) -> None:
        """Flood over `passable` tiles from the goals, which may themselves be impassable."""
        start, self._goal = 0, None
        for goal in goals:
            self._goal = None if start else goal
            start |= framed(goal, width)
        self._open: Framed = passable << width + 1 & ~start
        self._width = width
        self._window = (1 << 2 * width + 3) - 1
        self._rings: list[Framed] = [start]
        self._around: dict[int, tuple[Point, ...]] = {}

    def around(self, tiles: int) -> tuple[Point, ...]:
        """List the tiles within `tiles` (Euclidean) of a single goal that can be walked to from it, by x, then y.

        Cached, because a forecast asks for each of its rolls.
        """
        found = self._around.get(tiles)
        if found is None:
            x, y = self._goal or (0, 0)
            self._reaches(4 * tiles)
            walked: Framed = 0
            for ring in self._rings[: 4 * tiles + 1]:
                walked |= ring
            found = self._around[tiles] = tuple(
                (x + dx, y + dy)
                for dx, dy in sorted(disc(tiles))
                if 0 <= x + dx < self._width
                and y + dy >= 0
                and walked & framed((x + dx, y + dy), self._width)
            )
        return found

    def _reaches(self, steps: int) -> bool:
        """Grow the flood up to a number of steps; return whether it reaches that far."""
        while len(self._rings) <= steps:
            if not self._grow():
                return False
        return True

    def _grow(self) -> bool:
        """Add the next ring; return False when the flood has ended."""
        edge = self._rings[-1]
        if not edge:
            return False
        row = edge | edge << 1 | edge >> 1
        ring = (row | row << self._width | row >> self._width) & self._open
        self._open &= ~ring
        self._rings.append(ring)
        return bool(ring)

    def distance(self, point: Point, limit: int = 1_000) -> int | None:
        """Return the number of steps from a tile to the nearest goal; None when there is no path within `limit`."""
        rings, (x, y), first = self._rings, point, 0
        cell = x + 1 + (y + 1) * self._width
        if self._goal is not None:
            # On open ground this is the ring that holds the tile.
            first = max(abs(x - self._goal[0]), abs(y - self._goal[1]))
        if first > limit or (first >= len(rings) and not self._reaches(first)):
            return None
        steps = first
        while not rings[steps] >> cell & 1:
            steps += 1
            if steps > limit or (steps == len(rings) and not self._grow()):
                return None
        return steps

    def steps(self, point: Point, limit: int = 1_000) -> list[Point]:
        """List the neighbours of a tile that are one step nearer to the goal, straight ones first."""
        (x, y), steps = point, self.distance(point, limit)
        return [(x + dx, y + dy) for dx, dy in self.ways(point, steps - 1)] if steps else []

    def ways(self, point: Point, steps: int, barred: Window = 0) -> tuple[Point, ...]:
        """List the directions from a tile to neighbours `steps` steps from the goal, straight ones first.

        Neighbours in `barred`, a window around the tile, are left out. The ring of those steps must be known: ask for
        the tile's own `distance` first. The 3x3 window around the tile is cut out of the ring's bits at once.
        """
        x, y = point
        width = self._width
        rows = self._rings[steps] >> x + y * width & self._window
        if not rows:
            return ()
        near = rows & 7 | (rows >> width & 7) << 3 | rows >> 2 * width << 6
        return directions(near & ~barred)


@cache
def directions(found: Window) -> tuple[Point, ...]:
    """List the directions of the tiles set in a window, straight ones first."""
    return tuple((dx, dy) for dx, dy in DIRECTIONS if found >> dx + 1 + 3 * (dy + 1) & 1)


def route(passable: NDArray[np.bool_], start: Point, goal: Point) -> list[Point]:
    """Return the shortest path from start (left out) to goal (included); empty when there is none."""
    if start == goal or not passable[goal]:
        return []
    graph = tcod.path.SimpleGraph(cost=passable.astype(np.int8), cardinal=2, diagonal=3)
    finder = tcod.path.Pathfinder(graph)
    finder.add_root(start)
    way = finder.path_to(goal)
    return [(int(x), int(y)) for x, y in way[1:]]
