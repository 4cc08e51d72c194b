"""Help: how to play in a few lines, what the symbols mean, and every key as it is bound now.

The one decision: the keys are read from the table that the game itself uses, so that help cannot be out of date.
"""

from collections.abc import Iterator
from itertools import zip_longest
from typing import ClassVar

from tcod.console import Console

from roguelike.ui.inputs import Input, Key, Mouse
from roguelike.ui.keymap import ACTIONS, GROUPS, Action, shown_key
from roguelike.ui.palette import Palette
from roguelike.ui.program import Program
from roguelike.ui.screen import Stay, Transition
from roguelike.ui.screens.page import Page
from roguelike.ui.widgets import Button, Rect, Segment, print_segments, wrap_segments

Line = list[Segment]
Block = list[Line]
"""Lines, the first of them a heading that must not stand alone at the foot of a column."""

_GUTTER = 3
_KEY_COLUMNS = 14
_FEWEST_UNDER_HEADING = 3
_HOW_TO_PLAY = """\
Go down. Blue mana seeps up from below, and what drinks of it is no friend of yours.
Walk into a creature to fight it, into a door to open it, onto stairs to take them.
Magic is your best weapon. Books teach spells; {cast_1} to {cast_9} cast them. While you aim, you see what the spell \
would do to everyone in its way. That is the spell itself, tried out and taken back: it never lies.
Aim with the mouse or the arrows; {next_target} finds the next useful target. {aim_fire}, the spell's key again or a \
left click casts. {aim_cancel} or a right click costs nothing.
Heavy gear makes you act later, and a load beyond your strength much later.
Mana comes back while you rest ({rest}) and nothing hunts you. Eat when you are hungry.
What you do not know yet has a made-up name until you use it, wear it or have it identified.
Death is for good. Leaving the game saves it."""
_BY_MOUSE = (
    "Everything works by mouse alone. Click a tile to walk there, a creature to attack it, and any "
    "word in a row of buttons to do what it says. The wheel scrolls; a right click leaves."
)
_SYMBOLS: tuple[tuple[str, str, str], ...] = (
    ("@", "player", "you"),
    ("a-z A-Z", "foe", "creatures"),
    ("☻", "neutral", "townsfolk"),
    ('· "', "dim", "floor, grass"),
    ("║ ═ ♣", "dim", "walls, trees"),
    ("+ /", "warn", "a door, closed and open"),
    ("> <", "info", "stairs down, stairs up"),
    ("~ ≈", "mana", "water: shallow, deep"),
    ("!", "item", "something to drink"),
    (")", "item", "a scroll, or a bow"),
    ("¶", "item", "a book"),
    ("/", "item", "a rod or a blade"),
    ("[", "item", "something to wear"),
    ("%", "item", "something to eat"),
    ("^", "bad", "a trap you have found"),
)


class Help(Page):
    """Pages of help, leafed through by keys, wheel or buttons."""

    name: ClassVar[str] = "Help"
    title: ClassVar[str] = "Help"
    columns: ClassVar[int] = 104

    def __init__(self, program: Program) -> None:
        keymap = program.keymap
        super().__init__(
            program,
            Button("[Previous]", "previous", keymap.hint("menu_previous")),
            Button("[Next]", "next", keymap.hint("menu_next")),
        )
        self.page = 0
        self._halves: list[list[Line]] = []
        self._made_for = (0, 0)

    @property
    def pages(self) -> int:
        """How many pages there are, as last drawn."""
        return max(-(-len(self._halves) // 2), 1)

    @property
    def heading(self) -> str:
        """The title, and which page of how many."""
        return f"Help - page {self.page + 1} of {self.pages}"

    def draw(self, console: Console) -> None:
        """Lay the text out for the size of the console, then draw."""
        place = self.place(console)
        self._lay_out((place.width - 4 - _GUTTER) // 2, place.height - 5)
        super().draw(console)

    def _lay_out(self, width: int, height: int) -> None:
        """Break the text into columns; nothing to do when the size is as before."""
        if self._made_for != (width, height):
            self._halves = flow(list(_blocks(self.program, width)), height)
            self._made_for = (width, height)
            self.page = min(self.page, self.pages - 1)

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the two columns of the page."""
        width = self._made_for[0]
        for place, half in enumerate(self._halves[2 * self.page : 2 * self.page + 2]):
            x = rect.x + place * (width + _GUTTER)
            for row, line in enumerate(half, 1):
                print_segments(console, x, rect.y + row, line, width)

    def on_body(self, event: Input) -> Transition:
        """Leaf through, or leave."""
        match event:
            case Mouse("wheel", steps=steps):
                return self._leaf(-1 if steps > 0 else 1)
            case Mouse("press", button="right"):
                return self.close()
            case Key(name):
                return self._on_action(self.program.keymap.action("menu", name))
        return Stay(redraw=False)

    def on_button(self, value: str) -> Transition:
        """Leaf through, or leave."""
        match value:
            case "next":
                return self._leaf(1)
            case "previous":
                return self._leaf(-1)
        return self.close()

    def _on_action(self, action: str | None) -> Transition:
        """Leaf through by keys."""
        match action:
            case "menu_next" | "menu_page_down" | "menu_down" | "menu_choose":
                return self._leaf(1)
            case "menu_previous" | "menu_page_up" | "menu_up":
                return self._leaf(-1)
            case "menu_first":
                return self._leaf(-self.pages)
            case "menu_last":
                return self._leaf(self.pages)
            case "menu_back" | "help":
                return self.close()
        return Stay(redraw=False)

    def _asks_for_help(self, event: Input) -> bool:
        """Open no second help."""
        return False

    def _leaf(self, pages: int) -> Transition:
        """Turn so many pages, within the book."""
        self.page = max(0, min(self.page + pages, self.pages - 1))
        return Stay()


def flow(blocks: list[Block], height: int) -> list[list[Line]]:
    """Set blocks into columns of at most `height` lines, a blank line between blocks within a column."""
    columns: list[list[Line]] = [[]]
    for block in blocks:
        column = columns[-1]
        wanted = min(len(block), _FEWEST_UNDER_HEADING) + bool(column)
        if column and len(column) + wanted > height:
            columns.append([])
        elif column:
            column.append([])
        for line in block:
            if len(columns[-1]) >= height:
                columns.append([])
            columns[-1].append(line)
    return columns


def _blocks(program: Program, width: int) -> Iterator[Block]:
    """Write everything that help says."""
    palette = program.palette
    yield [[("How to play", palette.title)]]
    for text in _HOW_TO_PLAY.splitlines():
        yield wrap_segments(_with_keys(text, program), width)
    yield [
        [("By mouse", palette.title)],
        *wrap_segments([(_BY_MOUSE, palette.text)], width),
    ]
    yield [[("Symbols", palette.title)], *_symbol_lines(palette)]
    for group in GROUPS:
        yield [[(group, palette.title)], *_group_lines(program, group, width)]


def _with_keys(text: str, program: Program) -> Line:
    """Put the keys in force where a text names actions in braces."""
    words: Line = []
    for piece in text.replace("}", "{").split("{"):
        is_action = len(words) % 2 == 1
        shown = (program.keymap.hint(piece) or "(no key)") if is_action else piece
        words.append((shown, program.palette.key if is_action else program.palette.text))
    return words


def _symbol_lines(palette: Palette) -> Iterator[Line]:
    """List what is on the map."""
    for glyphs, role, words in _SYMBOLS:
        yield [(f"{glyphs:<10}", palette.role(role)), (words, palette.text)]


def _group_lines(program: Program, group: str, width: int) -> Iterator[Line]:
    """List the keys of a group of actions."""
    for action in ACTIONS:
        if action.group == group:
            yield from _action_lines(program, action, width)


def _action_lines(program: Program, action: Action, width: int) -> Iterator[Line]:
    """Write the keys of an action beside what it does, each in a column of its own."""
    palette = program.palette
    shown = "  ".join(
        shown_key(key).replace(" ", "\xa0") for key in program.keymap.keys(action.name)
    )
    keys = wrap_segments([(shown or "(no key)", palette.key)], _KEY_COLUMNS)
    words = wrap_segments([(action.label, palette.text)], width - _KEY_COLUMNS - 1)
    nothing: Line = []
    for left, right in zip_longest(keys, words, fillvalue=nothing):
        gap = _KEY_COLUMNS + 1 - sum(len(text) for text, _ in left)
        yield [*left, (" " * gap, palette.text), *right]
