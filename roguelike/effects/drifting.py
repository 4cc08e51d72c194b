"""How clouds drift in play: by chance. A forecast also lets them drift to the extremes."""

from collections.abc import Callable

from roguelike.core.geometry import ORTHOGONAL, Point
from roguelike.world.game import Game
from roguelike.world.level import Level

Reach = Callable[[Point, int], None]
"""Lets a cloud be on another tile, too, for a number of turns."""


class Drift:
    """Clouds that drift by chance: one that has turns left may go to one neighbour, and is half as lasting then."""

    def from_tile(self, game: Game, point: Point, left: int, reach: Reach) -> int:
        """Let a cloud drift from a tile where it has `left` turns left, more than one; return how many it keeps."""
        if game.rng.chance(50):
            dx, dy = game.rng.choice(ORTHOGONAL)
            there = (point[0] + dx, point[1] + dy)
            if is_open_to_clouds(game.level, there):
                left //= 2
                reach(there, left)
        return left

    def end_turn(self) -> None:
        """Go on to the next turn: every cloud has drifted and is a turn older."""


BY_CHANCE = Drift()


def is_open_to_clouds(level: Level, point: Point) -> bool:
    """Return whether a cloud may drift to a tile."""
    return bool(level.contains(point) and level.transparent[point] and level.walkable[point])
