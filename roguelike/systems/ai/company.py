"""Acting in company: calling others of one's faction to the fight, following a leader or a master."""

from roguelike.actions.action import Action
from roguelike.components.actors import Mind
from roguelike.components.statuses import Statuses
from roguelike.core.geometry import steps_between
from roguelike.core.grammar import Message
from roguelike.systems.ai.actor import Actor
from roguelike.systems.ai.fear import FRIGHT_TURNS
from roguelike.systems.ai.sightings import factions_of
from roguelike.systems.ai.walking import approach, wait_or_step_aside
from roguelike.systems.waking import sleepers_within, wake
from roguelike.world import ecs
from roguelike.world.changes import Told
from roguelike.world.factions import faction, master_of
from roguelike.world.game import Cause, Game
from roguelike.world.names import noun
from roguelike.world.space import is_here, point_of

HEEL_TILES = 2
"""The most tiles between a servant and its master before it follows."""
PACK_TILES = 3
"""The most tiles between a member of a pack and its leader before it follows."""
EARSHOT_TILES = 8
"""Tiles within which a call for help is heard."""


def raise_alarm(actor: Actor) -> None:
    """Tell the creature's faction within earshot, awake or asleep, where the enemy is; once for each target."""
    game, entity, here, mind = actor.game, actor.entity, actor.here, actor.mind
    mind.has_raised_alarm = True
    if not actor.nature.raises_alarm:
        return
    side, asleep = faction(entity), sleepers_within(game, here, EARSHOT_TILES)
    company = factions_of(game).minds.get(side, ())
    # Filtered first, since most know already: of twenty, each would tell nineteen.
    unaware = [other for other, theirs in company if not theirs.target and _is_unaware(theirs)]
    if not (asleep or unaware):
        return
    cause, heard = Cause("a cry of alarm", entity, "alarm"), False
    for other in asleep:
        if faction(other) == side:
            wake(game, other, cause)
            heard = True
            if _is_unaware(ecs.get(other, Mind)):
                _inform(other, mind)
    for other in unaware:
        there = point_of(other) if other not in game.dead else None
        if there is not None and steps_between(here, there) <= EARSHOT_TILES:
            _inform(other, mind)
            heard = True
    if heard:
        cry = "{1} raise[s] the alarm!" if actor.nature.hands else "{1} howl[s] for its own kind!"
        game.change(Told(cause, Message(cry, (noun(game, entity),), "warn", entities=(entity,))))


def _is_unaware(mind: Mind) -> bool:
    """Return whether a creature is awake and has neither target nor trail."""
    return not mind.target and mind.last_seen is None and mind.awake


def _inform(other: int, mind: Mind) -> None:
    """Tell one creature where the enemy is."""
    theirs = ecs.get(other, Mind)
    theirs.last_seen, theirs.has_raised_alarm = mind.last_seen, True


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


def lose_heart(actor: Actor) -> None:
    """Frighten a follower whose leader is gone, for half of FRIGHT_TURNS."""
    mind = actor.mind
    if mind.leader and not is_here(actor.game, mind.leader):
        mind.leader, mind.fear_turns = 0, FRIGHT_TURNS // 2
