"""Scrolling text: the message log, help, a long description.

Lines are wrapped to the width at which they are drawn, so a resized window wraps them again.
"""

from collections.abc import Iterable, Sequence

from tcod.console import Console

from roguelike.ui.inputs import Input, Key, Mouse
from roguelike.ui.kept import Kept
from roguelike.ui.keymap import Keymap
from roguelike.ui.look.palette import Palette
from roguelike.ui.widgets.frame import NOWHERE, Rect
from roguelike.ui.widgets.menu import Cancelled, Moved
from roguelike.ui.widgets.scrolling import draw_more, rows_turned
from roguelike.ui.widgets.text import Segment, print_segments, wrap_segments

_WHEEL_ROWS = 3


class TextView:
    """Paragraphs of coloured text in a rectangle, with marks if there is more above or below."""

    def __init__(self, paragraphs: Iterable[Sequence[Segment]], *, at_end: bool = False) -> None:
        self.paragraphs = list(paragraphs)
        self.top = 0
        self._at_end = at_end
        self._lines: list[list[Segment]] = []
        self._wrapped = Kept[list[list[Segment]]]()
        self._rect = NOWHERE
        self._page = 1

    def replace(self, paragraphs: Iterable[Sequence[Segment]]) -> None:
        """Show other text, wrapped when it is drawn."""
        self.paragraphs = list(paragraphs)
        self._wrapped.drop()

    def draw(self, console: Console, rect: Rect, palette: Palette) -> None:
        """Draw the lines in view."""
        self._rect = rect
        self._lines = self._wrapped.of(
            rect.width,
            lambda: [line for text in self.paragraphs for line in wrap_segments(text, rect.width)],
        )
        overflows = len(self._lines) > rect.height
        self._page = max(rect.height - 2 * overflows, 1)
        self._turn(self._last if self._at_end else 0)
        self._at_end = False
        for row, line in enumerate(self._lines[self.top : self.top + self._page]):
            print_segments(console, rect.x, rect.y + overflows + row, line, rect.width)
        if overflows:
            draw_more(console, rect, (self.top, self._last - self.top), palette)

    @property
    def caret(self) -> tuple[int, int] | None:
        """The console cell where the text in view begins, as last drawn; None before it is drawn."""
        return (self._rect.x, self._rect.y + bool(self._last)) if self._rect.height else None

    def on_input(self, event: Input, keymap: Keymap) -> Moved | Cancelled | None:
        """Scroll or leave; None if the input means nothing here."""
        if isinstance(event, Mouse):
            if event.kind == "wheel":
                return self._turn(-event.steps * _WHEEL_ROWS)
            return self._on_press(event) if event.kind == "press" else None
        if not isinstance(event, Key):
            return None
        action = keymap.action("menu", event.name) or ""
        if action == "menu_back":
            return Cancelled()
        onward = "menu_page_down" if action == "menu_choose" else action
        rows = rows_turned(onward, self._page, self._last)
        return self._turn(rows) if rows else None

    def _on_press(self, mouse: Mouse) -> Moved | Cancelled | None:
        """Leave on a right click; turn the page on a left click on a mark."""
        if mouse.button == "right":
            return Cancelled()
        if self._last and self._rect.holds(mouse.x, mouse.y):
            if mouse.y == self._rect.y:
                return self._turn(-self._page)
            if mouse.y == self._rect.y + self._rect.height - 1:
                return self._turn(self._page)
        return None

    @property
    def _last(self) -> int:
        """The first line of the last page."""
        return max(len(self._lines) - self._page, 0)

    def _turn(self, rows: int) -> Moved:
        """Scroll by a number of rows, within the text."""
        self.top = max(0, min(self.top + rows, self._last))
        return Moved()
