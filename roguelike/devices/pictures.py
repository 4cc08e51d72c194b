"""Frames as pixels, with no window: for pictures, films and tests, the same as a window shows.

The one decision: the text is drawn in the game's own letters, and the map is seen wherever the screens left it clear.

Still pictures of the map, as text or as an image, need no screen at all.
"""

import numpy as np
import tcod.tileset
from numpy.typing import NDArray
from tcod.console import Console

from roguelike.devices.headless import text_rows
from roguelike.devices.painting.canvas import Canvas
from roguelike.devices.painting.cells import write
from roguelike.engine.views.records import MapView
from roguelike.toolkit import widgets
from roguelike.toolkit.palette import palette
from roguelike.toolkit.rows import HOLE, Cells, cells_of, holes
from roguelike.toolkit.scenery import Scenery
from roguelike.toolkit.screen import Frame
from roguelike.ui.layout import LEAST
from roguelike.ui.stage.camera import Camera
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


def _within(frame: Frame, rect: widgets.Rect) -> Cells:
    """Return the cells of the picture's place."""
    x, y, width, height = rect
    return cells_of(frame.console)[y : y + height, x : x + width]


def _drawn(view: MapView) -> Console:
    """Draw the whole level as the player knows it."""
    columns, rows = view.tiles.shape
    console = Console(columns, rows, order="F")
    _draw(console, view, widgets.Rect(0, 0, columns, rows))
    return console


def _draw(console: Console, view: MapView, rect: widgets.Rect) -> None:
    """Draw the part of the level around the player that has room."""
    camera = Camera.around(rect, view.tiles.shape, view.player)
    cells_of(console)[: rect.height, : rect.width] = HOLE
    write(Stage(view, camera, palette("default")), console)


def screenful(view: MapView, size: tuple[int, int], line: str) -> Console:
    """Draw as much of the known map around the player as fits, with a line of text below it."""
    columns, rows = size
    console = Console(columns, rows, order="F")
    _draw(console, view, widgets.Rect(0, 0, columns, rows - 1))
    console.print(0, rows - 1, line[:columns], fg=palette("default").text)
    return console


def map_text(view: MapView) -> str:
    """Return the known map as text, with a line for each row of the level."""
    return "\n".join(text_rows(_drawn(view)))


def map_picture(view: MapView) -> NDArray[np.uint8]:
    """Return the known map as pixels, uint8 [row, column, red green blue]."""
    columns, rows = view.tiles.shape
    camera = Camera(widgets.Rect(0, 0, columns, rows), 0, 0, (LEAST, LEAST), (LEAST, LEAST))
    pane = Canvas().compose(Stage(view, camera, palette("default")))
    return np.ascontiguousarray(pane.view(np.uint8).reshape(*pane.shape, 4)[..., :3])
