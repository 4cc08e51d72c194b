"""The player's memory of levels after a load: created if a save has none, and validated."""

from collections.abc import Iterable

import numpy as np

from roguelike.components.spatial import Body, Position
from roguelike.components.vitals import Pools
from roguelike.engine.state.entity_shape import Shapes, shapes_of
from roguelike.engine.state.errors import MissingContentError
from roguelike.engine.state.levels import SavedLevel
from roguelike.world import ecs
from roguelike.world.content import template_of
from roguelike.world.game import Game
from roguelike.world.level import Level, covered
from roguelike.world.memory import UNRECORDED, Remembered
from roguelike.world.remembering import remember
from roguelike.world.space import SMALL
from roguelike.world.terrain import WALKABLE


def restore_memories(game: Game, saved: Iterable[SavedLevel], *, same_data: bool) -> None:
    """Check and complete the memories: in saves without any, everything explored counts as just seen.

    If the game was saved with other data (`same_data` false), memories that no longer fit their rows are dropped.

    Raises:
        MissingContentError: things are remembered of rows that the content lacks; it lists all of them.
        ValueError: a memory is impossible.
    """
    missing: set[str] = set()
    for each in saved:
        level = game.levels[each.depth]
        if each.remembered is None:
            here = level.visible if level.depth == game.depth else np.zeros_like(level.visible)
            remember(game, level, level.explored & ~here)
        missing |= {thing.kind.name for thing in _things(level) if not _is_of_a_row(game, thing)}
    if missing:
        raise MissingContentError(sorted(missing))
    shapes = shapes_of(game.content)
    for level in game.levels.values():
        _check_ground(level)
        for thing in _things(level):
            if fault := _fault(game, level, thing, shapes):
                if same_data:
                    raise ValueError(f"{thing.name or thing.kind.name} is remembered, but {fault}")
                _forget(level, thing)


def _things(level: Level) -> list[Remembered]:
    """List all things remembered on a level."""
    return [thing for things in level.remembered.things.values() for thing in things]


def _is_of_a_row(game: Game, thing: Remembered) -> bool:
    """Return whether the data has such a thing."""
    return game.content.has(thing.kind.section, thing.kind.name)


def _check_ground(level: Level) -> None:
    """Raise ValueError when remembered stains are off the map, or remembered ground at the closed edge is walkable."""
    memory = level.remembered
    if not all(map(level.contains, memory.stains)):
        raise ValueError(f"something remembered of level {level.depth} is off its map")
    for edge in (np.s_[[0, -1]], np.s_[:, [0, -1]]):
        closed = ~level.walkable[edge] & (memory.tiles[edge] != UNRECORDED)
        if WALKABLE[memory.tiles[edge][closed]].any():
            raise ValueError(f"one remembers walking off the map of level {level.depth}")


def _fault(game: Game, level: Level, thing: Remembered, shapes: Shapes) -> str:
    """Return why a thing cannot be remembered; "" if it can."""
    row = ecs.row(thing.entity)
    if not 0 < thing.entity < ecs.next_id() or (row and Position not in row):
        return "never was"
    if thing.kind.section not in ("items", "props", "hazards") or Pools in row:
        return "is no thing"
    body = template_of(game.content, thing.kind, Body) or SMALL
    if not all(map(level.contains, covered(thing.point, body))):
        return "is off the map"
    state = (thing.kind, Position(*thing.point, level.depth), *thing.state())
    try:
        shapes.check(thing.entity, thing.kind, {type(each): each for each in state})
    except ValueError as error:
        return str(error)
    return ""


def _forget(level: Level, thing: Remembered) -> None:
    """Drop the memory of a thing."""
    memory = level.remembered
    for point, things in list(memory.things.items()):
        left = tuple(each for each in things if each is not thing)
        if left:
            memory.things[point] = left
        else:
            del memory.things[point]
