"""Rows of clickable words, such as the command bar, which makes every command reachable by mouse alone.

On its way from a row of a list to a button below it, the mouse passes over other rows and takes the cursor along. So
where the mouse has put the cursor, a click on the button says nothing about the row: it asks which one is meant, and
the next click names it.

A line of text that the player types: a name, a seed, a search word.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

from tcod.console import Console

from roguelike.core.records import Record, State
from roguelike.toolkit.inputs import Input, Key, Mouse, Pasted
from roguelike.toolkit.keymap import Keymap, shown_key
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.widgets.frame import Rect
from roguelike.toolkit.widgets.scrolling import Blocked, Cancelled, Chosen, ListMenu, Moved
from roguelike.toolkit.widgets.text import ELLIPSIS

T = TypeVar("T")
A = TypeVar("A")
WHICH = "{button} which one? Click it; a right click takes this back."


class Button(State, Generic[T]):
    """A clickable word; `key` is the key that does the same, shown before it.

    One that is `of_row` does something with the row under the cursor of a list.
    """

    label: str
    value: T
    key: str = ""
    of_row: bool = False

    @property
    def width(self) -> int:
        """Cells it takes, including a blank on either side."""
        return len(self.label) + (len(self.key) + 1 if self.key else 0) + 2


class ButtonRow(Generic[T]):
    """Buttons side by side, on as many rows as its rectangle has. Draw it before passing it mouse events."""

    def __init__(self, buttons: Iterable[Button[T]]) -> None:
        self.buttons = list(buttons)
        self.hidden = 0
        self._places: list[tuple[Rect, Button[T]]] = []
        self._hover: T | None = None

    def draw(self, console: Console, rect: Rect, palette: Palette) -> None:
        """Draw the buttons; an ellipsis at the end says that some do not fit (`hidden` counts them)."""
        self._places.clear()
        x, y = rect.x, rect.y
        for button in self.buttons:
            if x + button.width > rect.x + rect.width and x > rect.x:
                x, y = rect.x, y + 1
            if y >= rect.y + rect.height or button.width > rect.width:
                break
            self._places.append((Rect(x, y, button.width, 1), button))
            self._draw_one(console, x, y, button, palette)
            x += button.width
        self.hidden = len(self.buttons) - len(self._places)
        if self.hidden:
            corner = rect.x + rect.width - 1, rect.y + rect.height - 1
            console.print(*corner, ELLIPSIS, fg=palette.key)

    def _draw_one(
        self, console: Console, x: int, y: int, button: Button[T], palette: Palette
    ) -> None:
        """Draw one button, highlighted if the mouse is over it."""
        if self._hover is not None and self._hover == button.value:
            console.rgb["bg"][x : x + button.width, y] = palette.hover_back
        x += 1
        if button.key:
            console.print(x, y, shown_key(button.key), fg=palette.key)
            x += len(button.key) + 1
        console.print(x, y, button.label, fg=palette.text)

    def at(self, x: int, y: int) -> Button[T] | None:
        """Return the button drawn at a cell."""
        return next((button for rect, button in self._places if rect.holds(x, y)), None)

    def on_input(self, event: Input) -> Chosen[T] | Moved | None:
        """Return the value of a clicked button; None if the input means nothing here."""
        if not isinstance(event, Mouse) or event.kind == "wheel":
            return None
        button = self.at(event.x, event.y)
        if event.kind == "press":
            return Chosen(button.value) if button is not None and event.button == "left" else None
        hover = button.value if button is not None else None
        changed = hover != self._hover
        self._hover = hover
        return Moved() if changed else None


class Answer(Record, Generic[A]):
    """What comes of a click: a button to press for the row under the cursor, if any, and a note to show."""

    button: Button[A] | None = None
    note: str = ""


class WhichRow(Generic[A]):
    """Remembers the clicked button of a list until its row is clicked."""

    def __init__(self) -> None:
        self._wanted: Button[A] | None = None

    @property
    def asks(self) -> bool:
        """Whether a button waits for its row."""
        return self._wanted is not None

    def on_input(
        self, event: Input, bar: ButtonRow[A], menu: ListMenu[T], keymap: Keymap
    ) -> Answer[A] | None:
        """Answer a click on such a button, or on the row that it is meant for; None for everything else."""
        if isinstance(event, Mouse) and event.kind != "press":
            return None
        wanted, self._wanted = self._wanted, None
        if not isinstance(event, Mouse):
            return None
        button = bar.at(event.x, event.y)
        if button is not None:
            if event.button == "left" and button.of_row and menu.is_in_doubt:
                return self._ask(button)
            return None
        if wanted is None:
            return None
        match menu.on_input(event, keymap):
            case Chosen() | Blocked():
                menu.hold()
                return Answer(wanted)
            case Cancelled():
                return Answer()
        return self._ask(wanted)  # a click beside the list or a turned page answers nothing

    def _ask(self, button: Button[A]) -> Answer[A]:
        """Let the next click say which row a button is meant for."""
        self._wanted = button
        return Answer(note=WHICH.format(button=button.label))


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

    def on_input(self, event: Input) -> Entered | Moved | Blocked | Cancelled | None:
        """Edit the text; None if the input means nothing here, Blocked if what is typed does not go in.

        The lines of a pasted text become one.
        """
        if isinstance(event, Pasted):
            return self._type(" ".join(event.text.split()))
        if not isinstance(event, Key):
            return None
        if event.name == "enter":
            return Entered(self.text)
        if event.name == "escape":
            return Cancelled()
        return self._edit(event)

    def _edit(self, key: Key) -> Moved | Blocked | None:
        """Move the cursor, delete or type."""
        before, after = self.text[: self.cursor], self.text[self.cursor :]
        was = self.text, self.cursor
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
                return self._type(key.typed)
        return Moved() if (self.text, self.cursor) != was else None

    def _set(self, before: str, after: str) -> None:
        """Replace the text, with the cursor between the two parts."""
        self.text, self.cursor = before + after, len(before)

    def _type(self, typed: str) -> Moved | Blocked | None:
        """Insert what was typed or pasted, as far as it is allowed and fits."""
        wanted = "".join(
            c for c in typed if c.isprintable() and (self.allowed is None or c in self.allowed)
        )
        wanted = wanted[: self.max_length - len(self.text)]
        if not wanted:
            full = len(self.text) >= self.max_length
            words = "There is no room for more." if full else f"{typed} cannot stand here."
            return Blocked(words) if typed else None
        self._set(self.text[: self.cursor] + wanted, self.text[self.cursor :])
        return Moved()
