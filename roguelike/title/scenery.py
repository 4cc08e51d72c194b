"""The picture behind the title, the grave and the victory as a window shows it: in pixels.

The one decision: it is the place that terminals see in half blocks (`title.art`), painted finer, with what only pixels
can show: somebody with a staff, firs, a town with lit windows. The screens draw their cells as ever; where nothing but
the picture would be in a cell, it is cleared, and the finer one is seen.
"""

from functools import lru_cache
from math import sin

import numpy as np
from numpy.typing import NDArray
from tcod.console import Console

from roguelike.core.colour import Colour
from roguelike.title import art, title_picture
from roguelike.toolkit import widgets
from roguelike.toolkit.palette import palette
from roguelike.toolkit.rows import HOLE, cells_of
from roguelike.toolkit.scenery import Scenery
from roguelike.toolkit.screen import AS_CELLS

BLOCK = 3
"""The side of the picture's own pixels, in those of the window."""
HERO = (
    "....h.....o.",
    "...hh....ooo",
    "...hhh....o.",
    "..hhhhh...s.",
    ".hhhhhhhh.s.",
    "...fff....s.",
    "...fff...rs.",
    "..rrrrrrrrs.",
    ".rrrrrrrr.s.",
    ".rrdrrr...s.",
    ".rrdrrr...s.",
    "..rdrrr...s.",
    "..rdrrrr..s.",
    ".rrdrrrr..s.",
    ".rrddrrrr.s.",
)
GRAVE = (
    "...llll.....",
    "..lggggd....",
    "..lgcggd....",
    "..lcccgd....",
    "..lgcggd....",
    "..lgcggd....",
    "..lggggd....",
    "..lggggd....",
    ".mlggggdm...",
    "mmmmmmmmmsss",
)
INKS: dict[str, Colour] = {
    "h": (64, 92, 206), "f": (226, 188, 158), "r": (44, 64, 160), "d": (26, 38, 100), "s": (154, 114, 76),
    "o": (206, 242, 255), "l": (150, 160, 184), "g": (98, 106, 130), "c": (60, 66, 86), "m": (34, 46, 40),
}  # fmt: skip
LAMPLIGHT = np.array((255, 196, 104), np.float32)
HOUSES = ((0.44, 9, 5), (0.475, 7, 4), (0.505, 11, 6), (0.55, 8, 5), (0.585, 6, 4))
"""Where the houses of the town in the valley stand (a share of the width), how wide and how high they are."""
FIRS = (0.02, 0.05, 0.075, 0.25, 0.285, 0.3, 0.34, 0.37, 0.66, 0.69, 0.73, 0.765, 0.8)


def behind(place: art.Place) -> Scenery | None:
    """Clear the cells that show nothing but the place, and return the finer one to be seen there; None in cells.

    Cells that a screen has only darkened are cleared, too, and the picture is as dark there.
    """
    console, picture, cell = place.console, place.picture, place.cell
    if cell == AS_CELLS:
        return None
    size = console.width * cell[0], console.height * cell[1]
    pixels = _painted(art.title_in_force(), size, cell, picture).copy()
    _enliven(pixels, console, picture, cell, place.seconds)
    shares = _cleared(console, picture)
    shown = palette(picture.variant).transform_array(pixels.clip(0, 255).astype(np.uint8))
    words = np.full((*shown.shape[:2], 4), 255, np.uint8)
    words[..., :3] = shown
    pane = words.view(np.uint32)[..., 0].T.repeat(BLOCK, 0).repeat(BLOCK, 1)[: size[1], : size[0]]
    pane = np.ascontiguousarray(pane)
    for column, row in np.argwhere(shares < 1).tolist():
        part = np.s_[row * cell[1] : (row + 1) * cell[1], column * cell[0] : (column + 1) * cell[0]]
        colours = pane[part].copy().view(np.uint8).reshape(cell[1], cell[0], 4)
        colours[..., :3] = colours[..., :3] * shares[column, row]
        pane[part] = colours.view(np.uint32)[..., 0]
    return Scenery(widgets.Rect(0, 0, console.width, console.height), pane)


def _cleared(console: Console, picture: art.Picture) -> NDArray[np.float32]:
    """Clear the cells without letters where the picture is seen; return how bright it is in each, [x, y]."""
    drawn, cells = console.rgb, cells_of(console)
    plain = drawn["ch"] == picture.glyphs
    plain &= (drawn["bg"] == picture.bg).all(axis=2)
    under = picture.middle.astype(np.float32)
    share = drawn["bg"].sum(axis=2) / np.maximum(under.sum(axis=2), 1)
    like = np.abs(drawn["bg"] - under * share[..., None]).max(axis=2) < LIKENESS
    darkened = (drawn["ch"] == ord(" ")) & like & (share <= 1)
    cells[(plain | darkened).T] = HOLE
    return np.where(plain | ~darkened, 1.0, share).astype(np.float32)


LIKENESS = 10
"""How far the colour of a darkened cell may be off: its halves may differ."""


@lru_cache(maxsize=2)
def _painted(
    title: title_picture.TitlePicture,
    size: tuple[int, int],
    cell: tuple[int, int],
    picture: art.Picture,
) -> art.Pixels:
    """Paint all that stands still, [x, y, channel]."""
    width, height = (-(-each // BLOCK) for each in size)
    rows = size[1] / cell[1]
    scene = art.landscape(title, width, height, rows, spent=picture.spent)
    pixels = scene.pixels
    if picture.spent:
        _rise(pixels, (width * 7 // 8, height // 4))
    _plant(pixels, scene.near)
    _build(pixels, scene.near, lit=not picture.spent)
    if picture.named and not picture.spent:
        _write(title, pixels, (picture.glyphs.shape[0], picture.glyphs.shape[1] * 2))
    return pixels


def _write(title: title_picture.TitlePicture, pixels: art.Pixels, coarse: tuple[int, int]) -> None:
    """Write the game's name: the letters of the coarse picture with a glow, a shadow and an even shade."""
    width, height = pixels.shape[:2]
    mask = art.words_on(title, *coarse)
    columns = np.arange(width) * coarse[0] // width
    rows = np.arange(height) * coarse[1] // height
    glow = _smooth(art.blurred(mask, 5), width, height)
    pixels += glow[..., None] * np.array((24, 80, 210), np.float32)
    fine = mask[columns][:, rows]
    across, down = -(-width // coarse[0]), -(-height // coarse[1])
    shadow = np.roll(fine, (across // 2 + 1, down // 2 + 1), (0, 1))
    pixels *= 1 - 0.8 * np.maximum(shadow, np.roll(fine, down // 2 + 1, 1))[..., None]
    first = art.LOGO_TOP * height / coarse[1]
    last = (art.LOGO_TOP + title_picture.LETTER_ROWS) * height / coarse[1]
    for row in range(int(first), min(int(last) + 1, height)):
        at = (row + 0.5 - first) / (last - first) * title_picture.LETTER_ROWS - 0.5
        pixels[fine[:, row] > 0, row] = art.letter_shade(title, at)
    edge = (fine > 0) & (np.roll(fine, 1, 1) == 0)
    pixels[edge] += (255 - pixels[edge]) * 0.5


def _smooth(coarse: art.Shades, width: int, height: int) -> art.Shades:
    """Return numbers on a finer grid, evenly between those given."""
    for axis, count in ((0, width), (1, height)):
        at = ((np.arange(count) + 0.5) * coarse.shape[axis] / count - 0.5).clip(0)
        low = np.minimum(at.astype(int), coarse.shape[axis] - 1)
        high = np.minimum(low + 1, coarse.shape[axis] - 1)
        part = (at - low).astype(np.float32)
        part = part[:, None] if axis == 0 else part[None, :]
        coarse = coarse.take(low, axis) * (1 - part) + coarse.take(high, axis) * part
    return coarse


def _plant(pixels: art.Pixels, ridge: art.Shades) -> None:
    """Plant firs along the near hills, dark before the sky."""
    width, height = pixels.shape[:2]
    for number, share in enumerate(FIRS):
        x = int(share * width)
        tall = 10 + number * 7 % 9
        foot = int(ridge[x] * height) + 2
        for row in range(tall):
            half = (row % 4) * 0.6 + row * 0.22
            part = np.s_[max(int(x - half), 0) : int(x + half) + 1, foot - tall + row]
            pixels[part] *= 0.18
            pixels[part] += np.array((3, 9, 16), np.float32)


def _build(pixels: art.Pixels, ridge: art.Shades, *, lit: bool) -> None:
    """Build the town in the valley, with light in its windows; where somebody died there is light in one."""
    width, height = pixels.shape[:2]
    for number, (share, wide, high) in enumerate(HOUSES):
        x = int(share * width)
        foot = int(ridge[min(x + wide // 2, width - 1)] * height) + 2
        for row in range(wide // 2 + 1):
            pixels[x - 1 + row : x + wide + 1 - row, foot - high - 1 - row] = (9, 13, 26)
        pixels[x : x + wide, foot - high : foot] = (14, 19, 36)
        if lit or number == len(HOUSES) // 2:
            for window in range(x + 1, x + wide - 1, 3):
                pixels[window : window + 2, foot - high + 1 : foot - high + 3] = LAMPLIGHT
            _shine(pixels, (x + wide // 2, foot - high // 2), 9, LAMPLIGHT * np.float32(0.22))


def _rise(pixels: art.Pixels, at: tuple[int, int]) -> None:
    """Let a crescent moon shine over the hills."""
    (x, y), light = at, np.array((120, 136, 176), np.float32)
    _shine(pixels, at, pixels.shape[1] // 2, light * np.float32(0.3))
    across = np.arange(pixels.shape[0])[:, None]
    down = np.arange(pixels.shape[1])[None, :]
    disc = np.hypot(across - x, down - y) < MOON
    shade = np.hypot(across - x + MOON * 0.5, down - y - MOON * 0.15) < MOON * 0.86
    pixels[disc & ~shade] = (206, 214, 232)
    pixels[disc & shade] += light * np.float32(0.12)


MOON = 15
"""The moon's radius."""


def _shine(pixels: art.Pixels, at: tuple[int, int], reach: int, light: art.Pixels) -> None:
    """Add light around a point, which fades to nothing at its reach."""
    (x, y), (width, height) = at, pixels.shape[:2]
    left, top = max(x - reach, 0), max(y - reach, 0)
    right, bottom = min(x + reach + 1, width), min(y + reach + 1, height)
    across, down = np.arange(left, right) - x, np.arange(top, bottom) - y
    fall = (1 - np.hypot(across[:, None], down[None, :]) / reach).clip(0) ** 2
    pixels[left:right, top:bottom] += fall[..., None] * light


# What moves


def _enliven(
    pixels: art.Pixels, console: Console, picture: art.Picture, cell: tuple[int, int], now: float
) -> None:
    """Add stars where the screen has left them, motes along the river, and whoever is on the hill."""
    drawn = console.rgb
    for star in picture.stars:
        if drawn["ch"][star.x, star.y] != ord(star.glyph):
            continue
        drawn[star.x, star.y] = (
            picture.glyphs[star.x, star.y],
            (0, 0, 0),
            picture.bg[star.x, star.y],
        )
        x, y = (star.x * cell[0] + cell[0] // 2) // BLOCK, (star.y * cell[1] + 9) // BLOCK
        if not (0 < x < pixels.shape[0] - 1 and 0 < y < pixels.shape[1] - 1):
            continue
        level = star.shade * (0.75 + 0.25 * sin(now * 1.7 + star.phase))
        light = np.array((level, level, min(level + 30, 255)), np.float32)
        pixels[x, y] = np.maximum(pixels[x, y], light)
        if star.glyph in "✦+":
            for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                beside = x + step[0], y + step[1]
                pixels[beside] = np.maximum(pixels[beside], light * 0.5)
    x, y = ((each * side) // BLOCK for each, side in zip(picture.lookout, cell, strict=True))
    foot = y + -(-cell[1] // BLOCK)
    if picture.spent:
        _shine(pixels, (x + 5, foot - 4), 16, np.array((46, 56, 84), np.float32))
        _stamp(pixels, GRAVE, x, foot + 1)
        return
    for place, down, level in art.drifting(picture, now):
        at = int(place * pixels.shape[0]), int(down * pixels.shape[1])
        if down < 0.8:
            _shine(pixels, at, 4, np.array((level * 0.5, 225, 255), np.float32) * np.float32(0.8))
    _stamp(pixels, HERO, x, foot + 1)
    glow = 0.75 + 0.25 * sin(now * 2.3)
    _shine(pixels, (x + 10, foot - 13), 22, np.array((40, 110, 235), np.float32) * np.float32(glow))


def _stamp(pixels: art.Pixels, rows: tuple[str, ...], left: int, foot: int) -> None:
    """Draw a small figure whose lowest row ends above a row of the picture."""
    for y, row in enumerate(rows, foot - len(rows)):
        for x, sign in enumerate(row, left):
            if sign != "." and x < pixels.shape[0] and 0 <= y < pixels.shape[1]:
                pixels[x, y] = INKS[sign]
