"""What surrounds each tile, for the whole map at once.

All functions take a mask of any size and treat what lies beyond the map as false, or say otherwise.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from roguelike.mapgen.blueprint import Mask

Counts = NDArray[np.uint8]

AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight neighbours clockwise from north: bit n of a tile's code is set when neighbour n is in the mask."""


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


@cache
def _open_codes() -> Mask:
    """Work out for each of 256 surroundings whether its tiles are connected without the tile in the middle."""
    return np.array([_is_one_run(code) for code in range(256)], dtype=np.bool_)


def _is_one_run(code: int) -> bool:
    """Return whether one can walk between all neighbours of a tile without stepping on it.

    Two straight neighbours around a missing corner touch each other diagonally, so a missing corner between two
    present sides does not part them.
    """
    present = [bool(code >> n & 1) for n in range(8)]
    for corner in (1, 3, 5, 7):
        if present[corner - 1] and present[(corner + 1) % 8]:
            present[corner] = True
    starts = sum(present[n] and not present[n - 1] for n in range(8))
    return starts <= 1 and any(present)


def codes(mask: Mask) -> Counts:
    """Return each tile's surroundings as a code of eight bits."""
    width, height = mask.shape
    padded, found = _framed(mask), np.zeros(mask.shape, dtype=np.uint8, order="F")
    for n, (dx, dy) in enumerate(AROUND):
        found |= padded[1 + dx : 1 + dx + width, 1 + dy : 1 + dy + height] << np.uint8(n)
    return found


def bypassable(walkable: Mask) -> Mask:
    """Return the walkable tiles whose loss would cut nothing off: one can always walk around them.

    Stairs and traps stand only on these, so that nobody is made to tread on one.
    """
    return walkable & _open_codes()[codes(walkable)]


def windows(mask: Mask, width: int, height: int) -> Mask:
    """Return the tiles that are the top left one of a rectangle of this size all in the mask.

    The result is smaller than the mask by the rectangle less one tile each way; empty when the rectangle is larger.
    The sums over rectangles come from one summed-area table (Crow 1984).
    """
    if width > mask.shape[0] or height > mask.shape[1]:
        return np.zeros((0, 0), dtype=np.bool_)
    sums = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1), dtype=np.int32, order="F")
    np.cumsum(mask.cumsum(axis=0, dtype=np.int32), axis=1, out=sums[1:, 1:])
    counts = sums[width:, height:] - sums[:-width, height:]
    counts = counts - sums[width:, :-height] + sums[:-width, :-height]
    result: Mask = counts == width * height
    return result
