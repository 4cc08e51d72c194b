"""Catching up: what happened on a level while the player was elsewhere. Fires and statuses run, hunters forget.

Missed turns are played for fires and statuses only, as long as there are any, up to a limit. None of it is shown; the
log reports only what concerns the player, such as experience.

Who follows the player on the stairs: adjacent hunters, and servants within two tiles.

They keep the tick of their next turn, so that following does not gain them time.
"""

import esper
import numpy as np

from roguelike.actions.senses import reaction
from roguelike.components.actors import Kind, Mind
from roguelike.components.hazards import Hazard
from roguelike.components.statuses import Duration, StatusEffect
from roguelike.components.vitals import Pools
from roguelike.core.geometry import steps_between
from roguelike.core.grammar import Message
from roguelike.effects.dispatch import drain
from roguelike.effects.spreading import run_hazards
from roguelike.effects.statuses import end
from roguelike.effects.upkeep import mend_for, run_statuses
from roguelike.systems.ai.habits.rounds import HEEL_TILES
from roguelike.world import ecs
from roguelike.world.changes import Told, alter, move
from roguelike.world.derived_stats import stats_of
from roguelike.world.factions import acts_for_player
from roguelike.world.game import Cause, Game
from roguelike.world.names import noun
from roguelike.world.space import cells_of, is_here, nearest_free, point_of

MOST_TURNS_PLAYED = 60
"""The most turns that are played one by one; the rest is subtracted from durations."""
FORGET_TURNS = 30
"""Turns after which hunters have forgotten their target."""


def catch_up(game: Game, turns: int) -> None:
    """Run this many missed turns of the level at `game.depth`, before the player is put on it."""
    game.level.visible = np.zeros_like(game.level.visible)
    left = turns
    while left > max(0, turns - MOST_TURNS_PLAYED) and _is_anything_running(game):
        run_hazards(game)
        run_statuses(game)
        left -= 1
    if left:
        _shorten(game, left)
    _steady(game, turns)
    mend_for(game, turns)
    if turns >= FORGET_TURNS:
        _forget(game)


def _is_anything_running(game: Game) -> bool:
    """Return whether there is a fire, a cloud or a status on this level."""
    return any(is_here(game, entity) for entity, _ in ecs.with_component(Hazard)) or bool(
        _running(game)
    )


def _running(game: Game) -> list[int]:
    """List the ids of the statuses on this level."""
    return [
        status
        for status, state in ecs.with_component(StatusEffect)
        if status not in game.dead and is_here(game, state.target)
    ]


def _shorten(game: Game, turns: int) -> None:
    """Subtract the turns that were not played from the fires and statuses that are left."""
    for status in _running(game):
        state = ecs.get(status, StatusEffect)
        cause = Cause(state.name, state.source, "wears off")
        left = ecs.get(status, Duration).turns - turns
        alter(game, status, Duration, "turns", left, cause)
        if left < 1:
            end(game, status, cause)
    for entity, hazard in ecs.with_component(Hazard):
        if is_here(game, entity):
            burnt = Cause(ecs.get(entity, Kind).name, hazard.source, "hazard")
            alter(game, entity, Hazard, "turns", max(1, hazard.turns - turns), burnt)
    drain(game)


def _steady(game: Game, turns: int) -> None:
    """Give creatures on this level the poise that they regained in this many turns."""
    for entity, pools in ecs.with_component(Pools):
        if pools.unsteady and is_here(game, entity) and entity not in game.dead:
            alter(game, entity, Pools, "unsteady", max(0, pools.unsteady - turns), Cause("poise"))


def _forget(game: Game) -> None:
    """Make every hunter on the level forget its target."""
    for entity, mind in ecs.with_component(Mind):
        if is_here(game, entity) and esper.entity_exists(entity):
            mind.target, mind.last_seen, mind.waypoint = 0, None, None
            mind.search_turns, mind.fear_turns, mind.has_raised_alarm = 0, 0, False


MOST_FOLLOWERS = 8
"""The most creatures that follow at once."""


def followers(game: Game) -> list[int]:
    """List the creatures that will follow the player off this level, by id."""
    here = point_of(game.player)
    if here is None:
        return []
    near = {
        entity
        for (x, y), entity in game.level.blockers.items()
        if abs(x - here[0]) <= HEEL_TILES
        and abs(y - here[1]) <= HEEL_TILES
        and entity != game.player
    }
    return [entity for entity in sorted(near) if _would_follow(game, entity)][:MOST_FOLLOWERS]


def _would_follow(game: Game, entity: int) -> bool:
    """Return whether a creature near the stairs follows: a hunter beside the player, a servant within two tiles."""
    mind = esper.try_component(entity, Mind)
    here = point_of(game.player)
    if mind is None or here is None or not mind.awake or entity in game.dead:
        return False
    stats = stats_of(entity)
    if stats.status.flees or mind.fear_turns or mind.loot:
        return False
    if "act" in stats.status.forbids or "move" in stats.status.forbids:
        return False
    if acts_for_player(game, entity):
        return True
    beside = any(steps_between(here, cell) <= 1 for cell in cells_of(entity))
    return beside and mind.target == game.player and reaction(game, entity, game.player) == "attack"


def follow(game: Game, entities: list[int]) -> None:
    """Move followers to where the player arrived, each to the nearest free tile; without one they stay behind."""
    here = point_of(game.player)
    for entity in entities:
        spot = nearest_free(game, entity, here) if here is not None else None
        if spot is None:
            continue
        cause = Cause("the stairs", entity, "move")
        move(game, entity, spot, cause, depth=game.depth)
        mind = ecs.get(entity, Mind)
        mind.waypoint, mind.last_seen = None, here
        game.turn_queue.note(entity)
        message = Message("{1} follow[s] you.", (noun(game, entity),), "warn", entities=(entity,))
        game.change(Told(cause, message, heard=True))
