"""Shows progress while the commands since the last save are repeated, if there are more of them than usual."""

from typing import TYPE_CHECKING, ClassVar

from tcod.console import Console

from roguelike.ui.program import Program, UserError
from roguelike.ui.screen import Clear, Pop, Replace, Transition
from roguelike.ui.screens.dialogs import Message
from roguelike.ui.screens.page import Page
from roguelike.ui.widgets import Rect, print_wrapped

if TYPE_CHECKING:  # the title screen must not wait for the engine
    from roguelike.engine.resuming import Resumption

A_FRAME = 25
"""Commands that are repeated between two frames."""
WORDS = "What was done since the last save is played again. There is far more of it than usual, so this takes a while."


class Repeating(Page):
    """A popup that ends in the game; closed before, it leaves the game as it is saved."""

    name: ClassVar[str] = "Repeating"
    opaque: ClassVar[bool] = False
    title: ClassVar[str] = "The saved game"
    columns: ClassVar[int] = 52

    def __init__(self, program: Program, work: "Resumption") -> None:
        """Show `work`, which has begun and is carried on here, a few commands between two frames."""
        super().__init__(program)
        self._work = work

    @property
    def rows(self) -> int:
        """As many as the words need, and the edges."""
        return 10

    @property
    def animating(self) -> bool:
        """Whether there is work to be done."""
        return True

    def update(self, seconds: float) -> bool | Transition:
        """Repeat some more; open the game once all is repeated."""
        program = self.program
        try:
            if not program.host.repeat(self._work, A_FRAME):
                return True
        except UserError as error:
            return Replace(Message(program, "The saved game", str(error)))
        program.session = self._work.session
        return Clear(program.open("play"))

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Tell how far it is."""
        palette, work = self.program.palette, self._work
        words = [(WORDS, palette.text)]
        rows = print_wrapped(console, rect.x, rect.y + 1, words, rect.width, 4)
        told = f"{work.done:,} of {work.length:,} commands"
        console.print(rect.x, rect.y + 2 + rows, told, fg=palette.dim)

    def close(self) -> Transition:
        """Leave the game as it is saved."""
        self._work.drop()
        return Pop()
