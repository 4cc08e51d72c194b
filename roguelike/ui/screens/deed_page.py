"""A list page whose rows are commands: below the details stands what the one under the cursor would lead to."""

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from roguelike.engine.play.commands import Action
from roguelike.toolkit.page import Act, ListPage
from roguelike.toolkit.rows import Line
from roguelike.toolkit.widgets import Button, Segment
from roguelike.ui.program import Program
from roguelike.ui.replies import RowReply

T = TypeVar("T")


class DeedPage(ListPage[Program, T]):
    """Works the reply to the command of the row under the cursor out while the page is open."""

    names_them: ClassVar[bool] = False
    """Whether the page itself names the commands, so that the reply need not."""

    def __init__(self, program: Program, *buttons: Button[Act]) -> None:
        self._now = RowReply(program)
        super().__init__(program, *buttons)

    def deed_of(self, value: T) -> Action | None:
        """Return the command of a row; None if its reply is not to be told."""
        raise NotImplementedError

    def told_of(self, value: T) -> Sequence[Sequence[Segment]]:
        """Return what is known of the command itself, to stand above the reply."""
        return ()

    def below(self, width: int) -> Sequence[Line]:
        """Return the rows on what the command under the cursor would lead to."""
        value = self.menu.value
        if value is None:
            return ()
        told = lambda: self.told_of(value)  # noqa: E731 - asked for only when something has changed
        return self._now.lines(self.deed_of(value), told, width, named=self.names_them)

    @property
    def animating(self) -> bool:
        """Whether the reply is still being worked out."""
        return self._now.is_thinking

    def update(self, seconds: float) -> bool:
        """Work the reply out further; return whether there is anything new to show."""
        return self._now.update(seconds)
