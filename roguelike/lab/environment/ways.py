"""Whether exploring and the way down lead anywhere: for the mask, recomputed only when something new is known."""

from collections.abc import Collection, Iterable

from roguelike.actions import acting, moving
from roguelike.core import paths
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.engine.autopilot import explore
from roguelike.engine.play.hazards import barriers, harmful_in_view
from roguelike.world import space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game


def exploring(game: Game, bodies: Collection[Point]) -> acting.Action | None:
    """Return the next command of exploring; None when all is explored or one of the `bodies` in view bars the way."""
    return explore.next_free(game) if _is_beside_any(game, bodies) else explore.next_exploring(game)


def _is_beside_any(game: Game, bodies: Collection[Point]) -> bool:
    """Return whether the player is adjacent to a tile where somebody else stands."""
    here = space.point_of(game.player)
    return here is not None and any((here[0] + dx, here[1] + dy) in bodies for dx, dy in DIRECTIONS)


class Ways:
    """What is left to explore of a level, and the way down, as far as the player knows.

    Callers pass in what the player `knows` now: any value that changes whenever the known ground, or what lies on it,
    does. Fires and clouds in view that would harm are looked up anew each time.
    """

    def __init__(self) -> None:
        """Start with nothing found; each answer is computed when first needed."""
        self._exploring: tuple[object, bool] = (None, False)
        self._barred: tuple[object, tuple[frozenset[Point], ...]] = (None, ())
        self._ground: tuple[object, paths.Bits, list[Point]] = (None, 0, [])
        self._way: paths.Bits = 0
        """Connected tiles: where the player was, and the way from there to stairs down."""

    def may_explore(
        self, game: Game, knows: object, edge: Point | None, bodies: Collection[Point]
    ) -> bool:
        """Return whether anything reachable is left to explore, and none of `bodies` bars the way.

        `edge` is the player's tile if it borders on unknown ground: standing there already, they gain nothing from it.
        """
        at = (knows, edge, self._barriers(game))
        if self._exploring[0] != at:
            self._exploring = (at, explore.next_exploring(game) is not None)
        if not self._exploring[1] or not _is_beside_any(game, bodies):
            return self._exploring[1]
        return exploring(game, bodies) is not None

    def _barriers(self, game: Game) -> tuple[frozenset[Point], ...]:
        """Return what exploring keeps off; the remembered things are gone through only when memory has changed."""
        fires, stats = harmful_in_view(game), stats_of(game.player)
        inside = space.point_of(game.player) in fires
        at = (game.depth, game.level.remembered.revision, stats, fires, inside)
        if self._barred[0] != at:
            self._barred = (at, tuple(barriers(game)))
        return self._barred[1]

    def may_descend(self, game: Game, knows: object, bodies: Iterable[Point]) -> bool:
        """Return whether the player can walk to known stairs down, around `bodies` or past those who give way."""
        here, width = space.point_of(game.player), game.level.width
        if here is None:
            return False
        free, stairs = self._to_walk_on(game, knows, here, bodies)
        return (
            self._leads_on(here, free, paths.bits_of(stairs, width), width)
            or self._find_way(here, free, stairs, width)
            or explore.step_toward(game, stairs, explore.known_ground(game, moving.gives_way))
            is not None
        )

    def descent(self, game: Game, knows: object, bodies: Iterable[Point]) -> acting.Action | None:
        """Return the next step to the nearest known stairs down, or the command to take them; None without a way."""
        here, width = space.point_of(game.player), game.level.width
        if here is None:
            return None
        free, stairs = self._to_walk_on(game, knows, here, bodies)
        if here in stairs:
            return moving.TakeStairs(1)
        for x, y in paths.DistanceField(free, width, stairs).steps(here):
            return moving.Step(x - here[0], y - here[1])
        return explore.step_toward(game, stairs, explore.known_ground(game, moving.gives_way))

    def _to_walk_on(
        self, game: Game, knows: object, here: Point, bodies: Iterable[Point]
    ) -> tuple[paths.Bits, list[Point]]:
        """Return the known ground without `bodies`, and the stairs down on it.

        The player's own tile is no obstacle, even if there is a trap on it.
        """
        at = (knows, harmful_in_view(game))
        if self._ground[0] != at:
            ground = paths.to_bits(explore.known_ground(game, explore.anybody))
            self._ground = (at, ground, explore.known_stairs(game, 1))
        (_, ground, stairs), width = self._ground, game.level.width
        return ground & ~paths.bits_of(bodies, width) | paths.bits_of((here,), width), stairs

    def _leads_on(self, here: Point, free: paths.Bits, goals: paths.Bits, width: int) -> bool:
        """Return whether the last way found is still open and the player on or beside it; if so, add their tile to it.

        Walking about lengthens the way again and again, so that no search is needed while nobody gets in between.
        """
        tile, way = 1 << here[0] + here[1] * width, self._way
        if not way & goals or way & ~(free | goals) or not free & tile:
            return False
        if not paths.window_of(way, width, here):
            return False
        self._way |= tile
        return True

    def _find_way(self, here: Point, free: paths.Bits, stairs: list[Point], width: int) -> bool:
        """Search for a way from the player's tile to the nearest stairs, and keep it; False if there is none."""
        field, spot, self._way = paths.DistanceField(free, width, stairs), here, 0
        steps = field.distance(here)
        if steps is None:
            return False
        found = paths.bits_of((here,), width)
        for left in reversed(range(steps)):
            dx, dy = field.ways(spot, left)[0]
            spot = (spot[0] + dx, spot[1] + dy)
            found |= paths.bits_of((spot,), width)
        self._way = found
        return True
