"""What a foreseen command would do to the player who gives it."""

from roguelike.effects.foresight.forecast import Forecast, Outcome
from roguelike.world.game import Game

NOTHING = Outcome()


def own_death(game: Game, seen: Forecast) -> float:
    """Return the chance that a foreseen command kills the player, 0 to 1."""
    return seen.outcomes.get(game.player, NOTHING).kill


def own_doom(game: Game, seen: Forecast) -> float:
    """Return the chance that the player dies of a foreseen command in later turns, wherever they go then, 0 to 1."""
    own = seen.outcomes.get(game.player, NOTHING)
    return 0.0 if own.staying[2] else own.dies_later


def hurts_oneself(game: Game, seen: Forecast) -> bool:
    """Return whether a foreseen command may take hit points from the player, now or later."""
    own = seen.outcomes.get(game.player, NOTHING)
    return own.damage[2] > 0 or own.later[2] > 0


def hurts_only_oneself(game: Game, seen: Forecast) -> bool:
    """Return whether a foreseen command may hurt the player and does nothing to anybody else."""
    others = (each for entity, each in seen.outcomes.items() if entity != game.player)
    return hurts_oneself(game, seen) and all(each == NOTHING for each in others)
