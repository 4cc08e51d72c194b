"""Where an aim screen points at first: where firing does most good, and never where a second press would do harm."""

from collections.abc import Callable, Collection, Sequence
from itertools import groupby, islice
from math import ceil

from roguelike.core.geometry import Point, distance, steps_between
from roguelike.core.grammar import counted
from roguelike.engine.foreseeing.aiming import FULL, ROUGHEST, Forecast, Precision, harms_own_side
from roguelike.engine.foreseeing.best_aims import takes_one_there
from roguelike.engine.play.commands import Action
from roguelike.ui.panels.scene import Scene
from roguelike.ui.program import Program

MOST_TRIED = 8
"""How many tiles are tried at first, if no enemy is in reach."""
MOST_RINGS = 6
"""How many distances are tried at first, if no enemy is in view."""
OUT_OF_REACH = "No enemy can be aimed at."
EDGE_ALONE = "Its edge reaches enemies, but none can be aimed at."
OUT_OF_VIEW = "No enemy is in view."


class FirstAim:
    """The choice of the first aim of a command."""

    def __init__(
        self,
        program: Program,
        action: Action,
        scene: Scene,
        stops: Sequence[Point],
        area: Collection[Point],
        foresee: Callable[[Action, Precision], Forecast],
    ) -> None:
        """Choose for `action` among all tiles in reach (`area`); `stops` are the useful ones, best first.

        Many tiles may be tried, and again: `foresee` should cache.
        """
        self.game, self.action, self._foresee = program.game, action, foresee
        self.scene, self.stops, self.area = scene, stops, area
        self._leads_away = self.game.ask(takes_one_there, action)
        """Whether the player moves to the target: then the aim starts at the safest tile, not next to an enemy."""
        self._is_unknown = not self.game.ask(action.is_known)
        """Whether nobody can tell what it would do: then the aim starts as far away as it reaches."""

    def find(self, prefer: int | None) -> Point:
        """Return the preferred creature's tile if that is safe, or the best, or one in reach that harms no friend."""
        scene = self.scene
        wanted = scene.creature(prefer) if prefer is not None else None
        if wanted is not None and wanted.point in self.stops and self._is_safe(wanted.point):
            return wanted.point
        if self.stops and self._is_useful(self.stops[0]):
            return self.stops[0]
        foes = [c for c in scene.nearest if c.hostile]
        if foes and self._leads_away:
            return self._away([foe.point for foe in foes])
        return self._toward(foes[0].point) if foes else self._harmless()

    def _away(self, foes: Sequence[Point]) -> Point:
        """Return the tile in reach farthest from the nearest enemy, among those where the action has an effect."""
        here = self.scene.map.player
        far = sorted(
            self.area, key=lambda p: (-min(distance(foe, p) for foe in foes), distance(here, p), p)
        )
        return next(filter(self._is_useful, far[:MOST_TRIED]), here)

    def _toward(self, foe: Point) -> Point:
        """Return the tile in reach nearest to an enemy out of reach, preferably one where the action has an effect.

        Firing there never hurts anybody on the player's own side.
        """
        here = self.scene.map.player
        tiles = (point for point in self.area if point != here)
        near = sorted(tiles, key=lambda p: (distance(foe, p), distance(here, p), p))
        safe = None
        for point in filter(self._is_safe, near[:MOST_TRIED]):
            if self._is_useful(point):
                return point
            safe = safe or point
        return safe or self._harmless()

    def _harmless(self) -> Point:
        """Return the nearest tile, in a straight line, where it would not hurt the player's own side.

        A tile where it has an effect is preferred. With nobody in view, pressing a spell's key twice must not set its
        caster on fire; of tiles equally far away one is enough to tell that. What is unknown goes to the farthest tile.
        """
        here = self.scene.map.player
        lines = [p for p in self.area if 0 in (p[0] - here[0], p[1] - here[1])]
        nearest = sorted(lines, key=lambda p: (distance(here, p), p), reverse=self._is_unknown)
        rings = groupby(nearest, key=lambda p: distance(here, p))
        useful = (
            next(filter(self._is_useful, ring), None) for _, ring in islice(rings, MOST_RINGS)
        )
        found = next((p for p in useful if p is not None and self._is_safe(p)), None)
        return found or next(filter(self._is_safe, nearest), here)

    def _is_safe(self, point: Point) -> bool:
        """Return whether firing at a tile would hurt nobody on the player's own side, by a rough look first."""
        looks = (self._foreseen(point, precision) for precision in (ROUGHEST, FULL))
        return not any(self.game.ask(harms_own_side, look) for look in looks)

    def _is_useful(self, point: Point) -> bool:
        """Return whether firing at a tile would have an effect."""
        return self._foreseen(point, ROUGHEST).refused is None

    def _foreseen(self, point: Point, precision: Precision) -> Forecast:
        """Return what firing at a tile would do."""
        return self._foresee(self.action.at(point), precision)


def no_foe(scene: Scene, seen: Forecast) -> str:
    """Say why there is no enemy to aim at; "" if none is in view and the aim, foreseen as `seen`, is useful anyway."""
    foes = [each for each in scene.nearest if each.hostile]
    if not foes:
        return "" if seen.refused is None else OUT_OF_VIEW
    far = how_far(scene.map.player, foes[0].point)
    is_touched = any(foe.entity in seen.outcomes for foe in foes)
    return f"{EDGE_ALONE if is_touched else OUT_OF_REACH} The nearest, {foes[0].called}, is {far}."


def landing_words(scene: Scene, path: Sequence[Point], cursor: Point) -> str:
    """Say where what flies along a path comes down, if not at the cursor; "" if it does, or if there is no path."""
    if not path or path[-1] == cursor:
        return ""
    here, landing = scene.map.player, path[-1]
    if landing == here:
        return ": comes down at your own feet"
    stopper = scene.creature_at(landing)
    at = f"at {stopper.called}, " if stopper is not None else ""
    return f": comes down {at}{how_far(here, landing)}"


def how_far(here: Point, point: Point) -> str:
    """Say how far a tile is, as ranges are measured: six steps can be seven tiles; an adjacent one is "beside you"."""
    if steps_between(here, point) == 1:
        return "beside you"
    return f"{counted(ceil(distance(here, point)), 'tile')} away"
