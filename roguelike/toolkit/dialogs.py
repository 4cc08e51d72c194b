"""Popups that say something, or ask whether to go on.

A popup with one line to type: a seed, a turn, a name. Subclasses decide what it closes with.

Picking one of many names, narrowed by typing: a depth, a creature, an item.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from tcod.console import Console

from roguelike.toolkit.application import Application
from roguelike.toolkit.inputs import Input, Key, Mouse, Pasted
from roguelike.toolkit.page import WARNING_SIGN, Head, ListPage, P, Page, TextPage
from roguelike.toolkit.screen import Pop, Screen, Stay, Transition
from roguelike.toolkit.widgets import (
    Blocked,
    Button,
    Cancelled,
    Entered,
    Moved,
    Rect,
    Row,
    Segment,
    TextField,
    print_wrapped,
    wrap_segments,
)

_COLUMNS = 56
_MOST_ROWS = 30

Text = str | Sequence[Segment]


def _coloured(text: Text, program: Application) -> Sequence[Segment]:
    """Return a text as coloured runs."""
    return [(text, program.palette.text)] if isinstance(text, str) else text


def _rows(text: Sequence[Segment], columns: int = _COLUMNS) -> int:
    """Return how many rows a popup of some columns gives to a text."""
    return min(len(wrap_segments(text, columns - 4)), _MOST_ROWS)


class Message(TextPage[Application]):
    """A message for the player; Enter, Space, Escape and any click close it."""

    columns: ClassVar[int] = _COLUMNS
    rows: int = 0
    """Those of the text, with the edges."""

    def __init__(self, program: Application, title: str, text: Text) -> None:
        words = _coloured(text, program)
        super().__init__(program, [words])
        self.title, self.rows = title, _rows(words) + 5

    def draw_body(self, console: Console, rect: Rect) -> None:
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
        self, program: Application, title: str, text: Text, answers: Sequence[Row[object]]
    ) -> None:
        self.title, self._answers, self._text = title, answers, _coloured(text, program)
        super().__init__(program)
        self.bar.buttons.clear()  # one of the answers does what the button would
        self.other_rows = _rows(self._text, self.columns) + 5 + self.note_rows

    def listed(self) -> Sequence[Row[object]]:
        """Return the answers."""
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
        answers: list[Row[object]] = [Row(no, None, mark="n"), Row(yes, agreed, mark="y")]
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
        super().__init__(program, Button(self.button, self._enter, "Enter"))
        self.field = TextField(max_length=self.most, allowed=self.allowed)
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

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the explanation and the field."""
        palette = self.program.palette
        x, y, width, _ = rect
        print_wrapped(console, x, y + 1, [(self.explained, palette.text)], width, 5)
        indent = len(self.label) + 1
        console.print(x, y + 7, self.label, fg=palette.heading)
        self.field.draw(console, x + indent, y + 7, width - indent, palette)
        if self.wrong:
            words = [(WARNING_SIGN + self.wrong, palette.warn)]
            print_wrapped(console, x, y + 8, words, width, 2)
        elif not self.field.text.strip():
            console.print(x + indent, y + 8, self.when_empty, fg=palette.dim)

    def on_input(self, event: Input) -> Transition:
        """Type first: every character belongs to the text, including the keys of buttons and of help."""
        if isinstance(event, Key | Pasted):
            match self.field.on_input(event):
                case Entered():
                    return self._enter()
                case Moved():
                    self.wrong = ""
                    return Stay()
                case Blocked(reason):
                    return self.say(reason)
                case Cancelled():
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
        self.field = TextField()
        super().__init__(program)

    def caret(self) -> tuple[int, int] | None:
        """Return the cell where the next letter goes."""
        return self.field.caret

    def head(self) -> Head:
        """Return rows for the field."""
        return Head(before=3)

    def draw_body(self, console: Console, rect: Rect) -> None:
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
                case Entered():
                    name = self.menu.value
                    return Stay(redraw=False) if name is None else self.on_choice(name)
                case Moved():
                    self.refresh()
                    return Stay()
                case Blocked(reason):
                    return self.say(reason)
        return super().on_input(event)

    def listed(self) -> list[Row[str]]:
        """Return the names that contain the typed text, those that begin with it first."""
        typed = self.field.text.strip().casefold()
        found = [name for name in self._names if typed in name.casefold()]
        found.sort(key=lambda name: not name.casefold().startswith(typed))
        return [Row(name, name) for name in found]

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

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Show the progress."""
        palette, words = self.program.palette, [(self.words, self.program.palette.text)]
        rows = print_wrapped(console, rect.x, rect.y + 1, words, rect.width, 4)
        console.print(rect.x, rect.y + 2 + rows, self.told(), fg=palette.dim)
