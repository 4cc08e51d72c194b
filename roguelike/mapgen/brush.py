"""Digging with a brush: many tiles at once, thick or thin, mirrored or not.

Diggers are rows of an array of (x, y), so that a hundred of them dig in one operation.
"""

from enum import Flag, auto
from functools import cache

import numpy as np
from numpy.typing import NDArray

from roguelike.core.geometry import Point
from roguelike.core.rng import Stream
from roguelike.mapgen import noise
from roguelike.mapgen.blueprint import Mask

Places = NDArray[np.int64]
"""Points, as an array whose last axis is (x, y)."""

MARGIN_TILES = 2
"""Diggers stay this far from the map's outermost tiles (source: 2 .. width - 2), so that a thick brush stays inside."""

STEPS: Places = np.array(((0, -1), (1, 0), (0, 1), (-1, 0)), dtype=np.int64)
"""The four orthogonal steps."""


class Symmetry(Flag):
    """How strokes are mirrored about the middle of the map."""

    NONE = 0
    ACROSS = auto()
    DOWN = auto()
    BOTH = ACROSS | DOWN


def clipped(places: Places, shape: tuple[int, ...]) -> Places:
    """Move places that are too close to the edge back inside."""
    limit = np.array(shape) - 1 - MARGIN_TILES
    result: Places = np.clip(places, MARGIN_TILES, limit)
    return result


@cache
def stamp(size: int) -> tuple[Point, ...]:
    """Return the offsets of the tiles under a brush (source: -n/2 .. n/2 - 1 each way)."""
    reach = range(-(size // 2), (size + 1) // 2)
    return tuple((dx, dy) for dx in reach for dy in reach)


def paint(floor: Mask, places: Places, size: int = 1, symmetry: Symmetry = Symmetry.NONE) -> None:
    """Add the tiles under a brush of size x size tiles to a mask, at all places.

    `BOTH` paints the place and its two mirror images, as the source does, and the third, which the source forgets.
    """
    places = clipped(places.reshape(-1, 1, 2) + np.array(stamp(size)), floor.shape).reshape(-1, 2)
    edge = np.array(floor.shape) - 1
    if Symmetry.ACROSS in symmetry:
        places = np.concatenate((places, np.stack((edge[0] - places[:, 0], places[:, 1]), axis=1)))
    if Symmetry.DOWN in symmetry:
        places = np.concatenate((places, np.stack((places[:, 0], edge[1] - places[:, 1]), axis=1)))
    floor[places[:, 0], places[:, 1]] = True


def scattered(rng: Stream, count: int, shape: tuple[int, ...]) -> Places:
    """Return random places inside the margin."""
    width, height = shape
    x = noise.below(rng, width - 2 * MARGIN_TILES, count) + MARGIN_TILES
    y = noise.below(rng, height - 2 * MARGIN_TILES, count) + MARGIN_TILES
    return np.stack((x, y), axis=1)


def walks(rng: Stream, starts: Places, steps: int, shape: tuple[int, ...]) -> Places:
    """Walk at random from each start; return all places on all walks, shape (starts, steps + 1, 2).

    Walks that would leave the map are reflected at the margin: the sums of free steps are folded back, so that all
    walks need only a handful of array operations.
    """
    paces = STEPS[noise.below(rng, 4, len(starts), steps)]
    free = np.concatenate((starts[:, None, :], paces), axis=1).cumsum(axis=1)
    span = np.array(shape) - 1 - 2 * MARGIN_TILES
    folded: Places = MARGIN_TILES + span - abs((free - MARGIN_TILES) % (2 * span) - span)
    return folded
