"""Hand-drawn pieces of map: text files that anyone can draw.

    name: Orc camp            The head consists of key: value lines, up to the first empty line.
    depth: 4-100              The depths that may hold it.
    place: centre centre      A part of the map, `anywhere` for a vault put at random on open floor, or
                              `a quarter` for a piece that a level places by name: part of a city, a scene.
    o: mobs Orc               A character of the map, the section of the raws and the name of what it stands for.

    #####                     The map: # wall, . floor, a space leaves what is there, and the other signs of
    #.o.>                     `drawn_text`; @ is the start, > the exit.
    #####

`mapgen.arrangement` describes the other keys of a head: choices, prices, locks and keys.

The files are in the data folder, so a piece can be added without any code.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal

from roguelike.core.data_path import data_folder, data_folders
from roguelike.core.geometry import Point
from roguelike.core.records import Record, field
from roguelike.mapgen.arrangement import KEYS, Arrangement, closed_off, read_arrangement
from roguelike.mapgen.blueprint import Section
from roguelike.mapgen.drawn_text import (
    GROUND,
    KEEP,
    START,
    PrefabError,
    headed,
    read_all,
    read_head,
    read_name,
    read_rows,
)
from roguelike.mapgen.metas.ends import ACROSS, DOWN, Across, Down
from roguelike.world.terrain import Tile

DEEPEST = 100
FOLDER = "prefabs"
QUARTER: Literal["a quarter"] = "a quarter"
PiecePlace = tuple[Across, Down] | Literal["a quarter"] | None
"""Where a piece goes: a part of the map, a place chosen by a level that names it, or anywhere."""


class Prefab(Record):
    """A piece of map. `rows` hold one character per tile, all rows of one length."""

    name: str
    rows: tuple[str, ...]
    legend: dict[str, tuple[Section, str]] = field(default_factory=dict)
    depths: range = range(DEEPEST + 1)
    place: PiecePlace = None
    where: dict[str, str] = field(default_factory=dict)
    """File, line and column of each character's entry in the legend."""
    arranged: Arrangement = Arrangement()

    @property
    def width(self) -> int:
        """The width of the drawing in tiles."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The height of the drawing in tiles."""
        return len(self.rows)

    def sealed(self) -> frozenset[Point]:
        """Return the tiles that cannot be reached before something is opened, relative to the top left one."""
        shut = self.arranged.shut
        return closed_off(self.rows, lambda sign: sign in shut) if shut else frozenset()

    def cells(self) -> Iterator[tuple[int, int, str]]:
        """Yield (x, y, character) of every tile that the prefab changes."""
        for y, row in enumerate(self.rows):
            for x, character in enumerate(row):
                if character != KEEP:
                    yield x, y, character


def parse(text: str, source: str) -> Prefab:
    """Parse a prefab; `source` names the file in errors. PrefabError gives what is wrong, with line and column."""
    lines = text.splitlines()
    head = read_head(lines, source)
    name = read_name(head, source)
    depths = _depths(*head.take("depth", f"0-{DEEPEST}"))
    place = _place(*head.take("place", "anywhere"))
    # Only a piece with a fixed place can contain a start or an exit.
    rows = read_rows(lines, head, (lambda _: "") if isinstance(place, tuple) else _leads_on)
    arranged = read_arrangement(head, rows)
    head.refuse_others(f"name, depth, place, {KEYS}")
    return Prefab(name, rows, head.legend, depths, place, head.where, arranged)


def _leads_on(sign: str) -> str:
    """Return what is wrong with a sign in a piece that goes anywhere; "" if nothing is."""
    if sign == START or GROUND.get(sign) == Tile.DOWN_STAIRS:
        return f"'{sign}' in a piece that goes anywhere: a level has its own start and exit"
    return ""


def _depths(text: str, where: str) -> range:
    """Parse `least-most`, or a single depth."""
    least, _, most = text.partition("-")
    if not (least.isdecimal() and (most or least).isdecimal()):
        raise PrefabError(f"{where}: depth '{text}' should be like 4-9")
    if int(least) > int(most or least):
        raise PrefabError(f"{where}: depth '{text}' ends before it begins")
    return range(int(least), int(most or least) + 1)


def _place(text: str, where: str) -> PiecePlace:
    """Parse where a prefab goes; None is anywhere."""
    if text == "anywhere":
        return None
    if text == QUARTER:
        return QUARTER
    for across in ACROSS:
        for down in DOWN:
            if text == f"{across} {down}":
                return across, down
    raise PrefabError(
        f"{where}: place '{text}' should be like 'right top', 'anywhere' or 'a quarter'"
    )


@lru_cache(maxsize=8)
def _library(folders: tuple[Path, ...]) -> dict[str, Prefab]:
    """Read all prefabs of some folders, later ones overriding; PrefabError lists everything that is wrong."""
    found: dict[str, Prefab] = {}
    faults: list[str] = []
    for folder in folders:
        more, wrong = read_folder(folder / FOLDER)
        found, faults = found | more, faults + wrong
    if faults:
        raise PrefabError(headed(faults))
    return dict(sorted(found.items()))


def read_folder(folder: Path) -> tuple[dict[str, Prefab], list[str]]:
    """Read all prefabs of a folder by name; return the valid ones, and what is wrong with the others."""
    return read_all(folder, parse)


def library(folders: tuple[Path, ...] = ()) -> dict[str, Prefab]:
    """Return all prefabs by file name, in alphabetical order, of these data folders or the active ones.

    Raises:
        PrefabError: some of them cannot be read; it lists everything that is wrong.
    """
    return _library(folders or data_folders())


def named(name: str, folders: tuple[Path, ...] = ()) -> Prefab:
    """Return one prefab; PrefabError if there is none of this name."""
    found = library(folders).get(name)
    if found is None:
        raise PrefabError(f"{data_folder() / FOLDER} holds no {name}.txt")
    return found
