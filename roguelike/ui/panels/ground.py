"""The map: the ground in one table look-up, then the things and creatures on it.

Things are written into the console's memory as prepared bytes. A level may have a hundred things in view, and this
costs a fifth of a microsecond for each; assigning to a numpy cell costs ten times that.
"""

from functools import lru_cache

import numpy as np
from tcod.console import Console

from roguelike.core.colour import BLACK, WHITE, Colour, mix
from roguelike.engine.views.records import MapView
from roguelike.toolkit.palette import contrast, palette
from roguelike.toolkit.rows import Cells, cells_of, legible, word
from roguelike.ui.layout import Viewport
from roguelike.ui.look.ground_table import BRIGHTEST_GROUND, BRIGHTEST_MEMORY, numbers, table
from roguelike.ui.look.light import flame, shine

CELL_BYTES = 12
MEMORY_GROUND: Colour = (round(BRIGHTEST_MEMORY[False]) + 1,) * 3
REMEMBERED_CONTRAST = 3.05
"""The least contrast of remembered things to the brightest remembered ground; a little less by daylight."""
LIT_GROUND: Colour = (round(BRIGHTEST_GROUND) + 1,) * 3
SEEN_CONTRAST = {False: 3.05, True: 4.55}
"""The least contrast of things in view to ground in full light; the second value is for high contrast."""
CREATURES = 1
"""Draw order of creatures and of what is drawn above them: a torch bearer does not flicker, the ground around does."""
FADED, FADED_HUE, BRIGHTEST_FADED = 0.56, 0.5, 104
"""The share of brightness and of hue that remembered things keep, and their maximum brightness (0 to 255)."""


def draw_map(
    console: Console, view: MapView, viewport: Viewport, variant: str, tick: int = 0
) -> None:
    """Draw the level as the player knows it; `tick` animates fires and water, and 0 keeps them still."""
    cells = cells_of(console)
    _draw_ground(cells, view, viewport, variant, tick)
    if view.lamps or view.glowing:
        shine(cells, view, viewport, variant, tick)
    _draw_things(cells, view, viewport, variant, tick)


def _draw_ground(cells: Cells, view: MapView, viewport: Viewport, variant: str, tick: int) -> None:
    """Draw the part of the ground in the viewport, and darkness around it."""
    rect, (width, height) = viewport.rect, view.tiles.shape
    left, top = max(viewport.left, 0), max(viewport.top, 0)
    right = min(viewport.left + rect.width, width)
    bottom = min(viewport.top + rect.height, height)
    x, y = left - viewport.left + rect.x, top - viewport.top + rect.y
    shown = numbers(view, slice(top, bottom), slice(left, right), tick)
    lantern = view.own_light.colour if view.own_light is not None else WHITE
    looks = table(view.theme, variant, lantern)
    if rect.width > right - left or rect.height > bottom - top:
        cells[rect.y : rect.y + rect.height, rect.x : rect.x + rect.width] = looks[0]
    cells[y : y + bottom - top, x : x + right - left] = looks.take(shown, axis=0)


def _draw_things(cells: Cells, view: MapView, viewport: Viewport, variant: str, tick: int) -> None:
    """Draw what is on the ground, from back to front; burning things in view flicker."""
    memory = cells.reshape(-1).view(np.uint8).data
    stride = cells.shape[1] * CELL_BYTES
    x, y, width, height = viewport.rect
    left, top = viewport.left, viewport.top
    start = y * stride + x * CELL_BYTES
    # A byte of memory is read in half the time of an array element.
    visible, columns = view.visible.T.tobytes(), view.visible.shape[0]
    burning = {lamp.entity: lamp.light for lamp in view.lamps if lamp.light.flicker}
    for (tile_x, tile_y), glyph, fg, bg, order, entity in view.things:
        column, row = tile_x - left, tile_y - top
        if 0 <= column < width and 0 <= row < height:
            seen = visible[tile_y * columns + tile_x]
            if entity in burning and seen and order > CREATURES:
                fg, bg = flame(glyph, fg, bg, burning[entity].colour, entity, tick)  # noqa: PLW2901
            look = _look(glyph, fg, bg, seen, variant)
            at = start + row * stride + column * CELL_BYTES
            memory[at : at + len(look)] = look


@lru_cache(maxsize=4096)
def _look(glyph: str, fg: Colour, bg: Colour, seen: int, variant: str) -> bytes:
    """Return the cell of a thing in view (1) or remembered (0); a black background lets the ground show through."""
    colours, is_clear = palette(variant), variant == "high contrast"
    if seen:
        shown = _readable(legible(colours.transform(fg)), LIT_GROUND, SEEN_CONTRAST[is_clear])
    else:
        shown = _readable(colours.transform(faded(fg)), MEMORY_GROUND, REMEMBERED_CONTRAST)
    words = [ord(glyph), word(shown)]
    if bg != BLACK and seen:
        words.append(word(colours.transform(bg)))
    return np.array(words, np.int32).tobytes()


def _readable(colour: Colour, ground: Colour, least: float) -> Colour:
    """Lighten a glyph until it stands out from the brightest ground on which it may lie."""
    while contrast(colour, ground) < least:
        colour = mix(colour, WHITE, 0.05)
    return colour


def faded(colour: Colour) -> Colour:
    """Return the colour of a remembered thing: paler and darker, of the same hue."""
    red, green, blue = colour
    grey = 0.3 * red + 0.5 * green + 0.2 * blue
    pale = (
        grey + (red - grey) * FADED_HUE,
        grey + (green - grey) * FADED_HUE,
        grey + (blue - grey) * FADED_HUE,
    )
    bright = (2 * pale[0] + 5 * pale[1] + pale[2]) / 8
    share = min(FADED, BRIGHTEST_FADED / max(bright, 1))
    return round(pale[0] * share), round(pale[1] * share), round(pale[2] * share)
