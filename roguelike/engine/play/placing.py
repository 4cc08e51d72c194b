"""Placing what map generation has planned on a new level.

Map generation knows names and tiles but not sizes; the data knows sizes but not tiles. They meet here.
"""

from collections.abc import Sequence

from roguelike.components.bargains import Terms
from roguelike.components.spatial import Body
from roguelike.core.geometry import Point, steps_between
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Spawn, Special
from roguelike.mapgen.metas.ends import QUIET_TILES
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs, spawning
from roguelike.world.game import Game
from roguelike.world.level import Level, covered
from roguelike.world.names import true_name

SEARCH_TILES = 12
"""The most tiles that a large creature is moved from its planned place."""
_REACH = range(-SEARCH_TILES, SEARCH_TILES + 1)
_NEAREST_FIRST = sorted((max(abs(dx), abs(dy)), dx, dy) for dx in _REACH for dy in _REACH)
"""(distance in moves, dx, dy) of all places that are tried."""


def largest_last(spawns: Sequence[Spawn], catalog: Catalog) -> list[Spawn]:
    """Return spawns in order, but large bodies last: those can be moved aside, the others keep their tiles."""
    return sorted(spawns, key=lambda each: is_large(catalog, each))


def is_large(catalog: Catalog, spawn: Spawn) -> bool:
    """Return whether a spawn is a creature of several tiles."""
    if spawn.section != "mobs":
        return False
    body = catalog.body(spawn.section, spawn.name)
    return body.width * body.height > 1


def room_for(level: Level, catalog: Catalog, spawn: Spawn) -> Point | None:
    """Return the tile nearest to a spawn's planned place where all of it fits; None if there is none.

    Only creatures of several tiles are ever moved: map generation has found room for all others.
    """
    if not is_large(catalog, spawn):
        return spawn.point
    body, (x, y) = catalog.body(spawn.section, spawn.name), spawn.point
    spots = ((x + dx, y + dy) for _, dx, dy in _NEAREST_FIRST)
    return next((spot for spot in spots if fits(level, body, spot)), None)


def fits(level: Level, body: Body, spot: Point) -> bool:
    """Return whether all tiles of a body would be free ground and not too close to the level's entry."""
    return all(
        level.is_free(cell) and steps_between(cell, level.entry) > QUIET_TILES
        for cell in covered(spot, body)
    )


def outfit(game: Game, entity: int, special: Special | None, rng: Stream) -> None:
    """Give a new item or creature its terms, and the items that it carries, as far as the data has them."""
    if special is None or special.name != true_name(entity):
        return
    if special.group or special.gold:
        ecs.attach(entity, Terms(special.group, special.gold))
    for name in special.carries:
        if game.content.has("items", name):
            spawning.pocket(entity, spawning.make(game, "items", name, rng))
