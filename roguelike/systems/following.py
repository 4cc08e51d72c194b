"""Who follows the player on the stairs: adjacent hunters, and servants within two tiles.

They keep the tick of their next turn, so that following does not gain them time.
"""

import esper

from roguelike.actions.senses import reaction
from roguelike.components.actors import Mind
from roguelike.core.geometry import steps_between
from roguelike.core.grammar import Message
from roguelike.systems.ai.habits.rounds import HEEL_TILES
from roguelike.world import ecs
from roguelike.world.changes import Told, move
from roguelike.world.derived_stats import stats_of
from roguelike.world.factions import master_of
from roguelike.world.game import Cause, Game
from roguelike.world.names import noun
from roguelike.world.space import cells_of, nearest_free, point_of

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
    if master_of(entity) == game.player:
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
