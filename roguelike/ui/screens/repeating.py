"""Shows progress while the commands since the last save are repeated, if there are more of them than usual."""

from typing import ClassVar

from tcod.console import Console

from roguelike.ui.program import Program, Resuming, UserError
from roguelike.ui.screen import Clear, Pop, Replace, Transition
from roguelike.ui.screens.dialogs import Message
from roguelike.ui.screens.page import Page
from roguelike.ui.widgets import Rect, print_wrapped

A_FRAME = 25
"""Commands repeated between two frames."""
WORDS = "What was done since the last save is played again. There is far more of it than usual, so this takes a while."


class Repeating(Page):
    """A popup that ends in the game; if it is closed before, the game stays as it is saved."""

    title: ClassVar[str] = "The saved game"
    columns: ClassVar[int] = 52

    def __init__(self, program: Program, work: Resuming) -> None:
        """Show the progress of `work`, which has begun and continues here, a few commands between two frames."""
        super().__init__(program)
        self._work = work

    @property
    def rows(self) -> int:
        """The rows that the words need, and the edges."""
        return 10

    @property
    def animating(self) -> bool:
        """Return True: there is always work to do."""
        return True

    def update(self, seconds: float) -> bool | Transition:
        """Repeat some more; open the game once everything is repeated."""
        program = self.program
        try:
            if not self._work.work(A_FRAME):
                return True
        except UserError as error:
            return Replace(Message(program, "The saved game", str(error)))
        program.session = self._work.session
        return Clear(program.open("play"))

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Show the progress."""
        palette, work = self.program.palette, self._work
        words = [(WORDS, palette.text)]
        rows = print_wrapped(console, rect.x, rect.y + 1, words, rect.width, 4)
        told = f"{work.done:,} of {work.length:,} commands"
        console.print(rect.x, rect.y + 2 + rows, told, fg=palette.dim)

    def close(self) -> Transition:
        """Leave the game as it is saved."""
        self._work.drop()
        return Pop()
