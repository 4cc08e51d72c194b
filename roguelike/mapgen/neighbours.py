"""The surroundings of each tile, for the whole map at once.

All functions take a mask of any size and treat everything outside the map as false, unless they say otherwise.
"""

import numpy as np
from numpy.typing import NDArray

from roguelike.core.paths import Bits, to_bits, to_mask
from roguelike.mapgen.blueprint import Mask

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
    ground, width = to_bits(walkable), walkable.shape[0]
    around = [_moved(ground, dx + dy * width) for dx, dy in AROUND]
    for corner in (1, 3, 5, 7):
        # The two sides next to a missing corner touch each other diagonally.
        around[corner] |= around[corner - 1] & around[(corner + 1) % 8]
    once = twice = 0
    for n in range(8):
        begins = around[n] & ~around[n - 1]
        twice |= once & begins
        once |= begins
    return to_mask(ground & (once | around[0]) & ~twice, walkable.shape)


def _moved(tiles: Bits, places: int) -> Bits:
    """Return the tiles for which the tile at an offset of bits is in a set."""
    return tiles >> places if places > 0 else tiles << -places


def roomy(free: Bits, map_width: int, width: int, height: int) -> Bits:
    """Return the tiles that are the top left one of a free rectangle of this size; the map's edge must not be free."""
    for size, places in ((width, 1), (height, map_width)):
        done = 1
        while done < size:
            more = min(done, size - done)
            free &= free >> more * places
            done += more
    return free
