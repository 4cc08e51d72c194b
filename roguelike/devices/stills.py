"""Still pictures of the map, for use without a screen: as text, or as an image."""

import numpy as np
from numpy.typing import NDArray
from tcod.console import Console

from roguelike.devices.headless import text_rows
from roguelike.devices.painting.canvas import Canvas
from roguelike.devices.painting.cells import write
from roguelike.engine.views.records import MapView
from roguelike.toolkit.palette import palette
from roguelike.toolkit.rows import HOLE, cells_of
from roguelike.toolkit.widgets.frame import Rect
from roguelike.ui.layout import LEAST
from roguelike.ui.stage.camera import Camera
from roguelike.ui.stage.stage import Stage


def _drawn(view: MapView) -> Console:
    """Draw the whole level as the player knows it."""
    columns, rows = view.tiles.shape
    console = Console(columns, rows, order="F")
    _draw(console, view, Rect(0, 0, columns, rows))
    return console


def _draw(console: Console, view: MapView, rect: Rect) -> None:
    """Draw the part of the level around the player that has room."""
    camera = Camera.around(rect, view.tiles.shape, view.player)
    cells_of(console)[: rect.height, : rect.width] = HOLE
    write(Stage(view, camera, palette("default")), console)


def screenful(view: MapView, size: tuple[int, int], line: str) -> Console:
    """Draw as much of the known map around the player as fits, with a line of text below it."""
    columns, rows = size
    console = Console(columns, rows, order="F")
    _draw(console, view, Rect(0, 0, columns, rows - 1))
    console.print(0, rows - 1, line[:columns], fg=palette("default").text)
    return console


def map_text(view: MapView) -> str:
    """Return the known map as text, with a line for each row of the level."""
    return "\n".join(text_rows(_drawn(view)))


def map_picture(view: MapView) -> NDArray[np.uint8]:
    """Return the known map as pixels, uint8 [row, column, red green blue]."""
    columns, rows = view.tiles.shape
    camera = Camera(Rect(0, 0, columns, rows), 0, 0, (LEAST, LEAST), (LEAST, LEAST))
    pane = Canvas().compose(Stage(view, camera, palette("default")))
    return np.ascontiguousarray(pane.view(np.uint8).reshape(*pane.shape, 4)[..., :3])
