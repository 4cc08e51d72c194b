"""Which screens the program opens with, and how each screen that others return to is made.

A screen asks `Program.open` for one of these by name. So it need not import those that lead back to it, and none is
loaded before it is wanted: the imports stand inside the functions.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from roguelike.ui.program import Program, ScreenMaker
from roguelike.ui.screen import Clear, Push, Screen

if TYPE_CHECKING:  # boards are handed in
    from roguelike.engine.practice import Board


def _title(program: Program) -> Screen:
    """Make the title screen."""
    from roguelike.ui.screens.title import Title

    return Title(program)


def _play(program: Program) -> Screen:
    """Make the screen of the game in progress."""
    from roguelike.ui.screens.play import Play

    return Play(program)


def _game_over(program: Program) -> Screen:
    """Make the page that ends a lost game."""
    from roguelike.ui.screens.gameover import GameOver

    return GameOver(program)


def _given_up(program: Program) -> Screen:
    """Open the end of a game that was given up."""
    from roguelike.ui.screens.gameover import GivenUp

    return GivenUp(program)


def _victory(program: Program) -> Screen:
    """Make the page that ends a won game."""
    from roguelike.ui.screens.victory import Victory

    return Victory(program)


def _game_menu(program: Program) -> Screen:
    """Make the menu that Escape opens in play."""
    from roguelike.ui.screens.game_menu import GameMenu

    return GameMenu(program)


def _help(program: Program) -> Screen:
    """Make the help pages."""
    from roguelike.ui.screens.help import Help

    return Help(program)


SCREENS: Mapping[str, ScreenMaker] = {
    "Title": _title,
    "Play": _play,
    "GameOver": _game_over,
    "GivenUp": _given_up,
    "Victory": _victory,
    "GameMenu": _game_menu,
    "Help": _help,
}
"""Screens that others return to or open from anywhere, by the name of their class."""


def puzzle_screens(program: Program, puzzle: "Board | Literal['daily']") -> tuple[Screen, ...]:
    """Open a puzzle over the title; what keeps it from beginning is told in its place."""
    from roguelike.ui.screens.practice import open_lesson
    from roguelike.ui.screens.puzzles import today

    match today(program) if puzzle == "daily" else open_lesson(program, puzzle):
        case Push(screen):
            return program.open("Title"), screen
    return (program.open("Title"),)


def first_screens(program: Program, *, new: bool) -> tuple[Screen, ...]:
    """Open the title, or a new game in its place; what keeps one from beginning, or from being saved, is told on it."""
    if not new:
        return (program.open("Title"),)
    from roguelike.ui.screens.seed import begin

    match begin(program, None):
        case Clear(play):
            return (play,)
        case Push(popup):
            return program.open("Title"), popup
    return ()
