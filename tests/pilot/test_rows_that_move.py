"""A click on the side panel is meant for the row that stood under the mouse when it got there."""

from collections.abc import Callable

from roguelike.testing import Arena
from roguelike.ui.screens.play_view import HOLD_SECONDS
from tests.person import CROWD, QUIET, Person

Seat = Callable[..., Person]
SIZES = (80, 24), (80, 50), (120, 40), (200, 60)
WORN = ("Stained Tunic", "Torn Trousers", "Old Boots", "Leather Cap")


def slowed(arena: Arena) -> None:
    """Know spells, carry and wear things, and have a status that will end."""
    for spell in ("Zap", "Web"):
        arena.teach(spell)
    for item in ("Health Potion", "Rations"):
        arena.give(arena.player, item)
    for item in WORN:
        arena.equip(arena.player, item)
    arena.use(arena.give(arena.player, "Slow Potion"))


def wait_for_a_shift(person: Person, words: str) -> tuple[int, int]:
    """Put the mouse on some words and wait until they have moved away from under it; return where it stands."""
    for _ in range(60):
        at = person.where(words)
        person.hover(*at)
        person.press(".")
        if person.where(words) != at:
            return at
    raise AssertionError(f"{words!r} never moved")


def under_the_cursor(person: Person) -> str:
    """Return the row of the list with the cursor."""
    return next(row for row in person.text if ">" in row and ")" in row)


def test_spells_and_things_stay_where_they_are_whatever_comes_and_goes(room: Seat) -> None:
    """Through a fight and with a status that begins and ends, be the panel full or not."""
    person = room(CROWD, slowed)
    person.arena.set_pools(person.arena.player, hp=900, max_hp=900)
    places, statuses = dict[tuple[int, int], tuple[int, int]](), set()
    for _ in range(25):
        statuses.add(tuple(person.arena.statuses(person.arena.player)))
        for size in SIZES:
            person.resize(*size)
            assert places.setdefault(size, person.where("1 Zap")) == person.where("1 Zap"), size
        person.press(".")
        person.settle(0.5)
        if person.top != "Play":
            person.press("escape")
    assert len(statuses) > 1


def test_a_click_right_after_a_status_ended_goes_to_the_row_that_stood_there(room: Seat) -> None:
    person = room(QUIET, slowed)
    x, y = wait_for_a_shift(person, "Torn Trousers")
    assert "Old Boots" in person.text[y]
    person.click(x, y)
    assert "Torn Trousers" in under_the_cursor(person)


def test_a_moment_later_it_goes_to_the_row_that_stands_there_now(room: Seat) -> None:
    person = room(QUIET, slowed)
    at = wait_for_a_shift(person, "Torn Trousers")
    person.advance(HOLD_SECONDS + 0.1)
    person.click(*at)
    assert "Old Boots" in under_the_cursor(person)


def test_whoever_moves_the_mouse_means_what_is_there_now(room: Seat) -> None:
    person = room(QUIET, slowed)
    x, y = wait_for_a_shift(person, "Torn Trousers")
    person.hover(x + 1, y)
    person.click(x, y)
    assert "Old Boots" in under_the_cursor(person)


def test_whom_one_pointed_at_may_be_gone_with_the_row(room: Seat) -> None:
    def before_a_weak_rat(arena: Arena) -> None:
        arena.teach("Zap")
        arena.set_pools(arena.find("Rat"), hp=1)

    person = room(CROWD, before_a_weak_rat)
    while not person.shows("►r Rat"):
        person.press("v")
    at = person.where("r Rat")
    person.hover(*at)
    person.press("ctrl+1", "enter")
    assert not person.shows("r Rat")
    person.click(*at)
    assert person.top == "Play"
    assert person.shows("out of view")
