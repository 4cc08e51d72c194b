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


def in_sight(
    game: Game, entity: int, here: Point, nature: Nature
) -> tuple[list[Sighting], list[Sighting]]:
    """List whom a creature sees that it would attack, and whom it would flee, each nearest first."""
    prey, threats = census(game).get(faction(entity), NOBODY_ELSE)
    return (
        _seen(game, entity, here, nature, prey) if prey else [],
        _seen(game, entity, here, nature, threats) if threats else [],
    )


def _seen(
    game: Game, entity: int, here: Point, nature: Nature, others: list[int]
) -> list[Sighting]:
    """List those in sight, nearest first."""
    x, y = here
    furthest, found = nature.vision * nature.vision, []
    for other in others:
        if other == entity or other in game.dead:
            continue
        there = esper.component_for_entity(other, Position)
        squared = (there.x - x) ** 2 + (there.y - y) ** 2
        if squared <= furthest and _sees(game, entity, other, here, squared):
            found.append((squared, other))
    found.sort()
    return found


def _sees(game: Game, entity: int, other: int, here: Point, squared: int) -> bool:
    """Return whether a creature sees another; sight is symmetric, so the player's view answers for the player."""
    if other == game.player and squared <= 64:
        if not game.level.visible[here]:
            return False
    elif not any(can_see(game, entity, cell) for cell in cells_of(other)):
        return False
    if squared <= 2:
        return True
    mine = figures(entity)
    return (mine.keen or not figures(other).unseen) and "see" not in mine.forbids
