"""The popups of a trial: its menu, and the page at its end; also the choices that both offer in practice."""

from typing import TYPE_CHECKING, ClassVar

from tcod.console import Console

from roguelike.toolkit import widgets
from roguelike.toolkit.inputs import Input, Mouse
from roguelike.toolkit.page import Question, command_row
from roguelike.toolkit.screen import Pop, Push, Stay, Transition
from roguelike.ui.panels.bar import CommandBar
from roguelike.ui.program import Program

if TYPE_CHECKING:  # a practice is passed in
    from roguelike.practice.room import Practice

Rows = tuple[tuple[str, str], ...]
"""For each row of a menu: its command, whose key on the map chooses it, and its words."""
STAR = "*"
"""One of the signs that show how hard a puzzle is."""
_MENU: Rows = (
    ("menu", "Resume"),
    ("undo", "Take the last turn back"),
    ("again", "The same board again"),
    ("full", "Again, with full health and mana"),
    ("practice", "Another board"),
    ("character", "Character"),
    ("log", "Message log"),
    ("help", "Help"),
    ("options", "Options"),
    ("save_quit", "Leave"),
)
_CHOICES = {
    "next_board": "On to the next",
    "undo": "Take the last turn back",
    "again": "The same board again",
    "practice": "Another board",
    "board_code": "The code, for a friend",
    "log": "Look at the message log",
    "save_quit": "Leave",
}
_ENDS = {
    "won": ("Done", "The board is yours."),
    "died": ("Here you would have died", "It costs nothing. What could you have done instead?"),
    "left": ("You are off the board", "In the dungeon it would have been a way out."),
    "harmed": ("Somebody died who must live", "Where else could they, or you, have stood?"),
    "failed": ("No act is left", "Not this way. What did the first act leave undone?"),
}


class Ended(Question):
    """Shows how a trial ended; closes with the chosen command."""

    columns: ClassVar[int] = 60
    note_rows: ClassVar[int] = 1
    by_command: ClassVar[bool] = True

    def __init__(
        self,
        program: Program,
        bar: CommandBar,
        title: str,
        text: str,
        rows: Rows,
        *,
        is_won: bool = False,
    ) -> None:
        """Offer `rows` to choose from; those that the `bar` of the play screen names also work there."""
        self._board_bar, self._is_won = bar, is_won
        words = [(text, program.palette.good if is_won else program.palette.text)]
        answers = [command_row(program.keymap, *each) for each in rows]
        super().__init__(program, title, words, answers)

    def place(self, console: Console) -> widgets.Rect:
        """Return the frame's rectangle: below the middle, where it hides little of the board."""
        rect = super().place(console)
        lower = min(rect.y + console.height // 4, console.height - 1 - rect.height)
        return rect._replace(y=max(rect.y, lower))

    def on_body(self, event: Input) -> Transition:
        """Move the cursor, choose a row, or accept an offered command by its key or by the bar still in view."""
        answer = super().on_body(event)
        if answer == Stay(redraw=False) and isinstance(event, Mouse) and event.kind == "press":
            return self.obey(self._board_bar.on_mouse(event))
        return answer

    def on_choice(self, value: object) -> Transition:
        """Close with the name of the row's command, or open the log."""
        return Push(self.program.open("log")) if value == "log" else super().on_choice(value)

    def close(self) -> Transition:
        """Take the last turn back after a defeat; leave after a victory: going on is never what Escape means."""
        return Pop("save_quit" if self._is_won else self.menu.rows[0].value)


def menu_of(*, is_free: bool) -> Rows:
    """List what the menu offers on a board; one that `is_free` for any player has more rows."""
    return tuple(row for row in _MENU if is_free or row[0] not in ("full", "practice"))


def end_words(program: Program, practice: "Practice") -> tuple[str, str]:
    """Return how a practice ended, as a heading and a text."""
    title, text = _ENDS[practice.end]
    if short := practice.shortfall():
        text = f"{short} {text}"
    if practice.end == "won" and practice.board.won:
        text = program.keymap.in_words(practice.board.won)
    return title, text


def choices(practice: "Practice", more: tuple[str, ...], *, is_last: bool) -> Rows:
    """List the choices when a board has ended, the most likely first; `is_last` if no other board follows."""
    is_won = practice.end == "won"
    names = ["again", "undo"] if is_won else ["undo", "again"]
    if is_won and not is_last:
        names = ["next_board", *names]
    names += [*more, "log", "save_quit"]
    return tuple((name, _CHOICES[name]) for name in names)
