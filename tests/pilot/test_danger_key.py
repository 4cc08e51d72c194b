"""What each tile near by would cost is shown by a key, until something else is done."""

import re
from typing import Any

import pytest
from tcod.event import KeyDown, KeySym, KeyUp, Modifier, Scancode

from roguelike.devices.window_input import KeyTranslator
from roguelike.testing import Arena
from roguelike.toolkit.inputs import Key, Released
from roguelike.ui.stage.stage import in_figures
from tests.person import Person, Seat

PIT = """
###############
#.............#
#..@oo........#
#...o.........#
###############"""


def hale(arena: Arena) -> None:
    """Stand a fight."""
    arena.set_pools(arena.player, hp=60, max_hp=60)


def costs(person: Person) -> dict[tuple[int, int], float]:
    """Return what the tiles are said to cost."""
    return {mark.cells[0]: mark.amount for mark in person.marks if mark.kind == "danger"}


def test_the_costs_of_tiles_are_shown_until_something_else_is_done(room: Seat) -> None:
    person = room(PIT, hale)
    before = person.state
    assert not costs(person)
    person.press("X")
    person.settle(3)
    shown = costs(person)
    here = person.arena.position(person.arena.player)
    assert here in shown
    assert shown[0 + 1, 2] < shown[here], "farther from the orcs"
    assert max(abs(x - here[0]) for x, _ in shown) == 3
    person.press("X")
    assert costs(person), "a held key repeats"
    assert person.state == before
    person.press("x", "escape")
    assert not costs(person)
    person.press("X")
    person.settle(1)
    person.give(Released())
    assert not costs(person)


@pytest.mark.parametrize("repeats", [0, 2])
def test_a_window_tells_when_a_key_is_let_go_that_repeated(repeats: int) -> None:
    key: dict[str, Any] = {"scancode": Scancode.X, "sym": KeySym.X, "mod": Modifier.LSHIFT}
    keys = KeyTranslator()
    assert keys.translate(KeyDown(**key)) == (Key("X"),)
    for _ in range(repeats):
        assert keys.translate(KeyDown(**key, repeat=True)) == (Key("X"),)
    assert keys.translate(KeyUp(**key)) == ((Released(),) if repeats else ())
    assert keys.translate(KeyUp(**key)) == ()


def test_one_s_own_tile_costs_what_the_panel_says_of_waiting(room: Seat) -> None:
    """The map said 6.7 while the panel beside it said 3.8: it had played fewer samples."""
    person = room(PIT, hale)
    person.press("X")
    person.settle(3)
    own = costs(person)[person.arena.position(person.arena.player)]
    (said,) = re.findall(r"Wait  -([\d.]+)", "\n".join(person.text))
    assert in_figures(own) == said


def test_escape_takes_them_back_and_opens_no_menu(room: Seat) -> None:
    person = room(PIT, hale)
    person.press("X")
    person.settle(1)
    person.press("escape")
    assert not costs(person)
    assert person.top == "Play"
    person.press("escape")
    assert person.top != "Play"
