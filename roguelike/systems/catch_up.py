"""Catching up: what happened on a level while the player was elsewhere. Fires and statuses run, hunters forget.

Missed turns are played for fires and statuses only, as long as there are any, up to a limit. None of it is shown; the
log reports only what concerns the player, such as experience.

Who follows the player on the stairs at once: adjacent hunters, and servants within two tiles. They keep the tick of
their next turn, so that following does not gain them time.

Hunters who see the player leave come after them within a few turns, archers and casters too, so that nobody shoots from
the stairs at who keeps a distance; whoever goes back before that meets them at the stairs. Only the hunter of the
Amulet's bearer does not: it finds its own way (`engine.play.story`).
"""

import esper
import numpy as np

from roguelike.actions import senses
from roguelike.components import actors, hazards, spatial, vitals
from roguelike.components.statuses import Duration, StatusEffect
from roguelike.core.geometry import Point
from roguelike.core.grammar import Message
from roguelike.effects import dispatch, spreading, upkeep
from roguelike.effects.statuses import end
from roguelike.systems.ai.habits.rounds import HEEL_TILES
from roguelike.world import changes, ecs, factions, perception, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause, Game
from roguelike.world.terrain import Tile

MOST_TURNS_PLAYED = 60
"""The most turns that are played one by one; the rest is subtracted from durations."""
FORGET_TURNS = 300
"""Turns after which hunters have forgotten their target."""


def catch_up(game: Game, turns: int) -> None:
    """Run this many missed turns of the level at `game.depth`, before the player is put on it."""
    game.level.visible = np.zeros_like(game.level.visible)
    left = turns
    while left > max(0, turns - MOST_TURNS_PLAYED) and _is_anything_running(game):
        spreading.run_hazards(game)
        upkeep.run_statuses(game)
        left -= 1
    if left:
        _shorten(game, left)
    _steady(game, turns)
    upkeep.mend_for(game, turns)
    if turns >= FORGET_TURNS:
        _forget(game)


def _is_anything_running(game: Game) -> bool:
    """Return whether there is a fire, a cloud or a status on this level."""
    return any(
        space.is_here(game, entity) for entity, _ in ecs.with_component(hazards.Hazard)
    ) or bool(_running(game))


def _running(game: Game) -> list[int]:
    """List the ids of the statuses on this level."""
    return [
        status
        for status, state in ecs.with_component(StatusEffect)
        if status not in game.dead and space.is_here(game, state.target)
    ]


def _shorten(game: Game, turns: int) -> None:
    """Subtract the turns that were not played from the fires and statuses that are left."""
    for status in _running(game):
        state = ecs.get(status, StatusEffect)
        cause = Cause(state.name, state.source, "wears off")
        left = ecs.get(status, Duration).turns - turns
        changes.alter(game, status, Duration, "turns", left, cause)
        if left < 1:
            end(game, status, cause)
    for entity, hazard in ecs.with_component(hazards.Hazard):
        if space.is_here(game, entity):
            burnt = Cause(ecs.get(entity, actors.Kind).name, hazard.source, "hazard")
            changes.alter(
                game, entity, hazards.Hazard, "turns", max(1, hazard.turns - turns), burnt
            )
    dispatch.drain(game)


def _steady(game: Game, turns: int) -> None:
    """Give creatures on this level the poise that they regained in this many turns."""
    for entity, pools in ecs.with_component(vitals.Pools):
        if pools.unsteady and space.is_here(game, entity) and entity not in game.dead:
            changes.alter(
                game,
                entity,
                vitals.Pools,
                "unsteady",
                max(0, pools.unsteady - turns),
                Cause("poise"),
            )


def _forget(game: Game) -> None:
    """Make every hunter on the level forget its target."""
    for entity, mind in ecs.with_component(actors.Mind):
        if space.is_here(game, entity) and esper.entity_exists(entity):
            mind.target, mind.last_seen, mind.waypoint = 0, None, None
            mind.search_turns, mind.fear_turns, mind.has_raised_alarm = 0, 0, False


MOST_FOLLOWERS = 8
"""The most creatures that follow at once."""
SOONEST_TURNS, LATEST_TURNS = 2, 5
"""Least and most turns after which those come who saw the player leave: one for every two tiles."""


def followers(game: Game) -> list[int]:
    """List the creatures that will follow the player off this level, by id."""
    here = space.point_of(game.player)
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
    if not _is_able(game, entity):
        return False
    return factions.acts_for_player(game, entity) or (
        _hunts(game, entity) and senses.steps_apart(game.player, entity) <= 1
    )


def _is_able(game: Game, entity: int) -> bool:
    """Return whether a creature is awake and free to go where it wants to."""
    mind = esper.try_component(entity, actors.Mind)
    if mind is None or not mind.awake or entity in game.dead or mind.fear_turns or mind.loot:
        return False
    status = stats_of(entity).status
    return not (senses.FLEES in status.flags or "act" in status.forbids or "move" in status.forbids)


def _hunts(game: Game, entity: int) -> bool:
    """Return whether a creature is after the player."""
    is_after = ecs.get(entity, actors.Mind).target == game.player
    return is_after and senses.reaction(game, entity, game.player) == "attack"


def pursuers(game: Game) -> list[tuple[int, int]]:
    """List who would come after the player off this level, not at once, each with the turn in which it arrives."""
    here, along = space.point_of(game.player), followers(game)
    if here is None:
        return []
    coming = [
        (entity, game.turn + min(LATEST_TURNS, max(SOONEST_TURNS, away // 2)))
        for entity in sorted({*game.level.blockers.values()} - {game.player, *along})
        if _is_able(game, entity)
        and _hunts(game, entity)
        and ecs.get(entity, actors.Nature).movement != "rooted"
        and not ecs.get(entity, actors.Nature).guards_tiles
        and not ecs.get(entity, actors.Nature).tracks  # it has ways of its own
        and any(game.level.clear_between(cell, here) for cell in space.cells_of(entity))
        for away in (senses.steps_apart(game.player, entity),)
    ]
    return sorted(coming, key=lambda each: (each[1], each[0]))[: MOST_FOLLOWERS - len(along)]


def note_pursuers(game: Game, coming: list[tuple[int, int]]) -> None:
    """Add those who come after the player; those of the level that they have come to await them at its stairs."""
    player = ecs.get(game.player, actors.Player)
    before = [each for each in player.pursuers if esper.entity_exists(each[0])]
    near = [entity for entity, _ in before if space.is_here(game, entity)]
    follow(game, near, "")
    after = (*(each for each in before if each[0] not in near), *coming)
    if after != player.pursuers:
        changes.alter(game, game.player, actors.Player, "pursuers", after, _STAIRS)
    if coming:
        words = "{1} come[s] after you." if len(coming) == 1 else "{1} and others come after you."
        game.change(
            changes.Told(
                _STAIRS, Message(words, (perception.noun(game, coming[0][0]),), "warn"), heard=True
            )
        )


def come_after(game: Game) -> None:
    """Bring those whose turn it is from another level to the stairs by which the player came."""
    player = ecs.get(game.player, actors.Player)
    due = [entity for entity, turn in player.pursuers if turn <= game.turn]
    if not due:
        return
    left = tuple(each for each in player.pursuers if each[0] not in due)
    changes.alter(game, game.player, actors.Player, "pursuers", left, _STAIRS)
    for entity in due:
        if not esper.entity_exists(entity) or entity in game.dead:
            continue
        above = ecs.get(entity, spatial.Position).depth < game.depth
        stairs = game.level.find(Tile.UP_STAIRS if above else Tile.DOWN_STAIRS)
        follow(game, [entity], "{1} follow[s] you.", stairs[0] if stairs else None)


_STAIRS = Cause("the stairs")


def follow(
    game: Game, entities: list[int], words: str = "{1} follow[s] you.", where: Point | None = None
) -> None:
    """Move followers to a tile, or to the player's, each to the nearest free one; without one they stay behind."""
    here = space.point_of(game.player)
    for entity in entities:
        spot = space.nearest_free(game, entity, where or here) if here is not None else None
        if spot is None:
            continue
        cause = Cause("the stairs", entity, "move")
        changes.move(game, entity, spot, cause, depth=game.depth)
        mind, due = ecs.get(entity, actors.Mind), ecs.get(entity, actors.Initiative).due
        mind.waypoint, mind.last_seen = None, here
        if due < game.now:
            game.change(changes.Rescheduled(entity, due, game.now, cause))
        game.turn_queue.note(entity)
        if words:
            message = Message(words, (perception.noun(game, entity),), "warn", entities=(entity,))
            game.change(changes.Told(cause, message, heard=True))
