"""Choosing what a new level gives: the offers, and below them what the one under the cursor would change."""

from typing import ClassVar

from tcod.console import Console

from roguelike.engine.play.commands import ChooseOffer
from roguelike.engine.views.growth import ChoiceView, OfferView, choice_view
from roguelike.ui.program import Program
from roguelike.ui.screen import Pop, Transition
from roguelike.ui.screens.page import ListPage
from roguelike.ui.widgets import Rect, Row, Segment, print_wrapped

_DETAIL_ROWS = 9
_NOTHING = "Nothing waits to be chosen. Each new level brings a choice."
_ARROW = " → "


class Growth(ListPage[OfferView]):
    """The offers of the oldest level that still needs a choice; closes with the command that takes one."""

    name: ClassVar[str] = "Growth"
    opaque: ClassVar[bool] = False
    columns: ClassVar[int] = 76

    def __init__(self, program: Program) -> None:
        self._choice: ChoiceView | None = program.game.ask(choice_view)
        offers = self._choice.offers if self._choice is not None else ()
        rows = [_row(offer, program) for offer in offers]
        super().__init__(program, rows, deed="Take it" if rows else "")

    @property
    def heading(self) -> str:
        """The level, and how many more need a choice."""
        if self._choice is None:
            return "Choices"
        later = f" (and {self._choice.later} more to come)" if self._choice.later else ""
        return f"Level {self._choice.level}: choose one{later}"

    @property
    def rows(self) -> int:
        """The rows of the offers, the details and the edges."""
        return max(len(self.menu.rows), 3) + _DETAIL_ROWS + 7

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the offers, and what the one under the cursor would change."""
        if not self.menu.rows:
            words = [(_NOTHING, self.program.palette.dim)]
            print_wrapped(console, rect.x, rect.y + 1, words, rect.width)
            return
        split = rect.y + rect.height - _DETAIL_ROWS - 1
        super().draw_body(console, Rect(rect.x, rect.y + 1, rect.width, split - rect.y - 1))
        offer = self.menu.value
        if offer is not None:
            self.rule(console, rect, split, offer.name)
            below = Rect(rect.x, split + 1, rect.width, _DETAIL_ROWS)
            words = self._details(offer)
            print_wrapped(console, below.x, below.y, words, below.width, below.height)

    def _details(self, offer: OfferView) -> list[Segment]:
        """Return an offer's text, and each figure before and after."""
        palette = self.program.palette
        words: list[Segment] = [(f"{offer.text}\n", palette.dim)]
        for change in offer.changes:
            words.append((f"{change.label}  ", palette.text))
            words.append((f"{change.before}{_ARROW}", palette.dim))
            shade = palette.bad if change.is_loss else palette.good
            words.append((f"{change.after}\n", shade))
        return words

    def on_choice(self, value: OfferView) -> Transition:
        """Close with the command that takes the offer."""
        return Pop(ChooseOffer(value.name))


def _row(offer: OfferView, program: Program) -> Row[OfferView]:
    """Return the row of an offer: its name, and its kind."""
    return Row([(offer.name, program.palette.level_up)], offer, right=offer.group)
