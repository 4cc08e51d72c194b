"""After a power cut the game says how many turns are missing; after a kill none is, and nothing is said."""

import os
import time
from pathlib import Path

import pytest

from roguelike.engine.play.commands import Pass
from roguelike.raws.catalog import Catalog
from roguelike.store import playing
from roguelike.store.folder import SaveFolder
from roguelike.store.journal import Journal
from roguelike.store.journal_lines import read_journal_lines
from roguelike.store.playing import Playing
from roguelike.world.game import Game


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


def just_made(folder: Path) -> Playing:
    """Leave the file as it is flushed when it is made, before it knows of any turn."""
    (folder / "playing").write_bytes(
        playing._line(playing.Seen("r1", playing.UNKNOWN, playing.boot()))
    )
    return Playing(folder)


@pytest.mark.parametrize("start", ["another start of the machine", ""])
def test_only_what_was_flushed_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: str
) -> None:
    """Where the system does not tell its starts apart, the flushed file is all that tells of a power cut."""
    if not start:
        monkeypatch.setattr(playing, "boot", lambda: "")
    game = just_made(tmp_path)
    monkeypatch.setattr(playing, "boot", lambda: start)
    assert "at most 1 turn is missing" in game.missing("r1", 3)


def test_a_program_killed_before_it_noted_a_turn_is_no_power_cut(tmp_path: Path) -> None:
    """One of 348 kills came between making the file and noting the turn, and the machine was said to have stopped."""
    assert just_made(tmp_path).missing("r1", 3) == ""


@pytest.mark.parametrize("data", [b"", b"nonsense", b"[" * 9_999, b"x" * 20_000])
def test_a_file_that_says_nothing_says_nothing(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "playing").write_bytes(data)
    assert Playing(tmp_path).missing("r1", 3) == ""


def test_whoever_leaves_properly_leaves_no_file(
    tmp_path: Path, game: Game, catalog: Catalog
) -> None:
    with SaveFolder(tmp_path) as folder:
        folder.write(game)
        assert (tmp_path / "playing").exists()
        folder.append(game, [Pass()])
    assert not (tmp_path / "playing").exists()
    assert SaveFolder(tmp_path).read(catalog).notes == []


def test_no_command_waits_for_its_own_flush(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[float] = []

    def slow(descriptor: int) -> None:
        time.sleep(0.3)
        flushed.append(time.monotonic())

    monkeypatch.setattr(os, "fsync", slow)
    journal = Journal(tmp_path / "a.journal", "base")
    journal.add([Pass()])
    assert not flushed, "the disk is still at it"
    kept = read_journal_lines(tmp_path / "a.journal", "base")
    assert len(kept.lines) == 1, "and a kill loses nothing"
    journal.add([Pass()])
    assert flushed, "the next one waits for it"
    assert journal.close()


def test_a_disk_that_refuses_is_noticed_by_the_next_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    journal = Journal(tmp_path / "a.journal", "base")
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", refuse)
        journal.add([Pass()])
        assert not journal.is_on_disk()
    assert journal.close()
