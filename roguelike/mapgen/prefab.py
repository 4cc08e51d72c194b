"""Hand-drawn pieces of map: text files that anyone can draw.

    name: Orc camp            The head consists of key: value lines, up to the first empty line.
    depth: 4-100              The depths that may hold it.
    place: centre centre      A part of the map, `anywhere` for a vault put at random on open floor, or
                              `a quarter` for a piece that a level places by name: part of a city, a scene.
    o: mobs Orc               A character of the map, the section of the raws and the name of what it stands for.

    #####                     The map: # wall, . floor, a space leaves what is there, and the other signs of
    #.o.>                     `drawn_text`; @ is the start, > the exit.
    #####

The files are in the data folder, so a piece can be added without any code. The other keys of a head say of its things
what is said besides where they are: choices, prices, locks and keys.

  one of: h m s         Taking one of these loses the others; further groups after a semicolon.
  price: h 30, m 45     What a thing costs, in gold.
  shut: D               Fixtures that bar the way until they are opened. What is behind them is sealed.
  elsewhere: Iron Key   Things that are not drawn: each is somewhere else on the level, where one can walk to.
  carries: O Iron Key   A creature, and a thing that it has in its pack; further ones after a semicolon.

Each letter is one of the legend, each thing an item of the raws.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal

import numpy as np

from roguelike.core.data_path import data_folder, data_folders
from roguelike.core.geometry import Point
from roguelike.core.records import Record, field
from roguelike.mapgen.blueprint import Section
from roguelike.mapgen.drawn_text import (
    GROUND,
    KEEP,
    START,
    Head,
    PrefabError,
    headed,
    read_all,
    read_head,
    read_name,
    read_rows,
)
from roguelike.mapgen.metas.ends import ACROSS, DOWN, Across, Down
from roguelike.mapgen.reach import reached
from roguelike.world.terrain import WALKABLE, Tile

KEYS = "one of, price, shut, elsewhere, carries"
DEAREST = 10_000


class Arrangement(Record):
    """What the head of a piece says about its letters and about undrawn things; `where` is the place of each key."""

    groups: tuple[str, ...] = ()
    prices: dict[str, int] = field(default_factory=dict)
    shut: str = ""
    elsewhere: tuple[str, ...] = ()
    carries: tuple[tuple[str, str], ...] = ()
    where: dict[str, str] = field(default_factory=dict)

    def group_of(self, letter: str) -> int:
        """Return the number of a letter's group, from 1; 0 for a letter without a group."""
        return next((n for n, group in enumerate(self.groups, 1) if letter in group), 0)

    def carried_by(self, letter: str) -> tuple[str, ...]:
        """Return the names of the items that a creature carries."""
        return tuple(thing for mob, thing in self.carries if mob == letter)

    def undrawn(self) -> Iterator[tuple[str, str]]:
        """Yield the name of each undrawn item, with the place in the file that names it."""
        for thing in self.elsewhere:
            yield thing, self.where["elsewhere"]
        for _, thing in self.carries:
            yield thing, self.where["carries"]


def read_arrangement(head: Head, rows: tuple[str, ...]) -> Arrangement:
    """Parse what a head says about its letters. PrefabError says what is wrong, and where."""
    drawn = Counter(sign for row in rows for sign in row)
    for key in KEYS.split(", "):
        if key in head.fields and not head.fields[key][0]:
            raise PrefabError(
                f"{head.fields[key][1]}: {key}: names nothing: say what, or leave the line out"
            )
    said: tuple[str, ...] = ("elsewhere", "carries")
    where = {key: head.fields[key][1] for key in said if key in head.fields}
    return Arrangement(
        _groups(head, drawn),
        dict(_prices(head)),
        _letters(head, "shut", ("props",)),
        tuple(_parts(head.take("elsewhere")[0])),
        tuple(_carried(head)),
        where,
    )


def _parts(text: str) -> Iterator[str]:
    """Yield the parts between semicolons."""
    return (part.strip() for part in text.split(";") if part.strip())


def _letters(head: Head, key: str, sections: tuple[str, ...]) -> str:
    """Parse the letters of a key, separated by blanks, each from one of these sections."""
    text, where = head.take(key)
    return _checked(head, key, text, where, sections)


def _checked(head: Head, key: str, text: str, where: str, sections: tuple[str, ...]) -> str:
    """Return letters separated by blanks as one string; PrefabError for one that is not of these sections."""
    letters = text.split()
    for letter in letters:
        if letter not in head.legend:
            raise PrefabError(f"{where}: {key}: '{letter}' is no letter of the legend")
        if head.legend[letter][0] not in sections:
            wanted = " or ".join(sections)
            raise PrefabError(
                f"{where}: {key}: '{letter}' should be {wanted}, and is {head.legend[letter][0]}"
            )
    return "".join(letters)


def _groups(head: Head, drawn: Counter[str]) -> tuple[str, ...]:
    """Parse the groups of which only one thing may be taken; each must leave a choice, and no letter is in two."""
    text, where = head.take("one of")
    groups: list[str] = []
    for part in _parts(text):
        group = _checked(head, "one of", part, where, ("items", "props"))
        if sum(drawn[letter] for letter in set(group)) < 2:
            raise PrefabError(
                f"{where}: one of: '{part}' leaves no choice: draw two things or more of it"
            )
        twice = set(group).intersection("".join(groups))
        if twice:
            raise PrefabError(f"{where}: one of: '{min(twice)}' is in two groups")
        groups.append(group)
    return tuple(groups)


def _prices(head: Head) -> Iterator[tuple[str, int]]:
    """Parse prices: pairs of a letter and gold, separated by commas."""
    text, where = head.take("price")
    for part in text.split(",") if text else ():
        letter, _, gold = part.strip().partition(" ")
        _checked(head, "price", letter, where, ("items",))
        if not gold.strip().isdecimal() or not 0 < int(gold) <= DEAREST:
            raise PrefabError(
                f"{where}: price '{part.strip()}' should be a letter and gold, like h 30"
            )
        yield letter, int(gold)


def _carried(head: Head) -> Iterator[tuple[str, str]]:
    """Parse what creatures carry: pairs of a creature's letter and an item's name, separated by semicolons."""
    text, where = head.take("carries")
    for part in _parts(text):
        letter, _, thing = part.partition(" ")
        _checked(head, "carries", letter, where, ("mobs",))
        if not thing.strip():
            raise PrefabError(f"{where}: carries: '{letter}' should be followed by what it carries")
        yield letter, thing.strip()


def closed_off(rows: tuple[str, ...], bars: Callable[[str], bool]) -> frozenset[Point]:
    """Return the tiles of a piece that cannot be reached from outside when some signs bar the way, with the bars.

    In the piece below `D` bars the way to four tiles, including itself:

        #####
        #...#
        ##D##
        .....
    """
    width, height = len(rows[0]), len(rows)
    ground = np.ones((width + 2, height + 2), dtype=np.bool_)
    open_to_all = ground.copy()
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            tile = GROUND.get(sign, Tile.FLOOR)
            ground[x + 1, y + 1] = sign == KEEP or WALKABLE[tile]
            open_to_all[x + 1, y + 1] = ground[x + 1, y + 1] and not bars(sign)
    # A flood must not reach the edge of its array.
    framed = np.pad(open_to_all, 1)
    outside = reached(framed, (1, 1))[1:-1, 1:-1]
    shut = ground & ~outside
    return frozenset((int(x) - 1, int(y) - 1) for x, y in np.argwhere(shut))


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
