"""Clouds that drift to the extremes, for bounds: everywhere at once, and away; no chance goes beyond either."""

from collections.abc import Callable
from functools import partial

from roguelike.core.geometry import ORTHOGONAL, Point
from roguelike.effects.drifting import Drift, Reach, is_open_to_clouds
from roguelike.world.game import Game
from roguelike.world.level import Level


class DriftEverywhere(Drift):
    """Clouds that go to all sides at once and lose nothing by it: nowhere could there be more, or for longer."""

    def __init__(self) -> None:
        """Begin with a turn in which nothing has drifted yet."""
        self._reached: list[Callable[[], None]] = []

    def from_tile(self, game: Game, point: Point, left: int, reach: Reach) -> int:
        """Let a cloud drift to all neighbours once the turn ends: what is there already ages before, at the best."""
        self._reached += [
            partial(reach, there, left // 2) for there in _open_beside(game.level, point)
        ]
        return left

    def end_turn(self) -> None:
        """Let the clouds be where they drifted to."""
        for arrive in self._reached:
            arrive()
        self._reached.clear()


class DriftAway(Drift):
    """Clouds that thin as if they drifted each turn, and reach nobody: nowhere could there be less of them."""

    def from_tile(self, game: Game, point: Point, left: int, reach: Reach) -> int:
        """Let a cloud thin, if it could drift anywhere."""
        return left // 2 if _open_beside(game.level, point) else left


def _open_beside(level: Level, point: Point) -> list[Point]:
    """List the tiles beside one to which a cloud may drift."""
    x, y = point
    beside = [(x + dx, y + dy) for dx, dy in ORTHOGONAL]
    return [there for there in beside if is_open_to_clouds(level, there)]
