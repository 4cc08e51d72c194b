"""What surrounds each tile, for the whole map at once.

All functions take a mask of any size and treat what lies beyond the map as false, or say otherwise.
"""

import numpy as np
from numpy.typing import NDArray

from roguelike.core.paths import Bits, to_bits, to_mask
from roguelike.mapgen.blueprint import Mask

Counts = NDArray[np.uint8]

AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight neighbours clockwise from north."""


def _framed(mask: Mask, *, beyond: bool = False) -> Counts:
    """Return a mask as numbers, one tile larger on each side; `beyond` says what lies there."""
    width, height = mask.shape
    # np.pad does the same in ten times the time.
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
    """Count how many of the eight neighbours are in the mask; `beyond` says what lies outside the map."""
    padded = _framed(mask, beyond=beyond)
    rows = padded[:-2] + padded[1:-1] + padded[2:]
    counts: Counts = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] - padded[1:-1, 1:-1]
    return counts


def count_beside(mask: Mask) -> Counts:
    """Count how many of the four straight neighbours are in the mask."""
    padded = _framed(mask)
    counts: Counts = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
    return counts


def bypassable(walkable: Mask) -> Mask:
    """Return the walkable tiles whose loss would cut nothing off: one can always walk around them.

    Stairs and traps stand only on these, so that nobody is made to tread on one. Going round such a tile, one meets
    ground in one run at most. As bits, so that the whole map is asked at once; its edge is not walkable.
    """
    ground, width = to_bits(walkable), walkable.shape[0]
    around = [_moved(ground, dx + dy * width) for dx, dy in AROUND]
    for corner in (1, 3, 5, 7):
        # Two sides around a missing corner touch each other diagonally.
        around[corner] |= around[corner - 1] & around[(corner + 1) % 8]
    once = twice = 0
    for n in range(8):
        begins = around[n] & ~around[n - 1]
        twice |= once & begins
        once |= begins
    return to_mask(ground & (once | around[0]) & ~twice, walkable.shape)


def _moved(tiles: Bits, places: int) -> Bits:
    """Return the tiles from which it is so many places to one of some tiles."""
    return tiles >> places if places > 0 else tiles << -places


def roomy(free: Bits, map_width: int, width: int, height: int) -> Bits:
    """Return the tiles that are the top left one of a rectangle of this size all free; the map's edge is not."""
    for size, places in ((width, 1), (height, map_width)):
        done = 1
        while done < size:
            more = min(done, size - done)
            free &= free >> more * places
            done += more
    return free
