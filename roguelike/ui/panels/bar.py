"""The command bar: commands as clickable words, with their keys before them.

The one decision: the bar shows the most needed commands, and its last word opens a page that lists every command that
a click on the map or the panel does not give. So the mouse alone is enough, at any size.
"""

from collections.abc import Sequence

from tcod.console import Console

from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Nth, Run, Walk
from roguelike.toolkit.inputs import Mouse
from roguelike.toolkit.kept import Kept
from roguelike.toolkit.keymap import ACTIONS, Action, Keymap
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import Cells, Line, cells_of
from roguelike.toolkit.sections import Section

Words = tuple[tuple[str, str], ...]
"""The words on the buttons, and their actions."""
WORDS: Words = (
    ("Inventory", "inventory"),
    ("Spells", "spells"),
    ("Get", "get"),
    ("Shoot", "fire"),
    ("Throw", "throw"),
    ("Repeat", "repeat"),
    ("Target", "next_target"),
    ("Look", "look"),
    ("Wait", "wait"),
    ("Rest", "rest"),
    ("Explore", "explore"),
    ("Down", "descend"),
    ("Up", "ascend"),
    ("Close", "close_door"),
    ("Counsel", "counsel"),
    ("Plan", "plan"),
    ("You", "character"),
    ("Log", "log"),
    ("Help", "help"),
    ("Menu", "menu"),
)


MORE = ("More", "panel")
LEAST_NEEDED = (
    "close_door", "next_target", "plan", "throw", "repeat", "fire", "ascend", "descend", "wait", "log", "character",
    "get", "look", "rest", "counsel", "inventory", "spells", "replay_last", "replay_first", "replay_slower", "help",
)  # fmt: skip
"""What is left out first if the bar is too small for all buttons; the page behind "More" lists every command."""
CLICKED = frozenset(
    (MORE[1], *(each.name for each in ACTIONS if isinstance(each.asks, Walk | Run | Nth)))
)
"""Commands that a click on the map or a panel row gives, and the page itself: its list leaves them out."""
KEY_COLUMNS = 10
"""Cells for a key on that page: "Shift+Tab " is the longest by default."""
IN_TRIALS = frozenset(("undo", "redo", "again", "plan_play", "next_board", "board_code"))
"""Commands that are listed only for a bar that names them."""


class CommandBar:
    """A row of buttons with cells of its own, redrawn when the keys, the colours or the mouse changed."""

    def __init__(self, words: Words = WORDS, context: str = "play") -> None:
        """Show these words; `context`, one of key_table.CONTEXTS, is where their keys work."""
        self.words = words
        self.context = context
        self.rect = widgets.Rect(0, 0, 0, 0)
        self._row: widgets.ButtonRow[str] = widgets.ButtonRow(())
        self._taken = Kept[list[widgets.Button[str]]]()
        self._buttons: list[widgets.Button[str]] = []
        self._hints: tuple[str, ...] = ()
        self._cells = Kept[Cells]()
        self._lit: str | None = None

    def offer(self, word: str, action: str, *, wanted: bool) -> None:
        """Add a button at the end, or remove it."""
        if wanted != ((word, action) in self.words):
            others = tuple(pair for pair in self.words if pair[1] != action)
            self.words = (*others, (word, action)) if wanted else others
            self._taken.drop()

    def call(self, action: str, word: str) -> None:
        """Rename the button of an action, in no fewer columns than before, so that its neighbours do not move."""
        words = tuple(
            (word.ljust(len(old)), each) if each == action else (old, each)
            for old, each in self.words
        )
        if words != self.words:
            self.words = words
            self._taken.drop()
            self._cells.drop()

    def take(self, keymap: Keymap) -> None:
        """Put the current keys on the buttons."""
        self._buttons = self._taken.of((keymap, keymap.revision), lambda: self._labelled(keymap))

    def _labelled(self, keymap: Keymap) -> list[widgets.Button[str]]:
        """Return a button for each command, and "More"."""
        self._hints = tuple(keymap.hint(action) for _, action in (*self.words, MORE))
        pairs = zip((*self.words, MORE), self._hints, strict=True)
        return [widgets.Button(label, action, key) for (label, action), key in pairs]

    def _fitting(self, rect: widgets.Rect) -> list[widgets.Button[str]]:
        """Return the buttons that fit the rectangle, the most needed ones, and "More"."""
        shown = list(self._buttons)
        for action in LEAST_NEEDED:
            if _rows_of([button.width for button in shown], rect.width) <= rect.height:
                break
            shown = [button for button in shown if button.value != action]
        return shown

    def sections(self, keymap: Keymap, colours: Palette) -> list[Section]:
        """Return every command as a clickable row, by the groups in which help lists them."""
        named = {action for _, action in self.words}
        groups: dict[str, list[Action]] = {}
        for action in ACTIONS:
            listed = action.name not in CLICKED and (
                action.name in named or action.name not in IN_TRIALS
            )
            if self.context in action.contexts and listed:
                groups.setdefault(action.group, []).append(action)
        return [
            Section([_row(action, keymap, colours) for action in actions], group)
            for group, actions in groups.items()
        ]

    def draw(self, cells: Cells, rect: widgets.Rect, colours: Palette) -> None:
        """Copy the bar's cells, drawing them first if needed; call `take` before."""
        self.rect = rect
        key = (rect, self._lit, colours.variant, self._hints)
        drawn = self._cells.of(key, lambda: self._drawn(rect, colours))
        cells[rect.y : rect.y + rect.height, rect.x : rect.x + rect.width] = drawn

    def _drawn(self, rect: widgets.Rect, colours: Palette) -> Cells:
        """Fit as many words as there is room for, and return the cells that show them."""
        self._row.buttons = self._fitting(rect)
        canvas = Console(rect.width, rect.height, order="F")
        self._row.draw(canvas, widgets.Rect(0, 0, rect.width, rect.height), colours)
        return cells_of(canvas).copy()

    def on_mouse(self, mouse: Mouse) -> str | widgets.Moved | None:
        """Return the action of a clicked button, or Moved if the mouse highlights another one."""
        local = Mouse(mouse.kind, mouse.x - self.rect.x, mouse.y - self.rect.y, mouse.button)
        match self._row.on_input(local):
            case widgets.Chosen(action):
                return action
            case widgets.Moved() as moved:
                button = self._row.at(local.x, local.y)
                self._lit = button.value if button is not None else None
                return moved
        return None


def _row(action: Action, keymap: Keymap, colours: Palette) -> Line:
    """Return the row with a command's key and what it does."""
    key = f" {keymap.hint(action.name):<{KEY_COLUMNS}}"
    return Line(((key, colours.key), (action.label, colours.text)), value=action.name)


def _rows_of(widths: Sequence[int], columns: int) -> int:
    """Return how many rows buttons of these widths fill."""
    x, rows = 0, 1
    for width in widths:
        if x and x + width > columns:
            x, rows = 0, rows + 1
        x += width
    return rows
