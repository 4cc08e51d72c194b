"""Tasks: what makes a board a puzzle. These lines of its head give the number of acts, the roles and a solution.

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
from collections.abc import Mapping
from typing import get_args

from roguelike.components.puzzles import Clock
from roguelike.core.geometry import Point
from roguelike.core.records import Record, field
from roguelike.mapgen.drawn_text import (
    Head,
    PrefabError,
    one_of,
    read_letters,
    read_number,
)

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


def read_task(head: Head) -> Task:
    """Parse the lines of a task; PrefabError gives what is wrong, with line and column."""
    tempting, where = head.take("tempting")
    return Task(
        read_number(head, "acts", 1, MOST_ACTS),
        one_of(head, "clock", get_args(Clock), "still"),
        read_letters(head, "kill", "die"),
        read_letters(head, "spare", "be spared"),
        _life(head),
        read_number(head, "grade", 1, MOST_GRADE, "1"),
        _solution(head),
        _deed(tempting, where) if tempting else None,
    )


def _life(head: Head) -> dict[str, int]:
    """Parse the hit points of creatures by letter."""
    text, where = head.take("life")
    found: dict[str, int] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        said = _LIFE.match(part)
        if said is None or not int(said["hp"]):
            raise PrefabError(
                f"{where}: life '{part}' should be a letter and a number from 1 to 999"
            )
        if said["letter"] not in head.legend or head.legend[said["letter"]][0] != "mobs":
            raise PrefabError(f"{where}: '{said['letter']}' is no creature of the legend")
        found[said["letter"]] = int(said["hp"])
    return found


def _solution(head: Head) -> tuple[Deed, ...]:
    """Parse the acts that win."""
    text, where = head.take("solution")
    return tuple(_deed(part.strip(), where) for part in text.split(";") if part.strip())


def _deed(text: str, where: str) -> Deed:
    """Parse one act of a solution."""
    said = _DEED.match(text)
    if said is None or (said["what"] == STEP and said["x"] is None):
        raise PrefabError(
            f"{where}: '{text}' should be an act such as 'Zap 4,4', 'step 5,4', 'wait'"
        )
    at = (int(said["x"]), int(said["y"])) if said["x"] is not None else None
    return Deed(said["what"], at)
