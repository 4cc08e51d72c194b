"""What goes wrong outside the game is told: what, where, and what to do. Nothing is lost in silence."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pilot.person import Person

Seat = Callable[..., Person]


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


def test_a_damaged_save_gives_way_to_the_one_before_and_is_kept(
    small: Seat, tmp_path: Path
) -> None:
    played(small, tmp_path)
    newest(tmp_path).write_bytes(newest(tmp_path).read_bytes()[:400])
    person = small(saves=tmp_path)
    person.press("c")
    assert person.screens == ["Play"]
    assert list((tmp_path / "damaged").iterdir())


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


def test_after_a_crash_a_torn_journal_costs_only_its_last_line(small: Seat, tmp_path: Path) -> None:
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    person = small(saves=tmp_path / "saves", seed=1)
    person.press("n", *["."] * 9)
    for file in (tmp_path / "saves").glob("game-*"):
        data = file.read_bytes()
        torn = data[:-5] + b"\xff" if file.suffix == ".journal" else data
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
    assert (tmp_path / "settings.damaged").read_text() == '{"animation": "warp"}'
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
