"""How the ground is drawn: the look of every tile in one table of ready cells for each kind of place.

The one decision: everything that decides a tile's look is a number: its kind, how a wall joins its neighbours, how
strongly the player's own light reaches it, whether it is only remembered, whether there is blood on it, and a little
noise so that grass does not look like wallpaper. Together the numbers are an index into the table, so drawing the map
is a single look-up. `painting.light` adds all other light. What does not change while the player only moves is cached:
how walls join, what is known, the grain.

Whatever the colours of a place are, three things hold, so that the map reads without colours: glyphs stand out from
their ground, those in view are brighter than remembered ones, and no ground is brighter than BRIGHTEST_GROUND.
The colours of THEMES are those of plain light; near, far, remembered and bloody ones are derived. Each kind of place
has its own hue of wall and floor, in the light and in memory alike.
"""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from roguelike.core.colour import BLACK, WHITE, Colour
from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.engine.views.records import MapView, Tile
from roguelike.toolkit.kept import Kept
from roguelike.toolkit.palette import brightened, darkened_to, lifted, palette
from roguelike.toolkit.rows import Cells
from roguelike.ui.stage.animation import WET, regions


class Look(Record):
    """A tile's glyphs (one for each kind of noise, or one for all), its colour and its ground's, and its painter.

    `art` names the painter of its picture (`painting.tiles`).
    """

    glyphs: str
    fg: Colour
    bg: Colour
    art: str = "earth"


class Theme(Record):
    """The looks of one kind of place; `joined` walls are drawn as lines, `night` is the colour of unknown tiles.

    By `daylight` everything in view is equally bright. `behind` is the ground that is seen where grown things end.
    """

    looks: dict[Tile, Look]
    joined: bool = False
    daylight: bool = False
    behind: Tile = Tile.FLOOR
    night: Colour = BLACK


_STONE: dict[Tile, Look] = {
    Tile.WALL: Look(" ", (104, 126, 206), (34, 39, 70), "masonry"),
    Tile.FLOOR: Look("·", (96, 106, 152), (18, 20, 36), "slabs"),
    Tile.DOWN_STAIRS: Look(">", (150, 240, 255), (18, 44, 70), "stairs down"),
    Tile.UP_STAIRS: Look("<", (150, 240, 255), (18, 44, 70), "stairs up"),
    Tile.WOOD_FLOOR: Look("·╌··", (158, 112, 70), (36, 24, 15), "planks"),
    Tile.ROAD: Look("·∙·˙", (140, 136, 130), (32, 31, 33), "cobbles"),
    Tile.GRASS: Look("\"'`,", (78, 150, 66), (14, 28, 14), "grass"),
    Tile.SHALLOW_WATER: Look("~∽~ ", (104, 172, 226), (14, 44, 78), "shallows"),
    Tile.DEEP_WATER: Look("≈≋≈≋", (74, 124, 222), (9, 24, 78), "depths"),
    Tile.BRIDGE: Look("=", (184, 130, 78), (44, 29, 17), "bridge"),
    Tile.GRAVEL: Look(":,;.", (132, 130, 130), (21, 21, 23), "gravel"),
    Tile.ICE: Look("·─·\\", (186, 228, 246), (38, 62, 82), "ice"),
    Tile.WINDOW: Look("□", (255, 214, 148), (34, 39, 70), "window"),
    Tile.STALACTITE: Look("╨", (150, 146, 142), (24, 23, 23), "icicle"),
    Tile.STALAGMITE: Look("╥", (150, 146, 142), (24, 23, 23), "spike"),
}

_TOWN = _STONE | {
    Tile.WALL: Look(" ", (244, 196, 132), (92, 58, 34), "timber"),
    Tile.WINDOW: Look("□", (255, 226, 160), (92, 58, 34), "house window"),
    Tile.WOOD_FLOOR: Look("·╌··", (196, 144, 92), (52, 33, 18), "planks"),
    Tile.ROAD: Look("·∙·˙", (216, 194, 150), (70, 58, 40), "cobbles"),
    Tile.GRAVEL: Look(":,;.", (182, 160, 112), (52, 43, 26), "earth"),
    Tile.GRASS: Look("\"'`,", (120, 200, 76), (24, 54, 16), "grass"),
    Tile.SHALLOW_WATER: Look("~∽~ ", (136, 208, 236), (22, 66, 98), "shallows"),
    Tile.DEEP_WATER: Look("≈≋≈≋", (96, 160, 236), (13, 40, 96), "depths"),
    Tile.BRIDGE: Look("=", (206, 150, 92), (56, 36, 20), "bridge"),
}

_FOREST = _STONE | {
    Tile.WALL: Look("♣", (66, 156, 66), (12, 40, 21), "tree"),
    Tile.FLOOR: Look("\"'`.", (108, 130, 68), (26, 31, 16), "loam"),
    Tile.GRASS: Look("\"“'`", (122, 168, 70), (26, 42, 16), "grass"),
    Tile.ROAD: Look("·∙·:", (204, 172, 104), (50, 39, 23), "path"),
}

_LIMESTONE = _STONE | {
    Tile.WALL: Look("▓", (88, 83, 78), (44, 41, 39), "rock"),
    Tile.FLOOR: Look("'·.`", (134, 124, 110), (24, 22, 20), "earth"),
    Tile.SHALLOW_WATER: Look("░", (52, 112, 164), (13, 42, 72), "shallows"),
    Tile.DEEP_WATER: Look("≈≋≈≋", (44, 84, 196), (16, 36, 108), "depths"),
}

_MUSHROOM = _STONE | {
    Tile.WALL: Look("♣", (190, 84, 196), (34, 13, 44), "cap"),
    Tile.FLOOR: Look("\".'`", (58, 138, 116), (9, 26, 27), "moss"),
    Tile.GRASS: Look("\"“'`", (70, 162, 124), (10, 33, 28), "grass"),
    Tile.SHALLOW_WATER: Look("~∽~ ", (86, 190, 214), (10, 46, 68), "shallows"),
    Tile.ROAD: Look("·∙·:", (172, 128, 88), (36, 25, 21), "path"),
    Tile.BRIDGE: Look("=", (96, 176, 112), (16, 38, 25), "bridge"),
}

_DWARVEN = _STONE | {
    Tile.WALL: Look(" ", (232, 164, 84), (62, 39, 23), "masonry"),
    Tile.WINDOW: Look("□", (255, 206, 130), (62, 39, 23), "window"),
    Tile.FLOOR: Look("·∙··", (154, 122, 90), (32, 24, 17), "inlaid"),
    Tile.DEEP_WATER: Look("≈≋≈≋", (255, 150, 52), (120, 36, 8), "lava"),
}

_CITY = _STONE | {
    Tile.WALL: Look(" ", (194, 124, 240), (48, 25, 72), "masonry"),
    Tile.WINDOW: Look("□", (255, 200, 120), (48, 25, 72), "window"),
    Tile.FLOOR: Look("·∙·˙", (130, 108, 176), (23, 16, 39), "checked"),
    Tile.ROAD: Look("∙·∙·", (180, 154, 212), (39, 28, 58), "slabs"),
    Tile.GRASS: Look("\"'`,", (104, 120, 188), (17, 20, 42), "grass"),
}

_CITADEL = _STONE | {
    Tile.WALL: Look(" ", (222, 230, 248), (58, 62, 76), "ashlar"),
    Tile.FLOOR: Look("∙·∙·", (140, 148, 170), (28, 31, 39), "veined"),
    Tile.ROAD: Look("≡", (206, 84, 108), (66, 15, 30), "carpet"),
    Tile.DOWN_STAIRS: Look(">", (255, 160, 255), (84, 18, 98), "stairs down"),
    Tile.DEEP_WATER: Look("≈≋≈≋", (90, 112, 168), (12, 18, 40), "depths"),
}

_ABYSS = _STONE | {
    Tile.WALL: Look("▓", (158, 58, 53), (70, 17, 19), "rock"),
    Tile.FLOOR: Look("·,`'", (174, 98, 84), (36, 12, 13), "ash"),
    Tile.GRAVEL: Look(",;'`", (196, 164, 140), (38, 17, 16), "gravel"),
    Tile.ROAD: Look("≡", (214, 176, 124), (58, 26, 22), "carpet"),
    Tile.SHALLOW_WATER: Look("~∽~ ", (206, 74, 96), (52, 10, 24), "shallows"),
    Tile.DEEP_WATER: Look(":", (122, 70, 178), (11, 2, 20), "void"),
    Tile.BRIDGE: Look("=", (206, 158, 124), (52, 23, 20), "bridge"),
}

THEMES: dict[str, Theme] = {
    "default": Theme(_STONE, joined=True, night=(5, 6, 11)),
    "town": Theme(_TOWN, joined=True, daylight=True, behind=Tile.GRAVEL, night=(9, 11, 13)),
    "forest": Theme(_FOREST, daylight=True, night=(4, 8, 5)),
    "limestone": Theme(_LIMESTONE, night=(7, 7, 8)),
    "mushroom": Theme(_MUSHROOM, night=(5, 8, 12)),
    "dwarven": Theme(_DWARVEN, joined=True, night=(9, 7, 5)),
    "city": Theme(_CITY, joined=True, night=(7, 5, 13)),
    "citadel": Theme(_CITADEL, joined=True, night=(7, 8, 11)),
    "abyss": Theme(_ABYSS, night=(11, 3, 4)),
}


def theme_named(name: str) -> Theme:
    """Return a theme by name; unknown kinds of place are built of stone."""
    return THEMES.get(name, THEMES["default"])


JOINED = 32
"""Codes from here on are joined walls: JOINED + mask of linked neighbours (north 1, south 2, west 4, east 8)."""


def join(codes: NDArray[np.uint16], walls: NDArray[np.bool_], known: NDArray[np.bool_]) -> None:
    """Turn the walls that the player knows into codes of lines; solid rock inside stays blank.

    Two adjacent walls are linked only if there is known open ground along their link, so that the two faces of a thick
    wall run side by side instead of growing rungs:

        ║║ not ╠╣        ═╗  not ╦╗
        ║║     ╠╣         ╚═     ╚╩

    A wall without links, at the edge of what is known, is drawn along the ground that it borders.
    """
    rock = walls & known
    open_ground = known & ~walls
    east = _links(rock, open_ground)
    south = _links(rock.T, open_ground.T).T
    mask = np.zeros(codes.shape, np.uint16)
    mask[:, :-1] += east * np.uint16(8)
    mask[:, 1:] += east * np.uint16(4)
    mask[:-1] += south * np.uint16(2)
    mask[1:] += south * np.uint16(1)
    alone = rock & (mask == 0)
    mask += alone * (_faces(open_ground) * np.uint16(12) + _faces(open_ground.T).T * np.uint16(3))
    mask[alone & (mask == 15)] = 0
    touched = _faces(open_ground) | _faces(open_ground.T).T
    np.add(codes, mask + np.uint16(JOINED), out=codes, where=rock & (touched | (mask > 0)))


def _faces(open_ground: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where there is open ground directly above or below."""
    faces = np.zeros(open_ground.shape, np.bool_)
    faces[1:] = open_ground[:-1]
    faces[:-1] |= open_ground[1:]
    return faces


def _links(rock: NDArray[np.bool_], open_ground: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where a wall is linked to its right-hand neighbour: one column fewer than the map has."""
    beside = open_ground[:, :-1] | open_ground[:, 1:]
    flanked = np.zeros(beside.shape, np.bool_)
    flanked[1:] |= beside[:-1]
    flanked[:-1] |= beside[1:]
    return rock[:, :-1] & rock[:, 1:] & flanked


CODES = 64
NOISE = 4
RING_TILES = (2.6, 4.6, 6.6)
"""Distances from the player, in tiles, at which a lit level gets dimmer."""
RINGS = (1.0, 0.94, 0.86, 0.76)
FAR, WIDE = 7, 3
"""A light that reaches farther fades in steps that are so many times as wide."""
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


Numbers = NDArray[np.uint16]
Mask = NDArray[np.bool_]
CORE = 7
"""Tiles from the player beyond which a lit level gets no dimmer."""
STATE = CODES * NOISE
"""What each state adds to a number."""


def numbers(
    view: MapView, rows: slice = slice(None), columns: slice = slice(None), tick: int = 0
) -> Numbers:
    """Return the table index of every tile of a level, or of some of its rows and columns, [y, x].

    If `tick` is not 0, water in view has flowed that far.
    """
    ground, unseen = _ground(view)
    # The whole level first: numpy takes half the time for rows that are contiguous in memory.
    whole: Numbers = np.where(view.visible.T, _by_light(view) + ground, unseen)
    if view.stains:
        whole.reshape(-1)[_stained(view.stains, whole.shape[1])] += np.uint16(STAINED)
    found = whole[rows, columns]
    if tick:
        _flow(found, WET.take(view.tiles.T[rows, columns]) & view.visible.T[rows, columns], tick)
    return found


@lru_cache(maxsize=4)
def _stained(stains: frozenset[Point], columns: int) -> NDArray[np.intp]:
    """Return the indices of stained tiles in a level, row by row; they change only when somebody is wounded."""
    return np.array([y * columns + x for x, y in stains])


@cache
def noise(height: int, width: int) -> Numbers:
    """Return the noise of every tile, [y, x], ready to be added to its number. The same on every level."""
    y, x = np.indices((height, width), dtype=np.uint32)
    grains: Numbers = (strewn(x, y) % NOISE * CODES).astype(np.uint16)
    return grains


def strewn(x: NDArray[np.uint32], y: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return 15 bits for each place that show no pattern, as in Teschner et al. 2003, spatial hashing."""
    mixed = x * np.uint32(73856093) ^ y * np.uint32(19349663)
    found: NDArray[np.uint32] = (mixed ^ mixed >> np.uint32(15)) * np.uint32(0x2C1B3C6D)
    return found >> np.uint32(17)


# Light


def _by_light(view: MapView) -> Numbers:
    """Return what each tile in view adds to its number, [y, x], by how strongly the player's light reaches it."""
    height, width = shape = view.tiles.T.shape
    if view.own_light is not None:
        reach = view.own_light.reach_tiles
        around, outside = _lantern_steps(reach), LANTERN + LANTERN_STEPS - 1
    elif view.evenly_lit or theme_named(regions(view.theme)[0][1]).daylight:
        return _daylight(shape)
    else:
        reach, around, outside = CORE, _rings(), NEAREST + len(RING_TILES)
    lit = np.full(shape, outside * STATE, np.uint16)
    x, y = view.player
    left, top = max(x - reach, 0), max(y - reach, 0)
    right, bottom = min(x + reach + 1, width), min(y + reach + 1, height)
    lit[top:bottom, left:right] = around[
        top - y + reach : bottom - y + reach, left - x + reach : right - x + reach
    ]
    return lit


@cache
def _daylight(shape: tuple[int, int]) -> Numbers:
    """Return the brightest state for every tile."""
    return np.full(shape, NEAREST * STATE, np.uint16)


@cache
def _rings() -> Numbers:
    """Return what a tile in view of a lit level adds to its number, by its offset from the player."""
    steps = np.arange(-CORE, CORE + 1)
    far = np.hypot(steps[:, None], steps[None, :])
    ring = np.searchsorted(np.array(RING_TILES), far, side="left")
    return ((NEAREST + ring) * STATE).astype(np.uint16)


@cache
def _lantern_steps(reach: int) -> Numbers:
    """Return what a tile in view of a dark level adds to its number, by its offset from the player."""
    steps = np.arange(-reach, reach + 1)
    far = np.hypot(steps[:, None], steps[None, :])
    step = np.minimum(far * (LANTERN_STEPS - 1) // (reach + 1), LANTERN_STEPS - 1)
    # The rings of a wide light are wide, too: a terminal is sent whatever changes with a step.
    step = np.where(step < LANTERN_STEPS - 1, step // WIDE * WIDE, step) if reach > FAR else step
    found: Numbers = ((LANTERN + step) * STATE).astype(np.uint16)
    return found


# What is kept


GROUND = Kept[tuple[Numbers, Numbers]]()
"""What does not change while the player only moves, for the level drawn last.

Compared by value: comparing two arrays of 4,000 bytes takes a microsecond, and joining the walls fifty.
"""


def _ground(view: MapView) -> tuple[Numbers, Numbers]:
    """Return the numbers of all tiles, [y, x], without light, and those of tiles out of view."""
    tiles, known = view.tiles.T, view.explored.T
    key = (tiles.shape, view.theme, tiles.tobytes(), known.tobytes())

    def make() -> tuple[Numbers, Numbers]:
        """Return the ground with its walls joined, as it is in view and as it is remembered."""
        ground = _joined(*key)
        return ground, ground + known * np.uint16(STATE)

    return GROUND.of(key, make)


def _joined(shape: tuple[int, int], theme: str, tiles: bytes, known: bytes) -> Numbers:
    """Return the numbers given by each tile's ground, its neighbours and its grain, [y, x]."""
    ground = np.frombuffer(tiles, np.uint8).reshape(shape)
    seen = np.frombuffer(known, np.bool_).reshape(shape)
    found = ground.astype(np.uint16)
    places = regions(theme)
    if any(theme_named(name).joined for _, name in places):
        windows = ground == Tile.WINDOW
        join(found, (ground == Tile.WALL) | windows, seen)
        found[windows] = Tile.WINDOW
    borders = [column for column, _ in places[1:]]
    for number, ((column, name), end) in enumerate(zip(places, (*borders, None), strict=True)):
        part = (slice(None), slice(column, end))
        if not theme_named(name).joined:
            found[part] = ground[part]
        found[part] += np.uint16(TABLE * number)
    found += noise(*shape)
    return found


def _flow(found: Numbers, wet: Mask, tick: int) -> None:
    """Move the grain of wet tiles in view, a quarter of them at each tick."""
    y, x = np.nonzero(wet)
    grain = found[y, x] // CODES % NOISE
    moved = (grain + (x + y + tick) // NOISE) % NOISE
    found[y, x] += ((moved.astype(np.int64) - grain) * CODES).astype(np.uint16)
