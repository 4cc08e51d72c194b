"""What each tile near by would cost is shown by a key, until something else is done."""

from collections.abc import Callable

from roguelike.testing import Arena
from roguelike.toolkit.inputs import Released
from tests.person import Person

Seat = Callable[..., Person]
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
