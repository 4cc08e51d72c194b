"""The menus that Escape opens in play: of the game, and of whatever else is played."""

from collections.abc import Sequence
from typing import ClassVar

from roguelike.toolkit.page import Confirm, ListPopup, Message
from roguelike.toolkit.screen import Clear, Pop, Push, Transition
from roguelike.toolkit.widgets import Row
from roguelike.ui.program import Program, UserError

_PAGES = (
    ("resume", "r", "Resume"),
    ("character", "c", "Character"),
    ("discoveries", "d", "Discoveries"),
    ("log", "m", "Message log"),
)
_ROWS = (
    ("help", "?", "Help"),
    ("options", "o", "Options"),
    ("wizard", "w", "Wizard mode"),
    ("save_quit", "s", "Save and quit to the title"),
    ("abandon", "a", "Abandon this run"),
)
_LEAVE = "Quit to the title, unsaved"
"""Replaces saving if nothing is saved; such a run is not kept as a past run either, so it cannot be abandoned."""
_GIVE_UP = "This run ends here, for good, and joins the past runs. The saved game goes with it."


class CommandMenu(ListPopup[Program, str]):
    """A list of commands: for each its name, its letter, its words. It closes with the name of one."""

    columns: ClassVar[int] = 42
    letters: ClassVar[bool] = False

    def __init__(self, program: Program, rows: Sequence[tuple[str, str, str]], title: str) -> None:
        self.title, self._offered = title, rows
        super().__init__(program)

    def listed(self) -> list[Row[str]]:
        """Return the commands."""
        return [Row(label, value, mark=mark) for value, mark, label in self._offered]

    def on_choice(self, value: str) -> Transition:
        """Close with the command, or without a result."""
        return Pop(None if value == "resume" else value)


class GameMenu(CommandMenu):
    """The menu of the game: pages open over it."""

    name: str = "Menu"
    columns: ClassVar[int] = 38

    def __init__(self, program: Program) -> None:
        super().__init__(program, _ROWS, "Game menu")

    def listed(self) -> list[Row[str]]:
        """Return the pages, those of satellites, and the ways out."""
        host = self.program.host
        offers = [each for satellite in host.satellites for each in satellite.in_game]
        hung = [(each.screen, each.key, each.label) for each in offers]
        rows = [Row(label, value, mark=mark) for value, mark, label in (*_PAGES, *hung, *_ROWS)]
        return [*rows[:-2], Row(_LEAVE, "save_quit", mark="s")] if host.saves_nothing() else rows

    def on_choice(self, value: str) -> Transition:
        """Ask before the run is abandoned, open a page, or close with the command."""
        if value == "abandon":
            yes, no = "Abandon it", "Go on"
            return Push(Confirm(self.program, "Abandon this run?", _GIVE_UP, value, yes=yes, no=no))
        screen = self.program.find(value)
        return Push(screen) if screen is not None else super().on_choice(value)

    def on_result(self, result: object) -> Transition:
        """Abandon the run, if the player agreed; pass any other result on to the game."""
        return self._abandon() if result == "abandon" else Pop(result)

    def _abandon(self) -> Transition:
        """Abandon the run: its save becomes a line of the history, and its last page is shown."""
        try:
            self.program.host.abandon()
        except UserError as error:
            return Push(Message(self.program, "Not abandoned", str(error)))
        return Clear(self.program.open("given_up"))
