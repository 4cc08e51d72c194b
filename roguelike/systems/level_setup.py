"""The creatures of a new level: some sleep, leaders get their company, and some levels hold one from deeper down.

This is done when a level is built. Creatures that are summoned, drawn in a test or made by a wizard are awake.
"""

from collections.abc import Sequence
from typing import NamedTuple

import esper

from roguelike.components import actors, spatial
from roguelike.core.geometry import Point, steps_between
from roguelike.core.rng import PERCENT, Stream, pick_weighted
from roguelike.world import ecs, space, spawning
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game, nature_of
from roguelike.world.level import Level, covered
from roguelike.world.terrain import STAIRS

HOARD_TILES = 3
"""Tiles within which a hoard is placed around its owner."""
PACK_TILES = 3
"""Steps from its leader within which a company is placed."""
ENTRY_TILES = 6
"""Least steps from the entry to any company, hoard or stranger: the entry is kept clear."""
STRANGER_PERCENT = 6.0
"""Percent chance that a level holds a creature from deeper down."""
STRANGER_LEVELS_DEEPER = (3, 5)
"""Least and most levels deeper where that creature belongs."""
FIRST_STRANGE_DEPTH = 4
"""The first level with such a one: above it a hero has nothing yet to get away with."""


class Fellowship(NamedTuple):
    """Creatures that were placed together, the leader first; their round, and the chance of each to be asleep."""

    members: tuple[int, ...]
    round: tuple[Point, ...]
    asleep_chance: float


def set_up(game: Game, level: Level, rng: Stream, fellowships: Sequence[Fellowship] = ()) -> None:
    """Put creatures to sleep, and place companies and hoards."""
    for fellowship in fellowships:
        _join(fellowship)
    at_once = {entity: each for each in fellowships for entity in each.members}
    for entity, _ in space.residents(level, actors.Mind):
        band, nature = at_once.get(entity), ecs.get(entity, actors.Nature)
        asleep = rng.chance(PERCENT * (band.asleep_chance if band else nature.asleep_chance))
        company = esper.try_component(entity, actors.Company)
        pack = _place_company(game, level, entity, company, rng) if company else []
        for each in (entity, *pack):
            mind = ecs.get(each, actors.Mind)
            mind.awake = mind.awake and not asleep
    _lay_hoards(game, level, rng)
    game.caches.sleep += 1


def _join(band: Fellowship) -> None:
    """Have the leader walk the round and the others follow; with a round of one place, each stays around its own."""
    leader, *others = band.members
    for entity in band.members:
        mind = ecs.get(entity, actors.Mind)
        mind.round = band.round
        position = ecs.get(entity, spatial.Position)
        if len(band.round) == 1:
            mind.round = ((position.x, position.y),)
    if len(band.round) > 1:
        for entity in others:
            ecs.get(entity, actors.Mind).leader = leader


def _place_company(
    game: Game, level: Level, leader: int, company: actors.Company, rng: Stream
) -> list[int]:
    """Place a leader's company around it; return their ids."""
    position = ecs.get(leader, spatial.Position)
    spots = _room(level, (position.x, position.y), PACK_TILES)
    made: list[int] = []
    for follower in company.members:
        for _ in range(max(0, follower.count.roll(rng))):
            if not spots:
                return made
            entity = spawning.spawn(game, "mobs", follower.name, spots.pop(0), level.depth, rng)
            ecs.get(entity, actors.Mind).leader = leader
            made.append(entity)
    return made


def _lay_hoards(game: Game, level: Level, rng: Stream) -> None:
    """Put items around the owners of hoards."""
    for entity, nature in space.residents(level, actors.Nature):
        if nature.hoard is None:
            continue
        position = ecs.get(entity, spatial.Position)
        spots = _room(level, (position.x, position.y), HOARD_TILES)
        for spot in spots[: max(0, nature.hoard.count.roll(rng))]:
            name = pick_weighted(rng, game.content.loot[nature.hoard.loot_table])
            if name is not None:
                spawning.spawn(game, "items", name, spot, level.depth, rng)


def _room(level: Level, centre: Point, tiles: int) -> list[Point]:
    """List the free and empty tiles within some steps of one, nearest first; no stairs, and none near the entry."""
    return [
        spot
        for _, spot in space.free_around(level, centre, tiles)
        if spot not in level.at
        and level.tiles.item(*spot) not in STAIRS
        and steps_between(spot, level.entry) > ENTRY_TILES
    ]


def place_stranger(game: Game, level: Level, rng: Stream) -> bool:
    """With STRANGER_PERCENT, place a creature from deeper down far from the entry; return whether it was."""
    if level.depth < FIRST_STRANGE_DEPTH or not rng.chance(STRANGER_PERCENT):
        return False
    catalog = game.content
    name = catalog.spawn_table.roll("mobs", level.depth + rng.between(*STRANGER_LEVELS_DEEPER), rng)
    at_home = {
        mob for pool in catalog.spawn_table.pools("mobs", level.depth).values() for mob, _ in pool
    }
    if name is None or name in at_home or not _gives_warning(nature_of(catalog, name)):
        return False
    field = level.toward(level.entry)
    for _ in range(20):
        spot = (rng.below(level.width), rng.below(level.height))
        if not _has_room(level, catalog, name, spot):
            continue
        steps = field.distance(spot)
        if steps is not None and steps > 2 * ENTRY_TILES:
            spawning.spawn(game, "mobs", name, spot, level.depth, rng)
            return True
    return False


def _gives_warning(nature: actors.Nature) -> bool:
    """Return whether a creature can be seen coming: one far above the hero must leave them time to run.

    Guards are excluded too, since what they guard is not here.
    """
    return not nature.ambush_tiles and not nature.guards_tiles


def _has_room(level: Level, catalog: Catalog, name: str, spot: Point) -> bool:
    """Return whether a creature's whole body would stand on free and empty ground."""
    body = catalog.body("mobs", name)
    return level.has_room(body, spot) and level.at.keys().isdisjoint(covered(spot, body))
