"""Asks which row of a list a button is meant for.

On its way from a row to a button below the list, the mouse passes over other rows and takes the cursor along. So where
the mouse has put the cursor, a click on the button says nothing about the row: the next click names it.
"""

from collections.abc import Collection
from typing import TypeVar

from roguelike.core.records import Record
from roguelike.ui.inputs import Input, Mouse
from roguelike.ui.keymap import Keymap
from roguelike.ui.widgets.buttons import ButtonRow
from roguelike.ui.widgets.menu import Blocked, Cancelled, Chosen, ListMenu

T = TypeVar("T")

WHICH = "{button} which one? Click it; a right click takes this back."


class Answer(Record):
    """What comes of a click: a button's value to carry out at the cursor ("" for none), and a note to show."""

    button: str = ""
    note: str = ""


class WhichRow:
    """Remembers the clicked button until its row is clicked."""

    def __init__(self, values: Collection[str]) -> None:
        """Watch over the buttons with these values."""
        self._values = values
        self._wanted = ""

    @property
    def asks(self) -> bool:
        """Whether a button waits for its row."""
        return bool(self._wanted)

    def on_input(
        self, event: Input, bar: ButtonRow[str], menu: ListMenu[T], keymap: Keymap
    ) -> Answer | None:
        """Answer a click on such a button, or on the row that it is meant for; None for everything else."""
        if isinstance(event, Mouse) and event.kind != "press":
            return None
        wanted, self._wanted = self._wanted, ""
        if not isinstance(event, Mouse):
            return None
        button = bar.at(event.x, event.y)
        if button is not None:
            if event.button == "left" and button.value in self._values and menu.is_in_doubt:
                self._wanted = button.value
                return Answer(note=WHICH.format(button=button.label))
            return None
        if not wanted:
            return None
        match menu.on_input(event, keymap):
            case Chosen() | Blocked():
                menu.hold()
                return Answer(wanted)
            case Cancelled():
                return Answer()
        self._wanted = wanted  # a click beside the list or a turned page answers nothing
        return Answer(
            note=WHICH.format(button=next(b.label for b in bar.buttons if b.value == wanted))
        )
