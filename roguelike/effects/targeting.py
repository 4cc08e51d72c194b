"""Targeting: spreading the targets of a queue entry into single hits, each creature once. No other module does this."""

from collections.abc import Iterator

from roguelike.components import magic, vitals
from roguelike.core.geometry import Point, distance_squared
from roguelike.effects import registry
from roguelike.world import ecs, factions, perception, space
from roguelike.world.game import Area, Entry, Game, Several, Single, Spot, Targets


def is_creature(game: Game, entity: int) -> bool:
    """Return whether an entity is a living creature, which can be hurt, healed and afflicted."""
    return vitals.Pools in ecs.row(entity) and entity not in game.dead


def creatures_in(game: Game, targets: Area | Spot, source: int) -> list[int]:
    """List the creatures on these tiles, each once, without those that the area spares."""
    at, dead = game.level.at, game.dead
    if type(targets) is Spot:
        there = at.get(targets.point, ())
        found_here = [each for each in there if vitals.Pools in ecs.row(each) and each not in dead]
        return sorted(found_here) if len(found_here) > 1 else found_here
    found: dict[int, None] = {}
    for point in [point for point in targets.points if point in at]:
        here = at[point]
        for entity in sorted(here) if len(here) > 1 else here:
            if vitals.Pools in ecs.row(entity) and entity not in dead:  # `is_creature`, inlined
                found[entity] = None
    if targets.spares == "self":
        found.pop(source, None)
    elif targets.spares == "friends":
        return [entity for entity in found if not factions.are_friends(game, source, entity)]
    return list(found)


def spread(entry: Entry, game: Game) -> Iterator[registry.Hit]:
    """Yield the single hits of an entry, as its effect lands: creatures first, then tiles."""
    lands_on, targets = entry.effect.lands_on, entry.targets
    source, cause = entry.source, entry.cause
    if lands_on == "item":
        match targets:
            case Single(entity):
                yield registry.Hit(entity, None, source, cause)
        return
    if lands_on != "tile":
        for entity in creatures_of(targets, source, game):
            yield registry.Hit(entity, None, source, cause, None, entry.way)
    if lands_on != "creature":
        note_ground(targets, game)
        for point in tiles_of(targets):
            yield registry.Hit(0, point, source, cause)


def note_ground(targets: Targets | None, game: Game) -> None:
    """Tell the level as known that what happens on the tiles themselves hangs on ground never seen, if it does."""
    if type(targets) is Area and targets.is_cut:
        game.level.touches_dark = True


def creatures_of(targets: Targets, source: int, game: Game) -> list[int]:
    """List the creatures among the targets, each once."""
    if type(targets) is Single:
        entity = targets.entity  # by far the most common: `is_creature`, inlined
        return [entity] if vitals.Pools in ecs.row(entity) and entity not in game.dead else []
    if type(targets) is Several:
        return [each for each in dict.fromkeys(targets.entities) if is_creature(game, each)]
    return creatures_in(game, targets, source)


def tiles_of(targets: Targets | None) -> tuple[Point, ...]:
    """List the tiles of the targets; for an entity, all that it covers."""
    if type(targets) is Area:
        return targets.points
    if type(targets) is Spot:
        return (targets.point,)
    match targets:
        case Single(entity):
            return space.cells_of(entity)
        case Several(entities):
            return tuple(
                dict.fromkeys(cell for entity in entities for cell in space.cells_of(entity))
            )
        case _:
            return ()


def joined(first: Targets, second: Targets, spares: magic.Spares) -> Targets:
    """Return the union of two targets: of creatures, or else of tiles; no shape mixes the two."""
    if isinstance(first, Several | Single) and isinstance(second, Several | Single):
        entities = (*_entities(first), *_entities(second))
        return Several(tuple(dict.fromkeys(entities)))
    is_cut = any(type(each) is Area and each.is_cut for each in (first, second))
    return Area(tuple(dict.fromkeys((*tiles_of(first), *tiles_of(second)))), spares, is_cut)


def _entities(targets: Several | Single) -> tuple[int, ...]:
    """List the entities of some targets."""
    return targets.entities if isinstance(targets, Several) else (targets.entity,)


def nearest_enemy(
    game: Game, source: int, around: Point, cells: tuple[Point, ...], but: list[int]
) -> tuple[int, Point] | None:
    """Return the enemy on these cells that is nearest to `around`, with the tile of it that is; None if there is none.

    It is none of `but`. A use that picks its targets picks among those that its source sees.
    """
    enemies = [
        (distance_squared(around, cell), entity, cell)
        for entity in creatures_in(game, Area(cells), source)
        if entity not in but and entity != source and not factions.are_friends(game, source, entity)
        if perception.is_seen_by(game, source, entity)
        for cell in space.cells_of(entity)
        if not space.is_large(entity) or cell in cells
    ]
    return min(enemies)[1:] if enemies else None
