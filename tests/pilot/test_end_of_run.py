"""The end of a run, by death or by giving up, and the next."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roguelike.core.records import replace
from roguelike.testing import Arena
from tests.person import PIT, Person

Seat = Callable[..., Person]


def test_death_is_told_retired_and_followed_by_another_game(room: Seat, tmp_path: Path) -> None:
    def doomed(arena: Arena) -> None:
        arena.set_pools(arena.player, hp=1)
        here = arena.position(arena.player)
        assert here is not None
        arena.spawn("Ogre", here[0] + 1, here[1])

    person = room(PIT, doomed, saves=tmp_path)
    for _ in range(60):
        person.press(".")
        person.settle(1)
        if "GameOver" in person.screens:
            break
    assert person.screens == ["GameOver"]
    assert person.shows("Ogre") or person.shows("ogre")
    person.settle()
    person.press("escape")
    assert person.screens == ["Title"]
    assert not person.shows("Continue")
    person.press("r")
    assert person.shows("Ogre") or person.shows("ogre")
    person.press("escape", "n")
    assert person.screens == ["Play"]
    assert person.arena.hp(person.arena.player) == 30


@pytest.mark.parametrize("animation", ["normal", "off"])
def test_a_death_on_the_way_leads_straight_to_the_end(room: Seat, animation: str) -> None:
    """Somebody who walks across a field of traps dies of them, and need not press a key to learn it."""

    def mined(arena: Arena) -> None:
        arena.set_pools(arena.player, hp=1)
        for x in range(4, 9):
            arena.spawn("Bear Trap", x, 1)

    person = room("###############\n#@............#\n###############", mined)
    person.program.settings = replace(person.program.settings, animation=animation)
    person.click(*cell_beyond(person, 8))
    person.settle(10)
    assert person.screens == ["GameOver"]
    assert person.shows("Bear Trap") or person.shows("bear trap")


def cell_beyond(person: Person, tiles: int) -> tuple[int, int]:
    """Return the cell so many tiles east of the player."""
    cell = person.cell_of(person.arena.player)
    assert cell is not None
    return cell[0] + tiles, cell[1]


def test_giving_up_retires_the_run(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path, seed=1)
    person.press("n", ".", "escape", "a", "y")
    assert person.screens == ["GivenUp"]
    assert person.shows("You gave up.")
    assert person.shows("turn 1")
    assert not person.shows("What would have saved you")
    person.press("down", "down", "down", "enter")
    assert person.top == "Watch"
    assert person.shows("of 1")
    person.press("escape", "escape")
    assert person.screens == ["Title"]
    assert not person.shows("Continue")
    person.press("r")
    assert person.shows("Gave up")


def test_the_keys_for_the_first_and_last_line_work_at_the_end_too(small: Seat) -> None:
    """The end key did nothing, and Enter then began a new game."""
    person = small(seed=1)
    person.press("n", ".", "escape", "a", "y")
    person.press("end", "enter")
    assert person.top == "Watch"
    person.press("escape")
    assert person.screens == ["GivenUp"]
    person.press("home", "enter")
    assert person.screens == ["Play"]
