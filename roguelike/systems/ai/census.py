"""Who is on the level, by faction: counted once a turn, so that looking for enemies costs by enemies."""

import esper

from roguelike.actions.senses import can_see
from roguelike.components.actors import Nature
from roguelike.components.spatial import Position
from roguelike.core.geometry import Point
from roguelike.effects.targeting import faction, stance
from roguelike.world.content import Reaction
from roguelike.world.figures import figures
from roguelike.world.game import Game
from roguelike.world.space import cells_of


def census(game: Game) -> dict[str, list[int]]:
    """Return the living of the player's level by faction, each list by id."""
    if game.counted != game.turn:
        game.counted = game.turn
        game.census = {}
        for entity in sorted(set(game.level.blockers.values())):
            if side := faction(entity):
                game.census.setdefault(side, []).append(entity)
    return game.census


def seen_with(game: Game, entity: int, nature: Nature, wanted: Reaction) -> list[tuple[int, int]]:
    """List (squared distance, creature) of those in sight toward whom it feels so, nearest first."""
    here = esper.component_for_entity(entity, Position)
    x, y, furthest = here.x, here.y, nature.vision * nature.vision
    mine, found = faction(entity), []
    for side, members in census(game).items():
        if stance(game, mine, side) != wanted:
            continue
        for other in members:
            if other == entity or other in game.dead:
                continue
            there = esper.component_for_entity(other, Position)
            squared = (there.x - x) ** 2 + (there.y - y) ** 2
            if squared <= furthest and _sees(game, entity, other, (x, y), squared):
                found.append((squared, other))
    found.sort()
    return found


def _sees(game: Game, entity: int, other: int, here: Point, squared: int) -> bool:
    """Return whether a creature sees another; sight is symmetric, so the player's view answers for the player."""
    mine = figures(entity)
    if squared > 2 and ((figures(other).unseen and not mine.keen) or "see" in mine.forbids):
        return False
    if other == game.player and squared <= 64:
        return bool(game.level.visible[here])
    return any(can_see(game, entity, cell) for cell in cells_of(other))
