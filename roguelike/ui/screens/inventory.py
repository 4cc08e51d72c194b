"""The inventory: what the player wears and carries, to look at or to choose what to do with; and the page of one thing.

The one decision: the screens give no commands. They close with the chosen command, which the screen below carries out,
so that an item is aimed on the map and not behind a menu.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import ClassVar, TypeVar

from tcod.console import Console

from roguelike.core.grammar import body_part, coins
from roguelike.core.records import Record
from roguelike.engine.play import commands
from roguelike.engine.views.records import ItemView
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Nth
from roguelike.toolkit.inputs import Input, Key
from roguelike.toolkit.page import Act, Confirm, Details, PickName, TextPage
from roguelike.toolkit.palette import MAGIC_ROLES, Palette
from roguelike.toolkit.screen import Pop, Push, Stay, Transition
from roguelike.ui.panels.board import Board
from roguelike.ui.panels.scene import Scene
from roguelike.ui.panels.tooltip import handling_words, use_words
from roguelike.ui.program import Program
from roguelike.ui.replies import Alternatives, DeedPage, rehearsed

T = TypeVar("T")

COLUMNS = 84
WEAPON_SLOTS = ("Melee", "Missile")
_USUAL = {"use", "wear", "remove"}
"""What Enter may do with an item, by its first button; nothing is dropped or thrown by accident."""


def item_words(item: ItemView, palette: Palette) -> list[widgets.Segment]:
    """Return an item as the map and the log show it: its glyph, then its name.

    The name has the colour of its class of magic, or of a warning if the item is known to be cursed.
    """
    name = f" {item.name}"
    return [(item.glyph, palette.transform(item.fg)), (name, palette.role(item.role))]


def item_row(item: ItemView, program: Program, value: T) -> widgets.Row[T]:
    """Make a menu row of an item: the words at the right repeat what the colour says."""
    palette = program.palette
    known = item.role if item.role in MAGIC_ROLES else ""
    hints = ("", "")
    if item.hotkey:
        key = Nth("use", item.hotkey).name
        hints = program.keymap.hint(key), program.keymap.short_hint(key)
    right, brief = (f"{hint}{item.weight:>6g} lb" for hint in hints)
    label = item_words(item, palette)
    if item.worn:
        label.append((f"  {worn_words(item)}", palette.dim))
    return widgets.Row(label, value, right=right, brief=brief, spare=known)


def worn_words(item: ItemView) -> str:
    """Say how a worn item is worn."""
    match item.slot:
        case "Melee":
            return "in hand"
        case "Missile":
            return "ready to shoot"
        case "Amulet":
            return "round your neck"
        case slot:
            return f"on your {body_part(slot)}"


class ItemDetail(TextPage[Program]):
    """A popup about one item, where its list tells of it, so that nothing stands there twice; closes with a command."""

    name: str = "Item"
    columns: ClassVar[int] = COLUMNS
    stands_alone: ClassVar[bool] = False

    def __init__(self, program: Program, item: ItemView, over: "Inventory | None" = None) -> None:
        self.item, self._over = item, over
        palette = program.palette
        lines: list[list[widgets.Segment]] = [item_words(item, palette)]
        if item.worn:
            lines[0].append((f"  {worn_words(item)}", palette.dim))
        if item.role in MAGIC_ROLES:
            lines.append([(f"{item.role.capitalize()} magic", palette.dim)])
        lines.append([])
        lines += [[(line, palette.text)] for line in item.details]
        if program.session is not None and (told := words_before(program, usual_command(item))):
            lines += [[], *told]
        self._kinds = [kind for _, kind, _ in _ways(item)]
        buttons = [
            widgets.Button[Act](label, partial(self._do, kind), key)
            for label, kind, key in _ways(item)
        ]
        super().__init__(program, lines, *buttons)
        self._about, self._rows = lines, 0
        self._replies = Alternatives(program)
        self._scene: Scene | None = None
        if program.session is not None and program.game.is_threatened():
            self._scene = Board(program).scene()
            does = (rehearsed(program.game, command) for command in _commands(item))
            self._replies.choose([each for each in does if each is not None], self._scene)

    def _text(self, width: int) -> list[list[widgets.Segment]]:
        """Return the text: what the item is, then what each of its commands would lead to."""
        if self._scene is None:
            return self._about
        told = self._replies.lines(self._scene, width, waits=True)
        return [*self._about, *([[]] if told else []), *([*line.left] for line in told)]

    @property
    def rows(self) -> int:
        """The most rows that the text had so far, and the edges: what is worked out moves no edge back and forth."""
        width = self.columns - 4
        now = sum(len(widgets.wrap_segments(line, width)) for line in self._text(width))
        self._rows = max(self._rows, now)
        return self._rows + 5

    def place(self, console: Console) -> widgets.Rect:
        """Return the lower part of the list's page, from its details on, or more of it if that is not enough."""
        if self._over is None:
            return super().place(console)
        page, lower = self._over.place(console), self._over.below_list
        last = page.y + page.height
        first = min(last - self.rows, lower.y - 1 if lower else last)
        return page._replace(y=max(first, 0), height=last - max(first, 0))

    @property
    def animating(self) -> bool:
        """Whether a reply is still being worked out."""
        return self._replies.is_thinking

    def update(self, seconds: float) -> bool:
        """Work the replies out further; return whether there is something new to show."""
        return self._replies.update(seconds)

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the text, with a blank row above and below it."""
        self.view.replace(self._text(rect.width))
        super().draw_body(console, rect._replace(y=rect.y + 1, height=rect.height - 2))

    def on_body(self, event: Input) -> Transition:
        """Scroll; at the end of the text, choosing means to use, wear or remove the item."""
        top, first = self.view.top, self._kinds[0]
        answer = super().on_body(event)
        is_chosen = isinstance(event, Key) and (
            self.program.keymap.action("menu", event.name) == "menu_choose"
        )
        is_usual = is_chosen and first in _USUAL and self.view.top == top
        return self._do(first) if is_usual else answer

    def on_result(self, result: object) -> Transition:
        """Close with the command of a question; stay if it was declined."""
        return Pop(result) if result is not None else Stay()

    def _do(self, kind: str) -> Transition:
        """Close with the command, after a question where what is worn would be thrown."""
        if kind == "throw" and self.item.worn:
            return Push(throw_worn(self.program, self.item))
        return Pop(COMMANDS[kind](self.item.entity))


COMMANDS: dict[str, Callable[[int], commands.Action]] = {
    "use": commands.UseItem,
    "wear": commands.Equip,
    "remove": commands.TakeOff,
    "drop": commands.Drop,
    "throw": commands.Throw,
}
"""The command of each button."""


def usual_command(item: ItemView) -> commands.Action | None:
    """Return what Enter does with an item on its page; None if nothing."""
    _, first, _ = next(_ways(item))
    return COMMANDS[first](item.entity) if first in _USUAL else None


def _commands(item: ItemView) -> Iterator[commands.Action]:
    """Yield the commands of an item's buttons."""
    for _, kind, _ in _ways(item):
        yield COMMANDS[kind](item.entity)


def words_before(program: Program, action: commands.Action | None) -> list[list[widgets.Segment]]:
    """Say what a command about an item would do; [] if nothing that the item's description does not say."""
    if action is None:
        return []
    item = action.used_item
    return use_words(program, item) if item else handling_words(program, action)


def _ways(item: ItemView) -> Iterator[tuple[str, str, str]]:
    """Yield what can be done with an item: the button's label, the command, the key."""
    if item.usable:
        yield "[Use]", "use", "u"
    if item.worn:
        yield "[Put away]" if item.slot in WEAPON_SLOTS else "[Take off]", "remove", "r"
    elif item.slot:
        yield "[Wield]" if item.slot in WEAPON_SLOTS else "[Wear]", "wear", "w"
    yield "[Drop]", "drop", "d"
    yield "[Throw]", "throw", "t"


def throw_worn(program: Program, item: ItemView) -> Confirm:
    """Ask before throwing what is worn or wielded; closes with the command if the player agrees."""
    text = f"You have the {item.name} {worn_words(item)}. Throw it anyway?"
    command = commands.Throw(item.entity)
    return Confirm(program, "Throw it?", text, command, yes="Throw it", no="Keep it")


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
        "Take off what?", lambda item: item.worn, "You wear and wield nothing.", commands.TakeOff
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


class Inventory(DeedPage[ItemView]):
    """The pack, grouped; below the list, details of the item under the cursor."""

    columns: ClassVar[int] = COLUMNS
    least_rows: ClassVar[int] = 6

    def __init__(self, program: Program, mode: str = "all", at: int = 0) -> None:
        """List the items for `mode`, one of MODES. In "all" choosing opens the item's page, else it acts at once.

        The cursor is on the item with the id `at`, or on the first.
        """
        self.mode, self._only = MODES[mode], 0
        self.nothing = self.mode.nothing
        self.detail_rows = _DETAIL_ROWS + _REPLY_ROWS * program.game.is_threatened()
        self.other_rows = self.detail_rows + 9
        self._filter = widgets.Button("", self._show_next, "tab")
        super().__init__(
            program,
            self.of_row("[Up]", lambda item: self._move(item, -1), "-"),
            self.of_row("[Down]", lambda item: self._move(item, 1), "+"),
            widgets.Button("[Sort]", self._sort, "="),
            self.of_row("[Key]", lambda item: Push(pick_key(program, item)), "1-9"),
            self._filter,
        )
        self._point_at(at)
        if self.mode is MODES["throw"]:
            self._pass_by_worn()

    def listed(self) -> list[widgets.Row[ItemView]]:
        """Return what the filter lets through, in groups."""
        self._filter.label = f"[See: {_SHOWN[self._only]}]"
        return _rows(self.program, self.mode, self._only)

    def _sort(self) -> Transition:
        """Bring the pack into order."""
        before = self.menu.rows
        self.note = self.program.game.do(commands.SortPack()).refused or ""
        self.refresh()
        return Stay(redraw=bool(self.note) or self.menu.rows != before)

    def _move(self, item: ItemView, way: int) -> Transition:
        """Move an item to another position, and so to another hotkey."""
        report = self.program.game.move_item(item.entity, way)
        return self._list_again(item.entity, report.refused or "")

    def on_body(self, event: Input) -> Transition:
        """Give the item under the cursor the number key that is pressed; the key of an item means that item."""
        item = self.menu.value
        if item is None or not isinstance(event, Key):
            return super().on_body(event)
        if event.name in DIGITS:
            return self._pin(Pinned(item.entity, int(event.name)))
        meant = self._with_key(event.name)
        if meant is None:
            return super().on_body(event)
        return Pop((self.mode.command or commands.UseItem)(meant.entity))

    def _with_key(self, name: str) -> ItemView | None:
        """Return the listed item that a key uses on the map; None if there is none."""
        action = self.program.keymap.action("play", name)
        listed = (row.value for row in self.menu.rows if not row.heading and row.value.hotkey)
        return next((item for item in listed if Nth("use", item.hotkey).name == action), None)

    def _pin(self, pinned: Pinned) -> Transition:
        """Give an item a number key."""
        report = self.program.game.do(commands.PinItem(pinned.item, pinned.key))
        return self._list_again(pinned.item, report.refused or "")

    def _list_again(self, item: int, note: str) -> Transition:
        """Fill the list again, with the cursor on an item, and show a note; tell whether that changed anything."""
        before = self.note, self.menu.cursor, self.menu.rows
        self.note = note
        self.refresh()
        self._point_at(item)
        return Stay(redraw=(note, self.menu.cursor, self.menu.rows) != before)

    def _point_at(self, item: int) -> None:
        """Put the cursor on an item, if it is listed."""
        for index, row in enumerate(self.menu.rows):
            if not row.heading and row.value.entity == item:
                self.menu.cursor = index

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
            self.refresh()
            if self.menu.rows or not self._only:
                break
        self.menu.to_first()
        return Stay()

    @property
    def heading(self) -> str:
        """What it was opened for."""
        return self.mode.heading

    def details(self, value: ItemView | None) -> Details:
        """Return what the item below the cursor is known to be."""
        words = "\n".join(value.details) if value is not None else ""
        return Details([(words, self.program.palette.text)])

    def foot(self) -> list[list[widgets.Segment]]:
        """Return how much the player carries."""
        return [load_words(self.program)]

    def deed_of(self, value: ItemView) -> commands.Action | None:
        """Return the command of choosing an item, or of Enter on its page."""
        does = self.mode.command(value.entity) if self.mode.command else usual_command(value)
        return rehearsed(self.program.game, does)

    def told_of(self, value: ItemView) -> list[list[widgets.Segment]]:
        """Return what that command would do."""
        return words_before(self.program, self.deed_of(value))

    def on_choice(self, value: ItemView) -> Transition:
        """Open the item's page, or close with the command at once."""
        if self.mode.command is None:
            return Push(ItemDetail(self.program, value, self))
        command = self.mode.command(value.entity)
        if command.flies and value.worn:
            return Push(throw_worn(self.program, value))
        return Pop(command)

    def on_result(self, result: object) -> Transition:
        """Pass on the command of another screen, or assign the key that was picked."""
        if isinstance(result, Pinned):
            return self._pin(result)
        return Pop(result) if result is not None else Stay()


def pick_key(program: Program, item: ItemView) -> PickName:
    """Return a list of number keys and what each uses; it closes with the one for the item."""
    hint = program.keymap.hint
    used = {other.hotkey: other.name for other in program.game.hud().consumables}
    names = {
        f"{hint(Nth('use', key).name)}  {used.get(key, '')}".rstrip(): Pinned(item.entity, key)
        for key in range(1, len(DIGITS) + 1)
    }
    return PickName(program, "Which key?", list(names), names.__getitem__)


def _rows(program: Program, mode: Mode, only: int) -> list[widgets.Row[ItemView]]:
    """List the groups with their headings, without empty ones; `only` one of them, counted from 1 (0: all)."""
    rows: list[widgets.Row[ItemView]] = []
    for heading, items in _grouped([item for item in program.game.pack() if mode.shows(item)]):
        if only and heading != _GROUPS[only - 1][0]:
            continue
        rows.append(widgets.Row(heading, items[0], heading=True))
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


def load_words(program: Program) -> list[widgets.Segment]:
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
