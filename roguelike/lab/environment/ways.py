"""Whether exploring and the way down lead anywhere: for the mask, worked out only when something new is known."""

from collections.abc import Iterable

from roguelike.core.geometry import Point
from roguelike.core.paths import Bits, DistanceField, bits_of, to_bits
from roguelike.engine.autopilot.explore import (
    anybody,
    known_ground,
    known_stairs,
    next_exploring,
)
from roguelike.engine.autopilot.travel import way_to
from roguelike.world.game import Game
from roguelike.world.space import point_of


class Ways:
    """What is left to explore of a level, and the way down, as far as the player knows.

    Whoever asks says what the player `knows` now: anything that differs once ground, or what lies on it, does.
    """

    def __init__(self) -> None:
        """Begin without knowing anything."""
        self._exploring: tuple[object, bool] = (None, False)
        self._ground: tuple[object, Bits, list[Point]] = (None, 0, [])

    def may_explore(self, game: Game, knows: object) -> bool:
        """Return whether anything is left to explore that the player can come to."""
        if self._exploring[0] != knows:
            self._exploring = (knows, next_exploring(game) is not None)
        return self._exploring[1]

    def may_descend(self, game: Game, knows: object, bodies: Iterable[Point]) -> bool:
        """Return whether one can walk to stairs down that one knows, around `bodies` or past who gives way."""
        if self._ground[0] != knows:
            ground = to_bits(known_ground(game, anybody))
            self._ground = (knows, ground, known_stairs(game, 1))
        (_, ground, stairs), width = self._ground, game.level.width
        here = point_of(game.player)
        free = ground & ~bits_of(bodies, width)
        if here is None:
            return False
        around = DistanceField(free, width, stairs).distance(here) is not None
        return around or any(way_to(game, spot) for spot in stairs)
