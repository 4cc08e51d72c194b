"""Opening the portal that leads back from town: one at a time, on free ground near where the player arrived."""

from roguelike.components.spatial import Gate
from roguelike.core.geometry import Point
from roguelike.effects.portals import GATE
from roguelike.world import ecs
from roguelike.world.changes import Removed, Spawned
from roguelike.world.game import Cause, Game
from roguelike.world.space import Place, free_around, is_here, point_of
from roguelike.world.spawning import parts_of

NEAREST_STEPS, FURTHEST_STEPS = 2, 8
"""Least and most steps between the player and the portal."""


def open_gate(game: Game, back_to: Place, cause: Cause) -> None:
    """Create the portal back to a place near the player; remove any that was on this level before."""
    for old, _ in ecs.with_component(Gate):
        if is_here(game, old):
            game.change(Removed(old, cause))
    spot = _spot(game)
    if spot is None or not game.content.has("props", GATE):
        return
    parts = parts_of(game.content, "props", GATE, Gate(*back_to))
    game.change(Spawned(parts, spot, game.depth, cause))


def _spot(game: Game) -> Point | None:
    """Return the nearest free and empty tile for the portal, preferably a little apart; None if there is none."""
    here = point_of(game.player)
    around = free_around(game.level, here, FURTHEST_STEPS) if here is not None else []
    empty = [(steps, spot) for steps, spot in around if spot not in game.level.at]
    apart = [spot for steps, spot in empty if steps >= NEAREST_STEPS]
    return next(iter(apart), empty[0][1] if empty else None)
