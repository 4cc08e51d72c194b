"""The order in which a creature considers what to do.

Talk, get out of the fire, heal, flee, cast, strike, shoot, chase, search, keep company, walk its round, wander.
"""

from roguelike.actions.action import Action
from roguelike.actions.melee import NEIGHBOUR_SQUARED_TILES, Melee
from roguelike.actions.moving import Step
from roguelike.actions.shooting import Shoot
from roguelike.actions.stealing import Steal, can_be_robbed
from roguelike.components.actors import Mind
from roguelike.components.magic import Abilities
from roguelike.core.geometry import Point, steps_between
from roguelike.core.grammar import Message
from roguelike.systems.ai.abilities import choose_aid, choose_spell
from roguelike.systems.ai.actor import Actor
from roguelike.systems.ai.company import keep_company, lose_heart, raise_alarm
from roguelike.systems.ai.fear import is_afraid, run
from roguelike.systems.ai.guarding import stay_near
from roguelike.systems.ai.listening import follow_noise
from roguelike.systems.ai.rounds import keep_round
from roguelike.systems.ai.sightings import Sighting, in_sight, side_of
from roguelike.systems.ai.targets import best_target
from roguelike.systems.ai.walking import (
    STATIC_PASS,
    approach,
    flee,
    leave_hazard,
    step_aside,
    stroll,
    wait_or_step_aside,
    wander,
)
from roguelike.world import ecs
from roguelike.world.changes import Told
from roguelike.world.game import Cause
from roguelike.world.names import noun, true_name
from roguelike.world.space import point_of

EARSHOT_TILES = 3
"""Tiles within which creatures talk to the player; with more, a whole street would talk at once."""
QUIP_PERCENT = 100 / 6
"""Percent chance each turn of saying a line to the player (source game, 3.6)."""
SEARCH_TURNS = 8
"""Own turns spent searching where the target was lost."""
SEARCH_TILES = 4
"""Tiles around that place within which it searches."""
KEEP_AWAY_TILES = 40
"""Tiles within which a creature without a missile weapon keeps its distance."""


def decide(actor: Actor) -> Action:
    """Return what a creature does with its turn; a rooted one passes instead of stepping."""
    action = _decide(actor)
    if actor.nature.movement == "rooted" and isinstance(action, Step):
        return STATIC_PASS
    return action


def _decide(actor: Actor) -> Action:
    """Return what a creature does if it can move."""
    mind: Mind = actor.mind
    if mind.quips_said < len(actor.nature.quips):
        _quip(actor)
    prey, threats = in_sight(actor)
    if mind.leader:
        lose_heart(actor)
    if (urgent := _urgent(actor, prey)) is not None:
        return urgent
    if is_afraid(actor):
        if prey:
            mind.last_seen, mind.search_turns = point_of(prey[0][1]), SEARCH_TURNS
        away = run(actor, [*prey, *threats])
        if away is not None:
            return away
    elif (own := _own_way(actor, prey)) is not None:
        return own
    elif prey:
        return _fight(actor, prey)
    elif threats:
        return run(actor, threats) or STATIC_PASS
    return (
        _search(actor) or _track(actor) or keep_company(actor) or keep_round(actor) or wander(actor)
    )


def _own_way(actor: Actor, prey: list[Sighting]) -> Action | None:
    """Return what creatures with their own behaviour do: guards, and hunters by sound; None for others."""
    if actor.nature.guards_tiles:
        return stay_near(actor, prey)
    if actor.nature.hunts_by_sound:
        return follow_noise(actor) or keep_company(actor) or keep_round(actor) or wander(actor)
    return None


def _urgent(actor: Actor, prey: list[Sighting]) -> Action | None:
    """Return what takes precedence, if anything: leaving burning ground, healing itself or a friend."""
    if actor.avoided is not None and actor.avoided.burning:
        near = point_of(prey[0][1]) if prey else None
        out = leave_hazard(actor, near or actor.here)
        if out is not None:
            return out
    return choose_aid(actor) if Abilities in actor.row else None


def _fight(actor: Actor, prey: list[Sighting]) -> Action:
    """Return what a creature does about the best target: cast, back off, strike, shoot or close in."""
    nature = actor.nature
    mind: Mind = actor.mind
    squared, target = best_target(actor, prey)
    there = point_of(target) or actor.here
    mind.target, mind.last_seen, mind.waypoint, mind.search_turns = (
        target,
        there,
        None,
        SEARCH_TURNS,
    )
    if not mind.has_raised_alarm:
        raise_alarm(actor)
    if Abilities in actor.row and (cast := choose_spell(actor, there, squared)) is not None:
        mind.gave_ground = False
        return cast
    reach = actor.stats.shot_reach
    if (
        nature.keep_distance_tiles
        and not mind.gave_ground
        and squared < min(nature.keep_distance_tiles, reach or KEEP_AWAY_TILES) ** 2
    ):
        away = flee(actor, [there])
        if away is not None:
            mind.gave_ground = True
            return away
    if squared <= NEIGHBOUR_SQUARED_TILES:
        mind.stuck = mind.gave_ground = False
        return _attack_adjacent(actor, target)
    if squared <= reach * reach:
        mind.stuck = mind.gave_ground = False
        return Shoot(target)
    return _close_in(actor, prey, there)


def _attack_adjacent(actor: Actor, target: int) -> Action:
    """Return an attack or, for a thief, stealing."""
    if actor.nature.steals and can_be_robbed(target):
        return Steal(target)
    return Melee(target)


def _close_in(actor: Actor, prey: list[Sighting], there: Point) -> Action:
    """Return a step toward the target; without a path to it, an attack on any other enemy in reach."""
    step = approach(actor, there)
    if step is not None:
        actor.mind.stuck = False
        return step
    near = next((other for squared, other in prey if squared <= NEIGHBOUR_SQUARED_TILES), 0)
    return Melee(near) if near else wait_or_step_aside(actor, there)


def _search(actor: Actor) -> Action | None:
    """Return a step to where the target was last seen or, once there, around it; None when it gives up."""
    mind: Mind = actor.mind
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


def _track(actor: Actor) -> Action | None:
    """Return a step toward where the player is now, with a sign in the log, for a creature that tracks them.

    None if it does not track, or does not hunt the player.
    """
    game, sign = actor.game, actor.nature.tracks
    if sign is None or game.player not in side_of(game, actor.entity).hunted:
        return None
    actor.mind.last_seen, actor.mind.target = point_of(game.player), game.player
    game.change(Told(Cause("a trail", actor.entity, "talk"), Message(sign, (), "warn"), heard=True))
    return _search(actor)


def _quip(actor: Actor) -> None:
    """With a chance of QUIP_PERCENT, say the next line not yet said by its kind to a player in earshot."""
    game, here = actor.game, actor.here
    mind: Mind = actor.mind
    player = point_of(game.player)
    if (
        player is None
        or not actor.level.visible[here]
        or steps_between(here, player) > EARSHOT_TILES
    ):
        return
    if not game.rng.chance(QUIP_PERCENT):
        return
    mind.quips_said = _lines_said(actor.entity)
    if mind.quips_said < len(actor.nature.quips):
        line = actor.nature.quips[mind.quips_said]
        mind.quips_said += 1
        message = Message("{1} says: “{2}”", (noun(game, actor.entity), line), "speech")
        game.change(Told(Cause("talk", actor.entity, "talk"), message))


def _lines_said(entity: int) -> int:
    """Return how many lines creatures of one kind have said: they share one count, so that none is said twice."""
    name = true_name(entity)
    return max(
        mind.quips_said for other, mind in ecs.with_component(Mind) if true_name(other) == name
    )
