"""What leads over ground never seen, and so is not foreseen: what travels in a line, and somebody's next step."""

from collections.abc import Iterable

import esper

from roguelike.actions.action import Action
from roguelike.components.actors import Nature
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.effects.foresight.forecast import Forecast
from roguelike.effects.shapes import ONWARD
from roguelike.world.game import Game
from roguelike.world.space import cells_of

LEAST_AHEAD = 1
"""Least dot product of two steps in about the same direction: straight on, or an eighth of a turn aside."""


def leads_into_the_unknown(game: Game, action: Action, seen: Forecast) -> bool:
    """Return whether the path of a forecast ends at, or bounces off, ground that the player has never seen.

    True only for known items and spells that continue beyond the tile aimed at.
    """
    delivery = action.delivery(game)
    if delivery is None or delivery.shape not in ONWARD or not action.is_known(game):
        return False
    path = seen.path
    used_up = len(path) > (delivery.range or 0)
    return any(
        _is_unknown_ahead(game, before, here)
        for before, here, after in zip(path, path[1:], [*path[2:], None], strict=False)
        if (not used_up if after is None else _turns(before, here, after))
    )


def beside_the_unknown(game: Game, creatures: Iterable[int]) -> set[int]:
    """Return those of some creatures that could step onto ground never seen: not what is rooted.

    Whatever is foreseen takes such ground for wall; they may know better.
    """
    level = game.level
    return {
        each
        for each in creatures
        if not _is_rooted(each)
        and any(
            level.contains((x + dx, y + dy)) and not level.explored[x + dx, y + dy]
            for x, y in cells_of(each)
            for dx, dy in DIRECTIONS
        )
    }


def _is_rooted(creature: int) -> bool:
    """Return whether a creature never leaves its tile."""
    nature = esper.try_component(creature, Nature)
    return nature is not None and nature.movement == "rooted"


def _turns(before: Point, here: Point, after: Point) -> bool:
    """Return whether a path turns back at a tile, along the map's rows or columns."""
    (x, y), (dx, dy) = _step(before, here), _step(here, after)
    return x * dx < 0 or y * dy < 0


def _is_unknown_ahead(game: Game, before: Point, here: Point) -> bool:
    """Return whether ground never seen lies ahead of a tile, in the direction from the tile before."""
    x, y = _step(before, here)
    ahead = [
        (here[0] + dx, here[1] + dy) for dx, dy in DIRECTIONS if dx * x + dy * y >= LEAST_AHEAD
    ]
    level = game.level
    return any(level.contains(spot) and not level.explored[spot] for spot in ahead)


def _step(start: Point, end: Point) -> Point:
    """Return the step from one tile of a path to the next."""
    return end[0] - start[0], end[1] - start[1]
