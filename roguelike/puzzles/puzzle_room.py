"""The room of a puzzle: a practice room with a code, a grade and an order of its own."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from roguelike.practice.drawn_boards import begun, boards_of
from roguelike.practice.pages import STAR
from roguelike.practice.practice_room import Kind, PracticeRoom
from roguelike.puzzles.codes import daily_key
from roguelike.puzzles.puzzle import Puzzle
from roguelike.puzzles.puzzles_page import Code
from roguelike.ui.panels.bar import Words
from roguelike.ui.program import Program
from roguelike.ui.screens.play import Play

if TYPE_CHECKING:  # boards are passed in
    from roguelike.practice.room import Board

WORDS: Words = (
    ("Undo", "undo"),
    ("Again", "again"),
    ("Next", "next_board"),
    ("Code", "board_code"),
    ("Leave", "save_quit"),
    ("Spells", "spells"),
    ("Target", "next_target"),
    ("Look", "look"),
    ("Counsel", "counsel"),
    ("Wait", "wait"),
    ("Close", "close_door"),
    ("Log", "log"),
    ("Help", "help"),
    ("Menu", "menu"),
)
_SOLVED = "\u201c{}\u201d is solved{}. Try it another way, or send its code to a friend."
_TODAYS_SOLVED = "Today's puzzle is solved; tomorrow brings another. Try this another way, or send a friend its code."


def puzzle(program: Program, board: "Board") -> Play:
    """Open a puzzle, independent of any game in progress. Raises UserError."""
    return Play(program, PracticeRoom(program, begun(program.host, board, Puzzle), PUZZLE))


def unsolved(program: Program, boards: "Sequence[Board]") -> "Sequence[Board]":
    """Return the puzzles that are not solved: they follow the last, and one from outside the list."""
    return [each for each in boards if each.key not in program.progress.puzzles]


def solved(program: Program, board: "Board") -> tuple[str, str]:
    """Return how hard the solved puzzle was, and how many of the game's are solved now, as a heading and a text."""
    ours = {each.key for each in boards_of(program.host, "puzzle")}
    count = ""
    stars = STAR * board.task.grade if board.task else ""
    title = f"Solved {stars}".strip()
    if board.key == daily_key(program.progress.day):
        return title, _TODAYS_SOLVED
    if board.key in ours:
        solved = len(ours.intersection(program.progress.puzzles))
        count = (
            f", and with it all {len(ours)}"
            if solved == len(ours)
            else f": {solved} of {len(ours)}"
        )
    return title, _SOLVED.format(board.name, count)


PUZZLE = Kind("Puzzle", WORDS, ("board_code",), left=unsolved, won=solved, code=Code)
