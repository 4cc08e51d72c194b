"""Picking one of many names, narrowed by typing: a depth, a creature, an item."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from tcod.console import Console

from roguelike.ui.inputs import Input, Key
from roguelike.ui.program import Program
from roguelike.ui.screen import Pop, Screen, Stay, Transition
from roguelike.ui.screens.page import Head, ListPage
from roguelike.ui.widgets import Entered, Moved, Rect, Row, TextField

DEEPEST: Final = 100


def pick_depth(program: Program, title: str, made: Callable[[int], object]) -> Screen:
    """Return a list of depths, which closes with the result of `made` for the chosen one."""
    depths = [str(depth) for depth in range(1, DEEPEST + 1)]
    return PickName(program, title, depths, lambda depth: made(int(depth)), label="Depth")


class PickName(ListPage[str]):
    """A list of the names that contain the typed text; closes with the result of `command` for the chosen one."""

    columns: ClassVar[int] = 50
    letters: ClassVar[bool] = False

    def __init__(
        self,
        program: Program,
        title: str,
        names: Sequence[str],
        command: Callable[[str], object],
        *,
        label: str = "Name",
    ) -> None:
        self._title, self._names, self._command, self._label = title, names, command, label
        self.field = TextField()
        super().__init__(program)

    def caret(self) -> tuple[int, int] | None:
        """Return the cell where the next letter goes."""
        return self.field.caret

    @property
    def heading(self) -> str:
        """The question that the list answers."""
        return self._title

    @property
    def rows(self) -> int:
        """Enough rows for a good number of names."""
        return 24

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
        if isinstance(event, Key):
            match self.field.on_input(event):
                case Entered():
                    name = self.menu.value
                    return Stay() if name is None else self.on_choice(name)
                case Moved():
                    self.refresh()
                    return Stay()
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
