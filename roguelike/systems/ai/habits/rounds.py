"""What creatures do while undisturbed: follow a leader or master, stay around a place, walk their rounds, or wander.

Hunters by sound do so, too, unless there was a noise: they go to the last one and strike whoever is there. Prey that
stands still is not found. `systems.waking` puts the place of a noise into `Mind.last_seen`. If a creature stands there,
the place is dropped once the hunter has acted on it: one act for each noise, so the hunter moves when its prey moves.
It follows the noise of a thrown item all the way.
"""

from roguelike.actions import acting, melee
from roguelike.components import actors
from roguelike.components.statuses import Statuses
from roguelike.core.geometry import ORTHOGONAL, Point, steps_between
from roguelike.systems.ai.actor import Actor, habit
from roguelike.systems.ai.sightings import HUNTS_BY_SOUND, side_of
from roguelike.systems.ai.walking import STATIC_PASS, approach, stride, stroll, wait_or_step_aside
from roguelike.world import factions, space
from roguelike.world.game import Game

NEAR_TILES = 2
"""Tiles from a place of the round at which that place counts as reached."""
GO_ON_PERCENT = 12.0
"""Percent chance each turn that a creature at a place goes on to the next."""
STIR_PERCENT = 20.0
"""Percent chance each turn that a creature staying around a place takes a step."""
WANDER_TILES = 12
"""Tiles in each direction within which a wanderer's next goal is."""
HEEL_TILES = 2
"""The most tiles between a servant and its master before it follows."""
PACK_TILES = 3
"""The most tiles between a member of a pack and its leader before it follows."""


@habit(after="keep_company")
def keep_round(actor: Actor) -> acting.Action | None:
    """Return the step that brings it to the next place of its round, or what it does there; None without a round."""
    mind = actor.mind
    if not mind.round:
        return None
    goal = mind.round[mind.leg % len(mind.round)]
    if steps_between(actor.here, goal) > NEAR_TILES:
        step = approach(actor, goal)
        if step is not None:
            return step
        mind.leg = _next(mind.leg, mind.round)
        return STATIC_PASS
    if len(mind.round) > 1 and actor.game.rng.chance(GO_ON_PERCENT):
        mind.leg = _next(mind.leg, mind.round)
    elif actor.game.rng.chance(STIR_PERCENT):
        return random_step(actor)
    return STATIC_PASS


def _next(leg: int, places: tuple[tuple[int, int], ...]) -> int:
    """Return the index of the place after one."""
    return (leg + 1) % len(places)


@habit(after="keep_round")
def wander(actor: Actor) -> acting.Action:
    """Return what it does without an enemy, by its `movement`: standing, a random step, or walking to a waypoint."""
    movement = actor.nature.movement
    if movement == "static":
        return STATIC_PASS
    if movement == "random_waypoint":
        step = stroll(actor, WANDER_TILES)
        if step is not None:
            return step
    return random_step(actor)


def random_step(actor: Actor) -> acting.Action:
    """Return an orthogonal step or a pass, equally likely; a pass if the tile is blocked."""
    roll = actor.game.rng.below(5)
    if roll < len(ORTHOGONAL):
        dx, dy = ORTHOGONAL[roll]
        there = (actor.here[0] + dx, actor.here[1] + dy)
        if space.can_stand(actor.game, actor.entity, there) and not actor.is_in_hazard(there):
            return stride(dx, dy)
    return STATIC_PASS


@habit(after="track")
def keep_company(actor: Actor) -> acting.Action | None:
    """Return a step that keeps a servant near its master and a pack near its leader, if one is needed."""
    if not (actor.mind.leader or actor.row[Statuses].entities):
        return None  # servants have a status that makes them so, and most creatures serve nobody
    master, tiles = factions.master_of(actor.entity), HEEL_TILES
    if master == actor.entity and actor.mind.leader:
        master, tiles = _leader(actor.game, actor.mind), PACK_TILES
    there = space.point_of(master) if master not in (0, actor.entity) else None
    if there is None or steps_between(actor.here, there) <= tiles:
        return None
    return approach(actor, there) or wait_or_step_aside(actor, there)


def _leader(game: Game, mind: actors.Mind) -> int:
    """Return the leader's id, if it is on the level; else forget it and return 0."""
    if space.is_here(game, mind.leader):
        return mind.leader
    mind.leader = 0
    return 0


@habit(after="stay_near", of=HUNTS_BY_SOUND)
def listen(actor: Actor) -> acting.Action | None:
    """Return what a hunter by sound does: it follows noise, and otherwise does as others who are undisturbed."""
    return _follow_noise(actor) or keep_company(actor) or keep_round(actor) or wander(actor)


def _follow_noise(actor: Actor) -> acting.Action | None:
    """Return what it does about the noise it has heard since its last turn; None if it heard nothing."""
    mind = actor.mind
    place = mind.last_seen
    mind.target, mind.last_seen, mind.waypoint = 0, None, None
    if place is None:
        return None
    foe = _enemy_at(actor, place)
    if foe:
        return melee.Melee(foe)
    step = approach(actor, place)
    if step is not None and not _holds_an_enemy(actor, place):
        mind.last_seen = place  # there is nobody there who could fall silent
    return step or STATIC_PASS


def _holds_an_enemy(actor: Actor, place: Point) -> bool:
    """Return whether an enemy stands where the noise was, at any distance."""
    found = actor.level.blockers.get(place, 0)
    return found in side_of(actor.game, actor.entity).hunted


def _enemy_at(actor: Actor, place: Point) -> int:
    """Return the enemy on an adjacent tile, 0 if there is none."""
    near = any(steps_between(cell, place) <= 1 for cell in space.cells_of(actor.entity))
    found = actor.level.blockers.get(place, 0) if near else 0
    return found if found in side_of(actor.game, actor.entity).hunted else 0
