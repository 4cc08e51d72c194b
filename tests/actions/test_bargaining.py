"""Bargains: what is asked, paid, given and lost; all foreseen and undone.

Locks and their keys, levers and their gratings, doors in walls and who finds them.
"""

from typing import Any

import numpy as np
import pytest

from roguelike.actions import acting, bargaining, carrying, moving, spell_use
from roguelike.components import spatial, vitals
from roguelike.engine.foreseeing.aiming import aimable, foresee
from roguelike.engine.views import choices
from roguelike.engine.views.items import items_underfoot
from roguelike.engine.views.level_map import map_view, place_view
from roguelike.store import invariants
from roguelike.testing import Arena
from roguelike.world import changes, factions
from roguelike.world.terrain import Tile
from tests.bargains import agree, bargaining_in, bump, group, names, terms_of
from tests.rooms import component, do, fingerprint, of, unchanged

ALTAR = "#####\n#@A.#\n#####"


@pytest.fixture
def altar() -> Any:
    with bargaining_in(ALTAR) as arena:
        yield arena


def test_who_walks_up_to_an_altar_is_asked(altar: Arena) -> None:
    stone, before = altar.find("Stone Altar"), fingerprint(altar)
    result = bump(altar)
    assert result == acting.Ask("bargain", "Stone Altar: what will you do?", (stone,))
    assert fingerprint(altar) == before


def test_a_deal_is_paid_and_the_altar_is_spent(altar: Arena) -> None:
    altar.set_pools(altar.player, hp=5)
    assert agree(altar, "Stone Altar", "Be mended") == acting.Done()
    pools = component(altar.player, vitals.Pools)
    assert (pools.hp, pools.max_hp) == (30, 30)
    assert (pools.mana, pools.max_mana) == (3, 3)
    assert names(altar, 2, 1) == ["Spent Altar"]
    assert bump(altar) == acting.Refused("Something is in the way.")
    assert invariants.faults(altar.game) == []


def test_a_deal_that_comes_to_nothing_is_refused_and_costs_nothing(altar: Arena) -> None:
    with unchanged(altar):
        assert agree(altar, "Stone Altar", "Be mended") == acting.Refused(
            "You are already at full health."
        )


def test_blood_buys_magic_for_good(altar: Arena) -> None:
    magic = component(altar.player, vitals.Skills).magic
    assert agree(altar, "Stone Altar", "Give blood") == acting.Done()
    assert component(altar.player, vitals.Skills).magic == magic + 1
    pools = component(altar.player, vitals.Pools)
    assert (pools.hp, pools.max_hp) == (22, 22)


def test_a_deal_that_uses_nothing_up_stays(altar: Arena) -> None:
    altar.set_pools(altar.player, hp=30)
    melee = component(altar.player, vitals.Skills).melee
    assert agree(altar, "Stone Altar", "Give skill") == acting.Done()
    assert component(altar.player, vitals.Skills).melee == melee - 1
    assert component(altar.player, vitals.Pools).hp == 27
    assert altar.inventory() == ["Dagger"]
    assert names(altar, 2, 1) == ["Stone Altar"]


@pytest.mark.parametrize(
    ("pools", "deal", "says"),
    [
        ({"max_mana": 0, "mana": 0, "hp": 3}, "Be mended",
         "That takes 1 of your maximum mana, for good, and you have 0."),
        ({"max_hp": 8, "hp": 8}, "Give blood", "That takes 8 of your maximum health, for good, and you have 8."),
        ({"hp": 3}, "Give skill", "That takes 3 health, and you have 3."),
    ],
)  # fmt: skip
def test_nobody_pays_what_they_lack(
    altar: Arena, pools: dict[str, int], deal: str, says: str
) -> None:
    altar.set_pools(altar.player, **pools)
    with unchanged(altar):
        assert agree(altar, "Stone Altar", deal) == acting.Refused(says)


def test_there_is_no_deal_from_afar_nor_of_another_name() -> None:
    with bargaining_in("######\n#@.A.#\n######") as arena:
        assert agree(arena, "Stone Altar", "Give blood") == acting.Refused(
            "There is nothing to agree to."
        )
        arena.move(1, 0)
        assert isinstance(agree(arena, "Stone Altar", "Dance"), acting.Refused)


def test_a_deal_is_foreseen_and_undone(altar: Arena) -> None:
    altar.set_pools(altar.player, hp=5)
    with unchanged(altar):
        seen = foresee(
            altar.game, altar.player, bargaining.Agree(altar.find("Stone Altar"), "Be mended")
        )
        assert seen.outcomes[altar.player].healing == (25, 25.0, 25)
        view = choices.bargain_view(altar.game, altar.find("Stone Altar"))
    mended = next(deal for deal in view.deals if deal.name == "Be mended")
    told = {each.label: (each.before, each.after) for each in mended.changes}
    assert told["Health"] == ("5", "30")
    assert told["Maximum mana"] == ("4", "3")
    assert mended.price == "1 of your maximum mana, for good"
    blood = next(deal for deal in view.deals if deal.name == "Give blood")
    assert {each.label: each.after for each in blood.changes}["Magic"] == "+2"
    lost = {each.label: each.is_loss for each in (*mended.changes, *blood.changes)}
    assert (lost["Health"], lost["Magic"], lost["Maximum mana"]) == (False, False, True)


def test_looking_tells_the_offer_before_anybody_steps(altar: Arena) -> None:
    words = place_view(altar.game, (2, 1)).words
    assert words[0] == "It is warm."
    assert "• Give blood, for 8 of your maximum health, for good: Magic +1 for good." in words


def test_saving_keeps_groups_and_prices() -> None:
    with bargaining_in("######\n#@!?.#\n######") as arena:
        potions = arena.find("Health Potion"), arena.find("Mana Potion")
        group(arena, *potions)
        digest = arena.state_hash()
        with Arena.load(arena.save()) as again:
            assert again.state_hash() == digest
            again.move(1, 0)
            assert again.pick_up().refused is None
            assert names(again, 3, 1) == []


# --- one of several


def test_who_takes_one_of_several_loses_the_others() -> None:
    with bargaining_in("######\n#@!?d#\n######") as arena:
        things = [arena.find(name) for name in ("Health Potion", "Mana Potion", "Dagger")]
        group(arena, *things)
        assert place_view(arena.game, (2, 1)).things == ("Health Potion",)
        *known, told = place_view(arena.game, (2, 1)).words
        assert "Used: restores 8 health." in known
        assert told == "Take it, and 2 others beside it are lost."
        assert "A melee weapon, 1d4, used with quickness." in place_view(arena.game, (4, 1)).words
        look = arena.game.hidden_names["Health Potion"].lower()
        arena.move(1, 0)
        with unchanged(arena):
            seen = foresee(arena.game, arena.player, carrying.PickUp())
        assert any("vanish" in words or "lost" in words for words in seen.notes)
        assert [each.forgone for each in items_underfoot(arena.game)] == [2]
        taken = arena.pick_up()
        assert {"Health Potion", "Mana Potion"} & arena.game.identified == {"Health Potion"}
        assert taken.refused is None
        assert f"The {look} is a health potion." in taken.log
        assert [words for words in taken.log if words.endswith("lost.")] == [
            "The mana potion is lost.",
            "The dagger is lost.",
        ]
        assert terms_of(things[0]).group == 0
        assert not arena.alive(things[1])
        assert not arena.alive(things[2])
        assert invariants.faults(arena.game) == []
        arena.drop(things[0])
        assert place_view(arena.game, (2, 1)).words == ()


def test_a_thing_with_a_price_is_asked_about_and_paid_for() -> None:
    with bargaining_in("#####\n#@d.#\n#####") as arena:
        dagger = arena.find("Dagger")
        group(arena, dagger, gold=30)
        arena.move(1, 0)
        assert do(arena, carrying.PickUp()) == acting.Ask("bargain", "Dagger: 30 gold.", (dagger,))
        component(arena.player, vitals.Pools).gold = 29.0
        assert agree(arena, dagger, bargaining.TAKE) == acting.Refused(
            "That takes 30 gold, and you have 29."
        )
        component(arena.player, vitals.Pools).gold = 31.0
        assert choices.bargain_view(arena.game, dagger).deals[0].name == bargaining.TAKE
        assert agree(arena, dagger, bargaining.TAKE) == acting.Done()
        assert component(arena.player, vitals.Pools).gold == 1.0
        assert arena.inventory() == ["Dagger"]
        arena.drop(dagger)
        assert arena.pick_up().refused is None


# --- who and what makes bargains


def test_creatures_make_no_bargains() -> None:
    with bargaining_in("#####\n#@Ar#\n#####") as arena:
        rat = arena.find("Rat")
        assert do(arena, moving.Step(-1, 0), rat) == acting.Refused("Something is in the way.")
        assert isinstance(
            do(arena, bargaining.Agree(arena.find("Stone Altar"), "Give blood"), rat),
            acting.Refused,
        )


# --- what is told beforehand


def told(arena: Arena, thing: str) -> dict[str, list[str]]:
    """Return the notes of each deal that something offers."""
    view = choices.bargain_view(arena.game, arena.find(thing))
    return {deal.name: [words for words, _ in deal.notes] for deal in view.deals}


def test_of_a_deal_only_what_no_figure_and_no_row_tells_is_told() -> None:
    """Neither what becomes of the altar, nor what will be said, nor which thing the thing is that one receives."""
    with bargaining_in("#####\n#@A.#\n#####") as arena:
        assert told(arena, "Stone Altar") == {
            "Be mended": [],
            "Give blood": [],
            "Give skill": ["you receive a dagger"],
        }


def test_what_becomes_of_others_is_told() -> None:
    with bargaining_in("######\n#@/.G#\n######") as arena:
        assert sorted(told(arena, "Lever")["Pull"]) == [
            "a noise, heard 12 steps away",
            "a raised grating appears",
        ]


def test_nobody_deals_with_what_they_neither_see_nor_remember(altar: Arena) -> None:
    """A hero who is blind beside an altar that was never seen was refused by the forecast, and not by the command."""
    game, level, stone = altar.game, altar.game.level, altar.find("Stone Altar")
    seen = level.visible
    level.visible = np.zeros_like(seen)
    level.remembered.things.pop((2, 1), None)
    assert acting.perform(
        bargaining.Agree(stone, "Give blood"), altar.player, game
    ) == acting.Refused(bargaining.NOTHING)
    assert bump(altar) == acting.Refused("Something is in the way.")
    level.visible = seen
    assert (
        acting.perform(bargaining.Agree(stone, "Give blood"), altar.player, game) == acting.Done()
    )


def test_a_captive_joins_or_turns_on_who_opens_and_the_forecast_says_how_likely() -> None:
    with bargaining_in("#####\n#@C.#\n#####") as arena:
        seen = foresee(
            arena.game, arena.player, bargaining.Agree(arena.find("Caged Imp"), "Open it")
        )
        assert seen.notes["the imp joins you"] == pytest.approx(0.5)
        assert seen.notes["the imp turns on you"] == pytest.approx(0.5)
    ends = set()
    for seed in range(8):
        with bargaining_in("#####\n#@C.#\n#####", seed=seed) as arena:
            assert agree(arena, "Caged Imp", "Open it") == acting.Done()
            imp = arena.find("Imp")
            ends.add(factions.master_of(imp) == arena.player)
            assert arena.position(imp) == (2, 1)
            assert invariants.faults(arena.game) == []
    assert ends == {True, False}


def test_of_two_captives_one_goes_free() -> None:
    with bargaining_in("######\n#c@C.#\n######") as arena:
        group(arena, arena.find("Caged Imp"), arena.find("Caged Rat"))
        assert agree(arena, "Caged Rat", "Open it") == acting.Done()
        assert factions.master_of(arena.find("Rat")) == arena.player
        assert names(arena, 3, 1) == ["Bent Cage"]
        assert invariants.faults(arena.game) == []


def test_a_toll_is_paid_or_the_bar_broken() -> None:
    with bargaining_in("#####\n#@T.#\n#####") as arena:
        component(arena.player, vitals.Pools).gold = 40.0
        assert agree(arena, "Toll Bar", "Pay") == acting.Done()
        assert component(arena.player, vitals.Pools).gold == 10.0
        assert arena.game.standing == {}
    with bargaining_in("#####\n#@T.#\n#####") as arena:
        seen = foresee(
            arena.game, arena.player, bargaining.Agree(arena.find("Toll Bar"), "Break it")
        )
        assert any("think worse of you" in words for words in seen.notes)
        assert agree(arena, "Toll Bar", "Break it") == acting.Done()
        assert arena.game.standing == {"Townsfolk": -40}


def test_a_lock_wants_its_key_and_uses_it_up() -> None:
    with bargaining_in("######\n#@L.r#\n######") as arena:
        with unchanged(arena):
            assert bump(arena) == acting.Refused("That takes an Iron Key, and you have none.")
        arena.give(arena.player, "Iron Key")
        assert bump(arena) == acting.Done()
        assert names(arena, 2, 1) == ["Door"]
        assert arena.inventory() == []
        assert bump(arena) == acting.Done()  # it is a door like any other now, and opens
        assert arena.move(1, 0).refused is None
        assert invariants.faults(arena.game) == []


def test_no_way_leads_through_a_lock() -> None:
    with bargaining_in("######\n#@L.r#\n######") as arena:
        level = arena.game.level
        assert level.toward((1, 1)).distance((4, 1)) is None
        arena.give(arena.player, "Iron Key")
        bump(arena)
        assert level.toward((1, 1)).distance((4, 1)) == 3


def test_a_lever_raises_the_grating_and_is_heard() -> None:
    with bargaining_in("#######\n#/@...#\n###G###\n#.....#\n#######") as arena:
        assert bump(arena, -1) == acting.Done()
        assert names(arena, 3, 2) == ["Raised Grating"]
        assert arena.game.level.is_free((3, 2))
        assert [change.steps for change in of(arena.game.trace, changes.Sounded)] == [12]
        assert invariants.faults(arena.game) == []


def test_a_lever_with_nothing_to_move_is_refused() -> None:
    with bargaining_in("#####\n#/@.#\n#####") as arena:
        seen = foresee(arena.game, arena.player, bargaining.Agree(arena.find("Lever"), "Pull"))
        assert seen.refused is None  # it is heard, if nothing else
        assert bump(arena, -1) == acting.Done()


def test_a_door_in_a_wall_is_a_wall_until_it_is_found() -> None:
    with bargaining_in("######\n#@S..#\n######") as arena:
        door = arena.find("Secret Door")
        wall = bump(arena, 0, 1)
        with unchanged(arena):
            assert bump(arena) == wall == acting.Refused("A wall is in the way.")
            assert agree(arena, door, "Open") == acting.Refused("There is nothing to agree to.")
        place = place_view(arena.game, (2, 1))
        assert (place.ground, place.things, place.words) == ("a wall", (), ())
        assert map_view(arena.game).tiles[2, 1] == Tile.WALL
        arena.teach("Zap")
        assert (2, 1) not in aimable(arena.game, spell_use.Cast("Zap"))
        refused = [arena.forecast("Zap", point).refused for point in ((2, 1), (1, 0))]
        assert refused[0] == refused[1]


def test_who_waits_beside_a_door_in_a_wall_finds_it() -> None:
    with bargaining_in("######\n#@S..#\n######", seed=4) as arena:
        arena.wait(12)
        door = arena.find("Secret Door")
        assert component(door, spatial.Hidden).found
        assert bump(arena) == acting.Done()
        assert names(arena, 2, 1) == ["Door"]
        assert place_view(arena.game, (2, 1)).ground == "the floor"
        assert invariants.faults(arena.game) == []


def test_nobody_finds_a_door_in_a_far_wall_sooner_than_a_trap() -> None:
    found = 0
    for seed in range(20):
        with bargaining_in("########\n#@....S#\n########", seed=seed) as arena:
            arena.wait(2)
            found += component(arena.find("Secret Door"), spatial.Hidden).found
    assert found <= 6
