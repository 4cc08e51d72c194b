"""Wizard mode: powers for those who test the game or write for it.

The one decision: a power is a command like any other, so this screen only finds out which and closes with it. The
first time it warns, since a run that used one is marked for good.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Literal

from tcod.console import Console

from roguelike.engine.commands import Action, wizardry
from roguelike.ui.inputs import Input, Key
from roguelike.ui.program import Program
from roguelike.ui.screen import Pop, Push, Replace, Screen, Stay, Transition
from roguelike.ui.screens.message import Confirm
from roguelike.ui.screens.page import ListPage
from roguelike.ui.widgets import Entered, Moved, Rect, Row, TextField

ENTER: Final = "wizard_enter"
"""The command that opens wizard mode without a question."""
_WARNING = (
    "Wizard mode is for testing the game, and for those who write things for it. A run in which "
    "any of its powers was used is marked for good, here and among the runs of the past."
)
DEEPEST: Final = 100
_SIMPLE: dict[str, tuple[str, Callable[[], Action]]] = {
    "h": ("Heal, fill mana and stomach", wizardry.Heal),
    "m": ("Map this level, hidden things and all", wizardry.Reveal),
    "g": ("Be invulnerable, or no longer", wizardry.ToggleGod),
    "i": ("Identify everything in the pack", wizardry.IdentifyAll),
    "x": ("Gain a level", wizardry.Advance),
}
_NAMED: dict[str, tuple[str, Literal["items", "mobs", "spells"], Callable[[str], Action]]] = {
    "c": ("Conjure an item", "items", wizardry.Give),
    "s": ("Summon a creature beside you", "mobs", wizardry.Spawn),
    "l": ("Learn a spell", "spells", wizardry.Learn),
}
_TRAVEL, _WATCH = "t", "v"


def enter_wizard(program: Program) -> Screen:
    """Return the list of powers, or the warning before it in a run that has used none."""
    if program.game.hud().wizard:
        return Wizard(program)
    return Confirm(program, "Wizard mode", _WARNING, ENTER, yes="Go on", no="Never mind")


class Wizard(ListPage[str]):
    """The list of powers; closes with the command of the chosen one."""

    name: ClassVar[str] = "Wizard"
    opaque: ClassVar[bool] = False
    title: ClassVar[str] = "Wizard mode"
    columns: ClassVar[int] = 50

    def __init__(self, program: Program) -> None:
        rows = [
            *(Row(label, key, mark=key) for key, (label, _) in _SIMPLE.items()),
            *(Row(f"{label} …", key, mark=key) for key, (label, _, _) in _NAMED.items()),
            Row("Travel to a depth …", _TRAVEL, mark=_TRAVEL),
            Row("View how levels are made …", _WATCH, mark=_WATCH),
        ]
        super().__init__(program, rows, letters=False)

    @property
    def rows(self) -> int:
        """As many as the list has, and the edges."""
        return len(self.menu.rows) + 6

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the list, a blank row above it."""
        super().draw_body(console, Rect(rect.x, rect.y + 1, rect.width, rect.height - 1))

    def on_choice(self, value: str) -> Transition:
        """Close with a command, or ask for what or where first."""
        if value in _SIMPLE:
            return Pop(_SIMPLE[value][1]())
        if value == _WATCH:
            from roguelike.ui.screens.digging import Digging

            self.program.game.do(wizardry.Watch())
            return Replace(Digging(self.program))
        if value == _TRAVEL:
            return Push(pick_depth(self.program, "Travel to a depth", wizardry.Travel))
        label, section, command = _NAMED[value]
        return Push(PickName(self.program, label, self.program.game.names(section), command))

    def on_result(self, result: object) -> Transition:
        """Close with the command that a question was answered with."""
        return Pop(result) if isinstance(result, Action) else Stay()


def pick_depth(program: Program, title: str, made: Callable[[int], object]) -> Screen:
    """Return a list of depths, which closes with what is made of the chosen one."""
    depths = [str(depth) for depth in range(1, DEEPEST + 1)]
    return PickName(program, title, depths, lambda depth: made(int(depth)))


class PickName(ListPage[str]):
    """A list of names, of which those stay that hold what is typed; closes with what is made of the chosen one."""

    name: ClassVar[str] = "PickName"
    opaque: ClassVar[bool] = False
    columns: ClassVar[int] = 50

    def __init__(
        self,
        program: Program,
        title: str,
        names: Sequence[str],
        command: Callable[[str], object],
    ) -> None:
        super().__init__(program, (), letters=False)
        self._title, self._names, self._command = title, names, command
        self.field = TextField()
        self._narrow()

    @property
    def heading(self) -> str:
        """What is asked."""
        return self._title

    @property
    def rows(self) -> int:
        """A good handful of names."""
        return 24

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the field and the names."""
        palette = self.program.palette
        console.print(rect.x, rect.y + 1, "Name", fg=palette.heading)
        self.field.draw(console, rect.x + 5, rect.y + 1, rect.width - 5, palette)
        super().draw_body(console, Rect(rect.x, rect.y + 3, rect.width, rect.height - 3))
        if not self.menu.rows:
            console.print(rect.x, rect.y + 3, "There is nothing of that name.", fg=palette.dim)

    def on_input(self, event: Input) -> Transition:
        """Type first: every letter belongs to the name."""
        if isinstance(event, Key):
            match self.field.on_input(event):
                case Entered():
                    name = self.menu.value
                    return Stay() if name is None else self.on_choice(name)
                case Moved():
                    self._narrow()
                    return Stay()
        return super().on_input(event)

    def _narrow(self) -> None:
        """List the names that hold what was typed, those that begin with it first."""
        typed = self.field.text.strip().casefold()
        found = [name for name in self._names if typed in name.casefold()]
        found.sort(key=lambda name: not name.casefold().startswith(typed))
        self.menu.replace(Row(name, name) for name in found)

    def on_choice(self, value: str) -> Transition:
        """Close with what is made of it."""
        return Pop(self._command(value))
