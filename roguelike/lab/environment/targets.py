"""The targets of actions: the nearest foes in view, then the tiles best placed among them.

The tiles are found by counting, not by forecasts: a mask has only microseconds for them. To learn what a cast would do
there, ask the oracle.
"""

from collections import Counter
from collections.abc import Sequence

from roguelike.core.geometry import Point, disc, distance
from roguelike.world.game import Game

FOES, SPOTS, REFUGES = 6, 3, 1
"""Numbers of targets: foes, tiles among several foes, and tiles far from all of them."""
TARGETS = FOES + SPOTS + REFUGES
NEAR_TILES, REFUGE_TILES = 2, 5


def targets_of(game: Game, here: Point, foes: Sequence[Point]) -> list[Point | None]:
    """Return TARGETS tiles, None where there is none: foes (nearest first), spots amid them, a refuge."""
    found: list[Point | None] = [None] * TARGETS
    near = foes[:FOES]
    found[: len(near)] = near
    if not near:
        return found
    amid = _amid(game, here, near)
    found[FOES : FOES + len(amid)] = amid
    found[FOES + SPOTS] = _refuge(game, here, near)
    return found


def _amid(game: Game, here: Point, foes: Sequence[Point]) -> list[Point]:
    """List the tiles in view with the most foes within NEAR_TILES, but no foe on them; of equals the nearest first."""
    visible, walkable = game.level.visible, game.level.walkable
    around = Counter((x + dx, y + dy) for x, y in foes for dx, dy in disc(NEAR_TILES))
    ranked = sorted(around, key=lambda cell: (-around[cell], distance(here, cell), cell))
    free = (
        cell
        for cell in ranked
        if game.level.contains(cell)
        and visible[cell]
        and walkable[cell]
        and cell not in foes
        and cell != here
    )
    return [cell for cell, _ in zip(free, range(SPOTS), strict=False)]


def _refuge(game: Game, here: Point, foes: Sequence[Point]) -> Point | None:
    """Return the free tile in view, within REFUGE_TILES, farthest from the nearest foe; None if none is free."""
    level = game.level
    free = [
        cell
        for dx, dy in disc(REFUGE_TILES)
        if level.contains(cell := (here[0] + dx, here[1] + dy))
        and level.visible[cell]
        and level.walkable[cell]
        and cell not in level.blockers
    ]
    if not free:
        return None
    return max(free, key=lambda cell: (min(distance(cell, foe) for foe in foes), cell))
