"""The known ground of a level in numbers: written again only when the player learns something new."""

import numpy as np
from numpy.typing import NDArray

from roguelike.core.geometry import Point
from roguelike.core.sight import Mask, select
from roguelike.systems.visibility import BRIGHT, Light
from roguelike.world.level import Level
from roguelike.world.remembering import as_it_is, disguised
from roguelike.world.terrain import Tile

COLUMNS, ROWS = 80, 50
Numbers = NDArray[np.uint8]


class Ground:
    """What the player knows of the ground of their level. Its arrays are cached: do not write to them."""

    def __init__(self) -> None:
        """Start with everything unknown; call `look` to fill it in."""
        self.tiles: Numbers = np.zeros((ROWS, COLUMNS), np.uint8)
        """[row, column], 0 where unknown, else 1 + Tile."""
        self.as_bytes = b""
        """The same as bytes."""
        self.true: Mask = np.zeros((COLUMNS, ROWS), np.bool_)
        """Tiles [x, y] that the player takes to be as they really are: a new mask whenever more is known."""
        self._level: Level | None = None
        self._visible: Mask = self.true
        self._known: Mask = self.true
        self._in_daylight: Numbers = self.tiles
        self._explored = b""
        self._stamp: object = None

    def look(self, level: Level) -> None:
        """Update from a level; does nothing if nothing has changed since the last time."""
        visible, memory = level.visible, level.remembered.tiles
        explored = self._explored = level.explored.tobytes(order="A")
        hidden = disguised(level)
        stamp = level.tiles.tobytes(order="A"), explored, memory.tobytes(order="A"), hidden
        # `visible` is never written to in place: another view is another array.
        if level is self._level and visible is self._visible and stamp == self._stamp:
            return
        self._level, self._visible, self._stamp = level, visible, stamp
        self.true, self._known = as_it_is(level), (level.explored | visible).T
        # Unknown tiles need no number of their own: they are multiplied by 0.
        ground = select(self.true, level.tiles, memory)
        for point in hidden:
            ground[point] = Tile.WALL
        self.tiles = _padded((ground.T + np.uint8(1)) * self._known)
        self.as_bytes = self.tiles.tobytes()
        self._in_daylight = self._sight(np.uint8(2 + BRIGHT))

    def borders_on_unknown(self, here: Point) -> bool:
        """Return whether the tile or any of its neighbours on the level is unexplored."""
        level, (x, y) = self._level, here
        if level is None:
            return False
        left, right = max(0, x - 1), min(level.width, x + 2)
        rows = range(
            max(0, y - 1) * level.width, min(level.height, y + 2) * level.width, level.width
        )
        return any(0 in self._explored[row + left : row + right] for row in rows)

    def sight(self, light: Light | None) -> Numbers:
        """Return a new array: 0 where unknown, 1 where remembered, 2 + brightness where in view.

        Without `light` [x, y], everything in view is bright.
        """
        return self._in_daylight.copy() if light is None else self._sight(light.T + np.uint8(2))

    def _sight(self, bright: Numbers | np.uint8) -> Numbers:
        """Return how well each tile is seen: those in view by `bright`."""
        known, visible = self._known.view(np.uint8), self._visible.T.view(np.uint8)
        return _padded(known + visible * (bright - np.uint8(1)))


def _padded(array: Numbers) -> Numbers:
    """Return an array padded to the observation's size, since drawn rooms are smaller than levels."""
    if array.shape == (ROWS, COLUMNS):
        return np.ascontiguousarray(array)
    found = np.zeros((ROWS, COLUMNS), np.uint8)
    found[: array.shape[0], : array.shape[1]] = array[:ROWS, :COLUMNS]
    return found
