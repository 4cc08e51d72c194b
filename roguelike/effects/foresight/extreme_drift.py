"""Clouds that drift to the extremes, for bounds that no roll exceeds: everywhere at once, or away from everybody."""

from collections.abc import Callable
from functools import partial

from roguelike.core.geometry import ORTHOGONAL, Point
from roguelike.effects.spreading import Drift, Reach, is_open_to_clouds
from roguelike.world.game import Game
from roguelike.world.level import Level


class DriftEverywhere(Drift):
    """Clouds that spread to all sides at once without thinning: no cloud could be larger or last longer."""

    goes_everywhere = True

    def __init__(self) -> None:
        """Start with a turn in which nothing has drifted yet."""
        self._reached: list[Callable[[], None]] = []

    def from_tile(self, game: Game, point: Point, left: int, reach: Reach) -> int:
        """Let a cloud drift to all neighbours at the end of the turn, after the clouds there have aged."""
        self._reached += [
            partial(reach, there, left // 2) for there in _open_beside(game.level, point)
        ]
        return left

    def end_turn(self) -> None:
        """Put the clouds where they drifted to."""
        for arrive in self._reached:
            arrive()
        self._reached.clear()


class DriftAway(Drift):
    """Clouds that thin as if they drifted every turn, but reach nobody: no cloud could be smaller."""

    def from_tile(self, game: Game, point: Point, left: int, reach: Reach) -> int:
        """Let a cloud thin, if it could drift anywhere."""
        return left // 2 if _open_beside(game.level, point) else left


def _open_beside(level: Level, point: Point) -> list[Point]:
    """List the orthogonal neighbours of a tile to which a cloud may drift."""
    x, y = point
    beside = [(x + dx, y + dy) for dx, dy in ORTHOGONAL]
    return [there for there in beside if is_open_to_clouds(level, there)]
