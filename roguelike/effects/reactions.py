"""What creatures do when an element hurts them: the wet freeze, the oiled burn, the frozen shatter, metal conducts.

Everything is defined by rows of the reaction table that name a status, a material or a mob;
`roguelike.effects.elements` applies those that name ground, hazards and props. Reactions chain: fire turns the wet into
steam, and cold turns steam to mist.
"""

from collections.abc import Collection, Sequence

from roguelike.components import actors, hazards, spatial
from roguelike.components.statuses import Duration, Statuses
from roguelike.core.geometry import Point
from roguelike.core.grammar import Message
from roguelike.effects import elements, registry, targeting
from roguelike.effects.statuses import begin, end, is_on, running
from roguelike.world import changes, ecs, perception, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game


def responses_of(
    game: Game, target: int, row: ecs.Row, element: str, amount: int, materials: Collection[str]
) -> list[hazards.Reaction]:
    """List the rows by which a creature with the components `row` reacts to an amount of damage, in order."""
    if amount < 1:
        return []
    table = game.content.responses(element)
    if not table.rows or not _may_react(game, row, table, materials):
        return []
    return [
        each for each in table.rows if amount >= each.least_damage and _reacts(game, target, each)
    ]


def _may_react(
    game: Game, row: ecs.Row, table: hazards.Responses, materials: Collection[str]
) -> bool:
    """Return whether any row of an element may apply to a creature: few are wet, oiled or trolls.

    Every wound asks this; checking row by row took a sixth of the time of a great fire.
    """
    statuses: Statuses | None = row.get(Statuses)
    if statuses is not None and statuses.entities:
        return True
    kind: actors.Kind | None = row.get(actors.Kind)
    if kind is not None and kind.name in table.mobs:
        return True
    place: spatial.Position | None = row.get(spatial.Position)
    if (
        table.grounds
        and place is not None
        and place.depth == game.depth
        and game.level.tiles.item(place.x, place.y) in table.grounds
    ):
        return True
    return bool(materials) and not table.materials.isdisjoint(materials)


def _reacts(game: Game, entity: int, row: hazards.Reaction) -> bool:
    """Return whether a row applies to a creature: by its status or the ground, its material, or its kind."""
    if row.material is not None:
        return row.material in stats_of(entity).materials
    if row.mob is not None:
        return perception.true_name(entity) == row.mob
    assert row.status is not None
    return bool(running(entity, row.status)) or is_on(
        game, entity, game.content.statuses[row.status].begins_on
    )


def respond(game: Game, hit: registry.Hit, met: Sequence[hazards.Reaction]) -> None:
    """Apply these rows to a creature: end, begin and start what they say, and log it if it is seen."""
    for row in met:
        for status in running(hit.target, row.status) if row.ends and row.status else ():
            end(game, status, hit.cause)
        if row.begins:
            turns = game.content.statuses[row.begins].turns
            begin(game, hit, row.begins, turns, row.strength)
        point = space.point_of(hit.target)
        if row.starts and point is not None:
            elements.kindle(game, point, row.starts, None, hit.cause)
        if row.text and perception.sees(game, hit.target):
            game.change(
                changes.Told(
                    hit.cause, Message(row.text, (perception.noun(game, hit.target),), "magic")
                )
            )


def passed_on(game: Game, points: tuple[Point, ...], element: str) -> tuple[Point, ...]:
    """Return the tiles, and those of creatures to which the element leaps from neighbours with the same trait."""
    rows = game.content.responses(element).conducting
    blockers = game.level.blockers
    if not rows or not any(point in blockers for point in points):
        return points
    reached = dict.fromkeys(points)
    for row in rows:
        edge = [point for point in points if _bears(game, point, row)]
        while edge and len(reached) < elements.MOST_CONDUCTED_TILES:
            x, y = edge.pop(0)
            span = range(-row.leaps_tiles, row.leaps_tiles + 1)
            for cell in ((x + dx, y + dy) for dx in span for dy in span):
                if cell not in reached and _bears(game, cell, row):
                    new = space.cells_of(blockers[cell])
                    reached.update(dict.fromkeys(new))
                    edge.extend(new)
    return tuple(reached)


def _bears(game: Game, point: Point, row: hazards.Reaction) -> bool:
    """Return whether a row applies to the creature on a tile."""
    entity = game.level.blockers.get(point)
    return entity is not None and targeting.is_creature(game, entity) and _reacts(game, entity, row)


def soak(game: Game, hit: registry.Hit) -> None:
    """Give a creature the statuses of the ground under it: water makes wet."""
    laid, tiles = game.content.laid_by_ground, game.level.tiles
    names = {
        laid[tile] for cell in space.cells_of(hit.target) if (tile := int(tiles[cell])) in laid
    }
    for name in sorted(names):
        turns = game.content.statuses[name].turns
        left = [ecs.get(status, Duration).turns for status in running(hit.target, name)]
        if max(left, default=0) < turns:
            begin(game, hit, name, turns)
