"""The ground as square pictures of any size: painted from the two colours that a theme has for each kind of tile.

The one decision: what a tile looks like follows from data alone, its look in the theme, its neighbours and its grain;
so a picture is painted when it is first needed, at the size that is wanted, and is the same everywhere. Light is no
part of it: the stage multiplies it over the pictures.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from roguelike.core.colour import Colour
from roguelike.engine.views.records import Tile
from roguelike.ui.look.ground_table import SHADES, Look, theme_named

Picture = NDArray[np.float32]
"""Pixels, [row, column, channel], 0 to 255."""
Shares = NDArray[np.float32]
NORTH, SOUTH, WEST, EAST, NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST = (
    1 << bit for bit in range(8)
)
"""Bits of a mask: on which sides the ground goes on."""
AROUND = (
    (NORTH, (0, -1)),
    (SOUTH, (0, 1)),
    (WEST, (-1, 0)),
    (EAST, (1, 0)),
    (NORTH_WEST, (-1, -1)),
    (NORTH_EAST, (1, -1)),
    (SOUTH_WEST, (-1, 1)),
    (SOUTH_EAST, (1, 1)),
)
GRAINS = 8
"""How many pictures a kind of ground has, so that it does not look like wallpaper."""
FLOWS = frozenset((Tile.SHALLOW_WATER, Tile.DEEP_WATER))
LIFT, LEAST = 1.5, 5.0
"""How much brighter the ground is than in the theme, whose colours are those under letters."""
PAVED = frozenset("·∙˙╌≡")
"""Signs of floors that are drawn as slabs, without a sign."""


def is_masked(theme: str, tile: Tile) -> bool:
    """Return whether a kind of ground looks different where it ends."""
    return tile == Tile.WALL or tile in FLOWS


def paint(theme: str, tile: Tile, grain: int, mask: int, side: int) -> Picture:
    """Return the picture of a tile in plain light, whose ground goes on toward the sides in a mask."""
    looks = theme_named(theme).looks
    look = looks.get(tile, looks[Tile.FLOOR])
    if tile == Tile.WALL and theme_named(theme).joined:
        return _masonry(look, grain, mask, side)
    if tile == Tile.WALL and look.glyphs[0] in SHADES:
        return _rock(look, grain, mask, side)
    if tile in FLOWS:
        return _shored(_grown(look, 0.16, grain, side), look, mask)
    if set(look.glyphs) <= PAVED:
        return _paved(look, grain, side)
    return _grown(look, 0.1, grain, side)


def sign_of(theme: str, tile: Tile, grain: int) -> tuple[str, Colour]:
    """Return the character that is drawn on a tile, and its colour; a blank if its picture says it all."""
    looks = theme_named(theme).looks
    look = looks.get(tile, looks[Tile.FLOOR])
    is_built = tile == Tile.WALL and (theme_named(theme).joined or look.glyphs[0] in SHADES)
    if is_built or set(look.glyphs) <= PAVED or look.glyphs[0] in SHADES:
        return " ", look.fg
    return look.glyphs[grain % len(look.glyphs)], look.fg


def _ground(look: Look) -> NDArray[np.float32]:
    """Return the colour of plain ground."""
    return np.array(look.bg, np.float32) * LIFT + LEAST


def _ink(look: Look) -> NDArray[np.float32]:
    """Return the colour of what is drawn on it."""
    return np.array(look.fg, np.float32)


def _grown(look: Look, share: float, grain: int, side: int) -> Picture:
    """Return soft ground with patches."""
    patches = np.float32(share) * (np.float32(0.6) + noise(side, grain, 6))
    return _mixed(_ground(look), _ink(look), patches)


def _paved(look: Look, grain: int, side: int) -> Picture:
    """Return one or two slabs, with dark joints and a lit edge at each."""
    found = _mixed(_ground(look), _ink(look), 0.1 + 0.05 * noise(side, grain, 8))
    half = side // 2
    slabs = [(0, 0, side, side)]
    if grain % 4 == 1:
        slabs = [(0, 0, half, side), (half, 0, side, side)]
    elif grain % 4 == 2:
        slabs = [(0, 0, side, half), (0, half, side, side)]
    for number, (top, left, bottom, right) in enumerate(slabs):
        slab = found[top:bottom, left:right]
        slab *= 0.94 + 0.12 * float(noise(4, grain * 7 + number, 4)[1, 2])
        slab[0] = slab[:, 0] = _ground(look) * 0.62
        slab[1, 1:] = slab[1, 1:] * 0.9 + _ink(look) * 0.1
    return found


def _masonry(look: Look, grain: int, mask: int, side: int) -> Picture:
    """Return a built wall: its top with bright edges, and a face of bricks where there is ground south of it."""
    found = _mixed(_ground(look), _ink(look), 0.07 * noise(side, grain, 8))
    if mask & 255 == 255:
        return found * np.float32(0.72)
    edge, bright = max(1, side // 12), _ground(look) * 0.35 + _ink(look) * 0.65
    if not mask & SOUTH:
        top = side * 5 // 8
        face = found[top:]
        face[...] = _ground(look) * 0.62 + _ink(look) * 0.14
        course = max(2, side // 6)
        for row in range(0, side - top, course):
            face[row] = _ground(look) * 0.4
            start = course if row // course % 2 else 0
            face[row : row + course, start :: 2 * course] = _ground(look) * 0.4
        face[:edge] = bright
    low = side if mask & SOUTH else side * 5 // 8
    for bit, part in (
        (NORTH, np.s_[:edge]),
        (WEST, np.s_[:low, :edge]),
        (EAST, np.s_[:low, -edge:]),
    ):
        if not mask & bit:
            found[part] = bright
    _corners(found, mask, edge, bright)
    return found


def _corners(found: Picture, mask: int, edge: int, bright: NDArray[np.float32]) -> None:
    """Brighten the corners at which only the ground across is open."""
    for corner, sides, part in (
        (NORTH_WEST, NORTH | WEST, np.s_[:edge, :edge]),
        (NORTH_EAST, NORTH | EAST, np.s_[:edge, -edge:]),
        (SOUTH_WEST, SOUTH | WEST, np.s_[-edge:, :edge]),
        (SOUTH_EAST, SOUTH | EAST, np.s_[-edge:, -edge:]),
    ):
        if not mask & corner and mask & sides == sides:
            found[part] = bright


def _rock(look: Look, grain: int, mask: int, side: int) -> Picture:
    """Return grown rock, with a rough bright rim where there is open ground."""
    rough = noise(side, grain, 8)
    found = _mixed(_ground(look), _ink(look), 0.1 + 0.22 * rough)
    if mask & 255 == 255:
        return found * np.float32(0.66)
    steps = (np.arange(side, dtype=np.float32) + 0.5) / side
    far = np.full((side, side), 1, np.float32)
    for bit, away in (
        (NORTH, steps[:, None]),
        (SOUTH, 1 - steps[:, None]),
        (WEST, steps[None, :]),
        (EAST, 1 - steps[None, :]),
    ):
        if not mask & bit:
            np.minimum(far, away + 0.12 * rough, out=far)
    found = _mixed(found, _ink(look), (0.5 * (0.28 - far) / 0.28).clip(0, 1))
    if not mask & SOUTH:
        found[side * 3 // 4 :] *= np.linspace(0.8, 0.45, side - side * 3 // 4)[:, None, None]
    return found


def _shored(found: Picture, look: Look, mask: int) -> Picture:
    """Draw a bright line along the sides where water or lava ends."""
    edge = max(1, found.shape[0] // 14)
    shore = _ground(look) * 0.4 + _ink(look) * 0.6
    for bit, part in (
        (NORTH, np.s_[:edge]),
        (SOUTH, np.s_[-edge:]),
        (WEST, np.s_[:, :edge]),
        (EAST, np.s_[:, -edge:]),
    ):
        if not mask & bit:
            found[part] = shore
    return found


def _mixed(one: Picture, other: Picture, share: Shares | float) -> Picture:
    """Blend one colour or picture toward another by a share for each pixel."""
    found: Picture = one + (other - one) * np.asarray(share, np.float32)[..., None]
    return found


@lru_cache(maxsize=256)
def noise(side: int, seed: int, grid: int) -> Shares:
    """Return noise, 0.0 to 1.0, [row, column]: smooth between the points of a grid, and the same at every edge."""
    row, column = np.indices((grid, grid), dtype=np.uint32)
    mixed = (
        row * np.uint32(73856093)
        ^ column * np.uint32(19349663)
        ^ np.uint32(seed * 83492791 & 0xFFFFFFFF)
    )
    mixed = (mixed ^ mixed >> np.uint32(13)) * np.uint32(0x2C1B3C6D)
    points = (mixed >> np.uint32(12) & np.uint32(1023)).astype(np.float32) / 1023
    at = np.arange(side) * grid / side
    first, part = at.astype(int), (at % 1).astype(np.float32)
    part = part * part * (3 - 2 * part)
    after = (first + 1) % grid
    rows = points[first] * (1 - part[:, None]) + points[after] * part[:, None]
    found: Shares = rows[:, first] * (1 - part) + rows[:, after] * part
    found.flags.writeable = False
    return found
