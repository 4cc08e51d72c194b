"""New levels and new games."""

from statistics import median

from roguelike.core.rng import Stream
from roguelike.engine.dungeon import build_level, new_game
from roguelike.engine.naming import name_unknowns
from roguelike.lab.benchmark.row import Effort, Figure, median_ms, milliseconds, percentile, row
from roguelike.lab.benchmark.turn_rows import own_catalog
from roguelike.world import ecs
from roguelike.world.game import Game

DEPTHS, SEEDS = 20, 1000
"""Every kind of level there is, and some of those drawn by lot."""


def level_times(effort: Effort) -> dict[int, list[float]]:
    """Return by depth the milliseconds for levels ready to play, of many seeds."""
    catalog = own_catalog()
    found: dict[int, list[float]] = {depth: [] for depth in range(1, DEPTHS + 1)}
    for number in range(effort.of(SEEDS, DEPTHS)):
        game = Game.fresh(str(number), catalog)
        name_unknowns(game, catalog)
        depth = number % DEPTHS + 1
        found[depth].append(milliseconds(lambda: build_level(game, catalog, depth)))  # noqa: B023  (called at once)
        ecs.drop_world(game.world)
    return found


_TIMES: dict[Effort, dict[int, list[float]]] = {}


def _times(effort: Effort) -> dict[int, list[float]]:
    """Measure once for all rows."""
    if effort not in _TIMES:
        _TIMES[effort] = level_times(effort)
    return _TIMES[effort]


def _all(effort: Effort) -> list[float]:
    """Return the times of all depths, sorted."""
    return sorted(time for times in _times(effort).values() for time in times)


@row("a new level, median", "ms", at_most=8)
def level_median(effort: Effort) -> Figure:
    """Measure the usual level."""
    times = _all(effort)
    return Figure(median(times), f"{len(times)} levels of {DEPTHS} depths")


@row("a new level of the slowest depth, median", "ms", at_most=8)
def depth_median(effort: Effort) -> Figure:
    """Measure the usual level of the depth that takes longest."""
    slowest, depth = max((median(times), depth) for depth, times in _times(effort).items() if times)
    return Figure(slowest, f"depth {depth}")


@row("a new level, 99th percentile", "ms", at_most=25)
def level_worst(effort: Effort) -> Figure:
    """Measure the slow ones."""
    times = _all(effort)
    return Figure(percentile(times, 0.99), f"slowest {times[-1]:.1f} ms")


@row("a new game, no screen", "ms", at_most=20)
def game_start(effort: Effort) -> Figure:
    """Measure beginning a game, imports and data done."""
    catalog, seeds = own_catalog(), Stream("benchmark", "seeds")

    def begin() -> None:
        """Begin a game and forget it."""
        ecs.drop_world(new_game(str(seeds.numpy_seed()), catalog).world)

    return median_ms(begin, effort.of(60))
