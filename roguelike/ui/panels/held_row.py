"""Finds the panel row that a click is meant for, when rows move under a mouse that stands still.

A status that ends moves the rows below it. A player who was about to click aimed at the old row, so for a moment the
click still goes to that one.
"""

from roguelike.ui.asked import Asked
from roguelike.ui.panels.rows import Line

HOLD_SECONDS = 0.3
"""How long a click still goes to a row that has moved away: nobody sees the move and stops in less."""

Cell = tuple[int, int]


class HeldRow:
    """Remembers the row that was under the mouse before another replaced it."""

    def __init__(self) -> None:
        self._cell: Cell | None = None
        self._shown: Line | None = None
        self._held: Line | None = None
        self._age = 0.0

    def see(self, cell: Cell, line: Line | None) -> None:
        """Note where the mouse is and which row has just been drawn there."""
        if cell != self._cell:
            self._cell, self._held = cell, None
        elif _value(line) != _value(self._shown):
            if self._held is None or not self._is_fresh:
                self._held = self._shown
            self._age = 0.0
        self._shown = line

    def pass_time(self, seconds: float) -> None:
        """Add to the time since the row under the mouse changed."""
        self._age += seconds

    def meant(self, cell: Cell, line: Line | None) -> Line | None:
        """Return the row that a click in a cell is meant for; `line` is the one drawn there now."""
        is_held = cell == self._cell and self._held is not None and self._is_fresh
        return self._held if is_held else line

    @property
    def _is_fresh(self) -> bool:
        """Whether the row moved away a moment ago."""
        return self._age < HOLD_SECONDS


def _value(line: Line | None) -> Asked | int | None:
    """Return what a click on a row means."""
    return line.value if line is not None else None
