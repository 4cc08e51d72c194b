"""When creatures act: each turn taken is followed by a fresh roll of how long the next one takes."""

from roguelike.components.actors import DerivedStats, Initiative, StatsCache
from roguelike.world import ecs
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game

BASE = 6
DIE = 6


def reroll(game: Game, entity: int) -> None:
    """Set a creature's next turn: 6 + d6 - quickness bonus + floor(penalty) ticks from now, never below 1.

    The formula is the source game's (3.5); the lower bound is ours: there, a set of +5 armour acted every tick.
    """
    row = ecs.row(entity)
    sums: DerivedStats = row[StatsCache].now or stats_of(entity)
    ticks = BASE + game.rng.below(DIE) + 1 + sums.slowness
    due = row[Initiative].due = game.now + max(1, ticks)
    game.turn_queue.schedule(due, entity)
