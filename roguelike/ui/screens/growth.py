"""What the game asks one to choose, on a page of its own: what a new level gives, a deal, a spell for a rune, wares.

Below the offers of a level or a fixture stands what the one under the cursor would change on the player's sheet.

A rune is not inscribed here: the page closes with the command, as the aim screen does, and the spell that it shows is
the real result, inscribed on trial and taken back. The shop, unlike the inventory, carries out its commands itself and
stays open, so that several items can be bought in a row; trading takes no turn, so nothing else happens meanwhile. Tab
or a click switches between its list of wares and the list of what the player can sell.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import ClassVar, Literal

from tcod.console import Console

from roguelike.core.geometry import Point
from roguelike.core.grammar import capital, coins, counted
from roguelike.engine.foreseeing.aiming import Forecast
from roguelike.engine.play import commands
from roguelike.engine.play.commands import Action, Agree, Cast, ChooseOffer, Inscribe
from roguelike.engine.telling import outcomes
from roguelike.engine.views import choices
from roguelike.engine.views.records import SpellView
from roguelike.engine.views.shop import ShopView, WareView, shop_view
from roguelike.toolkit import widgets
from roguelike.toolkit.inputs import Input, Mouse
from roguelike.toolkit.page import Confirm, Details, Head, ListPage
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import cells_of, fitting, paint
from roguelike.toolkit.screen import Pop, Push, Stay, Transition
from roguelike.ui.panels.scene import Scene
from roguelike.ui.program import Program
from roguelike.ui.replies import DeedPage
from roguelike.ui.screens.harm import Agreed, waste_question
from roguelike.ui.screens.inventory import item_words, load_words, worn_words
from roguelike.ui.screens.targeting import Aiming, ByItself, Targeting

_ARROW = " → "


class Growth(ListPage[Program, choices.OfferView]):
    """The offers of the oldest level that still needs a choice; closes with the command that takes one."""

    columns: ClassVar[int] = 76
    least_rows: ClassVar[int] = 3
    notes: ClassVar[Literal["list"]] = "list"
    may_be_beside: ClassVar[bool] = False
    other_rows: int = 16
    detail_rows: int = 8
    nothing: str = "There is nothing to choose now: each new level brings a choice."

    def __init__(self, program: Program) -> None:
        self._choice: choices.ChoiceView | None = program.game.ask(choices.choice_view)
        self.deed = "Take it" if self._choice is not None and self._choice.offers else ""
        super().__init__(program)

    @property
    def heading(self) -> str:
        """The level, and how many more need a choice."""
        if self._choice is None:
            return "Choices"
        later = f" (and {self._choice.later} more to come)" if self._choice.later else ""
        return f"Level {self._choice.level}: choose one{later}"

    def listed(self) -> list[widgets.Row[choices.OfferView]]:
        """Return a row for each offer of the level that is due; none once all are chosen."""
        offers = self._choice.offers if self._choice is not None else ()
        colour = self.program.palette.level_up
        return [widgets.Row([(each.name, colour)], each, right=each.group) for each in offers]

    def head(self) -> Head:
        """Return a blank row above the offers."""
        return Head(before=bool(self.menu.rows))

    def details(self, value: choices.OfferView | None) -> Details:
        """Return an offer's text, and each figure before and after."""
        if value is None:
            return Details()
        palette = self.program.palette
        words = [(f"{value.text}\n", palette.dim), *changed(value.changes, palette)]
        return Details(words, value.name)

    def on_choice(self, value: choices.OfferView) -> Transition:
        """Close with the command that takes the offer."""
        return Pop(ChooseOffer(value.name))


def changed(changes: Iterable[choices.Difference], palette: Palette) -> Iterator[widgets.Segment]:
    """Yield the words for each figure before and after."""
    for change in changes:
        yield f"{change.label}  ", palette.text
        yield f"{change.before}{_ARROW}", palette.dim
        yield f"{change.after}\n", palette.bad if change.is_loss else palette.good


_LEAVE = "Leave it be"
_FREE = "That costs nothing."
_IDLE = "It would do nothing for you now, and it takes what it costs"


class Bargain(DeedPage[choices.DealView | None]):
    """What something offers; closes with the command that takes a deal, or with nothing at no cost."""

    columns: ClassVar[int] = 76
    notes: ClassVar[Literal["details"]] = "details"
    names_them: ClassVar[bool] = True
    detail_rows: int = 9
    deed: str = "Choose"

    def __init__(self, program: Program, thing: int) -> None:
        self._view: choices.BargainView = program.game.ask(choices.bargain_view, thing)
        super().__init__(program)
        self.other_rows = self.head().rows + self.head().after + self.detail_rows + 6

    @property
    def heading(self) -> str:
        """The name of the fixture: an altar, a well, a locked cell."""
        return self._view.title

    def listed(self) -> list[widgets.Row[choices.DealView | None]]:
        """Return the deals, and leaving it be."""
        rows: list[widgets.Row[choices.DealView | None]] = [
            _deal_row(deal, self.program) for deal in self._view.deals
        ]
        return [*rows, widgets.Row([(_LEAVE, self.program.palette.text)], None)]

    def head(self) -> Head:
        """Return the fixture's own words."""
        words: list[widgets.Segment] = [(self._view.text, self.program.palette.text)]
        rows = len(widgets.wrap_segments(words, self.columns - 4)) if self._view.text else 0
        return Head(words, rows, after=bool(rows))

    def details(self, value: choices.DealView | None) -> Details:
        """Return what a deal would change."""
        return Details() if value is None else Details(self._details(value), value.name)

    def deed_of(self, value: choices.DealView | None) -> Agree | None:
        """Return the command that accepts a deal; None if it cannot be accepted."""
        return None if value is None or value.reason else self._accepting(value)

    def _accepting(self, deal: choices.DealView) -> Agree:
        """Return the command that accepts a deal."""
        return Agree(self._view.thing, deal.name)

    def _details(self, deal: choices.DealView) -> list[widgets.Segment]:
        """Return a deal's text, each figure before and after, and its other consequences.

        Its price is shown in its row.
        """
        palette = self.program.palette
        words: list[widgets.Segment] = [(f"{deal.text}\n", palette.dim)] if deal.text else []
        if deal.reason:
            words.append((f"! {deal.reason}\n", palette.warn))
        words += changed(deal.changes, palette)
        for told, chance in deal.notes:
            often = f" ({outcomes.percent(chance)})" if chance < 1 else ""
            words.append((f"{capital(told)}{often}\n", palette.info))
        words += [(f"{line}\n", palette.dim) for line in deal.gifts]
        if not words and not _price(deal):
            words.append((_FREE, palette.dim))
        return words

    def on_choice(self, value: choices.DealView | None) -> Transition:
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


def _deal_row(deal: choices.DealView, program: Program) -> widgets.Row[choices.DealView | None]:
    """Return the row of a deal: its name, and its price."""
    palette = program.palette
    shade = palette.dim if deal.reason else palette.text
    return widgets.Row([(deal.name, shade)], deal, right=_price(deal), blocked=deal.reason)


def _price(deal: choices.DealView) -> str:
    """Return a deal's price in words; "" for nothing."""
    return "" if deal.price == "nothing" else deal.price


class Shop(ListPage[Program, WareView]):
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
        self._button = widgets.Button("", self._turn, "tab")
        super().__init__(program, self._button)

    @property
    def heading(self) -> str:
        """Whose shop it is, and which of its lists is shown."""
        return f"{'Selling to' if self.selling else 'Buying from'} {self.view.name}"

    def listed(self) -> Iterator[widgets.Row[WareView]]:
        """Yield the rows of the list shown."""
        self.view: ShopView = self.program.game.ask(shop_view, self.vendor)
        self.nothing = "You have nothing to sell." if self.selling else "Everything is sold out."
        self._button.label = "[See the wares]" if self.selling else "[Sell your own]"
        return self._rows(self.view.offers if self.selling else self.view.wares)

    def _rows(self, offers: Iterable[WareView]) -> Iterator[widgets.Row[WareView]]:
        """Yield the rows, with a heading above the items that the vendor bought from the player."""
        headed = False
        for offer in offers:
            if offer.secondhand and not headed:
                yield widgets.Row("Bought from you", offer, heading=True)
                headed = True
            yield self._row(offer)

    def _row(self, offer: WareView) -> widgets.Row[WareView]:
        """Return the row of an item: what it is, and its price."""
        palette = self.program.palette
        label = item_words(offer.item, palette)
        if offer.item.worn:
            label.append((f"  {worn_words(offer.item)}", palette.dim))
        each = " each" if offer.item.count > 1 else " " * 5  # aligns the prices
        return widgets.Row(label, offer, f"{coins(offer.price)} gold{each}", blocked=offer.blocked)

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

    def on_choice(self, value: WareView) -> Transition:
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

    def details(self, value: WareView | None) -> Details:
        """Return what the ware below the cursor is known to be."""
        words = "\n".join(value.item.details) if value is not None else ""
        return Details([(words, self.program.palette.text)])

    def noted(self) -> Sequence[widgets.Segment]:
        """Return why there was no deal, or which one there was."""
        return super().noted() or [(self.told, self.program.palette.gold)]

    def foot(self) -> list[list[widgets.Segment]]:
        """Return gold and load, what the player's standing does to the prices, and when new wares come."""
        turns = counted(self.view.turns_to_delivery, "turn")
        coming = "" if self.selling else f"New wares in {turns}."
        told = " ".join(filter(None, (self.view.haggling, coming)))
        return [load_words(self.program), [(told, self.program.palette.dim)]]


_DETAIL_ROWS = 9
_ANSWER_ROWS = 3
"""How many more rows there are for the reply, where anything threatens."""
_LABEL_COLUMNS = 6


class Inscription(DeedPage[choices.InscriptionView]):
    """The spells that a rune may go on; below them, the one under the cursor before and after."""

    columns: ClassVar[int] = 78
    least_rows: ClassVar[int] = 3
    notes: ClassVar[Literal["list"]] = "list"
    may_be_beside: ClassVar[bool] = False
    deed: str = "Inscribe it"

    def __init__(self, program: Program, rune: int, prompt: str) -> None:
        self._rune, self.title = rune, prompt
        self._words, self._sockets = program.game.ask(choices.words_of_rune, rune)
        self.detail_rows = _DETAIL_ROWS - 1 + _ANSWER_ROWS * program.game.is_threatened()
        self.other_rows = self.detail_rows + 9
        super().__init__(program, self.of_row("[Try it]", self._try, "t"))
        fitting = (n for n, row in enumerate(self.menu.rows) if row.value.after is not None)
        self.menu.cursor = next(fitting, 0)

    def listed(self) -> list[widgets.Row[choices.InscriptionView]]:
        """Return a row for each known spell, those included that the rune does not fit."""
        return [
            _rune_row(view, self.program)
            for view in self.program.game.ask(choices.inscription_views, self._rune)
        ]

    def head(self) -> Head:
        """Return what the rune does."""
        palette, does = self.program.palette, f"{capital(self._words)}. "
        return Head([(does, palette.text), (self._sockets, palette.dim)], rows=2)

    def details(self, value: choices.InscriptionView | None) -> Details:
        """Return the name of the spell; its card is drawn below."""
        return Details(label=value.before.title if value is not None else "")

    def deed_of(self, value: choices.InscriptionView) -> Inscribe | None:
        """Return the command that inscribes a spell; None if the rune does not fit."""
        return self._command(value) if value.after is not None else None

    def draw_details(
        self, console: Console, rect: widgets.Rect, details: Details, *, is_beside: bool
    ) -> None:
        """Draw the spell before and after, and at the end the reply."""
        view, palette = self.menu.value, self.program.palette
        if view is None:
            return
        last = fitting(self.below(rect.width), _ANSWER_ROWS + 1, palette.dim)
        height = rect.height - len(last)
        paint(cells_of(console), rect.x, rect.y + height, rect.width, last)
        self._draw_card(console, rect._replace(height=height), view)

    def _draw_card(
        self, console: Console, rect: widgets.Rect, view: choices.InscriptionView
    ) -> None:
        """Draw the spell as it is and as it would be, or why it cannot be inscribed."""
        palette = self.program.palette
        parts = [("now", [(f"{view.before.told}.", palette.text)])]
        if view.after is not None:
            parts.append(("then", [(f"{view.after.told}.", palette.spell)]))
        else:
            parts.append(("", [(view.reason, palette.warn)]))
        y, below = rect.y, rect.y + rect.height
        for label, words in parts:
            if y >= below:
                break
            indent = _LABEL_COLUMNS if label else 0
            console.print(rect.x, y, label, fg=palette.dim)
            width = rect.width - indent
            y += widgets.print_wrapped(console, rect.x + indent, y, words, width, below - y) + 1

    def _try(self, view: choices.InscriptionView) -> Transition:
        """Try the inscribed spell on the board."""
        if view.after is None:
            self.note = view.reason
            return Stay()
        return Push(Targeting(OnTrial(self.program, self._command(view), view.after)))

    def on_choice(self, value: choices.InscriptionView) -> Transition:
        """Close with the command that inscribes it."""
        return Pop(self._command(value))

    def on_result(self, result: object) -> Transition:
        """Close with the result of the trial on the board."""
        return Pop(result)

    def _command(self, view: choices.InscriptionView) -> Inscribe:
        """Return the command that inscribes the rune on a spell."""
        return Inscribe(self._rune, view.before.name)


def _rune_row(
    view: choices.InscriptionView, program: Program
) -> widgets.Row[choices.InscriptionView]:
    """Return the row of a spell, with its name and cost before and after, or why the rune does not fit."""
    palette = program.palette
    if view.after is None:
        label = [(view.before.title, palette.disabled)]
        return widgets.Row(label, view, right="does not fit", blocked=view.reason)
    label = [(view.before.title, palette.spell), (" → ", palette.dim)]
    label.append((view.after.title, palette.spell))
    return widgets.Row(label, view, right=f"{view.before.price} → {view.after.price}")


class OnTrial(Aiming):
    """A spell that is not inscribed yet, aimed to see what it would do: going ahead inscribes it."""

    hint = "Nothing is cast here. A left click aims, a right click goes back."
    fires_by_click = False
    """A player who tries a spell does not mean to keep it yet."""

    def __init__(self, program: Program, inscribe: Inscribe, spell: SpellView) -> None:
        super().__init__(program, Cast(spell.name))
        self._inscribe, self._view = inscribe, spell
        kind = Aiming if spell.aimed else ByItself
        self.name, self.moves = ("TrialAim" if spell.aimed else "TrialPreview"), kind.moves
        self._plain = kind(program, self.action)

    @property
    def deed(self) -> str:
        """The word for what the fire key does."""
        return "inscribe it"

    def reach(self) -> tuple[list[Point], frozenset[Point]]:
        """Return the tiles where the spell may be aimed."""
        return self._plain.reach()

    def at(self, point: Point) -> Action:
        """Return the spell, aimed if it needs that."""
        return self._plain.at(point)

    def answered(self, action: Action) -> None:
        """Tell no reply: it would be the reply to the spell without the rune."""

    def facts(self, scene: Scene) -> tuple[str, ...]:
        """Return what it would do and cost."""
        return f"{capital(self._view.summary)}.", f"Costs {self._view.price}."

    def fired(self, action: Action, seen: Forecast, title: str) -> Transition:
        """Close with the command that inscribes the rune."""
        return Pop(self._inscribe)

    def as_if(self) -> AbstractContextManager[object]:
        """Look at the game as if the spell were inscribed."""
        return self.program.game.ask(choices.trying, self._inscribe)
