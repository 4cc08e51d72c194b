"""Frames as pixels, with no window: for pictures, films and tests, the same as a window shows.

The one decision: the text is drawn in the game's own letters, and the map is seen wherever the screens left it clear.
"""

import numpy as np
import tcod.tileset
from numpy.typing import NDArray

from roguelike.devices.painting.canvas import Canvas
from roguelike.toolkit.rows import Cells, cells_of, holes
from roguelike.toolkit.scenery import Scenery
from roguelike.toolkit.screen import Frame
from roguelike.toolkit.widgets import Rect
from roguelike.ui.stage.stage import Stage

Pixels = NDArray[np.uint8]
"""[row, column, (red, green, blue)]."""


def pixels_of(frame: Frame, letters: tcod.tileset.Tileset, canvas: Canvas | None = None) -> Pixels:
    """Return a frame as pixels; a canvas that is given again has less to paint.

    The frame was drawn for cells of the size of these letters (`Application.cell_pixels`).
    """
    found: Pixels = letters.render(frame.console)[..., :3].copy()
    stage = frame.stage
    if isinstance(stage, Scenery):
        rect, pane = stage.rect, stage.pixels()
    elif isinstance(stage, Stage):
        rect, pane = stage.camera.rect, (canvas or Canvas()).compose(stage)
    else:
        return found
    (x, y, width, height), (across, down) = rect, (letters.tile_width, letters.tile_height)
    seen = holes(_within(frame, rect)).repeat(down, axis=0).repeat(across, axis=1)
    part = found[y * down : (y + height) * down, x * across : (x + width) * across]
    np.copyto(part, pane.view(np.uint8).reshape(*pane.shape, 4)[..., :3], where=seen[..., None])
    return found


def _within(frame: Frame, rect: Rect) -> Cells:
    """Return the cells of the picture's place."""
    x, y, width, height = rect
    return cells_of(frame.console)[y : y + height, x : x + width]
