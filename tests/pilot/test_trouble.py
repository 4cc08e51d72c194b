"""What goes wrong outside the game is told: what, where, and what to do. Nothing is lost in silence.

Two programs on one folder of saves: the second is told before it plays, and what it was told holds.
"""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from roguelike.core import data_path
from roguelike.engine.loading import DataLoader
from roguelike.testing import pilot as pilot_module
from tests.other_program import played_elsewhere
from tests.person import Person, Seat
from tests.store.folders import forbid


def played(small: Seat, saves: Path) -> str:
    """Play a little and leave; returns the hash of the game as it was left."""
    person = small(saves=saves, seed=1)
    person.press("n", *["."] * 3, "Q", "c", *["."] * 3)
    state = person.state
    person.close()
    return state


def newest(saves: Path) -> Path:
    """Return the newest save."""
    return max(saves.glob("game-*.save"))


def words(person: Person) -> str:
    """Return the screen as running text; of rows with a popup, what is inside it."""
    rows = [
        row[row.index("│") + 1 : row.rindex("│")] if row.count("│") > 1 else row
        for row in person.text
    ]
    return " ".join(" ".join(row.split()) for row in rows)


@pytest.mark.parametrize("junk", [b"", b"hello\n" * 99, b"blue-mana-save 0\n{}\n"])
def test_nothing_but_damage_is_told_and_no_longer_offered(
    small: Seat, tmp_path: Path, junk: bytes
) -> None:
    played(small, tmp_path)
    for save in tmp_path.glob("game-*.save"):
        save.write_bytes(junk)
    person = small(saves=tmp_path)
    person.press("c")
    assert person.screens == ["Title", "Message"]
    assert "moved to damaged/" in words(person)
    person.press("escape")
    assert not person.shows("Continue")
    assert len(list((tmp_path / "damaged").iterdir())) >= 2
    person.press("n")
    assert person.screens == ["Play"]


def test_after_a_crash_a_torn_log_costs_only_its_last_line(small: Seat, tmp_path: Path) -> None:
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    person = small(saves=tmp_path / "saves", seed=1)
    person.press("n", *["."] * 9)
    for file in (*(tmp_path / "saves").glob("game-*"), *(tmp_path / "saves").glob("*.recording")):
        data = file.read_bytes()
        torn = data[:-5] + b"\xff" if file.suffix == ".recording" else data
        (crashed / file.name).write_bytes(torn)
    again = small(saves=crashed)
    again.press("c")
    assert again.screens == ["Play"]
    assert again.arena.game.turn == 8


def test_settings_that_cannot_be_read_are_put_aside(small: Seat, tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"animation": "warp"}')
    person = small(saves=tmp_path)
    assert "animation cannot be 'warp'" in words(person)
    assert "settings.damaged" in words(person)
    assert (tmp_path / "settings.damaged").read_text(encoding="utf-8") == '{"animation": "warp"}'
    person.press("o")
    person.press("right")
    assert file.exists()
    again = small(saves=tmp_path)
    assert "warp" not in words(again)


def test_settings_that_are_no_file_are_told(small: Seat, tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    person = small(saves=tmp_path)
    assert "cannot be read" in words(person)
    person.press("o")
    person.press("right")
    assert "could not be stored" in words(person)


def test_an_unwritable_place_is_named_before_anything_is_lost(small: Seat) -> None:
    person = small(saves=Path("/proc/blue-mana"), seed=1)
    person.press("n")
    assert any("/proc/blue-mana" in line and "--saves DIR" in line for line in person.arena.log)


@pytest.mark.parametrize("trouble", ["folder", "forbidden"])
def test_a_save_that_cannot_be_read_is_no_crash(
    small: Seat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    played(small, tmp_path)
    bad = newest(tmp_path)
    if trouble == "folder":
        bad.unlink()
        bad.mkdir()
    else:
        forbid(monkeypatch, bad)
    person = small(saves=tmp_path)
    assert person.shows("Continue")
    person.press("c")
    assert person.screens == ["Play"]
    assert person.shows("The game goes on from the save before it.")
    assert any(line.startswith(f"{bad} cannot be read: ") for line in person.arena.log)
    person.press(".", ".", "Q")
    assert person.screens == ["Title"]


def test_saves_of_which_none_can_be_read_are_told(small: Seat, tmp_path: Path) -> None:
    played(small, tmp_path)
    for save in tmp_path.glob("game-*.save"):
        save.unlink()
        save.mkdir()
    person = small(saves=tmp_path)
    person.press("c")
    assert person.screens == ["Title", "Message"]
    assert "cannot be read" in words(person)
    person.press("escape", "n", "y")
    assert person.screens == ["Play"]
    person.press(".", "Q", "c")
    assert person.screens == ["Play"]


def test_the_title_says_the_turn_that_the_game_goes_on_from(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path, seed=1)
    person.press("n", *["."] * 7)
    assert person.arena.game.turn == 7
    again = small(saves=tmp_path)
    assert again.shows("turn 7")
    again.press("c")
    assert again.arena.game.turn == 7


# --- broken data


def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, files: dict[str, str]) -> Path:
    """Make a copy of the game's data with other files in it, and let the game use it."""
    folder = tmp_path / "my data"
    shutil.copytree(data_path.data_folder(), folder)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("ROGUELIKE_DATA", str(folder))
    monkeypatch.setattr(pilot_module, "_data", DataLoader)
    return folder


FAULTY = {
    "a broken piece": (
        {"prefabs/orc-camp.txt": "name: Camp\nplace: centre centre\n\n##x##\n"},
        "orc-camp.txt, line 4, column 3: 'x' is neither ground nor in the legend",
    ),
    "two broken pieces": (
        {"prefabs/aa.txt": "name: A\ndepth: nine\n\n###\n", "prefabs/bb.txt": "nonsense\n"},
        "bb.txt, line 1, column 1: 'nonsense' is not of the form 'key: value'",
    ),
    "broken JSON": ({"spawns.json": '{"items": [}'}, "not JSON at line 1, column 12"),
    "a wrong name": (
        {"spawns.json": '{"mobs": [{"name": "Rat", "equipped": ["Nothing"]}]}'},
        "Nothing",
    ),
}


@pytest.mark.parametrize("case", FAULTY)
def test_broken_data_is_told_on_a_page_as_soon_as_it_is_known(
    real: Seat, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, case: str
) -> None:
    files, told = FAULTY[case]
    broken(monkeypatch, tmp_path, files)
    person = real(saves=tmp_path / "saves")
    person.advance(0.5)
    assert person.screens == ["Title", "Faults"]
    assert told in words(person)
    assert "roguelike check-data PACK" in words(person)
    assert "Traceback" not in words(person)
    person.press("escape")
    person.advance(1)
    assert person.screens == ["Title"], "told once, not for ever"
    person.click_on("New game")
    assert person.screens == ["Title", "Faults"], "and again to whoever tries"
    person.click_on("[Close]")
    person.press("q")
    assert not person.running
    assert not list(tmp_path.glob("**/crash-*"))


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
