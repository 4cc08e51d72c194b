"""Every command of play by mouse alone: on the bar, or on the page that its "More" opens.

A click on the side panel is meant for the row that stood under the mouse when it got there.
"""

from pathlib import Path

import pytest

from roguelike.components import actors
from roguelike.testing import Arena
from roguelike.toolkit.keymap import ACTIONS, RUNS, STEPS
from roguelike.ui.panels.bar import IN_TRIALS
from roguelike.ui.screens.play_view import HOLD_SECONDS
from tests.person import CROWD, QUIET, Person, Seat
from tests.rooms import component

SIZES = [(80, 24), (120, 40), (80, 50), (200, 60)]
ROWS_OF_THEIR_OWN = {f"{kind}_{n}" for kind in ("cast", "use") for n in range(1, 10)}
"""Spells and things at hand stand in the panel, each as a row to click."""
USUAL_WINDOW = (158, 62)
"""Cells of the window that opens on a display of 1280 by 960 points."""
IN_THE_BAR = (
    "Inventory", "Spells", "Get", "Shoot", "Throw", "Repeat", "Counsel", "Look", "Wait", "Rest", "Explore", "Down",
    "Up", "You", "Log", "Help", "Menu", "More",
)  # fmt: skip


def mage(arena: Arena) -> None:
    arena.teach("Zap")
    arena.give(arena.player, "Dagger")


def page_down_to(person: Person, words: str) -> None:
    """Turn the wheel on the page that lists everything until the words are in view."""
    for _ in range(40):
        if person.shows(words):
            return
        person.hover(40, 12)
        person.wheel(-1)
    raise AssertionError(f"{words!r} is nowhere on the page")


def wanted(context: str) -> list[str]:
    """Return the labels of all that keys do in a context and no click on map or panel does."""
    clicked = {*STEPS, *RUNS, *ROWS_OF_THEIR_OWN, *IN_TRIALS, "panel"}
    return [each.label for each in ACTIONS if context in each.contexts and each.name not in clicked]


@pytest.mark.parametrize("size", SIZES)
def test_the_page_lists_every_command(room: Seat, size: tuple[int, int]) -> None:
    person = room(CROWD, mage, size=size)
    person.click_on("m More")
    assert person.top == "Unfolded"
    for label in wanted("play"):
        page_down_to(person, label)
    assert not person.shows("Practice, plans: take")


@pytest.mark.parametrize(
    ("label", "top"),
    [
        ("Throw something", "Inventory"),
        ("Counsel: what", "Counsel"),
        ("Practise on a board", "Boards"),
        ("Save a picture", "Message"),
    ],
)
def test_a_click_on_the_page_is_the_command(room: Seat, label: str, top: str) -> None:
    person = room(CROWD, mage)
    person.click_on("m More")
    page_down_to(person, label)
    person.click_on(label)
    assert person.top == top


def test_a_click_on_a_creature_of_the_page_looks_at_it(room: Seat) -> None:
    person = room(CROWD, mage)
    person.click_on("m More")
    page_down_to(person, "In view")
    person.click_on("Kobold")
    assert person.screens == ["Play", "Look"]
    assert person.stack.screens[-1].cursor == person.arena.position(person.arena.find("Kobold"))


def test_what_the_window_does_can_be_clicked_too(room: Seat) -> None:
    person = room(CROWD, mage)
    obeyed: list[str] = []
    person.program.obey = lambda name: obeyed.append(name) is None
    for label in ("Save a picture of the screen", "Fullscreen on and off"):
        person.click_on("m More")
        page_down_to(person, label)
        person.click_on(label)
    assert obeyed == ["screenshot", "fullscreen"]


def test_the_bar_has_throwing_and_repeating(room: Seat) -> None:
    person = room(CROWD, mage, size=(200, 60))
    for words in ("F Throw", "e Repeat"):
        assert person.shows(words)
    person.click_on("F Throw")
    assert person.top == "Inventory"


def test_in_the_usual_window_the_bar_takes_one_row_of_a_level_in_full_view(room: Seat) -> None:
    person = room(CROWD, mage, size=USUAL_WINDOW)
    bar = person.text[-1]
    assert [word for word in IN_THE_BAR if word not in bar] == []
    assert bar.rstrip().endswith("m More")
    assert person.stack.screens[0].view.board.layout.map.height == 51


def test_the_bar_takes_no_row_for_one_word(new_game: Seat) -> None:
    """At 160 columns all but one word have room in a row: it makes room, and the map keeps its row."""
    person = new_game(seed=7, size=(160, 60))
    last, above = person.text[-1], person.text[-2]
    assert last.rstrip().endswith("m More")
    assert "Inventory" in last
    assert "Inventory" not in above


def test_a_replay_is_driven_from_the_page(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path, seed=1, size=(80, 24))
    person.press("n", *[".", "left", "right"] * 5)
    person.press("escape", "a", "y", "escape", "r", "w", "space", "home")
    person.click_on("More")
    assert person.top == "Unfolded"
    page_down_to(person, "A turn forward")
    assert not person.shows("Throw something"), "nothing is thrown in a replay"
    person.click_on("A turn forward")
    assert person.top == "Watch"
    assert person.arena.game.turn == 1


# What everybody does, on the same page


@pytest.mark.parametrize("size", SIZES)
def test_the_page_says_what_everybody_would_do(room: Seat, size: tuple[int, int]) -> None:
    person = room(CROWD, mage, size=size)
    person.press("m")
    person.advance(5)
    page_down_to(person, "If you wait")
    for words in ("strikes the orc", "hunts the rat"):
        page_down_to(person, words)


def test_the_page_goes_on_working_it_out(room: Seat) -> None:
    person = room(CROWD, mage, size=(80, 50))
    person.press("m")
    assert person.shows("Working it out.")
    person.advance(5)
    assert not person.shows("Working it out.")
    assert person.shows("You lose no health.")


def test_no_card_of_the_spell_is_left_where_the_mouse_was_before_aiming(room: Seat) -> None:
    person = room(CROWD, mage, size=(120, 50))
    x, y = person.where("^1 Zap")
    person.hover(x, y)
    card = "5 damage, range 6"
    assert person.shows(card)
    person.click(x, y)
    assert person.top == "Targeting"
    person.click(*person.cell_of(person.arena.find("Kobold")))
    person.settle()
    assert person.top == "Play"
    assert not person.shows(card)


def test_a_click_on_oneself_takes_the_stairs_underfoot(new_game: Seat) -> None:
    """Who has walked to the stairs by a click goes on by another, down and up again."""
    pilot = new_game(seed=7, size=(80, 24))
    session = pilot.program.game
    for _ in range(20):
        if session.way_underfoot:
            break
        pilot.press(">")
        pilot.advance(5)
    for name in ("The Crooked Wood", "The Town of Tidewick"):
        cell = pilot.cell_of(pilot.arena.player)
        assert cell is not None
        pilot.click(*cell)
        pilot.advance(1)
        assert name in pilot.text[0]


def test_the_page_of_the_panel_leaps_to_its_ends_by_key(room: Seat) -> None:
    person = room(CROWD, mage, size=(80, 24))
    person.press("m")
    first = person.text
    assert person.shows("▼")
    person.press("end")
    assert not person.shows("▼")
    assert person.shows("▲")
    person.press("home")
    assert person.text == first


def test_the_page_has_columns_side_by_side_where_there_is_room_and_a_click_takes_each() -> None:
    with Person(seed=7, size=(200, 60)) as pilot:
        pilot.press("n", "enter", "m")
        assert pilot.screens == ["Play", "Unfolded"]
        assert not any(" more" in row for row in pilot.text[:-1]), "all of it is in view"
        assert pilot.shows("In view ─"), "the sections of the panel too"
        assert pilot.where("Character sheet")[0] > 100
        pilot.click_on("Character sheet")
        assert pilot.screens == ["Play", "Character"]
    with Person(seed=7, size=(100, 36)) as pilot:
        pilot.press("n", "enter", "m")
        assert pilot.shows("▼")
        pilot.press("end")
        assert pilot.shows("Save a picture")
        assert pilot.shows("▲")
        pilot.press("home")
        pilot.click_on("Rest until healed")
        assert pilot.screens == ["Play"]


PANEL_SIZES = (80, 24), (80, 50), (120, 40), (200, 60)


def slowed(arena: Arena) -> None:
    """Know spells, carry and wear things, and have a status that will end."""
    for spell in ("Zap", "Web"):
        arena.teach(spell)
    for item in ("Health Potion", "Rations"):
        arena.give(arena.player, item)
    arena.use(arena.give(arena.player, "Slow Potion"))


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.soak)])
def test_spells_and_things_stay_where_they_are_whatever_comes_and_goes(
    room: Seat, every: int
) -> None:
    """Through a fight and with a status that begins and ends, be the panel full or not, each at other sizes."""
    person = room(CROWD, slowed)
    person.arena.set_pools(person.arena.player, hp=900, max_hp=900)
    places, statuses = dict[tuple[int, int], tuple[int, int]](), set()
    for turn in range(25):
        statuses.add(tuple(person.arena.statuses(person.arena.player)))
        for size in PANEL_SIZES[turn % every :: every]:
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
