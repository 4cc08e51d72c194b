"""Text files that anyone can draw: the format that all of them share, and pieces of map in it.

    name: Orc camp            The head consists of key: value lines, up to the first empty line.
    depth: 4-100              The depths that may hold it.
    place: centre centre      A part of the map, `anywhere` for a vault put at random on open floor, or
                              `a quarter` for a piece that a level places by name: part of a city, a scene.
    o: mobs Orc               A character of the map, the section of the raws and the name of what it stands for.

    #####                     The map: # wall, . floor, a space leaves what is there, and the other signs of
    #.o.>                     `GROUND`; @ is the start, > the exit.
    #####

The files are in the data folder, so a piece can be added without any code. The other keys of a head say of its things
what is said besides where they are: choices, prices, locks and keys.

  one of: h m s         Taking one of these loses the others; further groups after a semicolon.
  price: h 30, m 45     What a thing costs, in gold.
  shut: D               Fixtures that bar the way until they are opened. What is behind them is sealed.
  elsewhere: Iron Key   Things that are not drawn: each is somewhere else on the level, where one can walk to.
  carries: O Iron Key   A creature, and a thing that it has in its pack; further ones after a semicolon.

Each letter is one of the legend, each thing an item of the raws.

The seed catalogue, the viewer and whoever debugs a builder see levels in the same signs.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeVar, get_args

import numpy as np

from roguelike.core import data_path
from roguelike.core.geometry import Point
from roguelike.core.grammar import counted
from roguelike.core.plain_words import quotable
from roguelike.core.records import Record, State, field
from roguelike.mapgen.blueprint import Blueprint, Section, Spawn, Tiles
from roguelike.mapgen.metas import ends
from roguelike.mapgen.reach import reached
from roguelike.world.terrain import BY_NUMBER, WALKABLE, Tile

T = TypeVar("T")
Word = TypeVar("Word", bound=str)
GLYPHS = [BY_NUMBER[tile].glyph for tile in Tile]
GROUND = {GLYPHS[tile]: tile for tile in Tile if tile != Tile.UP_STAIRS}
KEEP, START = " ", "@"
WIDEST, TALLEST = 78, 48
"""The size in tiles of the largest piece: the inside of a map of 80x50."""
MOST_LETTERS, MOST_NAME = 400, 60
"""The most characters of a line, and of a name."""
IN_A_PIECE = 6
"""How many signs that are wrong are told of one piece: a file that is none of them has more than anybody reads."""
MOST_TOLD = 500
"""The most errors that are listed."""
Fault = Callable[[str], str]
"""Returns what is wrong with a character of a map; "" if nothing is."""
MARKS = {"mobs": "m", "items": "!", "props": "^"}
DOOR = "+"


class PrefabError(Exception):
    """A drawn file cannot be read; the message gives file, line, column and the remedy, one error per line."""


class Head(State):
    """The head of a file: the values of its keys, each with its place in the file, and the letters of the map.

    `end` is the number of lines up to the empty one, `source` the file's name in errors.
    """

    source: str
    fields: dict[str, tuple[str, str]]
    legend: dict[str, tuple[Section, str]]
    where: dict[str, str]
    end: int

    def take(self, key: str, default: str = "") -> tuple[str, str]:
        """Return the value of a key and its place, and remove it; the default for a key that is not there."""
        return self.fields.pop(key, (default, self.source))

    def refuse_others(self, known: str) -> None:
        """Raise PrefabError if a key is left that nothing has taken; `known` lists the valid keys."""
        if self.fields:
            key, (_, where) = min(self.fields.items())
            line = where.rpartition(" ")[0]
            raise PrefabError(f"{line} 1: unknown key '{key}'; known are {known}")


def read_head(lines: list[str], source: str) -> Head:
    """Parse the lines before the first empty one; PrefabError if one is not `key: value`, or repeats a key.

    No line of the whole text may be too long or contain unprintable characters, since errors quote them.
    """
    _check_letters(lines, source)
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
    return Head(source, fields, legend, where_said, end)


def _check_letters(lines: list[str], source: str) -> None:
    """Raise PrefabError for the first line that is too long or contains an unprintable character."""
    for number, line in enumerate(lines, 1):
        where = f"{source}, line {number}, column"
        if len(line) > MOST_LETTERS:
            raise PrefabError(
                f"{where} {MOST_LETTERS + 1}: a line has at most {MOST_LETTERS} letters"
            )
        for column, sign in enumerate(line if not line.isprintable() else "", 1):
            if not sign.isprintable():
                raise PrefabError(f"{where} {column}: {sign!r} is no character that can be shown")


def read_name(head: Head, default: str) -> str:
    """Parse a name; the default if there is none. PrefabError if it is too long."""
    text, where = head.take("name")
    if len(text) > MOST_NAME:
        raise PrefabError(f"{where}: a name has at most {MOST_NAME} letters")
    return text or default


def one_of(head: Head, key: str, words: Sequence[Word], default: Word) -> Word:
    """Parse one of some words."""
    text, where = head.take(key, default)
    for word in words:
        if text == word:
            return word
    raise PrefabError(f"{where}: {key} '{text}' should be one of {', '.join(words)}")


def read_number(head: Head, key: str, least: int, most: int, default: str = "") -> int:
    """Parse a number from `least` to `most`."""
    text, where = head.take(key, default)
    if not (text.isascii() and text.isdecimal() and len(text) <= 4 and least <= int(text) <= most):
        raise PrefabError(f"{where}: {key} '{text}' should be a number from {least} to {most}")
    return int(text)


def read_letters(head: Head, key: str, what: str) -> frozenset[str]:
    """Parse letters of creatures in the legend, separated by blanks; `what` is what they are to do, for errors."""
    text, where = head.take(key)
    letters = text.split()
    for letter in letters:
        if letter not in head.legend or head.legend[letter][0] != "mobs":
            raise PrefabError(f"{where}: '{letter}' cannot {what}: it is no creature of the legend")
    return frozenset(letters)


def _thing(key: str, text: str, where: str) -> tuple[Section, str]:
    """Parse `section name`, what a letter of the map stands for."""
    if key in GROUND or key == START:
        raise PrefabError(f"{where}: '{key}' is ground already; choose another sign")
    section, _, name = text.partition(" ")
    for known in get_args(Section):
        if section == known and name:
            return known, name
    raise PrefabError(f"{where}: '{key}: {text}' should be items, mobs or props, then a name")


def read_rows(lines: list[str], head: Head, fault: Fault = lambda _: "") -> tuple[str, ...]:
    """Parse the map below a head and make its rows equally long; PrefabError lists everything wrong with it, once each.

    Besides unknown characters, `fault` reports characters that are not allowed in this kind of file.
    """
    source, first = head.source, head.end + 1
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
    known = {*head.legend, *GROUND, START, KEEP}
    wrong: dict[str, list[Point]] = {}
    for number, row in enumerate(rows, first + 1):
        for column, sign in enumerate(row, 1):
            unknown = "" if sign in known else f"'{sign}' is neither ground nor in the legend"
            if said := unknown or fault(sign):
                wrong.setdefault(said, []).append((number, column))
    if wrong:
        told = [
            f"{source}, line {line}, column {column}: {said}"
            + (f" (and {counted(len(others), 'tile')} more)" if others else "")
            for said, ((line, column), *others) in wrong.items()
        ]
        rest = [f"{source}: and {len(told) - IN_A_PIECE} signs more"] * (len(told) > IN_A_PIECE)
        raise PrefabError("\n".join(told[:IN_A_PIECE] + rest))
    return tuple(row.ljust(width, KEEP) for row in rows)


def headed(faults: list[str]) -> str:
    """Return errors, one per line, below a heading with their number; only the first of very many."""
    first = f", of which these are the first {MOST_TOLD}" if len(faults) > MOST_TOLD else ""
    heading = f"The hand-drawn pieces have {len(faults)} fault{'s' * (len(faults) > 1)}{first}:"
    return "\n".join((heading, *(f"  {fault}" for fault in faults[:MOST_TOLD])))


def shown_file(file: Path) -> str:
    """Return a file's name for errors: its name alone, or its whole path if it belongs to a content pack."""
    return quotable(str(file) if (file.parent.parent / data_path.MANIFEST).is_file() else file.name)


def read_all(folder: Path, parse: Callable[[str, str], T]) -> tuple[dict[str, T], list[str]]:
    """Read the text files of a folder by name, in alphabetical order; `parse` takes a text and its file's name.

    Returns the valid ones, and what is wrong with the others, one error per line.
    """
    found: dict[str, T] = {}
    faults: list[str] = []
    for file in sorted(folder.glob("*.txt")):
        try:
            found[file.stem] = parse(_text_of(file), shown_file(file))
        except PrefabError as fault:
            faults += str(fault).splitlines()
    return found, faults


def read_layers(folders: Iterable[Path], parse: Callable[[str, str], T]) -> dict[str, T]:
    """Read the text files of some folders by name, later ones overriding.

    Raises:
        PrefabError: some of them cannot be read; it lists everything that is wrong.
    """
    found: dict[str, T] = {}
    faults: list[str] = []
    for folder in folders:
        more, wrong = read_all(folder, parse)
        found, faults = found | more, faults + wrong
    if faults:
        raise PrefabError(headed(faults))
    return found


def _text_of(file: Path) -> str:
    """Return the text of a file; raises PrefabError if it cannot be read."""
    try:
        data_path.check_plain(file)
        return file.read_text(encoding="utf-8-sig")
    except OSError as fault:
        raise PrefabError(f"{shown_file(file)}: cannot be read: {fault.strerror}") from fault
    except UnicodeDecodeError as fault:
        line = fault.object.count(b"\n", 0, fault.start) + 1
        raise PrefabError(
            f"{shown_file(file)}, line {line}: is not UTF-8 text: save the file as UTF-8"
        ) from fault


def draw_tiles(tiles: Tiles) -> list[list[str]]:
    """Return the ground row by row, one character per tile."""
    return [[GLYPHS[tile] for tile in row] for row in tiles.T.tolist()]


def draw(plan: Blueprint, *, spawns: bool = True) -> str:
    """Return the map as text: start @ (or < below the first level), exit >, m creature, ! item, ^ trap, + door."""
    rows = draw_tiles(plan.tiles)
    mark(rows, plan.spawns if spawns else ())
    if plan.start is not None and plan.depth == 1:
        x, y = plan.start
        rows[y][x] = START
    return "\n".join("".join(row) for row in rows)


def mark(rows: list[list[str]], spawns: Iterable[Spawn]) -> None:
    """Put the signs of spawns on a drawing."""
    for section, name, (x, y) in spawns:
        rows[y][x] = DOOR if name == "Door" else MARKS[section]


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
    drawn = Counter("".join(rows))
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
PiecePlace = tuple[ends.Across, ends.Down] | Literal["a quarter"] | None
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
    for across in ends.ACROSS:
        for down in ends.DOWN:
            if text == f"{across} {down}":
                return across, down
    raise PrefabError(
        f"{where}: place '{text}' should be like 'right top', 'anywhere' or 'a quarter'"
    )


@lru_cache(maxsize=8)
def _library(folders: tuple[Path, ...]) -> dict[str, Prefab]:
    """Read all prefabs of some folders, later ones overriding; PrefabError lists everything that is wrong."""
    found = read_layers((folder / FOLDER for folder in folders), parse)
    return dict(sorted(found.items()))


def library(folders: tuple[Path, ...] = ()) -> dict[str, Prefab]:
    """Return all prefabs by file name, in alphabetical order, of these data folders or the active ones.

    Raises:
        PrefabError: some of them cannot be read; it lists everything that is wrong.
    """
    return _library(folders or data_path.data_folders())


def named(name: str, folders: tuple[Path, ...] = ()) -> Prefab:
    """Return one prefab; PrefabError if there is none of this name."""
    found = library(folders).get(name)
    if found is None:
        raise PrefabError(f"{data_path.data_folder() / FOLDER} holds no {name}.txt")
    return found
