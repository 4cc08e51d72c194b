"""Who is on the level, and whom each faction would attack or flee.

It is counted once a turn, so that looking around costs by enemies and not by creatures.
"""

import esper

from roguelike.actions.senses import can_see
from roguelike.components.actors import Nature
from roguelike.components.spatial import Position
from roguelike.core.geometry import Point
from roguelike.effects.targeting import faction, stance
from roguelike.world.figures import figures
from roguelike.world.game import Game
from roguelike.world.space import cells_of

Sighting = tuple[int, int]
"""(squared distance, creature)."""
BESIDE = 2
"""Squared distance of neighbours: those are noticed without being seen."""
NOBODY_ELSE: tuple[list[int], list[int]] = ([], [])


def census(game: Game) -> dict[str, tuple[list[int], list[int]]]:
    """Return by faction whom it would attack and whom it would flee on the player's level, each list by id."""
    if game.counted != game.turn:
        game.counted = game.turn
        game.census = _count(game)
    return game.census


def _count(game: Game) -> dict[str, tuple[list[int], list[int]]]:
    """Sort the living into factions, and work out how each takes the sight of the others."""
    sides: dict[str, list[int]] = {}
    for entity in sorted(set(game.level.blockers.values())):
        if side := faction(entity):
            sides.setdefault(side, []).append(entity)
    return {
        side: (
            sorted(
                e for other in sides if stance(game, side, other) == "attack" for e in sides[other]
            ),
            sorted(
                e for other in sides if stance(game, side, other) == "flee" for e in sides[other]
            ),
        )
        for side in sides
    }


def in_sight(game: Game, entity: int, here: Point) -> tuple[list[Sighting], list[Sighting]]:
    """List whom a creature sees that it would attack, and whom it would flee, each nearest first."""
    prey, threats = census(game).get(faction(entity), NOBODY_ELSE)
    return (
        _seen(game, entity, here, prey) if prey else [],
        _seen(game, entity, here, threats) if threats else [],
    )


def _seen(game: Game, entity: int, here: Point, others: list[int]) -> list[Sighting]:
    """List those in sight, nearest first; the blind know only who is beside them."""
    x, y = here
    mine, vision = figures(entity), esper.component_for_entity(entity, Nature).vision
    furthest = BESIDE if "see" in mine.forbids else vision * vision
    found = []
    for other in others:
        if other == entity or other in game.dead:
            continue
        there = esper.component_for_entity(other, Position)
        squared = (there.x - x) ** 2 + (there.y - y) ** 2
        if squared > furthest or not _in_view(game, entity, other, here, squared):
            continue
        if squared <= BESIDE or mine.keen or not figures(other).unseen:
            found.append((squared, other))
    found.sort()
    return found


def _in_view(game: Game, entity: int, other: int, here: Point, squared: int) -> bool:
    """Return whether a creature has another in view; sight is symmetric, so the player's view answers for it."""
    if other == game.player and squared <= 64:
        return bool(game.level.visible[here])
    return any(can_see(game, entity, cell) for cell in cells_of(other))
