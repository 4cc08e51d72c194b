"""Floods: what can be walked to, in how many steps, and what is connected.

Rings of a flood are big integers, like the distance fields of `core.paths`: the whole map grows by one step in a few
shifts, so that a full flood of 80x50 tiles takes about 40 us. Here all rings are needed at once.
"""

from collections.abc import Iterable

import numpy as np

from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.core.paths import Bits, to_bits, to_mask
from roguelike.core.rng import Stream
from roguelike.core.sight import points
from roguelike.mapgen.blueprint import Mask


def drawn(tiles: Bits, width: int, height: int, rng: Stream) -> Point | None:
    """Draw one of the tiles at random; None, without a roll, when there is none."""
    places = np.flatnonzero(to_mask(tiles, (width, height)))
    return divmod(int(places[rng.below(len(places))]), height) if len(places) else None


def to_points(bits: Bits, width: int, height: int) -> list[Point]:
    """List the tiles of a bit set, sorted by x, then y."""
    return points(to_mask(bits, (width, height)))


def bit(point: Point, width: int) -> Bits:
    """Return the bit set of one tile."""
    return 1 << (point[0] + point[1] * width)


EVERYWHERE = 1_000_000
"""Number of steps after which any flood has ended."""


def rings(passable: Bits, start: Bits, width: int, most: int = EVERYWHERE) -> list[Bits]:
    """Flood from the start in all eight directions, `most` steps far; ring d holds the tiles d steps away."""
    free = passable & ~start
    ring, found = start, list[Bits]()
    while ring and len(found) <= most:
        found.append(ring)
        row = ring | ring << 1 | ring >> 1
        ring = (row | row << width | row >> width) & free
        free ^= ring
    return found


def filled(passable: Bits, start: Bits, width: int) -> Bits:
    """Return the tiles of all rings, including the start: most floods need no more, and it is a quarter faster."""
    left, ring = passable & ~start, start
    while ring:
        row = ring | ring << 1 | ring >> 1
        ring = (row | row << width | row >> width) & left
        left ^= ring
    return start | passable & ~left


def union(parts: Iterable[Bits]) -> Bits:
    """Return the tiles that are in any of some bit sets."""
    whole = 0
    for part in parts:
        whole |= part
    return whole


def flood(passable: Mask, start: Point, most: int = EVERYWHERE) -> list[Bits]:
    """Return the rings of tiles 0, 1, 2 ... `most` steps from the start."""
    width = passable.shape[0]
    return rings(to_bits(passable), bit(start, width), width, most)


def path(passable: Mask, start: Point, goal: Point) -> list[Point]:
    """Return a shortest path from start to goal, both included; empty when there is none."""
    return downhill(flood(passable, goal), start, passable.shape[0])


def downhill(ways: list[Bits], start: Point, width: int) -> list[Point]:
    """Return a shortest path from a tile back to the start of a flood; empty when the flood never reached it."""
    begin = bit(start, width)
    steps = next((number for number, ring in enumerate(ways) if ring & begin), None)
    if steps is None:
        return []
    way = [start]
    for ring in reversed(ways[:steps]):
        x, y = way[-1]
        near = ((x + dx, y + dy) for dx, dy in DIRECTIONS)
        way.append(next(point for point in near if ring & bit(point, width)))
    return way


def reached(passable: Mask, start: Point) -> Mask:
    """Return all tiles that can be walked to."""
    width, height = passable.shape
    return to_mask(filled(to_bits(passable), bit(start, width), width), (width, height))


def parts(passable: Mask) -> list[Bits]:
    """Split the tiles into connected parts, in the order of their first tiles."""
    width = passable.shape[0]
    left, skipped, found = to_bits(passable), 0, list[Bits]()
    while left:
        # This keeps the integers of a small part short.
        before = _empty_before(left)
        left, skipped = left >> before, skipped + before
        part = filled(left, left & -left, width)
        found.append(part << skipped)
        left ^= part
    return found


def largest_part(passable: Mask) -> Mask:
    """Return the largest set of connected tiles; the first of several equally large ones."""
    found = parts(passable)
    best = max(found, key=int.bit_count, default=0)
    return to_mask(best, passable.shape)


def hangs_together(passable: Mask) -> bool:
    """Return whether every tile can be walked to from every other."""
    return is_whole(to_bits(passable), passable.shape[0])


def is_whole(tiles: Bits, width: int) -> bool:
    """Return whether all tiles of a bit set are connected."""
    if not tiles:
        return True
    tiles >>= _empty_before(tiles)
    return filled(tiles, tiles & -tiles, width) == tiles


def _empty_before(tiles: Bits) -> int:
    """Count the places before the first tile, less one: a flood shifts from a tile to the one before it."""
    return max(0, (tiles & -tiles).bit_length() - 2)


def shore(part: Bits, width: int) -> Bits:
    """Return the tiles around a part, which must not touch the edge of the map."""
    row = part | part << 1 | part >> 1
    return (row | row << width | row >> width) & ~part
