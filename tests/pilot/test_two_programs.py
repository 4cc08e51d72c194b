"""Two programs on one folder of saves: the second is told before it plays, and what it was told holds."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.other_program import played_elsewhere
from tests.person import Person
from tests.pilot.test_trouble import Seat, played, words


@pytest.fixture
def other(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another program that plays on the same saves."""
    with played_elsewhere(tmp_path) as program:
        yield program


def files(saves: Path) -> dict[Path, bytes]:
    """Return every file of a folder of saves, as a program must leave it that does not play there."""
    return {path: path.read_bytes() for path in saves.rglob("*") if path.is_file()}


@pytest.mark.parametrize("mouse", ["", "mouse"])
def test_a_second_program_says_that_nothing_is_saved_before_play_begins(
    small: Seat, tmp_path: Path, other: subprocess.Popen[str], mouse: str
) -> None:
    person = small(saves=tmp_path, seed=1)
    assert f"! Another Blue Mana (process {other.pid}) is using the saves" in words(person)
    assert "would not be saved" in words(person)
    if mouse:
        person.click_on("New game")
    else:
        person.press("n")
    assert person.screens == ["Title", "Taken"]
    assert "is not saved" in words(person)
    person.press("escape")
    assert person.screens == ["Title"]
    person.press("s", "x", "enter")
    assert person.screens == ["Title", "Taken"]
    if mouse:
        person.click_on("Play without saving")
    else:
        person.press("y")
    assert person.screens == ["Play"]
    assert person.shows("Another Blue Mana")
    other.kill()
    other.wait()
    person.press("Q")
    assert person.screens == ["Play", "Confirm"], "leaving is asked about, too"
    assert not list(tmp_path.glob("game-*")), "what was said holds, though the other has gone"
    person.press("y")
    assert person.screens == ["Title"]
    assert "Another Blue Mana" not in words(person)
    person.press("n")
    assert person.screens == ["Play"]
    assert list(tmp_path.glob("game-*"))


def play_unsaved(person: Person, saves: Path) -> None:
    """Agree to play without saving, play, and leave; in the folder everything is as it was."""
    before = files(saves)
    person.press("y")
    assert person.screens == ["Play"]
    person.press(".", ".")
    person.press("escape")
    assert not person.shows("Save and quit")
    assert not person.shows("Abandon this run")
    person.click_on("Quit to the title, unsaved")
    assert person.screens == ["Play", "Confirm"]
    person.press("y")
    assert person.screens == ["Title"]
    assert files(saves) == before


def test_a_saved_game_is_not_gone_on_with_twice(
    small: Seat, tmp_path: Path, other: subprocess.Popen[str]
) -> None:
    other.kill()
    other.wait()
    played(small, tmp_path)
    with played_elsewhere(tmp_path) as second:
        person = small(saves=tmp_path)
        assert person.shows("Continue")
        person.press("c")
        assert person.screens == ["Title", "Taken"]
        assert "Another Blue Mana" in words(person)
        play_unsaved(person, tmp_path)
        person.press("c", "h")
        assert person.screens == ["Title"]
        assert "You play as hero-2 now" in words(person)
        assert not person.shows("Continue")
        person.press("n", ".")
        assert list((tmp_path / "heroes" / "hero-2").glob("game-*"))
        person.press("Q")
        second.kill()


def test_who_finds_another_playing_may_leave(
    small: Seat, tmp_path: Path, other: subprocess.Popen[str]
) -> None:
    person = small(saves=tmp_path, seed=1)
    person.press("n", "q")
    assert not person.running


@pytest.mark.parametrize(
    ("key", "seed"), [("c", None), ("n", 2)], ids=["who goes on", "who begins anew"]
)
def test_who_plays_unsaved_saves_nothing_though_the_other_ends_before_the_answer(
    small: Seat, tmp_path: Path, key: str, seed: int | None
) -> None:
    played(small, tmp_path)
    with played_elsewhere(tmp_path):
        person = small(saves=tmp_path) if seed is None else small(saves=tmp_path, seed=seed)
        person.press(key)
        assert "is not saved" in words(person)
    play_unsaved(person, tmp_path)


def test_a_game_that_another_program_has_saved_since_is_asked_about_before_it_is_replaced(
    small: Seat, tmp_path: Path
) -> None:
    waiting = small(saves=tmp_path, seed=2)
    assert not waiting.shows("Continue")
    played(small, tmp_path)
    before = files(tmp_path)
    waiting.press("n")
    assert waiting.screens == ["Title", "Confirm"]
    waiting.press("escape")
    assert waiting.shows("Continue")
    waiting.press("s", "x", "enter")
    assert waiting.screens == ["Title", "Confirm"]
    assert files(tmp_path) == before
