"""Pieces of map drawn by hand: text files that anyone can draw.

    name: Orc camp            What follows is a key: value line each, up to the first empty line.
    depth: 4-100              The depths that may hold it.
    place: centre centre      A part of the map, or `anywhere` for a vault that chance puts on open floor.
    o: mobs Orc               A character of the map, the section of the raws and the name of what stands there.

    #####                     The map: # wall, . floor, a space leaves what is there, and the other signs of
    #.o.>                     `drawing`; @ is the start, > the exit.
    #####

The files lie in the data folder, so a piece can be added without a line of code.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import get_args

from roguelike.core.data_path import data_folder
from roguelike.mapgen.blueprint import Section
from roguelike.mapgen.drawing import GLYPHS
from roguelike.mapgen.metas.ends import ACROSS, DOWN, Across, Down
from roguelike.world.terrain import Tile

GROUND = {glyph: tile for tile, glyph in GLYPHS.items() if tile != Tile.UP_STAIRS}
KEEP, START = " ", "@"
DEEPEST = 100


class PrefabError(Exception):
    """A prefab cannot be read; the message names the file, the line and what would be right."""


@dataclass(frozen=True, slots=True)
class Prefab:
    """A piece of map. `rows` hold one character per tile, all rows of one length."""

    name: str
    rows: tuple[str, ...]
    legend: dict[str, tuple[Section, str]] = field(default_factory=dict)
    depths: range = range(DEEPEST + 1)
    place: tuple[Across, Down] | None = None

    @property
    def width(self) -> int:
        """Tiles across."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Tiles down."""
        return len(self.rows)

    def cells(self) -> Iterator[tuple[int, int, str]]:
        """Yield (x, y, character) of every tile that the prefab changes."""
        for y, row in enumerate(self.rows):
            for x, character in enumerate(row):
                if character != KEEP:
                    yield x, y, character


def parse(text: str, source: str) -> Prefab:
    """Read a prefab; `source` names the file in errors. PrefabError says what is wrong."""
    head, _, body = text.strip("\n").partition("\n\n")
    fields: dict[str, str] = {}
    for number, line in enumerate(head.splitlines(), 1):
        key, colon, value = line.partition(":")
        if not colon:
            raise PrefabError(f"{source}, line {number}: '{line}' is not of the form 'key: value'")
        fields[key.strip()] = value.strip()
    legend = {key: _thing(fields.pop(key), key, source) for key in list(fields) if len(key) == 1}
    name, depth = fields.pop("name", source), fields.pop("depth", f"0-{DEEPEST}")
    place = _place(fields.pop("place", "anywhere"), source)
    if fields:
        raise PrefabError(f"{source}: unknown key '{min(fields)}'; known are name, depth, place")
    return Prefab(name, _rows(body, legend, source), legend, _depths(depth, source), place)


def _thing(text: str, key: str, source: str) -> tuple[Section, str]:
    """Read `section name`."""
    section, _, name = text.partition(" ")
    for known in get_args(Section):
        if section == known and name:
            return known, name
    raise PrefabError(f"{source}: '{key}: {text}' should be items, mobs or props, then a name")


def _depths(text: str, source: str) -> range:
    """Read `least-most`, or one depth."""
    least, _, most = text.partition("-")
    if not (least.isdecimal() and (most or least).isdecimal()):
        raise PrefabError(f"{source}: depth '{text}' should be like 4-9")
    return range(int(least), int(most or least) + 1)


def _place(text: str, source: str) -> tuple[Across, Down] | None:
    """Read where a prefab goes; None is anywhere."""
    if text == "anywhere":
        return None
    for across in ACROSS:
        for down in DOWN:
            if text == f"{across} {down}":
                return across, down
    raise PrefabError(f"{source}: place '{text}' should be like 'right top', or 'anywhere'")


def _rows(body: str, legend: dict[str, tuple[Section, str]], source: str) -> tuple[str, ...]:
    """Read the map, and make its rows equally long."""
    lines = body.splitlines()
    width = max(map(len, lines), default=0)
    if not width:
        raise PrefabError(f"{source}: there is no map after the first empty line")
    for number, line in enumerate(lines, 1):
        for character in line:
            if character not in legend and character not in GROUND and character not in "@ ":
                raise PrefabError(
                    f"{source}, map row {number}: '{character}' is neither ground nor in the legend"
                )
    return tuple(line.ljust(width, KEEP) for line in lines)


@lru_cache(maxsize=4)
def _library(folder: Path) -> dict[str, Prefab]:
    """Read all prefabs of a folder."""
    files = sorted(folder.glob("*.txt"))
    return {file.stem: parse(file.read_text(encoding="utf-8"), file.name) for file in files}


def library() -> dict[str, Prefab]:
    """Return all prefabs by the names of their files, in alphabetical order.

    Raises:
        PrefabError: one of them cannot be read.
    """
    return _library(data_folder() / "prefabs")


def named(name: str) -> Prefab:
    """Return one prefab; PrefabError when there is none of this name."""
    found = library().get(name)
    if found is None:
        raise PrefabError(f"{data_folder() / 'prefabs'} holds no {name}.txt")
    return found
