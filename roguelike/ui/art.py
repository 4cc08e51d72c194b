"""The picture behind the title: a river of mana in the night sky, hills beneath it, and someone who has come to see it.

The one decision: it is computed, not stored. Two pixels to a cell (the upper half block), a few waves and bell curves
for the river, a bitmap for the words; so it fills any console, follows the palette, and takes about two milliseconds,
once for each size. Only the stars and the motes in the river move, so that a terminal has little to send.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import sin

import numpy as np
from numpy.typing import NDArray
from tcod.console import Console

from roguelike.ui.palette import Palette, palette

Pixels = NDArray[np.float32]
"""A picture: [x, y, channel], 0 to 255."""
Shades = NDArray[np.float32]
"""One number for each pixel: [x, y]."""

_LETTERS = {
    "B": "######. ####### ##...## ##...## ##..##. ######. ##...## ##...## ##...## ##...## ####### ######.",
    "L": "##.... ##.... ##.... ##.... ##.... ##.... ##.... ##.... ##.... ##.... ###### ######",
    "U": "##...## ##...## ##...## ##...## ##...## ##...## ##...## ##...## ##...## ##...## ####### .#####.",
    "E": "###### ###### ##.... ##.... ##.... #####. #####. ##.... ##.... ##.... ###### ######",
    "M": "##.....## ###...### ####.#### ######### ##.###.## ##..#..## ##.....## ##.....## ##.....## ##.....## ##.....## ##.....##",
    "A": "..###.. .#####. ###.### ##...## ##...## ##...## ####### ####### ##...## ##...## ##...## ##...##",
    "N": "##....## ###...## ####..## #####.## ##.##.## ##.##.## ##..#### ##..#### ##...### ##...### ##....## ##....##",
}
_WORDS = "BLUE MANA"
_LETTER_ROWS = 12
_LETTER_GAP = 2
_WORD_GAP = 5

LOGO_TOP = 12
"""The first pixel row of the words."""

_NIGHT_ABOVE = (3, 4, 14)
_NIGHT_BELOW = (12, 30, 84)
_RIVER = (40, 120, 255)
_RIVER_CORE = (190, 240, 255)
_HILL = (3, 6, 18)
_LIT_GRASS = (30, 84, 150)
_LETTER_SHADES = ((255, 255, 255), (150, 220, 255), (50, 120, 255), (24, 60, 190))


@dataclass(frozen=True, slots=True)
class Star:
    """A star: its cell, its glyph, how bright it is and when it twinkles."""

    x: int
    y: int
    glyph: str
    shade: float
    phase: float


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """The finished cells, and what moves before them."""

    glyphs: NDArray[np.int32]
    fg: NDArray[np.uint8]
    bg: NDArray[np.uint8]
    stars: tuple[Star, ...]


def draw_art(console: Console, colours: Palette, seconds: float) -> None:
    """Cover the console with the picture as it is after some seconds. 0.2 ms, once it has been composed."""
    picture = compose(console.width, console.height, colours.variant)
    cells = console.rgb
    cells["ch"] = picture.glyphs
    cells["fg"] = picture.fg
    cells["bg"] = picture.bg
    for star in picture.stars:
        twinkle = 0.75 + 0.25 * sin(seconds * 1.7 + star.phase)
        level = int(star.shade * twinkle)
        shade = colours.transform((level, level, min(level + 30, 255)))
        console.print(star.x, star.y, star.glyph, fg=shade)


@lru_cache(maxsize=4)
def compose(columns: int, rows: int, variant: str) -> Picture:
    """Paint the picture for a size and palette."""
    width, height = columns, 2 * rows
    x = np.arange(width, dtype=np.float32)[:, None]
    y = np.arange(height, dtype=np.float32)[None, :]
    light = river(x / width, y / height)
    pixels = sky(y / height, width)
    pixels += light[..., None] * np.array(_RIVER, np.float32)
    core = np.clip(light - 0.75, 0, 1)[..., None]
    pixels += core * (np.array(_RIVER_CORE, np.float32) - pixels)
    ridge = hills(x / width, height)
    paint_hills(pixels, y, ridge, light)
    mask = words_mask(width, height)
    paint_words(pixels, mask)
    return cells_from(pixels.clip(0, 255), light, ridge, mask, variant)


def sky(down: Shades, width: int) -> Pixels:
    """Return the night: nearly black above, deep blue towards the horizon."""
    share = (down**1.4)[..., None]
    above, below = np.array(_NIGHT_ABOVE, np.float32), np.array(_NIGHT_BELOW, np.float32)
    row: Pixels = above + (below - above) * share
    return np.repeat(row, width, axis=0)


def river(across: Shades, down: Shades) -> Shades:
    """Return how brightly mana shines at each pixel: three streams that sway about one course."""
    light = np.zeros(np.broadcast_shapes(across.shape, down.shape), np.float32)
    course = 0.30 - 0.20 * np.cos(across * 3.0) + 0.10 * across
    for sway, rate, phase, width, strength in (
        (0.050, 6.0, 0.3, 0.016, 0.95),
        (0.075, 4.4, 2.1, 0.010, 0.75),
        (0.100, 5.2, 4.0, 0.007, 0.60),
    ):
        off = np.abs(down - course - sway * np.sin(across * rate + phase))
        light += strength * np.exp(-((off / width) ** 2)) + 0.28 * strength * np.exp(-off / 0.075)
    return light


def hills(across: Shades, height: int) -> Shades:
    """Return the pixel row at which the ground begins, for each column."""
    rolling = 0.040 * np.sin(across * 7.0 + 0.6) + 0.018 * np.sin(across * 19.0) + 0.05 * across
    ridge: Shades = np.round((0.90 - rolling) * height)
    return ridge


def paint_hills(pixels: Pixels, y: Shades, ridge: Shades, light: Shades) -> None:
    """Lay the hills over the sky, their upper edge lit by what hangs above them."""
    depth = y - ridge
    ground = depth >= 0
    fade = np.exp(-np.clip(depth, 0, None) / 2.2)[..., None]
    lit = np.array(_HILL, np.float32) + np.array(_LIT_GRASS, np.float32) * fade
    pixels[ground] = lit[ground]


def words_mask(width: int, height: int) -> Shades:
    """Return the words as a mask of ones, centred."""
    mask = np.zeros((width, height), np.float32)
    spans = [_WORD_GAP if c == " " else len(_LETTERS[c].split()[0]) for c in _WORDS]
    total = sum(spans) + _LETTER_GAP * (len(_WORDS) - 3)
    x = (width - total) // 2
    for letter, span in zip(_WORDS, spans, strict=True):
        if letter == " ":
            x += span - _LETTER_GAP
            continue
        for row, text in enumerate(_LETTERS[letter].split()):
            for column, pixel in enumerate(text):
                if pixel == "#":
                    mask[x + column, LOGO_TOP + row] = 1
        x += span + _LETTER_GAP
    return mask


def paint_words(pixels: Pixels, mask: Shades) -> None:
    """Set the words into the light: a glow around them, a shadow under them, then the letters."""
    glow = blurred(mask, 5)
    pixels += glow[..., None] * np.array((20, 70, 190), np.float32)
    shadow = np.maximum(np.roll(mask, (1, 1), (0, 1)), np.roll(mask, (0, 1), (0, 1)))
    pixels *= (1 - 0.75 * np.clip(shadow + 0.4 * blurred(mask, 2), 0, 1))[..., None]
    rows = np.linspace(0, 1, _LETTER_ROWS)
    stops = np.linspace(0, 1, len(_LETTER_SHADES))
    for row, share in enumerate(rows):
        shade = [np.interp(share, stops, [c[i] for c in _LETTER_SHADES]) for i in range(3)]
        line = mask[:, LOGO_TOP + row] > 0
        pixels[line, LOGO_TOP + row] = shade


def blurred(mask: Shades, reach: int) -> Shades:
    """Spread a mask softly over its neighbourhood: two box blurs, close to a bell curve."""
    out = mask
    for axis in (0, 1, 0, 1):
        total = np.zeros_like(out)
        for step in range(-reach, reach + 1):
            total += np.roll(out, step, axis)
        out = total / (2 * reach + 1)
    return out


def cells_from(pixels: Pixels, light: Shades, ridge: Shades, mask: Shades, variant: str) -> Picture:
    """Turn pixels into cells: blanks where both halves look alike, half blocks elsewhere."""
    colours = palette(variant)
    shown = colours.transform_array(pixels.astype(np.uint8))
    upper, lower = shown[:, 0::2], shown[:, 1::2]
    differ = np.abs(upper.astype(np.int16) - lower).max(axis=2) > 14
    middle = ((upper.astype(np.uint16) + lower) // 2).astype(np.uint8)
    glyphs = np.where(differ, ord("▀"), ord(" ")).astype(np.int32)
    bg = np.where(differ[..., None], lower, middle)
    stars = tuple(_stars(light, ridge, mask))
    return Picture(glyphs, upper.copy(), bg, stars)


def _stars(light: Shades, ridge: Shades, mask: Shades) -> list[Star]:
    """Scatter stars over the dark parts of the sky, the same at every start."""
    width, height = light.shape
    near = blurred(mask, 3)
    stars = []
    for x in range(width):
        for y in range(height // 2):
            mixed = (x * 374761393 + y * 668265263) & 0xFFFFFFFF
            mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
            mixed ^= mixed >> 16
            dark = light[x, 2 * y] < 0.22 and near[x, 2 * y] < 0.02
            if mixed % 41 == 0 and dark and 2 * y + 4 < ridge[x, 0]:
                kind = mixed // 41 % 10
                glyph = "✦" if kind == 0 else "+" if kind == 1 else "∙" if kind < 4 else "·"
                stars.append(Star(x, y, glyph, 90 + mixed // 410 % 130, mixed % 628 / 100))
    return stars
