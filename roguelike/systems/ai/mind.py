"""The order of a creature's thoughts: talk, cast, strike, shoot, hunt, flee, search, wander."""

import esper

from roguelike.actions.action import Action
from roguelike.actions.melee import Melee, is_adjacent
from roguelike.actions.moving import Pass
from roguelike.actions.shooting import Shoot, missile_attack
from roguelike.components.actors import Mind, Nature
from roguelike.components.spatial import Position
from roguelike.core.geometry import Point
from roguelike.core.grammar import Message
from roguelike.effects.targeting import master_of
from roguelike.systems.ai.abilities import choose_spell
from roguelike.systems.ai.census import in_sight
from roguelike.systems.ai.walking import approach, flee, wander
from roguelike.world.changes import Told
from roguelike.world.figures import figures
from roguelike.world.game import Cause, Game
from roguelike.world.names import noun
from roguelike.world.space import point_of

HEEL = 2
"""Tiles that a servant keeps to its master."""
QUIP_ODDS = 100 / 6
"""Percent chance each turn of saying something to the player (source game, 3.6)."""
STATIC_PASS = Pass()


def decide(game: Game, entity: int) -> Action:
    """Return what a creature does with its turn."""
    nature = esper.component_for_entity(entity, Nature)
    mind = esper.component_for_entity(entity, Mind)
    position = esper.component_for_entity(entity, Position)
    here = (position.x, position.y)
    _quip(game, entity, here, nature, mind)
    prey, threats = in_sight(game, entity, here)
    if prey and not figures(entity).flees:
        return _fight(game, entity, here, mind, prey)
    if threats := prey or threats:
        points = [point for _, other in threats if (point := point_of(other)) is not None]
        away = flee(game, entity, here, points)
        if away is not None:
            return away
        cornered = [other for _, other in threats if is_adjacent(entity, other)]
        return Melee(cornered[0]) if cornered else STATIC_PASS
    return (
        _search(game, entity, here, mind)
        or _follow(game, entity, here)
        or wander(game, entity, here, nature, mind)
    )


def _follow(game: Game, entity: int, here: Point) -> Action | None:
    """Keep near the master, if it serves one."""
    master = master_of(entity)
    there = point_of(master) if master != entity else None
    if there is None or max(abs(there[0] - here[0]), abs(there[1] - here[1])) <= HEEL:
        return None
    return approach(game, entity, here, there)


def _fight(game: Game, entity: int, here: Point, mind: Mind, prey: list[tuple[int, int]]) -> Action:
    """Deal with the nearest enemy in sight."""
    squared, quarry = prey[0]
    there = point_of(quarry) or here
    mind.quarry, mind.last_seen, mind.waypoint = quarry, there, None
    cast = choose_spell(game, entity, there, squared)
    if cast is not None:
        return cast
    if squared <= 2 or is_adjacent(entity, quarry):
        return Melee(quarry)
    shot = missile_attack(entity)
    if shot is not None and shot.weapon.reach is not None and squared <= shot.weapon.reach**2:
        return Shoot(quarry)
    return approach(game, entity, here, there) or STATIC_PASS


def _search(game: Game, entity: int, here: Point, mind: Mind) -> Action | None:
    """Go to where the quarry was last seen; what is not there is given up."""
    if mind.last_seen is None:
        return None
    if here != mind.last_seen:
        step = approach(game, entity, here, mind.last_seen)
        if step is not None:
            return step
    mind.quarry, mind.last_seen = 0, None
    return None


def _quip(game: Game, entity: int, here: Point, nature: Nature, mind: Mind) -> None:
    """Perhaps say the next of its lines to the player."""
    if mind.said >= len(nature.quips) or not game.level.visible[here]:
        return
    if game.rng.chance(QUIP_ODDS):
        line = nature.quips[mind.said]
        mind.said += 1
        message = Message("{1} says: “{2}”", (noun(game, entity), line), "speech")
        game.change(Told(Cause("talk", entity, "talk"), message))
