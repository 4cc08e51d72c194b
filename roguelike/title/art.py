"""The picture behind the title: a river of mana falls through the night, watched by someone on a hill.

The one decision: it is computed, not stored, from two pixels to a cell (the upper half block), a few waves and bell
curves for the river, and a bitmap for the words, whose letters and colours are data (`title.json`). So it fills any
console, follows the palette, and costs a few milliseconds once for each size. Only stars and motes move, each a single
letter, so a terminal gets little to draw.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from math import sin
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tcod.console import Console

from roguelike.core import data_path
from roguelike.core.colour import Colour, parse_colour
from roguelike.core.records import Record
from roguelike.title import title_picture
from roguelike.toolkit import widgets
from roguelike.toolkit.palette import Palette, palette
from roguelike.toolkit.screen import AS_CELLS

Pixels = NDArray[np.floating[Any]]
"""A picture: [x, y, channel], 0 to 255."""
Shades = NDArray[np.floating[Any]]
"""One number for each pixel, [x, y], or for each column."""
Letter = tuple[int, int, str, Colour]
"""A glyph in front of the picture: the column and row of its cell, the glyph and its colour."""

LOGO_TOP = 8
LOGO_BOTTOM = (LOGO_TOP + title_picture.LETTER_ROWS) // 2
"""The first row of cells below the words."""
LOGO_COLUMNS = title_picture.MOST_COLUMNS
"""The width of the words."""
_SOURCE, _FALL, _BEND = 0.29, 0.72, 3.4
"""Where the river enters, how far it falls (shares of the height), and the power that delays the fall."""
_LOOKOUT = 0.17
"""Where the onlooker stands, as a share of the width."""
_PLATEAU = 0.84
"""How far down the lookout's flat top is, as a share of the height."""
_DUSK = np.array((0.62, 0.5, 0.42), np.float32)
"""The share of each colour channel that remains when the river has run dry."""
_STEPS = 0xF0
"""Stars twinkle in steps, so that not all of them change every time."""
_MOTES = 30
_MOTE_SPEED = 0.03
"""The share of the river that a mote drifts along per second."""


class Star(Record):
    """A star: its cell, its glyph, its brightness and the phase of its twinkling."""

    x: int
    y: int
    glyph: str
    shade: int
    phase: float


class Picture(Record, eq=False):
    """The finished cells; `middle` is each cell's mean colour, as the background of letters."""

    glyphs: NDArray[np.int32]
    fg: NDArray[np.uint8]
    bg: NDArray[np.uint8]
    middle: NDArray[np.uint8]
    stars: tuple[Star, ...]
    lookout: tuple[int, int]
    streams: tuple[title_picture.Stream, ...]
    variant: str
    named: bool
    spent: bool


class Place:
    """The place behind a screen, as it is after some seconds: with the game's name if `named`.

    Where the river is `spent` there is a grave. Without shades only the name and the stars are drawn, since a few
    colours cannot render the river's many blues. It takes 0.2 ms once the picture has been composed. A window shows it
    in pixels: see `look.scenery`.
    """

    def __init__(
        self,
        console: Console,
        colours: Palette,
        seconds: float = 0.0,
        *,
        named: bool = True,
        spent: bool = False,
        has_shades: bool = True,
        cell: tuple[int, int] = AS_CELLS,
    ) -> None:
        """Cover the console with it, for cells of so many pixels."""
        self.console, self.seconds, self.cell = console, seconds, cell
        self.picture = picture = compose(
            console.width,
            console.height,
            colours.variant,
            named=named,
            spent=spent,
            bare=not has_shades,
        )
        life = _grave(picture) if spent else _life(picture, seconds) if has_shades else ()
        letters = _starlight(picture, seconds)
        _show(console, colours, picture, chain(letters, life if cell == AS_CELLS else ()))


def _grave(picture: Picture) -> list[Letter]:
    """Return a grave where the onlooker stood."""
    x, y = picture.lookout
    return [(x, y, "†", (150, 160, 190)), (x + 2, y, "_", (96, 80, 66))]


def _show(console: Console, colours: Palette, picture: Picture, letters: Iterable[Letter]) -> None:
    """Copy the picture, and draw letters over it."""
    cells = console.rgb
    cells["ch"], cells["fg"], cells["bg"] = picture.glyphs, picture.fg, picture.bg
    for x, y, glyph, shade in letters:
        cells[x, y] = ord(glyph), colours.transform(shade), picture.middle[x, y]


def _starlight(picture: Picture, seconds: float) -> Iterator[Letter]:
    """Yield the stars with their brightness after some seconds."""
    for star in picture.stars:
        level = int(star.shade * (0.75 + 0.25 * sin(seconds * 1.7 + star.phase))) & _STEPS
        yield star.x, star.y, star.glyph, (level, level, min(level + 30, 255))


def _life(picture: Picture, seconds: float) -> Iterator[Letter]:
    """Yield the motes that drift along the river, and the onlooker with a glowing staff."""
    width, height = picture.glyphs.shape
    for number, (place, down, level) in enumerate(drifting(picture, seconds)):
        x, y = int(place * width), int(down * height)
        if y < height * 0.8:
            yield x, y, "∙·"[number % 2], (max(level, 60), 225, 255)
    x, y = picture.lookout
    glow = 205 + int(50 * sin(seconds * 2.3))
    yield x, y, "@", (255, 255, 255)
    yield x + 1, y, "/", (170, 140, 110)
    yield x + 2, y - 1, "∙", (glow // 2, glow, 255)


def drifting(picture: Picture, seconds: float) -> Iterator[tuple[float, float, int]]:
    """Yield where the motes are, in shares of the picture across and down, and how bright."""
    streams = picture.streams
    for number in range(_MOTES):
        place = (number * 0.618 + seconds * _MOTE_SPEED) % 1
        stream = streams[number % len(streams)]
        sway = stream.sway * sin(place * stream.waves + stream.phase)
        yield place, float(_course(place)) + sway, 150 + int(105 * sin(seconds * 3 + number))


def blank(console: Console, rect: widgets.Rect, share: float = 0.75) -> None:
    """Remove the letters in a rectangle of the picture and dim it to a share, so that text reads well on it."""
    area = console.rgb[rect.x : rect.x + rect.width, rect.y : rect.y + rect.height]
    area["ch"] = ord(" ")
    area["bg"] = (area["bg"] * share).astype(np.uint8)


def compose(
    columns: int,
    rows: int,
    variant: str,
    *,
    spent: bool = False,
    named: bool = True,
    bare: bool = False,
) -> Picture:
    """Return the picture for a size and palette; with `spent`, the river has run dry.

    With `named` it shows the game's name while the river runs. A `bare` one has a black sky.
    """
    return _painted(title_in_force(), columns, rows, variant, spent=spent, named=named, bare=bare)


def title_in_force() -> title_picture.TitlePicture:
    """Return the words and colours of the data in force; plain ones if there is no data to be found."""
    try:
        return title_picture.title_picture(data_path.data_folders())
    except data_path.DataFolderError:
        return title_picture.title_picture(())


@lru_cache(maxsize=4)
def _painted(
    title: title_picture.TitlePicture,
    columns: int,
    rows: int,
    variant: str,
    *,
    spent: bool,
    named: bool,
    bare: bool,
) -> Picture:
    """Paint the picture. 2 ms at 80x50."""
    width, height = columns, 2 * rows
    scene = landscape(title, width, height, rows, spent=spent)
    pixels, light = scene.pixels, scene.light
    mask = words_on(title, width, height) * (named and not spent)
    if bare:
        pixels[:], light[:] = 0, 0
    if named and not spent:
        if not bare:
            _paint_glow(pixels, mask)
        _paintwords_on(title, pixels, mask)
    open_sky = (light < 0.2) & (blurred(mask, 3) < 0.02) & scene.sky
    stars = tuple(_stars(open_sky[:, 0::2]))
    place = int(width * _LOOKOUT), round(_PLATEAU * rows) - 1
    return Picture(*_as_cells(pixels, variant), stars, place, title.streams, variant, named, spent)


class Scene(NamedTuple):
    """A place without its name: its pixels, the river's light, the sky above the hills, where the near hills begin."""

    pixels: Pixels
    light: Shades
    sky: NDArray[np.bool_]
    near: Shades


def landscape(
    title: title_picture.TitlePicture, width: int, height: int, rows: float, *, spent: bool
) -> Scene:
    """Paint sky, hills and river in so many pixels, for so many rows of cells."""
    across = (np.arange(width, dtype=np.float32) / width)[:, None]
    down = (np.arange(height, dtype=np.float32) / height)[None, :]
    light = _river(title, across, down) * np.float32(0.06 if spent else 1.0)
    far = _far_hills(across)
    # Whole cells, so that the onlooker stands on ground; a quarter less because of rounding.
    near = _near_hills(across, (round(_PLATEAU * rows) - 0.25) / rows)
    pixels = _sky(title, down, width)
    _paint_hills(title, pixels, down, far, title.hills[0], np.minimum(0.3 * light, 0.5))
    _paint_light(title, pixels, light)
    _paint_hills(title, pixels, down, near, title.hills[1], np.minimum(0.7 + light, 1.4))
    if spent:
        pixels *= _DUSK
    return Scene(pixels, light, down < far, near[:, 0])


def _sky(title: title_picture.TitlePicture, down: Shades, width: int) -> Pixels:
    """Return the night sky: nearly black above, deep blue toward the horizon."""
    above, below = map(_rgb, title.sky)
    return np.repeat(above + (below - above) * (down**1.5)[..., None], width, axis=0)


def _course(across: Any) -> Any:
    """Return how far down the river runs at a horizontal position: level at first, then falling."""
    return _SOURCE + _FALL * across**_BEND


def _river(title: title_picture.TitlePicture, across: Shades, down: Shades) -> Shades:
    """Return how brightly the mana shines at each pixel."""
    light = np.zeros(np.broadcast_shapes(across.shape, down.shape), np.float32)
    # Where the river falls, the vertical distance is longer than the distance to it.
    slant = 1 / np.sqrt(1 + (_FALL * _BEND * across ** (_BEND - 1)) ** 2)
    for each in title.streams:
        sway = each.sway * np.sin(across * each.waves + each.phase)
        off = np.abs(down - _course(across) - sway) * slant
        light += each.strength * np.exp(-((off / each.width) ** 2))
        light += 0.25 * each.strength * np.exp(-off / 0.065)
    spring = np.hypot(across - 0.965, (down - 0.93) * 0.8)
    light += 0.9 * np.exp(-spring / 0.07)
    return light


def _paint_light(title: title_picture.TitlePicture, pixels: Pixels, light: Shades) -> None:
    """Add the river's light, nearly white where it is brightest."""
    pixels += light[..., None] * _rgb(title.river)
    core = np.clip(light - 0.75, 0, 1)[..., None]
    pixels += core * (_rgb(title.core) - pixels)


def _far_hills(across: Shades) -> Shades:
    """Return how far down the distant, jagged hills begin."""
    peaks = 0.09 * np.abs((across * 4.3 + 0.35) % 1 - 0.5) + 0.05 * np.abs(
        (across * 11.7) % 1 - 0.5
    )
    ridge: Shades = 0.775 + peaks + 0.02 * np.sin(across * 6.0 + 1.0)
    return ridge


def _near_hills(across: Shades, plateau: float) -> Shades:
    """Return how far down the near hills begin: a lookout on the left, a valley on the right."""
    lookout = 0.11 * np.exp(-(((across - _LOOKOUT) / 0.12) ** 2))
    ridge = 0.93 - lookout - 0.012 * np.sin(across * 21.0) + 0.02 * across
    flattened: Shades = np.maximum(ridge, plateau)
    return flattened


def _paint_hills(
    title: title_picture.TitlePicture,
    pixels: Pixels,
    down: Shades,
    ridge: Shades,
    colour: str,
    edge: Shades,
) -> None:
    """Paint hills over what is behind them, with the upper edge lit from the sky."""
    top = int(ridge.min() * down.shape[1])  # above the highest peak there is nothing to paint
    pixels, depth = pixels[:, top:], down[:, top:] - ridge
    lit = edge[:, top:] * np.exp(-np.clip(depth, 0, None) * 55)
    ground = _rgb(colour) + _rgb(title.edge) * lit[..., None]
    np.copyto(pixels, ground, where=(depth >= 0)[..., None])


def words_on(title: title_picture.TitlePicture, width: int, height: int) -> Shades:
    """Return the words as a mask of ones, centred."""
    bits = np.array([[pixel == "#" for pixel in column] for column in title.columns()])
    mask = np.zeros((width, height), np.float32)
    left = (width - len(bits)) // 2
    if len(bits):
        mask[left : left + len(bits), LOGO_TOP : LOGO_TOP + title_picture.LETTER_ROWS] = bits
    return mask


def _rgb(colour: str) -> NDArray[np.float32]:
    """Return a colour of the data as three numbers to paint with."""
    return np.array(parse_colour(colour), np.float32)


def _paint_glow(pixels: Pixels, mask: Shades) -> None:
    """Prepare for the words: a glow around them, and a shadow below."""
    pixels += blurred(mask, 5)[..., None] * np.array((24, 80, 210), np.float32)
    shadow = np.maximum(np.roll(mask, (1, 1), (0, 1)), np.roll(mask, 1, 1))
    pixels *= 1 - 0.8 * shadow[..., None]


def _paintwords_on(title: title_picture.TitlePicture, pixels: Pixels, mask: Shades) -> None:
    """Paint the letters of the words, paler above."""
    for row in range(title_picture.LETTER_ROWS):
        pixels[mask[:, LOGO_TOP + row] > 0, LOGO_TOP + row] = letter_shade(title, row)


def letter_shade(title: title_picture.TitlePicture, row: float) -> list[float]:
    """Return the colour of the letters in one of their rows."""
    shades = title.letter_shades
    stops = np.linspace(0, title_picture.LETTER_ROWS - 1, len(shades))
    return [float(np.interp(row, stops, channel)) for channel in zip(*shades, strict=True)]


def blurred(mask: Shades, reach: int) -> Shades:
    """Blur a mask softly: two box blurs in each direction, close to a bell curve."""
    out = mask
    for _ in range(4):
        # Across, then down: what spreads over one edge wraps to the other.
        wide = np.concatenate((out[-reach:], out, out[:reach]))
        total = np.zeros_like(out)
        for step in range(2 * reach, -1, -1):
            total += wide[step : step + len(out)]
        out = (total / (2 * reach + 1)).T
    return out


def _as_cells(
    pixels: Pixels, variant: str
) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    """Turn pixels into glyphs and colours of cells: blanks if both halves look alike, half blocks otherwise."""
    shown = palette(variant).transform_array(pixels.clip(0, 255).astype(np.uint8))
    upper, lower = shown[:, 0::2], shown[:, 1::2]
    differ = np.abs(upper.astype(np.int16) - lower).max(axis=2) > 14
    middle = ((upper.astype(np.uint16) + lower) // 2).astype(np.uint8)
    glyphs = np.where(differ, ord("▀"), ord(" ")).astype(np.int32)
    return glyphs, upper.copy(), np.where(differ[..., None], lower, middle), middle


def _stars(dark: NDArray[np.bool_]) -> Iterator[Star]:
    """Scatter stars over the dark cells, always the same (a hash of the position, with primes of xxHash)."""
    cells = np.argwhere(dark)
    columns, rows = cells.T.astype(np.uint32)
    sown = columns * 374761393 + rows * 668265263  # in 32 bits; the overflow is dropped
    mixed = (sown ^ sown >> 13) * 1274126177
    numbers = mixed ^ mixed >> 16
    shines = numbers % 43 == 0
    for (x, y), number in zip(cells[shines].tolist(), numbers[shines].tolist(), strict=True):
        kind = number // 43 % 10
        glyph = "✦" if kind == 0 else "+" if kind == 1 else "∙" if kind < 4 else "·"
        yield Star(x, y, glyph, 90 + number // 430 % 130, number % 628 / 100)
