"""Where entities are, and how they enter and leave a level's indexes.

Turns iterate over what is on the player's level again and again, and levels left behind must cost nothing.
"""

from typing import Any, TypeVar

from roguelike.components import actors, hazards, magic, spatial, vitals
from roguelike.core.geometry import Point, distance_squared
from roguelike.core.records import field
from roguelike.world import ecs
from roguelike.world.game import Derived, Game
from roguelike.world.level import Level, covered

SMALL = spatial.Body()
Place = tuple[int, int, int]
"""A tile of a level: (x, y, depth); the depth NOWHERE means in a pack."""
C = TypeVar("C")


def body_of(entity: int) -> spatial.Body:
    """Return an entity's Body as it is now: an open door blocks neither steps nor sight."""
    return body_in(ecs.row(entity))


def body_in(row: ecs.Row) -> spatial.Body:
    """Return the Body among an entity's components as it is now."""
    body: spatial.Body = row.get(spatial.Body, SMALL)
    if body.opens and row[spatial.Door].open:
        return spatial.Body(body.width, body.height, opens=True)
    return body


def is_large(entity: int) -> bool:
    """Return whether an entity takes more than one tile."""
    body: spatial.Body = ecs.row(entity).get(spatial.Body, SMALL)
    return not body.width == 1 == body.height


def cells_at(entity: int, point: Point) -> tuple[Point, ...]:
    """Return the tiles that an entity would cover at `point`."""
    body: spatial.Body = ecs.row(entity).get(spatial.Body, SMALL)
    return (point,) if body.plain else covered(point, body)


def point_of(entity: int) -> Point | None:
    """Return the tile of an entity on any level; None for what is carried or does not exist."""
    position: spatial.Position | None = ecs.row(entity).get(spatial.Position)
    if position is None or position.depth == spatial.NOWHERE:
        return None
    return (position.x, position.y)


def cells_of(entity: int) -> tuple[Point, ...]:
    """Return all tiles that an entity covers; none for what is carried or does not exist."""
    return cells_in(ecs.row(entity))


def cells_in(row: ecs.Row) -> tuple[Point, ...]:
    """Return all tiles covered by an entity with these components."""
    position: spatial.Position | None = row.get(spatial.Position)
    if position is None or position.depth == spatial.NOWHERE:
        return ()
    point: Point = (position.x, position.y)
    body: spatial.Body = row.get(spatial.Body, SMALL)
    return (point,) if body.plain else covered(point, body)


def vantage(level: Level, entity: int, point: Point) -> Point | None:
    """Return the tile of its body from which an entity looks and fires at a tile; None for what is carried.

    A large body does so from the nearest of its tiles that see that tile, or from the nearest of all if none does.
    """
    cells = cells_of(entity)
    if len(cells) < 2:
        return cells[0] if cells else None
    ranked = sorted(cells, key=lambda cell: (distance_squared(cell, point), cell))
    return next((cell for cell in ranked if level.clear_between(cell, point)), ranked[0])


def is_here(game: Game, entity: int) -> bool:
    """Return whether an entity is on the player's level."""
    position: spatial.Position | None = ecs.row(entity).get(spatial.Position)
    return position is not None and position.depth == game.depth and entity not in game.dead


def fixtures(game: Game, name: str) -> list[tuple[int, Point]]:
    """List the fixtures of a kind on the player's level, by id, each with its tile."""
    return [
        (entity, point)
        for entity, kind in ecs.with_component(actors.Kind)
        if kind.section == "props" and kind.name == name and is_here(game, entity)
        if (point := point_of(entity)) is not None
    ]


def is_adjacent(a: int, b: int) -> bool:
    """Return whether two entities stand on neighbouring tiles."""
    row, other = ecs.row(a), ecs.row(b)
    here: spatial.Position | None = row.get(spatial.Position)
    there: spatial.Position | None = other.get(spatial.Position)
    if here is None or there is None or spatial.NOWHERE in (here.depth, there.depth):
        return False
    x, y = there.x - here.x, there.y - here.y
    if -1 <= x <= 1 and -1 <= y <= 1:
        return True
    mine: spatial.Body = row.get(spatial.Body, SMALL)
    theirs: spatial.Body = other.get(spatial.Body, SMALL)
    return -theirs.width <= x <= mine.width and -theirs.height <= y <= mine.height


def is_in_view(game: Game, entity: int) -> bool:
    """Return whether the player sees a tile of an entity, alive or just dead: never one on another level."""
    position: spatial.Position | None = ecs.row(entity).get(spatial.Position)
    here = position is not None and position.depth == game.depth
    return here and game.level.in_view(cells_of(entity))


def put(game: Game, entity: int, point: Point, depth: int) -> None:
    """Put a new entity on a tile of a level, or on no level at the depth NOWHERE."""
    position = ecs.get(entity, spatial.Position)
    position.x, position.y = point
    position.depth = depth
    put_back(game, entity)


def take_up(game: Game, entity: int) -> None:
    """Remove an entity from its level's indexes; its Position stays the same."""
    row = ecs.row(entity)
    position: spatial.Position = row[spatial.Position]
    _raise_revisions(game, row)
    if level := game.levels.get(position.depth):
        level.lift(entity, (position.x, position.y), body_in(row))
        if is_hazard(row):
            level.note_hazard(entity, None)


def put_back(game: Game, entity: int) -> None:
    """Add an entity to its level's indexes again, at its Position."""
    row = ecs.row(entity)
    position: spatial.Position = row[spatial.Position]
    _raise_revisions(game, row)
    if level := game.levels.get(position.depth):
        point = (position.x, position.y)
        level.place(entity, point, body_in(row))
        if is_hazard(row):
            level.note_hazard(entity, point)


def put_all_back(game: Game) -> None:
    """Add everything that is on a level to that level's indexes, by id: for loading."""
    levels, dead, rows = game.levels, game.dead, ecs.rows()
    for entity, position in ecs.with_component(spatial.Position):
        level = levels.get(position.depth)
        if level is None or entity in dead:
            continue
        row, point = rows[entity], (position.x, position.y)
        if spatial.Body not in row:  # most items and the like: they block nothing
            level.at.setdefault(point, []).append(entity)
        else:
            level.place(entity, point, body_in(row))
        if hazards.Hazard in row or magic.Trigger in row:
            level.note_hazard(entity, point)
    game.caches.population += 1
    game.caches.sleep += 1


def is_hazard(row: ecs.Row) -> bool:
    """Return whether an entity with these components is a fire, cloud, rune or trap."""
    return hazards.Hazard in row or magic.Trigger in row


def has_magic(game: Game, point: Point) -> bool:
    """Return whether anything on a tile of the player's level would act on a creature entering it: see `is_hazard`."""
    there = game.level.at.get(point, ())
    return any(is_hazard(ecs.row(thing)) for thing in there if thing not in game.dead)


def _raise_revisions(game: Game, row: ecs.Row) -> None:
    """Record that an entity came or went: the lists of who is on the level and who sleeps there are outdated."""
    caches, mind = game.caches, row.get(actors.Mind)
    caches.population += 1
    caches.things += actors.Nature not in row and actors.Player not in row
    if mind is not None and not mind.awake:
        caches.sleep += 1


def relocate(game: Game, entity: int, to: Place) -> None:
    """Move an entity to another place, on the same level or not."""
    row = ecs.row(entity)
    position: spatial.Position = row[spatial.Position]
    body: spatial.Body = row.get(spatial.Body, SMALL)
    before, (x, y, depth) = (position.x, position.y), to
    position.x, position.y = after = (x, y)
    if body.plain and depth == position.depth != spatial.NOWHERE:
        level = game.levels[depth]
        level.shift(entity, before, after, blocks_tile=body.blocks_tile)
        if vitals.Pools not in row:
            level.laid += 1
        mind: actors.Mind | None = row.get(actors.Mind)
        if mind is not None and not mind.awake:
            game.caches.sleep += 1
        return
    body, former = body_in(row), game.levels.get(position.depth)
    position.depth = depth
    _raise_revisions(game, row)
    if former:
        former.lift(entity, before, body)
    if latter := game.levels.get(depth):
        latter.place(entity, after, body)


def can_stand(game: Game, entity: int, point: Point) -> bool:
    """Return whether an entity's whole body would have room at `point`; its own tiles do not block it."""
    cells, blockers = cells_at(entity, point), game.level.blockers
    return game.level.has_ground(cells) and all(
        blockers.get(cell, entity) == entity for cell in cells
    )


def actors_on(game: Game, depth: int) -> list[int]:
    """List the living creatures that take turns on a level, by id; sleepers take none."""
    rows, dead = ecs.rows(), game.dead
    return [
        entity
        for entity, _ in ecs.with_component(actors.Initiative)
        if spatial.Position in (row := rows[entity])
        and row[spatial.Position].depth == depth
        and entity not in dead
        and ((mind := row.get(actors.Mind)) is None or mind.awake)
    ]


def free_around(level: Level, centre: Point, steps: int) -> list[tuple[int, Point]]:
    """List (steps from the centre, tile) of the free tiles reachable in at most `steps` steps, nearest first."""
    field = level.toward(centre)
    return sorted(
        (away, spot)
        for spot in _square(centre, steps)
        if level.is_free(spot) and (away := field.distance(spot, steps)) is not None
    )


def nearest_free(game: Game, entity: int, point: Point, radius: int = 8) -> Point | None:
    """Return the free tile nearest to `point`, possibly `point` itself; None if there is none within `radius`."""
    level, field = game.level, game.level.toward(point)
    spots = [
        (away, spot)
        for spot in _square(point, radius)
        if level.contains(spot) and can_stand(game, entity, spot)
        if (away := field.distance(spot, radius)) is not None
    ]
    return min(spots)[1] if spots else None


def _square(centre: Point, tiles: int) -> list[Point]:
    """List all tiles within a distance in moves of one, those off the map too."""
    reach = range(-tiles, tiles + 1)
    return [(centre[0] + dx, centre[1] + dy) for dx in reach for dy in reach]


class Present(Derived):
    """Everything on the player's level with its components, sorted by id; the same filtered by component."""

    rows: list[tuple[int, ecs.Row]]
    by_kind: dict[type[Any], list[tuple[int, Any]]] = field(default_factory=dict)


def present(game: Game, kind: type[C]) -> list[tuple[int, C]]:
    """List what is on the player's level and has a component, sorted by id.

    The list is cached until something comes or goes, and must not be written to.
    """
    caches = game.caches
    revision = (game.depth, caches.population)
    here = caches.get(Present, revision) or caches.keep(revision, _look(game))
    found = here.by_kind.get(kind)
    if found is None:
        found = here.by_kind[kind] = [(each, row[kind]) for each, row in here.rows if kind in row]
    return found


def _look(game: Game) -> Present:
    """Collect everything on the player's level."""
    return Present([(entity, ecs.row(entity)) for entity in _standing_on(game.level)])


def _standing_on(level: Level) -> list[int]:
    """List everything on a level, sorted by id."""
    return sorted({entity for there in level.at.values() for entity in there})


def residents(level: Level, kind: type[C]) -> list[tuple[int, C]]:
    """List what is on a level, the player's or not, and has a component, sorted by id: other levels cost nothing."""
    rows = ecs.rows()
    return [(entity, row[kind]) for entity in _standing_on(level) if kind in (row := rows[entity])]
