"""Several heroes side by side, each with a save and a lock of their own; and the dungeon of the day."""

import time
from pathlib import Path

import pytest

from roguelike.engine.state.snapshot import state_hash
from roguelike.host.local_host import today_utc
from roguelike.store.heroes import home_of, names_in, why_no_name
from tests.other_program import played_elsewhere
from tests.person import Person, Seat


def new_hero(person: Person, name: str) -> None:
    """Choose a hero who has no game yet, from the title."""
    person.press("a", "n")
    assert person.top == "HeroName"
    person.type(name)
    person.press("enter")
    assert person.screens == ["Title"]


def test_heroes_play_side_by_side(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path, seed=1)
    person.press("n", ".", ".", ".", "S")
    first = state_hash(person.host.resume().game)
    person.host.close()
    new_hero(person, "Brunhild the Second")
    assert not person.shows("Continue")
    person.press("n", ".", "S")
    assert person.shows("Brunhild the Second")
    person.press("a")
    assert person.shows("(without a name)")
    assert person.shows("turn 3")
    assert person.shows("turn 1")
    person.press("up", "enter", "c")
    assert state_hash(person.arena.game) == first
    person.press(".", "S")
    assert sorted(names_in(tmp_path)) == ["", "Brunhild the Second"]
    assert (tmp_path / "heroes" / "Brunhild the Second").is_dir()


def test_the_state_of_a_game_is_told_whole_however_long_it_is(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path, seed=1)
    person.press("n")
    person.arena.set_pools(person.arena.player, hp=1000, max_hp=1000)
    person.arena.game.level.name = "The Lower Wards of the City of Vel Ashar"
    person.press(".", "S", "a")
    assert person.top == "Heroes"
    state = " ".join(row.strip(" │") for row in person.text)
    assert "1000/1000 health, The Lower Wards of the City of Vel Ashar, turn 1" in state


def test_the_title_says_who_plays_before_there_is_a_game(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path, seed=1)
    new_hero(person, "Odo")
    assert person.shows("You play as Odo, who has no game yet.")
    person.press("n", ".", "S")
    assert person.shows("Odo: Level 1")
    assert not person.shows("no game yet")


def test_a_save_from_before_there_were_heroes_is_the_one_without_a_name(
    small: Seat, tmp_path: Path
) -> None:
    person = small(saves=tmp_path, seed=1)
    person.press("n", ".", "S")
    kept = {path.name for path in tmp_path.iterdir()}
    again = small(saves=tmp_path)
    assert again.shows("Continue")
    again.press("a")
    assert again.shows("(without a name)")
    again.press("enter")
    assert {path.name for path in tmp_path.iterdir()} == kept


def test_all_heroes_share_one_history(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path, seed=1)
    person.press("n", ".", "escape", "a", "y", "escape")
    new_hero(person, "Odo")
    person.press("n", ".", ".", "escape", "a", "y", "escape")
    assert [(run.hero, run.turns) for run in person.host.past_runs()] == [("Odo", 2), ("", 1)]
    assert len(list((tmp_path / "runs").glob("*.replay.gz"))) == 2
    person.press("r")
    assert person.shows("Odo: Gave up")
    person.press("w")
    assert person.top == "Watch"
    assert names_in(tmp_path) == []


def test_each_has_a_lock_of_their_own(small: Seat, tmp_path: Path) -> None:
    with played_elsewhere(tmp_path / "heroes" / "Odo"):
        person = small(saves=tmp_path, seed=1)
        person.press("n", ".", "S")
        assert person.top == "Title", "the other hero's game is nobody's business"
        new_hero(person, "Odo")
        assert person.shows("Another Blue Mana")
        person.press("n")
        assert person.top == "Taken"
        person.click_on("Play as another hero")
        assert person.shows("You play as Odo-2 now")
        person.press("n", ".", "S")
    assert "Odo-2" in names_in(tmp_path)


def test_a_program_names_the_hero_who_is_playing(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path, seed=1)
    new_hero(person, "Odo")
    person.press("n", ".", "S")
    person.press("a")
    person.press("escape")
    person.host.choose_hero("")
    with played_elsewhere(tmp_path / "heroes" / "Odo"):
        person.press("a")
        assert person.shows("played by another program")


@pytest.mark.parametrize(
    "name",
    [
        "../x",
        "a/b",
        ".",
        "..",
        "a\\b",
        "x" * 31,
        "-",
        " a",
        "a ",
        "a\nb",
        "\x1b",
        "nul\0",
        "C:x",
        "~",
    ],
)
def test_what_is_no_name_never_becomes_a_path(name: str, small: Seat, tmp_path: Path) -> None:
    assert why_no_name(name)
    with pytest.raises(Exception, match="cannot be called"):
        small(saves=tmp_path).host.choose_hero(name)
    assert not (tmp_path / "heroes").exists()


@pytest.mark.parametrize("name", ["Odo", "Brunhild II", "élan", "a-b_c 9", "勇者"])
def test_names_in_any_letters(name: str, tmp_path: Path) -> None:
    assert not why_no_name(name)
    assert home_of(tmp_path, name).parent == tmp_path / "heroes"


def test_a_bad_name_is_told_where_it_is_typed(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path)
    person.press("a", "n", "enter")
    assert person.shows("Type a name.")
    person.type("../x")
    person.press("enter")
    assert person.top == "HeroName"
    assert person.shows("cannot be called")


# --- the dungeon of the day


def test_the_day_is_the_seed(small: Seat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    person = small(saves=tmp_path, size=(80, 24))
    person.host.today = lambda: "2031-02-03"
    person.click_on("Today's dungeon")
    assert person.screens == ["Play"]
    assert person.arena.game.seed == "daily-2031-02-03"
    person.press("S", "d")
    assert person.top == "Confirm", "a saved game is not replaced unasked"


def test_for_everybody_it_is_the_same(small: Seat, tmp_path: Path) -> None:
    hashes = []
    for number in range(2):
        person = small(saves=tmp_path / str(number))
        person.host.today = lambda: "2031-02-03"
        person.host.play_today()
        person.press("n")
        hashes.append(person.state)
    assert hashes[0] == hashes[1]


def test_the_date_is_that_of_the_whole_world() -> None:
    before = time.strftime("%Y-%m-%d", time.gmtime())
    assert today_utc() in (before, time.strftime("%Y-%m-%d", time.gmtime()))
