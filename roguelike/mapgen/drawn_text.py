"""The format shared by all hand-drawn text files: a head of `key: value` lines, an empty line, then the map.

A key of one character is a letter of the map, and its value says what it stands for: a section of the raws and a name.
The seed catalogue, the viewer and whoever debugs a builder see levels in the same signs.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar, get_args

from roguelike.core.data_path import MANIFEST, check_plain
from roguelike.core.plain_words import quotable
from roguelike.core.records import State
from roguelike.mapgen.blueprint import Blueprint, Section, Spawn, Tiles
from roguelike.world.terrain import Tile

T = TypeVar("T")
Word = TypeVar("Word", bound=str)
GLYPHS: dict[Tile, str] = {
    Tile.WALL: "#",
    Tile.FLOOR: ".",
    Tile.DOWN_STAIRS: ">",
    Tile.UP_STAIRS: "<",
    Tile.WOOD_FLOOR: "_",
    Tile.ROAD: "=",
    Tile.GRASS: '"',
    Tile.SHALLOW_WATER: "~",
    Tile.DEEP_WATER: "≈",
    Tile.BRIDGE: ":",
    Tile.GRAVEL: ";",
    Tile.STALACTITE: "V",
    Tile.STALAGMITE: "A",
    Tile.ICE: "-",
}
GROUND: dict[str, Tile] = {glyph: tile for tile, glyph in GLYPHS.items() if tile != Tile.UP_STAIRS}
KEEP, START = " ", "@"
WIDEST, TALLEST = 78, 48
"""The size in tiles of the largest piece: the inside of a map of 80x50."""
MOST_LETTERS, MOST_NAME = 400, 60
"""The most characters of a line, and of a name."""
MOST_TOLD = 500
"""The most errors that are listed."""
Fault = Callable[[str], str]
"""Returns what is wrong with a character of a map; "" if nothing is."""
OTHER = "?"
"""Ground that no builder uses."""
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
    """Parse the map below a head and make its rows equally long; PrefabError lists everything wrong with it.

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
    faults = [
        f"{source}, line {number}, column {column}: {said}"
        for number, row in enumerate(rows, first + 1)
        for column, sign in enumerate(row, 1)
        if (said := fault(sign) if sign in known else _unknown(sign))
    ]
    if faults:
        raise PrefabError("\n".join(faults))
    return tuple(row.ljust(width, KEEP) for row in rows)


def _unknown(sign: str) -> str:
    """Return the error for an unknown character."""
    return f"'{sign}' is neither ground nor in the legend"


def headed(faults: list[str]) -> str:
    """Return errors, one per line, below a heading with their number; only the first of very many."""
    first = f", of which these are the first {MOST_TOLD}" if len(faults) > MOST_TOLD else ""
    heading = f"The hand-drawn pieces have {len(faults)} fault{'s' * (len(faults) > 1)}{first}:"
    return "\n".join((heading, *(f"  {fault}" for fault in faults[:MOST_TOLD])))


def shown_file(file: Path) -> str:
    """Return a file's name for errors: its name alone, or its whole path if it belongs to a content pack."""
    return quotable(str(file) if (file.parent.parent / MANIFEST).is_file() else file.name)


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


def _text_of(file: Path) -> str:
    """Return the text of a file; raises PrefabError if it cannot be read."""
    try:
        check_plain(file)
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
    glyphs = [GLYPHS.get(tile, OTHER) for tile in Tile]
    return [[glyphs[tile] for tile in row] for row in tiles.T.tolist()]


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
