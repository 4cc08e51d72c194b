"""A popup with one line to type: a seed, a turn, a name. Subclasses decide what it closes with."""

from typing import ClassVar

from tcod.console import Console

from roguelike.ui.inputs import Input, Key, Mouse
from roguelike.ui.program import Program
from roguelike.ui.screen import Pop, Stay, Transition
from roguelike.ui.screens.page import WARNING_SIGN, Page
from roguelike.ui.widgets import (
    Button,
    Cancelled,
    Entered,
    Moved,
    Rect,
    TextField,
    print_wrapped,
)


class LineEntry(Page):
    """An explanation, a labelled line, and below it what an empty one means or what is wrong with it."""

    columns: ClassVar[int] = 58
    label: ClassVar[str] = ""
    button: ClassVar[str] = "[Start]"
    when_empty: ClassVar[str] = ""
    most: ClassVar[int] = 200
    allowed: ClassVar[str | None] = None

    def __init__(self, program: Program) -> None:
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

    @property
    def rows(self) -> int:
        """The rows that the text needs, with the edges."""
        return 14

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
        if isinstance(event, Key):
            match self.field.on_input(event):
                case Entered():
                    return self._enter()
                case Moved():
                    self.wrong = ""
                    return Stay()
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
