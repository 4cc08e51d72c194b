"""Makes the program's first screens, and the screens that others open by name.

A screen asks `Program.open` for one of these, by the name of the command that opens it if there is one. So it need not
import those that lead back to it, and none is loaded before it is needed: the imports are inside the functions.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

from roguelike.ui.program import Program
from roguelike.ui.screen import Clear, Push, Screen

if TYPE_CHECKING:  # boards are passed in
    from roguelike.practice.room import Board

ScreenMaker = Callable[[Program], Screen]


def _title(program: Program) -> Screen:
    """Make the screen that the program begins with."""
    from roguelike.ui.screens.title import Title

    return Title(program)


def _play(program: Program) -> Screen:
    """Make the screen of the game in progress."""
    from roguelike.ui.screens.play import Play

    return Play(program)


def _game_over(program: Program) -> Screen:
    """Make the page that ends a lost game."""
    from roguelike.runs.gameover import GameOver

    return GameOver(program)


def _given_up(program: Program) -> Screen:
    """Make the page that ends an abandoned game."""
    from roguelike.runs.gameover import GivenUp

    return GivenUp(program)


def _victory(program: Program) -> Screen:
    """Make the page that ends a won game."""
    from roguelike.runs.victory import Victory

    return Victory(program)


def _game_menu(program: Program) -> Screen:
    """Make the menu that Escape opens in play."""
    from roguelike.ui.screens.game_menu import GameMenu

    return GameMenu(program)


def _help(program: Program) -> Screen:
    """Make the pages of keys and manual."""
    from roguelike.ui.screens.help import Help

    return Help(program)


def _page(name: str, program: Program) -> Screen | None:
    """Make a page of a game by the name of its command; None for other names."""
    from roguelike.practice.boards_page import Boards
    from roguelike.practice.learn import Learn
    from roguelike.ui.screens.character import Character
    from roguelike.ui.screens.discoveries import Discoveries
    from roguelike.ui.screens.growth import Growth
    from roguelike.ui.screens.inventory import Inventory
    from roguelike.ui.screens.message_log import Log
    from roguelike.ui.screens.options import Options
    from roguelike.ui.screens.spells import Spells
    from roguelike.ui.screens.wizard import ENTER, Wizard, enter_wizard

    if name == "inventory":
        return Inventory(program)
    if name in ("use", "wear", "remove", "drop", "throw"):
        return Inventory(program, name)
    pages: dict[str, ScreenMaker] = {
        "log": Log,
        "character": Character,
        "discoveries": Discoveries,
        "options": Options,
        "practice": Boards,
        "learn": Learn,
        "spells": Spells,
        "grow": Growth,
        "wizard": enter_wizard,
        ENTER: Wizard,
    }
    return pages[name](program) if name in pages else None


_FIRST: Mapping[str, ScreenMaker] = {
    "title": _title,
    "play": _play,
    "game_over": _game_over,
    "given_up": _given_up,
    "victory": _victory,
    "menu": _game_menu,
    "help": _help,
}
"""Screens that are needed without or before the pages of a game."""


def screen_named(name: str, program: Program) -> Screen | None:
    """Make a screen by its name; None if no screen has it."""
    return _FIRST[name](program) if name in _FIRST else _page(name, program)


def puzzle_screens(program: Program, puzzle: "Board | Literal['daily']") -> tuple[Screen, ...]:
    """Open a puzzle over the title, or a message about what keeps it from starting."""
    from roguelike.practice.practice_room import open_lesson
    from roguelike.puzzles.puzzles_page import today

    match today(program) if puzzle == "daily" else open_lesson(program, puzzle):
        case Push(screen):
            return program.open("title"), screen
    return (program.open("title"),)


def first_screens(program: Program, *, new: bool) -> tuple[Screen, ...]:
    """Open the title, or a new game instead; if it cannot start or be saved, open the title with a message."""
    if not new:
        return (program.open("title"),)
    from roguelike.ui.screens.seed import begin

    match begin(program, None):
        case Clear(play):
            return (play,)
        case Push(popup):
            return program.open("title"), popup
    return ()
