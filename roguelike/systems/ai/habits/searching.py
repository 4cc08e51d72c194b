"""Looking for lost prey: through walls, around the place where it was last seen, or on its trail."""

from roguelike.actions import acting, moving
from roguelike.components import actors
from roguelike.core.geometry import DIRECTIONS
from roguelike.core.grammar import Message
from roguelike.systems.ai.actor import FIGHT, Actor, habit
from roguelike.systems.ai.fighting import SEARCH_TURNS
from roguelike.systems.ai.sightings import side_of
from roguelike.systems.ai.walking import FURTHEST_CHASE_STEPS, approach, step_aside, stroll
from roguelike.world import changes, space
from roguelike.world.game import Cause

SEARCH_TILES = 4
"""Tiles around the place where it lost its target within which it searches."""
SAVED_STEPS = 3
"""Steps by which a way through a wall must be shorter than the one around it."""


@habit(after=FIGHT, of="passes_walls")
def come_through(actor: Actor) -> acting.Action | None:
    """Return the way through a wall that brings it nearest to where its target was last seen, if it saves enough.

    None if the way around is about as short.
    """
    goal = actor.mind.last_seen
    if goal is None or actor.here == goal:
        return None
    field = actor.way_to(goal)
    around = field.distance(actor.here, FURTHEST_CHASE_STEPS)
    best, chosen = FURTHEST_CHASE_STEPS if around is None else around - SAVED_STEPS, None
    for dx, dy in DIRECTIONS:
        there = moving.behind_wall(actor.game, actor.entity, dx, dy)
        steps = field.distance(there, FURTHEST_CHASE_STEPS) if there is not None else None
        if there is not None and steps is not None and steps < best and actor.can_enter(there):
            best, chosen = steps, moving.PassWall(dx, dy)
    return chosen


@habit(after=FIGHT)
def search(actor: Actor) -> acting.Action | None:
    """Return a step to where the target was last seen or, once there, around it; None when it gives up."""
    mind: actors.Mind = actor.mind
    if mind.last_seen is None:
        return None
    if mind.search_turns == 0:
        mind.search_turns = SEARCH_TURNS
    if actor.here != mind.last_seen and mind.search_turns == SEARCH_TURNS and not mind.stuck:
        step = approach(actor, mind.last_seen)
        if step is not None:
            return step
        mind.stuck = True
    mind.search_turns -= 1
    if mind.search_turns > 0:
        step = stroll(actor, SEARCH_TILES)
        if step is not None:
            return step
        if mind.stuck:
            return step_aside(actor, mind.last_seen)
    mind.target, mind.last_seen, mind.waypoint = 0, None, None
    mind.search_turns, mind.has_raised_alarm, mind.stuck = 0, False, False
    return None


@habit(after="search", of="tracks")
def track(actor: Actor) -> acting.Action | None:
    """Return a step toward where the player is now, with a sign in the log, for a creature that tracks them.

    None if it does not track, or does not hunt the player.
    """
    game, sign = actor.game, actor.nature.tracks
    if sign is None or game.player not in side_of(game, actor.entity).hunted:
        return None
    actor.mind.last_seen, actor.mind.target = space.point_of(game.player), game.player
    game.change(
        changes.Told(Cause("a trail", actor.entity, "talk"), Message(sign, (), "warn"), heard=True)
    )
    return search(actor)
