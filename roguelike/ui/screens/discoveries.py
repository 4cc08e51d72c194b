"""What the player knows of the dungeon's magic, creatures and spells: lists, with details next to them."""

from collections.abc import Iterator
from itertools import groupby
from typing import ClassVar, Literal

from roguelike.engine.views.discoveries import beast_views, discovery_views, spell_lore
from roguelike.engine.views.records import DiscoveryView
from roguelike.toolkit.page import Details, ListPage
from roguelike.toolkit.screen import Stay, Transition
from roguelike.toolkit.widgets import Button, Row
from roguelike.ui.program import Program

_PAGES = ("Magic things", "Creatures", "Spells")
_MARKS = {"known": "✓ ", "met": "· "}
"""Stands before each name, so that colour is not the only signal."""
_NONE_YET = "You have met none of these yet. What you meet is listed here."


class Discoveries(ListPage[Program, DiscoveryView]):
    """Three lists, one at a time: what is known, what was met, and how many of each group are left."""

    columns: ClassVar[int] = 90
    letters: ClassVar[bool] = False
    notes: ClassVar[Literal["details"]] = "details"
    detail_rows: int = 8
    nothing: str = "There is nothing here to know."

    def __init__(self, program: Program) -> None:
        self._page = 0
        self._button = Button(f"[{_PAGES[1]}]", self._next, "tab")
        game = program.game
        self._lists = [
            list(_rows(program, views))
            for views in (game.ask(discovery_views), game.ask(beast_views), game.ask(spell_lore))
        ]
        super().__init__(program, self._button)

    @property
    def heading(self) -> str:
        """Which of the lists is shown."""
        return f"Discoveries: {_PAGES[self._page].lower()}"

    @property
    def rows(self) -> int:
        """The rows of the longest list, the details and the edges: one frame for all keeps the buttons in place."""
        return max(map(len, self._lists)) + self.detail_rows + 7

    def listed(self) -> list[Row[DiscoveryView]]:
        """Return the list of the chosen page."""
        return self._lists[self._page]

    def _next(self) -> Transition:
        """Switch to the next list, and name the one after it on the button."""
        self._page = (self._page + 1) % len(_PAGES)
        self._button.label = f"[{_PAGES[(self._page + 1) % len(_PAGES)]}]"
        self.refresh()
        self.menu.to_first()
        return Stay()

    def on_choice(self, value: DiscoveryView) -> Transition:
        """Stay: the details are already shown."""
        return Stay(redraw=False)

    def details(self, value: DiscoveryView | None) -> Details:
        """Return what is known about something."""
        palette = self.program.palette
        if value is None:
            return Details([(_NONE_YET, palette.dim)])
        return Details([("\n".join(value.lines), palette.text)])


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
