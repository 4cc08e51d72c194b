"""Bargaining and throwing as a player does them: by keys and by mouse, looked at first, told before it is agreed to."""

from collections.abc import Iterator

import pytest

from roguelike.components import actors, bargains, items, vitals
from roguelike.core.geometry import Point
from roguelike.testing import Arena
from roguelike.world import ecs
from tests.person import Person

ALTAR, POTIONS = "Old Altar", ("Great Health Potion", "Great Mana Potion")


def beside(arena: Arena) -> tuple[int, int]:
    """Return the step to a free tile beside the player."""
    x, y = arena.position(arena.player) or (0, 0)
    around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    return next(
        (dx, dy)
        for dx, dy in around
        if not (dx and dy)
        and arena.game.level.is_free((x + dx, y + dy))
        and not arena.at(x + dx, y + dy)
    )


def put(arena: Arena, name: str) -> tuple[Point, int]:
    """Put something beside the player; return the step there, and the thing."""
    dx, dy = beside(arena)
    x, y = arena.position(arena.player) or (0, 0)
    return (dx, dy), arena.spawn(name, x + dx, y + dy)


ARROWS = {(-1, 0): "left", (1, 0): "right", (0, -1): "up", (0, 1): "down"}


@pytest.fixture
def pilot() -> Iterator[Person]:
    pilot = Person(seed=7, size=(80, 24))
    pilot.press("n", "enter")
    yield pilot
    pilot.close()


@pytest.mark.parametrize("by_mouse", [False, True])
def test_an_altar_is_walked_up_to_told_of_and_paid(pilot: Person, by_mouse: bool) -> None:  # noqa: FBT001
    arena = pilot.arena
    step, altar = put(arena, ALTAR)
    pilot.press("x", "escape")
    cell = pilot.cell_of(altar)
    assert cell is not None
    turn = arena.game.turn
    if by_mouse:
        pilot.hover(*cell)
        assert pilot.shows("Old Altar")
        pilot.click(*cell)
    else:
        pilot.press(ARROWS[step])
    assert pilot.screens == ["Play", "Bargain"]
    assert arena.game.turn == turn
    pilot.press("down")
    assert pilot.shows("Magic")
    assert pilot.shows("→")
    most = ecs.get(arena.player, vitals.Pools).max_hp
    if by_mouse:
        pilot.click_on(") Learn from it")
    else:
        pilot.press("enter")
    assert pilot.screens == ["Play"]
    assert ecs.get(arena.player, vitals.Pools).max_hp == most - 8
    assert not arena.alive(altar)


def test_a_deal_says_each_change_once_and_one_that_is_only_talk_what_it_costs(
    pilot: Person,
) -> None:
    step, _ = put(pilot.arena, ALTAR)
    pilot.press(ARROWS[step], "down")
    assert pilot.shows("Maximum health  30 → 22")
    assert sum("30 → 22" in row for row in pilot.text) == 1
    pilot.press("escape")
    pilot.arena.set_pools(pilot.arena.player, hp=29)
    pilot.press(ARROWS[step], "down")
    assert pilot.shows(" Health  29 → 22"), "who is wounded loses less at once"
    pilot.press("escape")
    step, _ = put(pilot.arena, "Clerk of Accounts")
    pilot.press(ARROWS[step])
    assert pilot.shows("Ask what is owed")
    assert pilot.shows("That costs nothing.")


def test_a_deal_that_cannot_be_paid_still_tells_what_it_gives(pilot: Person) -> None:
    step, _ = put(pilot.arena, "Goblin Throne")
    pilot.press(ARROWS[step])
    assert pilot.shows("That takes 50 gold, and you have 0.")
    assert pilot.shows("Maximum health +10 for good")


def test_leaving_an_altar_be_costs_nothing(pilot: Person) -> None:
    arena = pilot.arena
    step, altar = put(arena, ALTAR)
    before = arena.state_hash()
    pilot.press(ARROWS[step], "escape")
    assert pilot.screens == ["Play"]
    pilot.press(ARROWS[step], "a")  # in full health there is nothing to mend
    assert pilot.screens == ["Play", "Bargain"]
    assert pilot.shows("already at full health")
    pilot.press("escape")
    assert arena.alive(altar)
    assert arena.state_hash() == before


def test_a_deal_that_gives_nothing_is_asked_about_once(pilot: Person) -> None:
    """The town is known to everybody who lives there: a map of it is no use."""
    arena = pilot.arena
    step, _ = put(arena, "Vessin the Deserter")
    pools = ecs.get(arena.player, vitals.Pools)
    pools.gold = 100.0
    pilot.press(ARROWS[step], "b", "b")
    assert pilot.screens == ["Play", "Bargain", "Confirm"]
    assert pilot.shows("nothing for you now")
    pilot.press("n")
    assert pilot.screens == ["Play", "Bargain"]
    assert pools.gold == 100.0
    pilot.press("b", "y")
    assert pilot.screens == ["Play"]
    assert pools.gold == 70.0
    pilot.press(ARROWS[step], "b", "b")
    assert pilot.screens == ["Play"], "of one that gives something there is no question"
    assert pools.gold == 10.0


def test_what_one_is_given_is_told_of_oneself(pilot: Person) -> None:
    step, _ = put(pilot.arena, "Sealed Sarcophagus")
    pilot.press(ARROWS[step])
    assert pilot.shows("You receive a Ring of Wit")


def test_who_stands_on_one_of_several_is_told_what_taking_it_loses(pilot: Person) -> None:
    arena = pilot.arena
    things = [put(arena, name) for name in POTIONS]
    for _, thing in things:
        ecs.attach(thing, bargains.Terms(1))
    pilot.press(ARROWS[things[0][0]])
    assert pilot.shows("here: g takes one of 2")
    pilot.press("g")
    assert len([words for words in arena.log if words.endswith("potion is lost.")]) == 1
    assert not pilot.shows("takes one of")


def test_a_gift_is_told_of_by_what_it_does(pilot: Person) -> None:
    step, _ = put(pilot.arena, "Goblin Throne")
    pilot.press(ARROWS[step], "b")
    assert pilot.shows("receive a Battleaxe +2")
    assert pilot.shows("Instead of the Rusty Longsword: mean damage +3, to hit +3, slowing -2.")
    pilot.press("escape")
    assert "Battleaxe +2" not in pilot.arena.inventory()


def test_something_is_thrown_by_keys(pilot: Person) -> None:
    arena = pilot.arena
    food = arena.give(arena.player, "Rations")
    pilot.press("F")
    assert pilot.screens == ["Play", "Inventory"]
    assert pilot.shows("Throw what?")
    pilot.click_on("Rations")
    assert pilot.screens == ["Play", "Targeting"]
    pilot.press("enter")
    assert pilot.screens == ["Play"]
    assert food not in ecs.get(arena.player, items.Pack).items
    assert arena.position(food) is not None


def test_what_is_worn_is_asked_about_before_it_is_thrown(pilot: Person) -> None:
    arena = pilot.arena
    worn = dict(ecs.get(arena.player, items.Pack).worn)
    pilot.press("F", "a")
    assert pilot.screens == ["Play", "Inventory", "Confirm"]
    pilot.press("n")
    assert pilot.screens == ["Play", "Inventory"]
    pilot.press("a", "y")
    assert pilot.screens == ["Play", "Targeting"]
    pilot.press("escape")
    assert ecs.get(arena.player, items.Pack).worn == worn


def test_the_cursor_begins_on_what_is_not_worn_when_something_is_thrown(pilot: Person) -> None:
    arena = pilot.arena
    arena.give(arena.player, "Rations")
    pilot.press("F", "enter")
    assert pilot.screens == ["Play", "Targeting"]


def test_help_and_keys_name_throwing(pilot: Person) -> None:
    pilot.press("?")
    rows = []
    for _ in range(12):
        rows += pilot.text
        pilot.press("page_down")
    assert any("Throw something" in row for row in rows)


def test_a_deal_in_a_fight_tells_what_comes_by_the_next_turn(pilot: Person) -> None:
    arena = pilot.arena
    step, _ = put(arena, ALTAR)
    (dx, dy), x, y = beside(arena), *(arena.position(arena.player) or (0, 0))
    boar = arena.spawn("Wild Boar", x + dx, y + dy)
    ecs.get(boar, actors.Mind).target = arena.player
    arena.set_pools(arena.player, hp=9)
    pilot.press(ARROWS[step])
    assert pilot.screens[-1] == "Bargain"
    before = arena.state_hash()
    pilot.advance(3)
    assert pilot.shows("Then:")
    assert pilot.shows("You lose")
    assert pilot.shows("regain")
    assert not pilot.shows("more row"), "nothing is cut at 80x24"
    assert arena.state_hash() == before
