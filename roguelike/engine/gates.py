"""Opening the portal that leads back from town: one at a time, on free ground near where the player arrived."""

from roguelike.components.spatial import Gate
from roguelike.core.geometry import Point
from roguelike.effects.portals import GATE
from roguelike.world import ecs
from roguelike.world.changes import Removed, Spawned
from roguelike.world.game import Cause, Game
from roguelike.world.space import Place, is_here, point_of
from roguelike.world.spawning import parts_of

NEAREST_STEPS, FURTHEST_STEPS = 2, 8
"""Least and most steps between the player and the portal."""


def open_gate(game: Game, back_to: Place, cause: Cause) -> None:
    """Make the portal back to a place near the player; remove any that was on this level before."""
    for old, _ in ecs.with_component(Gate):
        if is_here(game, old):
            game.change(Removed(old, cause))
    spot = _spot(game)
    if spot is None or not game.content.has("props", GATE):
        return
    parts = parts_of(game.content, "props", GATE, Gate(*back_to))
    game.change(Spawned(parts, spot, game.depth, cause))


def _spot(game: Game) -> Point | None:
    """Return the nearest tile for the portal that is walkable and has nothing on it; None if there is none."""
    here = point_of(game.player)
    if here is None:
        return None
    field = game.level.toward(here)
    reach = range(-FURTHEST_STEPS, FURTHEST_STEPS + 1)
    spots = [(here[0] + dx, here[1] + dy) for dx in reach for dy in reach]
    found = [
        (steps < NEAREST_STEPS, steps, spot)
        for spot in spots
        if game.level.is_free(spot)
        and spot not in game.level.at
        and (steps := field.distance(spot, FURTHEST_STEPS)) is not None
    ]
    return min(found)[2] if found else None
