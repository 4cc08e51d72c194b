"""The command bar: every command as a word to click, with its key before it."""

from functools import lru_cache

from tcod.console import Console

from roguelike.ui.inputs import Mouse
from roguelike.ui.keymap import Keymap
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.rows import Cells, Line, cells_of
from roguelike.ui.panels.sections import Section
from roguelike.ui.widgets import Button, ButtonRow, Chosen, Moved, Rect

Words = tuple[tuple[str, str], ...]
"""What the buttons say, and the actions that they stand for."""
WORDS: Words = (
    ("Inventory", "inventory"),
    ("Spells", "spells"),
    ("Get", "get"),
    ("Fire", "fire"),
    ("Target", "next_target"),
    ("Look", "look"),
    ("Wait", "wait"),
    ("Rest", "rest"),
    ("Explore", "explore"),
    ("Down", "descend"),
    ("Up", "ascend"),
    ("Close", "close_door"),
    ("Character", "character"),
    ("Log", "log"),
    ("Help", "help"),
    ("Menu", "menu"),
)
PRACTICE_WORDS: Words = (
    ("Undo", "undo"),
    ("Again", "again"),
    ("Boards", "practice"),
    ("Leave", "save_quit"),
    ("Spells", "spells"),
    ("Inventory", "inventory"),
    ("Fire", "fire"),
    ("Target", "next_target"),
    ("Look", "look"),
    ("Counsel", "counsel"),
    ("Wait", "wait"),
    ("Down", "descend"),
    ("Log", "log"),
    ("Help", "help"),
    ("Menu", "menu"),
)
FORK_WORDS: Words = tuple(pair for pair in PRACTICE_WORDS if pair[1] != "practice")
REPLAY_WORDS: Words = (
    ("Pause", "replay_pause"),
    ("Back", "replay_back"),
    ("Next", "replay_next"),
    ("Slower", "replay_slower"),
    ("Faster", "replay_faster"),
    ("Turn", "replay_turn"),
    ("Play on", "replay_fork"),
    ("Leave", "replay_leave"),
    ("Log", "log"),
    ("Look", "look"),
    ("Help", "help"),
    ("Start", "replay_first"),
    ("End", "replay_last"),
    ("Character", "character"),
    ("Inventory", "inventory"),
)
PUZZLE_WORDS: Words = (
    ("Undo", "undo"),
    ("Again", "again"),
    ("Next", "next_board"),
    ("Code", "board_code"),
    ("Leave", "save_quit"),
    ("Spells", "spells"),
    ("Target", "next_target"),
    ("Look", "look"),
    ("Counsel", "counsel"),
    ("Wait", "wait"),
    ("Close", "close_door"),
    ("Log", "log"),
    ("Help", "help"),
    ("Menu", "menu"),
)
LESSON_WORDS: Words = tuple(pair for pair in PRACTICE_WORDS if pair[1] != "practice")


MORE = ("More", "panel")
LEAST_NEEDED = (
    "close_door", "next_target", "fire", "ascend", "descend", "counsel", "wait", "log", "character",
    "get", "rest", "inventory", "spells", "replay_last", "replay_first", "look", "replay_slower", "help",
)  # fmt: skip
"""What gives way first where the bar has no room for all; the page that "More" opens lists every command."""


class CommandBar:
    """A row of buttons on cells of its own, drawn anew when the keys, the colours or the mouse changed."""

    def __init__(self, words: Words = WORDS) -> None:
        self.words = words
        self.rect = Rect(0, 0, 0, 0)
        self._row: ButtonRow[str] = ButtonRow(())
        self._taken: tuple[Keymap, int] | None = None
        self._buttons: list[Button[str]] = []
        self._more = Button(*MORE)
        self._hints: tuple[str, ...] = ()
        self._widths: tuple[int, ...] = ()
        self._key: object = None
        self._cells: Cells | None = None
        self._lit: str | None = None

    def offer(self, word: str, action: str, *, wanted: bool) -> None:
        """Add a button at the end, or take it away."""
        if wanted != ((word, action) in self.words):
            others = tuple(pair for pair in self.words if pair[1] != action)
            self.words = (*others, (word, action)) if wanted else others
            self._taken = None

    def rows(self, keymap: Keymap, columns: int) -> int:
        """Take the keys in force and count the rows that all the buttons would need at a width."""
        taken = keymap, keymap.revision
        if taken != self._taken:
            self._taken = taken
            self._hints = tuple(keymap.hint(action) for _, action in (*self.words, MORE))
            pairs = zip((*self.words, MORE), self._hints, strict=True)
            buttons = [Button(label, action, key) for (label, action), key in pairs]
            *self._buttons, self._more = buttons
            self._widths = tuple(button.width for button in self._buttons)
        return _rows_of(self._widths, columns)

    def _fitting(self, rect: Rect) -> list[Button[str]]:
        """Return the buttons that the rectangle has room for, the most needed ones, and "More" if those are not all."""
        shown = list(self._buttons)
        for action in LEAST_NEEDED:
            extra = [self._more] if len(shown) < len(self._buttons) else []
            widths = tuple(button.width for button in (*shown, *extra))
            if _rows_of(widths, rect.width) <= rect.height:
                break
            shown = [button for button in shown if button.value != action]
        return shown if len(shown) == len(self._buttons) else [*shown, self._more]

    def section(self, keymap: Keymap, colours: Palette) -> Section:
        """Return every command of the bar as rows."""
        lines = [
            Line(((f" {keymap.hint(action):<8}", colours.key), (label, colours.text)), value=action)
            for label, action in self.words
        ]
        return Section(lines, "Commands")

    def draw(self, cells: Cells, rect: Rect, colours: Palette) -> None:
        """Copy its cells, drawing them first if need be; `rows` must have been asked."""
        self.rect = rect
        key = (rect, self._lit, colours.variant, self._hints)
        if self._cells is None or key != self._key:
            self._key = key
            self._row.buttons = self._fitting(rect)
            canvas = Console(rect.width, rect.height, order="F")
            self._row.draw(canvas, Rect(0, 0, rect.width, rect.height), colours)
            self._cells = cells_of(canvas).copy()
        cells[rect.y : rect.y + rect.height, rect.x : rect.x + rect.width] = self._cells

    def on_mouse(self, mouse: Mouse) -> str | Moved | None:
        """Return the action of a clicked button, or that the mouse lights another one."""
        local = Mouse(mouse.kind, mouse.x - self.rect.x, mouse.y - self.rect.y, mouse.button)
        match self._row.on_input(local):
            case Chosen(action):
                return action
            case Moved() as moved:
                button = self._row.at(local.x, local.y)
                self._lit = button.value if button is not None else None
                return moved
        return None


@lru_cache(maxsize=64)
def _rows_of(widths: tuple[int, ...], columns: int) -> int:
    """Count the rows that buttons of these widths fill."""
    x, rows = 0, 1
    for width in widths:
        if x and x + width > columns:
            x, rows = 0, rows + 1
        x += width
    return rows
