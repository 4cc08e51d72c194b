"""A vendor's shop: a list of wares and a list of what the player can sell; Tab or a click switches between them.

The one decision: unlike the inventory, the shop carries out its commands itself and stays open, so that several items
can be bought in a row; trading takes no turn, so nothing else happens meanwhile.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from tcod.console import Console

from roguelike.core.grammar import coins
from roguelike.engine.play import commands
from roguelike.engine.views.shop import OfferView, ShopView, shop_view
from roguelike.ui.inputs import Input, Mouse
from roguelike.ui.program import Program
from roguelike.ui.screen import Push, Stay, Transition
from roguelike.ui.screens.dialogs import Confirm
from roguelike.ui.screens.inventory import load_words
from roguelike.ui.screens.item import item_words, worn_words
from roguelike.ui.screens.page import Details, ListPage
from roguelike.ui.widgets import Button, Rect, Row, clip, print_segments

_DETAIL_ROWS = 6
_OTHER = "other"
DOUBLE_CLICK_SECONDS = 0.4
"""How long a repeated click is ignored after a deal."""


class Shop(ListPage[OfferView]):
    """The page of a vendor's wares and of what the player can sell."""

    name: ClassVar[str] = "Shop"
    opaque: ClassVar[bool] = False
    columns: ClassVar[int] = 76

    def __init__(self, program: Program, vendor: int) -> None:
        """Open the shop of a vendor with its wares."""
        self.vendor = vendor
        self.selling = False
        self.told = ""
        self._deaf, self._clicked = 0.0, (-1, -1)
        self._button = Button("[Sell your own]", _OTHER, "tab")
        super().__init__(program, (), self._button)
        self.view: ShopView = program.game.ask(shop_view, vendor)
        self._list()

    @property
    def heading(self) -> str:
        """Whose shop it is, and which of its lists is shown."""
        return f"{'Selling to' if self.selling else 'Buying from'} {self.view.name}"

    @property
    def rows(self) -> int:
        """The rows of the list, the details and the edges."""
        return max(len(self.menu.rows), 6) + _DETAIL_ROWS + 10

    def _list(self) -> None:
        """Fill the list again, as after each purchase or sale."""
        self.view = self.program.game.ask(shop_view, self.vendor)
        offers = self.view.offers if self.selling else self.view.wares
        self.menu.replace(self._rows(offers))
        self._button.label = "[See the wares]" if self.selling else "[Sell your own]"

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

    def on_button(self, value: str) -> Transition:
        """Switch to the other list."""
        if value != _OTHER:
            return super().on_button(value)
        self.selling, self.note, self.told = not self.selling, "", ""
        self.menu.cursor = 0
        self._list()
        return Stay()

    @property
    def animating(self) -> bool:
        """Whether clicks are still ignored."""
        return self._deaf > 0

    def update(self, seconds: float) -> bool:
        """Count down the time in which clicks are ignored."""
        self._deaf = max(0.0, self._deaf - seconds)
        return False

    def on_input(self, event: Input) -> Transition:
        """Ignore the second click of a double click: another ware may have moved up under it."""
        if isinstance(event, Mouse) and event.kind == "press":
            before, self._clicked = self._clicked, (event.x, event.y)
            if self._deaf and before == self._clicked:
                return Stay(redraw=False)
        return super().on_input(event)

    def on_choice(self, value: OfferView) -> Transition:
        """Buy or sell the chosen item; ask before selling a worn one."""
        if not self.selling:
            second = value.item.entity if value.secondhand else 0
            return self._deal(commands.Buy(self.vendor, value.kind, second))
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
        self._deaf = DOUBLE_CLICK_SECONDS
        report = self.program.game.do(bargain)
        self._list()
        self.note = report.refused or ""
        self.told = "" if report.refused else self.program.game.log[-1].text
        return Stay()

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the list, the details of the item under the cursor, gold and load."""
        nothing = "You have nothing to sell." if self.selling else "Everything is sold out."
        turns = self.view.turns_to_delivery
        coming = "" if self.selling else f"New wares in {turns:,} turn{'s' if turns != 1 else ''}"
        offer, palette = self.menu.value, self.program.palette
        details = "\n".join(offer.item.details) if offer is not None else ""
        bottom = rect.y + rect.height
        body = rect._replace(height=rect.height - 4)
        told = Details([(details, palette.text)], _DETAIL_ROWS, coming)
        self.draw_with_details(console, body, told, nothing)
        if self.note:
            self.warn(console, rect._replace(y=bottom - 3, height=1), self.note)
        else:
            console.print(rect.x, bottom - 3, clip(self.told, rect.width), fg=palette.gold)
        print_segments(console, rect.x, bottom - 2, load_words(self.program), rect.width)
        console.print(rect.x, bottom - 1, clip(self.view.haggling, rect.width), fg=palette.dim)
