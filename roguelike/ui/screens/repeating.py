"""Shows progress while the commands since the last save are repeated, if there are more of them than usual."""

from typing import ClassVar

from roguelike.toolkit.page import Message, Working
from roguelike.toolkit.screen import Clear, Pop, Replace, Transition
from roguelike.ui.program import Program, Resuming, UserError

A_FRAME = 25
"""Commands repeated between two frames."""
WORDS = "The turns since the last save are played again. There are far more than usual, so this takes a while."


class Repeating(Working[Program]):
    """A popup that ends in the game; if it is closed before, the game stays as it is saved."""

    title: str = "The saved game"
    rows: int = 10
    words: ClassVar[str] = WORDS

    def __init__(self, program: Program, work: Resuming) -> None:
        """Show the progress of `work`, which has begun and continues here, a few commands between two frames."""
        super().__init__(program)
        self._work = work

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

    def told(self) -> str:
        """Say how many commands are repeated."""
        return f"{self._work.done:,} of {self._work.length:,} commands"

    def close(self) -> Transition:
        """Leave the game as it is saved."""
        self._work.drop()
        return Pop()
