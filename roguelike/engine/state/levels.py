"""Converting a level to a record and back: ground as a letter per tile, masks as packed bits.

Letters compress as well as bytes do and can be read in a diff. What is on the level is not stored here: `space.put`
adds it again, entity by entity.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from roguelike.core.records import Meta, State, field, replace
from roguelike.core.scalars import FAR, Coordinate, Line, MapPoint
from roguelike.core.sight import Mask
from roguelike.engine.state.tables import FLOATS, exact
from roguelike.world.level import PARTS, UNRECORDED, Level, Memory, Remembered
from roguelike.world.terrain import Tile

_FIRST_LETTER = np.uint8(ord("0"))
MOST_SIDE = 1_000
"""The longest side in tiles of a level that a save may hold."""
MOST_TILES = 200_000
"""The most tiles of a level: fifty times those of any actual level."""
_FLOATS = tuple((name, FLOATS[kind]) for name, kind in PARTS.items() if kind in FLOATS)
"""The parts of a remembered thing that hold floats, and the names of those fields."""
Side = Annotated[int, Meta(ge=1, le=MOST_SIDE)]
Looks = Annotated[str, Meta(pattern=r"^[a-z ]{1,40}(\|[0-9]{1,4}\|[a-z ]{1,40}){0,9}$")]
"""A level's theme: `limestone|40|dwarven`."""


class SavedMemory(State, omit_defaults=True):
    """What the player remembers of a level: a letter per tile, "/" if unrecorded; each thing with its tile."""

    tiles: Annotated[str, Meta(max_length=MOST_TILES)]
    stains: Annotated[list[MapPoint], Meta(max_length=MOST_TILES)] = field(default_factory=list)
    things: Annotated[list[tuple[MapPoint, Remembered]], Meta(max_length=MOST_TILES)] = field(
        default_factory=list
    )


class SavedLevel(State):
    """The state of a level; the rest is derived from it and from what is on the level.

    `tiles` has a letter per tile and the masks a hexadecimal digit for four, each column by column; `left` is the turn
    when the player left, -1 for never.
    """

    depth: Coordinate
    name: Line
    theme: Looks
    lit: bool
    entry: MapPoint
    size: tuple[Side, Side]
    tiles: Annotated[str, Meta(max_length=MOST_TILES)]
    explored: Annotated[str, Meta(max_length=MOST_TILES)]
    visible: Annotated[str, Meta(max_length=MOST_TILES)]
    stains: Annotated[list[MapPoint], Meta(max_length=MOST_TILES)]
    left: Annotated[int, Meta(ge=-1, le=FAR)] = -1
    remembered: SavedMemory | None = None
    """None in saves from versions that remembered only the ground."""


def saved_level(level: Level) -> SavedLevel:
    """Return a level's state, which shares nothing with the level."""
    return SavedLevel(
        depth=level.depth,
        name=level.name,
        theme=level.theme,
        lit=level.lit,
        entry=level.entry,
        size=(level.width, level.height),
        tiles=_letters(level.tiles),
        explored=_pack(level.explored),
        visible=_pack(level.visible),
        stains=sorted(level.stains),
        left=level.left,
        remembered=_saved_memory(level.remembered),
    )


def _saved_memory(memory: Memory) -> SavedMemory:
    """Return what is remembered, sharing nothing with the memory."""
    things = [
        (point, _exact(each)) for point in sorted(memory.things) for each in memory.things[point]
    ]
    return SavedMemory(_letters(memory.tiles), sorted(memory.stains), things)


def _exact(thing: Remembered) -> Remembered:
    """Return a remembered thing whose float fields hold floats, as `tables.exact` makes them."""
    found = {name: (part, floats) for name, floats in _FLOATS if (part := getattr(thing, name))}
    return (
        replace(thing, **{name: exact(*each) for name, each in found.items()}) if found else thing
    )


def level_of(saved: SavedLevel) -> Level:
    """Make a level from its state, with nothing on it yet.

    Raises:
        ValueError: the ground has the wrong size or an unknown kind; a mask has the wrong size; the entry or a stain is
            off the map.
    """
    tiles = _tiles(saved.tiles, saved)
    if tiles.max(initial=0) >= len(Tile):
        raise ValueError(f"the ground of level {saved.depth} is not sound")
    level = Level(saved.depth, saved.name, saved.theme, tiles, saved.lit, saved.entry)
    level.explored = _unpack(saved.explored, level)
    level.visible = _unpack(saved.visible, level)
    level.stains = set(saved.stains)
    if not all(map(level.contains, (saved.entry, *saved.stains))):
        raise ValueError(f"something of level {saved.depth} is off its map")
    level.left = saved.left
    if saved.remembered is not None:
        level.remembered = _memory_of(saved.remembered, saved)
    return level


def _memory_of(memory: SavedMemory, saved: SavedLevel) -> Memory:
    """Make the memory from its state; ValueError for a wrong size, or an unknown kind of ground."""
    tiles = _tiles(memory.tiles, saved)
    if tiles[tiles != UNRECORDED].max(initial=0) >= len(Tile):
        raise ValueError(f"what is remembered of level {saved.depth} is not sound")
    things: dict[tuple[int, int], tuple[Remembered, ...]] = {}
    width, height = saved.size
    for (x, y), thing in memory.things:
        if not (0 <= x < width and 0 <= y < height):
            raise ValueError(f"what is remembered of level {saved.depth} lies outside it")
        things[x, y] = (*things.get((x, y), ()), thing)
    return Memory(tiles, set(memory.stains), things)


def _letters(tiles: NDArray[np.uint8]) -> str:
    """Encode ground as a letter per tile, column by column."""
    return (tiles + _FIRST_LETTER).tobytes(order="F").decode("latin-1")


def _tiles(letters: str, saved: SavedLevel) -> NDArray[np.uint8]:
    """Decode ground of a level's size; ValueError for another size."""
    numbers = np.frombuffer(letters.encode("latin-1"), dtype=np.uint8) - _FIRST_LETTER
    if numbers.size != saved.size[0] * saved.size[1]:
        raise ValueError(f"the ground of level {saved.depth} is not sound")
    return np.asfortranarray(numbers.astype(np.uint8).reshape(saved.size, order="F"))


def _pack(mask: Mask) -> str:
    """Encode a mask as hexadecimal digits, eight tiles to two of them, row by row."""
    return np.packbits(mask.ravel(order="F")).tobytes().hex()


def _unpack(text: str, level: Level) -> Mask:
    """Decode a mask of a level's size; ValueError for another size."""
    packed = np.frombuffer(bytes.fromhex(text), dtype=np.uint8)
    tiles = level.width * level.height
    if packed.size != (tiles + 7) // 8:
        raise ValueError(f"what is known of level {level.depth} is of another size")
    bits = np.unpackbits(packed, count=tiles)
    mask: Mask = bits.astype(np.bool_).reshape((level.width, level.height), order="F")
    return mask
