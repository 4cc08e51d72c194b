"""How clouds drift in play: randomly. A forecast also lets them drift to the extremes."""

from collections.abc import Callable

from roguelike.core.geometry import ORTHOGONAL, Point
from roguelike.world.game import Game
from roguelike.world.level import Level

Reach = Callable[[Point, int], None]
"""Spreads a cloud to another tile for a number of turns."""


class Drift:
    """Clouds that drift randomly: one with turns left may spread to a neighbour, and both then last half as long."""

    goes_everywhere = False
    """Whether clouds drift so that no cloud could be larger or last longer."""

    def from_tile(self, game: Game, point: Point, left: int, reach: Reach) -> int:
        """Let a cloud with `left` turns left on a tile (more than one) drift; return how many it keeps there."""
        if game.rng.chance(50):
            dx, dy = game.rng.choice(ORTHOGONAL)
            there = (point[0] + dx, point[1] + dy)
            if is_open_to_clouds(game.level, there):
                left //= 2
                reach(there, left)
        return left

    def end_turn(self) -> None:
        """Finish after every cloud has drifted: nothing to do in play."""


BY_CHANCE = Drift()


def is_open_to_clouds(level: Level, point: Point) -> bool:
    """Return whether a cloud may drift to a tile."""
    return bool(level.contains(point) and level.transparent[point] and level.walkable[point])
