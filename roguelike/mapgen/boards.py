"""Boards: single rooms drawn by hand, to practise in and to learn from; text files that anyone can draw.

name: In the door         What follows is a key: value line each, up to the first empty line.
kind: lesson              `practice` (the player comes as they are) or `lesson` (as the keys below say).
order: 3                  Its place among boards of its kind.
text: Let them come ...   What the player is told as it begins.
goal: clear               What wins it: `clear` (no enemy is left), `leave` (take the stairs); `none` unless said.
won: One at a time ...    What the player is told then.
theme: limestone          What walls and floors are made of.
light: dark               Lit unless said.
asleep: w                 Letters of the map whose creatures sleep.
hp: 20                    Of the player of a lesson: hit points, mana, and names parted by commas of
mana: 3                   spells, of what is worn or wielded and of what is carried.
spells: Zap, Dread
wears: Rusty Longsword
carries: Health Potion
w: mobs Mangy Wolf        A letter of the map, the section of the raws and the name of what stands there.

#######                   The map, in the signs of `drawn_text`; @ is the player. What is not drawn is wall.
#@..w.#
#######
"""

from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Literal, TypeVar, get_args

import numpy as np

from roguelike.components.actors import Section
from roguelike.components.looks import Theme
from roguelike.core.data_path import data_folders
from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.mapgen.blueprint import Section as Standing
from roguelike.mapgen.blueprint import Spawn, Tiles
from roguelike.mapgen.drawn_text import (
    GROUND,
    KEEP,
    START,
    Head,
    PrefabError,
    headed,
    read_head,
    read_rows,
    shown_file,
    texts_of,
)
from roguelike.world.terrain import Tile

BoardKind = Literal["practice", "lesson"]
Goal = Literal["none", "clear", "leave"]
Word = TypeVar("Word", bound=str)
FOLDER = "boards"
KEYS = "name, kind, order, text, goal, won, theme, light, asleep, hp, mana, spells, wears, carries"
MOST_POOL = 999
EDGE = 1
"""Tiles of wall around what is drawn."""


class Named(Record):
    """Something that a board names: in which section of the raws it must be, and which file, line and column say so."""

    section: Section
    name: str
    where: str


class Hero(Record):
    """Who plays a lesson: hit points and mana, 0 for as many as everybody begins with, and what they know and have."""

    hp: int = 0
    mana: int = 0
    spells: tuple[str, ...] = ()
    wears: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()


class Board(Record):
    """A drawn room. `key` is the name of its file, `rows` hold one character per tile, all rows of one length."""

    key: str
    name: str
    rows: tuple[str, ...]
    legend: dict[str, tuple[Standing, str]]
    kind: BoardKind = "practice"
    order: int = 0
    text: str = ""
    goal: Goal = "none"
    won: str = ""
    theme: Theme = "default"
    lit: bool = True
    asleep: frozenset[str] = frozenset()
    hero: Hero = Hero()
    names: tuple[Named, ...] = ()

    @property
    def title(self) -> str:
        """What the place is called in play: "Lesson: Aim"."""
        return f"{self.kind.capitalize()}: {self.name}"

    def tiles(self) -> Tiles:
        """Return the ground, with a wall around it: tile numbers, indexed [x, y]."""
        width, height = len(self.rows[0]) + 2 * EDGE, len(self.rows) + 2 * EDGE
        tiles = np.full((width, height), Tile.WALL, dtype=np.uint8, order="F")
        for point, sign in self.cells():
            tiles[point] = GROUND.get(sign, Tile.FLOOR)
        return tiles

    def cells(self) -> list[tuple[Point, str]]:
        """List every tile that is drawn, as a point of `tiles` and its character."""
        return [
            ((x + EDGE, y + EDGE), sign)
            for y, row in enumerate(self.rows)
            for x, sign in enumerate(row)
            if sign != KEEP
        ]

    @property
    def start(self) -> Point:
        """The tile of `tiles` on which the player stands."""
        return next(point for point, sign in self.cells() if sign == START)

    def spawns(self) -> list[tuple[Spawn, bool]]:
        """List what stands on the board, and whether it is asleep."""
        return [
            (Spawn(*self.legend[sign], point), sign in self.asleep)
            for point, sign in self.cells()
            if sign in self.legend
        ]


def parse_board(text: str, source: str) -> Board:
    """Read a board; `source` names the file in errors. PrefabError says what is wrong, in which line and column."""
    lines = text.splitlines()
    head = read_head(lines, source)
    key = PurePath(source).stem
    name = head.take("name", key)[0]
    kind: BoardKind = _one_of(head, "kind", get_args(BoardKind), "practice")
    order = _number(head, "order")
    told, won = head.take("text")[0], head.take("won")[0]
    goal: Goal = _one_of(head, "goal", get_args(Goal), "none")
    theme: Theme = _one_of(head, "theme", get_args(Theme), "default")
    lit = _one_of(head, "light", ("lit", "dark"), "lit") == "lit"
    asleep = _letters(head)
    hero, names = _hero(head)
    head.refuse_others(KEYS)
    rows = read_rows(lines, head)
    _check_map(rows, goal, source)
    names += [Named(*head.legend[sign], where) for sign, where in head.where.items()]
    return Board(
        key, name, rows, head.legend, kind, order, told, goal, won, theme, lit, asleep, hero, tuple(names)
    )  # fmt: skip


def _one_of(head: Head, key: str, words: Sequence[Word], default: Word) -> Word:
    """Read one of some words."""
    text, where = head.take(key, default)
    for word in words:
        if text == word:
            return word
    raise PrefabError(f"{where}: {key} '{text}' should be one of {', '.join(words)}")


def _number(head: Head, key: str) -> int:
    """Read a number from 0 to MOST_POOL, 0 where nothing is said."""
    text, where = head.take(key, "0")
    if not text.isdecimal() or int(text) > MOST_POOL:
        raise PrefabError(f"{where}: {key} '{text}' should be a number from 0 to {MOST_POOL}")
    return int(text)


def _letters(head: Head) -> frozenset[str]:
    """Read the letters of sleepers, parted by blanks, which must be creatures of the legend."""
    text, where = head.take("asleep")
    letters = text.split()
    for letter in letters:
        if letter not in head.legend or head.legend[letter][0] != "mobs":
            raise PrefabError(f"{where}: '{letter}' cannot sleep: it is no creature of the legend")
    return frozenset(letters)


def _hero(head: Head) -> tuple[Hero, list[Named]]:
    """Read who plays, and all names that this takes from the raws."""
    names: list[Named] = []

    def listed(key: str, section: Section) -> tuple[str, ...]:
        """Read names parted by commas."""
        text, where = head.take(key)
        found = tuple(name.strip() for name in text.split(",") if name.strip())
        names.extend(Named(section, name, where) for name in found)
        return found

    hp, mana = _number(head, "hp"), _number(head, "mana")
    hero = Hero(
        hp, mana, listed("spells", "spells"), listed("wears", "items"), listed("carries", "items")
    )
    return hero, names


def _check_map(rows: Sequence[str], goal: Goal, source: str) -> None:
    """Raise PrefabError unless there is one player, and stairs where the goal is to take them and only there."""
    signs = "".join(rows)
    if signs.count(START) != 1:
        raise PrefabError(
            f"{source}: a board needs one {START}, the player; it has {signs.count(START)}"
        )
    has_stairs = any(GROUND.get(sign) == Tile.DOWN_STAIRS for sign in signs)
    if has_stairs != (goal == "leave"):
        missing = "has no > to leave by" if goal == "leave" else "has a >, but its goal is another"
        raise PrefabError(f"{source}: the board {missing}")


def read_boards(folder: Path) -> tuple[dict[str, Board], list[str]]:
    """Read all boards of a folder by key; return those that can be read, and what is wrong with the others."""
    found: dict[str, Board] = {}
    faults: list[str] = []
    for file, text in texts_of(folder):
        try:
            if isinstance(text, PrefabError):
                raise text
            found[file.stem] = parse_board(text, shown_file(file))
        except PrefabError as fault:
            faults += str(fault).splitlines()
    return found, faults


def boards(kind: BoardKind, sources: Sequence[Path] = ()) -> list[Board]:
    """Return all boards of a kind in their order: those of the data in force, or of some folders, later ones over.

    Raises:
        PrefabError: some of them cannot be read; it lists everything that is wrong.
    """
    found: dict[str, Board] = {}
    faults: list[str] = []
    for folder in sources or data_folders():
        more, wrong = read_boards(folder / FOLDER)
        found, faults = found | more, faults + wrong
    if faults:
        raise PrefabError(headed(faults))
    return sorted(
        (board for board in found.values() if board.kind == kind),
        key=lambda board: (board.order, board.name),
    )
