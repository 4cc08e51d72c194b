"""The order of a creature's thoughts: talk, mend, run, cast, strike, shoot, hunt, search, keep company, wander."""

from roguelike.actions.action import Action
from roguelike.actions.melee import Melee, touches
from roguelike.actions.moving import Pass, Step
from roguelike.actions.shooting import Shoot, missile_attack
from roguelike.actions.stealing import Steal, has_loose_things
from roguelike.components.actors import Mind, Nature
from roguelike.components.magic import Abilities
from roguelike.components.spatial import Position
from roguelike.core.geometry import Point, steps_between
from roguelike.core.grammar import Message
from roguelike.systems.ai.abilities import choose_aid, choose_spell
from roguelike.systems.ai.census import Sighting, in_sight
from roguelike.systems.ai.company import keep_company, lose_heart, raise_alarm
from roguelike.systems.ai.fear import is_afraid, run
from roguelike.systems.ai.targets import best_target
from roguelike.systems.ai.walking import approach, flee, press_on, stroll, wander
from roguelike.world import ecs
from roguelike.world.changes import Told
from roguelike.world.ecs import Row
from roguelike.world.game import Cause, Game
from roguelike.world.names import noun, true_name
from roguelike.world.space import point_of

EARSHOT = 3
"""Tiles within which somebody speaks to the player: farther off, a whole street would chatter at once."""
QUIP_ODDS = 100 / 6
"""Percent chance each turn of saying something to the player (source game, 3.6)."""
SEARCH_TURNS = 8
"""Own turns spent looking about where the quarry was lost."""
SEARCH_REACH = 4
"""Tiles about that place within which it looks."""


def decide(game: Game, entity: int) -> Action:
    """Return what a creature does with its turn; what is rooted does it without a step."""
    row = ecs.row(entity)
    nature: Nature = row[Nature]
    action = _decide(game, entity, row, nature)
    return Pass() if nature.movement == "rooted" and isinstance(action, Step) else action


def _decide(game: Game, entity: int, row: Row, nature: Nature) -> Action:
    """Return what a creature would do, had it feet."""
    mind: Mind = row[Mind]
    here = (row[Position].x, row[Position].y)
    if mind.said < len(nature.quips):
        _quip(game, entity, here, nature, mind)
    prey, threats = in_sight(game, entity, here, nature)
    if mind.leader:
        lose_heart(game, mind)
    if Abilities in row and (aid := choose_aid(game, entity, here)) is not None:
        return aid
    if is_afraid(entity, nature, mind):
        if prey:
            mind.last_seen, mind.searching = point_of(prey[0][1]), SEARCH_TURNS
        away = run(game, entity, here, mind, [*prey, *threats])
        if away is not None:
            return away
    elif prey:
        return _fight(game, entity, here, row, prey)
    elif threats:
        return run(game, entity, here, mind, threats) or Pass()
    return (
        _search(game, entity, here, mind)
        or keep_company(game, entity, here, mind)
        or wander(game, entity, here, nature, mind)
    )


def _fight(game: Game, entity: int, here: Point, row: Row, prey: list[Sighting]) -> Action:
    """Deal with the best of the enemies in sight."""
    nature: Nature = row[Nature]
    mind: Mind = row[Mind]
    squared, quarry = best_target(entity, mind.quarry, prey)
    there = point_of(quarry) or here
    mind.quarry, mind.last_seen, mind.waypoint, mind.searching = quarry, there, None, SEARCH_TURNS
    if not mind.called:
        raise_alarm(game, entity, here, nature, mind)
    if Abilities in row and (cast := choose_spell(game, entity, there, squared)) is not None:
        mind.backed = False
        return cast
    shot = missile_attack(entity)
    reach = (shot.weapon.reach or 0) if shot is not None else 0
    if nature.keeps and not mind.backed and squared < min(nature.keeps, reach or 40) ** 2:
        away = flee(game, entity, here, [there])
        if away is not None:
            mind.backed = True
            return away
    if touches(entity, quarry, squared):
        mind.stuck = mind.backed = False
        return _at_arms_length(entity, quarry, nature)
    if squared <= reach**2:
        mind.stuck = mind.backed = False
        return Shoot(quarry)
    return _close_in(game, entity, here, mind, prey, there)


def _at_arms_length(entity: int, quarry: int, nature: Nature) -> Action:
    """Return a blow, or a thief's grab."""
    if nature.steals and has_loose_things(quarry):
        return Steal(quarry)
    return Melee(quarry)


def _close_in(
    game: Game, entity: int, here: Point, mind: Mind, prey: list[Sighting], there: Point
) -> Action:
    """Go for the quarry; with no way to it, strike whoever else is in reach rather than stand about."""
    step = approach(game, entity, here, there)
    if step is not None:
        mind.stuck = False
        return step
    near = next((other for squared, other in prey if touches(entity, other, squared)), 0)
    return Melee(near) if near else press_on(game, entity, here, mind, there)


def _search(game: Game, entity: int, here: Point, mind: Mind) -> Action | None:
    """Go to where the quarry was last seen and look about there; then give up."""
    if mind.last_seen is None:
        return None
    if mind.searching == 0:
        mind.searching = SEARCH_TURNS
    if here != mind.last_seen and mind.searching == SEARCH_TURNS and not mind.stuck:
        step = approach(game, entity, here, mind.last_seen)
        if step is not None:
            return step
        mind.stuck = True
    mind.searching -= 1
    if mind.searching > 0:
        step = stroll(game, entity, here, mind, SEARCH_REACH)
        if step is not None:
            return step
    mind.quarry, mind.last_seen, mind.waypoint = 0, None, None
    mind.searching, mind.called, mind.stuck = 0, False, False
    return None


def _quip(game: Game, entity: int, here: Point, nature: Nature, mind: Mind) -> None:
    """Perhaps say to the player the next line that nobody of its kind has said."""
    player = point_of(game.player)
    if player is None or not game.level.visible[here] or steps_between(here, player) > EARSHOT:
        return
    if not game.rng.chance(QUIP_ODDS):
        return
    mind.said = _said_by(entity)
    if mind.said < len(nature.quips):
        line = nature.quips[mind.said]
        mind.said += 1
        message = Message("{1} says: “{2}”", (noun(game, entity), line), "speech")
        game.change(Told(Cause("talk", entity, "talk"), message))


def _said_by(entity: int) -> int:
    """Return how many of their lines creatures of one kind have said: they take turns, so that no two say the same."""
    name = true_name(entity)
    return max(mind.said for other, mind in ecs.with_component(Mind) if true_name(other) == name)
