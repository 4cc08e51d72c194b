"""The code of a puzzle: shown, to be sent to a friend, and typed in."""

from typing import TYPE_CHECKING, ClassVar

from tcod.console import Console

from roguelike.ui.program import Program, UserError
from roguelike.ui.screen import Stay, Transition
from roguelike.ui.screens.line_entry import LineEntry
from roguelike.ui.screens.page import TextPage
from roguelike.ui.widgets import Button, Rect

if TYPE_CHECKING:  # boards are passed in
    from roguelike.practice.room import Board

MOST_CODE = 2000
_COLUMNS = 60
_EXPLAINED = "A puzzle's code, from a friend. {}"
_PASTED, _PASTED_BY_TERMINAL = "Ctrl+V pastes it.", "A terminal lets you paste it."
_COPIED, _NOT_COPIED = "Copied.", "The desktop has no clipboard for it."


class Code(TextPage):
    """Shows the code of a puzzle, and how it is used."""

    title: ClassVar[str] = "The code of this puzzle"
    columns: ClassVar[int] = _COLUMNS

    def __init__(self, program: Program, board: "Board") -> None:
        from roguelike.puzzles.codes import code_of

        palette, code = program.palette, code_of(board)
        width = _COLUMNS - 4
        pieces = [code[place : place + width] for place in range(0, len(code), width)]
        # Only puzzles of this program have a number; others cannot be printed this way.
        told = (
            f"This prints it:         roguelike puzzle {board.order} --code" if board.order else ""
        )
        super().__init__(
            program,
            [
                *([(piece, palette.spell)] for piece in pieces),
                [("", palette.text)],
                [("A friend plays it with: roguelike puzzle CODE", palette.text)],
                *([[(told, palette.text)]] if told else []),
            ],
            *([Button("[Copy]", self._copy, "c")] if program.copy else []),
        )
        self._code, self._told = code, ""
        self._rows = len(pieces) + 8

    @property
    def rows(self) -> int:
        """The rows of the code and the words, and the edges."""
        return self._rows

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the code, with a blank row above it."""
        super().draw_body(console, rect._replace(y=rect.y + 1, height=rect.height - 1))
        last = rect.y + rect.height - 1
        console.print(rect.x, last, self._told, fg=self.program.palette.info)

    def _copy(self) -> Transition:
        """Copy the code, and say so."""
        if self.program.copy is not None:
            self._told = _COPIED if self.program.copy(self._code) else _NOT_COPIED
        return Stay()


class CodeEntry(LineEntry):
    """A line for a code; closes with the puzzle's board, and says what is wrong with any other text."""

    title: ClassVar[str] = "A puzzle from a code"
    button: ClassVar[str] = "[Play]"
    label: ClassVar[str] = "Code"
    when_empty: ClassVar[str] = "It begins with BM1-."
    most: ClassVar[int] = MOST_CODE

    @property
    def explained(self) -> str:
        """What a puzzle's code is, and where it comes from."""
        return _EXPLAINED.format(_PASTED if self.program.copy else _PASTED_BY_TERMINAL)

    def entered(self, text: str) -> object:
        """Return the puzzle of the code."""
        try:
            return puzzle_of(text)
        except UserError as error:
            self.wrong = str(error)
            return None


def puzzle_of(code: str) -> "Board":
    """Return the puzzle of a code. Raises UserError, with one line, if the code is invalid."""
    from roguelike.puzzles.codes import CodeError, board_of, recognised

    try:
        return recognised(board_of(code))
    except CodeError as fault:
        raise UserError(str(fault)) from fault
