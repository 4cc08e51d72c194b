"""Buying and selling by command: one price for the list and the till, and no refusal that leaves a mark."""

import esper
import pytest

from roguelike.actions import acting, trading
from roguelike.components import items, vitals
from roguelike.engine.views.shop import shop_view
from roguelike.store import command_lines
from roguelike.testing import Arena
from roguelike.world.derived_stats import drop_stats, stats_of
from tests.rooms import Draw, component, do, fingerprint, unchanged

STALL = "#####\n#@v.#\n#####"
VENDORS = {"v": "Alchemist", "s": "Blacksmith"}


def rich(arena: Arena, gold: float = 1000.0) -> None:
    """Fill the player's purse."""
    component(arena.player, vitals.Pools).gold = gold


def stall(draw: Draw, gold: float = 1000.0) -> tuple[Arena, int]:
    """Stand before an alchemist."""
    arena = draw(STALL, VENDORS)
    rich(arena, gold)
    return arena, arena.find("Alchemist")


def test_bumping_into_a_vendor_asks_for_trade(draw: Draw) -> None:
    arena, vendor = stall(draw)
    with unchanged(arena):
        assert arena.move(1, 0).refused == "The alchemist has things to sell."
        asked = do(arena, trading.Talk(vendor))
        assert isinstance(asked, acting.Ask)
        assert (asked.what, asked.items) == ("trade", (vendor,))


def test_what_is_bought_is_paid_for_carried_and_known(draw: Draw) -> None:
    arena, vendor = stall(draw)
    weight = stats_of(arena.player).weight
    price = next(
        each.price for each in shop_view(arena.game, vendor).wares if each.ware == "Health Potion"
    )
    assert price == 60.0
    assert do(arena, trading.Buy(vendor, "Health Potion")) == acting.Done(takes_turn=False)
    assert arena.gold(arena.player) == 1000.0 - price
    assert arena.inventory() == ["Health Potion"]
    assert stats_of(arena.player).weight == weight + 0.5
    other = arena.give(arena.player, "Health Potion")
    assert arena.shown_name(other) == "Health Potion"


def test_a_refused_purchase_does_not_identify(draw: Draw) -> None:
    arena, vendor = stall(draw, gold=59.9)
    with unchanged(arena):
        assert do(arena, trading.Buy(vendor, "Health Potion")) == acting.Refused(
            "You cannot pay for that: it costs 60 gold and you have 59.9."
        )
    assert "Health Potion" not in arena.game.identified


def test_looking_at_a_shop_changes_nothing(draw: Draw) -> None:
    arena, vendor = stall(draw)
    with unchanged(arena):
        assert len(shop_view(arena.game, vendor).wares) > 10


def test_enchanted_gear_and_worthless_things_are_not_for_sale(draw: Draw) -> None:
    arena = draw(STALL.replace("v", "s"), VENDORS)
    shown = shop_view(arena.game, arena.find("Blacksmith"))
    kinds = [each.ware for each in shown.wares]
    assert "Longsword" in kinds
    assert not [kind for kind in kinds if "+" in kind or "-1" in kind]
    assert all(each.price > 0 for each in shown.wares)


def test_what_is_sold_is_gone_and_paid(draw: Draw) -> None:
    arena, vendor = stall(draw, gold=0.0)
    sword = arena.equip(arena.player, "Longsword")
    stats_of(arena.player)
    price = trading.selling_price(arena.game, arena.player, vendor, sword)
    assert price == pytest.approx(
        0.8 * next(p.base_value for p in arena.game.content.templates("items", "Longsword")
                   if hasattr(p, "base_value"))
    )  # fmt: skip
    assert do(arena, trading.Sell(vendor, sword)) == acting.Done(takes_turn=False)
    assert arena.gold(arena.player) == price
    assert arena.inventory() == []
    assert stats_of(arena.player).weight == 0


def test_the_price_of_the_unknown_gives_nothing_away(draw: Draw) -> None:
    arena, vendor = stall(draw)
    prices = {
        trading.selling_price(arena.game, arena.player, vendor, arena.give(arena.player, name))
        for name in ("Poison Potion", "Haste Potion", "Web Scroll", "Rod of Venom")
    }
    assert prices == {8.0}


def test_an_empty_rod_is_worth_nothing(draw: Draw) -> None:
    arena, vendor = stall(draw)
    rod = arena.give(arena.player, "Rod of Venom")
    arena.identify("Rod of Venom")
    full = trading.selling_price(arena.game, arena.player, vendor, rod)
    component(rod, items.Charges).left = 1
    assert trading.selling_price(arena.game, arena.player, vendor, rod) == full / 5
    component(rod, items.Charges).left = 0
    assert isinstance(do(arena, trading.Sell(vendor, rod)), acting.Refused)


@pytest.mark.parametrize(("intelligence", "buys", "sells"), [(11, 60.0, 40.0), (15, 57.6, 41.6),
                                                     (99, 54.0, 44.0), (1, 64.8, 36.8)])  # fmt: skip
def test_intelligence_changes_prices_within_bounds(
    draw: Draw, intelligence: int, buys: float, sells: float
) -> None:
    arena, vendor = stall(draw)
    component(arena.player, vitals.Attributes).intelligence = intelligence
    drop_stats(arena.player)
    potion = arena.give(arena.player, "Health Potion")
    arena.identify("Health Potion")
    assert trading.buying_price(arena.game, arena.player, vendor, "Health Potion") == buys
    assert trading.selling_price(arena.game, arena.player, vendor, potion) == sells


@pytest.mark.parametrize(
    ("standing", "buys"), [(0, 60.0), (50, 57.0), (-50, 63.0), (100, 54.0), (9_999, 51.0)]
)
def test_good_standing_lowers_prices_too(draw: Draw, standing: int, buys: float) -> None:
    arena, vendor = stall(draw)
    arena.game.standing["Townsfolk"] = standing
    assert trading.buying_price(arena.game, arena.player, vendor, "Health Potion") == buys


def test_no_haggling_makes_a_profit_of_buying_and_selling(draw: Draw) -> None:
    arena, vendor = stall(draw)
    component(arena.player, vitals.Attributes).intelligence = 99
    drop_stats(arena.player)
    arena.game.standing["Townsfolk"] = 100
    potion = arena.give(arena.player, "Health Potion")
    arena.identify("Health Potion")
    asked = trading.buying_price(arena.game, arena.player, vendor, "Health Potion")
    assert trading.selling_price(arena.game, arena.player, vendor, potion) < asked


def test_there_is_no_trade_across_a_room_or_with_nobody(draw: Draw) -> None:
    arena = draw("######\n#@.vr#\n######", VENDORS)
    rich(arena)
    vendor, rat = arena.find("Alchemist"), arena.find("Rat")
    potion = arena.give(arena.player, "Health Potion")
    before = fingerprint(arena)
    for action in (
        trading.Buy(vendor, "Health Potion"),
        trading.Sell(vendor, potion),
        trading.Buy(rat, "Rations"),
        trading.Talk(99),
        trading.Buy(potion, "Rations"),
    ):
        assert isinstance(do(arena, action), acting.Refused)
    arena.move(1, 0)
    for action in (
        trading.Buy(vendor, "Longsword"),
        trading.Buy(vendor, "nothing"),
        trading.Sell(vendor, rat),
    ):
        assert isinstance(do(arena, action), acting.Refused)
    assert before != fingerprint(arena)


def test_a_cursed_thing_worn_cannot_be_sold(draw: Draw) -> None:
    arena, vendor = stall(draw)
    cursed = next(
        name
        for name in arena.game.content.names("items")
        if name.startswith("Leather") and name.endswith("-1")
    )
    worn = arena.equip(arena.player, cursed)
    with unchanged(arena):
        assert isinstance(do(arena, trading.Sell(vendor, worn)), acting.Refused)


@pytest.mark.parametrize("standing", [-9, 0, 100])
def test_what_is_paid_is_the_price_on_the_list(draw: Draw, standing: int) -> None:
    arena, vendor = stall(draw, gold=100_000.0)
    arena.game.standing["Townsfolk"] = standing
    rod = arena.give(arena.player, "Rod of Frost")
    arena.identify("Rod of Frost")
    component(rod, items.Charges).left -= 1
    for thing in (rod, arena.give(arena.player, "Sleep Potion")):
        assert do(arena, trading.Sell(vendor, thing)) == acting.FREE
    shown = shop_view(arena.game, vendor).wares
    assert sum(each.secondhand for each in shown) == 2
    for kind, used in [(each.ware, each.secondhand) for each in shown]:
        # What is bought is known from then on, and by elimination perhaps its like: so read the list again.
        listed = shop_view(arena.game, vendor).wares
        offer = next(o for o in listed if (o.ware, o.secondhand) == (kind, used))
        before = arena.gold(arena.player)
        thing = offer.item.entity if offer.secondhand else 0
        assert do(arena, trading.Buy(vendor, offer.ware, thing)) == acting.FREE
        assert arena.gold(arena.player) == pytest.approx(before - offer.price)


def test_a_stock_comes_to_an_end_and_is_renewed(draw: Draw) -> None:
    arena, vendor = stall(draw, gold=100_000.0)
    game = arena.game
    left = trading.wares(game, vendor)["Health Potion"]
    offered = next(o for o in shop_view(game, vendor).wares if o.ware == "Health Potion")
    assert offered.item.count == left
    for _ in range(left):
        assert (
            acting.perform(trading.Buy(vendor, "Health Potion"), arena.player, game) == acting.FREE
        )
    with unchanged(arena):
        assert "Health Potion" not in trading.wares(game, vendor)
        assert isinstance(
            acting.perform(trading.Buy(vendor, "Health Potion"), arena.player, game), acting.Refused
        )
    game.turn += trading.turns_to_delivery(game, vendor) - 1
    assert "Health Potion" not in trading.wares(game, vendor)
    game.turn += 1
    assert trading.wares(game, vendor)["Health Potion"] >= 1


def test_what_was_sold_out_stays_so_in_a_save(draw: Draw) -> None:
    arena, vendor = stall(draw, gold=100_000.0)
    while "Health Potion" in trading.wares(arena.game, vendor):
        do(arena, trading.Buy(vendor, "Health Potion"))
    left = trading.wares(arena.game, vendor)
    with Arena.load(arena.save()) as again:
        assert trading.wares(again.game, vendor) == left
        assert again.state_hash() == arena.state_hash()
    arena.game.enter()


def test_deliveries_differ_from_one_another_and_from_game_to_game(draw: Draw) -> None:
    arena, vendor = stall(draw)
    game = arena.game
    first, again = trading.wares(game, vendor), trading.wares(game, vendor)
    assert first == again
    game.turn += trading.turns_to_delivery(game, vendor)
    assert trading.wares(game, vendor) != first
    other, smith = stall(draw)
    other.game.seed = "another"
    assert trading.wares(other.game, smith) != first


def test_staples_are_always_there(draw: Draw) -> None:
    arena, vendor = stall(draw)
    staples = component(vendor, items.Supply).staples
    assert "Health Potion" in staples
    for _ in range(30):
        arena.game.turn += trading.turns_to_delivery(arena.game, vendor)
        have = trading.wares(arena.game, vendor)
        assert set(staples) <= have.keys()
        assert len(have) > len(staples)


def test_a_thing_sold_is_for_sale_as_it_is_and_stays_unknown(draw: Draw) -> None:
    arena, vendor = stall(draw, gold=0.0)
    potion = arena.give(arena.player, "Poison Potion")
    shown = arena.shown_name(potion)
    assert do(arena, trading.Sell(vendor, potion)) == acting.FREE
    (offer,) = [each for each in shop_view(arena.game, vendor).wares if each.secondhand]
    assert offer.item.name == shown
    assert offer.price == 12.0
    assert offer.blocked
    assert isinstance(
        do(arena, trading.Buy(vendor, offer.ware, potion)),
        acting.Refused,
    )
    rich(arena, 12.0)
    assert do(arena, trading.Buy(vendor, offer.ware, potion)) == acting.FREE
    assert arena.gold(arena.player) == 0.0
    assert arena.shown_name(potion) == shown
    assert "Poison Potion" not in arena.game.identified
    assert component(arena.player, items.Pack).items == [potion]


def test_a_vendor_keeps_only_so_much_of_what_it_took_in(draw: Draw) -> None:
    arena, vendor = stall(draw)
    sold = [arena.give(arena.player, "Dagger") for _ in range(trading.MOST_SECONDHAND + 3)]
    for item in sold:
        do(arena, trading.Sell(vendor, item))
    assert trading.secondhand(vendor) == sold[3:]
    arena.wait()
    assert not any(esper.entity_exists(item) for item in sold[:3])


def test_a_purse_is_never_overdrawn(draw: Draw) -> None:
    arena, vendor = stall(draw, gold=333.3)
    for _ in range(12):
        for offer in shop_view(arena.game, vendor).wares:
            do(arena, trading.Buy(vendor, offer.ware))
            assert arena.gold(arena.player) >= 0
        for offer in shop_view(arena.game, vendor).offers[:2]:
            do(arena, trading.Sell(vendor, offer.item.entity))
    assert arena.gold(arena.player) >= 0


def test_bargains_go_into_the_log() -> None:
    for action in (
        trading.Buy(7, "Rations"),
        trading.Buy(7, "Dagger", 12),
        trading.Sell(7, 8),
        trading.Talk(7),
    ):
        assert command_lines.decode(command_lines.encode(action)) == action
