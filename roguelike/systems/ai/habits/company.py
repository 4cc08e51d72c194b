"""Keeping company: following a leader or a master."""

from roguelike.actions.action import Action
from roguelike.components.actors import Mind
from roguelike.components.statuses import Statuses
from roguelike.core.geometry import steps_between
from roguelike.systems.ai.actor import Actor
from roguelike.systems.ai.habit import habit
from roguelike.systems.ai.walking import approach, wait_or_step_aside
from roguelike.world.factions import master_of
from roguelike.world.game import Game
from roguelike.world.space import is_here, point_of

HEEL_TILES = 2
"""The most tiles between a servant and its master before it follows."""
PACK_TILES = 3
"""The most tiles between a member of a pack and its leader before it follows."""


@habit(after="track")
def keep_company(actor: Actor) -> Action | None:
    """Return a step that keeps a servant near its master and a pack near its leader, if one is needed."""
    if not (actor.mind.leader or actor.row[Statuses].entities):
        return None  # servants have a status that makes them so, and most creatures serve nobody
    master, tiles = master_of(actor.entity), HEEL_TILES
    if master == actor.entity and actor.mind.leader:
        master, tiles = _leader(actor.game, actor.mind), PACK_TILES
    there = point_of(master) if master not in (0, actor.entity) else None
    if there is None or steps_between(actor.here, there) <= tiles:
        return None
    return approach(actor, there) or wait_or_step_aside(actor, there)


def _leader(game: Game, mind: Mind) -> int:
    """Return the leader's id, if it is on the level; else forget it and return 0."""
    if is_here(game, mind.leader):
        return mind.leader
    mind.leader = 0
    return 0
