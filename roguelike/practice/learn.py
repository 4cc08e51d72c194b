"""Learn: short drawn rooms, each won with what the game has shown so far."""

from typing import TYPE_CHECKING, ClassVar

from tcod.console import Console

from roguelike.practice.drawn_boards import boards_of
from roguelike.ui.program import Program, UserError
from roguelike.ui.screen import Transition
from roguelike.ui.screens.page import Head, ListPage
from roguelike.ui.widgets import Rect, Row

if TYPE_CHECKING:  # boards are passed in
    from roguelike.practice.room import Board

_ABOUT = "Short rooms, a minute each. Nothing here counts: every turn can be taken back."
WON, OPEN = "✓", " "


class Learn(ListPage[int]):
    """The list of lessons, with a sign before those that are won."""

    title: ClassVar[str] = "Learn"
    columns: ClassVar[int] = 60

    least_rows: ClassVar[int] = 3
    other_rows: int = 9

    def __init__(self, program: Program) -> None:
        self.trouble = ""
        try:
            self.lessons: list[Board] = list(boards_of(program.host, "lesson"))
        except UserError as error:
            self.lessons, self.trouble = [], str(error)
        super().__init__(program)
        won = program.progress.lessons
        is_open = (n for n, board in enumerate(self.lessons) if board.key not in won)
        self.menu.cursor = next(is_open, 0)

    def listed(self) -> list[Row[int]]:
        """Return the lessons, with a mark before those that are won."""
        won = self.program.progress.lessons
        return [
            Row(
                f"{WON if board.key in won else OPEN} {board.name}",
                place,
                "won" if board.key in won else "",
            )
            for place, board in enumerate(self.lessons)
        ]

    def head(self) -> Head:
        """Return what lessons are, or what is wrong with them."""
        return Head([(self.trouble or _ABOUT, self.program.palette.text)], rows=3, before=1)

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the list as it is now: a lesson may have been won meanwhile."""
        self.refresh()
        super().draw_body(console, rect)

    def on_choice(self, value: int) -> Transition:
        """Begin the lesson over this page."""
        from roguelike.practice.practice_room import open_lesson

        return open_lesson(self.program, self.lessons[value])
