"""A vendor's shop: a list of wares and a list of what the player can sell; Tab or a click switches between them.

The one decision: unlike the inventory, the shop carries out its commands itself and stays open, so that several items
can be bought in a row; trading takes no turn, so nothing else happens meanwhile.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from roguelike.core.grammar import coins, counted
from roguelike.engine.play import commands
from roguelike.engine.views.shop import OfferView, ShopView, shop_view
from roguelike.toolkit.inputs import Input, Mouse
from roguelike.toolkit.page import Confirm, Details, ListPage
from roguelike.toolkit.screen import Push, Stay, Transition
from roguelike.toolkit.widgets import Button, Row, Segment
from roguelike.ui.program import Program
from roguelike.ui.screens.inventory import item_words, load_words, worn_words


class Shop(ListPage[Program, OfferView]):
    """The page of a vendor's wares and of what the player can sell."""

    columns: ClassVar[int] = 76
    least_rows: ClassVar[int] = 6
    note_rows: ClassVar[int] = 2
    other_rows: int = 16
    detail_rows: int = 6

    def __init__(self, program: Program, vendor: int) -> None:
        """Open the shop of a vendor with its wares."""
        self.vendor = vendor
        self.selling = self._has_dealt = False
        self.told = ""
        self._button = Button("", self._turn, "tab")
        super().__init__(program, self._button)

    @property
    def heading(self) -> str:
        """Whose shop it is, and which of its lists is shown."""
        return f"{'Selling to' if self.selling else 'Buying from'} {self.view.name}"

    def listed(self) -> Iterator[Row[OfferView]]:
        """Yield the rows of the list shown."""
        self.view: ShopView = self.program.game.ask(shop_view, self.vendor)
        self.nothing = "You have nothing to sell." if self.selling else "Everything is sold out."
        self._button.label = "[See the wares]" if self.selling else "[Sell your own]"
        return self._rows(self.view.offers if self.selling else self.view.wares)

    def _rows(self, offers: Iterable[OfferView]) -> Iterator[Row[OfferView]]:
        """Yield the rows, with a heading above the items that the vendor bought from the player."""
        headed = False
        for offer in offers:
            if offer.secondhand and not headed:
                yield Row("Bought from you", offer, heading=True)
                headed = True
            yield self._row(offer)

    def _row(self, offer: OfferView) -> Row[OfferView]:
        """Return the row of an item: what it is, and its price."""
        palette = self.program.palette
        label = item_words(offer.item, palette)
        if offer.item.worn:
            label.append((f"  {worn_words(offer.item)}", palette.dim))
        each = " each" if offer.item.count > 1 else " " * 5  # aligns the prices
        return Row(label, offer, f"{coins(offer.price)} gold{each}", blocked=offer.blocked)

    def _turn(self) -> Transition:
        """Switch to the other list."""
        self.selling, self.note, self.told = not self.selling, "", ""
        self.menu.cursor = 0
        self.refresh()
        return Stay()

    def on_input(self, event: Input) -> Transition:
        """Ignore the second click of a double click that dealt: another ware may have moved up under it."""
        if isinstance(event, Mouse) and event.kind == "press":
            if event.again and self._has_dealt:
                return Stay()
            self._has_dealt = False
        return super().on_input(event)

    def on_choice(self, value: OfferView) -> Transition:
        """Buy or sell the chosen item; ask before selling a worn one."""
        if not self.selling:
            second = value.item.entity if value.secondhand else 0
            return self._deal(commands.Buy(self.vendor, value.ware, second))
        sale = commands.Sell(self.vendor, value.item.entity)
        if not value.item.worn:
            return self._deal(sale)
        title = f"Sell {value.item.name}?"
        text = f"It is {worn_words(value.item)}. You would get {coins(value.price)} gold."
        return Push(Confirm(self.program, title, text, sale, yes="Sell it", no="Keep it"))

    def on_result(self, result: object) -> Transition:
        """Sell the item after the question."""
        return self._deal(result) if isinstance(result, commands.Action) else Stay()

    def _deal(self, bargain: commands.Action) -> Transition:
        """Buy or sell, and show the result."""
        report = self.program.game.do(bargain)
        self._has_dealt = True
        self.refresh()
        self.note = report.refused or ""
        self.told = "" if report.refused else self.program.game.log[-1].text
        return Stay()

    def details(self, value: OfferView | None) -> Details:
        """Return what the ware below the cursor is known to be."""
        words = "\n".join(value.item.details) if value is not None else ""
        return Details([(words, self.program.palette.text)])

    def noted(self) -> Sequence[Segment]:
        """Return why there was no deal, or which one there was."""
        return super().noted() or [(self.told, self.program.palette.gold)]

    def foot(self) -> list[list[Segment]]:
        """Return gold and load, what the player's standing does to the prices, and when new wares come."""
        turns = counted(self.view.turns_to_delivery, "turn")
        coming = "" if self.selling else f"New wares in {turns}."
        told = " ".join(filter(None, (self.view.haggling, coming)))
        return [load_words(self.program), [(told, self.program.palette.dim)]]
