"""A new level's first evening: some lie down to sleep, leaders gather their company, and now and then a stranger came.

Only the building of a level does this. Whoever is called, drawn in a room or wished for is wide awake.
"""

import esper

from roguelike.components.actors import Company, Mind, Nature
from roguelike.components.spatial import Body, Position
from roguelike.core.dice import parse_dice
from roguelike.core.geometry import Point, steps_between
from roguelike.core.rng import Stream
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs, spawning
from roguelike.world.game import Game
from roguelike.world.level import Level, covered
from roguelike.world.terrain import Tile

PACK_TILES = 3
"""Steps from its leader within which a company gathers."""
QUIET_TILES = 6
"""Steps from the way in within which nobody is put."""
STRANGER_ODDS = 6.0
"""Percent chance that a level holds somebody from deeper down."""
FROM_BELOW = (3, 5)
"""From how many levels deeper, at least and at most."""
FIRST_STRANGE_DEPTH = 2


def set_up(game: Game, level: Level, catalog: Catalog, rng: Stream) -> bool:
    """Settle a level's creatures in; returns whether one of them does not belong so high up."""
    for entity, nature in ecs.with_component(Nature):
        position = esper.try_component(entity, Position)
        if (
            position is None
            or position.depth != level.depth
            or not esper.has_component(entity, Mind)
        ):
            continue
        asleep = rng.chance(nature.sleeps)
        company = esper.try_component(entity, Company)
        pack = _gather(game, level, entity, company, rng) if company else []
        for each in (entity, *pack):
            mind = esper.component_for_entity(each, Mind)
            mind.awake = mind.awake and not asleep
    game.sleepers = None
    return _let_in_a_stranger(game, level, catalog, rng)


def _gather(game: Game, level: Level, leader: int, company: Company, rng: Stream) -> list[int]:
    """Put a leader's company around it."""
    position = esper.component_for_entity(leader, Position)
    spots = _room(level, (position.x, position.y), PACK_TILES)
    made: list[int] = []
    for name, count in company.members:
        for _ in range(max(0, parse_dice(count).roll(rng))):
            if not spots:
                return made
            follower = spawning.spawn(game, "mobs", name, spots.pop(0), level.depth, rng)
            esper.component_for_entity(follower, Mind).leader = leader
            made.append(follower)
    return made


def _room(level: Level, centre: Point, tiles: int) -> list[Point]:
    """List the free tiles within so many steps of one, nearest first, the way in left out."""
    field, reach = level.toward(centre), range(-tiles, tiles + 1)
    spots = [(centre[0] + dx, centre[1] + dy) for dx in reach for dy in reach]
    free = [
        (steps, spot)
        for spot in spots
        if level.is_free(spot)
        and spot not in level.at
        and level.tiles[spot] not in (Tile.UP_STAIRS, Tile.DOWN_STAIRS)
        and steps_between(spot, level.entry) > QUIET_TILES
        and (steps := field.distance(spot, tiles)) is not None
    ]
    return [spot for _, spot in sorted(free)]


def _let_in_a_stranger(game: Game, level: Level, catalog: Catalog, rng: Stream) -> bool:
    """Now and then put somebody from deeper down far from the way in."""
    if level.depth < FIRST_STRANGE_DEPTH or not rng.chance(STRANGER_ODDS):
        return False
    name = catalog.roll("mobs", level.depth + rng.between(*FROM_BELOW), rng)
    at_home = {mob for pool in catalog.spawns("mobs", level.depth).values() for mob, _ in pool}
    if name is None or name in at_home:
        return False
    field = level.toward(level.entry)
    for _ in range(20):
        spot = (rng.below(level.width), rng.below(level.height))
        if not _has_room(level, catalog, name, spot):
            continue
        steps = field.distance(spot)
        if steps is not None and steps > 2 * QUIET_TILES:
            spawning.spawn(game, "mobs", name, spot, level.depth, rng)
            return True
    return False


def _has_room(level: Level, catalog: Catalog, name: str, spot: Point) -> bool:
    """Return whether a creature's whole body would stand on free and empty ground."""
    parts = catalog.templates("mobs", name)
    body = next((part for part in parts if isinstance(part, Body)), Body())
    return all(level.is_free(cell) and cell not in level.at for cell in covered(spot, body))
