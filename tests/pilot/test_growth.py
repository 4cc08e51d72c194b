"""A new level's choice by keys and by mouse: told on the play screen, kept until made."""

import pytest

from roguelike.components.growth import Talents
from roguelike.components.vitals import Pools
from roguelike.testing import Pilot
from roguelike.world import ecs
from roguelike.world.figures import experience_to_leave
from tests.rooms import inflict


def offers_of_a_level(pilot: Pilot) -> tuple[str, ...]:
    """Begin a game, gain a level in it, and return what it offers."""
    pilot.press("n", "enter")
    player = pilot.arena.player
    inflict(pilot.arena, "experience", player, amount=1000)
    return ecs.get(player, Talents).waiting[0].offers


@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_choice_is_told_looked_at_and_made(by_mouse: bool) -> None:  # noqa: FBT001
    pilot = Pilot(seed=7, size=(80, 24))
    first, second, _ = offers_of_a_level(pilot)
    arena = pilot.arena
    pilot.press("x", "escape")
    y, row = next((y, row) for y, row in enumerate(pilot.text) if "Level 2: choose (p)" in row)
    if by_mouse:
        pilot.click(row.index("choose"), y)
    else:
        pilot.press("p")
    assert pilot.screens == ["Play", "Growth"]
    assert any(f">a) {first}" in row for row in pilot.text)
    pilot.press("down")
    assert any("→" in row for row in pilot.text)
    turn = arena.game.turn
    if by_mouse:
        y, row = next((y, row) for y, row in enumerate(pilot.text) if f") {second}" in row)
        pilot.click(row.index(second), y)
    else:
        pilot.press("enter")
    assert pilot.screens == ["Play"]
    assert ecs.get(arena.player, Talents) == Talents((second,), ())
    assert arena.game.turn == turn
    assert not any("choose (p)" in row for row in pilot.text)
    pilot.close()


def test_a_letter_shows_an_offer_and_takes_it_only_when_pressed_again() -> None:
    with Pilot(seed=7, size=(80, 24)) as pilot:
        _, second, _ = offers_of_a_level(pilot)
        pilot.press("p", "b")
        assert pilot.screens == ["Play", "Growth"]
        assert any(f">b) {second}" in row for row in pilot.text)
        assert any("Enter [Take it]" in row for row in pilot.text)
        pilot.press("b")
        assert pilot.screens == ["Play"]
        assert ecs.get(pilot.arena.player, Talents) == Talents((second,), ())


def test_where_nothing_waits_to_be_chosen_nothing_is_there_to_take() -> None:
    with Pilot(seed=7, size=(80, 24)) as pilot:
        pilot.press("n", "enter", "p")
        assert pilot.screens == ["Play", "Growth"]
        assert any("There is nothing to choose now" in row for row in pilot.text)
        assert not any("Take it" in row for row in pilot.text)
        pilot.press("enter")
        assert pilot.screens == ["Play", "Growth"]


def test_the_offer_under_the_cursor_is_taken_by_a_click_on_the_button() -> None:
    with Pilot(seed=7, size=(80, 24)) as pilot:
        _, second, _ = offers_of_a_level(pilot)
        pilot.press("p", "b")
        y, row = next((y, row) for y, row in enumerate(pilot.text) if "[Take it]" in row)
        pilot.click(row.index("[Take it]") + 2, y)
        assert ecs.get(pilot.arena.player, Talents) == Talents((second,), ())


def test_the_sheet_says_what_the_next_level_adds() -> None:
    with Pilot(seed=7, size=(80, 24)) as pilot:
        pilot.press("n", "enter")
        arena = pilot.arena
        for level in (2, 3, 4):
            experience = experience_to_leave(arena.game.content, level - 1)
            pilot.press("C")
            told = [row for row in pilot.text if f" at level {level} " in row]
            pilot.press("escape")
            before = arena.max_hp(arena.player), arena.max_mana(arena.player)
            lacking = experience - ecs.get(arena.player, Pools).xp
            inflict(arena, "experience", arena.player, amount=lacking)
            after = arena.max_hp(arena.player), arena.max_mana(arena.player)
            more = [new - old for old, new in zip(before, after, strict=True)]
            assert 0 not in more
            for row, pool, amount in zip(told, ("Health", "Mana"), more, strict=True):
                assert pool in row
                assert f" +{amount} at level {level} " in row
