"""Buying and selling: one price, worked out in one place, for the list and for the till.

The one decision: trading takes no turn, since haggling happens in the telling; and a ware is made at the moment it is
bought, so that a vendor's stock needs no place in a save.
"""

import esper

from roguelike.actions.action import Action, Ask, Done, Refused, Result, action, performs
from roguelike.actions.melee import is_adjacent
from roguelike.actions.senses import reaction
from roguelike.components.actors import Kind, Nature
from roguelike.components.items import Charges, Item, Pack
from roguelike.components.spatial import NOWHERE
from roguelike.components.vitals import Pools
from roguelike.core.grammar import Message
from roguelike.effects.knowledge import is_cursed
from roguelike.world.changes import PoolChanged, Removed, Spawned, Told, get_to_know, repack
from roguelike.world.figures import figures
from roguelike.world.game import Cause, Game
from roguelike.world.names import is_known, noun, shown_name, true_name
from roguelike.world.space import is_here

BUYING, SELLING = 1.2, 0.8
"""What a vendor asks and pays, as shares of the base value (source game, 3.5)."""
UNKNOWN_VALUE = 10.0
"""Base value of whatever is not identified: the same for all, so that no price tells what a thing is."""
FOR_WITS, MOST_FOR_WITS = 0.02, 0.1
"""What a point of intelligence bonus wins or loses of a price, and the most that it can."""
FOR_STANDING, MOST_HAGGLING = 0.001, 0.15
"""What a point of standing with the vendor's people does, and the most of both: no bargain turns a profit at once."""
INTELLIGENCE = 3
"""Its place among the attribute bonuses."""
FREE = Done(takes_turn=False)


def is_vendor(game: Game, entity: int) -> bool:
    """Return whether somebody here would trade with the player: has wares and bears no grudge."""
    nature = esper.try_component(entity, Nature)
    if nature is None or not nature.vendor or not is_here(game, entity):
        return False
    return reaction(game, entity, game.player) == "ignore"


def wares(game: Game, vendor: int) -> list[str]:
    """List what a vendor sells, by name: made things of their categories, worth something, no enchanted gear."""
    nature = esper.component_for_entity(vendor, Nature)
    return [name for name in game.content.wares(nature.vendor) if base_value(game, name) > 0]


def base_value(game: Game, name: str) -> float:
    """Return the base value in gold of a kind of item."""
    parts = game.content.templates("items", name)
    return next((part.base_value for part in parts if isinstance(part, Item)), 0.0)


def buying_price(game: Game, actor: int, vendor: int, name: str) -> float:
    """Return what a vendor asks of somebody for a kind of item, in gold, to a tenth; at least a tenth."""
    share = BUYING * (1 - haggling(game, actor, vendor))
    return max(0.1, round(base_value(game, name) * share, 1))


def selling_price(game: Game, actor: int, vendor: int, item: int) -> float:
    """Return what a vendor pays somebody for an item, in gold, to a tenth; a half-empty rod is worth half."""
    if not is_known(game, item):
        value = UNKNOWN_VALUE
    else:
        value = esper.component_for_entity(item, Item).base_value
        charges = esper.try_component(item, Charges)
        if charges is not None and charges.most > 1:
            value *= charges.left / charges.most
    return round(value * SELLING * (1 + haggling(game, actor, vendor)), 1)


def haggling(game: Game, actor: int, vendor: int) -> float:
    """Return the share of a price that wits and good standing win (or, below 0, lose) somebody."""
    wits = _bounded(figures(actor).bonuses[INTELLIGENCE] * FOR_WITS, MOST_FOR_WITS)
    nature = esper.try_component(vendor, Nature)
    standing = game.standing.get(nature.faction, 0) if nature is not None else 0
    return _bounded(wits + standing * FOR_STANDING, MOST_HAGGLING)


def _bounded(share: float, most: float) -> float:
    """Keep a share within bounds on either side."""
    return max(-most, min(most, share))


def why_not_buy(game: Game, actor: int, vendor: int, name: str) -> str | None:
    """Return why somebody cannot buy a ware; None when they can."""
    price, gold = (
        buying_price(game, actor, vendor, name),
        esper.component_for_entity(actor, Pools).gold,
    )
    if price > gold:
        return f"You cannot pay for that: it costs {price:.1f} gold and you have {gold:.1f}."
    return None


def why_not_sell(game: Game, actor: int, vendor: int, item: int) -> str | None:
    """Return why somebody cannot sell what they have; None when they can."""
    pack = esper.component_for_entity(actor, Pack)
    if item in pack.worn.values() and is_cursed(item):
        return f"You cannot take off the {shown_name(game, item)}: it is cursed."
    if selling_price(game, actor, vendor, item) <= 0:
        return f"Nobody gives gold for the {shown_name(game, item)}."
    return None


@action("talk")
class Talk(Action):
    """Turns to a vendor."""

    vendor: int


@performs(Talk)
def talk(action: Talk, actor: int, game: Game) -> Result:
    """Ask what the trade shall be."""
    fault = _no_trade(game, actor, action.vendor)
    if fault is not None:
        return fault
    return Ask("trade", f"{_called(game, action.vendor)} has things to sell.", (action.vendor,))


@action("buy")
class Buy(Action):
    """Buys one of a vendor's wares, by the name of its kind."""

    vendor: int
    item: str


@performs(Buy)
def buy(action: Buy, actor: int, game: Game) -> Result:
    """Pay, receive a new one, and know what it is."""
    fault = _no_trade(game, actor, action.vendor)
    if fault is not None:
        return fault
    if action.item not in wares(game, action.vendor):
        return Refused(f"{_called(game, action.vendor)} does not sell that.")
    reason = why_not_buy(game, actor, action.vendor, action.item)
    if reason is not None:
        return Refused(reason)
    cause = Cause(true_name(action.vendor), actor, "trade")
    price = buying_price(game, actor, action.vendor, action.item)
    _pay(game, actor, -price, cause)
    content = game.content
    made = Spawned(
        (
            Kind("items", action.item),
            *content.templates("items", action.item),
            *content.fresh("items", action.item, game.rng),
        ),
        (0, 0),
        NOWHERE,
        cause,
    )
    game.change(made)
    get_to_know(game, made.entity, cause)
    pack = esper.component_for_entity(actor, Pack)
    repack(game, actor, [*pack.items, made.entity], dict(pack.worn), cause)
    _tell(game, "{1} buy[s] {2a} for {3} gold.", actor, made.entity, price, cause)
    return FREE


@action("sell")
class Sell(Action):
    """Sells something carried or worn."""

    vendor: int
    item: int


@performs(Sell)
def sell(action: Sell, actor: int, game: Game) -> Result:
    """Hand it over and be paid."""
    fault = _no_trade(game, actor, action.vendor)
    if fault is not None:
        return fault
    pack, item = esper.component_for_entity(actor, Pack), action.item
    if item not in (*pack.items, *pack.worn.values()):
        return Refused("You do not have that.")
    reason = why_not_sell(game, actor, action.vendor, item)
    if reason is not None:
        return Refused(reason)
    cause = Cause(true_name(action.vendor), actor, "trade")
    price = selling_price(game, actor, action.vendor, item)
    _tell(game, "{1} sell[s] {2} for {3} gold.", actor, item, price, cause)
    loose = [other for other in pack.items if other != item]
    worn = {slot: other for slot, other in pack.worn.items() if other != item}
    repack(game, actor, loose, worn, cause)
    game.change(Removed(item, cause))
    _pay(game, actor, price, cause)
    return FREE


def _no_trade(game: Game, actor: int, vendor: int) -> Refused | None:
    """Return why two cannot trade."""
    if actor != game.player or not is_vendor(game, vendor):
        return Refused("There is nobody to trade with.")
    if not is_adjacent(actor, vendor):
        return Refused(f"{_called(game, vendor)} is too far away to trade.")
    return None


def _called(game: Game, vendor: int) -> str:
    """Name a vendor at the start of a sentence."""
    word = noun(game, vendor)
    return word.name if word.proper else f"The {word.name}"


def _pay(game: Game, actor: int, gold: float, cause: Cause) -> None:
    """Add to a purse, or take from it, and keep it to tenths."""
    purse = esper.component_for_entity(actor, Pools).gold
    game.change(PoolChanged(actor, "gold", purse, round(purse + gold, 1), cause))


def _tell(game: Game, words: str, actor: int, item: int, price: float, cause: Cause) -> None:
    """Tell of a bargain."""
    line = Message(words, (noun(game, actor), noun(game, item), f"{price:.1f}"), "gold")
    game.change(Told(cause, line))
