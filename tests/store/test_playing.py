"""After a power cut the game says how many turns are missing; after a kill none is, and nothing is said."""

from pathlib import Path

import pytest

from roguelike.engine.play.commands import Pass
from roguelike.raws.catalog import Catalog
from roguelike.store import playing
from roguelike.store.folder import SaveFolder
from roguelike.store.playing import Playing
from roguelike.store.recording import Recording
from tests.store.folders import act


def played(folder: Path, *turns: int) -> None:
    """Play from turn 3, see some turns, and be killed."""
    game = Playing(folder)
    game.begin("r1", 3)
    for turn in turns:
        game.show(turn)
    game.leave()


def test_a_killed_program_lost_nothing(tmp_path: Path) -> None:
    played(tmp_path, 4, 5)
    assert Playing(tmp_path).missing("r1", 5) == ""
    assert Playing(tmp_path).missing("another run", 2) == ""


def test_a_link_in_place_of_the_file_is_replaced_and_what_it_leads_to_is_kept(
    tmp_path: Path,
) -> None:
    elsewhere, folder = tmp_path / "thesis.txt", tmp_path / "saves"
    elsewhere.write_text("three years of work")
    folder.mkdir()
    (folder / "playing").symlink_to(elsewhere)
    played(folder, 4, 5)
    assert elsewhere.read_text() == "three years of work"
    assert Playing(folder).missing("r1", 5) == ""
    assert Playing(folder).missing("r1", 3) != ""


def test_turns_that_were_seen_and_are_not_there_are_counted(tmp_path: Path) -> None:
    played(tmp_path, 4, 100, 9)
    assert "of what you saw, 4 turns are missing" in Playing(tmp_path).missing("r1", 5)
    assert "of what you saw, 1 turn is missing" in Playing(tmp_path).missing("r1", 8)


def test_after_a_power_cut_nobody_knows_of_the_last_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path, 4, 5)
    monkeypatch.setattr(playing, "boot", lambda: "another start of the machine")
    assert "at most 1 turn is missing" in Playing(tmp_path).missing("r1", 5)


@pytest.mark.parametrize(
    "data",
    [b"", b"nonsense", b"[" * 9_999, playing._line(playing.Seen("r1", playing.UNKNOWN, "x"))],
)
def test_a_file_without_a_turn_says_that_one_may_be_missing(tmp_path: Path, data: bytes) -> None:
    """It is there, so play did not end, and what would take that back is not."""
    (tmp_path / "playing").write_bytes(data)
    assert "at most 1 turn is missing" in Playing(tmp_path).missing("r1", 3)


@pytest.mark.parametrize("boot", ["", "another start of the machine"])
def test_a_turn_from_long_before_the_end_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, boot: str
) -> None:
    monkeypatch.setattr(playing, "boot", lambda: boot)
    played(tmp_path, 4, 5)
    assert Playing(tmp_path).missing("r1", 6) == "", "killed before the last command was shown"
    assert "at most 1 turn is missing" in Playing(tmp_path).missing("r1", 7)


def test_whoever_leaves_properly_leaves_no_file(
    tmp_path: Path, recording: Recording, catalog: Catalog
) -> None:
    with SaveFolder(tmp_path) as folder:
        folder.write(recording)
        assert (tmp_path / "playing").exists()
        folder.append(act(recording, Pass()))
    assert not (tmp_path / "playing").exists()
    assert SaveFolder(tmp_path).read(catalog).notes == []
