"""Fires and clouds that go to extremes, for bounds that no roll exceeds: everywhere at once, late, or away."""

from collections.abc import Callable
from functools import partial
from typing import Any

from roguelike.components import hazards
from roguelike.core import trial_rolls
from roguelike.core.geometry import ORTHOGONAL, Point
from roguelike.effects import spreading
from roguelike.world import ecs, space
from roguelike.world.game import Game
from roguelike.world.level import Level


class AtTheLastMoment(trial_rolls.ExtremeRolls):
    """Fires that spread in their last turns only: they come, or come back to a tile, as late as that can be."""

    def __init__(self, game: Game, turns: int, **corner: Any) -> None:
        """Roll for the fires of a game, which spread in so many last turns; other dice fall in a corner."""
        super().__init__(**corner)
        self._game, self._turns = game, turns

    def chance(self, percent: float) -> bool:
        """Return whether a fire spreads from where the dice fall now."""
        succeeds, level, place = super().chance(percent), self._game.level, self._game.dice_at
        there = level.at.get((place >> 16 & 0xFF, place & 0xFFFF), ())
        fires = [
            each for each in there if each in level.hazards and hazards.Hazard in ecs.row(each)
        ]
        left = [ecs.get(each, hazards.Hazard).turns for each in fires]
        return succeeds or (percent > 0 and min(left, default=self._turns + 1) <= self._turns)


class SparingThePlayer(trial_rolls.ExtremeRolls):
    """The hardest turns for all but the player: whose death brings them a new level may die before they would."""

    def __init__(self, game: Game, **corner: Any) -> None:
        """Roll for the turns of a game; dice that fall on the player are the lowest, all others fall in a corner."""
        super().__init__(**corner)
        self._game = game

    def _roll(self, most: int) -> int:
        """Return the result of dice with a range of 0 .. `most` where they fall now."""
        rolled, place, player = super()._roll(most), self._game.dice_at, self._game.player
        here = place >> 16 & 0xFF, place & 0xFFFF
        is_own = place == -player if place < 0 else here in space.cells_of(player)
        return 0 if is_own else rolled


class DriftEverywhere(spreading.Drift):
    """Clouds that spread to all sides at once without thinning: no cloud could be larger or last longer."""

    goes_everywhere = True

    def __init__(self) -> None:
        """Start with a turn in which nothing has drifted yet."""
        self._reached: list[Callable[[], None]] = []

    def from_tile(self, game: Game, point: Point, left: int, reach: spreading.Reach) -> int:
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


class DriftAway(spreading.Drift):
    """Clouds that thin as if they drifted every turn, but reach nobody: no cloud could be smaller."""

    def from_tile(self, game: Game, point: Point, left: int, reach: spreading.Reach) -> int:
        """Let a cloud thin, if it could drift anywhere."""
        return left // 2 if _open_beside(game.level, point) else left


def _open_beside(level: Level, point: Point) -> list[Point]:
    """List the orthogonal neighbours of a tile to which a cloud may drift."""
    x, y = point
    beside = [(x + dx, y + dy) for dx, dy in ORTHOGONAL]
    return [there for there in beside if spreading.is_open_to_clouds(level, there)]
