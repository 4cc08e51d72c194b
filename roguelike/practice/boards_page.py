"""Choosing a board for practice: those of the game, and one that the player has drawn."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from tcod.console import Console

from roguelike.practice.board_picture import draw_picture
from roguelike.practice.drawn_boards import boards_of, looks_on
from roguelike.practice.practice_room import Chosen, open_board
from roguelike.ui.program import Program, UserError
from roguelike.ui.screen import Pop, Push, Replace, Stay, Transition
from roguelike.ui.screens.dialogs import Message
from roguelike.ui.screens.page import ListPage
from roguelike.ui.widgets import Button, Rect, Row, print_wrapped

if TYPE_CHECKING:  # boards are passed in
    from roguelike.practice.room import Board

OWN, DRAW, REST = "own", "draw", "rest"
_LIST_COLUMNS = 28
_OWN_NAME = "Your own drawing"
_ABOUT = "Your own room, drawn tile by tile."
_AS_YOU_ARE, _RESTED = "You come as you are now.", "You come with full health and mana."
_NOTHING = "You have drawn nothing yet: this opens the drawing board."


class Boards(ListPage[str]):
    """A list of boards next to a picture of the one under the cursor; `spell` is what the player wants to try."""

    name: ClassVar[str] = "Boards"
    opaque: ClassVar[bool] = False
    columns: ClassVar[int] = 78

    def __init__(self, program: Program, spell: str = "") -> None:
        self.spell, self.rested = spell, False
        self.trouble = ""
        self.boards = self._found(program)
        self._rest = Button("[Full health and mana]", REST, "f")
        super().__init__(
            program, self._rows(), Button("[Draw]", DRAW, "d"), self._rest, letters=False
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

    def _rows(self) -> Sequence[Row[str]]:
        """List the boards, the player's own last."""
        names = {key: board.name for key, board in self.boards.items()} | {OWN: _OWN_NAME}
        return [
            Row(name, key, mark=str(number) if number <= 9 else "")
            for number, (key, name) in enumerate(names.items(), 1)
        ]

    @property
    def heading(self) -> str:
        """What will be practised."""
        return f"Practise {self.spell}" if self.spell else "Practise"

    @property
    def rows(self) -> int:
        """The rows that list and picture need, and the edges."""
        return 23

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the list on the left, the board under the cursor on the right."""
        palette = self.program.palette
        words = self.trouble or (_RESTED if self.rested else _AS_YOU_ARE)
        print_wrapped(console, rect.x, rect.y + 1, [(words, palette.info)], rect.width, 1)
        body = Rect(rect.x, rect.y + 3, rect.width, rect.height - 3)
        super().draw_body(console, body._replace(width=_LIST_COLUMNS))
        right = Rect(
            rect.x + _LIST_COLUMNS + 2, body.y, rect.width - _LIST_COLUMNS - 2, body.height
        )
        self._draw_board(console, right)

    def _draw_board(self, console: Console, rect: Rect) -> None:
        """Draw a board's description, and its picture below."""
        palette, board = self.program.palette, self.boards.get(self.menu.value or "")
        about = (board.text or _ABOUT) if board is not None else _NOTHING
        print_wrapped(console, rect.x, rect.y, [(about, palette.text)], rect.width, 3)
        if board is not None:
            picture = Rect(rect.x, rect.y + 4, rect.width, rect.height - 4)
            draw_picture(console, picture, board, looks_on(self.program.host, board), palette)

    def on_button(self, value: str) -> Transition:
        """Open the drawing board, or switch whether the player starts rested."""
        match value:
            case "draw":
                return self._draw_own()
            case "rest":
                self.rested = not self.rested
                return Stay()
        return super().on_button(value)

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
        self.menu.replace(self._rows())
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
