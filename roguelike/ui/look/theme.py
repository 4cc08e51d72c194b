"""How the ground looks: glyphs and colours by kind of tile, one table for each kind of place.

The one decision: everything that decides a tile's look (its kind, how a wall joins its neighbours, how near the light
is, whether it is only remembered, whether there is blood on it, a little noise so that grass is not wallpaper) is a
number, and the numbers together are the place in one table of ready cells. Drawing the map is then a single look-up.
"""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from roguelike.core.colour import Colour
from roguelike.core.records import Record
from roguelike.engine.views.records import MapView, Tile
from roguelike.ui.look.palette import lifted, palette
from roguelike.ui.look.walls import JOINED, join
from roguelike.ui.panels.rows import Cells

CODES = 64
NOISE = 4
STATES = 6
"""0 unknown, 1 remembered, 2 to 5 in view, from the player's side to the edge of sight."""
NEAREST = 2
STAINED = CODES * NOISE * STATES
TABLE = 2 * STAINED
RING_TILES = (2.6, 4.6, 6.6)
"""Where the light grows dimmer: distances from the player in tiles."""
LIGHT = (1.0, 0.94, 0.86, 0.76)
GRAIN = (1.0, 0.9, 1.1, 0.96)
"""Brightness of the four kinds of noise."""
CORE = 7
"""Tiles from the player beyond which it grows no dimmer."""
IN_THE_DARK = np.array((5, 5, 3, 2), np.uint16) * np.uint16(CODES * NOISE)
"""What a tile in view of a dark level adds to its number, by its brightness."""
BLOOD: Colour = (74, 8, 16)
PLAIN, CLEAR = (1.0, 2.7, 3.3, 3.1, 2.9, 2.7), (1.0, 3.2, 4.5, 4.5, 4.2, 4.0)
"""How much glyphs stand out from their ground at least (WCAG 2.1), by state; the latter in high contrast."""

WALL_GLYPHS = "■║║║═╝╗╣═╚╔╠═╩╦╬"


class Look(Record):
    """A tile's glyphs, one for each kind of noise or one for all, its colour and its ground's."""

    glyphs: str
    fg: Colour
    bg: Colour


class Theme(Record):
    """The looks of one kind of place; `joined` walls are drawn as lines."""

    looks: dict[Tile, Look]
    joined: bool = False


_STONE: dict[Tile, Look] = {
    Tile.WALL: Look(" ", (104, 126, 206), (21, 24, 50)),
    Tile.FLOOR: Look("·", (84, 94, 142), (14, 16, 33)),
    Tile.DOWN_STAIRS: Look(">", (150, 240, 255), (18, 44, 70)),
    Tile.UP_STAIRS: Look("<", (150, 240, 255), (18, 44, 70)),
    Tile.WOOD_FLOOR: Look("·╌··", (122, 84, 52), (25, 17, 13)),
    Tile.ROAD: Look("·∙·˙", (128, 124, 120), (25, 24, 27)),
    Tile.GRASS: Look("\"'`,", (58, 128, 66), (8, 19, 14)),
    Tile.SHALLOW_WATER: Look("~∽~ ", (84, 152, 206), (12, 36, 66)),
    Tile.DEEP_WATER: Look("≈~≈≋", (58, 104, 204), (8, 20, 66)),
    Tile.BRIDGE: Look("=", (168, 116, 66), (40, 26, 16)),
    Tile.GRAVEL: Look(":,;.", (112, 116, 132), (13, 14, 22)),
    Tile.ICE: Look("·─·\\", (168, 214, 236), (34, 58, 78)),
    Tile.STALACTITE: Look("╨", (140, 150, 184), (15, 16, 30)),
    Tile.STALAGMITE: Look("╥", (140, 150, 184), (15, 16, 30)),
}

_FOREST = _STONE | {
    Tile.WALL: Look("♣♠♣♣", (44, 122, 62), (6, 24, 17)),
    Tile.FLOOR: Look("\"'`.", (44, 92, 56), (7, 15, 13)),
    Tile.GRASS: Look("\"“'`", (62, 132, 70), (8, 19, 14)),
    Tile.ROAD: Look("·∙·:", (196, 168, 86), (38, 31, 18)),
}

_LIMESTONE = _STONE | {
    Tile.WALL: Look("▒", (74, 80, 108), (36, 39, 58)),
    Tile.FLOOR: Look("'·.`", (92, 96, 116), (12, 13, 22)),
    Tile.SHALLOW_WATER: Look("░", (44, 96, 148), (12, 34, 66)),
    Tile.DEEP_WATER: Look("▓▒▓▓", (40, 76, 186), (16, 34, 104)),
}

_MUSHROOM = _STONE | {
    Tile.WALL: Look("♠♠♣♠", (170, 72, 178), (28, 11, 38)),
    Tile.FLOOR: Look("\".'`", (44, 112, 92), (9, 15, 22)),
    Tile.GRASS: Look("\"“'`", (56, 138, 104), (9, 20, 20)),
    Tile.ROAD: Look("·∙·:", (156, 112, 74), (30, 21, 20)),
    Tile.BRIDGE: Look("=", (84, 160, 100), (14, 34, 22)),
}

_TOWN = _STONE | {
    Tile.WALL: Look(" ", (196, 160, 118), (50, 38, 32)),
    Tile.WOOD_FLOOR: Look("·╌··", (150, 106, 66), (38, 26, 19)),
    Tile.ROAD: Look("·∙·˙", (158, 148, 130), (44, 40, 38)),
    Tile.GRAVEL: Look(":,;.", (126, 118, 104), (26, 24, 23)),
    Tile.GRASS: Look("\"'`,", (70, 148, 70), (12, 29, 18)),
    Tile.SHALLOW_WATER: Look("~∽~ ", (112, 186, 214), (18, 56, 84)),
}

_DWARVEN = _STONE | {
    Tile.WALL: Look(" ", (206, 150, 84), (46, 31, 22)),
    Tile.FLOOR: Look("·∙··", (128, 104, 82), (24, 19, 17)),
    Tile.DEEP_WATER: Look("≈~≈≋", (255, 140, 48), (110, 30, 8)),
}

_CITY = _STONE | {
    Tile.WALL: Look(" ", (176, 112, 226), (34, 18, 52)),
    Tile.FLOOR: Look("·∙·˙", (112, 92, 150), (18, 13, 30)),
    Tile.ROAD: Look("∙·∙·", (164, 140, 196), (34, 26, 48)),
    Tile.GRASS: Look("\"'`,", (92, 104, 168), (14, 15, 32)),
}

_CITADEL = _STONE | {
    Tile.WALL: Look(" ", (214, 220, 236), (40, 42, 56)),
    Tile.FLOOR: Look("∙·∙·", (120, 126, 146), (22, 23, 32)),
    Tile.ROAD: Look("≡", (168, 60, 84), (52, 14, 26)),
    Tile.DOWN_STAIRS: Look(">", (255, 150, 255), (92, 18, 108)),
    Tile.DEEP_WATER: Look("≈~≈≋", (72, 84, 132), (10, 12, 30)),
}

_ABYSS = _STONE | {
    Tile.WALL: Look("▒░▒▓", (96, 26, 34), (40, 8, 13)),
    Tile.FLOOR: Look("·,`'", (150, 86, 78), (26, 10, 13)),
    Tile.GRAVEL: Look(",;'`", (186, 160, 140), (30, 14, 15)),
    Tile.ROAD: Look("≡", (206, 170, 120), (58, 24, 22)),
    Tile.SHALLOW_WATER: Look("~∽~ ", (240, 110, 50), (84, 24, 8)),
    Tile.DEEP_WATER: Look("·˙.·", (96, 52, 140), (5, 0, 10)),
    Tile.BRIDGE: Look("=", (196, 150, 120), (48, 22, 20)),
}

THEMES: dict[str, Theme] = {
    "default": Theme(_STONE, joined=True),
    "town": Theme(_TOWN, joined=True),
    "forest": Theme(_FOREST),
    "limestone": Theme(_LIMESTONE),
    "mushroom": Theme(_MUSHROOM),
    "dwarven": Theme(_DWARVEN, joined=True),
    "city": Theme(_CITY, joined=True),
    "citadel": Theme(_CITADEL, joined=True),
    "abyss": Theme(_ABYSS),
}


@lru_cache(maxsize=32)
def regions(theme: str) -> tuple[tuple[int, str], ...]:
    """Read a level's theme: the first column of each kind of place from west to east, and its name.

    `limestone|40|dwarven` is limestone up to column 39 and dwarven from 40 on; a plain name is the whole level.
    """
    first, *more = theme.split("|")
    pairs = zip(more[::2], more[1::2], strict=False)
    return ((0, first), *((int(column), name) for column, name in pairs if column.isdecimal()))


def theme_named(name: str) -> Theme:
    """Return a theme; a place of a kind unknown here is built of stone."""
    return THEMES.get(name, THEMES["default"])


@lru_cache(maxsize=32)
def table(theme: str, variant: str) -> Cells:
    """Return the cell for every number that `numbers` gives, as a palette shows it: [number, word].

    A level of several kinds of place has their tables one after another, `TABLE` numbers each.
    """
    flat: Cells = np.concatenate([_table(name, variant) for _, name in regions(theme)])
    flat.flags.writeable = False
    return flat


@cache
def _table(name: str, variant: str) -> Cells:
    """Return the cells of one kind of place."""
    colours = palette(variant)
    glyphs, fg, bg = _looks(theme_named(name))
    lit_fg, lit_bg = _by_light(fg), _by_light(bg)
    lit_fg[0] = lit_bg[0] = 0.0
    lit_fg[1], lit_bg[1] = _remembered(fg), _remembered(bg) * 0.9
    red = np.where(
        np.arange(STATES)[:, None, None, None] >= NEAREST, np.array(BLOOD, float), lit_bg
    )
    cells = np.zeros((2, STATES, NOISE, CODES, 3), np.int32)
    cells[..., 0] = np.where(np.arange(STATES)[:, None, None] == 0, ord(" "), glyphs)
    wanted = np.array(CLEAR if variant == "high contrast" else PLAIN, np.float32)[:, None, None]
    inks = colours.transform_array(lit_fg.clip(0, 255).astype(np.uint8))
    for half, shades in enumerate((lit_bg, red)):
        grounds = colours.transform_grounds(shades.clip(0, 255).astype(np.uint8))
        cells[half, ..., 1] = _words(lifted(inks, grounds, wanted))
        cells[half, ..., 2] = _words(grounds)
    flat: Cells = cells.reshape(-1, 3)
    return flat


def _looks(theme: Theme) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]:
    """Return glyphs [noise, code] and colours [noise, code, channel] in full light."""
    glyphs = np.full((NOISE, CODES), ord(" "), np.int32)
    fg, bg = np.zeros((NOISE, CODES, 3)), np.zeros((NOISE, CODES, 3))
    wall = theme.looks[Tile.WALL]
    # A kind of ground that nobody gave a look yet must not be invisible.
    looks = {int(tile): theme.looks.get(tile, theme.looks[Tile.FLOOR]) for tile in Tile}
    looks |= {JOINED + mask: Look(sign, wall.fg, wall.bg) for mask, sign in enumerate(WALL_GLYPHS)}
    for code, look in looks.items():
        for noise, grain in enumerate(GRAIN):
            glyphs[noise, code] = ord(look.glyphs[noise % len(look.glyphs)])
            fg[noise, code] = np.array(look.fg) * grain
            bg[noise, code] = np.array(look.bg) * (grain + 1) / 2
    return glyphs, fg, bg


def _by_light(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the colours in every state, those in view dimmer the farther they are from the player."""
    light = np.array((0.0, 0.0, *LIGHT))
    lit: NDArray[np.float64] = light[:, None, None, None] * colours[None]
    return lit


def _remembered(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the colours as memory has them: no hue of their own, a cold blue instead."""
    grey = colours @ np.array((0.3, 0.5, 0.2))
    cold: NDArray[np.float64] = grey[..., None] * np.array((0.62, 0.70, 1.05))
    return cold


def _words(colours: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Pack colours into the words that cells hold."""
    rgba = np.full((*colours.shape[:-1], 4), 255, np.uint8)
    rgba[..., :3] = colours
    return rgba.view(np.int32)[..., 0]


@cache
def noise(height: int, width: int) -> NDArray[np.uint16]:
    """Return the noise of every tile, [y, x], ready to be added to its number. The same on every level."""
    y, x = np.indices((height, width), dtype=np.uint32)
    mixed = (x * np.uint32(73856093)) ^ (
        y * np.uint32(19349663)
    )  # Teschner et al. 2003, spatial hashing
    mixed = (mixed ^ (mixed >> np.uint32(15))) * np.uint32(0x2C1B3C6D)
    grains: NDArray[np.uint16] = ((mixed >> np.uint32(17)) % NOISE * CODES).astype(np.uint16)
    return grains


@cache
def _rings() -> NDArray[np.uint16]:
    """Return what a tile in view adds to its number, by its offset from the player, up to CORE tiles."""
    reach = np.arange(-CORE, CORE + 1)
    far = np.hypot(reach[:, None], reach[None, :])
    ring = np.searchsorted(np.array(RING_TILES), far, side="left")
    return ((NEAREST + ring) * (CODES * NOISE)).astype(np.uint16)


def _by_distance(shape: tuple[int, int], x: int, y: int) -> NDArray[np.uint16]:
    """Return what each tile in view of a lit level adds to its number, [y, x], for a player at x, y."""
    height, width = shape
    lit = np.full(shape, (NEAREST + len(RING_TILES)) * (CODES * NOISE), np.uint16)
    left, top = max(x - CORE, 0), max(y - CORE, 0)
    right, bottom = min(x + CORE + 1, width), min(y + CORE + 1, height)
    lit[top:bottom, left:right] = _rings()[
        top - y + CORE : bottom - y + CORE, left - x + CORE : right - x + CORE
    ]
    return lit


class _Ground:
    """Keeps what does not change while the player only moves about, for the level that was drawn last.

    Compared by value: two arrays of 4,000 bytes compare in a microsecond, and joining the walls takes fifty.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._numbers: tuple[NDArray[np.uint16], NDArray[np.uint16]]

    def __call__(self, view: MapView) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
        """Return the numbers of all tiles, [y, x], but for light; and those of tiles out of view."""
        tiles, known = view.tiles.T, view.explored.T
        key = (tiles.shape, view.theme, tiles.tobytes(), known.tobytes())
        if key != self._key:
            ground = _joined(*key)
            self._key = key
            self._numbers = ground, ground + known * np.uint16(CODES * NOISE)
        return self._numbers


_ground = _Ground()


def _joined(shape: tuple[int, int], theme: str, tiles: bytes, known: bytes) -> NDArray[np.uint16]:
    """Return what a tile's ground, its neighbours and its grain say of its number, [y, x]."""
    ground = np.frombuffer(tiles, np.uint8).reshape(shape)
    seen = np.frombuffer(known, np.bool_).reshape(shape)
    found = ground.astype(np.uint16)
    places = regions(theme)
    if any(theme_named(name).joined for _, name in places):
        join(found, ground == Tile.WALL, seen)
    borders = [column for column, _ in places[1:]]
    for number, ((column, name), end) in enumerate(zip(places, (*borders, None), strict=True)):
        part = (slice(None), slice(column, end))
        if not theme_named(name).joined:
            found[part] = ground[part]
        found[part] += np.uint16(TABLE * number)
    found += noise(*shape)
    return found


def numbers(
    view: MapView, rows: slice = slice(None), columns: slice = slice(None)
) -> NDArray[np.uint16]:
    """Return the place in `table` of every tile of a level, or of some of its rows and columns, [y, x]."""
    part = rows, columns
    seen = view.visible.T
    ground, unseen = _ground(view)
    x, y = view.player
    lit = _by_distance(seen.shape, x, y) if view.light is None else IN_THE_DARK[view.light.T]
    found = np.where(seen[part], lit[part] + ground[part], unseen[part])
    if view.stains:
        xs, ys = np.array(list(view.stains)).T
        stained = np.zeros(seen.shape, np.uint16)
        stained[ys, xs] = STAINED
        found += stained[part]
    return found
