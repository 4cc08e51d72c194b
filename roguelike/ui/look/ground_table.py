"""How the ground is drawn: the look of every tile in one table of ready cells for each kind of place.

The one decision: everything that decides a tile's look is a number: its kind, how a wall joins its neighbours, how
strongly the player's own light reaches it, whether it is only remembered, whether there is blood on it, and a little
noise so that grass does not look like wallpaper. Together the numbers are an index into the table, so drawing the map
is a single look-up. `look.light` adds all other light.

Whatever the colours of a place are, three things hold, so that the map reads without colours: glyphs stand out from
their ground, those in view are brighter than remembered ones, and no ground is brighter than BRIGHTEST_GROUND.
"""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from roguelike.core.colour import WHITE, Colour
from roguelike.engine.views.records import Tile
from roguelike.ui.look.palette import brightened, darkened_to, lifted, palette
from roguelike.ui.look.themes import Look, Theme, theme_named
from roguelike.ui.look.walls import JOINED
from roguelike.ui.panels.rows import Cells

CODES = 64
NOISE = 4
RING_TILES = (2.6, 4.6, 6.6)
"""Distances from the player, in tiles, at which a lit level gets dimmer."""
RINGS = (1.0, 0.94, 0.86, 0.76)
LANTERN_STEPS = 8
"""Steps in which the player's own light fades on a dark level; at the last it does not reach."""
NEAREST, LANTERN = 2, 2 + len(RINGS)
STATES = LANTERN + LANTERN_STEPS
"""0 unknown, 1 remembered, from NEAREST on in view of a lit level, from LANTERN on in view of a dark one."""
STAINED = CODES * NOISE * STATES
TABLE = 2 * STAINED
GRAIN = (1.0, 0.9, 1.1, 0.96)
"""Brightness of the four kinds of noise."""
SOFT = 1.6
"""The power with which light falls off to nothing at its reach."""

IN_VIEW = 1.45
"""How much brighter the ground in view is than a theme's colours, which are those of remembered ground."""
RIM = 1.6
"""The power with which the player's own light fades: a lantern lights its circle evenly, and only the rim is dim."""
LANTERN_INK, LANTERN_GROUND = 0.32, (0.25, 18.0)
"""How far the player's own light blends glyphs toward its colour; how much it brightens the ground and adds to it."""
UNLIT_INK, UNLIT_GROUND = 0.78, 1.25
"""Shares of the brightness of glyphs and ground in view where the player's own light does not reach."""
BRIGHTEST_GROUND, BRIGHTEST_MEMORY = 50.0, {False: 34.0, True: 42.0}
"""The maximum brightness of ground in view and remembered (see `palette.darkened_to`): letters must stand out from it.

A town by daylight (True) must not look like a cave, however little of it is in view.
"""
DIMMEST_SEEN, BRIGHTEST_REMEMBERED = 120, 104
"""The least brightness of glyphs in view, and the most of remembered ones, 0 to 255 (see `palette.brightened`)."""
MEMORY_TINT = {False: np.array((0.95, 0.99, 1.10)), True: np.array((1.04, 1.0, 0.92))}
"""The tint of remembered places: a little colder, or warmer in daylight (True)."""
MEMORY_INK, MEMORY_GROUND, MEMORY_HUE = 0.66, 1.15, {False: 0.82, True: 0.95}
"""Remembered glyphs are darker, ground is lighter than in a theme, and hues are weaker (less so by daylight)."""

BLOOD, BLOODY_INK = (112, 6, 14), (222, 56, 48)
SPATTER = (0.40, 0.62, 0.50, 0.28)
"""How much of the ground blood covers, by noise: a stain through which the ground shows."""
BLOOD_INK, OLD_BLOOD = 0.7, 0.5
"""Share of the spatter that colours glyphs, and the share of it that remains in memory."""

PLAIN, CLEAR = (3.3, 2.7), (4.5, 4.0)
"""Contrast of glyphs with their ground in view, nearest and farthest (WCAG 2.1); CLEAR is for high contrast."""
SHADES = "░▒▓"
SHADE_CONTRAST = 1.9
"""Contrast of glyphs that shade their cell: not letters, but the grain of rock."""
MEMORY_CONTRAST = {False: 2.7, True: 3.2}

WALL_GLYPHS = "■║║║═╝╗╣═╚╔╠═╩╦╬"
JOINED_WALLS = slice(JOINED, JOINED + len(WALL_GLYPHS))
JOINED_WALL, NOTHING = len(Tile), len(Tile) + 1
"""Looks in addition to one for each tile: joined walls, which differ only by glyph, and unused codes.

Colours are computed for these few kinds and not for every code.
"""
KINDS = len(Tile) + 2


@lru_cache(maxsize=32)
def regions(theme: str) -> tuple[tuple[int, str], ...]:
    """Parse a level's theme: the first column of each kind of place from west to east, and its name.

    `limestone|40|dwarven` is limestone up to column 39 and dwarven from 40 on; a plain name is the whole level.
    """
    first, *more = theme.split("|")
    pairs = zip(more[::2], more[1::2], strict=False)
    return ((0, first), *((int(column), name) for column, name in pairs if column.isdecimal()))


@lru_cache(maxsize=4)
def table(theme: str, variant: str, lantern: Colour = WHITE) -> Cells:
    """Return the cell for every number that `numbers` gives, in a palette's colours: [number, word].

    `lantern` is the colour of the player's own light. A level of several kinds of place has their tables one after
    another, `TABLE` numbers each.
    """
    flat: Cells = np.concatenate([_table(name, variant, lantern) for _, name in regions(theme)])
    flat.flags.writeable = False
    return flat


def _table(name: str, variant: str, lantern: Colour) -> Cells:
    """Return the cells of one kind of place."""
    theme = theme_named(name)
    glyphs, fg, bg = _looks(theme)
    inks, grounds = _inks(fg, lantern), _grounds(bg, lantern)
    inks[1] = _remembered(fg, theme) * MEMORY_INK
    grounds[1] = _remembered(bg, theme) * MEMORY_GROUND
    cells = np.zeros((2, STATES, NOISE, KINDS, 3), np.int32)
    cells[..., 0] = np.where(np.arange(STATES)[:, None, None] == 0, ord(" "), glyphs)
    for half, (ink, ground) in enumerate(((inks, grounds), _bloody(inks, grounds))):
        ground[0] = theme.night if variant != "high contrast" else 0.0
        ground[1] = darkened_to(ground[1], BRIGHTEST_MEMORY[theme.daylight])
        _shade(cells[half], ink, ground, variant)
    whole = cells[:, :, :, _kinds()]
    whole[:, 1:, :, JOINED_WALLS, 0] = [ord(sign) for sign in WALL_GLYPHS]
    flat: Cells = whole.reshape(-1, 3)
    return flat


@cache
def _kinds() -> NDArray[np.intp]:
    """Return the kind of look of every code."""
    found = np.full(CODES, NOTHING, np.intp)
    found[: len(Tile)] = range(len(Tile))
    found[JOINED_WALLS] = JOINED_WALL
    return found


def _shade(
    cells: Cells, inks: NDArray[np.float64], grounds: NDArray[np.float64], variant: str
) -> None:
    """Write the colours [state, noise, kind, channel] into cells, with the required brightness and contrast."""
    colours, is_clear = palette(variant), variant == "high contrast"
    grounds[NEAREST:] = darkened_to(grounds[NEAREST:], BRIGHTEST_GROUND)
    shades = is_shade(cells[..., 0])
    dimmest = np.where(shades, 0, _bounds(0, 0, DIMMEST_SEEN))
    inks = brightened(inks, dimmest, _bounds(0, BRIGHTEST_REMEMBERED, 255))
    backs = colours.transform_grounds(grounds.clip(0, 255).astype(np.uint8))
    fronts = colours.transform_array(inks.clip(0, 255).astype(np.uint8))
    nearest, farthest = CLEAR if is_clear else PLAIN
    wanted = np.full((STATES, 1, 1), MEMORY_CONTRAST[is_clear], np.float32)
    wanted[NEAREST:LANTERN, 0, 0] = np.linspace(nearest, farthest, len(RINGS))
    wanted[LANTERN:, 0, 0] = np.linspace(nearest, farthest, LANTERN_STEPS)
    wanted = np.where(shades, np.float32(SHADE_CONTRAST), wanted)
    cells[..., 1] = words(lifted(fronts, backs, wanted))
    cells[..., 2] = words(backs)


def _bounds(unknown: float, remembered: float, seen: float) -> NDArray[np.float64]:
    """Return a bound for every state, [state, 1, 1]."""
    bounds = (unknown, remembered, *(seen for _ in range(NEAREST, STATES)))
    return np.array(bounds, np.float64)[:, None, None]


def _looks(theme: Theme) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]:
    """Return glyphs [noise, kind] and colours [noise, kind, channel] in plain light."""
    wall = theme.looks[Tile.WALL]
    # A kind of ground without a look must not be invisible.
    looks = [theme.looks.get(tile, theme.looks[Tile.FLOOR]) for tile in Tile]
    looks += [Look(WALL_GLYPHS, wall.fg, wall.bg), Look(" ", (0, 0, 0), (0, 0, 0))]
    signs = [[look.glyphs[noise % len(look.glyphs)] for look in looks] for noise in range(NOISE)]
    glyphs = np.array([[ord(sign) for sign in row] for row in signs], np.int32)
    fg, bg = np.array([look.fg for look in looks]), np.array([look.bg for look in looks])
    grain = np.array(GRAIN)[:, None, None]
    return glyphs, fg * grain, bg * (grain + 1) / 2


def _inks(fg: NDArray[np.float64], lantern: Colour) -> NDArray[np.float64]:
    """Return the colours of glyphs in every state in view, [state, noise, kind, channel]."""
    found = np.zeros((STATES, *fg.shape))
    found[NEAREST:LANTERN] = np.array(RINGS)[:, None, None, None] * fg
    glow = _lantern_light()[:, None, None, None]
    lit = fg * (UNLIT_INK + (1 - UNLIT_INK) * glow)
    found[LANTERN:] = lit + (np.array(lantern) - lit).clip(0) * (glow * LANTERN_INK)
    return found


def _grounds(bg: NDArray[np.float64], lantern: Colour) -> NDArray[np.float64]:
    """Return the colours of the ground in every state in view, [state, noise, kind, channel]."""
    found = np.zeros((STATES, *bg.shape))
    found[NEAREST:LANTERN] = np.array(RINGS)[:, None, None, None] * bg * IN_VIEW
    glow, (more, added) = _lantern_light()[:, None, None, None], LANTERN_GROUND
    share = UNLIT_GROUND * (1 - glow) + (IN_VIEW + more) * glow
    found[LANTERN:] = bg * share + np.array(lantern) / 255 * added * glow
    return found


def _lantern_light() -> NDArray[np.float64]:
    """Return how much of the player's own light falls on each step, from 1.0 to 0.0."""
    found: NDArray[np.float64] = 1 - (np.arange(LANTERN_STEPS) / (LANTERN_STEPS - 1)) ** RIM
    return found


def _remembered(colours: NDArray[np.float64], theme: Theme) -> NDArray[np.float64]:
    """Return the colours of remembered ground: paler and a little colder, of the same hue."""
    hue, tint = MEMORY_HUE[theme.daylight], MEMORY_TINT[theme.daylight]
    grey = (colours @ np.array((0.3, 0.5, 0.2)))[..., None]
    found: NDArray[np.float64] = (grey + (colours - grey) * hue) * tint
    return found


def _bloody(
    inks: NDArray[np.float64], grounds: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the colours of stained ground: fresh in view, faded in memory."""
    share = np.array(SPATTER)[None, :, None, None] * np.ones((STATES, 1, 1, 1))
    share[1] *= OLD_BLOOD
    return (
        inks + (np.array(BLOODY_INK) - inks) * share * BLOOD_INK,
        grounds + (np.array(BLOOD) - grounds) * share,
    )


def is_shade(codes: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return whether characters, by their codes, are in SHADES, whose codes are consecutive."""
    found: NDArray[np.bool_] = (codes >= ord(SHADES[0])) & (codes <= ord(SHADES[-1]))
    return found


def words(colours: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Pack colours into the words of cells."""
    rgba = np.full((*colours.shape[:-1], 4), 255, np.uint8)
    rgba[..., :3] = colours
    return rgba.view(np.int32)[..., 0]
