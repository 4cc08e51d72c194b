"""Ways over the map. One field of distances from a goal serves every hunter of that goal.

A step costs the same in all eight directions, so a breadth-first flood is exact, and rings of it fit in big
integers: bit x + y * width of ring d is set when the tile is d steps away. Growing a ring is a few shifts of the
whole map at once, some 30 us for 80x50, against 400 us for a Dijkstra map. The map's edge must be impassable, or
the shifts would wrap from one row to the next.
"""

from collections.abc import Iterable, Iterator

import numpy as np
import tcod.path
from numpy.typing import NDArray

from roguelike.core.geometry import DIRECTIONS, Point

Bits = int
"""A set of tiles: bit x + y * width."""


def to_bits(mask: NDArray[np.bool_]) -> Bits:
    """Pack a [x, y] mask into an integer."""
    packed = np.packbits(mask.ravel(order="F"), bitorder="little")
    return int.from_bytes(packed.tobytes(), "little")


class DistanceField:
    """Steps from every tile to the nearest goal, grown outward only as far as somebody asks."""

    __slots__ = ("_open", "_rings", "_width")

    def __init__(self, passable: Bits, width: int, goals: Iterable[Point]) -> None:
        """Flood over `passable` tiles from the goals (which may themselves be impassable)."""
        start = 0
        for x, y in goals:
            start |= 1 << (x + y * width)
        self._open = passable & ~start
        self._width = width
        self._rings: list[Bits] = [start]

    def _grow(self) -> bool:
        """Add the next ring; False when the flood has ended."""
        edge = self._rings[-1]
        if not edge:
            return False
        row = edge | edge << 1 | edge >> 1
        ring = (row | row << self._width | row >> self._width) & self._open
        self._open &= ~ring
        self._rings.append(ring)
        return bool(ring)

    def distance(self, point: Point, limit: int = 1_000) -> int | None:
        """Count the steps from a tile to the nearest goal; None when there is no way within `limit`."""
        cell = point[0] + point[1] * self._width
        rings = self._rings
        for steps in range(limit + 1):
            if steps >= len(rings) and not self._grow():
                return None
            if rings[steps] >> cell & 1:
                return steps
        return None

    def steps(self, point: Point, limit: int = 1_000) -> Iterator[Point]:
        """Yield the neighbours of a tile that are one step nearer to the goal, straight ones first."""
        steps = self.distance(point, limit)
        if not steps:
            return
        ring, width = self._rings[steps - 1], self._width
        x, y = point
        for dx, dy in DIRECTIONS:
            if ring >> (x + dx + (y + dy) * width) & 1:
                yield (x + dx, y + dy)


def route(passable: NDArray[np.bool_], start: Point, goal: Point) -> list[Point]:
    """Return the shortest way from start (left out) to goal (included); empty when there is none."""
    if start == goal or not passable[goal]:
        return []
    graph = tcod.path.SimpleGraph(cost=passable.astype(np.int8), cardinal=2, diagonal=3)
    finder = tcod.path.Pathfinder(graph)
    finder.add_root(start)
    way = finder.path_to(goal)
    return [(int(x), int(y)) for x, y in way[1:]]
