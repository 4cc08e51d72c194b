"""The base of most screens: a framed page or popup with a row of buttons below, the last of which closes it.

The one decision: a page offers each of its commands as a button with its key on it, so that the mouse can do whatever
the keyboard can, and nothing has to be remembered.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import ClassVar, Final, Generic, TypeVar

from tcod.console import Console

from roguelike.core.records import Record
from roguelike.ui.inputs import Input, Key, Mouse
from roguelike.ui.panels.rows import Line, cells_of, fitting, paint
from roguelike.ui.program import Program
from roguelike.ui.screen import Pop, Push, Screen, Stay, Transition
from roguelike.ui.widgets import (
    NOWHERE,
    Blocked,
    Button,
    ButtonRow,
    Cancelled,
    Chosen,
    ListMenu,
    Moved,
    Rect,
    Row,
    Segment,
    TextView,
    WhichRow,
    centred,
    clip,
    frame,
    print_counted,
    print_segments,
    print_wrapped,
    wrap_segments,
)

T = TypeVar("T")

SLIVER_COLUMNS, SLIVER_ROWS = 12, 6
"""Total columns and rows beside a frame below which they are useless, so that the frame takes them."""
LIST_ROWS = 17
"""Rows that a list must have for the details to be below it."""
LEAST_DETAIL_COLUMNS = 31

CLOSE: Final = "close"
"""The value of every page's last button."""

CHOOSE: Final = "choose"
"""The value of the button that chooses the row under the cursor."""

WARNING_SIGN: Final = "! "
"""Stands before every warning, since colour alone is no signal."""


class Page(Screen):
    """A frame with a heading, a body, and buttons; as tall as the console unless it is a popup."""

    title: ClassVar[str] = ""
    columns: ClassVar[int] = 100

    def __init__(self, program: Program, *buttons: Button[str]) -> None:
        self.program = program
        close = Button("[Close]", CLOSE, program.keymap.hint("menu_back"))
        self.bar = ButtonRow([*buttons, close])
        self._body = NOWHERE

    # Defined by each page

    @property
    def heading(self) -> str:
        """The words in the upper edge of the frame."""
        return self.title

    @property
    def rows(self) -> int | None:
        """How many rows the frame should have; None for as many as there are."""
        return None

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw what is inside the frame, above the buttons."""

    def on_body(self, event: Input) -> Transition:
        """Handle an input that no button took: by default a page only closes."""
        match event:
            case Key(name) if self.program.keymap.action("menu", name) == "menu_back":
                return self.close()
            case Mouse("press", button="right"):
                return self.close()
        return Stay(redraw=False)

    def on_button(self, value: str) -> Transition:
        """Handle a button; the one that every page has closes it."""
        return self.close()

    def close(self) -> Transition:
        """Close the page without a result."""
        return Pop()

    # Common to all pages

    def place(self, console: Console) -> Rect:
        """Return the frame's rectangle."""
        return self.framed(console, self.columns)

    def framed(self, console: Console, columns: int) -> Rect:
        """Return a centred frame of so many columns, enlarged if only slivers of what lies below would remain."""
        rows = console.height if self.rows is None else self.rows
        if console.width - columns < SLIVER_COLUMNS:
            columns = console.width
        if console.height - rows < SLIVER_ROWS:
            rows = console.height
        return centred(console, columns, rows)

    def halves(self, body: Rect, list_rows: int, detail_rows: int) -> tuple[Rect, Rect]:
        """Divide a body between a list of some rows and the details of the row under its cursor.

        The details are below the list if both have room; otherwise the two are side by side.
        """
        below = body.height - detail_rows - 2
        if below >= min(list_rows, LIST_ROWS):
            upper = body._replace(height=below)
            return upper, Rect(body.x, body.y + below + 1, body.width, detail_rows + 1)
        width = min(body.width * 3 // 5, body.width - LEAST_DETAIL_COLUMNS)
        right = body.width - width - 3
        return body._replace(width=width), body._replace(x=body.x + width + 3, width=right)

    def part(self, console: Console, body: Rect, detail: Rect, label: str = "") -> None:
        """Draw the line between the halves."""
        if detail.y > body.y:
            self.rule(console, body, detail.y - 1, label)
            return
        palette, x = self.program.palette, detail.x - 2
        for y in range(body.y, body.y + body.height):
            console.print(x, y, "│", fg=palette.frame)

    def lay_out(self, columns: int, rows: int) -> None:
        """Draw where nobody looks: what stands where, and what is in view, is found as it is drawn."""
        self.draw(_unseen(columns, rows))

    def draw(self, console: Console) -> None:
        """Draw the frame, the body and the buttons."""
        palette, place = self.program.palette, self.place(console)
        if place.width == console.width and place.height < console.height:
            # Text above and below a page of full width would look like a part of it.
            console.clear()
        inside = frame(console, place, palette, title=self.heading)
        wide = sum(button.width for button in self.bar.buttons)
        tall = 1 if wide <= inside.width else 2
        body = Rect(inside.x + 1, inside.y, inside.width - 2, inside.height - tall)
        self._body = body
        self.draw_body(console, body)
        left = max(inside.x, inside.x + (inside.width - wide) // 2)
        right = inside.x + inside.width
        row = Rect(left, inside.y + inside.height - tall, right - left, tall)
        self.bar.draw(console, row, palette)

    def caret(self) -> tuple[int, int] | None:
        """Return the cell where the body's first row of text begins, below a mark or a blank."""
        return (self._body.x, self._body.y + 1) if self._body.height else None

    def on_input(self, event: Input) -> Transition:
        """Offer an input to the buttons, to help, and then to the body."""
        pressed = self._pressed(event) or self.bar.on_input(event)
        if isinstance(pressed, Chosen):
            return self.on_button(pressed.value)
        if self._asks_for_help(event):
            return Push(self.program.open("help"))
        answer = self.on_body(event)
        return Stay() if isinstance(pressed, Moved) and isinstance(answer, Stay) else answer

    def _pressed(self, event: Input) -> Chosen[str] | None:
        """Return the value of the button whose key was pressed; closing has keys of its own."""
        if isinstance(event, Key):
            for button in self.bar.buttons:
                if button.key == event.name and button.value != CLOSE:
                    return Chosen(button.value)
        return None

    def _asks_for_help(self, event: Input) -> bool:
        """Tell whether the key for help was pressed."""
        return isinstance(event, Key) and self.program.keymap.action("menu", event.name) == "help"

    def rule(self, console: Console, body: Rect, y: int, label: str = "") -> None:
        """Draw a line across the frame around `body`, joined to its sides, with a label near its left end."""
        palette, width = self.program.palette, body.width + 4
        console.print(body.x - 2, y, f"├{'─' * (width - 2)}┤", fg=palette.frame)
        if label:
            console.print(body.x - 1, y, f" {clip(label, width - 4)} ", fg=palette.heading)

    def warn(self, console: Console, rect: Rect, text: str) -> None:
        """Print a warning in a rectangle."""
        if text:
            words = [(WARNING_SIGN + text, self.program.palette.warn)]
            print_wrapped(console, rect.x, rect.y, words, rect.width, rect.height)


class TextPage(Page):
    """A page of text that scrolls."""

    def __init__(
        self, program: Program, text: Iterable[Sequence[Segment]], *buttons: Button[str]
    ) -> None:
        super().__init__(program, *buttons)
        self.view = TextView(text)

    def caret(self) -> tuple[int, int] | None:
        """Return the cell where the text in view begins."""
        return self.view.caret

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the part of the text in view."""
        self.view.draw(console, rect, self.program.palette)

    def on_body(self, event: Input) -> Transition:
        """Scroll, or close the page."""
        match self.view.on_input(event, self.program.keymap):
            case Cancelled():
                return self.close()
            case Moved():
                return Stay()
        return Stay(redraw=False)


class Details(Record):
    """What a page shows about the row under its cursor."""

    words: Sequence[Segment]
    most_rows: int
    """Rows kept for the details if they are taken from the list."""
    label: str = ""
    below: Callable[[int], Sequence[Line]] = lambda _width: ()
    """Returns rows for a width, to be shown below the words."""


class ListPage(Page, Generic[T]):
    """A page with a list to choose from; rows that cannot be chosen say why.

    If choosing takes a turn or cannot be undone, a page names the `deed`. A button then shows it, and a letter only
    moves the cursor to its row, so that the player can read the details; pressed again it chooses.
    """

    row_buttons: ClassVar[frozenset[str]] = frozenset({CHOOSE})
    """The values of the buttons that do something with the row under the cursor."""

    def __init__(
        self,
        program: Program,
        rows: Iterable[Row[T]],
        *buttons: Button[str],
        letters: bool = True,
        deed: str = "",
    ) -> None:
        own = [Button(f"[{deed}]", CHOOSE, program.keymap.hint("menu_choose"))] if deed else []
        super().__init__(program, *buttons, *own)
        self.menu: ListMenu[T] = ListMenu(rows, letters=letters, careful=bool(deed))
        self.note = ""
        self._which = WhichRow(self.row_buttons)

    def caret(self) -> tuple[int, int] | None:
        """Return the cell of the row under the cursor, or of the text if there is none."""
        return self.menu.caret or super().caret()

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the list, and below it why the last row could not be chosen."""
        self.menu.draw(console, rect._replace(height=rect.height - 1), self.program.palette)
        self.warn(console, rect._replace(y=rect.y + rect.height - 1, height=1), self.note)

    def draw_list(self, console: Console, rect: Rect, nothing: str) -> None:
        """Draw the list, or the text `nothing` if it is empty."""
        if self.menu.rows:
            self.menu.draw(console, rect, self.program.palette)
        else:
            console.print(rect.x, rect.y + 1, nothing, fg=self.program.palette.dim)

    def draw_with_details(
        self,
        console: Console,
        body: Rect,
        details: Details,
        nothing: str = "",
    ) -> None:
        """Draw the list, or the text `nothing`, and the details; rows of those that do not fit are counted."""
        if not self.menu.rows:
            self.draw_list(console, body, nothing)
            return
        upper, detail = self.halves(body, len(self.menu.rows), details.most_rows)
        self.draw_list(console, upper, nothing)
        self.part(console, body, detail, details.label)
        if details.label and detail.y == body.y:  # side by side, no line has room for it
            words = [(details.label, self.program.palette.heading)]
            print_segments(console, *detail[:2], words, detail.width)
            detail = detail._replace(y=detail.y + 1, height=detail.height - 1)
        last = fitting(details.below(detail.width), detail.height, self.program.palette.dim)
        paint(cells_of(console), detail.x, detail.y + detail.height - len(last), detail.width, last)
        detail = detail._replace(height=detail.height - len(last))
        lines = wrap_segments(list(details.words), detail.width) if details.words else []
        print_counted(console, *detail[:2], lines, *detail[2:], self.program.palette.dim)

    def on_input(self, event: Input) -> Transition:
        """Ask for the row that a clicked button is meant for, if the mouse may have left it on its way."""
        asked = self._which.asks
        answer = self._which.on_input(event, self.bar, self.menu, self.program.keymap)
        if answer is None:
            self.note = "" if asked and not self._which.asks else self.note
            return super().on_input(event)
        self.note = answer.note
        return self.on_button(answer.button) if answer.button else Stay()

    def on_body(self, event: Input) -> Transition:
        """Move the cursor, choose a row, or close the page."""
        return self._after(self.menu.on_input(event, self.program.keymap))

    def on_button(self, value: str) -> Transition:
        """Choose the row under the cursor, or close the page."""
        return self._after(self.menu.choose()) if value == CHOOSE else super().on_button(value)

    def _after(self, answer: Chosen[T] | Blocked | Moved | Cancelled | None) -> Transition:
        """Handle the list's answer."""
        match answer:
            case Chosen(value):
                self.note = ""
                return self.on_choice(value)
            case Blocked(reason):
                self.note = reason
                return Stay()
            case Cancelled():
                return self.close()
            case Moved():
                self.note = ""
                return Stay()
        return Stay(redraw=False)

    def on_choice(self, value: T) -> Transition:
        """Handle the choice of a row: by default, close the page with its value."""
        return Pop(value)


class ListPopup(ListPage[T]):
    """A list over what lies below, as tall as its rows need, with a blank one above them."""

    opaque: ClassVar[bool] = False

    @property
    def rows(self) -> int:
        """The rows of the list and the edges."""
        return len(self.menu.rows) + 6

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the list, with a blank row above it."""
        super().draw_body(console, rect._replace(y=rect.y + 1, height=rect.height - 1))


@lru_cache(maxsize=2)
def _unseen(columns: int, rows: int) -> Console:
    """Return a console that is never shown."""
    return Console(columns, rows, order="F")
