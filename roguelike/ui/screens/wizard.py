"""Wizard mode: powers for testers of the game and authors of content.

The one decision: a power is a command like any other, so this screen only finds out which one and closes with it. The
first time it shows a warning, since a run that used a power is marked for good.
"""

from collections.abc import Callable
from typing import ClassVar, Final, Literal

from roguelike.engine.play.commands import Action, wizardry
from roguelike.engine.views.discoveries import names
from roguelike.toolkit.dialogs import Confirm, PickName, pick_depth
from roguelike.toolkit.page import ListPopup
from roguelike.toolkit.screen import Pop, Push, Replace, Screen, Stay, Transition
from roguelike.toolkit.widgets import Row
from roguelike.ui.program import Program

ENTER: Final = "wizard_enter"
"""The command that opens wizard mode without a question."""
_WARNING = (
    "Wizard mode is for testing the game, and for those who make things for it. A run in which "
    "any of its powers is used is marked for good, here and among the past runs."
)
_SIMPLE: dict[str, tuple[str, Callable[[], Action]]] = {
    "h": ("Heal, fill mana and stomach", wizardry.Heal),
    "m": ("Map this level, hidden things and all", wizardry.Reveal),
    "g": ("Invulnerability on and off", wizardry.ToggleGod),
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


class Wizard(ListPopup[Program, str]):
    """The list of powers; closes with the command of the chosen one."""

    title: str = "Wizard mode"
    columns: ClassVar[int] = 50

    letters: ClassVar[bool] = False

    def listed(self) -> list[Row[str]]:
        """Return the powers."""
        return [
            *(Row(label, key, mark=key) for key, (label, _) in _SIMPLE.items()),
            *(Row(f"{label} …", key, mark=key) for key, (label, _, _) in _NAMED.items()),
            Row("Travel to a depth …", _TRAVEL, mark=_TRAVEL),
            Row("View how levels are made …", _WATCH, mark=_WATCH),
        ]

    def on_choice(self, value: str) -> Transition:
        """Close with a command, or ask for what or where first."""
        if value in _SIMPLE:
            return Pop(_SIMPLE[value][1]())
        if value == _WATCH:
            from roguelike.ui.screens.mapgen_viewer import Digging

            self.program.game.do(wizardry.Watch())
            return Replace(Digging(self.program))
        if value == _TRAVEL:
            return Push(pick_depth(self.program, "Travel to a depth", wizardry.Travel))
        label, section, command = _NAMED[value]
        return Push(PickName(self.program, label, self.program.game.ask(names, section), command))

    def on_result(self, result: object) -> Transition:
        """Close with the command that the answer makes."""
        return Pop(result) if isinstance(result, Action) else Stay()
