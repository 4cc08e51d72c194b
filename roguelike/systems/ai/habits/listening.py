"""Hunting by sound: going to the last noise, and striking whoever is there. Prey that stands still is not found.

`systems.waking` puts the place of a noise into `Mind.last_seen`. If a creature stands there, the place is dropped once
the hunter has acted on it: one act for each noise, so the hunter moves when its prey moves. It follows the noise of a
thrown item all the way.
"""

from roguelike.actions.action import Action
from roguelike.actions.melee import Melee
from roguelike.core.geometry import Point, steps_between
from roguelike.systems.ai.actor import Actor
from roguelike.systems.ai.habit import habit
from roguelike.systems.ai.habits.rounds import keep_company, keep_round, wander
from roguelike.systems.ai.sightings import side_of
from roguelike.systems.ai.walking import STATIC_PASS, approach
from roguelike.world.space import cells_of


@habit(after="stay_near", of="hunts_by_sound")
def listen(actor: Actor) -> Action | None:
    """Return what a hunter by sound does: it follows noise, and otherwise does as others who are undisturbed."""
    return _follow_noise(actor) or keep_company(actor) or keep_round(actor) or wander(actor)


def _follow_noise(actor: Actor) -> Action | None:
    """Return what it does about the noise it has heard since its last turn; None if it heard nothing."""
    mind = actor.mind
    place = mind.last_seen
    mind.target, mind.last_seen, mind.waypoint = 0, None, None
    if place is None:
        return None
    foe = _enemy_at(actor, place)
    if foe:
        return Melee(foe)
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
    near = any(steps_between(cell, place) <= 1 for cell in cells_of(actor.entity))
    found = actor.level.blockers.get(place, 0) if near else 0
    return found if found in side_of(actor.game, actor.entity).hunted else 0
