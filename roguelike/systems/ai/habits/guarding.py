"""Guarding a place: guards stay near it whoever comes by, until something is taken from there or they are hurt.

So a dragon can be passed at a distance, or lured off its hoard by stealing something and outrunning it; but it does not
stay there while it is shot at.
"""

from collections.abc import Sequence

import esper

from roguelike.actions import acting
from roguelike.components import actors, vitals
from roguelike.core.geometry import Point, distance
from roguelike.core.grammar import Message
from roguelike.effects.statuses import wake
from roguelike.systems.ai.abilities import choose_spell
from roguelike.systems.ai.actor import DANGER, Actor, habit
from roguelike.systems.ai.fighting import best_target
from roguelike.systems.ai.walking import STATIC_PASS, approach
from roguelike.world import changes, ecs, perception, space
from roguelike.world.game import Cause, Change, Game

MISSES = "{1} miss[es] what you took, and come[s] after you."
"""The message to a thief who sees a guard notice the theft."""


@habit(after=DANGER, of="guards_tiles")
def stay_near(actor: Actor) -> acting.Action | None:
    """Return what a guard does about enemies not near its place: cast at them, or go back; None if one is near.

    It knows where a thief is, wherever they go, and then leaves its place. A wounded guard attacks anybody it sees, and
    searches where it last saw them.
    """
    mind, game, prey = actor.mind, actor.game, actor.prey
    home = mind.home = mind.home or actor.here
    thief = (
        space.point_of(mind.wronged_by)
        if mind.wronged_by and space.is_here(game, mind.wronged_by)
        else None
    )
    if thief is not None:
        mind.last_seen = thief
        return None
    if any(_is_near(home, space.point_of(other), actor.nature) for _, other in prey):
        return None
    pools: vitals.Pools = actor.row[vitals.Pools]
    if pools.hp < pools.max_hp and (prey or mind.last_seen is not None):
        return None
    mind.target, mind.last_seen = 0, None
    if prey:
        cast = choose_spell(actor, best_target(actor))
        if cast is not None:
            return cast
    return (approach(actor, home) if actor.here != home else None) or STATIC_PASS


def _is_near(home: Point, place: Point | None, nature: actors.Nature) -> bool:
    """Return whether a tile belongs to what is guarded."""
    return place is not None and distance(home, place) <= nature.guards_tiles


def miss_what_is_taken(game: Game, news: Sequence[Change]) -> None:
    """Let guards know, and wake, when the player takes something from where they guard."""
    if changes.PackChanged not in map(type, news):
        return  # nearly always
    here = space.point_of(game.player)
    taken = any(
        type(change) is changes.PackChanged
        and change.owner == game.player
        and change.cause.kind == "carry"
        and len(change.after[0]) > len(change.before[0])
        for change in news
    )
    if not taken or here is None:
        return
    for entity in _guards(game):
        mind = ecs.get(entity, actors.Mind)
        home = mind.home or space.point_of(entity) or here
        if not _is_near(home, here, ecs.get(entity, actors.Nature)):
            continue
        cause = Cause("theft", game.player, "theft")
        if mind.wronged_by != game.player:
            message = Message(MISSES, (perception.noun(game, entity),), "bad", entities=(entity,))
            game.change(changes.Told(cause, message))
        mind.home, mind.wronged_by = home, game.player
        if not mind.awake:
            wake(game, entity, cause)


def _guards(game: Game) -> list[int]:
    """List the creatures on the player's level that guard a place, by id."""
    found = esper.get_components(actors.Nature, actors.Mind)
    return sorted(
        entity
        for entity, (nature, _) in found
        if nature.guards_tiles and entity not in game.dead and space.is_here(game, entity)
    )
