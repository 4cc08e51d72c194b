"""Fighting: whom to attack, whether to cast, back off, strike, shoot, steal or close in, and calling others to it."""

from math import sqrt

from roguelike.actions import acting, melee, senses, shooting
from roguelike.components import actors, magic, spatial, vitals
from roguelike.core.geometry import Point, steps_between
from roguelike.core.grammar import Message
from roguelike.effects.statuses import wake
from roguelike.systems.ai.abilities import choose_spell
from roguelike.systems.ai.actor import Actor, Sighting
from roguelike.systems.ai.sightings import factions_of
from roguelike.systems.ai.walking import approach, flee, wait_or_step_aside
from roguelike.systems.waking import sleepers_within
from roguelike.world import changes, ecs, factions, perception, space
from roguelike.world.game import Cause

SEARCH_TURNS = 8
"""Own turns spent searching where the target was lost."""
KEEP_AWAY_TILES = 40
"""Tiles within which a creature without a missile weapon keeps its distance."""
EARSHOT_TILES = 8
"""Tiles within which a call for help is heard."""
SCORE_PER_TILE = 3.0
"""Score that each tile of distance costs."""
SCORE_OF_WEAKNESS = 6.0
"""Score for a target with no hit points left, over one unhurt; in proportion between."""
SCORE_PER_LEVEL, MOST_LEVELS = 0.5, 8
"""Score for each level of the target, and the most levels that count."""
SCORE_OF_THE_SAME = 2.0
"""Score for the target of the last turn."""
SCORE_OF_ADJACENT = 4.0
"""Score for an adjacent target."""


def fight(actor: Actor) -> acting.Action:
    """Return what a creature does about the best target in sight: cast, back off, strike, shoot or close in."""
    nature = actor.nature
    mind: actors.Mind = actor.mind
    squared, target = best_target(actor)
    place: spatial.Position = ecs.row(target)[spatial.Position]
    there = place.x, place.y
    mind.target, mind.last_seen, mind.waypoint, mind.search_turns = (
        target,
        there,
        None,
        SEARCH_TURNS,
    )
    if not mind.has_raised_alarm:
        raise_alarm(actor)
    if (
        magic.Abilities in actor.row
        and (cast := choose_spell(actor, (squared, target))) is not None
    ):
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
    if squared <= melee.NEIGHBOUR_SQUARED_TILES:
        mind.stuck = mind.gave_ground = False
        return _attack_adjacent(actor, target)
    if squared <= reach * reach:
        mind.stuck = mind.gave_ground = False
        return shooting.Shoot(target)
    return _close_in(actor, there)


def _attack_adjacent(actor: Actor, target: int) -> acting.Action:
    """Return an attack or, for a thief, stealing."""
    if actor.nature.steals and melee.can_be_robbed(target):
        return melee.Steal(target)
    return melee.Melee(target)


def _close_in(actor: Actor, there: Point) -> acting.Action:
    """Return a step toward the target; without a path to it, an attack on any other enemy in reach."""
    step = approach(actor, there)
    if step is not None:
        actor.mind.stuck = False
        return step
    near = next(
        (other for squared, other in actor.prey if squared <= melee.NEIGHBOUR_SQUARED_TILES), 0
    )
    return melee.Melee(near) if near else wait_or_step_aside(actor, there)


def best_target(actor: Actor) -> Sighting:
    """Return the enemy in sight with the highest score: near, weak, dangerous, and preferably the target it had."""
    prey = actor.prey
    if len(prey) == 1:
        return prey[0]
    return min(prey, key=lambda sighting: (-_worth(actor, *sighting), sighting))


def _worth(actor: Actor, squared: int, other: int) -> float:
    """Return the score of one enemy; higher is better."""
    pools: vitals.Pools = ecs.row(other)[vitals.Pools]
    worth = SCORE_OF_WEAKNESS * (1 - pools.hp / max(1, pools.max_hp))
    worth += SCORE_PER_LEVEL * min(MOST_LEVELS, pools.level)
    worth -= SCORE_PER_TILE * sqrt(squared)
    if other == actor.mind.target:
        worth += SCORE_OF_THE_SAME
    if squared <= melee.NEIGHBOUR_SQUARED_TILES:
        worth += SCORE_OF_ADJACENT
    return worth


def raise_alarm(actor: Actor) -> None:
    """Tell the creature's faction within earshot, awake or asleep, where the enemy is; once for each target."""
    game, entity, here, mind = actor.game, actor.entity, actor.here, actor.mind
    mind.has_raised_alarm = True
    if not actor.nature.raises_alarm:
        return
    known, asleep = factions_of(game), sleepers_within(game, here, EARSHOT_TILES)
    side = known.by_creature[entity].name  # it has looked around
    company = known.minds.get(side, ())
    # Filtered first, since most know already: of twenty, each would tell nineteen.
    unaware = [
        other
        for other, theirs in company  # `knows_of_nobody`, inlined: asked of everybody in every first turn
        if theirs.last_seen is None and not theirs.target and theirs.awake
    ]
    if not (asleep or unaware):
        return
    cause, heard = Cause("a cry of alarm", entity, "alarm"), False
    for other in asleep:
        if factions.faction(other) == side:
            wake(game, other, cause)
            heard = True
            if senses.knows_of_nobody(ecs.get(other, actors.Mind)):
                _inform(other, mind)
    for other in unaware:
        there = space.point_of(other) if other not in game.dead else None
        if there is not None and steps_between(here, there) <= EARSHOT_TILES:
            _inform(other, mind)
            heard = True
    if heard:
        cry = "{1} raise[s] the alarm!" if actor.nature.hands else "{1} howl[s] for its own kind!"
        game.change(
            changes.Told(
                cause, Message(cry, (perception.noun(game, entity),), "warn", entities=(entity,))
            )
        )


def _inform(other: int, mind: actors.Mind) -> None:
    """Tell one creature where the enemy is."""
    theirs = ecs.get(other, actors.Mind)
    theirs.last_seen, theirs.has_raised_alarm = mind.last_seen, True
