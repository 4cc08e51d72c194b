"""What the player knows to be dangerous about a step: traps that they found, fires and clouds."""

from roguelike.actions.moving import Step
from roguelike.components.hazards import Hazard
from roguelike.components.magic import Trigger
from roguelike.core.geometry import Point
from roguelike.effects.foresight.forecast import Outcome
from roguelike.effects.foresight.known import as_known
from roguelike.engine.aiming import foresee
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import noun
from roguelike.world.space import point_of


def perils_of(game: Game, action: object) -> tuple[str, ...]:
    """Return what would do something to the player where a step leads ("the bear trap"), sorted.

    It is empty for other commands. Whoever stands in a fire already is not warned of the next one.
    """
    here = point_of(game.player)
    if not isinstance(action, Step) or here is None:
        return ()
    there = (here[0] + action.dx, here[1] + action.dy)
    if there not in game.level.at and there not in game.level.remembered.things:
        return ()  # nothing is there, and nothing is known to be: most steps
    with as_known(game, game.player):
        is_bump = there in game.level.blockers
        names = set() if is_bump else _names(game, there) - _names(game, here)
    if not names:
        return ()
    own = foresee(game, game.player, action).outcomes.get(game.player, Outcome())
    return tuple(sorted(names)) if own != Outcome() else ()


def _names(game: Game, point: Point) -> set[str]:
    """Return the names of traps, fires and clouds on a tile."""
    things = [entity for entity in game.level.at.get(point, ()) if entity not in game.dead]
    return {
        noun(game, entity).phrase
        for entity in things
        if not ecs.row(entity).keys().isdisjoint((Hazard, Trigger))
    }
