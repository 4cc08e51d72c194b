"""What elements do to the ground: fire spreads over grass, cold bridges water, acid eats doors, water conducts.

Everything is defined by rows of the reaction table in the data; spells, traps, monsters and fires only push `Touch`.
"""

from collections.abc import Sequence
from typing import Annotated

from roguelike.components import actors, hazards, magic
from roguelike.core.effect import Effect, effect
from roguelike.core.geometry import ORTHOGONAL, Point
from roguelike.core.grammar import Message
from roguelike.core.records import Meta, Refers
from roguelike.core.scalars import UsualTurns
from roguelike.effects import registry, targeting
from roguelike.world import changes, ecs, perception, spawning
from roguelike.world.game import NOBODY, Cause, Game
from roguelike.world.level import Level
from roguelike.world.terrain import TILES

RECENT_CHANGES = 16
"""How many changes back in the trace a sentence is searched for, so that it is not repeated."""
MOST_CONDUCTED_TILES = 60
"""The most tiles that one spark runs through."""


@effect("touch", lands_on="whole")
class Touch(Effect):
    """Lets an element act on the ground. It lands on all its tiles at once, since few of many react."""

    element: Annotated[
        str,
        Refers("elements", if_any=True),
        Meta(min_length=1, description="its element, which resistances and reactions go by"),
    ]


@registry.handles(Touch)
def touch(effect: Touch, hit: registry.Hit, game: Game) -> None:
    """Apply every row of the reaction table that fits a tile, in the table's order, tile by tile.

    A row is about a kind of ground or about a thing on the tile. It sees the tile as the rows before it left it.
    """
    table, level = game.content.reactions(effect.element), game.level
    points = targeting.tiles_of(hit.targets)
    level.note_unseen(points, table.grounds)
    for point in points:
        fit = _fitting(game, level, point, table, 0) if level.contains(point) else None
        while fit is not None:
            place, row, thing = fit
            _apply(game, level, point, row, thing, hit)
            fit = _fitting(game, level, point, table, place + 1)


def reacts(game: Game, point: Point, element: str) -> bool:
    """Return whether anything happens to the ground or a thing on a tile if an element touches it."""
    level = game.level
    table = game.content.reactions(element)
    return level.contains(point) and _fitting(game, level, point, table, 0) is not None


def any_may_react(level: Level, points: Sequence[Point], table: hazards.Reactions) -> bool:
    """Return whether any of some tiles has ground that reacts to an element, or anything on it: a quick look."""
    grounds, at, item = table.grounds, level.at, level.tiles.item
    return any(
        point in at or (level.contains(point) and item(point) in grounds) for point in points
    )


Fit = tuple[int, hazards.Reaction, int]
"""(index of the row in the table, the row, the entity that reacts: NOBODY for the ground)."""


def _fitting(
    game: Game, level: Level, point: Point, table: hazards.Reactions, start: int
) -> Fit | None:
    """Return the first row from index `start` on that fits a tile as it is now; None for most tiles.

    Of several things of one name, the one created first reacts.
    """
    things = table.things
    rows = table.grounds.get(level.tiles.item(point))
    found = _next_row(rows, NOBODY, start) if rows is not None else None
    for thing in level.at.get(point, ()):
        rows = things.get(perception.true_name(thing))
        if rows is not None and thing not in game.dead:
            fit = _next_row(rows, thing, start)
            if fit is not None and (found is None or (fit[0], thing) < (found[0], found[2])):
                found = fit
    return found


def _next_row(rows: Sequence[hazards.Placed], reacts: int, start: int) -> Fit | None:
    """Return the first of some rows from an index on."""
    for place, row in rows:
        if place >= start:
            return place, row, reacts
    return None


def _apply(
    game: Game,
    level: Level,
    point: Point,
    reaction: hazards.Reaction,
    found: int,
    hit: registry.Hit,
) -> None:
    """Apply one row of the reaction table: end, change or start what it says, and log it if it is seen."""
    if reaction.ends and found:
        game.change(changes.Removed(found, hit.cause))
    if reaction.becomes is not None:
        before = TILES[level.tiles[point]]
        game.change(changes.TileChanged(point, before, TILES[reaction.becomes], hit.cause))
    if reaction.starts:
        kindle(game, point, reaction.starts, None, hit.cause)
    if reaction.text and level.visible[point] and not _is_just_told(game, reaction.text):
        game.change(changes.Told(hit.cause, Message(reaction.text, (), "dim")))


def _is_just_told(game: Game, text: str) -> bool:
    """Return whether this was logged a few changes ago: a meadow on fire is one line of the log."""
    for change in reversed(game.trace[-RECENT_CHANGES:]):
        if type(change) is changes.Told and change.message.template == text:
            return True
    return False


@effect("kindle", lands_on="tile")
class Kindle(Effect):
    """Starts a fire or cloud on a tile."""

    told = "{hazard}"

    hazard: Annotated[
        str, Refers("hazards"), Meta(min_length=1, description="the hazard that starts")
    ]
    turns: UsualTurns = None


@registry.handles(Kindle)
def start(effect: Kindle, hit: registry.Hit, game: Game) -> None:
    """Start the fire or cloud on the tile, if the ground there allows it."""
    if hit.tile is not None and not game.level.is_opaque(hit.tile):
        kindle(game, hit.tile, effect.hazard, effect.turns, hit.cause)


def kindle(
    game: Game,
    point: Point,
    name: str,
    turns: int | None,
    cause: Cause,
    *more: hazards.Strength | magic.Laid,
) -> None:
    """Start a hazard on a tile with `more` components, or renew one of its kind that is already there."""
    content, level = game.content, game.level
    template = content.hazards[name]
    if template.quenches and level.tiles.item(point) in template.quenches:
        game.change(changes.Fizzled(cause, 0, "The ground there is too wet."))
        return
    lasts = turns or template.turns
    for entity in level.at.get(point, ()):  # at most one of each kind
        row = ecs.row(entity)
        if hazards.Hazard in row and row[actors.Kind].name == name and entity not in game.dead:
            left: int = row[hazards.Hazard].turns
            if left < lasts:
                game.change(changes.Altered(entity, hazards.Hazard, "turns", left, lasts, cause))
            return
    parts = spawning.parts_of(
        content, "hazards", name, hazards.Hazard(lasts, cause.by, cause.what), *more
    )
    game.change(changes.Spawned(parts, point, game.depth, cause))


def conducted(game: Game, points: tuple[Point, ...], element: str) -> tuple[Point, ...]:
    """Return the tiles, and all tiles that the element reaches from them over conducting ground."""
    grounds = game.content.reactions(element).conducting
    if not grounds:
        return points
    tiles = game.level.tiles
    game.level.note_unseen(points, grounds)
    wet = [point for point in points if int(tiles[point]) in grounds]
    if not wet:
        return points
    reached = dict.fromkeys(wet)
    for point in wet:
        _flood(game, point, grounds, reached)
    beside = [(x + dx, y + dy) for x, y in reached for dx, dy in ORTHOGONAL]
    game.level.note_unseen(beside, grounds)
    return tuple(dict.fromkeys((*points, *reached)))


def beside_doors(game: Game, points: tuple[Point, ...], element: str) -> tuple[Point, ...]:
    """Return the tiles and the closed doors next to them, if the element affects props."""
    screens = game.level.screens
    if not screens or not game.content.reactions(element).moves_props:
        return points
    reached = set(points)
    doors = [
        (x, y)
        for x, y in sorted(screens - reached)
        if any((x + dx, y + dy) in reached for dx, dy in ORTHOGONAL)
    ]
    return (*points, *doors)


def _flood(game: Game, start: Point, grounds: frozenset[int], reached: dict[Point, None]) -> None:
    """Add the connected conducting tiles around one to those reached; ground never seen is not counted."""
    edge, most = [start], MOST_CONDUCTED_TILES
    while edge and len(reached) < most:
        x, y = edge.pop(0)
        for dx, dy in ORTHOGONAL:
            cell = (x + dx, y + dy)
            if (
                cell not in reached
                and game.level.contains(cell)
                and int(game.level.tiles[cell]) in grounds
            ):
                reached[cell] = None
                edge.append(cell)
                most += game.level.is_unseen(cell)
