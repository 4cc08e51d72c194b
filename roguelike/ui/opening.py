"""Opening screens by name: a screen need not import those that lead back to it, nor load one before it is wanted."""

from importlib import import_module

from roguelike.ui.program import Program
from roguelike.ui.screen import Clear, Push, Screen

SCREENS = {
    "Title": "title",
    "Play": "play",
    "GameOver": "gameover",
    "Victory": "victory",
    "GameMenu": "menu",
    "Help": "help",
}
"""Screens that others return to or open from anywhere: class name and module of `roguelike.ui.screens`."""


def opened(name: str, program: Program) -> Screen:
    """Make a screen; KeyError for a name that is not in SCREENS."""
    module = import_module(f"roguelike.ui.screens.{SCREENS[name]}")
    screen: Screen = getattr(module, name)(program)
    return screen


def first_screens(program: Program, *, new: bool) -> tuple[Screen, ...]:
    """Open the title, or a new game in its place; what keeps one from beginning, or from being saved, is told on it."""
    if not new:
        return (opened("Title", program),)
    from roguelike.ui.screens.seed import begin

    match begin(program, None):
        case Clear(play):
            return (play,)
        case Push(popup):
            return opened("Title", program), popup
    return ()
