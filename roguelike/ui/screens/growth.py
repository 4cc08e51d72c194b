"""Choosing what a new level gives: the offers, and below them what the one under the cursor would change."""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal

from roguelike.engine.play.commands import ChooseOffer
from roguelike.engine.views.choices import ChoiceView, Difference, OfferView, choice_view
from roguelike.ui.look.palette import Palette
from roguelike.ui.program import Program
from roguelike.ui.screen import Pop, Transition
from roguelike.ui.screens.page import Details, Head, ListPage
from roguelike.ui.widgets import Row, Segment

_ARROW = " → "


class Growth(ListPage[OfferView]):
    """The offers of the oldest level that still needs a choice; closes with the command that takes one."""

    columns: ClassVar[int] = 76
    least_rows: ClassVar[int] = 3
    notes: ClassVar[Literal["list"]] = "list"
    may_be_beside: ClassVar[bool] = False
    other_rows: int = 16
    detail_rows: int = 8
    nothing: str = "Nothing waits to be chosen. Each new level brings a choice."

    def __init__(self, program: Program) -> None:
        self._choice: ChoiceView | None = program.game.ask(choice_view)
        self.deed = "Take it" if self._choice is not None and self._choice.offers else ""
        super().__init__(program)

    @property
    def heading(self) -> str:
        """The level, and how many more need a choice."""
        if self._choice is None:
            return "Choices"
        later = f" (and {self._choice.later} more to come)" if self._choice.later else ""
        return f"Level {self._choice.level}: choose one{later}"

    def listed(self) -> list[Row[OfferView]]:
        """Return the offers."""
        offers = self._choice.offers if self._choice is not None else ()
        return [_row(offer, self.program) for offer in offers]

    def head(self) -> Head:
        """Return a blank row above the offers."""
        return Head(before=bool(self.menu.rows))

    def details(self, value: OfferView | None) -> Details:
        """Return an offer's text, and each figure before and after."""
        if value is None:
            return Details()
        palette = self.program.palette
        words = [(f"{value.text}\n", palette.dim), *changed(value.changes, palette)]
        return Details(words, value.name)

    def on_choice(self, value: OfferView) -> Transition:
        """Close with the command that takes the offer."""
        return Pop(ChooseOffer(value.name))


def _row(offer: OfferView, program: Program) -> Row[OfferView]:
    """Return the row of an offer: its name, and its kind."""
    return Row([(offer.name, program.palette.level_up)], offer, right=offer.group)


def changed(changes: Iterable[Difference], palette: Palette) -> Iterator[Segment]:
    """Yield the words for each figure before and after."""
    for change in changes:
        yield f"{change.label}  ", palette.text
        yield f"{change.before}{_ARROW}", palette.dim
        yield f"{change.after}\n", palette.bad if change.is_loss else palette.good
