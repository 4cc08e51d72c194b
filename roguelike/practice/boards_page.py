"""Choosing a board for practice: those of the game, and one that the player has drawn.

Learn: short drawn rooms, each won with what the game has shown so far.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from tcod.console import Console

from roguelike.practice.drawn_boards import boards_of, draw_picture, looks_on
from roguelike.practice.practice_room import Chosen, open_board, open_lesson
from roguelike.toolkit import widgets
from roguelike.toolkit.page import Head, ListPage, Message
from roguelike.toolkit.screen import Pop, Push, Replace, Stay, Transition
from roguelike.ui.program import Program, UserError

if TYPE_CHECKING:
    from roguelike.practice.room import Board


OWN = "own"
_OWN_NAME = "Your own drawing"
_ABOUT = "Your own room, drawn tile by tile."
_AS_YOU_ARE, _RESTED = "You come as you are now.", "You come with full health and mana."
_NOTHING = "You have drawn nothing yet: choose it to begin."


class Boards(ListPage[Program, str]):
    """A list of boards next to a picture of the one under the cursor; `spell` is what the player wants to try."""

    columns: ClassVar[int] = 78
    rows: int = 23

    letters: ClassVar[bool] = False
    list_columns: ClassVar[int] = 28

    def __init__(self, program: Program, spell: str = "") -> None:
        self.spell, self.rested = spell, False
        self.title = f"Practise {spell}" if spell else "Practise"
        self.trouble = ""
        self.boards = self._found(program)
        super().__init__(
            program,
            widgets.Button("[Draw]", self._draw_own, "d"),
            widgets.Button("[Full health and mana]", self._rest, "f"),
        )

    def _found(self, program: Program) -> dict[str, "Board"]:
        """Return the boards by key, and the player's own if there is one; broken ones are reported."""
        try:
            found = {board.key: board for board in boards_of(program.host, "practice")}
        except UserError as error:
            self.trouble = str(error)
            return {}
        own = own_board(program)
        return {**found, OWN: own} if own is not None else found

    def listed(self) -> Sequence[widgets.Row[str]]:
        """Return the boards, the player's own last."""
        names = {key: board.name for key, board in self.boards.items()} | {OWN: _OWN_NAME}
        return [
            widgets.Row(name, key, mark=str(number) if number <= 9 else "")
            for number, (key, name) in enumerate(names.items(), 1)
        ]

    def head(self) -> Head:
        """Return how the player comes to a board, or what is wrong with the boards."""
        words = self.trouble or (_RESTED if self.rested else _AS_YOU_ARE)
        return Head([(words, self.program.palette.info)], rows=1, before=1, after=1)

    def draw_beside(self, console: Console, rect: widgets.Rect) -> None:
        """Draw a board's description, and its picture below."""
        palette, board = self.program.palette, self.boards.get(self.menu.value or "")
        about = (board.text or _ABOUT) if board is not None else _NOTHING
        widgets.print_wrapped(console, rect.x, rect.y, [(about, palette.text)], rect.width, 3)
        if board is not None:
            picture = widgets.Rect(rect.x, rect.y + 4, rect.width, rect.height - 4)
            draw_picture(console, picture, board, looks_on(self.program.host, board), palette)

    def _rest(self) -> Transition:
        """Switch whether the player starts with full health and mana."""
        self.rested = not self.rested
        return Stay()

    def on_choice(self, value: str) -> Transition:
        """Play the board: in place of this page, or in place of the board that is being played."""
        board = self.boards.get(value)
        if board is None:
            return self._draw_own() if value == OWN else Stay()
        if self.program.game.is_practice:
            return Pop(Chosen(board, self.rested))
        try:
            return Replace(open_board(self.program, board, rested=self.rested, spell=self.spell))
        except (KeyError, ValueError) as fault:
            text = f"{board.name} cannot be set up with the data of this game: {fault}."
            return Push(Message(self.program, "No board", text))

    def _draw_own(self) -> Transition:
        """Open the screen on which the player draws a board."""
        from roguelike.practice.draw_board import DrawBoard

        return Push(DrawBoard(self.program))

    def on_result(self, result: object) -> Transition:
        """Show what was drawn, and play it if the player wants to."""
        self.boards = self._found(self.program)
        self.refresh()
        self.menu.cursor = len(self.menu.rows) - 1
        return self.on_choice(OWN) if result == OWN and OWN in self.boards else Stay()


def own_board(program: Program) -> "Board | None":
    """Return the player's own board; None if there is none, or if it cannot be read."""
    from roguelike.practice.drawing import board_of
    from roguelike.practice.room import PrefabError

    try:
        return board_of(program.progress.drawing) if program.progress.drawing else None
    except PrefabError:
        return None


_ABOUT_LESSONS = "Short rooms, a minute each. Nothing here counts: every turn can be taken back."
WON, OPEN = "✓", " "


class Learn(ListPage[Program, int]):
    """The list of lessons, with a sign before those that are won."""

    title: str = "Learn"
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

    def listed(self) -> list[widgets.Row[int]]:
        """Return the lessons, with a mark before those that are won."""
        won = self.program.progress.lessons
        return [
            widgets.Row(
                f"{WON if board.key in won else OPEN} {board.name}",
                place,
                "won" if board.key in won else "",
            )
            for place, board in enumerate(self.lessons)
        ]

    def head(self) -> Head:
        """Return what lessons are, or what is wrong with them."""
        return Head([(self.trouble or _ABOUT_LESSONS, self.program.palette.text)], rows=3, before=1)

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the list as it is now: a lesson may have been won meanwhile."""
        self.refresh()
        super().draw_body(console, rect)

    def on_choice(self, value: int) -> Transition:
        """Begin the lesson over this page."""
        return open_lesson(self.program, self.lessons[value])
