"""A level on the drawing board: the one record that every step of a chain reads and changes.

Start and exit are set through methods, so that a later step may move them and there is still one of each. The
outermost ring of tiles is never dug: floods over the map rely on it.
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
"""Chosen tiles, indexed [x, y]."""
Section = Literal["items", "mobs", "props"]
"""The sections of the raws that can stand on a map."""


FULL_SIZE = 80 * 50
"""Tiles of a map of the usual size, which counts of rooms, cells, finds and the like are meant for."""


class Spawn(NamedTuple):
    """A thing of the raws to be made on a tile."""

    section: Section
    name: str
    point: Point


class Band(NamedTuple):
    """Creatures of a level that belong together: where each stands, the leader first, and the round that they walk.

    With a round of one place they stay about it; with none they stay where they are.
    """

    members: tuple[Point, ...]
    round: tuple[Point, ...] = ()
    asleep_chance: float = 0.0


class Special(NamedTuple):
    """What is special about a spawn of this name: one of a `group`, for `gold`, or with items that it `carries`."""

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

        `folders` are the data folders whose hand-drawn pieces it may hold; those in force, unless said.
        """
        self.folders = folders
        self.width, self.height, self.depth = width, height, depth
        self.name = ""
        self.theme: Theme = "default"
        self.beyond: tuple[int, Theme] | None = None
        """A second kind of place, from this column eastward."""
        self.lit = True
        self.tiles: Tiles = blank(width, height)
        self.rooms: list[Rect] = []
        self.corridors: list[list[Point]] = []
        self.start: Point | None = None
        self.exit: Point | None = None
        self.spawns: list[Spawn] = []
        self.bands: list[Band] = []
        self.special: dict[Point, Special] = {}
        """What is special about what stands on some tiles."""
        self.sealed: set[Point] = set()
        """Tiles that are closed at first: behind locks, gratings and hidden doors."""
        self.astray: list[Spawn] = []
        """Items that belong to a place and lie elsewhere on the level, where one can walk to; mostly keys."""
        self.groups = 0
        """How many groups there are of which only one thing may be taken."""
        self.history: list[Tiles] | None = None
        """Snapshots for a viewer; None when nobody watches."""
        self.captions: list[str] = []
        """What was being done, one for each snapshot."""
        self.crowds: list[tuple[Spawn, ...]] = []
        """What stood there, one for each snapshot."""
        self.doing = ""

    @property
    def looks(self) -> str:
        """Return the theme as a level keeps it: `limestone`, or `limestone|40|dwarven` where there are two."""
        return self.theme if self.beyond is None else "|".join((self.theme, *map(str, self.beyond)))

    @property
    def interior(self) -> Rect:
        """All tiles that may be dug: everything but the outermost ring."""
        return Rect(1, 1, self.width - 2, self.height - 2)

    def around(self, point: Point, tiles: int) -> Rect:
        """Return the square around a tile, as far as it lies on the map."""
        left, top = max(0, point[0] - tiles), max(0, point[1] - tiles)
        right = min(self.width - 1, point[0] + tiles)
        bottom = min(self.height - 1, point[1] + tiles)
        return Rect(left, top, right - left + 1, bottom - top + 1)

    def walkable(self) -> Mask:
        """Return the mask [x, y] of walkable tiles."""
        return WALKABLE.take(
            self.tiles.T
        ).T  # in the order in which maps lie in memory: a third less

    def scaled(self, count: int) -> int:
        """Return a count that is meant for a map of FULL_SIZE, in proportion to this map's."""
        return count * self.width * self.height // FULL_SIZE

    def free(self) -> Mask:
        """Return the mask [x, y] of walkable tiles on which something may still be put."""
        free = self.walkable()
        for point in self.taken():
            free[point] = False
        return free

    def dig(self, points: Iterable[Point], tile: Tile = Tile.FLOOR) -> list[Point]:
        """Turn those points that are not walkable, inside the map's edge, to `tile`; return them."""
        interior, tiles = self.interior, self.tiles
        dug = [p for p in points if interior.holds(p) and not WALKABLE[tiles[p]]]
        for point in dug:
            tiles[point] = tile
        return dug

    def dig_mask(self, mask: Mask) -> None:
        """Turn all chosen walls inside the map's edge to floor."""
        inner = self.interior.slices
        self.tiles[inner][mask[inner] & (self.tiles[inner] == Tile.WALL)] = Tile.FLOOR

    def clear(self) -> None:
        """Turn everything to solid wall again, and forget rooms, corridors, ends and spawns."""
        self.tiles = blank(self.width, self.height)
        self.rooms, self.corridors, self.spawns = [], [], []
        self.bands = []
        self.sealed, self.astray, self.special = set(), [], {}
        self.start = self.exit = None

    def enter_at(self, point: Point) -> None:
        """Make this tile the start: up stairs below the first level, whose start is ground like any other."""
        previous, self.start = self.start, point
        if self.depth > 1:
            if previous is not None:
                self.tiles[previous] = Tile.FLOOR
            self.tiles[point] = Tile.UP_STAIRS

    def leave_by(self, point: Point) -> None:
        """Make this tile the one way down."""
        if self.exit is not None:
            self.tiles[self.exit] = Tile.FLOOR
        self.exit = point
        self.tiles[point] = Tile.DOWN_STAIRS

    def drop(self, is_gone: Callable[[Spawn], object]) -> None:
        """Take spawns off the map. What they would have carried is put elsewhere, because it may be a key."""
        gone = [spawn for spawn in self.spawns if is_gone(spawn)]
        self.spawns = [spawn for spawn in self.spawns if not is_gone(spawn)]
        for spawn in gone:
            special = self.special.get(spawn.point)
            if special is not None and special.name == spawn.name:
                del self.special[spawn.point]
                self.astray += [Spawn("items", name, spawn.point) for name in special.carries]

    def taken(self) -> set[Point]:
        """Return the tiles on which nothing more may be put: start, stairs, sealed rooms, and tiles with spawns."""
        taken = {spawn.point for spawn in self.spawns} | self.sealed
        taken.update(point for point in (self.start, self.exit) if point is not None)
        return taken

    def snapshot(self) -> None:
        """Keep the present state for a viewer, if there is one."""
        if self.history is not None:
            self.history.append(self.tiles.copy())
            self.captions.append(self.doing)
            self.crowds.append(tuple(self.spawns))
