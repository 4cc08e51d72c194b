"""Using things: what is spent, what is learned of them, what they give away before."""

import pytest

from roguelike.actions import acting, item_use
from roguelike.components import items
from roguelike.engine.session import Session
from tests.rooms import Draw, component, do, fingerprint, lost, unchanged

ALONE = "####\n#@.#\n####"
CORRIDOR = """
    ###########
    #@...g...k#
    ###########
"""
UNKNOWN = ("Fireball Scroll", "Confusion Scroll", "Magic Missile Scroll", "Rod of Venom")


def test_a_thing_of_one_charge_is_used_up(draw: Draw) -> None:
    arena = draw(CORRIDOR)
    scroll = arena.give(arena.player, "Magic Missile Scroll")
    assert arena.use(scroll, (5, 1)).refused is None
    assert arena.inventory() == []
    assert not arena.alive(scroll)
    assert not arena.alive(arena.at(5, 1)[0]) if arena.at(5, 1) else True
    assert arena.xp(arena.player) == 100


def test_a_choice_that_nobody_asked_for_is_no_target(draw: Draw) -> None:
    """A stranger's replay named somebody far away as what a scroll is used on, and they were moved by it."""
    arena = draw("##########\n#@..g....#\n#........#\n##########", raws=None)
    here, goblin = arena.position(arena.player), arena.find("Goblin")
    there = arena.position(goblin)
    arena.identify("Teleport Scroll")
    scroll = arena.give(arena.player, "Teleport Scroll")
    Session(arena.game).do(item_use.UseItem(scroll, choice=goblin))
    assert arena.position(goblin) == there
    assert arena.position(arena.player) != here


def test_a_rod_loses_a_charge_at_a_time_and_stays_when_empty(draw: Draw) -> None:
    arena = draw("#######\n#@.o..#\n#######")
    rod = arena.give(arena.player, "Rod of Fireballs")
    arena.set_pools(arena.player, hp=30, max_hp=900)
    arena.set_pools(arena.player, hp=900)
    arena.set_pools(arena.find("Ogre"), max_hp=900, hp=900)
    for left in (4, 3, 2, 1, 0):
        assert arena.use(rod, (3, 1)).refused is None
        assert arena.charges(rod) == left
    with unchanged(arena):
        assert "out of charges" in str(arena.use(rod, (3, 1)).refused)
    assert arena.inventory() == ["Rod of Fireballs"]


@pytest.mark.parametrize("name", UNKNOWN)
@pytest.mark.parametrize("aim", [None, (9, 1), (0, 1), (3, 1), (-5, 1)])
def test_a_refused_use_keeps_the_thing_and_does_not_identify_it(
    draw: Draw, name: str, aim: tuple[int, int] | None
) -> None:
    arena = draw("##########\n#@......##\n##########")
    item = arena.give(arena.player, name)
    shown = arena.shown_name(item)
    assert shown != name
    before = fingerprint(arena)
    result = arena.use(item, aim)
    if aim == (3, 1):
        assert result.refused is None  # trying is the price of knowing
        assert name in arena.game.identified
        return
    assert result.refused is not None
    assert fingerprint(arena) == before
    assert arena.shown_name(item) == shown
    for word in name.split():
        if word not in ("Scroll", "Rod", "of"):
            assert word.lower() not in result.refused.lower()


def test_asking_for_an_aim_does_not_identify(draw: Draw) -> None:
    arena = draw(CORRIDOR)
    for name in UNKNOWN:
        item = arena.give(arena.player, name)
        asked = do(arena, item_use.UseItem(item))
        assert isinstance(asked, acting.Ask)
        assert asked.what == "target"
        assert name not in asked.prompt
        assert arena.shown_name(item) in asked.prompt


def test_an_unknown_scroll_picks_what_it_works_on_by_itself(draw: Draw) -> None:
    arena = draw(ALONE)
    scroll = arena.give(arena.player, "Identify Scroll")
    hidden = [
        arena.shown_name(arena.give(arena.player, name)) for name in ("Mana Potion", "Sleep Potion")
    ]
    asked = do(arena, item_use.UseItem(scroll))
    assert isinstance(asked, acting.Ask)
    assert asked.what == "target"
    here = arena.position(arena.player)
    assert arena.use(scroll, here).refused is None
    names = [arena.shown_name(item) for item in component(arena.player, items.Pack).items]
    assert len(names) == 2
    assert len(set(names) & set(hidden)) == 1


def test_using_identifies(draw: Draw) -> None:
    arena = draw(ALONE)
    arena.set_pools(arena.player, hp=5)
    one, other = (arena.give(arena.player, "Health Potion") for _ in range(2))
    assert arena.shown_name(other) != "Health Potion"
    hidden = arena.shown_name(one)
    result = arena.use(one)
    assert arena.shown_name(other) == "Health Potion"
    assert f"The {hidden.lower()} is a health potion." in result.log


def test_an_unknown_potion_for_nothing_is_drunk_and_then_known(draw: Draw) -> None:
    arena = draw(ALONE)
    potion, other = (arena.give(arena.player, "Health Potion") for _ in range(2))
    result = arena.use(potion)
    assert result.refused is None
    assert result.log[-1] == "Nothing seems to happen."
    assert arena.inventory() == ["Health Potion"]
    assert arena.shown_name(other) == "Health Potion"
    with unchanged(arena):
        assert arena.use(other).refused == "You are already at full health."


def test_what_one_does_not_have_one_cannot_use(draw: Draw) -> None:
    arena = draw("#####\n#@!g#\n#####")
    lying = arena.find("Health Potion")
    goblins = arena.give(arena.find("Goblin"), "Health Potion")
    arena.set_pools(arena.player, hp=1)
    for item in (lying, goblins, arena.player, arena.find("Goblin"), 0, 99_999):
        with unchanged(arena):
            assert arena.use(item).refused == "You do not have that."


def test_loot_has_no_use(draw: Draw) -> None:
    arena = draw(ALONE)
    hide = arena.give(arena.player, "Hide")
    assert arena.use(hide).refused == "There is no use for the Hide."


def test_a_worn_thing_that_is_used_up_leaves_its_slot_free(draw: Draw) -> None:
    arena = draw(ALONE)
    jacket = arena.equip(arena.player, "Smoking Jacket")
    arena.set_pools(arena.player, hp=10)
    assert arena.use(jacket).refused is None
    assert arena.hp(arena.player) == 15
    arena.wait()
    arena.wait()
    assert arena.inventory() == []
    arena.state_hash()


def test_monsters_use_things_too_which_teaches_the_player_no_names(draw: Draw) -> None:
    arena = draw(CORRIDOR)
    goblin = arena.find("Goblin")
    mine = arena.give(arena.player, "Magic Missile Scroll")
    shown = arena.shown_name(mine)
    result = arena.use(arena.give(goblin, "Magic Missile Scroll"), (1, 1), by=goblin)
    assert lost(result.trace, arena.player) == 20
    assert arena.inventory(goblin) == []
    assert arena.shown_name(mine) == shown


def test_area_scrolls_hit_all_around_the_aim(draw: Draw) -> None:
    arena = draw("############\n#@....gkb..#\n#.......f..#\n############")
    scroll = arena.give(arena.player, "Fireball Scroll")
    result = arena.use(scroll, (7, 1))
    for name in ("Goblin", "Kobold", "Bat"):
        with pytest.raises(LookupError):
            arena.find(name)
    assert lost(result.trace, arena.find("Friend")) == 20
    assert arena.hp(arena.player) == 30
    assert arena.xp(arena.player) == 300
