"""What a foreseen command would do to the player who gives it."""

from roguelike.actions.action import Action
from roguelike.actions.item_use import UseItem
from roguelike.actions.moving import Step
from roguelike.actions.spell_use import Cast
from roguelike.actions.throwing import Throw
from roguelike.effects.foresight.forecast import Forecast, Outcome
from roguelike.engine.aiming import delivery_of
from roguelike.world.game import Game
from roguelike.world.space import point_of

NOTHING = Outcome()


def is_blow(game: Game, action: Step) -> bool:
    """Return whether something stands where a step leads, so that it may be a blow or a swap."""
    here = point_of(game.player)
    return here is not None and (here[0] + action.dx, here[1] + action.dy) in game.level.blockers


def lacks_aim(game: Game, action: Action) -> bool:
    """Return whether a cast, use or throw still needs a tile to be aimed at, so that nothing can be foreseen of it."""
    if not isinstance(action, Cast | UseItem | Throw) or action.target is not None:
        return False
    delivery = delivery_of(game, action)
    return delivery is not None and delivery.aimed


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
