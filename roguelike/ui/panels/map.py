"""The map: the ground in one look-up, then what stands and lies on it.

Things are written into the console's memory as ready bytes. A level may have a hundred things in view, and this costs
a fifth of a microsecond for each, where assigning to a numpy cell costs ten times that.
"""

from functools import lru_cache

import numpy as np
from tcod.console import Console

from roguelike.core.colour import BLACK, Colour
from roguelike.engine.views import MapView
from roguelike.ui.palette import palette
from roguelike.ui.panels.layout import Viewport
from roguelike.ui.panels.rows import Cells, cells_of, legible, word
from roguelike.ui.theme import numbers, table

CELL_BYTES = 12


def draw_map(console: Console, view: MapView, viewport: Viewport, variant: str) -> None:
    """Draw the level as the player knows it."""
    cells = cells_of(console)
    _draw_ground(cells, view, viewport, variant)
    _draw_things(cells, view, viewport, variant)


def _draw_ground(cells: Cells, view: MapView, viewport: Viewport, variant: str) -> None:
    """Draw the part of the ground that the viewport shows."""
    rect, (width, height) = viewport.rect, view.tiles.shape
    left, top = max(viewport.left, 0), max(viewport.top, 0)
    right = min(viewport.left + rect.width, width)
    bottom = min(viewport.top + rect.height, height)
    x, y = left - viewport.left + rect.x, top - viewport.top + rect.y
    shown = numbers(view)[top:bottom, left:right]
    looks = table(view.theme, variant)
    cells[y : y + bottom - top, x : x + right - left] = looks.take(shown, axis=0)


def _draw_things(cells: Cells, view: MapView, viewport: Viewport, variant: str) -> None:
    """Draw what is on the ground, from the back to the front."""
    memory = cells.reshape(-1).view(np.uint8).data
    stride = cells.shape[1] * CELL_BYTES
    x, y, width, height = viewport.rect
    left, top = viewport.left, viewport.top
    start = y * stride + x * CELL_BYTES
    visible = view.visible
    for thing in view.things:
        column, row = thing.point[0] - left, thing.point[1] - top
        if 0 <= column < width and 0 <= row < height:
            seen = bool(visible[thing.point])
            look = _look(thing.glyph, thing.fg, thing.bg, seen=seen, variant=variant)
            at = start + row * stride + column * CELL_BYTES
            memory[at : at + len(look)] = look


@lru_cache(maxsize=4096)
def _look(glyph: str, fg: Colour, bg: Colour, *, seen: bool, variant: str) -> bytes:
    """Return a thing's cell; without its background when that is black, so that the ground shows."""
    colours = palette(variant)
    shown = legible(colours.transform(fg)) if seen else colours.transform(faded(fg))
    words = [ord(glyph), word(shown)]
    if bg != BLACK and seen:
        words.append(word(colours.transform(bg)))
    return np.array(words, np.int32).tobytes()


def faded(colour: Colour) -> Colour:
    """Return a colour as memory has it: a cold grey."""
    red, green, blue = colour
    grey = 0.3 * red + 0.5 * green + 0.2 * blue
    return round(grey * 0.46), round(grey * 0.54), round(min(grey * 0.76, 255))
