"""The inventory: what the player wears and carries, to look at or to choose an item to use, wear, remove or drop.

The one decision: the screen gives no commands. It closes with the chosen command, which the screen below carries out,
so that an item is aimed on the map and not behind a menu.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from tcod.console import Console

from roguelike.core.grammar import coins
from roguelike.core.records import Record
from roguelike.engine.play import commands
from roguelike.engine.views.records import ItemView
from roguelike.ui.asked import Nth
from roguelike.ui.inputs import Input, Key
from roguelike.ui.panels.rows import Line
from roguelike.ui.program import Program
from roguelike.ui.replies import RowReply, rehearsed
from roguelike.ui.screen import Pop, Push, Stay, Transition
from roguelike.ui.screens.item import (
    WEAPON_SLOTS,
    ItemDetail,
    item_row,
    throw_worn,
    usual_command,
    words_before,
)
from roguelike.ui.screens.page import Details, ListPage
from roguelike.ui.screens.pick import PickName
from roguelike.ui.widgets import Button, Rect, Row, Segment, print_segments

_DETAIL_ROWS, _REPLY_ROWS = 7, 3
"""Rows kept for what an item is and, in a fight, for what a command about it would lead to."""
DIGITS = "123456789"


class Pinned(Record):
    """The number key that was picked for an item."""

    item: int
    key: int


class Mode(Record):
    """The purpose of an inventory: its heading, the items listed, the words for an empty list, and the command."""

    heading: str
    shows: Callable[[ItemView], bool]
    nothing: str
    command: Callable[[int], commands.Action] | None = None


def _anything(item: ItemView) -> bool:
    """Return True: list every item."""
    return True


MODES: dict[str, Mode] = {
    "all": Mode("Inventory", _anything, "You carry nothing but hope."),
    "use": Mode(
        "Use what?",
        lambda item: item.usable,
        "You have nothing to drink, read, eat, zap or inscribe.",
        commands.UseItem,
    ),
    "wear": Mode(
        "Wear or wield what?",
        lambda item: bool(item.slot) and not item.worn,
        "You carry nothing to wear or wield.",
        commands.Equip,
    ),
    "remove": Mode(
        "Remove what?", lambda item: item.worn, "You wear and wield nothing.", commands.TakeOff
    ),
    "drop": Mode("Drop what?", _anything, "You have nothing to drop.", commands.Drop),
    "throw": Mode("Throw what?", _anything, "You have nothing to throw.", commands.Throw),
}

_GROUPS: tuple[tuple[str, Callable[[ItemView], bool]], ...] = (
    ("Worn and wielded", lambda item: item.worn),
    ("Weapons", lambda item: item.slot in WEAPON_SLOTS),
    ("Armor", lambda item: bool(item.slot)),
    ("To drink, read, eat, zap or inscribe", lambda item: item.usable),
    ("Other things", _anything),
)
"""Headings, and which items belong under each; an item is listed under the first that fits."""
_SHOWN = ("all", "worn", "weapons", "armor", "usable", "other")
"""Names of the filter: for everything, and for each of the groups."""


class Inventory(ListPage[ItemView]):
    """The pack, grouped; below the list, details of the item under the cursor."""

    name: ClassVar[str] = "Inventory"
    opaque: ClassVar[bool] = False
    columns: ClassVar[int] = 84
    row_buttons: ClassVar[frozenset[str]] = frozenset({"earlier", "later", "pin"})

    def __init__(self, program: Program, mode: str = "all", at: int = 0) -> None:
        """List the items for `mode`, one of MODES. In "all" choosing opens the item's page, else it acts at once.

        The cursor is on the item with the id `at`, or on the first.
        """
        self.mode = MODES[mode]
        earlier, later = Button("[Earlier]", "earlier", "-"), Button("[Later]", "later", "+")
        ordered, pinned = Button("[Sort]", "sort", "="), Button("[Key]", "pin", "1-9")
        self._filter = Button("", "filter", "tab")
        self._only = 0
        self._now = RowReply(program)
        self._detail_rows = _DETAIL_ROWS + _REPLY_ROWS * program.game.is_threatened()
        super().__init__(program, (), earlier, later, ordered, pinned, self._filter)
        self._list()
        self._point_at(at)
        if self.mode is MODES["throw"]:
            self._pass_by_worn()

    def on_button(self, value: str) -> Transition:
        """Move the item under the cursor to another position, and so to another hotkey, or change the list."""
        item = self.menu.value
        if value == "sort":
            self.note = self.program.game.do(commands.SortPack()).refused or ""
            self._list()
            return Stay()
        if value == "filter":
            return self._show_next()
        if value not in ("earlier", "later", "pin") or item is None:
            return super().on_button(value)
        if value == "pin":
            return Push(pick_key(self.program, item))
        report = self.program.game.move_item(item.entity, 1 if value == "later" else -1)
        self._list_again(item.entity, report.refused or "")
        return Stay()

    def on_body(self, event: Input) -> Transition:
        """Give the item under the cursor the number key that is pressed; the key of an item means that item."""
        item = self.menu.value
        if item is None or not isinstance(event, Key):
            return super().on_body(event)
        if event.name in DIGITS:
            return self.on_result(Pinned(item.entity, int(event.name)))
        meant = self._with_key(event.name)
        if meant is None:
            return super().on_body(event)
        return Pop((self.mode.command or commands.UseItem)(meant.entity))

    def _with_key(self, name: str) -> ItemView | None:
        """Return the listed item that a key uses on the map; None if there is none."""
        action = self.program.keymap.action("play", name)
        listed = (row.value for row in self.menu.rows if not row.heading and row.value.hotkey)
        return next((item for item in listed if Nth("use", item.hotkey).name == action), None)

    def _list_again(self, item: int, note: str) -> None:
        """Fill the list again, with the cursor on an item, and show a note."""
        self.note = note
        self._list()
        self._point_at(item)

    def _point_at(self, item: int) -> None:
        """Put the cursor on an item, if it is listed."""
        for index, row in enumerate(self.menu.rows):
            if not row.heading and row.value.entity == item:
                self.menu.cursor = index

    def _list(self) -> None:
        """Fill the list again, with what the filter lets through."""
        self._filter.label = f"[See: {_SHOWN[self._only]}]"
        self.menu.replace(_rows(self.program, self.mode, self._only))

    def _pass_by_worn(self) -> None:
        """Put the cursor on the first item that is not worn: worn items are seldom thrown."""
        loose = (
            n for n, row in enumerate(self.menu.rows) if not row.heading and not row.value.worn
        )
        self.menu.cursor = next(loose, self.menu.cursor)

    def _show_next(self) -> Transition:
        """Show only the next group that is not empty; after the last, show everything again."""
        for _ in _SHOWN:
            self._only = (self._only + 1) % len(_SHOWN)
            self._list()
            if self.menu.rows or not self._only:
                break
        self.menu.cursor = next((n for n, row in enumerate(self.menu.rows) if not row.heading), 0)
        return Stay()

    @property
    def heading(self) -> str:
        """What it was opened for."""
        return self.mode.heading

    @property
    def rows(self) -> int:
        """The rows of the list, the details and the edges."""
        return max(len(self.menu.rows), 6) + self._detail_rows + 9

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the list, the details of the item under the cursor, and the total weight."""
        body = rect._replace(height=rect.height - 2)
        item = self.menu.value
        words = "\n".join(item.details) if item is not None else ""
        told = Details([(words, self.program.palette.text)], self._detail_rows, below=self._come_to)
        self.draw_with_details(console, body, told, self.mode.nothing)
        self.warn(console, rect._replace(y=rect.y + rect.height - 2, height=1), self.note)
        self._draw_weight(console, rect._replace(y=rect.y + rect.height - 1))

    def _come_to(self, width: int) -> list[Line]:
        """Return the rows on what choosing the item under the cursor would lead to, or Enter on its page."""
        item = self.menu.value
        if item is None:
            return []
        does = self.mode.command(item.entity) if self.mode.command else usual_command(item)
        action = rehearsed(self.program.game, does)
        return self._now.lines(action, lambda: words_before(self.program, action), width)

    @property
    def animating(self) -> bool:
        """Whether the outcome of a command is still being worked out."""
        return self._now.is_thinking

    def update(self, seconds: float) -> bool:
        """Work the outcome out further; return whether there is anything new to show."""
        return self._now.update(seconds)

    def _draw_weight(self, console: Console, rect: Rect) -> None:
        """Show how much the player carries, with a warning if that is too much."""
        print_segments(console, rect.x, rect.y, load_words(self.program), rect.width)

    def on_choice(self, value: ItemView) -> Transition:
        """Open the item's page, or close with the command at once."""
        if self.mode.command is None:
            return Push(ItemDetail(self.program, value))
        command = self.mode.command(value.entity)
        if command.flies and value.worn:
            return Push(throw_worn(self.program, value))
        return Pop(command)

    def on_result(self, result: object) -> Transition:
        """Pass on the command of another screen, or assign the key that was picked."""
        if isinstance(result, Pinned):
            report = self.program.game.do(commands.PinItem(result.item, result.key))
            self._list_again(result.item, report.refused or "")
            return Stay()
        return Pop(result) if result is not None else Stay()


def pick_key(program: Program, item: ItemView) -> PickName:
    """Return a list of number keys and what each uses; it closes with the one for the item."""
    hint = program.keymap.hint
    used = {other.hotkey: other.name for other in program.game.hud().consumables}
    names = {
        f"{hint(Nth('use', key).name)}  {used.get(key, '')}".rstrip(): commands.PinItem(
            item.entity, key
        )
        for key in range(1, len(DIGITS) + 1)
    }
    return PickName(program, "Which key?", list(names), names.__getitem__)


def _rows(program: Program, mode: Mode, only: int) -> list[Row[ItemView]]:
    """List the groups with their headings, without empty ones; `only` one of them, counted from 1 (0: all)."""
    rows: list[Row[ItemView]] = []
    for heading, items in _grouped([item for item in program.game.pack() if mode.shows(item)]):
        if only and heading != _GROUPS[only - 1][0]:
            continue
        rows.append(Row(heading, items[0], heading=True))
        rows += [item_row(item, program, item) for item in items]
    return rows


def _grouped(items: Sequence[ItemView]) -> Iterator[tuple[str, list[ItemView]]]:
    """Yield the groups with their items in the order of the pack."""
    left = list(items)
    for heading, belongs in _GROUPS:
        group = [item for item in left if belongs(item)]
        left = [item for item in left if not belongs(item)]
        if group:
            yield heading, group


def load_words(program: Program) -> list[Segment]:
    """Return how much the player carries of how much, and what that costs."""
    hud, palette = program.game.hud(), program.palette
    words = [
        ("You carry ", palette.dim),
        (f"{hud.weight:g}", palette.text),
        (f" of {hud.capacity:g} lb", palette.dim),
    ]
    if int(hud.weight) > hud.capacity:
        words.append(("  ! overburdened: you act later", palette.warn))
    elif hud.penalty:
        words.append((f", slowed by {hud.penalty:g}", palette.dim))
    words.append((f"   {coins(hud.gold)} gold", palette.gold))
    return words
