"""A level under construction: the one record that every step of a chain reads and changes.

Start and exit are set through methods, so that a later step may move them and there is still one of each. The outermost
ring of tiles is never dug: floods over the map rely on it.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roguelike.components.looks import Theme
from roguelike.core.geometry import Point
from roguelike.mapgen.rect import Rect
from roguelike.world.terrain import WALKABLE, Tile

Tiles = NDArray[np.uint8]
"""Tile numbers, indexed [x, y]."""
Mask = NDArray[np.bool_]
"""Selected tiles, indexed [x, y]."""
Section = Literal["items", "mobs", "props"]
"""The sections of the raws whose rows can be placed on a map."""


FULL_SIZE = 80 * 50
"""Number of tiles of a map of the usual size, for which counts of rooms, cells, finds and the like are meant."""


class Spawn(NamedTuple):
    """A row of the raws to be created on a tile."""

    section: Section
    name: str
    point: Point


class Band(NamedTuple):
    """Creatures of a level that belong together: the tile of each, the leader first, and the round that they walk.

    With a round of one place they stay around it; without a round they stay where they are.
    """

    members: tuple[Point, ...]
    round: tuple[Point, ...] = ()
    asleep_chance: float = 0.0


class Special(NamedTuple):
    """What is special about a spawn of this name: its `group`, its price in `gold`, or the items that it `carries`."""

    name: str
    group: int = 0
    gold: int = 0
    carries: tuple[str, ...] = ()


def blank(width: int, height: int) -> Tiles:
    """Return a map of solid wall."""
    return np.zeros((width, height), dtype=np.uint8, order="F")


class Blueprint:
    """A level while it is generated: ground, rooms, corridors, start, exit and spawns."""

    def __init__(
        self, width: int, height: int, depth: int = 1, folders: tuple[Path, ...] = ()
    ) -> None:
        """Make a map of solid wall, `width` x `height` tiles, for a depth.

        `folders` are the data folders whose hand-drawn pieces it may contain; by default the active ones.
        """
        self.folders = folders
        self.width, self.height, self.depth = width, height, depth
        self.name = ""
        self.theme: Theme = "default"
        self.beyond: tuple[int, Theme] | None = None
        """A column, and the theme of a second kind of place from there eastward."""
        self.lit = True
        self.tiles: Tiles = blank(width, height)
        self.rooms: list[Rect] = []
        self.corridors: list[list[Point]] = []
        self.start: Point | None = None
        self.exit: Point | None = None
        self.spawns: list[Spawn] = []
        self.bands: list[Band] = []
        self.special: dict[Point, Special] = {}
        """What is special about the spawns on some tiles."""
        self.sealed: set[Point] = set()
        """Tiles that are closed at first: behind locks, gratings and hidden doors."""
        self.astray: list[Spawn] = []
        """Items that belong to a place but are elsewhere on the level, where they can be reached; mostly keys."""
        self.peaceful: set[str] = set()
        """Names of those who live there in peace, and may stand near the start."""
        self.groups = 0
        """How many groups there are of which only one thing may be taken."""
        self.history: list[Tiles] | None = None
        """Snapshots for a viewer; None without one."""
        self.captions: list[str] = []
        """The name of the step, for each snapshot."""
        self.crowds: list[tuple[Spawn, ...]] = []
        """The spawns, for each snapshot."""
        self.doing = ""

    @property
    def looks(self) -> str:
        """Return the theme in a level's format: `limestone`, or `limestone|40|dwarven` for two."""
        return self.theme if self.beyond is None else "|".join((self.theme, *map(str, self.beyond)))

    @property
    def middle(self) -> Point:
        """The middle tile, or the one down and right of the middle where a side is even."""
        return (self.width // 2, self.height // 2)

    @property
    def interior(self) -> Rect:
        """All tiles that may be dug: everything but the outermost ring."""
        return Rect(1, 1, self.width - 2, self.height - 2)

    def around(self, point: Point, tiles: int) -> Rect:
        """Return the square around a tile, cut off at the edges of the map."""
        left, top = max(0, point[0] - tiles), max(0, point[1] - tiles)
        right = min(self.width - 1, point[0] + tiles)
        bottom = min(self.height - 1, point[1] + tiles)
        return Rect(left, top, right - left + 1, bottom - top + 1)

    def walkable(self) -> Mask:
        """Return the mask [x, y] of walkable tiles."""
        return WALKABLE.take(self.tiles.T).T  # in memory order, which is a third faster

    def scaled(self, count: int) -> int:
        """Return a count meant for a map of FULL_SIZE in proportion to this map's size."""
        return count * self.width * self.height // FULL_SIZE

    def free(self) -> Mask:
        """Return the mask [x, y] of walkable tiles on which something may still be placed."""
        free = self.walkable()
        for point in self.taken():
            free[point] = False
        return free

    def dig(self, points: Iterable[Point], tile: Tile = Tile.FLOOR) -> list[Point]:
        """Turn the unwalkable points inside the map's edge to `tile`; return them."""
        interior, tiles = self.interior, self.tiles
        dug = [p for p in points if interior.holds(p) and not WALKABLE[tiles[p]]]
        for point in dug:
            tiles[point] = tile
        return dug

    def dig_mask(self, mask: Mask) -> None:
        """Turn all selected walls inside the map's edge to floor."""
        inner = self.interior.slices
        self.tiles[inner][mask[inner] & (self.tiles[inner] == Tile.WALL)] = Tile.FLOOR

    def clear(self) -> None:
        """Turn everything to solid wall again, and drop rooms, corridors, start, exit and spawns."""
        self.tiles = blank(self.width, self.height)
        self.rooms, self.corridors, self.spawns = [], [], []
        self.bands = []
        self.sealed, self.astray, self.special = set(), [], {}
        self.start = self.exit = None

    def enter_at(self, point: Point) -> None:
        """Make this tile the start: up stairs below the first level, whose start is ordinary ground."""
        previous, self.start = self.start, point
        if self.depth > 1:
            if previous is not None:
                self.tiles[previous] = Tile.FLOOR
            self.tiles[point] = Tile.UP_STAIRS

    def leave_by(self, point: Point) -> None:
        """Make this tile the only way down."""
        if self.exit is not None:
            self.tiles[self.exit] = Tile.FLOOR
        self.exit = point
        self.tiles[point] = Tile.DOWN_STAIRS

    def drop(self, is_gone: Callable[[Spawn], object]) -> None:
        """Remove spawns from the map. The items that they would carry are put elsewhere, since they may be keys."""
        gone = [spawn for spawn in self.spawns if is_gone(spawn)]
        self.spawns = [spawn for spawn in self.spawns if not is_gone(spawn)]
        for spawn in gone:
            special = self.special.get(spawn.point)
            if special is not None and special.name == spawn.name:
                del self.special[spawn.point]
                self.astray += [Spawn("items", name, spawn.point) for name in special.carries]

    def taken(self) -> set[Point]:
        """Return the tiles where nothing more may be placed: start, stairs, sealed tiles, and tiles with spawns."""
        taken = {spawn.point for spawn in self.spawns} | self.sealed
        taken.update(point for point in (self.start, self.exit) if point is not None)
        return taken

    def snapshot(self) -> None:
        """Keep the present state for a viewer, if there is one."""
        if self.history is not None:
            self.history.append(self.tiles.copy())
            self.captions.append(self.doing)
            self.crowds.append(tuple(self.spawns))
