"""The kinds of ground, each with whether one may walk on it and see across it."""

from enum import IntEnum
from functools import lru_cache

import numpy as np

from roguelike.core.records import Record


class Tile(IntEnum):
    """Kinds of ground, as stored in a level's `tiles`."""

    WALL = 0
    FLOOR = 1
    DOWN_STAIRS = 2
    UP_STAIRS = 3
    WOOD_FLOOR = 4
    ROAD = 5
    GRASS = 6
    SHALLOW_WATER = 7
    DEEP_WATER = 8
    BRIDGE = 9
    GRAVEL = 10
    STALACTITE = 11
    STALAGMITE = 12
    ICE = 13
    WINDOW = 14


class Ground(Record):
    """How a kind of ground is called, drawn, and behaves."""

    name: str
    glyph: str
    """Its sign in drawn files."""
    walkable: bool = True
    opaque: bool = False


GROUND: dict[Tile, Ground] = {
    Tile.WALL: Ground("a wall", "#", walkable=False, opaque=True),
    Tile.FLOOR: Ground("the floor", "."),
    Tile.DOWN_STAIRS: Ground("a staircase down", ">"),
    Tile.UP_STAIRS: Ground("a staircase up", "<"),
    Tile.WOOD_FLOOR: Ground("a wooden floor", "_"),
    Tile.ROAD: Ground("a road", "="),
    Tile.GRASS: Ground("grass", '"'),
    Tile.SHALLOW_WATER: Ground("shallow water", "~"),
    Tile.DEEP_WATER: Ground("deep water", "≈", walkable=False),
    Tile.BRIDGE: Ground("a bridge", ":"),
    Tile.GRAVEL: Ground("gravel", ";"),
    Tile.STALACTITE: Ground("a stalactite", "V", walkable=False, opaque=True),
    Tile.STALAGMITE: Ground("a stalagmite", "A", walkable=False, opaque=True),
    Tile.ICE: Ground("ice", "-"),
    Tile.WINDOW: Ground("a window", "□", walkable=False),
}

STAIRS = (Tile.UP_STAIRS, Tile.DOWN_STAIRS)
TILES = tuple(Tile)
"""The kinds of ground by number; `TILES[4]` is faster than `Tile(4)`."""
BY_NUMBER = tuple(GROUND[tile] for tile in Tile)
"""The properties of ground by tile number; members of Tile are slow to look up."""
WALKABLE = np.array([GROUND[tile].walkable for tile in Tile], dtype=np.bool_)
"""Walkability by tile number: `WALKABLE[tiles]` is a mask."""
TRANSPARENT = np.array([not GROUND[tile].opaque for tile in Tile], dtype=np.bool_)
"""Transparency by tile number."""


NATURAL: dict[str, dict[Tile, str]] = {
    "forest": {Tile.WALL: "a tree", Tile.FLOOR: "the forest floor"},
    "mushroom": {Tile.WALL: "a giant mushroom", Tile.FLOOR: "moss"},
    "limestone": {Tile.WALL: "rock", Tile.FLOOR: "the cave floor"},
    "dwarven": {Tile.DEEP_WATER: "lava"},
    "abyss": {
        Tile.WALL: "scorched rock",
        Tile.FLOOR: "scorched ground",
        Tile.SHALLOW_WATER: "red shallow water",
        Tile.DEEP_WATER: "the void",
    },
}
"""What walls, floors and waters are called in a place of a theme, if it is another name than elsewhere."""


@lru_cache(maxsize=32)
def places_of(theme: str) -> tuple[tuple[int, str], ...]:
    """Return the first column of each kind of place on a level from west to east, and its name (`Level.theme`)."""
    first, *more = theme.split("|")
    pairs = zip(more[::2], more[1::2], strict=False)
    return ((0, first), *((int(column), name) for column, name in pairs if column.isdecimal()))


def ground_called(tile: int, theme: str, column: int) -> str:
    """Return the name of a tile in a place with one theme or two: `limestone|40|dwarven` (`Level.theme`)."""
    name = next(name for first, name in reversed(places_of(theme)) if column >= first)
    kind = Tile(tile)
    return NATURAL.get(name, {}).get(kind, GROUND[kind].name)


def ground_named(name: str) -> int:
    """Return the number of a kind of ground from its name in the data: "shallow water"."""
    return int(Tile[name.upper().replace(" ", "_")])
