"""Coloured light: what lamps, fires, glowing ground and spells add to the cells in view, and how it flickers.

The one decision: light is only added to what has been drawn. The rules decide which tiles are in view, and the ground
table how far the player's own light reaches; here the lights of a level are summed once, softly limited, and cached
until one of them moves, flickers or goes out. Each frame adds them to the lit cells in view: to the ground, up to a
bound, and to the glyphs, which are then lightened until they stand out from it. Since light is linear, a palette's
matrix is applied to the light itself.

Light moves by a tick count alone, so that it uses no random numbers and a test can set it. Tick 0 is still, for
pictures, terminals and players who switched it off.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from math import sin
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roguelike.core.colour import BLACK, Colour, mix
from roguelike.core.geometry import Point
from roguelike.devices.painting.ground_table import (
    BRIGHTEST_GROUND,
    CLEAR,
    PLAIN,
    SOFT,
    is_shade,
)
from roguelike.engine.views.records import GroundLightView, LampView, LightView, MapView
from roguelike.toolkit.kept import Kept
from roguelike.toolkit.palette import darkened_to, lifted, palette
from roguelike.toolkit.rows import Cells
from roguelike.ui.stage.animation import regions

FLAMES = "░▒▓"
"""Glyphs that shade their cell: fires that fill a tile."""
LEVELS = 8
"""Number of shades between the dimmest and the brightest, so that few new cells have to be made."""


def swing(source: int, tick: int, *, slow: bool = False) -> float:
    """Return -1.0 to 1.0 for a source at a tick: noise, or a slow wave; 0.0 at tick 0."""
    if not tick:
        return 0.0
    if slow:
        return sin(tick * 0.35 + source * 1.7)
    mixed = (source * 73856093 ^ tick * 19349663) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    return ((mixed >> 12) & 1023) / 511.5 - 1


def flame(
    glyph: str, fg: Colour, bg: Colour, light: Colour, source: int, tick: int
) -> tuple[Colour, Colour]:
    """Return the glyph and ground colours of a burning thing with a light, at a tick."""
    level = round((swing(source, tick) + 1) / 2 * LEVELS)
    return _flame(glyph in FLAMES, fg, bg, light, level)


@lru_cache(maxsize=4096)
def _flame(
    fills: bool,  # noqa: FBT001 - a key of the cache
    fg: Colour,
    bg: Colour,
    light: Colour,
    level: int,
) -> tuple[Colour, Colour]:
    """Return the colours of a burning thing, from ember (0) to flame (LEVELS)."""
    heat = level / LEVELS
    if not fills:
        return mix(mix(fg, ember(light), 0.3), mix(fg, hot(light), 0.5), heat), bg
    ink = mix(mix(fg, ember(light), 0.55), hot(light), heat)
    return ink, mix(mix(fg, BLACK, 0.8), mix(fg, ember(light), 0.5), heat)


def ember(light: Colour) -> Colour:
    """Return the colour of a dying fire: deeper and darker."""
    red, green, blue = (round(200 * (value / 255) ** 2.5) for value in light)
    return red, green, blue


def hot(light: Colour) -> Colour:
    """Return the colour of a fire at its hottest: paler."""
    red, green, blue = (round(255 * (value / 255) ** 0.5) for value in light)
    return red, green, blue


Light = NDArray[np.float32]
"""How much light falls on tiles or cells, 1.0 for full: [y, x], or [..., channel] if it has a colour."""
INK, SHADED_INK = np.float32(0.60), np.float32(0.22)
"""How far full light blends a glyph toward its colour; less for glyphs that shade their cell, which would be white."""
GROUND, LIFT = np.float32(50.0), np.float32(0.9)
"""What full light adds to the ground, and by how much it brightens it."""
SOFTNESS = 0.8
"""Light of strength L shows as 1 - exp(-SOFTNESS * L): colours mix, and six braziers do not overexpose."""
HALVINGS = 4
"""Precision of lightening glyphs on lit ground: to a 16th of white, since it is done in every frame."""
SHINE = np.array((0.2126, 0.7152, 0.0722), np.float32)
PLAINLY_SEEN = {False: 120.0**2, True: 152.0**2}
"""The sum of squared stored values, weighted by SHINE, of a glyph that is clear on the brightest ground."""
FAINTEST = 0.02
"""Light below this is not drawn."""
MOST_GLOW = 1.2
"""The maximum light of glowing ground, however much of it glows."""
HALO_TILES = 5
"""How far projectiles and bursts shine: they light the hall through which they fly."""
MOST_KEPT = 64
"""How many lamps' light is kept beside twice as many as a level has."""


class Part(NamedTuple):
    """The cells of tiles, [row, column, word], from the tile `left`, `top` on, which may lie outside the map."""

    cells: Cells
    left: int
    top: int


class Shed(NamedTuple):
    """The light on a level: on which tiles, y * columns + x in rising order; how much, [tile, channel]."""

    tiles: NDArray[np.intp]
    columns: NDArray[np.intp]
    rows: NDArray[np.intp]
    light: Light


def shine(part: Part, view: MapView, variant: str, tick: int) -> None:
    """Add the light of the level to cells, where tiles are in view."""
    _add_where_seen(part, view, variant, shed_on(view, variant, tick))


def halo(
    part: Part, view: MapView, variant: str, flashes: Iterable[tuple[Point, Colour, float]]
) -> None:
    """Add the light of projectiles and bursts, (where, colour, strength), to the cells around them that are in view."""
    _add_where_seen(part, view, variant, halo_on(view, variant, flashes))


def halo_on(view: MapView, variant: str, flashes: Iterable[tuple[Point, Colour, float]]) -> Shed:
    """Return the light of projectiles and bursts, (where, colour, strength), on a level."""
    width, height = view.tiles.shape
    light = np.zeros((height, width, 3), np.float32)
    for (x, y), colour, strength in flashes:
        _pour(light, (x, y), _disc(HALO_TILES), _rgb(colour) * np.float32(strength))
    return _softened(light, variant)


def _add_where_seen(part: Part, view: MapView, variant: str, shed: Shed) -> None:
    """Add light to the lit tiles in view: a hundred or two of a level's thousands."""
    if not len(shed.tiles):
        return
    (cells, left, top), (rows, columns) = part, part.cells.shape[:2]
    shown = view.visible.T.reshape(-1).take(shed.tiles)
    if (
        left > 0
        or top > 0
        or left + columns < view.tiles.shape[0]
        or top + rows < view.tiles.shape[1]
    ):
        shown &= (shed.columns >= left) & (shed.columns < left + columns)
        shown &= (shed.rows >= top) & (shed.rows < top + rows)
    lit = np.flatnonzero(shown)
    if not len(lit):
        return
    where = (shed.rows.take(lit) - top) * columns
    where += shed.columns.take(lit) - left
    flat = cells.reshape(-1, 3)
    found = flat.take(where, axis=0)
    _add(found, shed.light.take(lit, axis=0), variant)
    flat[where] = found


def _add(cells: Cells, light: Light, variant: str) -> None:
    """Add light to cells [n, word]: to their glyphs by its colour, and a little to the ground.

    Uses as few numpy calls as possible, since each costs as much as a hundred cells; only glyphs that may be hard to
    read on the brightest ground are examined more closely.
    """
    channels = cells.view(np.uint8)
    is_clear = variant == "high contrast"
    if not is_clear:
        grounds = channels[:, 8:11].astype(np.float32)
        grounds += (grounds * LIFT + GROUND) * light
        channels[:, 8:11] = darkened_to(grounds, BRIGHTEST_GROUND)
    shades = is_shade(cells[:, 0])
    inks = channels[:, 4:7].astype(np.float32)
    inks += (255 - inks) * light * np.where(shades, SHADED_INK, INK)[:, None]
    channels[:, 4:7] = inks
    faint = np.flatnonzero((np.square(inks) @ SHINE < PLAINLY_SEEN[is_clear]) & ~shades)
    if len(faint):
        part, least = channels.take(faint, axis=0), (CLEAR if is_clear else PLAIN)[1]
        wanted = np.full(len(faint), least, np.float32)
        channels[faint, 4:7] = lifted(part[:, 4:7], part[:, 8:11], wanted, HALVINGS)


# The light of a level


SHED = Kept[Shed]()
"""The light of the level drawn last."""


def shed_on(view: MapView, variant: str, tick: int) -> Shed:
    """Return the light that falls on a level."""
    lamps = tuple(lamp[:4] for lamp in view.lamps)
    glows = _glows_here(view.theme, view.glowing)
    moves = tick if any(light.flicker for _, _, light, _ in lamps) or glows else 0
    key = (view.theme, view.tiles.shape, variant, moves, lamps, glows)
    known = (view.tiles.T.tobytes(), view.explored.T.tobytes()) if glows else ()
    return SHED.of((key, known), lambda: _softened(_summed(view, glows, moves), variant))


def _summed(view: MapView, glows: tuple["_Glow", ...], tick: int) -> Light:
    """Return the light of all lamps and all glowing ground on every tile, [y, x, channel]."""
    width, height = view.tiles.shape
    light = np.zeros((height, width, 3), np.float32)
    if len(_falls) > MOST_KEPT + 2 * len(view.lamps):  # those of other levels, or that moved
        _falls.clear()
    for lamp in view.lamps:
        share = lamp.light.strength * (1 + lamp.light.flicker * swing(lamp.entity, tick))
        _pour(light, lamp.point, _fall(lamp), _rgb(lamp.light.colour) * np.float32(share))
    for number, glow in enumerate(glows):
        share = glow.light.strength * (1 + glow.light.flicker * swing(number, tick, slow=True))
        light += _blurred(view, glow)[..., None] * (_rgb(glow.light.colour) * np.float32(share))
    return light


def _softened(light: Light, variant: str) -> Shed:
    """Return how the light of a level shows: softly limited, in the palette's colours, only on lit tiles."""
    tiles = np.flatnonzero(light.max(axis=2) > FAINTEST)
    found: Light = 1 - np.exp(np.float32(-SOFTNESS) * light.reshape(-1, 3).take(tiles, axis=0))
    rows, columns = np.divmod(tiles, light.shape[1])
    return Shed(tiles, columns, rows, palette(variant).transform_lights(found).clip(0, 1))


def _pour(light: Light, point: Point, fall: Light, colour: Light) -> None:
    """Add a source's light to that of a level, [y, x, channel]; `fall` is its falloff around it, a square."""
    (x, y), reach = point, fall.shape[0] // 2
    height, width = light.shape[:2]
    top, bottom = max(y - reach, 0), min(y + reach + 1, height)
    left, right = max(x - reach, 0), min(x + reach + 1, width)
    if top < bottom and left < right:
        part = fall[top - y + reach : bottom - y + reach, left - x + reach : right - x + reach]
        light[top:bottom, left:right] += part[..., None] * colour


_falls: dict[tuple[int, Point, int, int], tuple[NDArray[np.uint8], Light]] = {}


def _fall(lamp: LampView) -> Light:
    """Return a lamp's light on the tiles that it reaches, a square around it; cached until it moves."""
    (x, y), reach = lamp.point, lamp.light.reach_tiles
    key = (lamp.entity, lamp.point, reach, lamp.version)
    kept = _falls.get(key)
    if kept is not None and kept[0] is lamp.reached:
        return kept[1]
    width, height = lamp.reached.shape
    top, bottom = max(y - reach, 0), min(y + reach + 1, height)
    left, right = max(x - reach, 0), min(x + reach + 1, width)
    part = slice(top - y + reach, bottom - y + reach), slice(left - x + reach, right - x + reach)
    fall = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    fall[part] = _disc(reach)[part] * (lamp.reached[left:right, top:bottom].T > 0)
    _falls[key] = lamp.reached, fall
    return fall


@cache
def _disc(reach: int) -> Light:
    """Return how light falls off around a source: 1.0 on it, nothing beyond its reach."""
    steps = np.arange(-reach, reach + 1)
    far = np.hypot(steps[:, None], steps[None, :])
    fall: Light = ((1 - far / (reach + 1)).clip(0) ** SOFT).astype(np.float32)
    return fall


@lru_cache(maxsize=256)
def _rgb(colour: Colour) -> Light:
    """Return a colour of light as shares."""
    return np.array(colour, np.float32) / np.float32(255)


# Ground that glows


class _Glow(NamedTuple):
    """Ground that glows in some columns of a level, from `first` to before `end`."""

    tile: int
    light: LightView
    first: int
    end: int | None


@lru_cache(maxsize=32)
def _glows_here(theme: str, glowing: tuple[GroundLightView, ...]) -> tuple[_Glow, ...]:
    """Return the glowing ground of a level with one or several kinds of place."""
    places = regions(theme)
    ends = (*(column for column, _ in places[1:]), None)
    return tuple(
        _Glow(kind.tile, kind.light, first, end)
        for (first, name), end in zip(places, ends, strict=True)
        for kind in glowing
        if kind.theme == name
    )


def _blurred(view: MapView, glow: _Glow) -> Light:
    """Return the light of one kind of ground on every tile, [y, x], from those tiles of it that the player knows."""
    known = ((view.tiles == glow.tile) & view.explored).T
    return _spread(known.shape, glow, np.packbits(known).tobytes())


@lru_cache(maxsize=6)
def _spread(shape: tuple[int, int], glow: _Glow, known: bytes) -> Light:
    """Spread light softly from known tiles, given as packed bits: rows and then columns."""
    height, width = shape
    there = np.unpackbits(np.frombuffer(known, np.uint8), count=height * width).reshape(shape)
    reach = glow.light.reach_tiles
    wide = np.zeros((height + 2 * reach, width + 2 * reach), np.float32)
    within = slice(glow.first + reach, None if glow.end is None else glow.end + reach)
    wide[reach : reach + height, reach : reach + width] = there
    wide[:, : within.start] = 0
    if glow.end is not None:
        wide[:, within.stop :] = 0
    bell = _disc(reach)[reach] / np.float32(2.2)
    rows = sum(share * wide[step : step + height] for step, share in enumerate(bell))
    found: Light = sum(share * rows[:, step : step + width] for step, share in enumerate(bell))
    return np.minimum(found, MOST_GLOW)
