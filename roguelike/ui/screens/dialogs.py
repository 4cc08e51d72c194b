"""Popups that say something, or ask whether to go on."""

from collections.abc import Sequence
from typing import ClassVar

from tcod.console import Console

from roguelike.ui.inputs import Input, Key, Mouse
from roguelike.ui.program import Program, UserError
from roguelike.ui.screen import Stay, Transition
from roguelike.ui.screens.page import Head, ListPage, TextPage
from roguelike.ui.widgets import Rect, Row, Segment, wrap_segments

_COLUMNS = 56
_MOST_ROWS = 30

Text = str | Sequence[Segment]


def _coloured(text: Text, program: Program) -> Sequence[Segment]:
    """Return a text as coloured runs."""
    return [(text, program.palette.text)] if isinstance(text, str) else text


def _rows(text: Sequence[Segment], columns: int = _COLUMNS) -> int:
    """Return how many rows a popup of some columns gives to a text."""
    return min(len(wrap_segments(text, columns - 4)), _MOST_ROWS)


class Message(TextPage):
    """A message for the player; Enter, Space, Escape and any click close it."""

    columns: ClassVar[int] = _COLUMNS

    def __init__(self, program: Program, title: str, text: Text) -> None:
        words = _coloured(text, program)
        super().__init__(program, [words])
        self._title, self._rows = title, _rows(words) + 5

    @property
    def heading(self) -> str:
        """What the message is about."""
        return self._title

    @property
    def rows(self) -> int:
        """The rows of the text, with the edges."""
        return self._rows

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the text, with a blank row above and below it."""
        super().draw_body(console, rect._replace(y=rect.y + 1, height=rect.height - 2))

    def on_body(self, event: Input) -> Transition:
        """Scroll a long text; close on the choose key or a click."""
        answer = super().on_body(event)
        match event:
            case Key(name) if self.program.keymap.action("menu", name) == "menu_choose":
                return self.close()
            case Mouse("press") if answer == Stay(redraw=False):
                return self.close()
        return answer


class Question(ListPage[object]):
    """A text, and answers to choose from; closes with the value of the chosen one."""

    columns: ClassVar[int] = _COLUMNS
    letters: ClassVar[bool] = False
    note_rows: ClassVar[int] = 0

    def __init__(
        self, program: Program, title: str, text: Text, answers: Sequence[Row[object]]
    ) -> None:
        self._title, self._answers, self._text = title, answers, _coloured(text, program)
        super().__init__(program)
        self.bar.buttons.clear()  # one of the answers does what the button would
        self.other_rows = _rows(self._text, self.columns) + 5 + self.note_rows

    @property
    def heading(self) -> str:
        """What the question is about."""
        return self._title

    def listed(self) -> Sequence[Row[object]]:
        """Return the answers."""
        return self._answers

    def head(self) -> Head:
        """Return the text, with as many rows as the page has for it."""
        others = len(self._answers) + 2 + self.note_rows
        return Head(self._text, self._body.height - others, before=1, after=1)


class Confirm(Question):
    """A question before something that cannot be undone; closes with `agreed` if the player agrees."""

    def __init__(
        self,
        program: Program,
        title: str,
        text: Text,
        agreed: object,
        *,
        yes: str = "Yes",
        no: str = "No",
    ) -> None:
        answers: list[Row[object]] = [Row(no, None, mark="n"), Row(yes, agreed, mark="y")]
        super().__init__(program, title, text, answers)


def unsaved(program: Program, error: UserError) -> Confirm:
    """Ask whether to leave a game that cannot be saved; closes with the command "leave_unsaved"."""
    text = f"{error}\n\nIf you leave now, what happened since the last save is lost."
    return Confirm(
        program, "Not saved", text, "leave_unsaved", yes="Leave anyway", no="Stay in the game"
    )
