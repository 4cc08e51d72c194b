"""An open square in the middle of a city: paved, ringed with lights, with a fountain at the centre."""

from math import cos, pi, sin

import numpy as np

from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Mask, Spawn
from roguelike.world.terrain import Tile


class Plaza(Record):
    """Clear an ellipse of these percentages of the map's sides, and put lights along it."""

    across: int = 54
    down: int = 58
    lights: int = 14
    light: str = "Brazier"

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Pave the square and the fountain, drop what was there, place the lights."""
        square = ellipse(plan, self.across / 2, self.down / 2)
        plan.tiles[square] = Tile.FLOOR
        plan.tiles[ellipse(plan, self.across / 4, self.down / 4)] = Tile.ROAD
        plan.tiles[ellipse(plan, 5, 6)] = Tile.SHALLOW_WATER
        plan.tiles[ellipse(plan, 3, 3)] = Tile.DEEP_WATER
        plan.rooms = [room for room in plan.rooms if not square[room.centre]]
        plan.drop(lambda spawn: square[spawn.point])
        turn = rng.below(100) / 100
        for number in range(self.lights):
            angle = 2 * pi * (number + turn) / self.lights
            x = round(plan.width * (0.5 + self.across * 0.42 / 100 * cos(angle)))
            y = round(plan.height * (0.5 + self.down * 0.42 / 100 * sin(angle)))
            plan.spawns.append(Spawn("props", self.light, (x, y)))


def ellipse(plan: Blueprint, across: float, down: float) -> Mask:
    """Return the tiles no farther from the middle than these percentages of the map's sides."""
    x = (np.arange(plan.width) + 0.5) / plan.width - 0.5
    y = (np.arange(plan.height) + 0.5) / plan.height - 0.5
    apart = (x[:, None] * 100 / across) ** 2 + (y[None, :] * 100 / down) ** 2
    result: Mask = apart <= 1
    return result
