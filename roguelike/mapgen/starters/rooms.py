"""Rooms, without the corridors between them, and mazes, which have no rooms.

`ScatteredRooms` stand at random places, kept where they do not touch: the classic dungeon of Rogue (1980). By binary
space partition, ground is cut into ever smaller rectangles: `PartitionedRooms` lists rooms that fit somewhere inside
the pieces, with rock between them; `PartitionedInterior` digs out every piece, so that only one wall separates
neighbours, as in a house. Rooms are only listed: another step digs them, so that one plan can become square halls or
round chambers.

A maze is a depth-first walk over a grid of cells, two tiles apart, that backtracks when it is stuck: from the end of
its trail, which makes long winding passages; the source backtracks from the front, which makes short stubs.
"""

from itertools import pairwise

import numpy as np

from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.chain import UnfitError
from roguelike.mapgen.metas.rooms import dig_corridor, elbow, somewhere_in
from roguelike.mapgen.rect import Rect
from roguelike.world.terrain import Tile


class PartitionedRooms(Record):
    """Place rooms of at most `most` tiles a side in random pieces, quartering a piece at each success.

    Source: BspDungeon, 240 tries, rooms of 4..20, two tiles of rock around each, offsets of 0..5 in the piece.
    """

    tries: int = 240
    most: int = 20
    fewest: int = 5

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """List the rooms; UnfitError when there are too few for a level."""
        whole = Rect(2, 2, plan.width - 5, plan.height - 5)
        pieces = [whole, *quarters(whole)]
        bounds, taken = plan.interior, np.zeros(plan.tiles.shape, dtype=np.bool_)
        for room in plan.rooms:
            taken[room.slices] = True
        for _ in range(max(self.tries, plan.scaled(self.tries))):
            piece = rng.choice(pieces)
            room = self._room_in(piece, rng)
            claim = room.grown(2)
            if not bounds.encloses(claim) or taken[claim.slices].any():
                continue
            taken[room.slices] = True
            plan.rooms.append(room)
            pieces += quarters(piece)
        if len(plan.rooms) < self.fewest:
            raise UnfitError("too few rooms")

    def _room_in(self, piece: Rect, rng: Stream) -> Rect:
        """Return a room somewhere near the corner of a piece."""
        width = max(3, rng.die(min(piece.width, self.most)) - 1) + 1
        height = max(3, rng.die(min(piece.height, self.most)) - 1) + 1
        return Rect(piece.left + rng.below(6), piece.top + rng.below(6), width, height)


def quarters(piece: Rect) -> list[Rect]:
    """Cut a piece into quarters."""
    width, height = max(1, piece.width // 2), max(1, piece.height // 2)
    return [
        Rect(left, top, width, height)
        for left in (piece.left, piece.left + width)
        for top in (piece.top, piece.top + height)
    ]


class PartitionedInterior(Record):
    """Cut the whole map in two until a piece would be less than `least` tiles a side, and dig out all pieces.

    Source: BspInterior, least 8, always in the middle; there a piece too low to be cut stays whole, however long it is.
    Here the cut deviates from the middle, and `hall_percent` of the pieces that could be cut only twice more stay
    whole. Consecutive rooms of the list are joined at random tiles.
    """

    least: int = 8
    hall_percent: float = 20

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig and join the rooms."""
        whole = Rect(1, 1, plan.width - 1, plan.height - 1)
        plan.rooms = self._leaves(whole, rng)
        for room in plan.rooms:
            plan.tiles[room.slices] = Tile.FLOOR
        plan.snapshot()
        for room, after in pairwise(plan.rooms):
            way = elbow(somewhere_in(room, rng), somewhere_in(after, rng), across_first=True)
            dig_corridor(plan, way)

    def _leaves(self, piece: Rect, rng: Stream) -> list[Rect]:
        """Split a piece as often as its size allows; a wall is left on the right and at the bottom of each."""
        wide, high = piece.width // 2 > self.least, piece.height // 2 > self.least
        hall = max(piece.width, piece.height) <= 4 * self.least and rng.chance(self.hall_percent)
        if hall or not (wide or high):
            return [Rect(piece.left, piece.top, piece.width - 1, piece.height - 1)]
        across = wide and (not high or rng.chance(50))
        half = (piece.width if across else piece.height) // 2
        stray = min(half - self.least - 1, half // 4)
        parts = halves(piece, half + rng.between(-stray, stray), across)
        return [leaf for part in parts for leaf in self._leaves(part, rng)]


def halves(piece: Rect, cut: int, across: bool) -> tuple[Rect, Rect]:  # noqa: FBT001
    """Cut a piece in two at a distance in tiles, side by side or one above the other."""
    left, top, width, height = piece
    if across:
        return Rect(left, top, cut, height), Rect(left + cut, top, width - cut, height)
    return Rect(left, top, width, cut), Rect(left, top + cut, width, height - cut)


class ScatteredRooms(Record):
    """Place rooms of `least` .. `most` tiles a side (source: SimpleMap, 30 tries of 6..9)."""

    tries: int = 30
    least: int = 5
    most: int = 10
    fewest: int = 5

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """List the rooms that fit; UnfitError when there are too few for a level."""
        for _ in range(max(self.tries, plan.scaled(self.tries))):
            width, height = rng.between(self.least, self.most), rng.between(self.least, self.most)
            left = rng.between(1, plan.width - width - 1)
            top = rng.between(1, plan.height - height - 1)
            room = Rect(left, top, width, height)
            if not any(room.grown(1).overlaps(other) for other in plan.rooms):
                plan.rooms.append(room)
        if len(plan.rooms) < self.fewest:
            raise UnfitError("too few rooms")


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
