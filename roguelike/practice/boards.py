"""Boards: single hand-drawn rooms for practice and lessons; text files that anyone can draw, and that programs write.

name: In the door         The head consists of key: value lines, up to the first empty line.
kind: lesson              `practice` (the player comes as they are), `lesson` (as the keys below say) or `puzzle`: that
                          has the further keys below, and a folder of its own.
order: 3                  Its place among boards of its kind.
text: Let them come ...   What the player is told as it begins.
goal: clear               What wins it: `clear` (no enemy is left), `leave` (take the stairs), for puzzles also `cross`
                          (stand on the stairs) and `save` (nobody dies who must live); for practice also `none`.
won: One at a time ...    What the player is told after winning.
theme: limestone          What walls and floors are made of.
light: dark               The default is lit.
asleep: w                 Letters of the map whose creatures sleep.
under: w ~, k "           The ground under letters, where it is not floor.
hp: 20                    The player of a lesson: hit points, mana, and names separated by commas of
mana: 3                   spells, of items worn or wielded and of items carried.
spells: Zap, Dread
wears: Rusty Longsword
carries: Health Potion
w: mobs Mangy Wolf        A letter of the map, the section of the raws and the name of what it stands for.

#######                   The map, in the signs of `prefab`; @ is the player. Everything not drawn is wall.
#@..w.#
#######

Tasks: what makes a board a puzzle. These lines of its head give the number of acts, the roles and a solution.

acts: 2                       How many acts win it. An act is anything that would take a turn.
clock: still                  `still`: nobody else acts, and fires and clouds have their one turn after the last act;
                              `runs`: everybody answers every act.
kill: K                       Letters of those who must die if the goal is `clear`; by default all enemies.
spare: p                      Letters of those who must live.
life: a 12, b 4               Hit points of the letters' creatures, where they differ from those of their kind.
grade: 3                      How hard it is, 1 to 5.
solution: Zap 4,4; step 5,4   Acts that win it: a spell and the column and row of its aim, counted from 1, `step` and an
                              adjacent tile, or `wait`.
tempting: Zap 7,4             A first act that looks best, and loses.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Literal, get_args

import numpy as np

from roguelike.components import actors
from roguelike.components.looks import Theme
from roguelike.components.puzzles import Clock, Goal
from roguelike.core import data_path
from roguelike.core.geometry import Point
from roguelike.core.records import Record, field
from roguelike.mapgen import prefab
from roguelike.mapgen.blueprint import Section as Standing
from roguelike.mapgen.blueprint import Spawn, Tiles
from roguelike.world.terrain import WALKABLE, Tile

MOST_ACTS, MOST_GRADE = 9, 5
MOST_POOL = 999
"""The most hit points or mana that a board may give."""
STEP, WAIT = "step", "wait"
_DEED = re.compile(r"^(?P<what>.+?)(?: (?P<x>\d{1,2}),(?P<y>\d{1,2}))?$")
_LIFE = re.compile(r"^(?P<letter>\S) (?P<hp>\d{1,3})$")


class Deed(Record):
    """One act of a solution: a spell's name, "step" or "wait", and the tile that it is aimed at, if any."""

    what: str
    at: Point | None = None

    def __str__(self) -> str:
        """Return the act as the file writes it."""
        return self.what if self.at is None else f"{self.what} {self.at[0]},{self.at[1]}"


class Task(Record):
    """What makes a board a puzzle; letters are those of its map."""

    acts: int
    clock: Clock = "still"
    kill: frozenset[str] = frozenset()
    spare: frozenset[str] = frozenset()
    life: Mapping[str, int] = field(default_factory=dict)
    grade: int = 1
    solution: tuple[Deed, ...] = ()
    tempting: Deed | None = None


def read_task(head: prefab.Head) -> Task:
    """Parse the lines of a task; PrefabError gives what is wrong, with line and column."""
    tempting, where = head.take("tempting")
    return Task(
        prefab.read_number(head, "acts", 1, MOST_ACTS),
        prefab.one_of(head, "clock", get_args(Clock), "still"),
        prefab.read_letters(head, "kill", "die"),
        prefab.read_letters(head, "spare", "be spared"),
        _life(head),
        prefab.read_number(head, "grade", 1, MOST_GRADE, "1"),
        _solution(head),
        _deed(tempting, where) if tempting else None,
    )


def _life(head: prefab.Head) -> dict[str, int]:
    """Parse the hit points of creatures by letter."""
    text, where = head.take("life")
    found: dict[str, int] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        said = _LIFE.match(part)
        if said is None or not int(said["hp"]):
            raise prefab.PrefabError(
                f"{where}: life '{part}' should be a letter and a number from 1 to 999"
            )
        if said["letter"] not in head.legend or head.legend[said["letter"]][0] != "mobs":
            raise prefab.PrefabError(f"{where}: '{said['letter']}' is no creature of the legend")
        found[said["letter"]] = int(said["hp"])
    return found


def _solution(head: prefab.Head) -> tuple[Deed, ...]:
    """Parse the acts that win."""
    text, where = head.take("solution")
    return tuple(_deed(part.strip(), where) for part in text.split(";") if part.strip())


def _deed(text: str, where: str) -> Deed:
    """Parse one act of a solution."""
    said = _DEED.match(text)
    if said is None or (said["what"] == STEP and said["x"] is None):
        raise prefab.PrefabError(
            f"{where}: '{text}' should be an act such as 'Zap 4,4', 'step 5,4', 'wait'"
        )
    at = (int(said["x"]), int(said["y"])) if said["x"] is not None else None
    return Deed(said["what"], at)


BoardKind = Literal["practice", "lesson", "puzzle"]
FOLDERS: dict[BoardKind, str] = {"practice": "boards", "lesson": "boards", "puzzle": "puzzles"}
"""The folder of the data that holds the boards of each kind."""
KEYS = "name, kind, order, text, goal, won, theme, light, asleep, under, hp, mana, spells, wears, carries"
TASK_KEYS = "acts, clock, kill, spare, life, grade, solution, tempting"
BY_STAIRS = ("leave", "cross")
"""Goals that need stairs."""
PUZZLE_SIZE, MOST_THINGS = (30, 16), 40
"""The most columns and rows of a puzzle, and the most things on it."""
EDGE = 1
"""Thickness in tiles of the wall around what is drawn."""
OWN = ("order", "grade", "won", "solution", "tempting")
"""Keys that are left out when sharing: they give the puzzle away, or matter only in one's own folder."""


class Named(Record):
    """A name used by a board: the section of the raws that must contain it, and its file, line and column."""

    section: actors.Section
    name: str
    where: str


class Hero(Record):
    """The hero of a lesson: hit points and mana (0 for the usual ones), and what they know and have."""

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
    under: Mapping[str, str] = field(default_factory=dict)
    """The ground under letters, as signs, where it is not floor."""
    hero: Hero = Hero()
    names: tuple[Named, ...] = ()
    task: Task | None = None
    """What makes it a puzzle; None for other boards."""
    where: Mapping[str, str] = field(default_factory=dict)
    """File, line and column of each character's entry in the legend."""

    @property
    def title(self) -> str:
        """The name of the place in play: "Lesson: Aim"."""
        return f"{self.kind.capitalize()}: {self.name}"

    def tiles(self) -> Tiles:
        """Return the ground, with a wall around it: tile numbers, indexed [x, y]."""
        width, height = len(self.rows[0]) + 2 * EDGE, len(self.rows) + 2 * EDGE
        tiles = np.full((width, height), Tile.WALL, dtype=np.uint8, order="F")
        for point, sign in self.cells():
            tiles[point] = prefab.GROUND.get(self.under.get(sign, sign), Tile.FLOOR)
        return tiles

    def cells(self) -> list[tuple[Point, str]]:
        """List every drawn tile, as a point of `tiles` and its character."""
        return [
            ((x + EDGE, y + EDGE), sign)
            for y, row in enumerate(self.rows)
            for x, sign in enumerate(row)
            if sign != prefab.KEEP
        ]

    @property
    def start(self) -> Point:
        """The player's tile in `tiles`."""
        return next(point for point, sign in self.cells() if sign == prefab.START)

    def spawns(self) -> list[tuple[Spawn, bool]]:
        """List the spawns of the board, each with whether it is asleep."""
        return [
            (Spawn(*self.legend[sign], point), sign in self.asleep)
            for point, sign in self.cells()
            if sign in self.legend
        ]


@lru_cache(maxsize=256)
def parse_board(text: str, source: str) -> Board:
    """Parse a board; `source` names the file in errors. PrefabError gives what is wrong, with line and column."""
    lines = text.splitlines()
    head = prefab.read_head(lines, source)
    key = PurePath(source).stem
    name = prefab.read_name(head, key)
    kind: BoardKind = prefab.one_of(head, "kind", get_args(BoardKind), "practice")
    order = prefab.read_number(head, "order", 0, MOST_POOL, "0")
    told, won = head.take("text")[0], head.take("won")[0]
    goal: Goal = prefab.one_of(head, "goal", get_args(Goal), "none")
    theme: Theme = prefab.one_of(head, "theme", get_args(Theme), "default")
    lit = prefab.one_of(head, "light", ("lit", "dark"), "lit") == "lit"
    asleep = prefab.read_letters(head, "asleep", "sleep")
    under = _under(head)
    hero, names = _hero(head)
    task = read_task(head) if kind == "puzzle" else None
    head.refuse_others(f"{KEYS}, {TASK_KEYS}" if task else KEYS)
    _check_goal(kind, goal, task, source)
    rows = prefab.read_rows(lines, head)
    _check_map(rows, goal, source)
    if task is not None:
        _check_size(rows, head, source)
        _check_roles(rows, task, source)
    names += [Named(*head.legend[sign], where) for sign, where in head.where.items()]
    return Board(
        key, name, rows, head.legend, kind, order, told, goal, won, theme, lit, asleep, under, hero, tuple(names), task,
        head.where,
    )  # fmt: skip


def _under(head: prefab.Head) -> dict[str, str]:
    """Parse the ground under letters."""
    text, where = head.take("under")
    found: dict[str, str] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        letter, _, sign = part.partition(" ")
        if (letter != prefab.START and letter not in head.legend) or sign not in prefab.GROUND:
            raise prefab.PrefabError(
                f"{where}: under '{part}' should be a letter of the map and a sign of ground"
            )
        is_somebody = letter == prefab.START or head.legend[letter][0] == "mobs"
        if is_somebody and not WALKABLE[prefab.GROUND[sign]]:
            raise prefab.PrefabError(f"{where}: under '{part}': nobody can stand there")
        found[letter] = sign
    return found


def _hero(head: prefab.Head) -> tuple[Hero, list[Named]]:
    """Parse the hero, and return it with all names that it uses from the raws."""
    names: list[Named] = []

    def listed(key: str, section: actors.Section) -> tuple[str, ...]:
        """Parse names separated by commas."""
        text, where = head.take(key)
        found = tuple(name.strip() for name in text.split(",") if name.strip())
        if key == "spells" and len(set(found)) < len(found):
            raise prefab.PrefabError(f"{where}: spells: one is said twice")
        names.extend(Named(section, name, where) for name in found)
        return found

    hp, mana = (prefab.read_number(head, key, 0, MOST_POOL, "0") for key in ("hp", "mana"))
    hero = Hero(
        hp, mana, listed("spells", "spells"), listed("wears", "items"), listed("carries", "items")
    )
    return hero, names


def _check_goal(kind: BoardKind, goal: Goal, task: Task | None, source: str) -> None:
    """Raise PrefabError if a goal does not suit this kind of board, or lacks what it needs."""
    if kind == "lesson" and goal == "none":
        raise prefab.PrefabError(
            f"{source}: a lesson needs a goal, clear or leave; else nobody can end it"
        )
    if task is None and goal in ("cross", "save"):
        raise prefab.PrefabError(f"{source}: the goal {goal} is for boards of the kind puzzle")
    if task is not None and goal not in ("clear", "cross", "save"):
        raise prefab.PrefabError(
            f"{source}: the goal of a puzzle should be one of clear, cross, save"
        )
    if task is not None and goal == "save" and not task.spare:
        raise prefab.PrefabError(f"{source}: the goal is save, but nobody is to be spared")


def _check_map(rows: Sequence[str], goal: Goal, source: str) -> None:
    """Raise PrefabError unless there is one player, and stairs exactly if the goal needs them."""
    signs = "".join(rows)
    if signs.count(prefab.START) != 1:
        raise prefab.PrefabError(
            f"{source}: a board needs one {prefab.START}, the player; it has {signs.count(prefab.START)}"
        )
    has_stairs = any(prefab.GROUND.get(sign) == Tile.DOWN_STAIRS for sign in signs)
    if has_stairs != (goal in BY_STAIRS):
        missing = (
            f"has no > to {goal} by" if goal in BY_STAIRS else "has a >, but its goal is another"
        )
        raise prefab.PrefabError(f"{source}: the board {missing}")


def _check_size(rows: Sequence[str], head: prefab.Head, source: str) -> None:
    """Raise PrefabError for a puzzle that is too large: a player who is sent one must not wait for it."""
    width, height = PUZZLE_SIZE
    if len(rows[0]) > width or len(rows) > height:
        raise prefab.PrefabError(f"{source}: a puzzle should be of at most {width}x{height} tiles")
    folk = sum(sign in head.legend for row in rows for sign in row)
    if folk > MOST_THINGS:
        raise prefab.PrefabError(f"{source}: {folk} things stand there, and {MOST_THINGS} may")


def _check_roles(rows: Sequence[str], task: Task, source: str) -> None:
    """Raise PrefabError if a creature that must die or live is not drawn."""
    drawn = "".join(rows)
    for letters, fate in ((task.kill, "die"), (task.spare, "be spared")):
        for letter in sorted(letters):
            if letter not in drawn:
                raise prefab.PrefabError(f"{source}: '{letter}' is to {fate}, and stands nowhere")


def boards(kind: BoardKind, sources: Sequence[Path] = ()) -> list[Board]:
    """Return all boards of a kind in order: from the active data, or from some folders, later ones overriding.

    Raises:
        PrefabError: some of them cannot be read; it lists everything that is wrong.
    """
    folders = (folder / FOLDERS[kind] for folder in sources or data_path.data_folders())
    found = prefab.read_layers(folders, parse_board)
    return sorted(
        (board for board in found.values() if board.kind == kind),
        key=lambda board: (board.order, board.name),
    )


def written(board: Board, *, shared: bool = False) -> str:
    """Return the text of a board's file; `parse_board` reads it back."""
    task = _task_lines(board.task) if board.task is not None else {}
    lines: dict[str, object] = {
        "name": board.name,
        "kind": board.kind,
        "order": board.order or "",
        "text": board.text,
        "goal": board.goal,
        "won": board.won,
        "theme": "" if board.theme == "default" else board.theme,
        "light": "" if board.lit else "dark",
        "asleep": _letters(board.asleep),
        "under": ", ".join(f"{letter} {sign}" for letter, sign in sorted(board.under.items())),
        **_hero_lines(board.hero),
        **task,
    }
    said = {key: text for key, text in lines.items() if text != "" and not (shared and key in OWN)}
    head = [f"{key}: {text}" for key, text in said.items()]
    head += [f"{sign}: {' '.join(thing)}" for sign, thing in sorted(board.legend.items())]
    return "\n".join((*head, "", *(row.rstrip() for row in board.rows), ""))


def _hero_lines(hero: Hero) -> dict[str, object]:
    """Return the fields of the hero."""
    return {
        "hp": hero.hp or "",
        "mana": hero.mana or "",
        "spells": ", ".join(hero.spells),
        "wears": ", ".join(hero.wears),
        "carries": ", ".join(hero.carries),
    }


def _task_lines(task: Task) -> dict[str, object]:
    """Return the fields that make a board a puzzle."""
    return {
        "acts": task.acts,
        "clock": task.clock,
        "kill": _letters(task.kill),
        "spare": _letters(task.spare),
        "life": ", ".join(f"{letter} {hp}" for letter, hp in sorted(task.life.items())),
        "grade": task.grade,
        "solution": "; ".join(map(str, task.solution)),
        "tempting": task.tempting or "",
    }


def _letters(letters: frozenset[str]) -> str:
    """Return letters in order, separated by blanks."""
    return " ".join(sorted(letters))
