"""Bargaining: what a fixture offers, and below it what the deal under the cursor would change on the player's sheet."""

from typing import ClassVar

from tcod.console import Console

from roguelike.core.grammar import capital
from roguelike.engine.play.commands import Agree
from roguelike.engine.telling.figures import percent
from roguelike.engine.views.bargains import BargainView, DealView, bargain_view
from roguelike.ui.panels.rows import Line
from roguelike.ui.program import Program
from roguelike.ui.replies import RowReply
from roguelike.ui.screen import Pop, Push, Stay, Transition
from roguelike.ui.screens.harm import Agreed, waste_question
from roguelike.ui.screens.page import WARNING_SIGN, Details, ListPage
from roguelike.ui.widgets import Rect, Row, Segment, print_wrapped, wrap_segments

_DETAIL_ROWS = 9
_ARROW = " → "
_LEAVE = "Leave it be"
_FREE = "That costs nothing."
_IDLE = "It would do nothing for you now, and it takes what it costs"


class Bargain(ListPage[DealView | None]):
    """What something offers; closes with the command that takes a deal, or with nothing at no cost."""

    name: ClassVar[str] = "Bargain"
    opaque: ClassVar[bool] = False
    columns: ClassVar[int] = 76

    def __init__(self, program: Program, thing: int) -> None:
        self._view: BargainView = program.game.ask(bargain_view, thing)
        rows: list[Row[DealView | None]] = [_row(deal, program) for deal in self._view.deals]
        rows.append(Row([(_LEAVE, program.palette.text)], None))
        self._now = RowReply(program)
        super().__init__(program, rows, deed="Choose")

    @property
    def heading(self) -> str:
        """The name of the fixture: an altar, a well, a locked cell."""
        return self._view.title

    @property
    def rows(self) -> int:
        """The rows of the text, the deals, the details and the edges."""
        return self._text_rows + len(self.menu.rows) + _DETAIL_ROWS + 6

    @property
    def _text_rows(self) -> int:
        """The rows that the text needs, with a blank one."""
        if not self._view.text:
            return 0
        return len(wrap_segments([(self._view.text, (0, 0, 0))], self.columns - 4)) + 1

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the text, the deals, and what the one under the cursor would change."""
        palette, told = self.program.palette, self._text_rows
        words: list[Segment] = [(self._view.text, palette.text)]
        print_wrapped(console, rect.x, rect.y, words, rect.width, max(0, told - 1))
        rest = rect._replace(y=rect.y + told, height=rect.height - told)
        deal = self.menu.value
        words, label = (self._details(deal), deal.name) if deal is not None else ([], "")
        if self.note:
            words = [(f"{WARNING_SIGN}{self.note}", palette.warn)]
        self.draw_with_details(console, rest, Details(words, _DETAIL_ROWS, label, self._come_to))

    def _come_to(self, width: int) -> list[Line]:
        """Return the rows on what accepting the deal under the cursor would lead to."""
        deal = self.menu.value
        action = self._accepting(deal) if deal is not None and not deal.reason else None
        return self._now.lines(action, list, width, named=True)

    def _accepting(self, deal: DealView) -> Agree:
        """Return the command that accepts a deal."""
        return Agree(self._view.thing, deal.name)

    @property
    def animating(self) -> bool:
        """Whether the outcome of a deal is still being worked out."""
        return self._now.is_thinking

    def update(self, seconds: float) -> bool:
        """Work the outcome out further; return whether there is anything new to show."""
        return self._now.update(seconds)

    def _details(self, deal: DealView) -> list[Segment]:
        """Return a deal's text, each figure before and after, and its other consequences.

        Its price is shown in its row.
        """
        palette = self.program.palette
        words: list[Segment] = [(f"{deal.text}\n", palette.dim)] if deal.text else []
        if deal.reason:
            words.append((f"! {deal.reason}\n", palette.warn))
        for change in deal.changes:
            words.append((f"{change.label}  ", palette.text))
            words.append((f"{change.before}{_ARROW}", palette.dim))
            shade = palette.bad if change.is_loss else palette.good
            words.append((f"{change.after}\n", shade))
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
