"""Buying and selling by command: one price for the list and the till, and no refusal that leaves a mark."""

import pytest

from roguelike.actions.action import Ask, Done, Refused, perform
from roguelike.actions.trading import Buy, Sell, Talk, buying_price, selling_price
from roguelike.components.items import Charges
from roguelike.components.vitals import Attributes, Pools
from roguelike.engine.saves.commands import decode, encode
from roguelike.engine.trade import shop_view
from roguelike.testing import Arena
from roguelike.world.figures import figures, stale
from tests.testing.rooms import Draw, component, fingerprint

STALL = "#####\n#@v.#\n#####"
VENDORS = {"v": "Alchemist", "s": "Blacksmith"}


def rich(arena: Arena, gold: float = 1000.0) -> None:
    """Fill the player's purse."""
    component(arena.player, Pools).gold = gold


def stall(draw: Draw, gold: float = 1000.0) -> tuple[Arena, int]:
    """Stand before an alchemist."""
    arena = draw(STALL, VENDORS)
    rich(arena, gold)
    return arena, arena.find("Alchemist")


def test_bumping_into_a_vendor_asks_for_trade(draw: Draw) -> None:
    arena, vendor = stall(draw)
    before = fingerprint(arena)
    assert arena.move(1, 0).refused == "The alchemist has things to sell."
    match perform(Talk(vendor), arena.player, arena.game):
        case Ask("trade", _, items):
            assert items == (vendor,)
        case other:
            raise AssertionError(other)
    assert fingerprint(arena) == before


def test_what_is_bought_is_paid_for_carried_and_known(draw: Draw) -> None:
    arena, vendor = stall(draw)
    weight = figures(arena.player).weight
    price = next(
        each.price for each in shop_view(arena.game, vendor).wares if each.kind == "Health Potion"
    )
    assert price == 60.0
    assert perform(Buy(vendor, "Health Potion"), arena.player, arena.game) == Done(takes_turn=False)
    assert arena.gold(arena.player) == 1000.0 - price
    assert arena.inventory() == ["Health Potion"]
    assert figures(arena.player).weight == weight + 0.5
    other = arena.give(arena.player, "Health Potion")
    assert arena.shown_name(other) == "Health Potion"


def test_who_cannot_pay_learns_nothing(draw: Draw) -> None:
    arena, vendor = stall(draw, gold=59.9)
    before = fingerprint(arena)
    match perform(Buy(vendor, "Health Potion"), arena.player, arena.game):
        case Refused(reason):
            assert reason == "You cannot pay for that: it costs 60.0 gold and you have 59.9."
        case other:
            raise AssertionError(other)
    assert fingerprint(arena) == before
    assert "Health Potion" not in arena.game.identified


def test_looking_at_a_shop_changes_nothing(draw: Draw) -> None:
    arena, vendor = stall(draw)
    before = fingerprint(arena)
    assert len(shop_view(arena.game, vendor).wares) > 10
    assert fingerprint(arena) == before


def test_enchanted_gear_and_worthless_things_are_not_for_sale(draw: Draw) -> None:
    arena = draw(STALL.replace("v", "s"), VENDORS)
    shown = shop_view(arena.game, arena.find("Blacksmith"))
    kinds = [each.kind for each in shown.wares]
    assert "Longsword" in kinds
    assert not [kind for kind in kinds if "+" in kind or "-1" in kind]
    assert all(each.price > 0 for each in shown.wares)


def test_what_is_sold_is_gone_and_paid(draw: Draw) -> None:
    arena, vendor = stall(draw, gold=0.0)
    sword = arena.equip(arena.player, "Longsword")
    figures(arena.player)
    price = selling_price(arena.game, arena.player, vendor, sword)
    assert price == pytest.approx(
        0.8 * next(p.base_value for p in arena.game.content.templates("items", "Longsword")
                   if hasattr(p, "base_value"))
    )  # fmt: skip
    assert perform(Sell(vendor, sword), arena.player, arena.game) == Done(takes_turn=False)
    assert arena.gold(arena.player) == price
    assert arena.inventory() == []
    assert figures(arena.player).weight == 0


def test_the_price_of_the_unknown_gives_nothing_away(draw: Draw) -> None:
    arena, vendor = stall(draw)
    prices = {
        selling_price(arena.game, arena.player, vendor, arena.give(arena.player, name))
        for name in ("Poison Potion", "Haste Potion", "Web Scroll", "Rod of Venom")
    }
    assert prices == {8.0}


def test_an_empty_rod_is_worth_nothing(draw: Draw) -> None:
    arena, vendor = stall(draw)
    rod = arena.give(arena.player, "Rod of Venom")
    arena.identify("Rod of Venom")
    full = selling_price(arena.game, arena.player, vendor, rod)
    component(rod, Charges).left = 1
    assert selling_price(arena.game, arena.player, vendor, rod) == full / 5
    component(rod, Charges).left = 0
    assert isinstance(perform(Sell(vendor, rod), arena.player, arena.game), Refused)


@pytest.mark.parametrize(("wits", "buys", "sells"), [(11, 60.0, 40.0), (15, 57.6, 41.6),
                                                     (99, 54.0, 44.0), (1, 64.8, 36.8)])  # fmt: skip
def test_wits_haggle_within_bounds(draw: Draw, wits: int, buys: float, sells: float) -> None:
    arena, vendor = stall(draw)
    component(arena.player, Attributes).intelligence = wits
    stale(arena.player)
    potion = arena.give(arena.player, "Health Potion")
    arena.identify("Health Potion")
    assert buying_price(arena.game, arena.player, vendor, "Health Potion") == buys
    assert selling_price(arena.game, arena.player, vendor, potion) == sells


@pytest.mark.parametrize(
    ("standing", "buys"), [(0, 60.0), (50, 57.0), (-50, 63.0), (100, 54.0), (9_999, 51.0)]
)
def test_good_standing_haggles_too(draw: Draw, standing: int, buys: float) -> None:
    arena, vendor = stall(draw)
    arena.game.standing["Townsfolk"] = standing
    assert buying_price(arena.game, arena.player, vendor, "Health Potion") == buys


def test_no_haggling_makes_a_profit_of_buying_and_selling(draw: Draw) -> None:
    arena, vendor = stall(draw)
    component(arena.player, Attributes).intelligence = 99
    stale(arena.player)
    arena.game.standing["Townsfolk"] = 100
    potion = arena.give(arena.player, "Health Potion")
    arena.identify("Health Potion")
    asked = buying_price(arena.game, arena.player, vendor, "Health Potion")
    assert selling_price(arena.game, arena.player, vendor, potion) < asked


def test_there_is_no_trade_across_a_room_or_with_nobody(draw: Draw) -> None:
    arena = draw("######\n#@.vr#\n######", VENDORS)
    rich(arena)
    vendor, rat = arena.find("Alchemist"), arena.find("Rat")
    potion = arena.give(arena.player, "Health Potion")
    before = fingerprint(arena)
    for action in (
        Buy(vendor, "Health Potion"),
        Sell(vendor, potion),
        Buy(rat, "Rations"),
        Talk(99),
        Buy(potion, "Rations"),
    ):
        assert isinstance(perform(action, arena.player, arena.game), Refused)
    arena.move(1, 0)
    for action in (Buy(vendor, "Longsword"), Buy(vendor, "nothing"), Sell(vendor, rat)):
        assert isinstance(perform(action, arena.player, arena.game), Refused)
    assert before != fingerprint(arena)


def test_a_cursed_thing_worn_cannot_be_sold(draw: Draw) -> None:
    arena, vendor = stall(draw)
    cursed = next(
        name
        for name in arena.game.content.names("items")  # type: ignore[attr-defined]
        if name.startswith("Leather") and name.endswith("-1")
    )
    worn = arena.equip(arena.player, cursed)
    before = fingerprint(arena)
    assert isinstance(perform(Sell(vendor, worn), arena.player, arena.game), Refused)
    assert fingerprint(arena) == before


def test_bargains_go_into_the_journal() -> None:
    for action in (Buy(7, "Rations"), Sell(7, 8), Talk(7)):
        assert decode(encode(action)) == action
