"""Help: how to play in a few lines, what the symbols mean, and every key as it is bound now.

The one decision: the keys are read from the table that the game itself uses, so that help cannot be out of date.
"""

from collections.abc import Iterator
from itertools import zip_longest
from typing import ClassVar

from tcod.console import Console

from roguelike.ui.inputs import Input, Key, Mouse
from roguelike.ui.keymap import ACTIONS, GROUPS, Action, shown_key
from roguelike.ui.look.palette import Palette
from roguelike.ui.program import Program
from roguelike.ui.screen import Stay, Transition
from roguelike.ui.screens.page import Page
from roguelike.ui.widgets import Button, Rect, Segment, clip, print_segments, wrap, wrap_segments

Line = list[Segment]
Column = tuple[int, list[Line]]
"""Where a column begins, in cells from the left edge of the page, and its lines."""
Block = list[Line]
"""Lines, the first of them a heading that must not stand alone at the foot of a column."""

_GUTTER = 3
_KEY_COLUMNS = 32
_TABLE_COLUMNS = 78
_FEWEST_UNDER_HEADING = 3
_HOW_TO_PLAY = """\
Go down. Blue mana seeps up from below, and what drinks of it is no friend of yours.
Walk into a creature to fight it, into a door to open it. {descend} and {ascend} take stairs, or go there.
Magic is your best weapon. Books teach spells; {cast_1} to {cast_9} cast them. Before you do, you see what the spell \
would do to everyone it finds. That is the spell itself, tried out and taken back: it never lies.
Aim with the mouse or the arrows; {next_target} finds the next useful target. {aim_fire}, the spell's key again or a \
left click casts. {aim_cancel} or a right click costs nothing.
Chiefs and guardians have poise, shown as ◆: each shrugs off as many stuns, fears, shoves and the like as it has \
left before one lands, and gets one back every few turns.
Water wets: the wet freeze in the cold, carry lightning, and steam instead of burning. Oil waits for a spark, wind \
moves smoke and flame, and what is frozen shatters on a wall.
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
    columns: ClassVar[int] = 170

    def __init__(self, program: Program) -> None:
        keymap = program.keymap
        super().__init__(
            program,
            Button("[Previous]", "previous", keymap.hint("menu_previous")),
            Button("[Next]", "next", keymap.hint("menu_next")),
        )
        self.page = 0
        self._pages: list[list[Column]] = [[]]
        self._made_for = (0, 0)

    @property
    def heading(self) -> str:
        """The title, and which page of how many."""
        return f"Help - page {self.page + 1} of {len(self._pages)}"

    def draw(self, console: Console) -> None:
        """Lay the text out for the size of the console, then draw."""
        place = self.place(console)
        self._lay_out(place.width - 4, place.height - 5)
        super().draw(console)

    def _lay_out(self, width: int, height: int) -> None:
        """Break the text into pages; nothing to do when the size is as before."""
        if self._made_for != (width, height):
            self._made_for = (width, height)
            half = (width - _GUTTER) // 2
            self._pages = pages(list(_prose(self.program, half)), half, 2, height)
            # A table of keys reads best unbroken: side by side only where both fit whole.
            across = 2 if half >= _TABLE_COLUMNS else 1
            table = half if across > 1 else min(width, _TABLE_COLUMNS)
            self._pages += pages(list(_keys(self.program, table)), table, across, height)
            self.page = min(self.page, len(self._pages) - 1)

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the columns of the page."""
        for x, lines in self._pages[self.page]:
            for row, line in enumerate(lines, 1):
                print_segments(console, rect.x + x, rect.y + row, line, rect.width - x)

    def on_body(self, event: Input) -> Transition:
        """Turn pages, or close the help."""
        match event:
            case Mouse("wheel", steps=steps):
                return self._leaf(-1 if steps > 0 else 1)
            case Mouse("press", button="right"):
                return self.close()
            case Key(name):
                return self._on_action(self.program.keymap.action("menu", name))
        return Stay(redraw=False)

    def on_button(self, value: str) -> Transition:
        """Turn pages, or close the help."""
        match value:
            case "next":
                return self._leaf(1)
            case "previous":
                return self._leaf(-1)
        return self.close()

    def _on_action(self, action: str | None) -> Transition:
        """Turn pages by an action of the keymap."""
        match action:
            case "menu_next" | "menu_page_down" | "menu_down" | "menu_choose":
                return self._leaf(1)
            case "menu_previous" | "menu_page_up" | "menu_up":
                return self._leaf(-1)
            case "menu_first":
                return self._leaf(-self.page)
            case "menu_last":
                return self._leaf(len(self._pages))
            case "menu_back" | "help":
                return self.close()
        return Stay(redraw=False)

    def _asks_for_help(self, event: Input) -> bool:
        """Return False: help opens no second help."""
        return False

    def _leaf(self, pages: int) -> Transition:
        """Turn so many pages forward (or back, below 0), as far as there are pages."""
        self.page = max(0, min(self.page + pages, len(self._pages) - 1))
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


def pages(blocks: list[Block], width: int, across: int, height: int) -> list[list[Column]]:
    """Set blocks into pages of so many columns side by side."""
    columns = flow(blocks, height)
    return [
        [(place * (width + _GUTTER), lines) for place, lines in enumerate(columns[first:][:across])]
        for first in range(0, len(columns), across)
    ]


def _prose(program: Program, width: int) -> Iterator[Block]:
    """Write how to play and what the symbols mean."""
    palette = program.palette
    first, *rest = _HOW_TO_PLAY.splitlines()
    yield [[("How to play", palette.title)], *wrap_segments(_with_keys(first, program), width)]
    for text in rest:
        yield wrap_segments(_with_keys(text, program), width)
    mouse = wrap_segments([(_BY_MOUSE, palette.text)], width)
    yield [[("By mouse", palette.title)], *mouse]
    yield [[("Symbols", palette.title)], *_symbol_lines(palette)]
    yield [[("This copy", palette.title)], *_facts(program, width)]


def _keys(program: Program, width: int) -> Iterator[Block]:
    """Write all keys, by group."""
    for group in GROUPS:
        yield [[(group, program.palette.title)], *_group_lines(program, group, width)]


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


def _facts(program: Program, width: int) -> Iterator[Line]:
    """Say what a report of a fault, or a friend, would want to know."""
    host, palette = program.host, program.palette
    facts = {"Version": host.version, "Data": host.data_hash() or "loading"}
    if program.session is not None:
        facts["Seed"] = program.session.seed
    for label, value in facts.items():
        for row, text in enumerate(wrap(value, width - 10)):
            yield [(("" if row else label).ljust(10), palette.dim), (text, palette.text)]


def _group_lines(program: Program, group: str, width: int) -> Iterator[Line]:
    """List the keys of a group of actions."""
    for action in ACTIONS:
        if action.group == group:
            yield from _action_lines(program, action, width)


def _action_lines(program: Program, action: Action, width: int) -> Iterator[Line]:
    """Write the keys of an action beside what it does, each in a column of its own."""
    palette = program.palette
    keys = packed([shown_key(key) for key in program.keymap.keys(action.name)] or ["(no key)"])
    words = wrap(action.label, width - _KEY_COLUMNS - 1)
    for left, right in zip_longest(keys, words, fillvalue=""):
        yield [(left.ljust(_KEY_COLUMNS + 1), palette.key), (right, palette.text)]


def packed(keys: list[str]) -> list[str]:
    """Set keys side by side into lines of the key column, none broken in two."""
    lines = [""]
    for key in keys:
        joined = f"{lines[-1]}  {key}" if lines[-1] else key
        if len(joined) <= _KEY_COLUMNS or not lines[-1]:
            lines[-1] = clip(joined, _KEY_COLUMNS)
        else:
            lines.append(clip(key, _KEY_COLUMNS))
    return lines
