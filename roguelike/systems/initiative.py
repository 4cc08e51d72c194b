"""When creatures act: each turn taken is followed by a fresh roll of how long the next one takes."""

from math import floor

import esper

from roguelike.components.actors import Initiative
from roguelike.world.figures import figures
from roguelike.world.game import Game

BASE = 6
DIE = 6
QUICKNESS = 2
"""Place of quickness among the attributes."""


def reroll(game: Game, entity: int) -> None:
    """Set a creature's next turn: 6 + d6 - quickness bonus + floor(penalty) ticks from now, never below 1.

    The formula is the source game's (3.5); the lower bound is ours: there, a set of +5 armour acted every tick.
    """
    numbers = figures(entity)
    ticks = BASE + game.rng.below(DIE) + 1 - numbers.bonuses[QUICKNESS] + floor(numbers.penalty)
    due = game.now + max(1, ticks)
    esper.component_for_entity(entity, Initiative).due = due
    game.agenda.schedule(due, entity)
