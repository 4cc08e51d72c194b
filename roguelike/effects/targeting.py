"""Targeting: spreading an entry's targets into single hits, each creature once. Nothing else does this."""

from collections.abc import Iterator

import esper

from roguelike.components.actors import Nature, Player
from roguelike.components.magic import Spares
from roguelike.components.statuses import Statuses
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point, distance_squared
from roguelike.effects.registry import Hit
from roguelike.world import ecs
from roguelike.world.content import Reaction
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Area, Entry, Game, Several, Single, Spot, Targets
from roguelike.world.space import cells_of


def is_creature(game: Game, entity: int) -> bool:
    """Return whether an entity lives: only the living are hurt, healed and afflicted."""
    return Pools in ecs.row(entity) and entity not in game.dead


PLAYER_SIDE = "Player"
STRANGER = ""
"""A faction that no row names: the reaction to it is the reaction to strangers."""
FRIENDLY, HOSTILE = 30, -10
"""Reputation from which an attacking faction ignores the player, and below which a peaceful one attacks."""


def faction(entity: int) -> str:
    """Return the name of an entity's faction, of its master's if it serves one; "" for items and props."""
    row = ecs.row(entity)
    nature: Nature | None = row.get(Nature)
    if nature is None:
        return PLAYER_SIDE if Player in row else ""
    statuses: Statuses | None = row.get(Statuses)
    if statuses is not None and statuses.entities:
        master = master_of(entity)
        if master != entity and (lord := esper.try_component(master, Nature)) is not None:
            return lord.faction
    return nature.faction


def master_of(entity: int) -> int:
    """Return the id of whom a summoned or charmed creature serves, if they are on the level; else its own id."""
    statuses = esper.try_component(entity, Statuses)
    if statuses is None or not statuses.entities:
        return entity
    master = stats_of(entity).master
    return master if master and esper.entity_exists(master) else entity


def stance(game: Game, side: str, other: str) -> Reaction:
    """Return how one faction reacts to the sight of another; the player's allies fight the player's enemies."""
    if side == PLAYER_SIDE != other:
        return "attack" if stance(game, other, side) == "attack" else "ignore"
    base = game.content.reaction(side, other)
    if other == PLAYER_SIDE and game.standing:
        return _swayed(game, side, base)
    return base


def _swayed(game: Game, side: str, base: Reaction) -> Reaction:
    """Return how a faction reacts to the player by reputation: it ignores a friend, an offender is a stranger."""
    points = game.standing.get(side, 0)
    if base == "attack" and points >= FRIENDLY:
        return "ignore"
    if base == "ignore" and points <= HOSTILE:
        return game.content.reaction(side, STRANGER)
    return base


def are_friends(game: Game, a: int, b: int) -> bool:
    """Return whether two creatures are on one side: of the same faction, or neither attacks the other."""
    if a == b:
        return True
    side, other = faction(a), faction(b)
    return side == other or (
        bool(side and other)
        and stance(game, side, other) != "attack"
        and stance(game, other, side) != "attack"
    )


def creatures_in(game: Game, targets: Area | Spot, source: int) -> list[int]:
    """List the creatures on some tiles, each once however many of them it covers, without those the area spares."""
    at = game.level.at
    if type(targets) is Spot:
        there = at.get(targets.point, ())
        return sorted([entity for entity in there if is_creature(game, entity)])
    assert isinstance(targets, Area)
    found: dict[int, None] = {}
    for point in [point for point in targets.points if point in at]:
        here = at[point]
        for entity in sorted(here) if len(here) > 1 else here:
            if entity not in found and is_creature(game, entity):
                found[entity] = None
    if targets.spares == "self":
        found.pop(source, None)
    elif targets.spares == "friends":
        return [entity for entity in found if not are_friends(game, source, entity)]
    return list(found)


def spread(entry: Entry, game: Game) -> Iterator[Hit]:
    """Yield the single hits of an entry, as its effect lands: on creatures first, then on tiles."""
    lands_on, targets = entry.effect.lands_on, entry.targets
    source, cause = entry.source, entry.cause
    if lands_on == "item":
        match targets:
            case Single(entity):
                yield Hit(entity, None, source, cause)
        return
    if lands_on != "tile":
        for entity in creatures_of(targets, source, game):
            yield Hit(entity, None, source, cause)
    if lands_on != "creature":
        for point in tiles_of(targets):
            yield Hit(0, point, source, cause)


def creatures_of(targets: Targets, source: int, game: Game) -> list[int]:
    """List the creatures among some targets, each once."""
    if type(targets) is Single:
        return [targets.entity] if is_creature(game, targets.entity) else []
    if type(targets) is Several:
        return [each for each in dict.fromkeys(targets.entities) if is_creature(game, each)]
    assert isinstance(targets, Area | Spot)
    return creatures_in(game, targets, source)


def tiles_of(targets: Targets | None) -> tuple[Point, ...]:
    """List the tiles of some targets; of an entity, the tiles that it covers."""
    if type(targets) is Area:
        return targets.points
    if type(targets) is Spot:
        return (targets.point,)
    match targets:
        case Single(entity):
            return cells_of(entity)
        case Several(entities):
            return tuple(dict.fromkeys(cell for entity in entities for cell in cells_of(entity)))
        case _:
            return ()


def joined(first: Targets, second: Targets, spares: Spares) -> Targets:
    """Return targets that are those of both: creatures together, else tiles together; no shape mixes the two."""
    if isinstance(first, Several | Single) and isinstance(second, Several | Single):
        entities = (*_entities(first), *_entities(second))
        return Several(tuple(dict.fromkeys(entities)))
    return Area(tuple(dict.fromkeys((*tiles_of(first), *tiles_of(second)))), spares)


def _entities(targets: Several | Single) -> tuple[int, ...]:
    """List the entities of some targets."""
    return targets.entities if isinstance(targets, Several) else (targets.entity,)


def nearest_enemy(
    game: Game, source: int, around: Point, cells: tuple[Point, ...], but: list[int]
) -> int | None:
    """Return the enemy of the source nearest to a tile, of those on some tiles; None without any."""
    enemies = [
        (distance_squared(around, cell), entity)
        for entity in creatures_in(game, Area(cells), source)
        if entity not in but and entity != source and not are_friends(game, source, entity)
        for cell in cells_of(entity)[:1]
    ]
    return min(enemies)[1] if enemies else None
