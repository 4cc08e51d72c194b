"""The screens that open by name: where each is defined, and which of them the menus offer.

The one decision: a table says where a screen is, as text, and its module is loaded when it is opened. So no screen
imports those that lead back to it, the first frame waits for none of them, and a *satellite* (past runs, puzzles) hangs
its own screens on the house, which knows none of its modules.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from roguelike.core.records import Record


class Place(Record):
    """Where something is defined that makes a screen."""

    module: str
    name: str
    argument: str = ""
    """Passed to it, if it makes more than one kind."""

    def make(self, *given: object) -> Any:
        """Load the module, and call what stands there."""
        maker = getattr(import_module(self.module), self.name)
        return maker(*given, *filter(None, [self.argument]))


Places = Mapping[str, Place]
"""Places by the names that open them: of commands, if they have one."""


class Offer(Record):
    """A row of a menu that opens a screen."""

    screen: str
    key: str
    label: str
    also: str = ""
    """Another key that chooses it."""


class Satellite(Record):
    """What is hung on the house: screens, and where the house offers them."""

    screens: Places
    on_title: tuple[Offer, ...] = ()
    in_game: tuple[Offer, ...] = ()


_SCREENS = "roguelike.ui.screens"

HOUSE: Places = {
    "title": Place(f"{_SCREENS}.title", "Title"),
    "play": Place(f"{_SCREENS}.play", "Play"),
    "menu": Place(f"{_SCREENS}.game_menu", "GameMenu"),
    "help": Place(f"{_SCREENS}.help", "Help"),
    "options": Place(f"{_SCREENS}.options", "Options"),
    "keys": Place(f"{_SCREENS}.keys", "KeyBindings"),
    "seed": Place(f"{_SCREENS}.seed", "SeedEntry"),
    "log": Place(f"{_SCREENS}.message_log", "Log"),
    "character": Place(f"{_SCREENS}.character", "Character"),
    "discoveries": Place(f"{_SCREENS}.discoveries", "Discoveries"),
    "spells": Place(f"{_SCREENS}.spells", "Spells"),
    "grow": Place(f"{_SCREENS}.growth", "Growth"),
    "inventory": Place(f"{_SCREENS}.inventory", "Inventory"),
    "use": Place(f"{_SCREENS}.inventory", "Inventory", "use"),
    "wear": Place(f"{_SCREENS}.inventory", "Inventory", "wear"),
    "remove": Place(f"{_SCREENS}.inventory", "Inventory", "remove"),
    "drop": Place(f"{_SCREENS}.inventory", "Inventory", "drop"),
    "throw": Place(f"{_SCREENS}.inventory", "Inventory", "throw"),
    "wizard": Place(f"{_SCREENS}.wizard", "enter_wizard"),
    "wizard_enter": Place(f"{_SCREENS}.wizard", "Wizard"),
}
"""The screens of the game itself."""
