"""One level as a record and back: ground as a letter per tile, what is known of it as packed bits.

Letters compress as well as bytes do and can be read in a diff. What stands on the level is not here: `space.put` enters
it again, entity by entity.
"""

from typing import Annotated

import numpy as np

from roguelike.core.geometry import Point
from roguelike.core.records import Meta, State
from roguelike.core.sight import Mask
from roguelike.world.level import Level
from roguelike.world.terrain import Tile

_FIRST_LETTER = ord("0")
MOST_SIDE = 1_000
"""Tiles along the longest side of a level that a save may hold."""
Side = Annotated[int, Meta(ge=1, le=MOST_SIDE)]


class SavedLevel(State):
    """What of a level is state; the rest is worked out from it and from what stands there.

    `tiles` has a letter per tile and the masks a hexadecimal digit for four, each column by column; `left` is the turn
    at which the player left, -1 for never.
    """

    depth: int
    name: str
    theme: str
    lit: bool
    entry: Point
    size: tuple[Side, Side]
    tiles: str
    explored: str
    visible: str
    stains: list[Point]
    left: int = -1


def saved_level(level: Level) -> SavedLevel:
    """Return a level's state, which shares nothing with it."""
    return SavedLevel(
        depth=level.depth,
        name=level.name,
        theme=level.theme,
        lit=level.lit,
        entry=level.entry,
        size=(level.width, level.height),
        tiles=(level.tiles + _FIRST_LETTER).tobytes(order="F").decode("latin-1"),
        explored=_pack(level.explored),
        visible=_pack(level.visible),
        stains=sorted(level.stains),
        left=level.left,
    )


def level_of(saved: SavedLevel) -> Level:
    """Make a level of its state, with nothing on it yet.

    Raises:
        ValueError: the ground is not of the level's size, or of no kind that there is; a mask is of another size.
    """
    width, height = saved.size
    letters = np.frombuffer(saved.tiles.encode("latin-1"), dtype=np.uint8) - _FIRST_LETTER
    if letters.size != width * height or letters.max(initial=0) >= len(Tile):
        raise ValueError(f"the ground of level {saved.depth} is not sound")
    tiles = letters.reshape((width, height), order="F")
    level = Level(saved.depth, saved.name, saved.theme, tiles, saved.lit, saved.entry)
    level.explored = _unpack(saved.explored, level)
    level.visible = _unpack(saved.visible, level)
    level.stains = set(saved.stains)
    level.left = saved.left
    return level


def _pack(mask: Mask) -> str:
    """Write a mask as hexadecimal digits, eight tiles to two of them, row by row."""
    return np.packbits(mask.ravel(order="F")).tobytes().hex()


def _unpack(text: str, level: Level) -> Mask:
    """Read a mask of a level's size; ValueError when it is of another."""
    packed = np.frombuffer(bytes.fromhex(text), dtype=np.uint8)
    tiles = level.width * level.height
    if packed.size != (tiles + 7) // 8:
        raise ValueError(f"what is known of level {level.depth} is of another size")
    bits = np.unpackbits(packed, count=tiles)
    mask: Mask = bits.astype(np.bool_).reshape((level.width, level.height), order="F")
    return mask
