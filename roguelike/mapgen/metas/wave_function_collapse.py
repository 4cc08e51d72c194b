"""A new map made from pieces of an old one, such that passages continue from piece to piece (after Gumin 2016).

The map is cut into square chunks. These, and their mirror images, are the patterns. For each cell a pattern is chosen
whose edges agree with those of the neighbours already placed: both are closed, or some passage leads through. (In the
source an edge without a passage agrees only with one that is open throughout, the opposite of what is meant.)
"""

import numpy as np
from numpy.typing import NDArray

from roguelike.core.geometry import ORTHOGONAL, Point
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, blank
from roguelike.mapgen.reach import union
from roguelike.world.terrain import WALKABLE

Patterns = NDArray[np.uint8]
"""Tile numbers of shape (patterns, chunk, chunk)."""
Options = int
"""A set of patterns: bit n."""

OPPOSITE = (2, 3, 0, 1)
"""The side that meets each side; sides are in the order of `ORTHOGONAL`: north, east, south, west."""


class WaveFunctionCollapse(Record):
    """Rebuild the whole map from its own chunks; after some failures it stays the same (source: 8 tiles, 10)."""

    chunk: int = 8
    attempts: int = 10

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Replace the ground; rooms, corridors and spawns of the old one are dropped."""
        columns, rows = plan.width // self.chunk, plan.height // self.chunk
        found = patterns(plan, self.chunk)
        agree = agreements(found)
        for _ in range(self.attempts):
            laid = lay(columns, rows, agree, len(found), rng)
            if laid:
                self._draw(plan, found, laid)
                return

    def _draw(self, plan: Blueprint, found: Patterns, laid: dict[Point, int]) -> None:
        """Put the chosen patterns on the map, centred if they don't fill it, and close its edge."""
        tiles, size = blank(plan.width, plan.height), self.chunk
        left, top = plan.width % size // 2, plan.height % size // 2
        for (column, row), number in laid.items():
            x, y = left + column * size, top + row * size
            tiles[x : x + size, y : y + size] = found[number]
        plan.clear()
        inner = plan.interior.slices
        plan.tiles[inner] = tiles[inner]


def patterns(plan: Blueprint, size: int) -> Patterns:
    """Return all chunks of a map with their mirror images, each once, in a fixed order."""
    columns, rows = plan.width // size, plan.height // size
    whole = plan.tiles[: columns * size, : rows * size]
    chunks = whole.reshape(columns, size, rows, size).swapaxes(1, 2).reshape(-1, size, size)
    mirrored = (chunks, chunks[:, ::-1], chunks[:, :, ::-1], chunks[:, ::-1, ::-1])
    found = sorted({chunk.tobytes() for chunk in np.concatenate(mirrored)})
    return np.frombuffer(b"".join(found), dtype=np.uint8).reshape(-1, size, size)


def agreements(found: Patterns) -> tuple[tuple[Options, ...], ...]:
    """Return, by side and pattern, which patterns may be placed on that side of it."""
    walkable: NDArray[np.bool_] = np.asarray(WALKABLE[found])
    edges = (walkable[:, :, 0], walkable[:, -1, :], walkable[:, :, -1], walkable[:, 0, :])
    return tuple(_fits(edges[side], edges[other]) for side, other in enumerate(OPPOSITE))


def _fits(edge: NDArray[np.bool_], other: NDArray[np.bool_]) -> tuple[Options, ...]:
    """Return for each pattern's edge which patterns may meet it with their opposite edge.

    There are many patterns but few ways in which an edge can be open: the result is computed once for each of these.
    """
    open_at = [_as_options(slot) for slot in other.T]
    closed = _as_options(np.logical_not(other.any(axis=1)))
    known: dict[bytes, Options] = {}
    for way in edge:
        if (key := way.tobytes()) not in known:
            slots = way.nonzero()[0].tolist()
            known[key] = union(open_at[slot] for slot in slots) if slots else closed
    return tuple(known[way.tobytes()] for way in edge)


def _as_options(chosen: NDArray[np.bool_]) -> Options:
    """Pack a mask over the patterns into a set of them."""
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")


def lay(
    columns: int, rows: int, agree: tuple[tuple[Options, ...], ...], count: int, rng: Stream
) -> dict[Point, int] | None:
    """Choose a pattern for every cell, always where the fewest remain possible; None if a cell has none left."""
    options = {(x, y): (1 << count) - 1 for x in range(columns) for y in range(rows)}
    laid: dict[Point, int] = {}
    while options:
        cell = min(options, key=lambda place: options[place].bit_count())
        left = options.pop(cell)
        if not left:
            return None
        number = laid[cell] = nth(left, rng.below(left.bit_count()))
        for side, (dx, dy) in enumerate(ORTHOGONAL):
            beside = (cell[0] + dx, cell[1] + dy)
            if beside in options:
                options[beside] &= agree[side][number]
    return laid


def nth(options: Options, number: int) -> int:
    """Return the pattern of a set at an index."""
    low, high = 0, options.bit_length()
    while high - low > 1:
        middle = (low + high) // 2
        if (options & ((1 << middle) - 1)).bit_count() > number:
            high = middle
        else:
            low = middle
    return low
