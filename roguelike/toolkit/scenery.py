"""A picture behind the words of a screen that has no map: as a window shows it, in pixels.

The one decision: it comes finished. A screen draws its cells as for a terminal, clears those in which nothing but the
picture would be, and returns it as what is seen there.
"""

import numpy as np
from numpy.typing import NDArray

from roguelike.core.records import State
from roguelike.toolkit import widgets


class Scenery(State, eq=False):
    """A picture that fills some cells of the console, behind whatever is drawn on them."""

    rect: widgets.Rect
    pane: NDArray[np.uint32]
    """One word for each pixel, [row, column]."""
    dims: int = 0
    """How many screens above darken it."""

    def tile_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Return None: nothing in it can be pointed at."""
        return None

    def pixels(self) -> NDArray[np.uint32]:
        """Return the picture, as dark as the screens above make it."""
        found = self.pane
        for _ in range(self.dims):
            found = found >> np.uint32(1) & np.uint32(0x7F7F7F7F)
        return found
