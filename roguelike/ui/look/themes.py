"""How the ground of each kind of place looks: glyphs, colours, and the darkness around it.

The colours are those of plain light; the ground table derives near, far, remembered and bloody ones. Each kind of place
has its own hue of wall and floor, in the light and in memory alike.
"""

from roguelike.core.colour import BLACK, Colour
from roguelike.core.records import Record
from roguelike.engine.views.records import Tile


class Look(Record):
    """A tile's glyphs (one for each kind of noise, or one for all), its colour and its ground's."""

    glyphs: str
    fg: Colour
    bg: Colour


class Theme(Record):
    """The looks of one kind of place; `joined` walls are drawn as lines, `night` is the colour of unknown tiles.

    By `daylight` everything in view is equally bright.
    """

    looks: dict[Tile, Look]
    joined: bool = False
    daylight: bool = False
    night: Colour = BLACK


_STONE: dict[Tile, Look] = {
    Tile.WALL: Look(" ", (104, 126, 206), (34, 39, 70)),
    Tile.FLOOR: Look("·", (96, 106, 152), (18, 20, 36)),
    Tile.DOWN_STAIRS: Look(">", (150, 240, 255), (18, 44, 70)),
    Tile.UP_STAIRS: Look("<", (150, 240, 255), (18, 44, 70)),
    Tile.WOOD_FLOOR: Look("·╌··", (158, 112, 70), (36, 24, 15)),
    Tile.ROAD: Look("·∙·˙", (140, 136, 130), (32, 31, 33)),
    Tile.GRASS: Look("\"'`,", (78, 150, 66), (14, 28, 14)),
    Tile.SHALLOW_WATER: Look("~∽~ ", (104, 172, 226), (14, 44, 78)),
    Tile.DEEP_WATER: Look("≈~≈≋", (74, 124, 222), (9, 24, 78)),
    Tile.BRIDGE: Look("=", (184, 130, 78), (44, 29, 17)),
    Tile.GRAVEL: Look(":,;.", (132, 130, 130), (21, 21, 23)),
    Tile.ICE: Look("·─·\\", (186, 228, 246), (38, 62, 82)),
    Tile.STALACTITE: Look("╨", (150, 146, 142), (24, 23, 23)),
    Tile.STALAGMITE: Look("╥", (150, 146, 142), (24, 23, 23)),
}

_TOWN = _STONE | {
    Tile.WALL: Look(" ", (244, 196, 132), (92, 58, 34)),
    Tile.WOOD_FLOOR: Look("·╌··", (196, 144, 92), (52, 33, 18)),
    Tile.ROAD: Look("·∙·˙", (216, 194, 150), (70, 58, 40)),
    Tile.GRAVEL: Look(":,;.", (182, 160, 112), (52, 43, 26)),
    Tile.GRASS: Look("\"'`,", (120, 200, 76), (24, 54, 16)),
    Tile.SHALLOW_WATER: Look("~∽~ ", (136, 208, 236), (22, 66, 98)),
    Tile.DEEP_WATER: Look("≈~≈≋", (96, 160, 236), (13, 40, 96)),
    Tile.BRIDGE: Look("=", (206, 150, 92), (56, 36, 20)),
}

_FOREST = _STONE | {
    Tile.WALL: Look("♣♠♣♣", (66, 156, 66), (12, 40, 21)),
    Tile.FLOOR: Look("\"'`.", (108, 130, 68), (26, 31, 16)),
    Tile.GRASS: Look("\"“'`", (122, 168, 70), (26, 42, 16)),
    Tile.ROAD: Look("·∙·:", (204, 172, 104), (50, 39, 23)),
}

_LIMESTONE = _STONE | {
    Tile.WALL: Look("▓", (88, 83, 78), (44, 41, 39)),
    Tile.FLOOR: Look("'·.`", (134, 124, 110), (24, 22, 20)),
    Tile.SHALLOW_WATER: Look("░", (52, 112, 164), (13, 42, 72)),
    Tile.DEEP_WATER: Look("≈~≈≋", (44, 84, 196), (16, 36, 108)),
}

_MUSHROOM = _STONE | {
    Tile.WALL: Look("♠♠♣♠", (190, 84, 196), (34, 13, 44)),
    Tile.FLOOR: Look("\".'`", (58, 138, 116), (9, 26, 27)),
    Tile.GRASS: Look("\"“'`", (70, 162, 124), (10, 33, 28)),
    Tile.SHALLOW_WATER: Look("~∽~ ", (86, 190, 214), (10, 46, 68)),
    Tile.ROAD: Look("·∙·:", (172, 128, 88), (36, 25, 21)),
    Tile.BRIDGE: Look("=", (96, 176, 112), (16, 38, 25)),
}

_DWARVEN = _STONE | {
    Tile.WALL: Look(" ", (232, 164, 84), (62, 39, 23)),
    Tile.FLOOR: Look("·∙··", (154, 122, 90), (32, 24, 17)),
    Tile.DEEP_WATER: Look("≈~≈≋", (255, 150, 52), (120, 36, 8)),
}

_CITY = _STONE | {
    Tile.WALL: Look(" ", (194, 124, 240), (48, 25, 72)),
    Tile.FLOOR: Look("·∙·˙", (130, 108, 176), (23, 16, 39)),
    Tile.ROAD: Look("∙·∙·", (180, 154, 212), (39, 28, 58)),
    Tile.GRASS: Look("\"'`,", (104, 120, 188), (17, 20, 42)),
}

_CITADEL = _STONE | {
    Tile.WALL: Look(" ", (222, 230, 248), (58, 62, 76)),
    Tile.FLOOR: Look("∙·∙·", (140, 148, 170), (28, 31, 39)),
    Tile.ROAD: Look("≡", (206, 84, 108), (66, 15, 30)),
    Tile.DOWN_STAIRS: Look(">", (255, 160, 255), (84, 18, 98)),
    Tile.DEEP_WATER: Look("≈~≈≋", (90, 112, 168), (12, 18, 40)),
}

_ABYSS = _STONE | {
    Tile.WALL: Look("▓", (158, 58, 53), (70, 17, 19)),
    Tile.FLOOR: Look("·,`'", (174, 98, 84), (36, 12, 13)),
    Tile.GRAVEL: Look(",;'`", (196, 164, 140), (38, 17, 16)),
    Tile.ROAD: Look("≡", (214, 176, 124), (58, 26, 22)),
    Tile.SHALLOW_WATER: Look("~∽~ ", (250, 124, 56), (98, 28, 8)),
    Tile.DEEP_WATER: Look("·˙.·", (122, 70, 178), (11, 2, 20)),
    Tile.BRIDGE: Look("=", (206, 158, 124), (52, 23, 20)),
}

THEMES: dict[str, Theme] = {
    "default": Theme(_STONE, joined=True, night=(5, 6, 11)),
    "town": Theme(_TOWN, joined=True, daylight=True, night=(9, 11, 13)),
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
