"""The popups of the practice room: its menu, and what it says when a board has ended."""

from typing import TYPE_CHECKING, ClassVar

from tcod.console import Console

from roguelike.ui.program import Program
from roguelike.ui.screen import Pop, Push, Transition
from roguelike.ui.screens.page import ListPage
from roguelike.ui.widgets import Rect, Row, Segment, print_wrapped, wrap

if TYPE_CHECKING:  # a practice is handed in
    from roguelike.engine.practice import Practice

_MENU = (
    ("resume", "r", "Resume"),
    ("undo", "u", "Take the last turn back"),
    ("again", "a", "The same board again"),
    ("full", "f", "Again, with full health and mana"),
    ("practice", "b", "Another board"),
    ("character", "c", "Character"),
    ("log", "m", "Message log"),
    ("help", "?", "Help"),
    ("options", "o", "Options"),
    ("save_quit", "l", "Leave practice"),
)
_ENDS = {
    "won": ("Done", "The board is yours."),
    "died": ("Here you would have died", "It costs nothing. What could you have done instead?"),
    "left": ("You are off the board", "Out there, it would have been a way out."),
}


class PracticeMenu(ListPage[str]):
    """What Escape opens in practice; closes with the name of a command."""

    name: ClassVar[str] = "PracticeMenu"
    opaque: ClassVar[bool] = False
    title: ClassVar[str] = "Practice"
    columns: ClassVar[int] = 42

    def __init__(self, program: Program, practice: "Practice") -> None:
        is_lesson = practice.board.kind == "lesson"
        rows = [
            Row(label, value, mark=mark)
            for value, mark, label in _MENU
            if not (is_lesson and value in ("full", "practice"))
        ]
        super().__init__(program, rows, letters=False)

    @property
    def rows(self) -> int:
        """As many as the list has, and the edges."""
        return len(self.menu.rows) + 6

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the list, a blank row above it."""
        super().draw_body(console, Rect(rect.x, rect.y + 1, rect.width, rect.height - 1))

    def on_choice(self, value: str) -> Transition:
        """Close with the command, or with nothing."""
        return Pop(None if value == "resume" else value)


class Ended(ListPage[str]):
    """Says how a board ended; closes with the command that was chosen."""

    name: ClassVar[str] = "Ended"
    opaque: ClassVar[bool] = False
    columns: ClassVar[int] = 60

    def __init__(self, program: Program, practice: "Practice", *, is_last: bool) -> None:
        """Say how a practice ended; `is_last` where no lesson follows."""
        board, end = practice.board, practice.end
        self._title, self._text = _ENDS[end]
        if end == "won" and board.won:
            self._text = program.keymap.in_words(board.won)
        super().__init__(program, _choices(practice, end, is_last=is_last), letters=False)
        self.bar.buttons.clear()  # one of the choices leaves

    @property
    def heading(self) -> str:
        """How it ended, in a few words."""
        return self._title

    @property
    def _text_rows(self) -> int:
        """Rows that the text takes."""
        return len(wrap(self._text, self.columns - 4))

    @property
    def rows(self) -> int:
        """As many as text and choices have, and the edges."""
        return self._text_rows + len(self.menu.rows) + 6

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the text, and the choices below it."""
        words: list[Segment] = [(self._text, self.program.palette.text)]
        print_wrapped(console, rect.x, rect.y + 1, words, rect.width, self._text_rows)
        top = self._text_rows + 2
        choices = Rect(rect.x, rect.y + top, rect.width, rect.height - top)
        super().draw_body(console, choices)

    def on_choice(self, value: str) -> Transition:
        """Close with the command."""
        if value == "log":
            from roguelike.ui.screens.message_log import Log

            return Push(Log(self.program))
        return Pop(value)

    def close(self) -> Transition:
        """Take the last turn back after a defeat; go on to what comes next after a victory."""
        first = self.menu.rows[0].value
        return Pop(first)


def _choices(practice: "Practice", end: str, *, is_last: bool) -> list[Row[str]]:
    """List what can be done when a board has ended, the likeliest first."""
    rows = {
        "next": Row("On to the next", "next", mark="n"),
        "undo": Row("Take the last turn back", "undo", mark="u"),
        "again": Row("The same board again", "again", mark="a"),
        "practice": Row("Another board", "practice", mark="b"),
        "log": Row("Look at the message log", "log", mark="m"),
        "save_quit": Row("Leave", "save_quit", mark="l"),
    }
    is_lesson = practice.board.kind == "lesson"
    names = ["undo", "again"] if end != "won" else ["again", "undo"]
    if end == "won" and is_lesson:
        names = [*([] if is_last else ["next"]), *names]
    return [
        rows[name] for name in [*names, *([] if is_lesson else ["practice"]), "log", "save_quit"]
    ]
