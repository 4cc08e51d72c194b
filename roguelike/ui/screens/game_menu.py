"""The game menu: what Escape opens in play.

The one decision: its rows have the keys that their commands have on the map. So Escape pressed once too often changes
the meaning of no key; the one letter of its own asks first.
"""

from collections.abc import Iterator
from typing import ClassVar

from roguelike.toolkit.dialogs import Confirm, Message
from roguelike.toolkit.page import ListPopup, command_row
from roguelike.toolkit.screen import Clear, Pop, Push, Transition
from roguelike.toolkit.widgets import Row
from roguelike.ui.program import Program, UserError

_PAGES = (
    ("menu", "Resume"),
    ("character", "Character"),
    ("discoveries", "Discoveries"),
    ("log", "Message log"),
)
_ROWS = (
    ("help", "Help"),
    ("options", "Options"),
    ("wizard", "Wizard mode"),
)
_LEAVE = "Quit to the title, unsaved"
"""Replaces saving if nothing is saved; such a run is not kept as a past run either, so it cannot be abandoned."""
_GIVE_UP = "This run ends here, for good, and joins the past runs. The saved game goes with it."


class GameMenu(ListPopup[Program, str]):
    """A popup over the game."""

    name: str = "Menu"
    title: str = "Game menu"
    columns: ClassVar[int] = 46

    letters: ClassVar[bool] = False
    by_command: ClassVar[bool] = True

    def listed(self) -> Iterator[Row[str]]:
        """Yield the pages, those of satellites, and the ways out."""
        host, keymap = self.program.host, self.program.keymap
        offers = [each for satellite in host.satellites for each in satellite.in_game]
        hung = [(each.screen, each.label) for each in offers]
        for command, label in (*_PAGES, *hung, *_ROWS):
            yield command_row(keymap, command, label)
        if host.saves_nothing():
            yield command_row(keymap, "save_quit", _LEAVE)
        else:
            yield command_row(keymap, "save_quit", "Save and quit to the title")
            yield Row("Abandon this run", "abandon", mark="a")

    def on_choice(self, value: str) -> Transition:
        """Open a page, leave the game, or close the menu."""
        match value:
            case "menu":
                return Pop()
            case "save_quit":
                return self._save()
            case "abandon":
                program = self.program
                question = Confirm(
                    program, "Abandon this run?", _GIVE_UP, "abandon", yes="Abandon it", no="Go on"
                )
                return Push(question)
        screen = self.program.find(value)
        return Push(screen) if screen is not None else Pop()

    def on_result(self, result: object) -> Transition:
        """Abandon the run or leave it unsaved, if the player agreed; pass any other result on to the game."""
        match result:
            case "abandon":
                return self._abandon()
            case "leave_unsaved":
                return self._to_title()
        return Pop(result)

    def _save(self) -> Transition:
        """Save and go to the title; if saving fails, stay in the game."""
        try:
            self.program.game.save("quit")
        except UserError as error:
            return Push(unsaved(self.program, error))
        return self._to_title()

    def _abandon(self) -> Transition:
        """Abandon the run: its save becomes a line of the history, and its last page is shown."""
        try:
            self.program.host.abandon()
        except UserError as error:
            return Push(Message(self.program, "Not abandoned", str(error)))
        return Clear(self.program.open("given_up"))

    def _to_title(self) -> Transition:
        """Leave the game for the title screen."""
        self.program.session = None
        return Clear(self.program.open("title"))


def unsaved(program: Program, error: UserError) -> Confirm:
    """Ask whether to leave a game that cannot be saved; closes with the command "leave_unsaved"."""
    text = f"{error}\n\nIf you leave now, what happened since the last save is lost."
    return Confirm(
        program, "Not saved", text, "leave_unsaved", yes="Leave anyway", no="Stay in the game"
    )
