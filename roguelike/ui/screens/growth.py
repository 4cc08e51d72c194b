"""Choosing what a new level gives: the offers, and below them what the one under the cursor would change.

Bargaining: what a fixture offers, and below it what the deal under the cursor would change on the player's sheet.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal

from roguelike.core.grammar import capital
from roguelike.engine.play.commands import Agree, ChooseOffer
from roguelike.engine.telling.outcomes import percent
from roguelike.engine.views.choices import (
    BargainView,
    ChoiceView,
    DealView,
    Difference,
    OfferView,
    bargain_view,
    choice_view,
)
from roguelike.toolkit.page import Details, Head, ListPage
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.screen import Pop, Push, Stay, Transition
from roguelike.toolkit.widgets import Row, Segment, wrap_segments
from roguelike.ui.program import Program
from roguelike.ui.replies import DeedPage
from roguelike.ui.screens.harm import Agreed, waste_question

_ARROW = " → "


class Growth(ListPage[Program, OfferView]):
    """The offers of the oldest level that still needs a choice; closes with the command that takes one."""

    columns: ClassVar[int] = 76
    least_rows: ClassVar[int] = 3
    notes: ClassVar[Literal["list"]] = "list"
    may_be_beside: ClassVar[bool] = False
    other_rows: int = 16
    detail_rows: int = 8
    nothing: str = "There is nothing to choose now: each new level brings a choice."

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
        """Return a row for each offer of the level that is due; none once all are chosen."""
        offers = self._choice.offers if self._choice is not None else ()
        return [_offer_row(offer, self.program) for offer in offers]

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


def _offer_row(offer: OfferView, program: Program) -> Row[OfferView]:
    """Return the row of an offer: its name, and its kind."""
    return Row([(offer.name, program.palette.level_up)], offer, right=offer.group)


def changed(changes: Iterable[Difference], palette: Palette) -> Iterator[Segment]:
    """Yield the words for each figure before and after."""
    for change in changes:
        yield f"{change.label}  ", palette.text
        yield f"{change.before}{_ARROW}", palette.dim
        yield f"{change.after}\n", palette.bad if change.is_loss else palette.good


_LEAVE = "Leave it be"
_FREE = "That costs nothing."
_IDLE = "It would do nothing for you now, and it takes what it costs"


class Bargain(DeedPage[DealView | None]):
    """What something offers; closes with the command that takes a deal, or with nothing at no cost."""

    columns: ClassVar[int] = 76
    notes: ClassVar[Literal["details"]] = "details"
    names_them: ClassVar[bool] = True
    detail_rows: int = 9
    deed: str = "Choose"

    def __init__(self, program: Program, thing: int) -> None:
        self._view: BargainView = program.game.ask(bargain_view, thing)
        super().__init__(program)
        self.other_rows = self.head().rows + self.head().after + self.detail_rows + 6

    @property
    def heading(self) -> str:
        """The name of the fixture: an altar, a well, a locked cell."""
        return self._view.title

    def listed(self) -> list[Row[DealView | None]]:
        """Return the deals, and leaving it be."""
        rows: list[Row[DealView | None]] = [_row(deal, self.program) for deal in self._view.deals]
        return [*rows, Row([(_LEAVE, self.program.palette.text)], None)]

    def head(self) -> Head:
        """Return the fixture's own words."""
        words: list[Segment] = [(self._view.text, self.program.palette.text)]
        rows = len(wrap_segments(words, self.columns - 4)) if self._view.text else 0
        return Head(words, rows, after=bool(rows))

    def details(self, value: DealView | None) -> Details:
        """Return what a deal would change."""
        return Details() if value is None else Details(self._details(value), value.name)

    def deed_of(self, value: DealView | None) -> Agree | None:
        """Return the command that accepts a deal; None if it cannot be accepted."""
        return None if value is None or value.reason else self._accepting(value)

    def _accepting(self, deal: DealView) -> Agree:
        """Return the command that accepts a deal."""
        return Agree(self._view.thing, deal.name)

    def _details(self, deal: DealView) -> list[Segment]:
        """Return a deal's text, each figure before and after, and its other consequences.

        Its price is shown in its row.
        """
        palette = self.program.palette
        words: list[Segment] = [(f"{deal.text}\n", palette.dim)] if deal.text else []
        if deal.reason:
            words.append((f"! {deal.reason}\n", palette.warn))
        words += changed(deal.changes, palette)
        for told, chance in deal.notes:
            often = f" ({percent(chance)})" if chance < 1 else ""
            words.append((f"{capital(told)}{often}\n", palette.info))
        words += [(f"{line}\n", palette.dim) for line in deal.gifts]
        if not words and not _price(deal):
            words.append((_FREE, palette.dim))
        return words

    def on_choice(self, value: DealView | None) -> Transition:
        """Close with the command that takes the deal; if it would do nothing, ask first."""
        if value is None:
            return self.close()
        deal = self._accepting(value)
        if value.is_idle:
            return Push(waste_question(self.program, deal, value.name, f"{_IDLE}: {value.price}."))
        return Pop(deal)

    def on_result(self, result: object) -> Transition:
        """Close with a deal that the player agreed to although it does nothing."""
        return Pop(result) if isinstance(result, Agreed) else Stay()


def _row(deal: DealView, program: Program) -> Row[DealView | None]:
    """Return the row of a deal: its name, and its price."""
    palette = program.palette
    shade = palette.dim if deal.reason else palette.text
    return Row([(deal.name, shade)], deal, right=_price(deal), blocked=deal.reason)


def _price(deal: DealView) -> str:
    """Return a deal's price in words; "" for nothing."""
    return "" if deal.price == "nothing" else deal.price
