"""Who is on the level, and whom each faction would attack or flee.

It is counted only after somebody came, went or changed sides, so that looking around costs by enemies and not by
creatures; where there are many enemies the near ones are sifted out at once, and no creature looks at more than the
nearest few of them.
"""

from dataclasses import field

import esper
import numpy as np
from numpy.typing import NDArray

from roguelike.actions.senses import can_see
from roguelike.components.actors import Nature
from roguelike.components.spatial import Hidden, Position
from roguelike.core.geometry import Point
from roguelike.core.records import dataclass
from roguelike.core.sight import Mask
from roguelike.effects.targeting import faction, stance
from roguelike.world.figures import figures
from roguelike.world.game import Game
from roguelike.world.space import cells_of, point_of

Sighting = tuple[int, int]
"""(squared distance, creature)."""
PLAYER_SIGHT = 8
"""Tiles within which one look from the player's place serves all who look for the player: sight is symmetric."""
CROWD = 12
"""From so many enemies on, the near ones are sifted out first."""
MOST_SEEN = 4
"""How many enemies a creature takes in at a glance, the nearest."""
SLACK = 2
"""Tiles by which somebody may have moved since the count."""


@dataclass(slots=True)
class Side:
    """A faction on this level: its members, and those it would attack or flee, each by id."""

    members: list[int]
    prey: list[int]
    threats: list[int]
    turn: int = -1
    places: NDArray[np.int32] | None = None
    """Where the prey stood on that turn, as rows of x and y, if it is a crowd."""


@dataclass(slots=True)
class Census:
    """Who is on a level by faction, each list by id; sides are worked out when one of them looks about."""

    factions: dict[str, list[int]]
    sides: dict[str, Side] = field(default_factory=dict)
    by_creature: dict[int, Side] = field(default_factory=dict)
    origin: tuple[Point, int] = ((0, 0), -1)
    overlooked: Mask | None = None
    """From where the player can be seen."""


def census(game: Game) -> Census:
    """Return who is on the player's level; `game.counted` below 0 asks for a new count."""
    found = game.census
    if game.counted < 0 or not isinstance(found, Census):
        game.counted = game.turn
        found = game.census = _count(game)
    return found


def _count(game: Game) -> Census:
    """Sort the living into factions."""
    factions: dict[str, list[int]] = {}
    for entity in sorted(set(game.level.blockers.values())):
        if side := faction(entity):
            factions.setdefault(side, []).append(entity)
    return Census(factions)


def side_of(game: Game, entity: int) -> Side:
    """Return the side that a creature is on."""
    return _side_in(game, census(game), entity)


def _side_in(game: Game, known: Census, entity: int) -> Side:
    """Return the side that a creature is on, worked out for all its members when one first asks."""
    found = known.by_creature.get(entity)
    if found is None:
        name = faction(entity)
        if name not in known.sides:
            known.sides[name] = _side(game, name, known.factions)
        found = known.by_creature[entity] = known.sides[name]
    return found


def _side(game: Game, name: str, factions: dict[str, list[int]]) -> Side:
    """Work out whom a faction would attack and whom it would flee."""
    moods = {other: stance(game, name, other) for other in factions}
    prey = sorted(e for other in factions if moods[other] == "attack" for e in factions[other])
    threats = sorted(e for other in factions if moods[other] == "flee" for e in factions[other])
    return Side(factions.get(name, []), prey, threats)


def in_sight(
    game: Game, entity: int, here: Point, nature: Nature
) -> tuple[list[Sighting], list[Sighting]]:
    """List whom a creature sees that it would attack, and whom it would flee, each nearest first."""
    known = census(game)
    side = _side_in(game, known, entity)
    prey = side.prey if len(side.prey) < CROWD else _near(game, side, here, nature)
    threats = side.threats
    return (
        _seen(game, known, entity, here, nature, prey) if prey else [],
        _seen(game, known, entity, here, nature, threats) if threats else [],
    )


def _near(game: Game, side: Side, here: Point, nature: Nature) -> list[int]:
    """Sift the nearest out of a crowd, with some to spare for those who moved."""
    if side.places is None or side.turn != game.turn:
        side.turn = game.turn
        found = (esper.component_for_entity(entity, Position) for entity in side.prey)
        side.places = np.array([(each.x, each.y) for each in found], dtype=np.int32).T
    away = (side.places[0] - here[0]) ** 2 + (side.places[1] - here[1]) ** 2
    near = np.flatnonzero(away <= (nature.vision + SLACK) ** 2)
    if len(near) > 2 * MOST_SEEN:
        near = near[np.argsort(away[near], kind="stable")[: 2 * MOST_SEEN]]
    return [side.prey[index] for index in near]


def _seen(
    game: Game, known: Census, entity: int, here: Point, nature: Nature, others: list[int]
) -> list[Sighting]:
    """List the nearest of those in sight, nearest first."""
    x, y = here
    furthest, near = nature.vision**2, list[Sighting]()
    for other in others:
        if other == entity or other in game.dead:
            continue
        there = esper.component_for_entity(other, Position)
        squared = (there.x - x) ** 2 + (there.y - y) ** 2
        if squared <= furthest:
            near.append((squared, other))
    near.sort()
    found: list[Sighting] = []
    for squared, other in near:
        if _sees(game, known, entity, other, here, squared):
            found.append((squared, other))
            if len(found) == MOST_SEEN:
                break
    return found


def _sees(game: Game, known: Census, entity: int, other: int, here: Point, squared: int) -> bool:
    """Return whether a creature sees another that is within its range of sight."""
    if squared <= 2:
        return True  # whoever is at arm's length is felt, if not seen
    if other == game.player and squared <= PLAYER_SIGHT * PLAYER_SIGHT:
        if not _overlooked(game, known)[here]:
            return False
    elif not any(can_see(game, entity, cell) for cell in cells_of(other)):
        return False
    mine = figures(entity)
    if "see" in mine.forbids or (figures(other).unseen and not mine.keen):
        return False
    hidden = esper.try_component(other, Hidden)
    return hidden is None or hidden.found


def _overlooked(game: Game, known: Census) -> Mask:
    """Return from which tiles the player can be seen; a blinded player is seen as well as any."""
    level = game.level
    place = point_of(game.player) or (0, 0)
    if known.overlooked is None or known.origin != (place, level.version):
        known.origin = (place, level.version)
        known.overlooked = level.view(place, PLAYER_SIGHT)
    return known.overlooked
