"""A line of text that the player types: a name, a seed, a search word."""

from tcod.console import Console

from roguelike.core.records import State
from roguelike.ui.inputs import Input, Key
from roguelike.ui.look.palette import Palette
from roguelike.ui.widgets.menu import Cancelled, Moved
from roguelike.ui.widgets.text import ELLIPSIS


class Entered(State):
    """Returned by the field when the player has finished typing."""

    text: str


class TextField:
    """One editable line with a cursor. It takes every key that types, so pass it inputs before any other widget."""

    def __init__(self, text: str = "", *, max_length: int = 40, allowed: str | None = None) -> None:
        """Start with `text`; `allowed` limits the characters ("0123456789" for a number)."""
        self.text = text[:max_length]
        self.cursor = len(self.text)
        self.max_length = max_length
        self.allowed = allowed
        self.caret: tuple[int, int] | None = None
        """The console cell where the next letter goes, as last drawn."""

    def draw(self, console: Console, x: int, y: int, width: int, palette: Palette) -> None:
        """Draw the part around the cursor; text out of view on either side shows as an ellipsis."""
        start = max(0, min(self.cursor - width + 2, len(self.text) + 1 - width))
        shown = self.text[start : start + width]
        if start:
            shown = ELLIPSIS + shown[1:]
        if start + width < len(self.text):
            shown = shown[:-1] + ELLIPSIS
        console.print(x, y, shown.ljust(width), fg=palette.text, bg=palette.selected_back)
        at = x + self.cursor - start
        self.caret = (at, y)
        console.rgb["fg"][at, y], console.rgb["bg"][at, y] = palette.selected_back, palette.key

    def on_input(self, event: Input) -> Entered | Moved | Cancelled | None:
        """Edit the text; None if the input means nothing here."""
        if not isinstance(event, Key):
            return None
        if event.name == "enter":
            return Entered(self.text)
        if event.name == "escape":
            return Cancelled()
        return self._edit(event)

    def _edit(self, key: Key) -> Moved | None:
        """Move the cursor, delete or type."""
        before, after = self.text[: self.cursor], self.text[self.cursor :]
        match key.name:
            case "backspace":
                self._set(before[:-1], after)
            case "delete":
                self._set(before, after[1:])
            case "ctrl+u":
                self._set("", after)
            case "left":
                self.cursor = max(self.cursor - 1, 0)
            case "right":
                self.cursor = min(self.cursor + 1, len(self.text))
            case "home":
                self.cursor = 0
            case "end":
                self.cursor = len(self.text)
            case _:
                return self._type(key.typed, before, after)
        return Moved()

    def _set(self, before: str, after: str) -> None:
        """Replace the text, with the cursor between the two parts."""
        self.text, self.cursor = before + after, len(before)

    def _type(self, typed: str, before: str, after: str) -> Moved | None:
        """Insert what a key types, as far as it is allowed and fits."""
        wanted = "".join(
            c for c in typed if c.isprintable() and (self.allowed is None or c in self.allowed)
        )
        wanted = wanted[: self.max_length - len(self.text)]
        if not wanted:
            return Moved() if typed else None
        self._set(before + wanted, after)
        return Moved()
