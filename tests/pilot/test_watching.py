"""Watching a run: every key and button of the replay, at every size, and playing on from any turn."""

from atexit import register
from functools import cache
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import mkdtemp

import pytest

from roguelike.core.formula import Dice
from roguelike.effects import damage
from roguelike.engine.state.snapshot import state_hash
from roguelike.world.game import Cause, Single
from tests.person import Person, Seat, in_small_world

SIZES = [(80, 24), (100, 30), (80, 50), (120, 40), (200, 60)]
TURNS = 70


@cache
def given_up() -> Path:
    """Give up a run after TURNS turns, once for all tests; return the folder of its saves."""
    folder = Path(mkdtemp(prefix="blue-mana-watching-"))
    register(rmtree, folder)
    with in_small_world(saves=folder, seed=1) as person:
        person.press("n")
        person.press(*[".", "left", "right"] * (TURNS // 3), ".")
        assert person.arena.game.turn == TURNS
        person.press("escape", "a", "y")
    return folder


def watching(small: Seat, folder: Path, size: tuple[int, int] = (80, 24)) -> Person:
    """Sit down before the recording of that run, paused at its beginning."""
    copytree(given_up(), folder, dirs_exist_ok=True)
    person = small(saves=folder, seed=1, size=size)
    person.press("r", "w", "space", "home")
    assert person.top == "Watch"
    return person


def turn(person: Person) -> int:
    """Return the turn that is shown."""
    return person.arena.game.turn


@pytest.mark.parametrize("size", SIZES)
def test_it_plays_by_itself_until_the_end(
    small: Seat, tmp_path: Path, size: tuple[int, int]
) -> None:
    person = watching(small, tmp_path, size)
    assert person.shows(f"turn 0 of {TURNS}")
    person.press("space")
    person.advance(2.1)
    assert 5 <= turn(person) <= 9
    assert person.shows("►")
    assert person.shows("Space Pause")
    person.press("space")
    assert person.shows("Space Play ")
    person.press("space")
    person.settle(60)
    assert person.shows("Space Play ")
    assert person.shows(f"turn {TURNS} of {TURNS}")
    assert person.shows("The replay ends here.")
    person.press("space")
    assert turn(person) == 0, "from the beginning again"


def test_keys_lead_to_any_turn(small: Seat, tmp_path: Path) -> None:
    person = watching(small, tmp_path)
    found = []
    for key in (
        "right",
        "right",
        "left",
        "page_down",
        "page_down",
        "page_up",
        "home",
        "end",
        "left",
    ):
        person.press(key)
        person.settle(3)
        found.append(turn(person))
    assert found == [1, 2, 1, 51, 70, 20, 0, 70, 69]
    person.press("g")
    assert person.top == "Turn"
    person.type("33")
    person.press("enter")
    person.settle(3)
    assert turn(person) == 33
    person.press("g", "enter")
    assert person.shows("Type the number of a turn.")
    person.press("9", "9", "9", "enter")
    person.settle(3)
    assert turn(person) == TURNS


def test_buttons_do_what_keys_do(small: Seat, tmp_path: Path) -> None:
    person = watching(small, tmp_path, (160, 40))
    for words, expected in (("Next", 1), ("Next", 2), ("Back", 1), ("End", TURNS), ("Start", 0)):
        person.click_on(f" {words} ")
        person.settle(3)
        assert turn(person) == expected
    person.click_on(" Play  ")
    person.advance(1.1)
    assert turn(person) > 2
    person.click_on(" Play on ")
    assert person.top == "Fork"
    person.click_on(" Leave ")
    assert person.top == "Watch"
    person.click_on(" Leave ")
    assert person.top == "History"


def test_the_panel_of_a_replay_is_that_of_play_and_no_board(small: Seat, tmp_path: Path) -> None:
    """It told how much everybody unhurt in the pub could bear: "Mom 9"."""
    person = watching(small, tmp_path)
    arena = person.arena
    x, y = arena.position(arena.player) or (0, 0)
    rat = arena.spawn("Rat", x + 1, y)
    person.redraw()
    assert person.shows("r Rat")
    assert not person.shows(f"r Rat {arena.hp(rat)}")
    person.press("f")
    assert person.top == "Fork"
    assert person.shows(f"r Rat {arena.hp(rat)}")


def test_it_goes_faster_and_slower(small: Seat, tmp_path: Path) -> None:
    person = watching(small, tmp_path)
    person.press("up", "up")
    assert person.shows("×4 ")
    person.press("space")
    person.advance(1.0)
    fast = turn(person)
    assert 12 <= fast <= 17
    person.press(*["down"] * 9)
    assert person.shows("×0.25")
    person.press("home", "space")
    person.advance(2.2)
    assert turn(person) == 2


def test_why_is_told_of_every_line(small: Seat, tmp_path: Path) -> None:
    person = watching(small, tmp_path)
    person.press("end")
    person.settle(2)
    person.press("M")
    assert person.top == "Log"
    person.press("w", "escape")
    assert person.top == "Watch"


@pytest.mark.parametrize("key", ["x", "C", "i", "Z", "D", "m", "?", "O"])
def test_what_can_be_looked_at_is_shown_and_nothing_done(
    small: Seat, tmp_path: Path, key: str
) -> None:
    person = watching(small, tmp_path)
    person.press("right", "right")
    before = person.state
    person.press(key)
    assert person.top != "Watch"
    person.press("enter", "enter", "d", "w")
    for _ in range(5):
        if person.top != "Watch":
            person.press("escape")
    assert person.top == "Watch"
    assert person.state == before


@pytest.mark.parametrize("key", ["o", ".", "ctrl+1", "1", "R", ">", "w", "d", "Q"])
def test_keys_of_play_change_nothing(small: Seat, tmp_path: Path, key: str) -> None:
    person = watching(small, tmp_path)
    person.press("right")
    before = person.state
    person.press(key)
    if person.top == "Watch":
        assert person.state == before


def test_a_click_on_the_map_looks_and_a_fork_counts_for_nothing(
    small: Seat, tmp_path: Path
) -> None:
    person = watching(small, tmp_path)
    kept = sorted(path.name for path in tmp_path.rglob("*"))
    person.press("right", "right", "right", "f")
    assert person.top == "Fork"
    begun = person.state
    person.press(".", ".")
    assert turn(person) == 5
    person.press("backspace", "backspace")
    assert person.state == begun
    person.press(".", "A")
    assert person.state == begun
    person.press("escape")
    assert person.shows("It does not count")
    person.click_on("Back to the replay")
    assert person.top == "Watch"
    assert turn(person) == 3
    person.settle(1)
    assert sorted(path.name for path in tmp_path.rglob("*")) == kept
    assert len(person.host.past_runs()) == 1


def test_to_play_on_waits_until_the_turn_is_reached(
    small: Seat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roguelike.runs.watch_screen.SEEK_COMMANDS", 1)
    person = watching(small, tmp_path)
    person.press("end", "f")
    assert person.top == "Watch"
    assert person.shows("still on its way")


def test_who_dies_in_a_fork_goes_back(small: Seat, tmp_path: Path) -> None:
    person = watching(small, tmp_path)
    person.press("right", "f")
    person.arena.set_pools(person.arena.player, hp=1)
    game = person.arena.game

    game.push(damage.Damage(Dice(0, 1, 50)), Single(game.player), game.player, Cause("a test"))
    person.press(".")
    person.settle(3)
    assert person.top == "Ended"
    assert person.shows("Here you would have died")
    person.click_on("Back to the replay")
    assert person.top == "Watch"
    assert len(person.host.past_runs()) == 1


def test_over_the_title_it_leaves_the_saved_game_alone(small: Seat, tmp_path: Path) -> None:
    person = watching(small, tmp_path)
    person.press("escape", "escape", "n", ".", ".")
    playing = person.program.session
    assert playing is not None
    person.press("S")
    assert person.top == "Title"
    person.press("r", "w")
    assert person.top == "Watch"
    person.close()
    again = small(saves=tmp_path)
    again.press("c")
    assert state_hash(again.arena.game) == state_hash(playing.game)
