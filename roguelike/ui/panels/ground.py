"""The map: the ground in one look-up, then what stands and lies on it.

Things are written into the console's memory as ready bytes. A level may have a hundred things in view, and this costs
a fifth of a microsecond for each, where assigning to a numpy cell costs ten times that.
"""

from functools import cache

import numpy as np
from tcod.console import Console

from roguelike.core.colour import BLACK, WHITE, Colour, mix
from roguelike.engine.views.records import MapView
from roguelike.ui.look.palette import contrast, palette
from roguelike.ui.look.theme import numbers, table
from roguelike.ui.panels.layout import Viewport
from roguelike.ui.panels.rows import Cells, cells_of, legible, word

CELL_BYTES = 12
REMEMBERED_CONTRAST = 4.0
"""How much remembered things stand out from black: more than the ground on which they lie."""
MOST_LOOKS = 4096


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
    shown = numbers(view, slice(top, bottom), slice(left, right))
    looks = table(view.theme, variant)
    cells[y : y + bottom - top, x : x + right - left] = looks.take(shown, axis=0)


def _draw_things(cells: Cells, view: MapView, viewport: Viewport, variant: str) -> None:
    """Draw what is on the ground, from the back to the front."""
    memory = cells.reshape(-1).view(np.uint8).data
    stride = cells.shape[1] * CELL_BYTES
    x, y, width, height = viewport.rect
    left, top = viewport.left, viewport.top
    start = y * stride + x * CELL_BYTES
    # Bytes of memory are read in half the time that an element of an array takes.
    visible, columns = view.visible.T.tobytes(), view.visible.shape[0]
    looks = _looks(variant)
    for (tile_x, tile_y), glyph, fg, bg, _, _ in view.things:
        column, row = tile_x - left, tile_y - top
        if 0 <= column < width and 0 <= row < height:
            look = looks[glyph, fg, bg, visible[tile_y * columns + tile_x]]
            at = start + row * stride + column * CELL_BYTES
            memory[at : at + len(look)] = look


class _Looks(dict[tuple[str, Colour, Colour, int], bytes]):
    """The cells of things by glyph, colours and whether they are in view (1) or remembered (0), made when first met."""

    def __init__(self, variant: str) -> None:
        super().__init__()
        self._colours = palette(variant)

    def __missing__(self, key: tuple[str, Colour, Colour, int]) -> bytes:
        """Make a cell; without its background when that is black, so that the ground shows."""
        if len(self) >= MOST_LOOKS:
            self.clear()
        glyph, fg, bg, seen = key
        colours = self._colours
        shown = legible(colours.transform(fg)) if seen else _readable(colours.transform(faded(fg)))
        words = [ord(glyph), word(shown)]
        if bg != BLACK and seen:
            words.append(word(colours.transform(bg)))
        self[key] = made = np.array(words, np.int32).tobytes()
        return made


_looks = cache(_Looks)


def _readable(colour: Colour) -> Colour:
    """Lighten what is remembered until it stands out from remembered ground, which is nearly black."""
    while contrast(colour, BLACK) < REMEMBERED_CONTRAST:
        colour = mix(colour, WHITE, 0.08)
    return colour


def faded(colour: Colour) -> Colour:
    """Return a colour as memory has it: a cold grey."""
    red, green, blue = colour
    grey = 0.3 * red + 0.5 * green + 0.2 * blue
    return round(grey * 0.46), round(grey * 0.54), round(min(grey * 0.76, 255))
