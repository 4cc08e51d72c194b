"""Cells around random points: every tile belongs to the nearest point, with walls where cells meet at a slant.

A tile is floor when fewer than two of its orthogonal neighbours belong to other cells, so that straight borders are
open and slanting ones are walls. The distance metric determines the style: round, diamond or square cells.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen import noise
from roguelike.mapgen.blueprint import Blueprint

Metric = Literal["euclid", "manhattan", "chebyshev"]


class VoronoiCells(Record):
    """Make this many cells on a map of 80x50 (source: 64)."""

    metric: Metric = "euclid"
    cells: int = 64

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig every tile that no slanting border of cells crosses."""
        count = max(2, plan.scaled(self.cells))
        points = np.stack(
            (noise.below(rng, plan.width, count), noise.below(rng, plan.height, count)), axis=1
        )
        owner = owners(points, plan.width, plan.height, self.metric)
        foreign = np.zeros(owner.shape, dtype=np.uint8)
        for axis in (0, 1):
            differs = np.diff(owner, axis=axis) != 0
            ahead, behind = [slice(None)] * 2, [slice(None)] * 2
            ahead[axis], behind[axis] = slice(1, None), slice(None, -1)
            foreign[tuple(ahead)] += differs
            foreign[tuple(behind)] += differs
        plan.dig_mask(foreign < 2)


def owners(points: NDArray[np.int64], width: int, height: int, metric: Metric) -> NDArray[np.int16]:
    """Return the index of the nearest point for each tile; the first of equally near ones.

    Points are compared one after another with the best so far, in a small type: that is faster than one array of all
    distances, which does not fit in a processor's cache.
    """
    x = np.arange(width, dtype=np.int16)[:, None]
    y = np.arange(height, dtype=np.int16)[None, :]
    nearest = np.full((width, height), np.iinfo(np.int32).max, dtype=np.int32)
    owner = np.zeros((width, height), dtype=np.int16)
    for number, (px, py) in enumerate(points.tolist()):
        apart = measure(abs(x - px), abs(y - py), metric)
        closer = apart < nearest
        np.copyto(nearest, apart, where=closer)
        owner[closer] = number
    return owner


def measure(
    across: NDArray[np.int16], down: NDArray[np.int16], metric: Metric
) -> NDArray[np.int32]:
    """Return distances in the chosen metric (squared for Euclid)."""
    match metric:
        case "euclid":
            return across.astype(np.int32) ** 2 + down.astype(np.int32) ** 2
        case "manhattan":
            return across.astype(np.int32) + down
        case "chebyshev":
            return np.maximum(across, down).astype(np.int32)
