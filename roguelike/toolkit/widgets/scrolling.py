"""A list to choose from and a long text to read: both scroll by the same keys, and say what is out of view.

The menu returns the value that a row carries, never its number, so that callers need no second list. Rows get the
letters a-z and A-Z; in a list of more than 52 rows, those in view get them. A text's lines are wrapped to the width at
which they are drawn, so a resized window wraps them again.
"""

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from tcod.console import Console

from roguelike.core.colour import Colour
from roguelike.core.records import State
from roguelike.toolkit.inputs import Input, Key, Mouse
from roguelike.toolkit.kept import Kept
from roguelike.toolkit.keymap import Keymap
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.widgets.frame import NOWHERE, Rect
from roguelike.toolkit.widgets.text import Segment, clip, print_segments, wrap_segments


def draw_more(
    console: Console,
    rect: Rect,
    counts: tuple[int, int],
    palette: Palette,
    words: tuple[str, str] = ("more", "more"),
) -> None:
    """Write how much is out of view above and below into the first and the last row of a rectangle."""
    rows = (rect.y, rect.y + rect.height - 1)
    for arrow, count, word, y in zip("▲▼", counts, words, rows, strict=True):
        if count > 0:
            text = clip(f"{arrow} {count} {word}", rect.width)
            console.print(rect.x + (rect.width - len(text)) // 2, y, text, fg=palette.key)


T = TypeVar("T")

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Row(State, Generic[T]):
    """One line of a menu: what it shows and the value it stands for.

    `blocked` says why it cannot be chosen; it is then dim. A heading is only text, and the cursor skips it. `right` is
    shown at the right edge (a price, a count), `spare` before it if the whole label leaves room. If any label in the
    list would be cut, every row's `brief` replaces its `right`. `mark` replaces the automatic letter.
    """

    label: str | Sequence[Segment]
    value: T
    right: str = ""
    brief: str = ""
    spare: str = ""
    blocked: str = ""
    heading: bool = False
    mark: str = ""


class Chosen(State, Generic[T]):
    """The player chose this row's value."""

    value: T


class Blocked(State):
    """The player tried a row that cannot be chosen, for this reason."""

    reason: str


class Moved(State):
    """The cursor, the view or the text changed: redraw."""


class Cancelled(State):
    """Returned by the menu when the player leaves it without a choice."""


class ListMenu(Generic[T]):
    """A scrolling list with a cursor. Draw it before passing it mouse events, which need the rows' positions."""

    def __init__(
        self, rows: Iterable[Row[T]], *, letters: bool = True, careful: bool = False
    ) -> None:
        """Make a list; if `careful`, a letter only moves the cursor to its row, and chooses when pressed again."""
        self.rows = list(rows)
        self.letters, self.careful = letters, careful
        self.reserved: frozenset[str] = frozenset()
        """Keys that choose no row, since they close the list."""
        self.top = 0
        self.by_mouse = False
        self._is_held = False
        self._is_brief = False
        self._right_columns = 0
        self._rect = NOWHERE
        self._page = 1
        self.cursor = 0
        self._skip_disabled(1)

    @property
    def value(self) -> T | None:
        """The value under the cursor; None if there is nothing to choose."""
        return self.rows[self.cursor].value if self._is_choice(self.cursor) else None

    @property
    def caret(self) -> tuple[int, int] | None:
        """The console cell of the sign before the cursor's row, as last drawn; None if nothing can be chosen."""
        in_view = self._is_choice(self.cursor) and self.cursor in self._visible()
        row = self._first_row() + self.cursor - self.top
        return (self._rect.x, row) if in_view and self._rect.height else None

    @property
    def is_in_doubt(self) -> bool:
        """Whether the mouse put the cursor on its row, perhaps only in passing, and other rows could be meant."""
        return self.by_mouse and sum(not row.heading for row in self.rows) > 1

    def hold(self) -> None:
        """Keep the cursor where it is until the mouse has left the list."""
        self.by_mouse, self._is_held = False, True

    def replace(self, rows: Iterable[Row[T]]) -> None:
        """Show other rows; the cursor stays where it is if possible."""
        self.rows = list(rows)
        self._skip_disabled(1)

    def to_first(self) -> None:
        """Put the cursor on the first row that can be chosen."""
        self.cursor = 0
        self._skip_disabled(1)

    # Drawing

    def draw(self, console: Console, rect: Rect, palette: Palette) -> None:
        """Draw as many rows as fit, with a mark above and below if there are more."""
        self._rect = rect
        overflows = len(self.rows) > rect.height
        self._page = max(rect.height - 2, 1) if overflows else max(rect.height, 1)
        self._scroll()
        first, marks = self._first_row(), self._marks()
        self._is_brief = any(self._cuts(row, rect.width) for row in self.rows if row.brief)
        self._right_columns = max((len(self._right(row)) for row in self.rows), default=0)
        for offset, index in enumerate(self._visible()):
            self._draw_row(console, index, first + offset, marks.get(index, ""), palette)
        if overflows:
            below = len(self.rows) - self.top - self._page
            draw_more(console, rect, (self.top, below), palette)

    def _draw_row(self, console: Console, index: int, y: int, mark: str, palette: Palette) -> None:
        """Draw one row: its mark, label and right-hand text."""
        row, x, width = self.rows[index], self._rect.x, self._rect.width
        if index == self.cursor and not row.heading:
            console.rgb["bg"][x : x + width, y] = palette.selected_back
        if row.heading:
            print_segments(console, x, y, _coloured(row.label, palette.heading), width)
            return
        is_chosen = index == self.cursor
        colour = palette.disabled if row.blocked and not is_chosen else palette.text
        indent = self._indent()
        # The cursor has a sign of its own: colour is never the only signal.
        sign = (">" if index == self.cursor else " ") + (f"{mark})" if mark else "")
        console.print(x, y, sign, fg=palette.disabled if row.blocked else palette.key)
        right = _at_right(row, self._right(row), width - indent, self._right_columns)
        room = width - indent - (len(right) + 1 if right else 0)
        # Grey and blue letters are invisible on the cursor's background with only sixteen colours.
        label = _flat(row.label) if row.blocked or is_chosen else row.label
        print_segments(console, x + indent, y, _coloured(label, colour), room)
        if right:
            console.print(x + width - len(right), y, right, fg=colour)

    def _right(self, row: Row[T]) -> str:
        """Return a row's right-hand text, as long as the list has room for."""
        return row.brief if self._is_brief and row.brief else row.right

    def _indent(self) -> int:
        """Return the columns before each row's label."""
        return 4 if self.letters or any(each.mark for each in self.rows) else 2

    def _cuts(self, row: Row[T], width: int) -> bool:
        """Return whether the right-hand text leaves a row's label too little room."""
        return self._indent() + len(_flat(row.label)) + 1 + len(row.right) > width

    # Input

    def on_input(
        self, event: Input, keymap: Keymap
    ) -> Chosen[T] | Blocked | Moved | Cancelled | None:
        """Answer an input; None if it means nothing here."""
        if isinstance(event, Key):
            return self._on_key(event, keymap)
        if isinstance(event, Mouse):
            return self._on_mouse(event)
        return None

    def _on_key(self, key: Key, keymap: Keymap) -> Chosen[T] | Blocked | Moved | Cancelled | None:
        """Move the cursor, choose, or leave."""
        self.by_mouse = self._is_held = False
        for index, mark in self._marks().items():
            if mark == key.name:
                is_new = index != self.cursor and not self.rows[index].blocked
                self.cursor = index
                return Moved() if self.careful and is_new else self.choose()
        action = keymap.action("menu", key.name)
        if action == "menu_choose":
            return self.choose()
        if action == "menu_back":
            return Cancelled()
        return self._on_move(action)

    def _on_move(self, action: str | None) -> Moved | None:
        """Move the cursor by a line, by a page or to an end."""
        match action:
            case "menu_up":
                return self._step(-1)
            case "menu_down":
                return self._step(1)
            case "menu_page_up":
                return self._go(self.cursor - self._page, -1)
            case "menu_page_down":
                return self._go(self.cursor + self._page, 1)
            case "menu_first":
                return self._go(0, 1)
            case "menu_last":
                return self._go(len(self.rows) - 1, -1)
        return None

    def _on_mouse(self, mouse: Mouse) -> Chosen[T] | Blocked | Moved | Cancelled | None:
        """Hover, click or scroll; a right click leaves."""
        if mouse.kind == "press" and mouse.button == "right":
            return Cancelled()
        if not self._rect.holds(mouse.x, mouse.y):
            self._is_held = False
            return None
        if mouse.kind == "wheel":
            self.by_mouse = True
            return self._turn(-mouse.steps)
        index = self.top + mouse.y - self._first_row()
        if index not in self._visible():
            above = mouse.y < self._first_row()
            return (
                self._turn(-self._page if above else self._page) if mouse.kind == "press" else None
            )
        if not self._is_choice(index):
            return None
        if mouse.kind == "move":
            if self._is_held:
                return None
            moved, self.by_mouse = index != self.cursor, True
            self.cursor = index
            return Moved() if moved else None
        self.cursor, self.by_mouse = index, True
        return self.choose() if mouse.button == "left" else Moved()

    def choose(self) -> Chosen[T] | Blocked | None:
        """Choose the row under the cursor."""
        if not self._is_choice(self.cursor):
            return None
        row = self.rows[self.cursor]
        return Blocked(row.blocked) if row.blocked else Chosen(row.value)

    # Where things are

    def _is_choice(self, index: int) -> bool:
        """Tell whether there is a row at an index that is not a heading."""
        return 0 <= index < len(self.rows) and not self.rows[index].heading

    def _visible(self) -> range:
        """Return the indices of the rows in view."""
        return range(self.top, min(self.top + self._page, len(self.rows)))

    def _first_row(self) -> int:
        """Return the console row of the first list row: below the mark if the list overflows."""
        return self._rect.y + (1 if len(self.rows) > self._rect.height else 0)

    def _marks(self) -> dict[int, str]:
        """Return the mark of each row that has one: its own, or the next letter."""
        free = LETTERS if self.letters else ""
        letters = iter([letter for letter in free if letter not in self.reserved])
        indices = self._visible() if len(self.rows) > len(LETTERS) else range(len(self.rows))
        marks: dict[int, str] = {}
        for index in indices:
            row = self.rows[index]
            if not row.heading:
                mark = row.mark or next(letters, "")
                marks[index] = "" if mark in self.reserved else mark
        return marks

    def _step(self, direction: int) -> Moved | None:
        """Move the cursor by one row, wrapping around the ends."""
        count, before = len(self.rows), (self.cursor, self.top)
        for distance in range(1, count + 1):
            index = (self.cursor + direction * distance) % count
            if self._is_choice(index):
                self.cursor = index
                break
        self._show_heading()
        return self._moved(before)

    def _go(self, index: int, direction: int) -> Moved | None:
        """Put the cursor on a row, or on the next one in `direction` that can be chosen."""
        before, self.cursor = (self.cursor, self.top), index
        self._skip_disabled(direction)
        self._show_heading()
        return self._moved(before)

    def _moved(self, before: tuple[int, int]) -> Moved | None:
        """Tell whether cursor or view are elsewhere than `before`."""
        return Moved() if (self.cursor, self.top) != before else None

    def _turn(self, rows: int) -> Moved | None:
        """Scroll the view; the cursor moves only as far as it must to stay in view."""
        before = self.cursor, self.top
        self.top = max(0, min(self.top + rows, len(self.rows) - self._page))
        inside = min(max(self.cursor, self.top), self.top + self._page - 1)
        if inside != self.cursor:
            self.cursor = inside
            self._skip_disabled(1 if rows > 0 else -1)
        return self._moved(before)

    def _skip_disabled(self, direction: int) -> None:
        """Move the cursor to a row that can be chosen, searching forward first and then back."""
        last = len(self.rows) - 1
        start = max(0, min(self.cursor, last))
        onward = range(start, last + 1) if direction > 0 else range(start, -1, -1)
        back = range(start, -1, -1) if direction > 0 else range(start, last + 1)
        self.cursor = next((i for way in (onward, back) for i in way if self._is_choice(i)), 0)

    def _scroll(self) -> None:
        """Scroll so that the cursor is in view."""
        self.top = max(0, min(self.top, len(self.rows) - self._page))
        self.top = max(min(self.top, self.cursor), self.cursor - self._page + 1)

    def _show_heading(self) -> None:
        """Scroll up to a heading just above the cursor. The mouse wheel does not do this."""
        above = self.cursor - 1
        if above >= 0 and self.rows[above].heading:
            self.top = min(self.top, above)


def _at_right(row: Row[T], right: str, width: int, columns: int) -> str:
    """Return the text at the right edge of a row `width` columns wide, with the spare words before it if they fit.

    They stand before `columns` columns, as those of the other rows do, or nearer the edge if that is too far left.
    """
    for text in (right.rjust(columns), right):
        whole = f"{row.spare}  {text}" if text else row.spare
        if row.spare and len(_flat(row.label)) + 1 + len(whole) <= width:
            return whole
    return clip(right.lstrip(), max(width - 2, 0))


def _coloured(label: str | Sequence[Segment], colour: Colour) -> Sequence[Segment]:
    """Return a label as segments."""
    return [(label, colour)] if isinstance(label, str) else label


def _flat(label: str | Sequence[Segment]) -> str:
    """Return a label without its colours."""
    return label if isinstance(label, str) else "".join(text for text, _ in label)


_WHEEL_ROWS = 3


class Scroll:
    """The part of something long that is in view: moved by wheel, keys, and clicks on what says how much is out of it.

    Whoever draws says each time how much there is and how much of it fits, in rows or in whatever else it counts.
    """

    def __init__(self) -> None:
        self.top = 0
        self.page = 1
        self.whole = 0
        self._rect = NOWHERE

    @property
    def last(self) -> int:
        """The highest `top`: that of the last page."""
        return max(self.whole - self.page, 0)

    def fit(self, rect: Rect, page: int, whole: int) -> None:
        """Keep within `whole`, of which `page` fits; the marks are in the first and last row of a rectangle."""
        self._rect, self.page, self.whole = rect, max(page, 1), whole
        self.turn(0)

    def turn(self, rows: int) -> Moved | None:
        """Scroll by a number of rows, within what there is; None if there is no more that way."""
        before, self.top = self.top, max(0, min(self.top + rows, self.last))
        return Moved() if self.top != before else None

    def draw_marks(
        self, console: Console, palette: Palette, words: tuple[str, str] = ("more", "more")
    ) -> None:
        """Write how much is out of view above and below."""
        draw_more(console, self._rect, (self.top, self.last - self.top), palette, words)

    def on_input(self, event: Input, keymap: Keymap) -> Moved | Cancelled | None:
        """Scroll or leave; None if the input means nothing here."""
        match event:
            case Mouse("wheel", steps=steps):
                return self.turn(-steps * _WHEEL_ROWS)
            case Mouse("press", button="right"):
                return Cancelled()
            case Mouse("press", x, y, "left") if self.last and self._rect.holds(x, y):
                ends = {self._rect.y: -self.page, self._rect.y + self._rect.height - 1: self.page}
                return self.turn(ends[y]) if y in ends else None
            case Key(name):
                return self._on_action(keymap.action("menu", name))
        return None

    def _on_action(self, action: str | None) -> Moved | Cancelled | None:
        """Scroll by an action of menus, or leave."""
        turns = {
            "menu_up": -1,
            "menu_down": 1,
            "menu_page_up": -self.page,
            "menu_page_down": self.page,
            "menu_choose": self.page,
            "menu_first": -self.whole,
            "menu_last": self.whole,
        }
        if action == "menu_back":
            return Cancelled()
        return self.turn(turns[action]) if action in turns else None


class TextView(Scroll):
    """Paragraphs of coloured text in a rectangle, with marks if there is more above or below."""

    def __init__(self, paragraphs: Iterable[Sequence[Segment]], *, at_end: bool = False) -> None:
        super().__init__()
        self.paragraphs = list(paragraphs)
        self._at_end = at_end
        self._wrapped = Kept[list[list[Segment]]]()

    def replace(self, paragraphs: Iterable[Sequence[Segment]]) -> None:
        """Show other text, wrapped when it is drawn."""
        self.paragraphs = list(paragraphs)
        self._wrapped.drop()

    def draw(self, console: Console, rect: Rect, palette: Palette) -> None:
        """Draw the lines in view."""
        lines = self._wrapped.of(
            rect.width,
            lambda: [line for text in self.paragraphs for line in wrap_segments(text, rect.width)],
        )
        overflows = len(lines) > rect.height
        self.fit(rect, rect.height - 2 * overflows, len(lines))
        self.turn(self.last if self._at_end else 0)
        self._at_end = False
        for row, line in enumerate(lines[self.top : self.top + self.page]):
            print_segments(console, rect.x, rect.y + overflows + row, line, rect.width)
        if overflows:
            self.draw_marks(console, palette)

    @property
    def caret(self) -> tuple[int, int] | None:
        """The console cell where the text in view begins, as last drawn; None before it is drawn."""
        return (self._rect.x, self._rect.y + bool(self.last)) if self._rect.height else None
