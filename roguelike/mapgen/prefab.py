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
from functools import lru_cache
from pathlib import Path
from typing import get_args

from roguelike.core.data_path import data_folder
from roguelike.core.records import Record, field
from roguelike.mapgen.ascii import GLYPHS
from roguelike.mapgen.blueprint import Section
from roguelike.mapgen.metas.ends import ACROSS, DOWN, Across, Down
from roguelike.world.terrain import Tile

GROUND = {glyph: tile for tile, glyph in GLYPHS.items() if tile != Tile.UP_STAIRS}
KEEP, START = " ", "@"
DEEPEST = 100
WIDEST, TALLEST = 78, 48
"""Tiles of the largest piece: what lies within the edge of a map of 80x50."""


class PrefabError(Exception):
    """A prefab cannot be read; the message names file, line and column and what would be right, a line a fault."""


class Prefab(Record):
    """A piece of map. `rows` hold one character per tile, all rows of one length."""

    name: str
    rows: tuple[str, ...]
    legend: dict[str, tuple[Section, str]] = field(default_factory=dict)
    depths: range = range(DEEPEST + 1)
    place: tuple[Across, Down] | None = None
    where: dict[str, str] = field(default_factory=dict)
    """File, line and column that say what a character of the legend stands for."""

    @property
    def width(self) -> int:
        """The width in tiles."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The height in tiles."""
        return len(self.rows)

    def cells(self) -> Iterator[tuple[int, int, str]]:
        """Yield (x, y, character) of every tile that the prefab changes."""
        for y, row in enumerate(self.rows):
            for x, character in enumerate(row):
                if character != KEEP:
                    yield x, y, character


def parse(text: str, source: str) -> Prefab:
    """Read a prefab; `source` names the file in errors. PrefabError says what is wrong, in which line and column."""
    lines = text.splitlines()
    begin = next((number for number, line in enumerate(lines) if line.strip()), 0)
    blank = (number for number in range(begin, len(lines)) if not lines[number].strip())
    end = next(blank, len(lines))
    fields: dict[str, tuple[str, str]] = {}
    for number, line in enumerate(lines[begin:end], begin + 1):
        key, colon, value = line.partition(":")
        where = f"{source}, line {number}, column"
        if not colon:
            raise PrefabError(f"{where} 1: '{line}' is not of the form 'key: value'")
        if key.strip() in fields:
            raise PrefabError(f"{where} 1: '{key}' is said twice")
        column = len(line) - len(value.lstrip()) + 1
        fields[key.strip()] = (value.strip(), f"{where} {column}")
    where_said = {key: where for key, (_, where) in fields.items() if len(key) == 1}
    legend = {key: _thing(key, *fields.pop(key)) for key in where_said}
    name = fields.pop("name", (source, ""))[0]
    depths = _depths(*fields.pop("depth", (f"0-{DEEPEST}", source)))
    place = _place(*fields.pop("place", ("anywhere", source)))
    if fields:
        key, (_, where) = min(fields.items())
        raise PrefabError(f"{where}: unknown key '{key}'; known are name, depth, place")
    rows = _rows(lines, end + 1, legend, source, may_lead=place is not None)
    return Prefab(name, rows, legend, depths, place, where_said)


def _thing(key: str, text: str, where: str) -> tuple[Section, str]:
    """Read `section name`, what a letter of the map stands for."""
    if key in GROUND or key == START:
        raise PrefabError(f"{where}: '{key}' is ground already; choose another sign")
    section, _, name = text.partition(" ")
    for known in get_args(Section):
        if section == known and name:
            return known, name
    raise PrefabError(f"{where}: '{key}: {text}' should be items, mobs or props, then a name")


def _depths(text: str, where: str) -> range:
    """Read `least-most`, or one depth."""
    least, _, most = text.partition("-")
    if not (least.isdecimal() and (most or least).isdecimal()):
        raise PrefabError(f"{where}: depth '{text}' should be like 4-9")
    if int(least) > int(most or least):
        raise PrefabError(f"{where}: depth '{text}' ends before it begins")
    return range(int(least), int(most or least) + 1)


def _place(text: str, where: str) -> tuple[Across, Down] | None:
    """Read where a prefab goes; None is anywhere."""
    if text == "anywhere":
        return None
    for across in ACROSS:
        for down in DOWN:
            if text == f"{across} {down}":
                return across, down
    raise PrefabError(f"{where}: place '{text}' should be like 'right top', or 'anywhere'")


def _rows(
    lines: list[str],
    first: int,
    legend: dict[str, tuple[Section, str]],
    source: str,
    *,
    may_lead: bool,
) -> tuple[str, ...]:
    """Read the map, and make its rows equally long; `first` is the number of the line before it.

    Only a piece that `may_lead` somewhere, one with a place of its own, holds a start or an exit.
    """
    rows = [line.rstrip() for line in lines[first:]]
    while rows and not rows[-1]:
        rows.pop()
    width = max(map(len, rows), default=0)
    if not width:
        raise PrefabError(f"{source}, line {first}: there is no map after the first empty line")
    if width > WIDEST or len(rows) > TALLEST:
        size = f"{width}x{len(rows)}"
        raise PrefabError(
            f"{source}, line {first + 1}, column 1: a piece of {size} tiles is larger than a map's "
            f"{WIDEST}x{TALLEST}"
        )
    known = {*legend, *GROUND, START, KEEP}
    faults = [
        f"{source}, line {number}, column {column}: {fault}"
        for number, row in enumerate(rows, first + 1)
        for column, character in enumerate(row, 1)
        if (fault := _fault(character, known, may_lead=may_lead))
    ]
    if faults:
        raise PrefabError("\n".join(faults))
    return tuple(row.ljust(width, KEEP) for row in rows)


def _fault(character: str, known: set[str], *, may_lead: bool) -> str:
    """Say what is wrong with one tile of a map; empty when nothing is."""
    if character not in known:
        return f"'{character}' is neither ground nor in the legend"
    if not may_lead and (character == START or GROUND.get(character) == Tile.DOWN_STAIRS):
        return f"'{character}' in a piece that goes anywhere: a level has its own start and exit"
    return ""


@lru_cache(maxsize=4)
def _library(folder: Path) -> dict[str, Prefab]:
    """Read all prefabs of a folder; PrefabError lists all that is wrong with them."""
    found, faults = read_folder(folder)
    if faults:
        raise PrefabError(headed(faults))
    return found


def headed(faults: list[str]) -> str:
    """Return faults, one a line, below a heading."""
    heading = f"The hand-drawn pieces have {len(faults)} fault{'s' * (len(faults) > 1)}:"
    return "\n".join((heading, *(f"  {fault}" for fault in faults)))


def read_folder(folder: Path) -> tuple[dict[str, Prefab], list[str]]:
    """Read all prefabs of a folder by name; return those that can be read, and what is wrong with the others."""
    found, faults = {}, []
    for file in sorted(folder.glob("*.txt")):
        try:
            found[file.stem] = parse(_text(file), file.name)
        except PrefabError as fault:
            faults += str(fault).splitlines()
    return found, faults


def _text(file: Path) -> str:
    """Read a file; PrefabError when it cannot be read or is no text."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise PrefabError(f"{file}: cannot be read as UTF-8 text: {fault}") from fault


def library() -> dict[str, Prefab]:
    """Return all prefabs by the names of their files, in alphabetical order.

    Raises:
        PrefabError: some of them cannot be read; it lists everything that is wrong.
    """
    return _library(data_folder() / "prefabs")


def named(name: str) -> Prefab:
    """Return one prefab; PrefabError when there is none of this name."""
    found = library().get(name)
    if found is None:
        raise PrefabError(f"{data_folder() / 'prefabs'} holds no {name}.txt")
    return found
