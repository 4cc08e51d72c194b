"""A backend without a device: tests feed it inputs and read the rows of text that it was given."""

from collections import deque
from typing import Final

from tcod.console import Console

from roguelike.devices.loop import WANTED_COLUMNS, WANTED_ROWS
from roguelike.ui.inputs import Closed, Input


class Headless:
    """A console in memory and a queue of inputs. When the queue is empty, poll() reports Closed, so that runs end."""

    lacking_keys: Final = frozenset[str]()
    has_shades: Final = True
    can_flicker: Final = False
    has_sound: Final = False

    def __init__(self, columns: int = WANTED_COLUMNS, rows: int = WANTED_ROWS) -> None:
        self.columns, self.lines = columns, rows
        self.frames = 0
        self.caret: tuple[int, int] | None = None
        self.shown = self.new_console()
        self._queue: deque[Input] = deque()

    def feed(self, *inputs: Input) -> None:
        """Queue inputs; each poll returns one."""
        self._queue.extend(inputs)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the next new_console()."""
        self.columns, self.lines = columns, rows

    def new_console(self) -> Console:
        """Return an empty console of the current size."""
        return Console(self.columns, self.lines, order="F")

    def present(self, console: Console, caret: tuple[int, int] | None = None) -> None:
        """Remember the console and count the frame."""
        self.shown = console
        self.caret = caret
        self.frames += 1

    def poll(self, timeout: float) -> list[Input]:
        """Return the next input at once; Closed if there is none."""
        return [self._queue.popleft() if self._queue else Closed()]

    @property
    def rows(self) -> list[str]:
        """The text shown last, one string per row."""
        return text_rows(self.shown)


def text_rows(console: Console) -> list[str]:
    """Return a console's text, one string per row; cells without a character become blanks."""
    columns = console.width
    glyphs = "".join(chr(code or 32) for code in console.ch.flatten(order="F").tolist())
    return [glyphs[start : start + columns] for start in range(0, len(glyphs), columns)]
