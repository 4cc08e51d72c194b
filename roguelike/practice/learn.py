"""Learn: short drawn rooms, each won with what the game has shown so far."""

from typing import TYPE_CHECKING, ClassVar

from tcod.console import Console

from roguelike.practice.drawn_boards import boards_of
from roguelike.ui.program import Program, UserError
from roguelike.ui.screen import Transition
from roguelike.ui.screens.page import ListPage
from roguelike.ui.widgets import Rect, Row, print_wrapped

if TYPE_CHECKING:  # boards are passed in
    from roguelike.practice.room import Board

_ABOUT = "Short rooms, a minute each. Nothing here counts: every turn can be taken back."
WON, OPEN = "✓", " "


class Learn(ListPage[int]):
    """The list of lessons, with a sign before those that are won."""

    name: ClassVar[str] = "Learn"
    opaque: ClassVar[bool] = False
    title: ClassVar[str] = "Learn"
    columns: ClassVar[int] = 60

    def __init__(self, program: Program) -> None:
        self.trouble = ""
        try:
            self.lessons: list[Board] = list(boards_of(program.host, "lesson"))
        except UserError as error:
            self.lessons, self.trouble = [], str(error)
        super().__init__(program, self._rows(program))
        self.menu.cursor = self._first_open(program)

    def _rows(self, program: Program) -> list[Row[int]]:
        """List the lessons, with a mark before those that are won."""
        won = program.progress.lessons
        return [
            Row(
                f"{WON if board.key in won else OPEN} {board.name}",
                place,
                "won" if board.key in won else "",
            )
            for place, board in enumerate(self.lessons)
        ]

    def _first_open(self, program: Program) -> int:
        """Return the index of the first lesson that is not won; 0 if all are."""
        won = program.progress.lessons
        return next((n for n, board in enumerate(self.lessons) if board.key not in won), 0)

    @property
    def rows(self) -> int:
        """The rows of the list, the words above it and the edges."""
        return max(len(self.lessons), 3) + 9

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw a short explanation, and the list."""
        self.menu.replace(self._rows(self.program))
        palette = self.program.palette
        words = self.trouble or _ABOUT
        print_wrapped(console, rect.x, rect.y + 1, [(words, palette.text)], rect.width, 3)
        super().draw_body(console, Rect(rect.x, rect.y + 4, rect.width, rect.height - 4))

    def on_choice(self, value: int) -> Transition:
        """Begin the lesson over this page."""
        from roguelike.practice.practice_room import open_lesson

        return open_lesson(self.program, self.lessons[value])
