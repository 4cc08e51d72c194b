"""Rooms at random places, kept where they do not touch: the classic dungeon of Rogue (1980).

This only lists the rooms; another step digs them, so that one plan can become square halls or round chambers.
"""

from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.chain import UnfitError
from roguelike.mapgen.rect import Rect


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
