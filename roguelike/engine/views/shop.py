"""The view of a shop: wares with their prices, and what the player could sell.

A ware is not an entity before it is bought. To describe one, a sample is created and deleted again, which leaves no
trace in the game: no die is rolled, and the next entity's id stays the same.
"""

import esper

from roguelike.actions import trading
from roguelike.components import items, vitals
from roguelike.core.records import Record, replace
from roguelike.core.rng import PERCENT
from roguelike.engine.views.items import details, item_view, pack_views, stacked
from roguelike.engine.views.records import ItemView
from roguelike.world import ecs, inventory, perception, spawning
from roguelike.world.game import Game


class WareView(Record):
    """An item with its price in gold; `blocked` says why it cannot be traded, "" if it can.

    `ware` names the kind of what the vendor has any number of; of a thing that exists already it is "", since the
    player may not know its kind. `secondhand` marks one that the vendor bought before.
    """

    item: ItemView
    price: float
    blocked: str = ""
    ware: str = ""
    secondhand: bool = False


class ShopView(Record):
    """A vendor's shop as the player sees it."""

    vendor: int
    name: str
    gold: float
    haggling: str
    wares: tuple[WareView, ...]
    offers: tuple[WareView, ...]
    turns_to_delivery: int = 0


def shop_view(game: Game, vendor: int) -> ShopView:
    """Return what a vendor sells and what the player could sell."""
    player = game.player
    return ShopView(
        vendor,
        perception.noun(game, vendor).phrase,
        ecs.get(player, vitals.Pools).gold,
        _haggling_words(game, vendor),
        (
            *(
                _ware(game, vendor, name, left)
                for name, left in trading.wares(game, vendor).items()
            ),
            *(
                _thing(game, vendor, item, many)
                for item, many in stacked(trading.secondhand(vendor))
            ),
        ),
        _offers(game, vendor),
        trading.turns_to_delivery(game, vendor),
    )


def _offers(game: Game, vendor: int) -> tuple[WareView, ...]:
    """Return what the player could sell.

    Of a stack the last item is sold: with the first, the stack would move to where the second lies in the pack, and
    the next click would sell whatever moved up.
    """
    player = game.player
    carried = (esper.try_component(player, items.Pack) or items.Pack()).items
    last = {stack[0]: stack[-1] for stack in inventory.alike(carried)}
    offers = []
    for item in pack_views(game):
        sold = last.get(item.entity, item.entity)
        price = trading.selling_price(game, player, vendor, sold)
        blocked = trading.why_not_sell(game, player, vendor, sold) or ""
        offers.append(WareView(replace(item, entity=sold), price, blocked))
    return tuple(offers)


def _ware(game: Game, vendor: int, name: str, left: int) -> WareView:
    """Return the offer of a ware, of which `left` are left, described by means of a sample."""
    number = ecs.next_id()
    sample = ecs.create(*spawning.new_parts(game, "items", name, game.rng))
    try:
        kind = ecs.get(sample, items.Item)
        view = replace(
            item_view(game, sample, detailed=False),
            name=f"{name} ×{left}" if left > 1 else name,
            count=left,
            details=tuple(details(game, sample, kind, known=True)),
        )
    finally:
        ecs.delete(sample)
        ecs.set_next_id(number)
    player = game.player
    price = trading.buying_price(game, player, vendor, name)
    return WareView(view, price, trading.why_not_pay(player, price) or "", ware=name)


def _thing(game: Game, vendor: int, item: int, many: int) -> WareView:
    """Return the offer of an item that the vendor bought before."""
    price = trading.price_of_thing(game, game.player, vendor, item)
    blocked = trading.why_not_pay(game.player, price) or ""
    view = item_view(game, item, count=many)
    return WareView(view, price, blocked, secondhand=True)


def _haggling_words(game: Game, vendor: int) -> str:
    """Describe how the player's intelligence and reputation affect the prices."""
    share = trading.haggling(game, game.player, vendor)
    causes = (
        ("wits", trading.haggling_by_intelligence(game.player)),
        ("good name", trading.haggling_by_reputation(game, vendor)),
    )
    told = [f"{name} {part * PERCENT:+.0f}" for name, part in causes if part]
    if not told:
        return ""
    word = "win" if share >= 0 else "cost"
    return f"Haggling {word}s you {abs(share) * PERCENT:.0f}% ({', '.join(told)})"
