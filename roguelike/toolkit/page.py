"""The base of most screens: framed pages and popups with a row of buttons below, the last of which closes them.

The one decision: a page offers each of its commands as a button with its key on it, so that the mouse can do whatever
the keyboard can, and nothing has to be remembered. Popups say something, ask whether to go on, or want one line typed:
a seed, a name, one of many narrowed by typing. Subclasses decide what they close with.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar

from tcod.console import Console

from roguelike.core.records import Record, replace
from roguelike.toolkit import widgets
from roguelike.toolkit.application import Application
from roguelike.toolkit.inputs import Input, Key, Mouse, Pasted
from roguelike.toolkit.keymap import Keymap
from roguelike.toolkit.rows import Line, cells_of, fitting, paint, word_rows
from roguelike.toolkit.screen import Backdrop, Pop, Push, Screen, Stay, Transition, unseen
from roguelike.toolkit.widgets import frame

P = TypeVar("P", bound=Application)
T = TypeVar("T")
Act = Callable[[], Transition]
"""What a button does."""

SLIVER_COLUMNS, SLIVER_ROWS = 12, 6
"""Total columns and rows beside a frame below which they are useless, so that the frame takes them."""
LIST_ROWS = 17
"""Rows that a list must have for the details to be below it."""
LEAST_DETAIL_COLUMNS = 31

WARNING_SIGN = "! "
"""Stands before every warning, since colour alone is no signal."""


class Page(Screen, Generic[P]):
    """A frame with a heading, a body, and buttons; as tall as the console unless it is a popup."""

    opaque: ClassVar[bool] = False
    title: str = ""
    """The words in the upper edge of the frame, where `heading` does not say others."""
    columns: ClassVar[int] = 100
    stands_alone: ClassVar[bool] = True
    """Whether what lies above and below it, where it has the full width, is hidden."""

    def __init__(self, program: P, *buttons: widgets.Button[Act]) -> None:
        self.program = program
        self._closing = widgets.Button[Act]("[Close]", self.close, program.keymap.hint("menu_back"))
        self.bar = widgets.ButtonRow([*buttons, self._closing])
        self._body = widgets.NOWHERE

    # Defined by each page

    @property
    def heading(self) -> str:
        """The words in the upper edge of the frame."""
        return self.title

    @property
    def rows(self) -> int | None:
        """How many rows the frame should have; None for as many as there are."""
        return None

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw what is inside the frame, above the buttons."""

    def on_body(self, event: Input) -> Transition:
        """Handle an input that no button took: by default a page only closes."""
        match event:
            case Key(name) if self.program.keymap.action("menu", name) == "menu_back":
                return self.close()
            case Mouse("press", button="right"):
                return self.close()
        return Stay(redraw=False)

    def close(self) -> Transition:
        """Close the page without a result."""
        return Pop()

    def shut(self) -> Transition:
        """Close at the key that opened it."""
        return self.close()

    def scrolled(self, view: widgets.Scroll, event: Input) -> Transition:
        """Scroll what the page shows, or close it, if that is what an input means."""
        match view.on_input(event, self.program.keymap):
            case widgets.Cancelled():
                return self.close()
            case widgets.Moved():
                return Stay()
        return Stay(redraw=False)

    # Common to all pages

    def place(self, console: Console) -> widgets.Rect:
        """Return the frame, as wide as the columns that the page asks for, or as the console."""
        return self.framed(console, self.columns)

    def framed(self, console: Console, columns: int) -> widgets.Rect:
        """Return a centred frame of so many columns, enlarged if only slivers of what lies below would remain."""
        rows = console.height if self.rows is None else self.rows
        if console.width - columns < SLIVER_COLUMNS:
            columns = console.width
        if console.height - rows < SLIVER_ROWS:
            rows = console.height
        return widgets.centred(console, columns, rows)

    def part(
        self, console: Console, body: widgets.Rect, detail: widgets.Rect, label: str = ""
    ) -> None:
        """Draw the line between the halves."""
        if detail.y > body.y:
            self.rule(console, body, detail.y - 1, label)
            return
        palette, x = self.program.palette, detail.x - 2
        for y in range(body.y, body.y + body.height):
            console.print(x, y, "│", fg=palette.frame)

    def lay_out(self, columns: int, rows: int) -> None:
        """Draw where nobody looks: what stands where, and what is in view, is found as it is drawn."""
        self.draw(unseen(columns, rows))

    def draw(self, console: Console) -> Backdrop | None:
        """Draw the frame, the body and the buttons."""
        palette, place = self.program.palette, self.place(console)
        if self.stands_alone and place.width == console.width and place.height < console.height:
            # Text above and below a page of full width would look like a part of it.
            console.clear()
        inside = frame(console, place, palette, title=self.heading, footer=self.answer)
        wide = sum(button.width for button in self.bar.buttons)
        tall = 1 if wide <= inside.width else 2
        body = widgets.Rect(inside.x + 1, inside.y, inside.width - 2, inside.height - tall)
        self._body = body
        self.draw_body(console, body)
        left = max(inside.x, inside.x + (inside.width - wide) // 2)
        right = inside.x + inside.width
        row = widgets.Rect(left, inside.y + inside.height - tall, right - left, tall)
        self.bar.draw(console, row, palette)
        return None

    def caret(self) -> tuple[int, int] | None:
        """Return the cell where the body's first row of text begins, below a mark or a blank."""
        return (self._body.x, self._body.y + 1) if self._body.height else None

    def on_input(self, event: Input) -> Transition:
        """Offer an input to the buttons, to help, and then to the body."""
        pressed = self._pressed(event) or self.bar.on_input(event)
        if isinstance(pressed, widgets.Chosen):
            return pressed.value()
        if self._asks_for_help(event):
            return Push(self.program.open("help"))
        answer = self.on_body(event)
        return Stay() if isinstance(pressed, widgets.Moved) and isinstance(answer, Stay) else answer

    def _pressed(self, event: Input) -> widgets.Chosen[Act] | None:
        """Return what the button whose key was pressed does; closing has keys of its own."""
        if isinstance(event, Key):
            for button in self.bar.buttons:
                if button.key == event.name and button is not self._closing:
                    return widgets.Chosen(button.value)
        return None

    def _asks_for_help(self, event: Input) -> bool:
        """Tell whether the key for help was pressed."""
        return isinstance(event, Key) and self.program.keymap.action("menu", event.name) == "help"

    def rule(self, console: Console, body: widgets.Rect, y: int, label: str = "") -> None:
        """Draw a line across the frame around `body`, joined to its sides, with a label near its left end."""
        palette, width = self.program.palette, body.width + 4
        console.print(body.x - 2, y, f"├{'─' * (width - 2)}┤", fg=palette.frame)
        if label:
            console.print(body.x - 1, y, f" {widgets.clip(label, width - 4)} ", fg=palette.heading)

    def warn(self, console: Console, rect: widgets.Rect, text: str) -> None:
        """Print a warning in a rectangle."""
        if text:
            words = [(WARNING_SIGN + text, self.program.palette.warn)]
            widgets.print_wrapped(console, rect.x, rect.y, words, rect.width, rect.height)


class TextPage(Page[P]):
    """A page of text that scrolls."""

    def __init__(
        self, program: P, text: Iterable[Sequence[widgets.Segment]], *buttons: widgets.Button[Act]
    ) -> None:
        super().__init__(program, *buttons)
        self.view = widgets.TextView(text)

    def caret(self) -> tuple[int, int] | None:
        """Return the cell where the text in view begins."""
        return self.view.caret

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the part of the text in view."""
        self.view.draw(console, rect, self.program.palette)

    def on_body(self, event: Input) -> Transition:
        """Scroll, or close the page."""
        return self.scrolled(self.view, event)


class Head(Record):
    """What a page says above its list: the words, the rows kept for them, and blank rows before and after."""

    words: Sequence[widgets.Segment] = ()
    rows: int = 0
    before: int = 0
    after: int = 0


class Details(Record):
    """What a page says about the row under its cursor."""

    words: Sequence[widgets.Segment] = ()
    label: str = ""


class ListPage(Page[P], Generic[P, T]):
    """A list to choose from; each page says what is listed, and what stands above, beside and below it.

    A row that cannot be chosen says why, in a note. If choosing takes a turn or cannot be undone, a page names the
    `deed`: a button shows it, and a letter only moves the cursor to its row, so that the player can read the details;
    pressed again it chooses.
    """

    letters: ClassVar[bool] = True
    """Whether rows get letters of their own."""
    by_command: ClassVar[bool] = False
    """Whether a row is chosen by the key that its command has on the map, so that no key means two things."""
    least_rows: ClassVar[int] = 0
    """The rows for which there is room, however few are listed."""
    notes: ClassVar[Literal["page", "list", "details"]] = "page"
    """What a note stands below, or takes the place of."""
    note_rows: ClassVar[int] = 1
    """The rows kept for a note, the last of which it takes."""
    may_be_beside: ClassVar[bool] = True
    """Whether the details may stand beside the list where there is no room below it."""
    other_rows: int = 7
    """Rows for everything on the page besides the list."""
    detail_rows: int = 0
    """Rows kept for the details of the row under the cursor, if they are taken from the list."""
    nothing: str = ""
    """Stands in place of an empty list."""
    list_columns: ClassVar[int] = 0
    """The width of the list if something is drawn beside it."""
    deed: str = ""

    def __init__(self, program: P, *buttons: widgets.Button[Act]) -> None:
        self.menu: widgets.ListMenu[T] = widgets.ListMenu((), letters=self.letters)
        self.program = program
        self.refresh()
        key = program.keymap.hint("menu_choose")
        own = (
            [widgets.Button[Act](f"[{self.deed}]", self.choose, key, of_row=True)]
            if self.deed
            else []
        )
        super().__init__(program, *buttons, *own)
        self.below_list: widgets.Rect | None = None
        """Where the details are drawn, if that is below the list."""
        self.menu.careful = bool(self.deed)
        self.note = ""
        self._which = widgets.WhichRow[Act]()

    # Defined by each page

    def listed(self) -> Iterable[widgets.Row[T]]:
        """Return the rows of the list."""
        return ()

    def opened_by(self, keys: frozenset[str]) -> None:
        """Note keys that opened it: they choose no row."""
        super().opened_by(keys)
        self.menu.reserved = self.openers

    def on_choice(self, value: T) -> Transition:
        """Handle the choice of a row: by default, close the page with its value."""
        return Pop(value)

    def head(self) -> Head:
        """Return what stands above the list."""
        return Head()

    def details(self, value: T | None) -> Details:
        """Return what there is to say about the value under the cursor; None if there is none."""
        return Details()

    def below(self, width: int) -> Sequence[Line]:
        """Return rows of a width that stand at the end of the details."""
        return ()

    def draw_beside(self, console: Console, rect: widgets.Rect) -> None:
        """Draw what stands beside a list of `list_columns`."""

    def foot(self) -> Sequence[Sequence[widgets.Segment]]:
        """Return the rows below everything else."""
        return ()

    def noted(self) -> Sequence[widgets.Segment]:
        """Return the note: why the last row could not be chosen, or whatever else the page has to say."""
        return [(WARNING_SIGN + self.note, self.program.palette.warn)] if self.note else ()

    # Common to all

    @property
    def rows(self) -> int | None:
        """The rows of the list and of everything else."""
        return max(len(self.menu.rows), self.least_rows) + self.other_rows

    def refresh(self) -> None:
        """Make the rows anew after something that they tell has changed; the cursor stays."""
        self.menu.replace(self.listed())

    def of_row(self, label: str, does: Callable[[T], Transition], key: str) -> widgets.Button[Act]:
        """Return a button that does something with the row under the cursor."""

        def act() -> Transition:
            """Do it, if there is a row."""
            value = self.menu.value
            return Stay() if value is None else does(value)

        return widgets.Button(label, act, key, of_row=True)

    def caret(self) -> tuple[int, int] | None:
        """Return the cell of the row under the cursor, or of the text if there is none."""
        return self.menu.caret or super().caret()

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the words above, the list, its details, the note and the words below."""
        rect = self._draw_foot(console, self._draw_head(console, rect))
        if self.list_columns:
            left, gone = rect._replace(width=self.list_columns), self.list_columns + 2
            self.draw_beside(console, rect._replace(x=rect.x + gone, width=rect.width - gone))
            rect = left
        if self.notes == "page":
            rect = self._draw_note(console, rect)
        if not self.detail_rows or not self.menu.rows:
            self._draw_list(console, rect)
            return
        upper, lower = self.halves(rect, len(self.menu.rows), self.detail_rows)
        self.below_list = lower if lower.y > rect.y else None
        self._draw_list(console, self._draw_note(console, upper) if self.notes == "list" else upper)
        details = self.details(self.menu.value)
        if self.notes == "details" and self.note:
            details = replace(details, words=self.noted())
        self.part(console, rect, lower, details.label)
        self.draw_details(console, lower, details, is_beside=lower.y == rect.y)

    def halves(
        self, body: widgets.Rect, list_rows: int, detail_rows: int
    ) -> tuple[widgets.Rect, widgets.Rect]:
        """Divide a body between a list of some rows and the details of the row under its cursor.

        The details are below the list if both have room; otherwise the two are side by side.
        """
        below = body.height - detail_rows - 2
        if below >= min(list_rows, LIST_ROWS) or not self.may_be_beside:
            upper = body._replace(height=below)
            return upper, widgets.Rect(body.x, body.y + below + 1, body.width, detail_rows + 1)
        width = min(body.width * 3 // 5, body.width - LEAST_DETAIL_COLUMNS)
        right = body.width - width - 3
        return body._replace(width=width), body._replace(x=body.x + width + 3, width=right)

    def _draw_head(self, console: Console, rect: widgets.Rect) -> widgets.Rect:
        """Draw what stands above the list; return the rest of the rectangle."""
        head = self.head()
        widgets.print_wrapped(
            console, rect.x, rect.y + head.before, head.words, rect.width, head.rows
        )
        taken = head.before + head.rows + head.after
        return rect._replace(y=rect.y + taken, height=rect.height - taken)

    def _draw_foot(self, console: Console, rect: widgets.Rect) -> widgets.Rect:
        """Draw the rows below everything else; return the rest of the rectangle."""
        lines = self.foot()
        height = rect.height - len(lines)
        for row, line in enumerate(lines, rect.y + height):
            widgets.print_segments(console, rect.x, row, line, rect.width)
        return rect._replace(height=height)

    def _draw_note(self, console: Console, rect: widgets.Rect) -> widgets.Rect:
        """Draw the note in the last row; return the rest of the rectangle."""
        last = rect.y + rect.height - 1
        widgets.print_wrapped(console, rect.x, last, self.noted(), rect.width, 1)
        return rect._replace(height=rect.height - self.note_rows)

    def _draw_list(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the list, or what stands in its place if it is empty."""
        if self.menu.rows:
            self.menu.draw(console, rect, self.program.palette)
        else:
            words = [(self.nothing, self.program.palette.dim)]
            widgets.print_wrapped(console, rect.x, rect.y + 1, words, rect.width)

    def draw_details(
        self, console: Console, rect: widgets.Rect, details: Details, *, is_beside: bool
    ) -> None:
        """Draw the details; rows of those that do not fit are counted."""
        palette = self.program.palette
        if details.label and is_beside:  # no line has room for it
            words = [(details.label, palette.heading)]
            widgets.print_segments(console, *rect[:2], words, rect.width)
            rect = rect._replace(y=rect.y + 1, height=rect.height - 1)
        last = fitting(self.below(rect.width), rect.height, palette.dim)
        paint(cells_of(console), rect.x, rect.y + rect.height - len(last), rect.width, last)
        rect = rect._replace(height=rect.height - len(last))
        told = word_rows([details.words] if details.words else [], rect.width)
        shown = fitting(told, rect.height, palette.dim)
        paint(cells_of(console), rect.x, rect.y, rect.width, shown)

    def on_input(self, event: Input) -> Transition:
        """Ask for the row that a clicked button is meant for, if the mouse may have left it on its way."""
        asked = self._which.asks
        answer = self._which.on_input(event, self.bar, self.menu, self.program.keymap)
        if answer is None:
            self.note = "" if asked and not self._which.asks else self.note
            return super().on_input(event)
        self.note = answer.note
        return Stay() if answer.button is None else answer.button.value()

    def on_body(self, event: Input) -> Transition:
        """Move the cursor, choose a row, or close the page."""
        answer = self._after(self.menu.on_input(event, self.program.keymap))
        if self.by_command and isinstance(event, Key) and answer == Stay(redraw=False):
            return self.obey(self.program.keymap.action("play", event.name))
        return answer

    def obey(self, command: object) -> Transition:
        """Choose the row of a command, if there is one."""
        offered = next((row.value for row in self.menu.rows if row.value == command), None)
        return Stay(redraw=False) if offered is None else self.on_choice(offered)

    def choose(self) -> Transition:
        """Choose the row under the cursor."""
        return self._after(self.menu.choose())

    def _after(
        self, answer: widgets.Chosen[T] | widgets.Blocked | widgets.Moved | widgets.Cancelled | None
    ) -> Transition:
        """Act on what the list made of an input: a choice, the reason against one, or nothing."""
        match answer:
            case widgets.Chosen(value):
                self.note = ""
                return self.on_choice(value)
            case widgets.Blocked(reason):
                self.note = reason
                return Stay()
            case widgets.Cancelled():
                return self.close()
            case widgets.Moved():
                self.note = ""
                return Stay()
        return Stay(redraw=False)


class ListPopup(ListPage[P, T]):
    """A list over what lies below, as tall as its rows need, with a blank one above them."""

    other_rows: int = 6

    def head(self) -> Head:
        """Return a head without words, one blank row high."""
        return Head(before=1)


def command_row(keymap: Keymap, command: str, label: str) -> widgets.Row[Any]:
    """Return a row that is chosen by the key that a command has on the map, shown before it or at its end."""
    key = keymap.hint_of(command)
    is_short = len(key) == 1
    return widgets.Row(label, command, mark=key if is_short else "", right="" if is_short else key)


_COLUMNS = 56
_MOST_ROWS = 30

Text = str | Sequence[widgets.Segment]


def _coloured(text: Text, program: Application) -> Sequence[widgets.Segment]:
    """Return a text as coloured runs."""
    return [(text, program.palette.text)] if isinstance(text, str) else text


def _rows(text: Sequence[widgets.Segment], columns: int = _COLUMNS) -> int:
    """Return how many rows a popup of some columns gives to a text."""
    return min(len(widgets.wrap_segments(text, columns - 4)), _MOST_ROWS)


class Message(TextPage[Application]):
    """A message for the player; Enter, Space, Escape and any click close it."""

    columns: ClassVar[int] = _COLUMNS
    rows: int = 0
    """Those of the text, with the edges."""

    def __init__(self, program: Application, title: str, text: Text) -> None:
        words = _coloured(text, program)
        super().__init__(program, [words])
        self.title, self.rows = title, _rows(words) + 5

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the text, with a blank row above and below it."""
        super().draw_body(console, rect._replace(y=rect.y + 1, height=rect.height - 2))

    def on_body(self, event: Input) -> Transition:
        """Scroll a long text; close on the choose key or a click."""
        answer = super().on_body(event)
        match event:
            case Key(name) if self.program.keymap.action("menu", name) == "menu_choose":
                return self.close()
            case Mouse("press") if answer == Stay(redraw=False):
                return self.close()
        return answer


class Question(ListPage[Application, object]):
    """A text, and answers to choose from; closes with the value of the chosen one."""

    columns: ClassVar[int] = _COLUMNS
    letters: ClassVar[bool] = False
    note_rows: ClassVar[int] = 0

    def __init__(
        self, program: Application, title: str, text: Text, answers: Sequence[widgets.Row[object]]
    ) -> None:
        self.title, self._answers, self._text = title, answers, _coloured(text, program)
        super().__init__(program)
        self.bar.buttons.clear()  # one of the answers does what the button would
        self.other_rows = _rows(self._text, self.columns) + 5 + self.note_rows

    def listed(self) -> Sequence[widgets.Row[object]]:
        """Return the answers in the order in which they were given."""
        return self._answers

    def head(self) -> Head:
        """Return the text, with as many rows as the page has for it."""
        others = len(self._answers) + 2 + self.note_rows
        return Head(self._text, self._body.height - others, before=1, after=1)


class Confirm(Question):
    """A question before something that cannot be undone; closes with `agreed` if the player agrees."""

    def __init__(
        self,
        program: Application,
        title: str,
        text: Text,
        agreed: object,
        *,
        yes: str = "Yes",
        no: str = "No",
    ) -> None:
        answers: list[widgets.Row[object]] = [
            widgets.Row(no, None, mark="n"),
            widgets.Row(yes, agreed, mark="y"),
        ]
        super().__init__(program, title, text, answers)


class LineEntry(Page[P]):
    """An explanation, a labelled line, and below it what an empty one means or what is wrong with it."""

    columns: ClassVar[int] = 58
    rows: int = 14
    takes_text: ClassVar[bool] = True
    label: ClassVar[str] = ""
    button: ClassVar[str] = "[Start]"
    when_empty: ClassVar[str] = ""
    most: ClassVar[int] = 200
    allowed: ClassVar[str | None] = None

    def __init__(self, program: P) -> None:
        super().__init__(program, widgets.Button(self.button, self._enter, "Enter"))
        self.field = widgets.TextField(max_length=self.most, allowed=self.allowed)
        self.wrong = ""

    def caret(self) -> tuple[int, int] | None:
        """Return the cell where the next letter goes."""
        return self.field.caret

    @property
    def explained(self) -> str:
        """What the line is for."""
        return ""

    def entered(self, text: str) -> object:
        """Return the result for a text, stripped of blanks; None to stay open, with the reason in `wrong`."""
        return text

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the explanation and the field."""
        palette = self.program.palette
        x, y, width, _ = rect
        widgets.print_wrapped(console, x, y + 1, [(self.explained, palette.text)], width, 5)
        indent = len(self.label) + 1
        console.print(x, y + 7, self.label, fg=palette.heading)
        self.field.draw(console, x + indent, y + 7, width - indent, palette)
        if self.wrong:
            words = [(WARNING_SIGN + self.wrong, palette.warn)]
            widgets.print_wrapped(console, x, y + 8, words, width, 2)
        elif not self.field.text.strip():
            console.print(x + indent, y + 8, self.when_empty, fg=palette.dim)

    def on_input(self, event: Input) -> Transition:
        """Type first: every character belongs to the text, including the keys of buttons and of help."""
        if isinstance(event, Key | Pasted):
            match self.field.on_input(event):
                case widgets.Entered():
                    return self._enter()
                case widgets.Moved():
                    self.wrong = ""
                    return Stay()
                case widgets.Blocked(reason):
                    return self.say(reason)
                case widgets.Cancelled():
                    return self.close()
            return Stay(redraw=False)
        return super().on_input(event)

    def on_body(self, event: Input) -> Transition:
        """Close the popup on a right click."""
        match event:
            case Mouse("press", button="right"):
                return self.close()
        return Stay(redraw=False)

    def _enter(self) -> Transition:
        """Close with the result for the text; stay open without one."""
        result = self.entered(self.field.text.strip())
        return Stay() if result is None else Pop(result)


DEEPEST: Final = 100


def pick_depth(program: Application, title: str, made: Callable[[int], object]) -> Screen:
    """Return a list of depths, which closes with the result of `made` for the chosen one."""
    depths = [str(depth) for depth in range(1, DEEPEST + 1)]
    return PickName(program, title, depths, lambda depth: made(int(depth)), label="Depth")


class PickName(ListPage[Application, str]):
    """A list of the names that contain the typed text; closes with the result of `command` for the chosen one."""

    columns: ClassVar[int] = 50
    rows: int = 24
    takes_text: ClassVar[bool] = True
    letters: ClassVar[bool] = False

    def __init__(
        self,
        program: Application,
        title: str,
        names: Sequence[str],
        command: Callable[[str], object],
        *,
        label: str = "Name",
    ) -> None:
        self.title, self._names, self._command, self._label = title, names, command, label
        self.field = widgets.TextField()
        super().__init__(program)

    def caret(self) -> tuple[int, int] | None:
        """Return the cell where the next letter goes."""
        return self.field.caret

    def head(self) -> Head:
        """Return rows for the field."""
        return Head(before=3)

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the field and the names."""
        palette = self.program.palette
        super().draw_body(console, rect)
        console.print(rect.x, rect.y + 1, self._label, fg=palette.heading)
        begin = len(self._label) + 1
        self.field.draw(console, rect.x + begin, rect.y + 1, rect.width - begin, palette)
        if not self.menu.rows:
            none = f"There is no such {self._label.lower()}."
            console.print(rect.x, rect.y + 3, none, fg=palette.dim)

    def on_input(self, event: Input) -> Transition:
        """Type first: every letter belongs to the name."""
        if isinstance(event, Key | Pasted):
            match self.field.on_input(event):
                case widgets.Entered():
                    name = self.menu.value
                    return Stay(redraw=False) if name is None else self.on_choice(name)
                case widgets.Moved():
                    self.refresh()
                    return Stay()
                case widgets.Blocked(reason):
                    return self.say(reason)
        return super().on_input(event)

    def listed(self) -> list[widgets.Row[str]]:
        """Return the names that contain the typed text, those that begin with it first."""
        typed = self.field.text.strip().casefold()
        found = [name for name in self._names if typed in name.casefold()]
        found.sort(key=lambda name: not name.casefold().startswith(typed))
        return [widgets.Row(name, name) for name in found]

    def on_choice(self, value: str) -> Transition:
        """Close with the result for the chosen name."""
        return Pop(self._command(value))


class Working(Page[P]):
    """Shows that something is worked out, a bit between two frames; subclasses do that in `update`."""

    columns: ClassVar[int] = 52
    rows: int = 9
    animating: bool = True
    words: ClassVar[str] = ""
    """What is worked out, and why it takes a while."""

    def told(self) -> str:
        """Say how far it has come."""
        raise NotImplementedError

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Write what is being done, how far it has come, and how to break it off."""
        palette, words = self.program.palette, [(self.words, self.program.palette.text)]
        rows = widgets.print_wrapped(console, rect.x, rect.y + 1, words, rect.width, 4)
        console.print(rect.x, rect.y + 2 + rows, self.told(), fg=palette.dim)
