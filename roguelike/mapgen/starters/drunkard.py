"""Caves dug by drunkard's walks: diggers wander at random until enough is floor (Cogmind, Chris Allen's walkers).

Diggers walk in parties. A party walks all its steps at once as arrays, so that half a map is dug in a millisecond; one
party more or less than needed is not noticeable.
"""

from typing import Literal

import numpy as np

from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.brush import Places, Symmetry, paint, scattered, walks

DIGGERS_AT_ONCE = 8
"""How many diggers start together."""


class DrunkardsWalk(Record):
    """Send diggers from the middle or from anywhere, for `lifetime` steps each, until a share of the map is floor."""

    begin: Literal["middle", "anywhere"]
    lifetime: int
    floor_share: float
    brush: int = 1
    symmetry: Symmetry = Symmetry.NONE

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Send parties of diggers until the share of floor is reached."""
        floor = np.zeros((plan.width, plan.height), dtype=np.bool_)
        wanted = self.floor_share * floor.size
        starts = np.array([(plan.width // 2, plan.height // 2)])
        # A walk reaches as far as the square root of its steps, so a lifetime scaled by area keeps its shape.
        steps = max(self.lifetime, plan.scaled(self.lifetime))
        while floor.sum() < wanted:
            ways = walks(rng, starts, steps, floor.shape)
            paint(floor, ways, self.brush, self.symmetry)
            if plan.history is not None:
                plan.dig_mask(floor)
                plan.snapshot()
            starts = self._party(rng, plan)
        plan.dig_mask(floor)

    def _party(self, rng: Stream, plan: Blueprint) -> Places:
        """Return the starts of the next diggers."""
        if self.begin == "anywhere":
            return scattered(rng, DIGGERS_AT_ONCE, (plan.width, plan.height))
        return np.full((DIGGERS_AT_ONCE, 2), (plan.width // 2, plan.height // 2))


# The five kinds of the source, with its numbers.
OPEN_AREA = DrunkardsWalk("middle", 400, 0.5)
OPEN_HALLS = DrunkardsWalk("anywhere", 400, 0.5)
WINDING_PASSAGES = DrunkardsWalk("anywhere", 100, 0.4)
FAT_PASSAGES = DrunkardsWalk("anywhere", 100, 0.4, brush=2)
FEARFUL_SYMMETRY = DrunkardsWalk("anywhere", 100, 0.4, symmetry=Symmetry.BOTH)
