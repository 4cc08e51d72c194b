"""The menus that Escape opens in play: of the game, and of whatever else is played.

The one decision: a row has the key that its command has on the map. So Escape pressed once too often changes the
meaning of no key; the one letter of its own, to give up, asks first.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from roguelike.toolkit import widgets
from roguelike.toolkit.page import Confirm, ListPopup, Message, command_row
from roguelike.toolkit.screen import Clear, Pop, Push, Transition
from roguelike.ui.program import Program, UserError

_PAGES = (
    ("menu", "Resume"),
    ("character", "Character"),
    ("discoveries", "Discoveries"),
    ("log", "Message log"),
    ("help", "Help"),
    ("options", "Options"),
)
_LEAVE = "Quit to the title, unsaved"
"""Replaces saving if nothing is saved; such a run is not kept as a past run either, so it cannot be abandoned."""
_GIVE_UP = "This run ends here, for good, and joins the past runs."


class CommandMenu(ListPopup[Program, str]):
    """A list of commands: for each its name and its words. It closes with the name of one."""

    columns: ClassVar[int] = 46
    letters: ClassVar[bool] = False
    by_command: ClassVar[bool] = True

    def __init__(self, program: Program, rows: Sequence[tuple[str, str]], title: str) -> None:
        self.title, self._offered = title, rows
        super().__init__(program)

    def listed(self) -> Iterable[widgets.Row[str]]:
        """Return a row for each command on offer, with its key."""
        return [command_row(self.program.keymap, *each) for each in self._offered]

    def on_choice(self, value: str) -> Transition:
        """Close with the command, or without a result."""
        return Pop(None if value == "menu" else value)


class GameMenu(CommandMenu):
    """The menu of the game: pages open over it."""

    name: str = "Menu"

    def __init__(self, program: Program) -> None:
        super().__init__(program, _PAGES, "Game menu")

    def listed(self) -> Iterator[widgets.Row[str]]:
        """Yield the pages, those of satellites, and the ways out."""
        host, keymap = self.program.host, self.program.keymap
        offers = [each for satellite in host.satellites for each in satellite.in_game]
        hung = [(each.screen, each.label) for each in offers]
        for command, label in (*self._offered, *hung):
            yield command_row(keymap, command, label)
        if host.saves_nothing():
            yield command_row(keymap, "save_quit", _LEAVE)
        else:
            yield command_row(keymap, "save_quit", "Save and quit to the title")
            yield widgets.Row("Abandon this run", "abandon", mark="a")

    def on_choice(self, value: str) -> Transition:
        """Ask before the run is abandoned, open a page, or close with the command."""
        if value == "abandon":
            yes, no = "Abandon it", "Go on"
            return Push(Confirm(self.program, "Abandon this run?", _GIVE_UP, value, yes=yes, no=no))
        screen = self.program.find(value) if value != "menu" else None
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
