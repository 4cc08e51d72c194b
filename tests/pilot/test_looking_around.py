"""Looking, log and character; and why resting, exploring and traveling stop or do not begin."""

from collections.abc import Callable

from roguelike.testing import Arena, Pilot
from tests.person import PIT, QUIET, Person

Seat = Callable[..., Person]


def test_resting_and_exploring_stop_when_somebody_comes(room: Seat) -> None:
    def hurt(arena: Arena) -> None:
        arena.set_pools(arena.player, hp=3)

    for key in ("R", "o"):
        person = room(QUIET, hurt)
        arena = person.arena
        person.press(key)
        person.advance(0.04)
        turn = arena.game.turn
        assert turn > 0, key
        arena.spawn("Orc", 8, 1)
        person.advance(0.2)
        stopped = arena.game.turn
        person.advance(5)
        assert arena.game.turn == stopped, key
        assert stopped - turn <= 2, key
        assert person.shows("You see an orc."), key
        person.press(key)
        assert arena.game.turn == stopped, "with an enemy in view it does not begin"
        assert person.page.count("Orc") or person.page.count("enemy")


def test_looking_by_keys_and_by_mouse(room: Seat) -> None:
    person = room(PIT)
    orc = person.arena.find("Orc")
    before = person.state
    person.press("x")
    assert person.screens == ["Play", "Look"]
    assert person.shows("You see ──")
    assert person.shows("9/9")
    person.press("escape")
    cell = person.cell_of(orc)
    assert cell is not None
    assert not person.shows("You see ──")
    person.hover(*cell)
    assert person.shows("Orc")
    assert person.shows("unhurt") or person.shows("9/9")
    person.click(*cell, "right")
    assert person.screens == ["Play", "Look"]
    person.click(*cell, "right")
    assert person.screens == ["Play"]
    assert person.state == before


def test_log_and_character(room: Seat) -> None:
    person = room(PIT, lambda arena: arena.teach("Zap"))
    person.press("ctrl+1", "enter")
    person.settle()
    person.press("M")
    assert person.screens == ["Play", "Log"]
    assert person.shows("Zap")
    person.press("escape", "C")
    assert person.screens == ["Play", "Character"]
    assert person.shows("Spells cast      1")
    person.press("escape")
    assert person.screens == ["Play"]


def test_why_it_does_not_rest_or_travel(room: Seat) -> None:
    person = room(QUIET)
    before = person.state
    person.press("R")
    assert person.shows("There is nothing to recover from.")
    person.press(">")
    assert person.shows("You know of no stairs down")
    assert person.state == before
    hunted = room(PIT, lambda arena: arena.set_pools(arena.player, hp=3))
    hunted.press("R")
    assert hunted.shows("You see an orc.")


def test_without_spells_the_page_offers_nothing_to_do_with_them() -> None:
    with Pilot(seed=7, size=(80, 24)) as pilot:
        pilot.press("n", "Z")
        told = "\n".join(pilot.text)
        assert "You know no spells yet" in told
        assert "[Rune off]" not in told
        pilot.press("escape")
        pilot.arena.teach("Zap")
        pilot.press("Z")
        assert "[Later]" in "\n".join(pilot.text)
        assert "[Rune off]" not in "\n".join(pilot.text), "there is none to take off"
