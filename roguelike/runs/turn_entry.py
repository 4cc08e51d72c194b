"""A line for the number of a turn in a replay."""

from typing import ClassVar

from roguelike.ui.program import Program
from roguelike.ui.screens.line_entry import LineEntry


class TurnEntry(LineEntry):
    """Closes with the number of the turn."""

    name: str = "Turn"
    title: ClassVar[str] = "To another turn"
    label: ClassVar[str] = "Turn"
    button: ClassVar[str] = "[Go there]"
    most: ClassVar[int] = 9
    allowed: ClassVar[str | None] = "0123456789"

    def __init__(self, program: Program, last: int) -> None:
        super().__init__(program)
        self._last = last

    @property
    def explained(self) -> str:
        """How many turns there are."""
        return f"Which turn do you want to see? The recording ends with turn {self._last:,}."

    def entered(self, text: str) -> int | None:
        """Return the turn; a number beyond the last means the last."""
        if not text:
            self.wrong = "Type the number of a turn."
            return None
        return min(int(text), self._last)
