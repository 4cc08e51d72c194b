"""Where things are: on the map, on ground, in the indexes, and in view."""

from collections.abc import Iterator, Mapping
from itertools import chain

import numpy as np

from roguelike.components.actors import Kind
from roguelike.components.spatial import NOWHERE, Body, Gate, Position
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point
from roguelike.store.invariants.checks import called, check, check_of_indexes
from roguelike.systems.visibility import sight_tiles
from roguelike.world import ecs, space
from roguelike.world.game import Game
from roguelike.world.level import Level
from roguelike.world.terrain import Tile


@check
def everything_is_on_a_map(game: Game) -> Iterator[str]:
    """Check that everything not carried is within its level, and that only items are carried."""
    sizes = {depth: (level.width, level.height) for depth, level in game.levels.items()}
    bodies = dict(ecs.with_component(Body))
    for entity, position in ecs.with_component(Position):
        size = sizes.get(position.depth)
        if size is not None:
            width, height = size
            if entity in bodies:  # its farthest tile is on the map, too
                width -= bodies[entity].width - 1
                height -= bodies[entity].height - 1
            if not (0 <= position.x < width and 0 <= position.y < height):
                yield f"{called(entity)} is at {(position.x, position.y)}, off the map"
        elif entity not in game.dead and not _is_carried(entity, position):
            yield f"{called(entity)} is at depth {position.depth}, which does not exist"


def _is_carried(entity: int, position: Position) -> bool:
    """Return whether an entity may be on no level: an item in a pack."""
    return position.depth == NOWHERE and ecs.row(entity)[Kind].section == "items"


@check
def bodies_do_not_overlap(game: Game) -> Iterator[str]:
    """Check that no two things that block a tile stand on the same one."""
    for level in game.levels.values():
        for cell, entities in level.at.items():
            if len(entities) == 1:
                continue
            for entity in sorted(entities):
                other = level.blockers.get(cell, entity)
                if entity != other and space.body_of(entity).blocks_tile:
                    yield f"{called(other)} and {called(entity)} both stand at {cell}"


@check
def maps_have_edges(game: Game) -> Iterator[str]:
    """Check that no tile at the edge of a map is walkable."""
    for level in game.levels.values():
        walkable = level.walkable
        if any(edge.any() for edge in (walkable[[0, -1]], walkable[:, [0, -1]])):
            yield f"one can walk off the map of depth {level.depth}"


@check
def levels_can_be_entered(game: Game) -> Iterator[str]:
    """Check that whoever comes to a level without stairs from above stands on ground."""
    for level in game.levels.values():
        if not level.find(Tile.UP_STAIRS) and not level.has_ground([level.entry]):
            yield f"nobody can come to depth {level.depth}: {level.entry} is no ground to stand on"


@check
def gates_lead_somewhere(game: Game) -> Iterator[str]:
    """Check that every portal leads to walkable ground."""
    for entity, gate in ecs.with_component(Gate):
        level = game.levels.get(gate.depth)
        if level is None or not level.has_ground([(gate.x, gate.y)]):
            yield f"{called(entity)} leads to ({gate.x}, {gate.y}) at depth {gate.depth}, where nobody can be"


@check_of_indexes
def indexes_match_positions(game: Game) -> Iterator[str]:
    """Check that the indexes of every level agree exactly with positions."""
    standing: dict[int, list[int]] = {depth: [] for depth in game.levels}
    for entity, position in ecs.with_component(Position):
        if entity not in game.dead and position.depth in standing:
            standing[position.depth].append(entity)
    for depth, level in game.levels.items():
        yield from _index_faults(level, standing[depth])


def _index_faults(level: Level, standing: list[int]) -> Iterator[str]:
    """Compare one level's indexes with those of an empty copy on which everything is placed again."""
    fresh = Level(level.depth, level.name, level.theme, level.tiles.copy())
    for entity in standing:
        point, body = space.point_of(entity) or (0, 0), space.body_of(entity)
        fresh.place(entity, point, body)
        if space.is_hazard(ecs.row(entity)):
            fresh.note_hazard(entity, point)
    yield from _differences(level.depth, "stands", _sorted(fresh), _sorted(level))
    yield from _differences(level.depth, "blocks", fresh.blockers, level.blockers)
    if fresh.hazards != level.hazards:
        yield f"depth {level.depth}: the index of hazards is out of date"
    for name in ("screens", "shut", "fixtures", "crowd", "transparent", "walkable"):
        if not np.array_equal(getattr(fresh, name), getattr(level, name)):
            yield f"depth {level.depth}: the index of what is {name} is out of date"


def _sorted(level: Level) -> dict[Point, list[int]]:
    """Return who stands on each tile, sorted by id, since the order of arrival does not matter."""
    return {point: sorted(entities) for point, entities in level.at.items()}


def _differences(
    depth: int, what: str, true: Mapping[Point, object], indexed: Mapping[Point, object]
) -> Iterator[str]:
    """Yield each tile at which an index differs from the true one."""
    if true == indexed:
        return
    for point in sorted(true.keys() | indexed.keys()):
        if true.get(point) != indexed.get(point):
            yield (
                f"depth {depth} {point}: {true.get(point)} {what} there, "
                f"the index says {indexed.get(point)}"
            )


@check
def creatures_stand_on_ground(game: Game) -> Iterator[str]:
    """Check that every creature is on walkable ground of the map, and the player on the current level."""
    for entity, _ in ecs.with_component(Pools):
        position = ecs.get(entity, Position)
        level = game.levels.get(position.depth)
        if entity in game.dead or level is None:
            continue
        for cell in space.cells_of(entity):
            if not level.contains(cell) or not level.walkable[cell]:
                yield f"{called(entity)} stands at {cell}, where nobody can"
    where = ecs.get(game.player, Position)
    if game.player not in game.dead and where.depth != game.depth:
        yield f"the player is at depth {where.depth}, the game at {game.depth}"


@check
def sight_is_up_to_date(game: Game) -> Iterator[str]:
    """Check that what the player sees is within their field of view, and all of it explored."""
    level, here = game.level, space.point_of(game.player)
    if here is None or game.player in game.dead or not level.contains(here):
        return
    furthest = sight_tiles(level)
    if (level.visible & ~level.view(here, furthest)).any():
        yield "the player sees tiles that are out of view"
    if (level.visible & ~level.explored).any():
        yield "the player sees tiles that the map does not remember"


@check
def the_dead_are_gone(game: Game) -> Iterator[str]:
    """Check that the dead are on no map."""
    there = ecs.rows()
    for level in game.levels.values():
        standing = set(chain.from_iterable(level.at.values()))
        yield from (f"the dead {called(e)} is at depth {level.depth}" for e in standing & game.dead)
        gone = standing.difference(there)
        yield from (f"{entity}, which is gone, is at depth {level.depth}" for entity in gone)
