"""Asks which row of a list a button is meant for.

On its way from a row to a button below the list, the mouse passes over other rows and takes the cursor along. So where
the mouse has put the cursor, a click on the button says nothing about the row: the next click names it.
"""

from typing import Generic, TypeVar

from roguelike.core.records import Record
from roguelike.ui.inputs import Input, Mouse
from roguelike.ui.keymap import Keymap
from roguelike.ui.widgets.buttons import Button, ButtonRow
from roguelike.ui.widgets.menu import Blocked, Cancelled, Chosen, ListMenu

T = TypeVar("T")
A = TypeVar("A")

WHICH = "{button} which one? Click it; a right click takes this back."


class Answer(Record, Generic[A]):
    """What comes of a click: a button to press for the row under the cursor, if any, and a note to show."""

    button: Button[A] | None = None
    note: str = ""


class WhichRow(Generic[A]):
    """Remembers the clicked button of a list until its row is clicked."""

    def __init__(self) -> None:
        self._wanted: Button[A] | None = None

    @property
    def asks(self) -> bool:
        """Whether a button waits for its row."""
        return self._wanted is not None

    def on_input(
        self, event: Input, bar: ButtonRow[A], menu: ListMenu[T], keymap: Keymap
    ) -> Answer[A] | None:
        """Answer a click on such a button, or on the row that it is meant for; None for everything else."""
        if isinstance(event, Mouse) and event.kind != "press":
            return None
        wanted, self._wanted = self._wanted, None
        if not isinstance(event, Mouse):
            return None
        button = bar.at(event.x, event.y)
        if button is not None:
            if event.button == "left" and button.of_row and menu.is_in_doubt:
                return self._ask(button)
            return None
        if wanted is None:
            return None
        match menu.on_input(event, keymap):
            case Chosen() | Blocked():
                menu.hold()
                return Answer(wanted)
            case Cancelled():
                return Answer()
        return self._ask(wanted)  # a click beside the list or a turned page answers nothing

    def _ask(self, button: Button[A]) -> Answer[A]:
        """Let the next click say which row a button is meant for."""
        self._wanted = button
        return Answer(note=WHICH.format(button=button.label))
