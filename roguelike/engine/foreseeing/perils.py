"""What the player knows to be dangerous about a step: traps that they found, fires and clouds, and the unknown."""

from roguelike.actions import acting, moving
from roguelike.components import hazards, magic
from roguelike.core.geometry import Point
from roguelike.effects import triggers
from roguelike.effects.foresight.forecast import Outcome
from roguelike.effects.runes import use_of
from roguelike.engine.foreseeing.aiming import BRIEF, FULL, Precision, foresee
from roguelike.engine.play.hazards import harms_player, is_harmful
from roguelike.world import ecs, known_level, perception, space
from roguelike.world.game import Game


def perils_of(game: Game, action: acting.Action) -> tuple[str, ...]:
    """Return what would do something to the player where a step leads ("the bear trap"), sorted.

    It is empty for other commands. Whoever stands in a fire already is not warned of the next one, and the confused are
    warned of nothing: whatever they choose, they step at random.
    """
    here, there = space.point_of(game.player), action.goal(game.player)
    if here is None or there is None or moving.staggers(game.player):
        return ()
    if there not in game.level.at and there not in game.level.remembered.things:
        return ()  # nothing is there, and nothing is known to be: most steps
    with known_level.as_known(game, game.player):
        blocker = game.level.blockers.get(there)
        is_bump = blocker is not None and not moving.gives_way(game, blocker)
        names = set() if is_bump else _names(game, there) - _names(game, here)
    if not names:
        return ()
    # A brief look is enough to see most harm.
    only_mends = all(_only_mends(game, action, precision) for precision in (BRIEF, FULL))
    return () if only_mends else tuple(sorted(names))


def _only_mends(game: Game, action: acting.Action, precision: Precision) -> bool:
    """Return whether an action does nothing to the player but heal them."""
    seen = foresee(game, game.player, action, precision)
    own = seen.outcomes.get(game.player, Outcome())
    return own == Outcome(healing=own.healing)


def known_perils(game: Game, point: Point) -> tuple[str, ...]:
    """Return the known traps, and fires and clouds that would harm the player, on a tile however far off, sorted.

    As with a step, whoever stands in one already is not warned of another of its name.
    """
    here, level = space.point_of(game.player), game.level
    if point not in level.at and point not in level.remembered.things:
        return ()
    with known_level.as_known(game, game.player):
        names = _names(game, point) if here is None else _names(game, point) - _names(game, here)
        things = [each for each in game.level.at.get(point, ()) if each not in game.dead]
        harmful = {perception.noun(game, each).phrase for each in things if _is_peril(game, each)}
    return tuple(sorted(names & harmful))


def _is_peril(game: Game, thing: int) -> bool:
    """Return whether a thing is a trap or rune that goes off under the player, or a fire or cloud that harms them."""
    row = ecs.row(thing)
    if magic.Trigger not in row:
        return is_harmful(game, thing)
    maker, use = row[hazards.Hazard].source if hazards.Hazard in row else 0, use_of(game, thing)
    if maker and triggers.is_spared(game, game.player, maker, use):
        return False
    return any(harms_player(game, effect) for effect in use.effects)


def _names(game: Game, point: Point) -> set[str]:
    """Return the names of traps, fires and clouds on a tile."""
    return {
        perception.noun(game, entity).phrase
        for entity in game.level.at.get(point, ())
        if entity not in game.dead and space.is_hazard(ecs.row(entity))
    }
