"""Mazes: a depth-first walk over a grid of cells, two tiles apart, that backtracks when it is stuck.

The walk backtracks from the end of its trail, which makes long winding passages; the source backtracks from the front,
which makes short stubs.
"""

from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint
from roguelike.world.terrain import Tile


class Maze(Record):
    """Dig a maze over the whole map, then open some more walls, so that a chase has more than one outcome."""

    loop_percent: float = 6

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig the cells and the links of a maze, then some more links."""
        columns, rows = plan.width // 2 - 2, plan.height // 2 - 2
        links = walk(columns, rows, rng)
        links += self._loops(columns, rows, rng)
        for a, b in links:
            (ax, ay), (bx, by) = divmod(a, rows), divmod(b, rows)
            for x, y in ((2 * ax, 2 * ay), (2 * bx, 2 * by), (ax + bx, ay + by)):
                plan.tiles[x + 2, y + 2] = Tile.FLOOR

    def _loops(self, columns: int, rows: int, rng: Stream) -> list[tuple[int, int]]:
        """Choose some pairs of neighbouring cells to link, whether or not they already are."""
        pairs = [(cell, cell + rows) for cell in range((columns - 1) * rows)]
        pairs += [(cell, cell + 1) for cell in range(columns * rows) if (cell + 1) % rows]
        return [pair for pair in pairs if rng.chance(self.loop_percent)]


def walk(columns: int, rows: int, rng: Stream) -> list[tuple[int, int]]:
    """Link all cells of a grid without a loop; cell (c, r) is number c * rows + r."""
    trail = [rng.below(columns * rows)]
    fresh = bytearray(b"\x01") * (columns * rows)
    fresh[trail[0]] = 0
    links = []
    while trail:
        cell = trail[-1]
        ways = fresh_beside(cell, rows, fresh)
        if not ways:
            trail.pop()
            continue
        after = rng.choice(ways)
        fresh[after] = 0
        links.append((cell, after))
        trail.append(after)
    return links


def fresh_beside(cell: int, rows: int, fresh: bytearray) -> list[int]:
    """List the unvisited neighbours of a cell."""
    row = cell % rows
    ways = []
    if row and fresh[cell - 1]:
        ways.append(cell - 1)
    if row + 1 < rows and fresh[cell + 1]:
        ways.append(cell + 1)
    if cell >= rows and fresh[cell - rows]:
        ways.append(cell - rows)
    if cell + rows < len(fresh) and fresh[cell + rows]:
        ways.append(cell + rows)
    return ways
