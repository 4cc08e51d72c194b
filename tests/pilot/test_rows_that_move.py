"""A click on the side panel is meant for the row that stood under the mouse when it got there."""

import pytest

from roguelike.components import actors
from roguelike.testing import Arena
from roguelike.ui.screens.play_view import HOLD_SECONDS
from tests.person import CROWD, QUIET, Seat
from tests.rooms import component

SIZES = (80, 24), (80, 50), (120, 40), (200, 60)


def slowed(arena: Arena) -> None:
    """Know spells, carry and wear things, and have a status that will end."""
    for spell in ("Zap", "Web"):
        arena.teach(spell)
    for item in ("Health Potion", "Rations"):
        arena.give(arena.player, item)
    arena.use(arena.give(arena.player, "Slow Potion"))


@pytest.mark.usefixtures("brief_thought")
@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.soak)])
def test_spells_and_things_stay_where_they_are_whatever_comes_and_goes(
    room: Seat, every: int
) -> None:
    """Through a fight and with a status that begins and ends, be the panel full or not, each at other sizes."""
    person = room(CROWD, slowed)
    person.arena.set_pools(person.arena.player, hp=900, max_hp=900)
    places, statuses = dict[tuple[int, int], tuple[int, int]](), set()
    for turn in range(25):
        statuses.add(tuple(person.arena.statuses(person.arena.player)))
        for size in SIZES[turn % every :: every]:
            person.resize(*size)
            assert places.setdefault(size, person.where("1 Zap")) == person.where("1 Zap"), size
        person.press(".")
        person.settle(0.5)
        if person.top != "Play":
            person.press("escape")
    assert len(statuses) > 1


FRIENDS = QUIET.replace("@..%..", "@..r.k")


def out_of_the_way(arena: Arena) -> None:
    """Have two strangers in view who keep still, and a status above their rows that will end."""
    slowed(arena)
    for name in ("Rat", "Kobold"):
        component(arena.find(name), actors.Mind).awake = False


@pytest.mark.parametrize("waits", [0.0, HOLD_SECONDS + 0.1])
def test_a_click_right_after_a_status_ended_goes_to_the_row_that_stood_there(
    room: Seat, waits: float
) -> None:
    """A moment later it goes to the row that stands there now."""
    person = room(FRIENDS, out_of_the_way)
    names = sorted(("Rat", "Kobold"), key=lambda name: -person.where(name)[1])
    for _ in range(60):
        at = person.where(names[0])
        person.hover(*at)
        person.press(".")
        if person.where(names[0]) != at:
            break
    person.advance(waits)
    now = person.text[at[1]][at[0] :].strip()
    person.click(*at)
    assert person.top == ("Look" if now or not waits else "Play")


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
