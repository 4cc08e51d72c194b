"""Where entities stand, and how they enter and leave a level's indexes."""

import esper

from roguelike.components.actors import Initiative
from roguelike.components.spatial import NOWHERE, Body, Door, Position
from roguelike.core.geometry import Point
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.level import Footing

SMALL = Body()


def footing(entity: int, point: Point) -> Footing:
    """Work out which tiles an entity takes when it stands at `point`, and what it blocks."""
    body = esper.try_component(entity, Body) or SMALL
    shut = (door := esper.try_component(entity, Door)) is None or not door.open
    if body.width == body.height == 1:
        cells: tuple[Point, ...] = (point,)
    else:
        x, y = point
        cells = tuple((x + i, y + j) for j in range(body.height) for i in range(body.width))
    return Footing(cells, body.blocks_tile and shut, body.blocks_sight and shut)


def point_of(entity: int) -> Point | None:
    """Return the tile of an entity on any level; None for what is carried or gone."""
    position = esper.try_component(entity, Position)
    if position is None or position.depth == NOWHERE:
        return None
    return (position.x, position.y)


def cells_of(entity: int) -> tuple[Point, ...]:
    """Return all tiles that an entity covers; none for what is carried or gone."""
    point = point_of(entity)
    return () if point is None else footing(entity, point).cells


def is_here(game: Game, entity: int) -> bool:
    """Return whether an entity is on the player's level."""
    position = esper.try_component(entity, Position)
    return position is not None and position.depth == game.depth and entity not in game.dead


def put(game: Game, entity: int, point: Point, depth: int) -> None:
    """Set an entity down on a level (or, at NOWHERE, on none)."""
    position = ecs.get(entity, Position)
    position.x, position.y = point
    position.depth = depth
    if level := game.levels.get(depth):
        level.settle(entity, footing(entity, point))


def take_up(game: Game, entity: int) -> None:
    """Take an entity out of its level's indexes; its Position is left as it was."""
    position = ecs.get(entity, Position)
    if level := game.levels.get(position.depth):
        level.lift(entity, footing(entity, (position.x, position.y)))


def can_stand(game: Game, entity: int, point: Point) -> bool:
    """Return whether all of an entity's body would have room at `point`, its own tiles not in the way."""
    level = game.level
    for cell in footing(entity, point).cells:
        if not level.contains(cell) or not level.walkable[cell]:
            return False
        blocker = level.blockers.get(cell)
        if blocker is not None and blocker != entity:
            return False
    return True


def actors(game: Game, depth: int) -> list[int]:
    """List the living that take turns on a level, by id."""
    return [
        entity
        for entity, _ in ecs.with_component(Initiative)
        if (position := esper.try_component(entity, Position)) is not None
        and position.depth == depth
        and entity not in game.dead
    ]


def nearest_free(game: Game, entity: int, point: Point, radius: int = 8) -> Point | None:
    """Return the free tile nearest to `point`, itself first; None when there is none within `radius`."""
    field = game.level.toward(point)
    best: tuple[int, Point] | None = None
    for dx in range(-radius, radius + 1):
        for dy in range(-radius, radius + 1):
            spot = (point[0] + dx, point[1] + dy)
            if not game.level.contains(spot) or not can_stand(game, entity, spot):
                continue
            steps = field.distance(spot, radius)
            if steps is not None and (best is None or (steps, spot) < best):
                best = (steps, spot)
    return best[1] if best else None
