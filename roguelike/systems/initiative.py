"""Who is up: creatures act in the order of the ticks at which they are due, and each turn taken draws the next tick.

The order itself is `roguelike.world.turn_queue`; what a creature does when it is up is handed in.
"""

from collections.abc import Callable
from math import hypot

import esper

from roguelike.components.actors import DerivedStats, Initiative, Mind, StatsCache
from roguelike.components.spatial import Position
from roguelike.world import ecs
from roguelike.world.derived_stats import stats_of
from roguelike.world.ecs import Row
from roguelike.world.game import Game

BASE = 6
DIE = 6
AWAKE_TILES = 20
"""Tiles from the player beyond which creatures take no turn (source game, 3.5)."""
AWAKE_SQUARED_TILES = AWAKE_TILES * AWAKE_TILES


def run_others(game: Game, take_turn: Callable[[Game, int, Row], None]) -> None:
    """Give a turn to everybody who is due before the player, in order; `game.now` ends at the player's tick."""
    queue, player, dead = game.turn_queue, game.player, game.dead
    here = esper.component_for_entity(player, Position)
    while player not in dead and (coming := queue.next()) is not None:
        due, entity = coming
        if due > game.now:  # noqa: PLR1730  (every creature comes by here: a call would cost more)
            game.now = due
        if entity == player:
            return
        if entity in dead:
            continue
        row = ecs.row(entity)
        mind: Mind | None = row.get(Mind)
        if mind is not None and not mind.awake:
            continue  # out of the turn order until something wakes it
        place: Position = row[Position]
        dx, dy = place.x - here.x, place.y - here.y
        if dx * dx + dy * dy > AWAKE_SQUARED_TILES:
            # Too far to matter. The player needs several ticks a tile, so it cannot come near in less.
            ticks = int(hypot(dx, dy) - AWAKE_TILES) * 3
            due = row[Initiative].due = game.now + max(6, ticks)
            queue.schedule(due, entity)
            continue
        take_turn(game, entity, row)
        if entity not in dead:
            reroll(game, entity)


def reroll(game: Game, entity: int) -> None:
    """Set a creature's next turn: 6 + d6 - quickness bonus + floor(penalty) ticks from now, never below 1.

    The formula is the source game's (3.5); the lower bound is ours: there, a set of +5 armour acted every tick.
    """
    row = ecs.row(entity)
    sums: DerivedStats = row[StatsCache].now or stats_of(entity)
    ticks = BASE + game.rng.below(DIE) + 1 + sums.slowness
    due = row[Initiative].due = game.now + max(1, ticks)
    game.turn_queue.schedule(due, entity)
