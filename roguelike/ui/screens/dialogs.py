"""Popups that say something, or ask whether to go on."""

from collections.abc import Sequence
from typing import ClassVar

from tcod.console import Console

from roguelike.ui.inputs import Input, Key, Mouse
from roguelike.ui.program import Program, UserError
from roguelike.ui.screen import Pop, Stay, Transition
from roguelike.ui.screens.page import ListPage, Page, TextPage
from roguelike.ui.widgets import Rect, Row, Segment, print_wrapped, wrap_segments

_COLUMNS = 56
_MOST_ROWS = 30

Text = str | Sequence[Segment]


def _coloured(text: Text, program: Program) -> Sequence[Segment]:
    """Return a text as coloured runs."""
    return [(text, program.palette.text)] if isinstance(text, str) else text


def _rows(text: Sequence[Segment]) -> int:
    """Return how many rows a popup gives to a text."""
    return min(len(wrap_segments(text, _COLUMNS - 4)), _MOST_ROWS)


class _Dialog(Page):
    """A page over what lies below, with a heading, and as many rows as its text needs."""

    opaque: ClassVar[bool] = False
    columns: ClassVar[int] = _COLUMNS
    _title: str
    _rows: int

    @property
    def heading(self) -> str:
        """The heading that the dialog was opened with."""
        return self._title

    @property
    def rows(self) -> int:
        """The rows of its text, with the edges."""
        return self._rows


class Message(_Dialog, TextPage):
    """A message for the player; Enter, Space, Escape and any click close it."""

    name: ClassVar[str] = "Message"

    def __init__(self, program: Program, title: str, text: Text) -> None:
        words = _coloured(text, program)
        super().__init__(program, [words])
        self._title, self._rows = title, _rows(words) + 5

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


class Confirm(_Dialog, ListPage[bool]):
    """A question before something that cannot be undone; closes with `agreed` if the player agrees."""

    name: ClassVar[str] = "Confirm"

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
        rows = [Row(no, value=False, mark="n"), Row(yes, value=True, mark="y")]
        super().__init__(program, rows, letters=False)
        self.bar.buttons.clear()  # one of the answers does what the button would
        self._title, self._agreed = title, agreed
        self._text = _coloured(text, program)
        self._rows = _rows(self._text) + 7

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the question and the answers."""
        print_wrapped(console, rect.x, rect.y + 1, self._text, rect.width, rect.height - 4)
        answers = Rect(rect.x, rect.y + rect.height - 2, rect.width, 2)
        self.menu.draw(console, answers, self.program.palette)

    def on_choice(self, value: bool) -> Transition:  # noqa: FBT001 - the value of a row
        """Close with what was agreed to, or with nothing."""
        return Pop(self._agreed) if value else Pop()


def unsaved(program: Program, error: UserError) -> Confirm:
    """Ask whether to leave a game that cannot be saved; closes with the command "leave_unsaved"."""
    text = f"{error}\n\nIf you leave now, what happened since the last save is lost."
    return Confirm(
        program, "Not saved", text, "leave_unsaved", yes="Leave anyway", no="Stay in the game"
    )
