"""One item: what it is, what it does in the player's hands, and what can be done with it."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar, TypeVar

from tcod.console import Console

from roguelike.core.colour import Colour
from roguelike.core.grammar import body_part
from roguelike.engine.play import commands
from roguelike.engine.views.records import ItemView
from roguelike.toolkit.asked import Nth
from roguelike.toolkit.dialogs import Confirm
from roguelike.toolkit.inputs import Input, Key
from roguelike.toolkit.page import Act, TextPage
from roguelike.toolkit.palette import MAGIC_ROLES, Palette
from roguelike.toolkit.screen import Pop, Push, Stay, Transition
from roguelike.toolkit.widgets import Button, Rect, Row, Segment, wrap_segments
from roguelike.ui.panels.board import Board
from roguelike.ui.panels.scene import Scene
from roguelike.ui.panels.tooltip import handling_words, use_words
from roguelike.ui.program import Program
from roguelike.ui.replies import Alternatives, rehearsed

T = TypeVar("T")

WEAPON_SLOTS = ("Melee", "Missile")
_USUAL = {"use", "wear", "remove"}
"""What Enter may do with an item, by its first button; nothing is dropped or thrown by accident."""


def item_colour(item: ItemView, palette: Palette) -> Colour:
    """Return the colour of an item's name: by its class of magic, or a warning if it is known to be cursed."""
    return palette.role(item.role)


def item_words(item: ItemView, palette: Palette) -> list[Segment]:
    """Return an item as the map and the log show it: its glyph, then its name."""
    return [
        (item.glyph, palette.transform(item.fg)),
        (f" {item.name}", item_colour(item, palette)),
    ]


def item_row(item: ItemView, program: Program, value: T) -> Row[T]:
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
    return Row(label, value, right=right, brief=brief, spare=known)


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
    """A popup about one item; closes with the player's command."""

    name: str = "Item"
    columns: ClassVar[int] = 64

    def __init__(self, program: Program, item: ItemView) -> None:
        self.item = item
        palette = program.palette
        lines: list[list[Segment]] = [item_words(item, palette)]
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
            Button[Act](label, partial(self._do, kind), key) for label, kind, key in _ways(item)
        ]
        super().__init__(program, lines, *buttons)
        self._about, self._rows = lines, 0
        self._replies = Alternatives(program)
        self._scene: Scene | None = None
        if program.session is not None and program.game.is_threatened():
            self._scene = Board(program).scene()
            does = (rehearsed(program.game, command) for command in _commands(item))
            self._replies.choose([each for each in does if each is not None], self._scene)

    def _text(self, width: int) -> list[list[Segment]]:
        """Return the text: what the item is, then what each of its commands would lead to."""
        if self._scene is None:
            return self._about
        told = self._replies.lines(self._scene, width, waits=True)
        return [*self._about, *([[]] if told else []), *([*line.left] for line in told)]

    @property
    def rows(self) -> int:
        """The most rows that the text had so far, and the edges: what is worked out moves no edge back and forth."""
        width = self.columns - 4
        now = sum(len(wrap_segments(line, width)) for line in self._text(width))
        self._rows = max(self._rows, now)
        return self._rows + 5

    @property
    def animating(self) -> bool:
        """Whether a reply is still being worked out."""
        return self._replies.is_thinking

    def update(self, seconds: float) -> bool:
        """Work the replies out further; return whether there is something new to show."""
        return self._replies.update(seconds)

    def draw_body(self, console: Console, rect: Rect) -> None:
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
        """Close with a command."""
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


def words_before(program: Program, action: commands.Action | None) -> list[list[Segment]]:
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
        yield "[Remove]", "remove", "r"
    elif item.slot:
        yield "[Wield]" if item.slot in WEAPON_SLOTS else "[Wear]", "wear", "w"
    yield "[Drop]", "drop", "d"
    yield "[Throw]", "throw", "t"


def throw_worn(program: Program, item: ItemView) -> Confirm:
    """Ask before throwing what is worn or wielded; closes with the command if the player agrees."""
    text = f"You have the {item.name} {worn_words(item)}. Throw it anyway?"
    command = commands.Throw(item.entity)
    return Confirm(program, "Throw it?", text, command, yes="Throw it", no="Keep it")
