"""What the player can do while another program uses the folder of saves; asked before anything is played."""

from collections.abc import Sequence
from typing import ClassVar

from roguelike.core.records import Record
from roguelike.ui.program import Program
from roguelike.ui.screen import Pop, Quit, Transition
from roguelike.ui.screens.page import Head, ListPage
from roguelike.ui.widgets import Row, wrap

_COLUMNS = 58


class Unsaved(Record):
    """The player agreed to play without saving: a new game of a seed, or the saved one.

    `why` is what they were told about the other program; it stays valid even if that program has ended meanwhile.
    """

    seed: str | None
    is_new: bool
    why: str


class Elsewhere(Record):
    """The player wants to play as another hero."""


class Taken(ListPage[object]):
    """A choice of playing without saving, another hero, the title, and quitting."""

    columns: ClassVar[int] = _COLUMNS
    title: ClassVar[str] = "Nothing will be saved"

    letters: ClassVar[bool] = False
    note_rows: ClassVar[int] = 0

    def __init__(self, program: Program, *, is_new: bool, seed: str | None = None) -> None:
        """Ask about a new game if `is_new`, otherwise about the saved one."""
        why = program.host.taken()
        self._unsaved = Unsaved(seed, is_new, why)
        super().__init__(program)
        self.bar.buttons.clear()  # the rows do the same
        what = "A game begun now" if is_new else "What you do in the saved game now"
        self._text = f"{why}\n\n{what} is not saved, and does not count among the past runs."
        self.other_rows = len(wrap(self._text, _COLUMNS - 4)) + 5

    def listed(self) -> Sequence[Row[object]]:
        """Return the answers."""
        return _rows(self._unsaved)

    def head(self) -> Head:
        """Return the problem, with as many rows as the page has for it."""
        words = [(self._text, self.program.palette.text)]
        return Head(words, self._body.height - len(self.menu.rows) - 2, before=1, after=1)

    def on_choice(self, value: object) -> Transition:
        """Close with the chosen answer, or quit the program."""
        return Quit() if value == "quit" else Pop(value if value != "title" else None)


def _rows(unsaved: Unsaved) -> Sequence[Row[object]]:
    """List the answers about a folder of saves that another program uses."""
    play = "Play without saving" if unsaved.is_new else "Look on without saving"
    return (
        Row("Do not play", "title", mark="n"),
        Row(play, unsaved, mark="y"),
        Row("Play as another hero", Elsewhere(), mark="h"),
        Row("Quit", "quit", mark="q"),
    )
