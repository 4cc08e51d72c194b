"""A turn of fires and clouds: they harm creatures in them, spread, drift, thin out and end.

The cost grows with burning tiles, not with the map. The forecast runs the same coming turns, so a preview of a fire
shows who would stand in it.

How clouds drift in play: randomly. A forecast also lets them drift to the extremes.

Wind: drives fires and clouds before it, and onto whoever stands in their way.

A gust of 3 tiles from `@`, each along its line; the fire stops at the wall, the gas runs its whole way:

    #########       #########
    #@.%....#       #@....%.#
    #..^..###       #...^.###
    #########       #########
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Annotated
from zlib import crc32

import esper

from roguelike.components import actors, growth, hazards
from roguelike.core import trial_rolls
from roguelike.core.effect import Effect, effect, element_of
from roguelike.core.geometry import ORTHOGONAL, Point, distance_squared, steps_between
from roguelike.core.records import Meta
from roguelike.core.scalars import Count
from roguelike.effects import dispatch, elements, registry, shapes, targeting
from roguelike.world import changes, ecs, figures, perception, space
from roguelike.world.game import NOBODY, Area, Cause, Game, Several, Spot
from roguelike.world.level import Level

Reach = Callable[[Point, int], None]
"""Spreads a cloud to another tile for a number of turns."""


class Drift:
    """Clouds that drift randomly: one with turns left may spread to a neighbour, and both then last half as long."""

    goes_everywhere = False
    """Whether clouds drift so that no cloud could be larger or last longer."""

    def from_tile(self, game: Game, point: Point, left: int, reach: Reach) -> int:
        """Let a cloud with `left` turns left on a tile (more than one) drift; return how many it keeps there."""
        if game.rng.chance(50):
            dx, dy = game.rng.choice(ORTHOGONAL)
            there = (point[0] + dx, point[1] + dy)
            if is_open_to_clouds(game.level, there):
                left //= 2
                reach(there, left)
        return left

    def end_turn(self) -> None:
        """Finish after every cloud has drifted: nothing to do in play."""


BY_CHANCE = Drift()


def is_open_to_clouds(level: Level, point: Point) -> bool:
    """Return whether a cloud may drift to a tile."""
    return not level.is_opaque(point) and level.has_ground((point,))


SPREADS, DRIFTS = 1 << 32, 2 << 32
"""Where the dice fall for whether it spreads or drifts, apart from those for the harm that it does."""
Harmed = set[tuple[int, str]]
"""(creature, hazard) pairs of this turn: a creature of several tiles is harmed once by each kind of hazard."""


def hazards_since(game: Game, since: int = 0) -> list[int]:
    """List the fires and clouds on the level, not the traps, whose id is `since` or higher, by id."""
    found = []
    for entity in game.level.hazards:
        if entity >= since:
            row = ecs.row(entity)
            if hazards.Hazard in row and hazards.HazardTemplate in row:
                found.append(entity)
    return sorted(found)


def run_hazards(game: Game, dangers: Sequence[int] | None = None, drift: Drift = BY_CHANCE) -> None:
    """Run one turn of these fires and clouds, or of all on the level, in the order of their ids."""
    run_some_hazards(game, hazards_since(game) if dangers is None else dangers, Harmed(), drift)
    drift.end_turn()


def run_some_hazards(game: Game, dangers: Sequence[int], harmed: Harmed, drift: Drift) -> None:
    """Run these fires and clouds in a turn that goes on with others; `harmed` keeps track within the turn."""
    burning = game.level.hazards
    for entity in dangers:
        point = burning.get(entity)
        if point is None or entity in game.dead:
            continue
        row = ecs.row(entity)
        template: hazards.HazardTemplate = row[hazards.HazardTemplate]
        place = _place_of(template.name) | point[0] << 16 | point[1]
        game.roll_at(place)
        cause = Cause(template.name, row[hazards.Hazard].source, "hazard")  # its maker is to blame
        _queue_harm(game, entity, row, cause, harmed)
        if template.spread_percent and template.element:
            game.roll_at(SPREADS | place)
            _spread(game, _touch(template.element), template.spread_percent, point, entity, cause)
        if game.queue:
            dispatch.drain(game)
        if entity not in game.dead:
            game.roll_at(DRIFTS | place)
            _age(game, entity, row[hazards.Hazard], point, template, cause, drift)


@lru_cache
def _touch(element: str) -> elements.Touch:
    """Return the touch of an element, the same for all that burns."""
    return elements.Touch(element)


@lru_cache
def _place_of(name: str) -> int:
    """Return where the dice of a kind of fires and clouds fall on a tile: each kind has its own, however many fell."""
    return (crc32(name.encode()) & 0xFF) << 24


def _queue_harm(game: Game, hazard: int, row: ecs.Row, cause: Cause, harmed: Harmed) -> None:
    """Queue what a fire or cloud does to the creatures in it."""
    level = game.level
    point = level.hazards.get(hazard)
    if point is None:
        return
    effects = row[hazards.HazardTemplate].effects
    # Most fires burn where there is no creature: effects on creatures are not even queued there.
    if len(level.at[point]) == 1:
        effects = [each for each in effects if each.lands_on != "creature"]
    if not effects:
        return
    targets = _targets(game, level, hazard, point, cause, harmed)
    for each in effects:
        game.push(each, targets, hazard, cause)


def _targets(
    game: Game, level: Level, hazard: int, point: Point, cause: Cause, harmed: Harmed
) -> Spot | Several:
    """Return the tile of a fire or cloud or, if a creature on it is spared, the other creatures there."""
    spot, maker, spared = Spot(point), cause.by, NOBODY
    large = level.blockers.get(point, NOBODY)
    if large and space.is_large(large):
        spared = large if (large, cause.what) in harmed else NOBODY
        harmed.add((large, cause.what))
    if maker in level.at[point] and spares_maker(game, hazard, maker):
        spared = maker
    if not spared:
        return spot
    return Several(
        tuple(each for each in targeting.creatures_in(game, spot, hazard) if each != spared)
    )


def spares_maker(game: Game, hazard: int, creature: int) -> bool:
    """Return whether a creature is spared by its own fire or cloud because it has mastered the element."""
    row = ecs.row(hazard)
    if (
        creature == NOBODY
        or row[hazards.Hazard].source != creature
        or growth.Talents not in ecs.row(creature)
    ):
        return False
    template: hazards.HazardTemplate = row[hazards.HazardTemplate]
    kinds = {template.element, *map(element_of, template.effects)}
    return figures.is_spared_own(game, creature, frozenset(filter(None, kinds)))


def _spread(
    game: Game, touch: elements.Touch, percent: float, point: Point, entity: int, cause: Cause
) -> None:
    """Let a hazard's element touch each of the four adjacent tiles, with some chance in percent."""
    x, y = point
    beside = [(x + dx, y + dy) for dx, dy in ORTHOGONAL]
    rng, table = game.rng, game.content.reactions(touch.element)
    if (
        type(rng) is trial_rolls.Tossed
        and not game.queue
        and not _matters(game.level, beside, table)
    ):
        return  # where dice lie where they fall, those that decide nothing need not be rolled
    chance = rng.chance
    reached = [there for there in beside if chance(percent)]
    if not reached:
        return
    game.level.note_unseen(reached, table.grounds)
    # Most of what is reached burns no more: nothing is queued for that.
    if elements.any_may_react(game.level, reached, table):
        game.push(touch, Area(tuple(reached)), entity, cause)


def _matters(level: Level, points: Sequence[Point], table: hazards.Reactions) -> bool:
    """Return whether it matters which of some tiles an element touches: one reacts to it, or was never seen."""
    grounds, things, at, item = table.grounds, table.things, level.at, level.tiles.item
    for point in points:
        if level.contains(point) and (item(point) in grounds or level.is_unseen(point)):
            return True
        for thing in at.get(point, ()):
            if perception.true_name(thing) in things:
                return True
    return False


def _age(
    game: Game,
    entity: int,
    hazard: hazards.Hazard,
    point: Point,
    template: hazards.HazardTemplate,
    cause: Cause,
    drift: Drift,
) -> None:
    """Take one turn from a hazard's duration; a drifting cloud may spread as it thins."""
    left = hazard.turns - 1
    if template.drifts and left > 1:

        def reach(there: Point, turns: int) -> None:
            """Spread the cloud to another tile."""
            blamed = Cause(template.name, cause.by, "hazard")
            elements.kindle(game, there, perception.true_name(entity), turns, blamed)

        left = drift.from_tile(game, point, left, reach)
    if left < 1:
        game.change(changes.Removed(entity, cause))
    else:
        game.change(changes.Altered(entity, hazards.Hazard, "turns", hazard.turns, left, cause))


@effect("gust", lands_on="whole")
class Gust(Effect):
    """Drives fires and clouds away from its source, onto whoever stands where they end up."""

    told = "drives fires and clouds {tiles} away"

    tiles: Annotated[Count, Meta(description="how far it drives them, in tiles")]


@registry.handles(Gust)
def gust(effect: Gust, hit: registry.Hit, game: Game) -> None:
    """Move each fire and cloud on the tiles, farthest first, so that none runs into the next."""
    origin, level = space.point_of(hit.source), game.level
    if origin is None:
        return
    moved = False
    tiles = sorted(
        targeting.tiles_of(hit.targets), key=lambda tile: (-distance_squared(origin, tile), tile)
    )
    for point in tiles:
        way = _way(level, space.vantage(level, hit.source, point) or origin, point, effect.tiles)
        for hazard in level.occupants(point) if way else ():
            template = esper.try_component(hazard, hazards.HazardTemplate)
            if template is not None and template.windblown and hazard not in game.dead:
                _drive(game, hazard, template, way, hit)
                moved = True
    if not moved:
        game.change(changes.Fizzled(hit.cause, 0, "There is nothing for the wind to drive."))


def _way(level: Level, origin: Point, point: Point, tiles: int) -> list[Point]:
    """List the tiles over which something is driven from a tile, the last where it ends up; [] if a wall blocks it."""
    far = steps_between(origin, point)
    way = list(shapes.open_way(level, origin, point, far + tiles))[far:]
    return way[:-1] if way and way[-1] in level.screens else way


def _drive(
    game: Game, hazard: int, template: hazards.HazardTemplate, way: list[Point], hit: registry.Hit
) -> None:
    """Move a fire or cloud to the end of its path; a fire lights what it passes over."""
    turns = ecs.get(hazard, hazards.Hazard).turns
    name = ecs.get(hazard, actors.Kind).name
    cause = hit.cause.then(name, "hazard")
    game.change(changes.Removed(hazard, hit.cause.then("wind", "wind")))
    elements.kindle(game, way[-1], name, turns, cause)
    if template.element:
        game.push(elements.Touch(template.element), Area(tuple(way)), hit.source, cause)
    for each in template.effects:
        game.push(each, Spot(way[-1]), hit.source, cause)
