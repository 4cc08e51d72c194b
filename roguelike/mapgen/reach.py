"""Floods, and the surroundings of each tile: what can be walked to, in how many steps, what is connected.

Rings of a flood are big integers, like the distance fields of `core.paths`: the whole map grows by one step in a few
shifts, so that a full flood of 80x50 tiles takes about 40 us. Here all rings are needed at once. Functions about masks
take one of any size and treat everything outside the map as false, unless they say otherwise.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from roguelike.core import paths, sight
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Mask


def drawn(tiles: paths.Bits, width: int, height: int, rng: Stream) -> Point | None:
    """Draw one of the tiles at random; None, without a roll, when there is none."""
    places = np.flatnonzero(paths.to_mask(tiles, (width, height)))
    return divmod(int(places[rng.below(len(places))]), height) if len(places) else None


def to_points(bits: paths.Bits, width: int, height: int) -> list[Point]:
    """List the tiles of a bit set, sorted by x, then y."""
    return sight.points(paths.to_mask(bits, (width, height)))


def nearest(fit: Mask, goal: Point) -> Point | None:
    """Return the tile of a mask nearest to one (Euclidean), the leftmost, then topmost, of equals; None if empty."""
    places = np.argwhere(fit)
    if not len(places):
        return None
    x, y = places[((places - goal) ** 2).sum(axis=1).argmin()].tolist()
    return (x, y)


def bit(point: Point, width: int) -> paths.Bits:
    """Return the bit set of one tile."""
    return 1 << (point[0] + point[1] * width)


EVERYWHERE = 1_000_000
"""Number of steps after which any flood has ended."""


def rings(
    passable: paths.Bits, start: paths.Bits, width: int, most: int = EVERYWHERE
) -> list[paths.Bits]:
    """Flood from the start in all eight directions, `most` steps far; ring d holds the tiles d steps away."""
    free = passable & ~start
    ring, found = start, list[paths.Bits]()
    while ring and len(found) <= most:
        found.append(ring)
        row = ring | ring << 1 | ring >> 1
        ring = (row | row << width | row >> width) & free
        free ^= ring
    return found


def filled(passable: paths.Bits, start: paths.Bits, width: int) -> paths.Bits:
    """Return the tiles of all rings, including the start: most floods need no more, and it is a quarter faster."""
    left, ring = passable & ~start, start
    while ring:
        row = ring | ring << 1 | ring >> 1
        ring = (row | row << width | row >> width) & left
        left ^= ring
    return start | passable & ~left


def union(parts: Iterable[paths.Bits]) -> paths.Bits:
    """Return the tiles that are in any of some bit sets."""
    whole = 0
    for part in parts:
        whole |= part
    return whole


def flood(passable: Mask, start: Point, most: int = EVERYWHERE) -> list[paths.Bits]:
    """Return the rings of tiles 0, 1, 2 ... `most` steps from the start."""
    width = passable.shape[0]
    return rings(paths.to_bits(passable), bit(start, width), width, most)


def path(passable: Mask, start: Point, goal: Point) -> list[Point]:
    """Return a shortest path from start to goal, both included; empty when there is none."""
    return downhill(flood(passable, goal), start, passable.shape[0])


def downhill(ways: list[paths.Bits], start: Point, width: int) -> list[Point]:
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
    return paths.to_mask(filled(paths.to_bits(passable), bit(start, width), width), (width, height))


def parts(passable: Mask) -> list[paths.Bits]:
    """Split the tiles into connected parts, in the order of their first tiles."""
    width = passable.shape[0]
    left, skipped, found = paths.to_bits(passable), 0, list[paths.Bits]()
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
    return paths.to_mask(best, passable.shape)


def hangs_together(passable: Mask) -> bool:
    """Return whether every tile can be walked to from every other."""
    return is_whole(paths.to_bits(passable), passable.shape[0])


def is_whole(tiles: paths.Bits, width: int) -> bool:
    """Return whether all tiles of a bit set are connected."""
    if not tiles:
        return True
    tiles >>= _empty_before(tiles)
    return filled(tiles, tiles & -tiles, width) == tiles


def _empty_before(tiles: paths.Bits) -> int:
    """Count the places before the first tile, less one: a flood shifts from a tile to the one before it."""
    return max(0, (tiles & -tiles).bit_length() - 2)


def shore(part: paths.Bits, width: int) -> paths.Bits:
    """Return the tiles around a part, which must not touch the edge of the map."""
    row = part | part << 1 | part >> 1
    return (row | row << width | row >> width) & ~part


Counts = NDArray[np.uint8]

AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight neighbours clockwise from north."""


def _framed(mask: Mask, *, beyond: bool = False) -> Counts:
    """Return a mask as numbers, one tile larger on each side; the margin is filled with `beyond`."""
    width, height = mask.shape
    # np.pad does the same but takes ten times as long.
    padded = np.full((width + 2, height + 2), beyond, dtype=np.uint8, order="F")
    padded[1:-1, 1:-1] = mask
    return padded


def shifted(mask: Mask, dx: int, dy: int) -> Mask:
    """Return for each tile whether its neighbour at (dx, dy) is in the mask."""
    width, height = mask.shape
    result = np.zeros_like(mask)
    result[max(0, -dx) : width - max(0, dx), max(0, -dy) : height - max(0, dy)] = mask[
        max(0, dx) : width + min(0, dx), max(0, dy) : height + min(0, dy)
    ]
    return result


def count_around(mask: Mask, *, beyond: bool = False) -> Counts:
    """Count how many of the eight neighbours are in the mask; `beyond` is the value outside the map."""
    padded = _framed(mask, beyond=beyond)
    rows = padded[:-2] + padded[1:-1] + padded[2:]
    counts: Counts = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] - padded[1:-1, 1:-1]
    return counts


def count_beside(mask: Mask) -> Counts:
    """Count how many of the four orthogonal neighbours are in the mask."""
    padded = _framed(mask)
    counts: Counts = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
    return counts


def bypassable(walkable: Mask) -> Mask:
    """Return the walkable tiles whose loss would cut nothing off: one can always walk around them.

    Stairs and traps are placed only on these, so that nobody is forced to tread on one. The walkable neighbours around
    such a tile form at most one run. Computed on bits, so that the whole map is tested at once; its edge is not
    walkable.
    """
    ground, width = paths.to_bits(walkable), walkable.shape[0]
    shifts = [dx + dy * width for dx, dy in AROUND]
    around = [ground >> places if places > 0 else ground << -places for places in shifts]
    for corner in (1, 3, 5, 7):
        # The two sides next to a missing corner touch each other diagonally.
        around[corner] |= around[corner - 1] & around[(corner + 1) % 8]
    once = twice = 0
    for n in range(8):
        begins = around[n] & ~around[n - 1]
        twice |= once & begins
        once |= begins
    return paths.to_mask(ground & (once | around[0]) & ~twice, walkable.shape)


def roomy(free: paths.Bits, map_width: int, width: int, height: int) -> paths.Bits:
    """Return the tiles that are the top left one of a free rectangle of this size; the map's edge must not be free."""
    for size, places in ((width, 1), (height, map_width)):
        done = 1
        while done < size:
            more = min(done, size - done)
            free &= free >> more * places
            done += more
    return free
