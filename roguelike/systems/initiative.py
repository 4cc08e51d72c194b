"""When creatures act: each turn taken is followed by a fresh roll of how long the next one takes."""

from roguelike.components.actors import Initiative
from roguelike.world import ecs
from roguelike.world.figures import figures
from roguelike.world.game import Game

BASE = 6
DIE = 6


def reroll(game: Game, entity: int) -> None:
    """Set a creature's next turn: 6 + d6 - quickness bonus + floor(penalty) ticks from now, never below 1.

    The formula is the source game's (3.5); the lower bound is ours: there, a set of +5 armour acted every tick.
    """
    ticks = BASE + game.rng.below(DIE) + 1 + figures(entity).slowness
    due = game.now + (max(1, ticks))
    initiative: Initiative = ecs.row(entity)[Initiative]
    initiative.due = due
    game.agenda.schedule(due, entity)
