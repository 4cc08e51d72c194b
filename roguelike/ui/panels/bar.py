"""The command bar: every command as a word to click, with its key before it."""

from functools import lru_cache

from tcod.console import Console

from roguelike.ui.inputs import Mouse
from roguelike.ui.keymap import Keymap
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.rows import Cells, cells_of
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
LESSON_WORDS: Words = tuple(pair for pair in PRACTICE_WORDS if pair[1] != "practice")


class CommandBar:
    """A row of buttons on cells of its own, drawn anew when the keys, the colours or the mouse changed."""

    def __init__(self, words: Words = WORDS) -> None:
        self.words = words
        self.rect = Rect(0, 0, 0, 0)
        self._row: ButtonRow[str] = ButtonRow(())
        self._taken: tuple[Keymap, int] | None = None
        self._hints: tuple[str, ...] = ()
        self._widths: tuple[int, ...] = ()
        self._key: object = None
        self._cells: Cells | None = None
        self._lit: str | None = None

    def rows(self, keymap: Keymap, columns: int) -> int:
        """Take the keys in force and count the rows that the buttons need at a width."""
        taken = keymap, keymap.revision
        if taken != self._taken:
            self._taken = taken
            self._hints = tuple(keymap.hint(action) for _, action in self.words)
            pairs = zip(self.words, self._hints, strict=True)
            self._row.buttons = [Button(label, action, key) for (label, action), key in pairs]
            self._widths = tuple(button.width for button in self._row.buttons)
        return _rows_of(self._widths, columns)

    def draw(self, cells: Cells, rect: Rect, colours: Palette) -> None:
        """Copy its cells, drawing them first if need be; `rows` must have been asked."""
        self.rect = rect
        key = (rect, self._lit, colours.variant, self._hints)
        if self._cells is None or key != self._key:
            self._key = key
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
