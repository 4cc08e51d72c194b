"""A backend without a device: tests feed it inputs and read the rows of text that it was given."""

from collections import deque
from types import MappingProxyType
from typing import Final

from tcod.console import Console

from roguelike.devices.loop import WANTED_COLUMNS, WANTED_ROWS, Loop
from roguelike.toolkit.inputs import Closed, Input
from roguelike.toolkit.screen import AS_CELLS, MIN_COLUMNS, MIN_ROWS, Frame
from roguelike.toolkit.widgets.text import wrap


class Headless:
    """A console in memory, a queue of inputs, and a clock that moves only while a poll waits.

    Inputs that are fed together come in one poll, as keys do that are pasted or pressed faster than frames are drawn.
    When the queue is empty, poll() reports Closed, so that runs end; a device that `stays` waits instead, for as many
    seconds as `patience` has left.
    """

    lacking_keys: Final = frozenset[str]()
    shifted_digits: Final = MappingProxyType[str, str]({})
    has_shades: Final = True
    has_colours: Final = True
    can_flicker: Final = False
    has_sound: Final = False

    def __init__(
        self, columns: int = WANTED_COLUMNS, rows: int = WANTED_ROWS, *, stays: bool = False
    ) -> None:
        self.columns, self.lines = columns, rows
        self.frames = 0
        self.caret: tuple[int, int] | None = None
        self.shown = self.new_console()
        self.now = self.patience = 0.0
        self.cell_pixels = AS_CELLS
        """Larger for frames that become pictures: then the map is not written into cells."""
        self.frame = Frame(self.shown)
        self._stays = stays
        self._queue: deque[tuple[Input, ...]] = deque()

    def feed(self, *inputs: Input) -> None:
        """Queue inputs that come together: one poll returns them all."""
        self._queue.append(inputs)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the next new_console()."""
        self.columns, self.lines = columns, rows

    def new_console(self) -> Console:
        """Return an empty console of the current size."""
        return Console(self.columns, self.lines, order="F")

    def present(self, frame: Frame) -> None:
        """Remember what is shown, in cells, and count the frame."""
        self.frame = frame
        self.shown = as_cells(frame) if self.cell_pixels == AS_CELLS else frame.console
        self.caret = frame.caret
        self.frames += 1

    def poll(self, timeout: float) -> list[Input]:
        """Return what was fed next; if there is nothing, let time pass or report Closed."""
        if self._queue:
            return [*self._queue.popleft()]
        if not self._stays:
            return [Closed()]
        waited = min(timeout, self.patience)
        self.patience -= waited
        self.now += waited
        return []

    @property
    def rows(self) -> list[str]:
        """The text shown last, one string per row."""
        return text_rows(self.shown)


class Hands:
    """Hands at a device that stays: they give inputs to a loop and let time pass, for pilots, films and campaigns."""

    def __init__(self, device: Headless, loop: Loop) -> None:
        """Sit down at a device and the loop that runs on it."""
        self._device, self._loop = device, loop

    def give(self, *inputs: Input) -> None:
        """Let inputs come together, after a frame of what was before them; the frame that shows them comes later."""
        self._loop.show()
        if inputs and self._loop.running:
            self._device.feed(*inputs)
            self._loop.take()

    def wait(self, seconds: float) -> None:
        """Let time pass, frame by frame, and show what it led to."""
        self._device.patience = seconds
        while self._device.patience > 0 and self._loop.running:
            self._loop.show()
            self._loop.take()
        self._loop.show()


def as_cells(frame: Frame) -> Console:
    """Return a frame's console with the stage, if it has one, written into the cells that are clear."""
    if frame.stage is not None:
        from roguelike.devices.painting.cells import write
        from roguelike.ui.stage.stage import Stage

        if isinstance(frame.stage, Stage):
            write(frame.stage, frame.console)
    return frame.console


def text_rows(console: Console) -> list[str]:
    """Return a console's text, one string per row; cells without a character become blanks."""
    columns = console.width
    codes = console.ch.astype("<u4").tobytes(order="F")
    glyphs = codes.decode("utf-32-le", "surrogatepass").replace("\0", " ")
    return [glyphs[start : start + columns] for start in range(0, len(glyphs), columns)]


def too_small_notice(what: str, columns: int, rows: int) -> Console:
    """Return a console of the size of a window or terminal, `what`, that says what size is needed."""
    console = Console(max(columns, 1), max(rows, 1), order="F")
    needed, there = f"{MIN_COLUMNS}x{MIN_ROWS}", f"{columns}x{rows}"
    whole = f"Blue Mana needs {needed} cells; this {what} has {there}."
    for text in (
        f"{whole} Enlarge it or use a smaller font. q quits",
        f"Needs {needed}, has {there}. q quits",
        "q quits",
    ):
        lines = wrap(text, max(min(columns - 2, 60), 1))
        if len(lines) <= rows:
            break
    top = max((rows - len(lines)) // 2, 0)
    for row, line in enumerate(lines):
        console.print(max((columns - len(line)) // 2, 0), top + row, line, fg=(222, 222, 222))
    return console
