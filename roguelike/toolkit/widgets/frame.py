"""Boxes and bars, and the rectangles that widgets are drawn into."""

from typing import NamedTuple

from tcod.console import Console

from roguelike.core.colour import Colour
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.widgets.text import clip


class Rect(NamedTuple):
    """A rectangle of console cells."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Tell whether a cell is inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def inner(self) -> "Rect":
        """Return the space inside a frame of one cell."""
        return Rect(self.x + 1, self.y + 1, max(self.width - 2, 0), max(self.height - 2, 0))


NOWHERE = Rect(0, 0, 0, 0)
"""Where a widget is before it is drawn."""
BAR_TEXT: Colour = (255, 255, 255)


def centred(console: Console, width: int, height: int) -> Rect:
    """Return a rectangle of this size in the middle of the console, reduced if it would not fit."""
    width, height = min(width, console.width), min(height, console.height)
    return Rect((console.width - width) // 2, (console.height - height) // 2, width, height)


def frame(
    console: Console,
    rect: Rect,
    palette: Palette,
    *,
    title: str = "",
    footer: str = "",
    clear: bool = True,
    colour: Colour | None = None,
) -> Rect:
    """Draw a box with a title in its upper edge and a hint in its lower edge; return the space inside.

    If `clear` is false, only the edge is drawn and the contents stay.
    """
    x, y, width, height = rect
    if width < 2 or height < 2:
        return rect
    console.draw_frame(
        x,
        y,
        width,
        height,
        decoration="┌─┐│ │└─┘",
        fg=colour or palette.frame,
        bg=(0, 0, 0),
        clear=clear,
    )
    for text, row, shade in ((title, y, palette.title), (footer, y + height - 1, palette.text)):
        if text and width > 6:
            shown = f" {clip(text, width - 6)} "
            console.print(x + (width - len(shown)) // 2, row, shown, fg=shade)
    return rect.inner()


def bar(
    console: Console, rect: Rect, share: float, *, fill: Colour, back: Colour, text: str = ""
) -> None:
    """Draw a bar that is `share` (0.0 to 1.0) full, with text on it, since colour alone is no signal.

    It is one row high. A share above 0 shows at least one cell, and one below 1 leaves at least one empty.
    """
    x, y, width, _ = rect
    if width <= 0:
        return
    share = min(max(share, 0.0), 1.0)
    full = round(share * width)
    if width > 1:
        full = min(max(full, share > 0), width - (share < 1))
    background = console.rgb["bg"]
    background[x : x + width, y] = back
    background[x : x + full, y] = fill
    if text:
        shown = clip(text, width)
        console.print(x + (width - len(shown)) // 2, y, shown, fg=BAR_TEXT)
