"""New levels, ready to play."""

from functools import cache
from statistics import median

from roguelike.engine.play.dungeon import build_level
from roguelike.engine.play.naming import name_unknowns
from roguelike.lab.benchmark.row import Effort, Figure, row
from roguelike.lab.benchmark.turn_rows import own_catalog
from roguelike.lab.benchmark.yardsticks import STANDARD, Samples, percentile
from roguelike.world import ecs
from roguelike.world.game import Game

DEPTHS, SEEDS = 20, 1000
"""All kinds of hand-designed levels, and some of the random ones below."""


@cache
def level_samples(effort: Effort) -> Samples:
    """Measure once for all rows: one level for each of many seeds, cycling through the depths."""
    catalog, found = own_catalog(), Samples()
    for number in range(effort.of(SEEDS, DEPTHS)):
        game = Game.fresh(str(number), catalog)
        name_unknowns(game, catalog)
        depth = number % DEPTHS + 1
        found.take(lambda: build_level(game, catalog, depth))  # noqa: B023  (called at once)
        ecs.drop_world(game.world)
    return found


@row("a new level, median of every depth", STANDARD, at_most=8)
def level_median(effort: Effort) -> Figure:
    """Measure the median time of building a level."""
    samples = level_samples(effort)
    return Figure(
        median(samples.sorted()), f"{len(samples)} levels of {DEPTHS} depths", samples.spread
    )


@row("a new level, 99th percentile", STANDARD, at_most=20)
def level_worst(effort: Effort) -> Figure:
    """Measure the 99th percentile of the time of building a level."""
    samples = level_samples(effort)
    found = samples.sorted()
    return Figure(percentile(found, 0.99), f"slowest {found[-1]:.1f}", samples.spread)
