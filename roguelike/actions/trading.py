"""Buying and selling: one function computes the price, for the list shown and for the payment.

Trading takes no turn. What a vendor has for sale: the deliveries of its trade, and what it bought from the player.

A delivery is never stored: its content depends only on the game's seed, the vendor and the delivery's number, so only
what was sold from it is state, and a ware is created when it is bought. Items that the player sold are kept as they are
in the vendor's own pack and can be bought back.
"""

import esper

from roguelike.actions import acting, carrying, senses
from roguelike.components import actors, items, vitals
from roguelike.core.grammar import Message, capital, coins
from roguelike.core.rng import Stream
from roguelike.world import changes, ecs, inventory, perception, space
from roguelike.world.derived_stats import INTELLIGENCE, stats_of
from roguelike.world.game import Cause, Game

MOST_SECONDHAND = 20
"""The most second-hand items that a vendor keeps; beyond that the oldest is removed."""
NO_SUPPLY = items.Supply()


def supply_of(vendor: int) -> items.Supply:
    """Return the vendor's Supply; NO_SUPPLY for anyone else."""
    return esper.try_component(vendor, items.Supply) or NO_SUPPLY


def delivery(game: Game, vendor: int) -> int:
    """Return the number of the latest delivery, counted from 0 at the start of the game."""
    return game.turn // supply_of(vendor).turns


def turns_to_delivery(game: Game, vendor: int) -> int:
    """Return the number of turns until the next delivery."""
    turns = supply_of(vendor).turns
    return turns - game.turn % turns


def wares(game: Game, vendor: int) -> dict[str, int]:
    """Return the kinds that a vendor has, in the order of the data, with the number of pieces left."""
    number = delivery(game, vendor)
    stock = esper.try_component(vendor, items.Stock)
    sold = stock.sold if stock is not None and stock.delivery == number else {}
    came = _came_in(game, vendor, number)
    left = {kind: pieces - sold.get(kind, 0) for kind, pieces in came.items()}
    return {kind: pieces for kind, pieces in left.items() if pieces > 0}


def _came_in(game: Game, vendor: int, number: int) -> dict[str, int]:
    """Return the content of a delivery: pieces by kind."""
    supply, rng = supply_of(vendor), game.stream(f"delivery {number} to {vendor}")
    kinds = _kinds(game, vendor)
    chosen = _chosen(kinds, supply, rng)
    return {kind: max(1, supply.pieces.roll(rng)) for kind in kinds if kind in chosen}


def _kinds(game: Game, vendor: int) -> list[str]:
    """List the kinds of items that a vendor trades in and that have a price."""
    nature = ecs.get(vendor, actors.Nature)
    return [name for name in game.content.wares(nature.vendor) if base_value(game, name) > 0]


def _chosen(kinds: list[str], supply: items.Supply, rng: Stream) -> set[str]:
    """Choose the kinds of one delivery: all staples and a random selection of the others."""
    if supply.others is None:
        return set(kinds)
    others = [kind for kind in kinds if kind not in supply.staples]
    rng.shuffle(others)
    return {*supply.staples, *others[: max(0, supply.others.roll(rng))]}


def base_value(game: Game, name: str) -> float:
    """Return the base value in gold of a kind of item."""
    parts = game.content.templates("items", name)
    return next((part.base_value for part in parts if isinstance(part, items.Item)), 0.0)


def secondhand(vendor: int) -> list[int]:
    """List the items that a vendor bought from the player and offers again, oldest first."""
    pack = esper.try_component(vendor, items.Pack)
    return list(pack.items) if pack is not None else []


def add_secondhand(game: Game, vendor: int, item: int, cause: Cause) -> None:
    """Give a vendor an item to sell again; if it then has too many, remove the oldest."""
    pack = ecs.get(vendor, items.Pack)
    things = [*pack.items, item]
    for gone in things[:-MOST_SECONDHAND]:
        game.change(changes.Removed(gone, cause))
    changes.repack(game, vendor, things[-MOST_SECONDHAND:], dict(pack.worn), cause)


BUYING, SELLING = 1.2, 0.8
"""What a vendor asks, and what it pays, as shares of the base value (source game, 3.5)."""
UNKNOWN_VALUE = 10.0
"""Base value in gold of every unidentified item, the same for all so that no price gives an item away."""
SHARE_PER_INTELLIGENCE, MOST_SHARE_BY_INTELLIGENCE = 0.02, 0.1
"""Share of a price that a point of intelligence bonus saves or costs, and the limit of that share."""
SHARE_PER_STANDING, MOST_HAGGLING = 0.001, 0.15
"""Share of a price per point of reputation, and the limit of both together: buying to sell never makes a profit."""


def is_vendor(game: Game, entity: int) -> bool:
    """Return whether an entity would trade with the player: it is a vendor, is here and ignores the player."""
    nature = esper.try_component(entity, actors.Nature)
    if nature is None or not nature.vendor or not space.is_here(game, entity):
        return False
    return senses.is_peaceful(game, entity)


def buying_price(game: Game, actor: int, vendor: int, name: str) -> float:
    """Return what a vendor charges an actor for a kind of item, in gold, rounded to a tenth; at least a tenth."""
    return _asked(game, actor, vendor, base_value(game, name))


def price_of_thing(game: Game, actor: int, vendor: int, item: int) -> float:
    """Return what a vendor charges for a second-hand item, in gold, rounded to a tenth; at least a tenth."""
    return _asked(game, actor, vendor, _value(game, item))


def _asked(game: Game, actor: int, vendor: int, value: float) -> float:
    """Return what a vendor charges for a base value, in gold, rounded to a tenth; at least a tenth."""
    return max(0.1, round(value * BUYING * (1 - haggling(game, actor, vendor)), 1))


def selling_price(game: Game, actor: int, vendor: int, item: int) -> float:
    """Return what a vendor pays an actor for an item, in gold, rounded to a tenth."""
    return round(_value(game, item) * SELLING * (1 + haggling(game, actor, vendor)), 1)


def _value(game: Game, item: int) -> float:
    """Return an item's value in gold as far as the player knows; a rod with half its charges has half its value."""
    if not perception.is_known(game, item):
        return UNKNOWN_VALUE
    value = ecs.get(item, items.Item).base_value
    charges = esper.try_component(item, items.Charges)
    if charges is not None and charges.most > 1:
        value *= charges.left / charges.most
    return value


def haggling(game: Game, actor: int, vendor: int) -> float:
    """Return the share of a price that intelligence and reputation save an actor, or cost them if negative."""
    return _bounded(
        haggling_by_intelligence(actor) + haggling_by_reputation(game, vendor), MOST_HAGGLING
    )


def haggling_by_intelligence(actor: int) -> float:
    """Return the share of a price that an actor's intelligence saves or costs."""
    return _bounded(
        stats_of(actor).bonuses[INTELLIGENCE] * SHARE_PER_INTELLIGENCE, MOST_SHARE_BY_INTELLIGENCE
    )


def haggling_by_reputation(game: Game, vendor: int) -> float:
    """Return the share of a price that the player's reputation with the vendor's faction saves or costs."""
    nature = esper.try_component(vendor, actors.Nature)
    standing = game.standing.get(nature.faction, 0) if nature is not None else 0
    return _bounded(standing * SHARE_PER_STANDING, MOST_HAGGLING)


def _bounded(share: float, most: float) -> float:
    """Return a share limited to -most .. +most."""
    return max(-most, min(most, share))


def why_not_pay(actor: int, price: float) -> str | None:
    """Return why an actor cannot pay a price; None if they can."""
    gold = ecs.get(actor, vitals.Pools).gold
    if price > gold:
        return f"You cannot pay for that: it costs {coins(price)} gold and you have {coins(gold)}."
    return None


def why_not_sell(game: Game, actor: int, vendor: int, item: int) -> str | None:
    """Return why an actor cannot sell an item that they have; None if they can."""
    if stuck := carrying.why_stuck(game, item, ecs.get(actor, items.Pack)):
        return stuck
    if selling_price(game, actor, vendor, item) <= 0:
        return f"Nobody would pay for the {perception.shown_name(game, item)}."
    return None


class Talk(acting.Action, tag="talk"):
    """Addresses a vendor, which opens the trade."""

    vendor: int

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Ask to open the trade, if the vendor is adjacent and willing."""
        fault = _no_trade(game, actor, self.vendor)
        if fault is not None:
            return fault
        return acting.Ask(
            "trade", f"{_called(game, self.vendor)} has things to sell.", (self.vendor,)
        )


class Buy(acting.Action, tag="buy"):
    """Buys from a vendor: a new piece of the kind `item` or, if `thing` is not 0, that second-hand item."""

    vendor: int
    item: str
    thing: int = 0

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Pay, and put the ware into the pack: a new item, or the one that the vendor had bought."""
        fault = _no_trade(game, actor, self.vendor)
        if fault is not None:
            return fault
        vendor, thing = self.vendor, self.thing
        if thing not in secondhand(vendor) if thing else self.item not in wares(game, vendor):
            return acting.Refused(f"{_called(game, vendor)} does not sell that.")
        price = (
            price_of_thing(game, actor, vendor, thing)
            if thing
            else buying_price(game, actor, vendor, self.item)
        )
        reason = why_not_pay(actor, price)
        if reason is not None:
            return acting.Refused(reason)
        cause = Cause(perception.true_name(vendor), actor, "trade")
        changes.pay(game, actor, "gold", price, cause)
        if thing:
            changes.take_from_pack(game, vendor, thing, cause)
        bought = thing or _make(game, self, cause)
        changes.put_in_pack(game, actor, bought, cause)
        _tell(game, "{1} buy[s] {2a} for {3} gold.", actor, bought, price, cause)
        return acting.FREE


def _make(game: Game, action: Buy, cause: Cause) -> int:
    """Create a ware and return its id; its kind becomes identified."""
    name = action.item
    made = changes.make_item(game, name, cause)
    game.change(changes.StockSold(action.vendor, name, delivery(game, action.vendor), cause))
    changes.get_to_know(game, made, cause)
    return made


class Sell(acting.Action, tag="sell"):
    """Sells a carried or worn item to a vendor."""

    vendor: int
    item: int

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Hand the item over and receive its price."""
        fault = _no_trade(game, actor, self.vendor)
        if fault is not None:
            return fault
        item = self.item
        if inventory.pack_with(actor, item) is None:
            return acting.Refused(inventory.NOT_HELD)
        reason = why_not_sell(game, actor, self.vendor, item)
        if reason is not None:
            return acting.Refused(reason)
        cause = Cause(perception.true_name(self.vendor), actor, "trade")
        price = selling_price(game, actor, self.vendor, item)
        _tell(game, "{1} sell[s] {2} for {3} gold.", actor, item, price, cause)
        changes.take_from_pack(game, actor, item, cause)
        add_secondhand(game, self.vendor, item, cause)
        changes.pay(game, actor, "gold", -price, cause)
        return acting.FREE


def _no_trade(game: Game, actor: int, vendor: int) -> acting.Refused | None:
    """Return the refusal if the two cannot trade now, else None."""
    if actor != game.player or not is_vendor(game, vendor):
        return acting.Refused("There is nobody to trade with.")
    if not space.is_adjacent(actor, vendor):
        return acting.Refused(f"{_called(game, vendor)} is too far away to trade.")
    return None


def _called(game: Game, vendor: int) -> str:
    """Return a vendor's name for the start of a sentence."""
    return capital(perception.noun(game, vendor).phrase)


def _tell(game: Game, words: str, actor: int, item: int, price: float, cause: Cause) -> None:
    """Log a purchase or sale."""
    line = Message(
        words, (perception.noun(game, actor), perception.noun(game, item), coins(price)), "gold"
    )
    game.change(changes.Told(cause, line))
