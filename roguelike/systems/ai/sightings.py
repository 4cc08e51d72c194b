"""Which creatures are on the level, and whom each faction would attack or flee.

The count is redone only after a creature came, went or changed sides, so the cost of looking around grows with enemies,
not with creatures. Where there are many enemies, the nearest ones to every member of a side are found at once, and no
creature looks at more than those. Otherwise a crowd out of sight changes nothing: whoever foresees what a creature does
may not know of it.
"""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from roguelike.actions import melee
from roguelike.components import actors, spatial
from roguelike.core.flags import flag
from roguelike.core.geometry import distance_squared
from roguelike.core.records import State, field
from roguelike.systems.ai.actor import Actor, Sighting
from roguelike.systems.visibility import OPEN_SKY, noticed_from
from roguelike.world import ecs, factions, perception, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Derived, Game

Placed = tuple[spatial.Position, int]
"""(where a creature stands, which changes as it walks; its id)."""
HUNTS_BY_SOUND = flag("habits", "hunts_by_sound", "hunts by sound alone")
"""It sees nobody, and hears steps as far away as its sight would reach."""
PLAYER_SIGHT_TILES = 8
"""Tiles within which the player's own field of view is used by all who look for the player: sight is symmetric."""
CROWD = 12
"""From this many enemies on, only the nearest are looked at."""
MOST_SEEN = 4
"""The most enemies that a creature sees at once, the nearest ones."""
NEAREST = 2 * MOST_SEEN
"""How many of a crowd are tested for being in sight: more than needed, since some are not."""


class Side(State):
    """A faction on this level: its members, and those it would attack or flee, each by id."""

    name: str
    members: list[int]
    prey: list[int]
    threats: list[int]
    hunted: frozenset[int]
    """The prey as a set."""
    places: list[Placed]
    prey_places: list[Placed]
    threat_places: list[Placed]


class Nearest(State, eq=False):
    """For each member of each side, which of a crowd of prey are nearest, found when somebody first looks in a turn."""

    by_side: dict[str, dict[int, list[int]]] = field(default_factory=dict)


class Factions(Derived):
    """Which creatures are on a level by faction, each list by id; sides are computed when a member first asks."""

    members: dict[str, list[int]]
    large: frozenset[int]
    """Creatures that cover more than one tile."""
    minds: dict[str, list[tuple[int, actors.Mind]]]
    """The minds of each faction's members, without the player."""
    trackers: frozenset[int]
    """Creatures that track the player from anywhere."""
    sides: dict[str, Side] = field(default_factory=dict)
    by_creature: dict[int, Side] = field(default_factory=dict)


def factions_of(game: Game) -> Factions:
    """Return the factions on the player's level, cached until a creature comes, goes or changes sides."""
    caches = game.caches
    revision = (game.depth, caches.population - caches.things)  # `company`, inlined
    kept = caches.kept.get(Factions)  # `get`, inlined: everybody asks in each turn
    if kept is not None and kept[0] == revision:
        found: Factions = kept[1]
        return found
    return caches.keep(revision, _count(game))


def _count(game: Game) -> Factions:
    """Sort the creatures into factions."""
    sides: dict[str, list[int]] = {}
    minds: dict[str, list[tuple[int, actors.Mind]]] = {}
    trackers = set[int]()
    standing = sorted(set(game.level.blockers.values()))
    for entity in standing:
        if side := factions.faction(entity):
            sides.setdefault(side, []).append(entity)
            row = ecs.row(entity)
            if (mind := row.get(actors.Mind)) is not None:
                minds.setdefault(side, []).append((entity, mind))
                trackers.update([entity] if row[actors.Nature].tracks else [])
    large = frozenset(entity for entity in standing if space.is_large(entity))
    return Factions(sides, large, minds, frozenset(trackers))


def side_of(game: Game, entity: int) -> Side:
    """Return the side that a creature is on."""
    return _side_in(game, factions_of(game), entity)


def _side_in(game: Game, known: Factions, entity: int) -> Side:
    """Return the side that a creature is on, computed for all its members when one first asks."""
    found = known.by_creature.get(entity)
    if found is None:
        name = factions.faction(entity)
        if name not in known.sides:
            known.sides[name] = _side(game, name, known.members)
        found = known.by_creature[entity] = known.sides[name]
    return found


def _side(game: Game, name: str, sides: dict[str, list[int]]) -> Side:
    """Compute whom a faction would attack and whom it would flee."""
    moods = {other: factions.stance(game, name, other) for other in sides}
    prey = sorted(e for other in sides if moods[other] == "attack" for e in sides[other])
    threats = sorted(e for other in sides if moods[other] == "flee" for e in sides[other])
    members = sides.get(name, [])
    mine, places, feared = _placed(members), _placed(prey), _placed(threats)
    return Side(name, members, prey, threats, frozenset(prey), mine, places, feared)


def _placed(entities: Sequence[int]) -> list[Placed]:
    """List some creatures with their places, which every member of a side looks at each turn."""
    return [(ecs.get(entity, spatial.Position), entity) for entity in entities]


def in_sight(actor: Actor) -> tuple[list[Sighting], list[Sighting]]:
    """Return (creatures to attack, creatures to flee) among those that a creature sees, each nearest first."""
    game, entity = actor.game, actor.entity
    known = factions_of(game)
    side = known.by_creature.get(entity) or _side_in(game, known, entity)
    prey, large = side.prey_places, known.large
    flee_from = sighted(actor, side.threat_places, large) if side.threats else []
    if len(prey) >= CROWD and (nearest := _nearest_of(game, side).get(entity)) is not None:
        prey = [prey[index] for index in nearest]
    return sighted(actor, prey, large) if prey else [], flee_from


def _nearest_of(game: Game, side: Side) -> dict[int, list[int]]:
    """Return which of a crowd of prey are nearest to each member of a side, found once a turn."""
    revision = (game.depth, game.caches.population, game.turn)
    kept = game.caches.get(Nearest, revision) or game.caches.keep(revision, Nearest())
    found = kept.by_side.get(side.name)
    if found is None:
        found = kept.by_side[side.name] = _nearest(side)
    return found


def _nearest(side: Side) -> dict[int, list[int]]:
    """Find which are the nearest of a crowd of prey to each member of a side; of equally near ones, the first by id."""
    (xs, ys), (prey_xs, prey_ys) = _places(side.places), _places(side.prey_places)
    dx, dy = xs[:, None] - prey_xs, ys[:, None] - prey_ys
    away = dx * dx + dy * dy
    # With the index as its last digit each distance is unique, so that every machine finds the same ones.
    ranked = away * len(side.prey) + np.arange(len(side.prey))
    nearest = np.partition(ranked, NEAREST - 1, axis=1)[:, :NEAREST] % len(side.prey)
    return dict(zip(side.members, nearest.tolist(), strict=True))


def _places(placed: list[Placed]) -> NDArray[np.int64]:
    """Return where some creatures stand, as an array [2, creature]: all x, then all y (int64)."""
    return np.array([[at.x for at, _ in placed], [at.y for at, _ in placed]], dtype=np.int64)


def sighted(actor: Actor, others: list[Placed], large: frozenset[int]) -> list[Sighting]:
    """List at most MOST_SEEN of the others that are in sight, nearest first; adjacent ones are always noticed."""
    nature, level, player = actor.nature, actor.level, actor.game.player
    if HUNTS_BY_SOUND in nature.habits:
        return []
    entity, (x, y), reach = actor.entity, actor.here, nature.vision_tiles**2
    is_far_seen = not level.lit or level.theme in OPEN_SKY
    noticed = noticed_from(actor.game) ** 2 if is_far_seen else 0
    near: list[Sighting] = []
    for place, other in others:
        if large and (entity in large or other in large):
            tiles = product(space.cells_of(entity), space.cells_of(other))
            squared = min(distance_squared(p, q) for p, q in tiles)
        else:
            dx, dy = place.x - x, place.y - y
            squared = dx * dx + dy * dy
        if (squared <= reach or (squared <= noticed and other == player)) and other != entity:
            near.append((squared, other))
    near.sort()
    found: list[Sighting] = []
    for squared, other in near:
        if squared <= melee.NEIGHBOUR_SQUARED_TILES or _notices(actor, squared, other):
            found.append((squared, other))
            if len(found) == MOST_SEEN:
                break
    return found


def _notices(actor: Actor, squared: int, other: int) -> bool:
    """Return whether a creature sees another at this squared distance, which is in its reach and not adjacent."""
    mine, row = actor.stats, ecs.row(other)
    theirs: actors.DerivedStats = row[actors.StatsCache].now or stats_of(other)
    if (
        perception.UNSEEN in theirs.status.flags and not mine.blessing.keen
    ) or "see" in mine.status.forbids:
        return False
    if spatial.Hidden in row and not row[spatial.Hidden].found:
        return False
    level, place = actor.level, row[spatial.Position]
    there, is_near = (place.x, place.y), squared <= PLAYER_SIGHT_TILES * PLAYER_SIGHT_TILES
    if is_near and other == actor.game.player and actor.body.plain:
        if level.view(there, PLAYER_SIGHT_TILES)[actor.here]:
            return True
        level.note_hidden(actor.here, there)
        return False
    if actor.body.plain and row.get(spatial.Body, space.SMALL).plain:
        return level.clear_between(actor.here, there)
    reach = actor.nature.vision_tiles
    if squared > reach * reach:
        reach = noticed_from(actor.game)
    return any(
        distance_squared(cell, tile) <= reach * reach and level.clear_between(cell, tile)
        for cell in space.cells_in(actor.row)
        for tile in space.cells_in(row)
    )
