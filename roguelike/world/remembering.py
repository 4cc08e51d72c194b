"""Record what goes out of the player's sight, and forget it when it is seen again.

The player knows three things about a level: what they see, as it is; what they saw, as it was when last seen; and
nothing else.
"""

import numpy as np
from numpy.typing import NDArray

from roguelike.components import actors, bargains, spatial, vitals
from roguelike.core import sight
from roguelike.core.geometry import Point
from roguelike.core.records import replace
from roguelike.world import ecs, perception, space
from roguelike.world.game import Game
from roguelike.world.level import PARTS, UNRECORDED, Level, Remembered
from roguelike.world.terrain import Tile

_WALL = np.uint8(Tile.WALL)


def remember(game: Game, level: Level, mask: sight.Mask) -> None:
    """Record the current state of some tiles of a level, and the things on them, before they go out of sight."""
    memory, level.written = level.remembered, level.written + 1
    np.copyto(memory.tiles, level.tiles, where=mask)
    if level.stains or memory.stains:
        memory.stains.difference_update(sight.among(mask, memory.stains))
        memory.stains.update(sight.among(mask, level.stains))
    for point in sorted({*sight.among(mask, level.at), *sight.among(mask, memory.things)}):
        there = (each for each in level.occupants(point) if is_thing(ecs.row(each)))
        things = tuple(_remembered(game, each) for each in there)
        if things != memory.things.get(point, ()):
            memory.revision += 1
        if things:
            memory.things[point] = things
        else:
            memory.things.pop(point, None)


def forget(level: Level, mask: sight.Mask) -> None:
    """Drop what was remembered of some tiles that are in view again."""
    memory, level.written = level.remembered, level.written + 1
    memory.stains.difference_update(sight.among(mask, memory.stains))
    for point in sight.among(mask, memory.things):
        del memory.things[point]
        memory.revision += 1


def unlearn(level: Level, mask: sight.Mask) -> None:
    """Drop what was remembered of some tiles, as if they had never been recorded."""
    forget(level, mask)
    level.remembered.tiles[mask] = UNRECORDED


def is_thing(row: ecs.Row) -> bool:
    """Return whether these components are of a thing that the player may know of: not a creature, and not hidden."""
    hidden: spatial.Hidden | None = row.get(spatial.Hidden)
    return vitals.Pools not in row and (hidden is None or hidden.found)


def _remembered(game: Game, entity: int) -> Remembered:
    """Return the memory of a thing as it is now."""
    row = ecs.row(entity)
    place: spatial.Position = row[spatial.Position]
    state = {name: replace(row[part]) for name, part in PARTS.items() if part in row}
    kind: actors.Kind = row[actors.Kind]
    return Remembered(
        entity, kind, perception.shown_name(game, entity), (place.x, place.y), **state
    )


def knows_of(game: Game, thing: int) -> bool:
    """Return whether the player sees a thing, or remembers it on its actual tile."""
    there = space.point_of(thing)
    remembered = game.level.remembered.things.get(there, ()) if there is not None else ()
    return perception.sees(game, thing) or any(each.entity == thing for each in remembered)


def as_it_is(level: Level) -> sight.Mask:
    """Return the mask of tiles that the player takes to be as they are: in view, or explored but not recorded."""
    unrecorded = level.explored & (level.remembered.tiles == UNRECORDED)
    found: sight.Mask = level.visible | unrecorded
    return found


def known_tiles(level: Level, true: sight.Mask | None = None) -> NDArray[np.uint8]:
    """Return the ground as the player knows it, [x, y] (uint8): seen, remembered, or a wall where never seen.

    `true` is the result of `as_it_is`, if the caller already has it.
    """
    found = sight.select(level.explored, level.remembered.tiles, _WALL)
    found = sight.select(as_it_is(level) if true is None else true, level.tiles, found)
    for point in disguised(level):
        found[point] = Tile.WALL
    return found


def disguised(level: Level) -> list[Point]:
    """List the tiles occupied by something disguised as a wall that has not been found."""
    return [point for point in level.fixtures & level.screens if is_disguised(level, point)]


def is_disguised(level: Level, point: Point) -> bool:
    """Return whether a tile holds something disguised as a wall that has not been found."""
    rows = (ecs.row(entity) for entity in level.at.get(point, ()))
    return any(
        bargains.Walled in row and spatial.Hidden in row and not row[spatial.Hidden].found
        for row in rows
    )


def known_things(game: Game) -> tuple[list[int], list[Remembered]]:
    """Return (the things on the player's level that are as they are, those that are as remembered), sorted by id."""
    level = game.level
    # Reading a byte takes a third of the time of reading an array element.
    known, columns = as_it_is(level).T.tobytes(), level.width
    seen = {
        entity
        for (x, y), entities in level.at.items()
        if known[y * columns + x]
        for entity in entities
        if is_thing(ecs.row(entity))
    }
    remembered = {
        thing.entity: thing
        for things in level.remembered.things.values()
        for thing in things
        if thing.entity not in seen
    }
    return sorted(seen), [remembered[entity] for entity in sorted(remembered)]
