"""What the shop shows: wares with their prices, and what the player's own things would bring.

A ware is no entity before it is bought. To describe one, a sample is made and unmade again, which leaves no mark on
the game: no die is rolled, and the next entity's id is as it was.
"""

from dataclasses import dataclass, replace

import esper

from roguelike.actions.trading import (
    buying_price,
    haggling,
    selling_price,
    wares,
    why_not_buy,
    why_not_sell,
)
from roguelike.components.actors import Kind
from roguelike.components.items import Item
from roguelike.components.vitals import Pools
from roguelike.engine.viewing.details import details
from roguelike.engine.viewing.items import item_view, pack_views
from roguelike.engine.views import ItemView
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import noun, true_name

PERCENT = 100


@dataclass(frozen=True, slots=True)
class OfferView:
    """A thing with its price in gold; `blocked` says why the bargain cannot be struck, `kind` names a ware."""

    kind: str
    item: ItemView
    price: float
    blocked: str = ""


@dataclass(frozen=True, slots=True)
class ShopView:
    """A vendor's shop as the player sees it."""

    vendor: int
    name: str
    gold: float
    haggling: str
    wares: tuple[OfferView, ...]
    offers: tuple[OfferView, ...]


def shop_view(game: Game, vendor: int) -> ShopView:
    """Return what a vendor sells and what the player could sell."""
    player = game.player
    return ShopView(
        vendor,
        noun(game, vendor).phrase,
        esper.component_for_entity(player, Pools).gold,
        _haggling_words(haggling(game, player, vendor)),
        tuple(_ware(game, vendor, name) for name in wares(game, vendor)),
        tuple(
            OfferView(
                true_name(item.entity),
                item,
                selling_price(game, player, vendor, item.entity),
                why_not_sell(game, player, vendor, item.entity) or "",
            )
            for item in pack_views(game)
        ),
    )


def _ware(game: Game, vendor: int, name: str) -> OfferView:
    """Describe a ware by a sample of it."""
    content, number = game.content, ecs.next_id()
    parts = (*content.templates("items", name), *content.fresh("items", name, game.rng))
    sample = ecs.create(Kind("items", name), *parts)
    try:
        kind = esper.component_for_entity(sample, Item)
        view = replace(
            item_view(game, sample, detailed=False),
            name=name,
            details=tuple(details(game, sample, kind, known=True)),
        )
    finally:
        ecs.delete(sample)
        ecs.set_next_id(number)
    player = game.player
    price = buying_price(game, player, vendor, name)
    return OfferView(name, view, price, why_not_buy(game, player, vendor, name) or "")


def _haggling_words(share: float) -> str:
    """Say what the player's wits and standing do to the prices."""
    if not share:
        return ""
    word = "win" if share > 0 else "cost"
    return f"haggling {word}s you {abs(share) * PERCENT:.0f}%"
