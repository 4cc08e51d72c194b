"""Screens on which a command's questions are answered; the choice among items is defined here."""

from collections.abc import Sequence
from typing import ClassVar

from roguelike.engine.play.commands import Ask
from roguelike.engine.views.records import ItemView
from roguelike.ui.asked import Picked
from roguelike.ui.program import Program
from roguelike.ui.screen import Screen
from roguelike.ui.screens.item import item_row
from roguelike.ui.screens.page import ListPopup
from roguelike.ui.widgets import Row


class ItemChooser(ListPopup[Picked]):
    """A popup of items; closes with the chosen one."""

    name: str = "Choose"
    columns: ClassVar[int] = 60

    def __init__(self, program: Program, prompt: str, items: Sequence[int]) -> None:
        """Offer those of `items` that the player carries or stands on, in the order given."""
        self._prompt, self._items = prompt, items
        super().__init__(program)
        self.note = "" if self.menu.rows else "You have nothing of the kind."

    def listed(self) -> list[Row[Picked]]:
        """Return the items that are at hand."""
        game = self.program.game
        known = {item.entity: item for item in (*game.pack(), *game.underfoot())}
        offered: list[ItemView] = [known[each] for each in self._items if each in known]
        return [item_row(item, self.program, Picked(item.entity)) for item in offered]

    @property
    def heading(self) -> str:
        """The purpose of the choice."""
        return self._prompt

    @property
    def rows(self) -> int:
        """The rows of the list and the edges."""
        return min(len(self.menu.rows), 30) + 6


def screen_that_asks(ask: Ask, program: Program) -> Screen | None:
    """Make the screen that answers a command's question; None for a tile, which is chosen on the map."""
    from roguelike.ui.screens.bargain import Bargain
    from roguelike.ui.screens.inscription import Inscription
    from roguelike.ui.screens.shop import Shop

    match ask.what:
        case "item":
            return ItemChooser(program, ask.prompt, ask.items)
        case "spell":
            return Inscription(program, ask.items[0], ask.prompt)
        case "trade":
            return Shop(program, ask.items[0])
        case "bargain":
            return Bargain(program, ask.items[0])
    return None
