"""Learning and casting, with the keys and with the mouse: seen before it is done, and free until it is.

A new level's choice by keys and by mouse: told on the play screen, kept until made.
"""

import pytest

from roguelike.components import growth, items, vitals
from roguelike.testing import Arena
from roguelike.world import ecs, figures
from tests.person import PIT, QUIET, Person, Seat
from tests.rooms import component, inflict


def zapper(arena: Arena) -> None:
    """Know Zap."""
    arena.teach("Zap")


def aiming(room: Seat) -> tuple[Person, int]:
    """Sit down aiming Zap at an orc."""
    person = room(PIT, zapper)
    person.press("ctrl+1")
    assert person.screens == ["Play", "Targeting"]
    return person, person.arena.find("Orc")


def test_from_the_title_to_a_dead_monster(real: Seat) -> None:
    person = real(seed=7)
    person.press("n", "enter")
    assert person.screens == ["Play"]
    arena = person.arena
    assert "Beginner's Magic" in arena.inventory()
    assert person.shows("Beginner's Magic")
    person.press("shift+1")
    assert person.arena.known_spells() == ["Zap"]
    assert person.shows("^1 Zap")
    person.settle()
    here = arena.position(arena.player)
    rat = arena.spawn("Rat", here[0] + 2, here[1])
    assert person.shows("Rat")
    mana = arena.mana(arena.player)
    while arena.alive(rat) and arena.mana(arena.player):
        person.press("ctrl+1")
        assert person.screens == ["Play", "Targeting"]
        assert arena.mana(arena.player) == mana
        person.press("ctrl+1")
        mana -= 1
        assert arena.mana(arena.player) == mana
        person.settle()
    assert not arena.alive(rat)
    assert arena.xp(arena.player) > 0


def reader(arena: Arena) -> None:
    """Know a spell that wants a thing to work on, and carry two that it could."""
    arena.teach("Small Print")
    for item in ("Health Potion", "Fireball Scroll"):
        arena.give(arena.player, item)


def test_a_spell_that_wants_a_thing_asks_once_and_is_cast(room: Seat) -> None:
    person = room(QUIET, reader)
    arena = person.arena
    before, (potion, scroll) = person.state, component(arena.player, items.Pack).items
    person.press("ctrl+1")
    assert person.screens == ["Play", "Choose"]
    assert person.shows("Small Print: on what?")
    person.press("escape")
    assert person.screens == ["Play"]
    assert person.state == before
    person.press("ctrl+1", "down", "enter")
    assert person.screens == ["Play"]
    assert arena.shown_name(scroll) == "Fireball Scroll"
    assert arena.shown_name(potion) != "Health Potion"
    assert arena.mana(arena.player) == 3


def test_how_far_it_is_agrees_with_the_range(room: Seat) -> None:
    person = room(PIT, zapper)
    person.press("ctrl+1")
    person.press("right", "down", "down")
    assert person.shows("7 tiles away")
    assert person.shows("out of range")


def test_a_neighbour_is_beside_one_and_not_two_tiles_away(room: Seat) -> None:
    person = room(PIT, zapper)
    person.press("ctrl+1", "s", "n")
    assert person.shows("beside you")
    assert not person.shows("tiles away")
    person.press("n")
    assert person.shows("3 tiles away")


def test_with_nobody_in_sight_a_spell_key_pressed_twice_harms_nobody(room: Seat) -> None:
    """Pressing a spell's key twice in an empty room must not harm its caster."""
    person = room(QUIET, zapper)
    hp = person.arena.hp(person.arena.player)
    person.press("ctrl+1", "ctrl+1", "escape")
    person.settle()
    assert person.arena.hp(person.arena.player) == hp


def test_what_takes_one_there_is_aimed_away_from_enemies_first(new_game: Seat) -> None:
    """Fleeing a dragon, who pressed the key twice stood beside it again."""
    pilot = new_game(seed=7, size=(80, 24))
    arena = pilot.arena
    arena.teach("Side Door")
    x, y = arena.position(arena.player) or (0, 0)
    foe = arena.spawn("Orc", x - 1, y)
    pilot.press("x", "escape", "ctrl+1", "ctrl+1")
    there, orc = arena.position(arena.player), arena.position(foe)
    assert max(abs(there[0] - orc[0]), abs(there[1] - orc[1])) > 2


def offers_of_a_level(pilot: Person) -> tuple[str, ...]:
    """Begin a game, gain a level in it, and return what it offers."""
    pilot.press("n", "enter")
    player = pilot.arena.player
    inflict(pilot.arena, "experience", player, amount=1000)
    return ecs.get(player, growth.Talents).waiting[0].offers


@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_choice_is_told_looked_at_and_made(by_mouse: bool) -> None:  # noqa: FBT001
    pilot = Person(seed=7, size=(80, 24))
    first, second, _ = offers_of_a_level(pilot)
    arena = pilot.arena
    pilot.press("x", "escape")
    assert pilot.shows("Level 2: choose (p)")
    if by_mouse:
        pilot.click_on("choose (p)")
    else:
        pilot.press("p")
    assert pilot.screens == ["Play", "Growth"]
    assert pilot.shows(f">a) {first}")
    pilot.press("down")
    assert pilot.shows("→")
    turn = arena.game.turn
    if by_mouse:
        pilot.click_on(f") {second}")
    else:
        pilot.press("enter")
    assert pilot.screens == ["Play"]
    assert ecs.get(arena.player, growth.Talents) == growth.Talents((second,), ())
    assert arena.game.turn == turn
    assert not pilot.shows("choose (p)")
    pilot.close()


def test_a_letter_shows_an_offer_and_takes_it_only_when_pressed_again() -> None:
    with Person(seed=7, size=(80, 24)) as pilot:
        _, second, _ = offers_of_a_level(pilot)
        pilot.press("p", "b")
        assert pilot.screens == ["Play", "Growth"]
        assert pilot.shows(f">b) {second}")
        assert pilot.shows("Enter [Take it]")
        pilot.press("b")
        assert pilot.screens == ["Play"]
        assert ecs.get(pilot.arena.player, growth.Talents) == growth.Talents((second,), ())


def test_where_nothing_waits_to_be_chosen_nothing_is_there_to_take(new_game: Seat) -> None:
    pilot = new_game(seed=7, size=(80, 24))
    pilot.press("p")
    assert pilot.screens == ["Play", "Growth"]
    assert pilot.shows("There is nothing to choose now")
    assert not pilot.shows("Take it")
    pilot.press("enter")
    assert pilot.screens == ["Play", "Growth"]


def test_the_offer_under_the_cursor_is_taken_by_a_click_on_the_button() -> None:
    with Person(seed=7, size=(80, 24)) as pilot:
        _, second, _ = offers_of_a_level(pilot)
        pilot.press("p", "b")
        pilot.click_on("Take it]")
        assert ecs.get(pilot.arena.player, growth.Talents) == growth.Talents((second,), ())


def test_the_sheet_says_what_the_next_level_adds(new_game: Seat) -> None:
    pilot = new_game(seed=7, size=(80, 24))
    arena = pilot.arena
    for level in (2, 3, 4):
        experience = figures.experience_to_leave(arena.game.content, level - 1)
        pilot.press("C")
        told = [row for row in pilot.text if f" at level {level} " in row]
        pilot.press("escape")
        before = arena.max_hp(arena.player), arena.max_mana(arena.player)
        lacking = experience - ecs.get(arena.player, vitals.Pools).xp
        inflict(arena, "experience", arena.player, amount=lacking)
        after = arena.max_hp(arena.player), arena.max_mana(arena.player)
        more = [new - old for old, new in zip(before, after, strict=True)]
        assert 0 not in more
        for row, pool, amount in zip(told, ("Health", "Mana"), more, strict=True):
            assert pool in row
            assert f" +{amount} at level {level} " in row
