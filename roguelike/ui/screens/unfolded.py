"""A panel at full length: every row that it could show, in its roomiest form, on a page that scrolls.

The one decision: the page gets a function that makes the rows for its width, so anything that counts omitted rows can
show them here. Rows that are too many for one column continue in the next, if the console has room for several.
"""

from collections.abc import Callable
from itertools import groupby
from typing import ClassVar

from tcod.console import Console

from roguelike.core.records import Record
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Asked
from roguelike.toolkit.inputs import Input, Key, Mouse
from roguelike.toolkit.page import Page
from roguelike.toolkit.rows import EMPTY, Line, cells_of, paint
from roguelike.toolkit.screen import Pop, Stay, Transition
from roguelike.toolkit.sections import lit
from roguelike.toolkit.widgets.frame import NOWHERE
from roguelike.toolkit.widgets.scrolling import Scroll
from roguelike.ui.program import Program
from roguelike.ui.replies import Replies

LEAST_COLUMNS, GAP = 52, 3
"""The least width of each column of rows, and the gap between columns."""
EDGE_COLUMNS, EDGE_ROWS = 4, 5
"""Size of the frame: sides with a blank each; top and bottom with buttons and the counts of rows out of view."""


class Clicked(Record):
    """What a clicked row stands for: a creature, by id, or what it asks for."""

    value: Asked | int


class Unfolded(Page[Program]):
    """Shows rows; a click on one closes the page with its creature or command as Clicked."""

    columns: ClassVar[int] = 76

    def __init__(
        self,
        program: Program,
        title: str,
        lines: Callable[[int], list[Line]],
        replies: Replies | None = None,
    ) -> None:
        """Show the rows that `lines` makes for a width, under a title, while the replies in them are worked out."""
        super().__init__(program)
        self.title, self._make, self._replies = title, lines, replies
        self._lines: list[Line] = []
        self._scroll = Scroll()
        self._rect = NOWHERE
        self._abreast = 1
        self._pointed = -1
        self._most_rows = 0

    @property
    def rows(self) -> int | None:
        """The most rows that there were, and the edges: replies that are worked out move no edge back and forth."""
        return self._most_rows + EDGE_ROWS if self._abreast == 1 else None

    @property
    def animating(self) -> bool:
        """Whether the replies are still being worked out."""
        return self._replies is not None and self._replies.is_thinking

    def update(self, seconds: float) -> bool:
        """Work the replies out further."""
        return self._replies is not None and self._replies.update(seconds)

    def place(self, console: Console) -> widgets.Rect:
        """Return the frame's rectangle: as wide as needed for all rows to be in view, if the console allows."""
        most = (console.width - EDGE_COLUMNS + GAP) // (LEAST_COLUMNS + GAP)
        rows = len(self._make(self.columns - EDGE_COLUMNS))
        wanted = -(-rows // (console.height - EDGE_ROWS))
        self._abreast = max(1, min(wanted, most))
        self._most_rows = max(self._most_rows, rows)
        return self.framed(console, min(self._abreast * self.columns, console.width))

    @property
    def _each(self) -> int:
        """The width of each column of rows."""
        return (self._rect.width + GAP) // self._abreast - GAP

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the rows in view, and how many are above and below."""
        self._rect = rect._replace(y=rect.y + 1, height=rect.height - 2)
        room, cells = self._rect.height, cells_of(console)
        self._lines = _unbroken(self._make(self._each), self._abreast, room)
        scroll = self._scroll
        scroll.fit(rect, self._abreast * room, len(self._lines))
        shown = self._lines[scroll.top : scroll.top + scroll.page]
        pointed = self._pointed - scroll.top
        if self._value(self._pointed) is not None and 0 <= pointed < len(shown):
            shown[pointed] = lit(shown[pointed], self.program.palette)
        for number in range(self._abreast):
            x = rect.x + number * (self._each + GAP)
            rows = shown[number * room : (number + 1) * room]
            paint(cells, x, self._rect.y, self._each, rows)
        scroll.draw_marks(console, self.program.palette)

    def on_body(self, event: Input) -> Transition:
        """Scroll, handle a click on a row, or close the page."""
        match event:
            case Key(name) if self.program.keymap.action("play", name) == "panel":
                return self.close()
            case Mouse(kind="move", x=x, y=y):
                before, self._pointed = self._pointed, self._row_at(x, y)
                return Stay(redraw=self._pointed != before)
            case Mouse(kind="press", x=x, y=y, button="left"):
                value = self._value(self._row_at(x, y))
                if value is not None:
                    return Pop(Clicked(value))
        return self.scrolled(self._scroll, event)

    def _row_at(self, x: int, y: int) -> int:
        """Return the number of the row in a cell; -1 outside the rows."""
        if not self._rect.holds(x, y):
            return -1
        across = (x - self._rect.x) // (self._each + GAP)
        return self._scroll.top + across * self._rect.height + y - self._rect.y

    def _value(self, number: int) -> Asked | int | None:
        """Return the command or creature for which a row stands; None if there is none, or no such row."""
        return self._lines[number].value if 0 <= number < len(self._lines) else None


def _unbroken(lines: list[Line], abreast: int, room: int) -> list[Line]:
    """Return the rows so spread over columns of some room that no section runs on in the next column.

    They stay as they are where they would need another column for that.
    """
    spread: list[Line] = []
    if abreast == 1 or room < 1:
        return lines
    for is_blank, rows in groupby(lines, key=EMPTY.__eq__):
        section, used = list(rows), len(spread) % room
        if is_blank:
            continue
        if used:
            spread += [EMPTY] * (1 if used + 1 + len(section) <= room else room - used)
        spread += section
    return spread if len(spread) <= abreast * room else lines
