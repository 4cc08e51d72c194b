"""Binary space partition: ground cut into ever smaller rectangles, in two styles.

`PartitionedRooms` lists rooms that fit somewhere inside the pieces, with rock between them; `PartitionedInterior` digs
out every piece, so that only one wall separates neighbours, as in a house.
"""

from itertools import pairwise

import numpy as np

from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.chain import UnfitError
from roguelike.mapgen.metas.corridors import dig_corridor, elbow, somewhere_in
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
