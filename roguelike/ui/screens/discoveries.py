"""What the player knows of the dungeon's magic, creatures and spells: lists, with details next to them."""

from collections.abc import Iterator
from itertools import groupby
from typing import ClassVar

from tcod.console import Console

from roguelike.engine.views.bestiary import beast_views, spell_lore
from roguelike.engine.views.discoveries import discovery_views
from roguelike.engine.views.records import DiscoveryView
from roguelike.ui.program import Program
from roguelike.ui.screen import Stay, Transition
from roguelike.ui.screens.page import Details, ListPage
from roguelike.ui.widgets import Button, Rect, Row

_NEXT = "next"
_DETAIL_ROWS = 8
_PAGES = ("Magic things", "Creatures", "Spells")
_MARKS = {"known": "✓ ", "met": "· "}
"""Stands before each name, so that colour is not the only signal."""
_NONE_YET = "You have met none of these yet. What you meet is listed here."


class Discoveries(ListPage[DiscoveryView]):
    """Three lists, one at a time: what is known, what was met, and how many of each group are left."""

    name: ClassVar[str] = "Discoveries"
    opaque: ClassVar[bool] = False
    columns: ClassVar[int] = 90

    def __init__(self, program: Program) -> None:
        self._page = 0
        self._button = Button("", _NEXT, "tab")
        super().__init__(program, (), self._button, letters=False)
        game = program.game
        self._lists = [
            list(_rows(program, views))
            for views in (game.ask(discovery_views), game.ask(beast_views), game.ask(spell_lore))
        ]
        self._list()

    @property
    def heading(self) -> str:
        """Which of the lists is shown."""
        return f"Discoveries: {_PAGES[self._page].lower()}"

    @property
    def rows(self) -> int:
        """The rows of the longest list, the details and the edges: one frame for all keeps the buttons in place."""
        return max(map(len, self._lists)) + _DETAIL_ROWS + 7

    def _list(self) -> None:
        """Show the list of the chosen page, and name the next page on the button."""
        self.menu.replace(self._lists[self._page])
        self.menu.cursor = next((n for n, row in enumerate(self.menu.rows) if not row.heading), 0)
        self._button.label = f"[{_PAGES[(self._page + 1) % len(_PAGES)]}]"

    def on_button(self, value: str) -> Transition:
        """Switch to the next list."""
        if value != _NEXT:
            return super().on_button(value)
        self._page = (self._page + 1) % len(_PAGES)
        self._list()
        return Stay()

    def on_choice(self, value: DiscoveryView) -> Transition:
        """Stay: the details are already shown."""
        return Stay()

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the list, and what is known about the row under its cursor."""
        view, palette = self.menu.value, self.program.palette
        words = [(_NONE_YET, palette.dim)]
        if view is not None:
            words = [("\n".join(view.lines), palette.text)]
        nothing = "There is nothing here to know."
        self.draw_with_details(console, rect, Details(words, _DETAIL_ROWS), nothing)


def _rows(program: Program, views: tuple[DiscoveryView, ...]) -> Iterator[Row[DiscoveryView]]:
    """Yield the list: for each group how many are known, those, and how many are left."""
    palette = program.palette
    for group, found in groupby(views, key=lambda view: view.group):
        members = list(found)
        known = sum(view.state == "known" for view in members)
        left = sum(view.state == "unknown" for view in members)
        words = f"{group}  {known} of {len(members)} known"
        yield Row(words + (f", {left} unmet" if left else ""), members[0], heading=True)
        for view in members:
            if view.state != "unknown":
                shade = palette.text if view.state == "known" else palette.dim
                right = "" if view.state == "known" else "met, not known"
                yield Row([(f"{_MARKS[view.state]}{view.name}", shade)], view, right)
