"""Where saves lie, one program at a time, and what is said after a power cut or a kill."""

import sys
from pathlib import Path

import platformdirs
import pytest

from roguelike.app import main
from roguelike.core import data_path
from roguelike.engine.play.commands import Pass
from roguelike.engine.state.errors import SaveError
from roguelike.store import generations, lock, playing
from roguelike.store.folder import SaveFolder
from roguelike.store.location import default_folder
from roguelike.store.playing import Playing
from roguelike.store.recording import Recording
from roguelike.world.catalog import Catalog
from tests.other_program import played_elsewhere
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


def test_a_second_program_is_refused(
    tmp_path: Path, recording: Recording, catalog: Catalog
) -> None:
    folder = SaveFolder(tmp_path)
    folder.write(recording)
    folder.close()
    with played_elsewhere(tmp_path) as other:
        for attempt in (lambda: folder.write(recording), lambda: folder.read(catalog)):
            with pytest.raises(SaveError) as caught:
                attempt()
            assert caught.value.kind == "in use"
            assert f"process {other.pid}" in caught.value.message
        assert generations.summary(folder.path) is not None, "looking is free"
    folder.write(recording)
    folder.close()


def test_a_file_left_by_a_dead_program_is_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_text("999999\n")
    lock.acquire(path)
    lock.acquire(path)
    lock.release(path)
    lock.release(path)


def test_a_lock_that_was_deleted_is_taken_anew(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    lock.acquire(path)
    path.unlink()
    lock.acquire(path)
    assert path.exists(), "what was deleted keeps no other program out"
    lock.release(path)


def test_a_lock_that_is_a_link_is_replaced_and_what_it_leads_to_is_kept(tmp_path: Path) -> None:
    elsewhere, path = tmp_path / "thesis.txt", tmp_path / "saves" / "lock"
    elsewhere.write_text("three years of work")
    path.parent.mkdir()
    path.symlink_to(elsewhere)
    assert lock.owner(path) == ""
    lock.acquire(path)
    lock.release(path)
    assert elsewhere.read_text() == "three years of work"
    assert not path.is_symlink()


def test_the_environment_variable_comes_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ROGUELIKE_SAVES", str(tmp_path))
    assert default_folder() == tmp_path


def test_a_checkout_keeps_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ROGUELIKE_SAVES", raising=False)
    assert default_folder() == data_path.PACKAGE.parent / "saves"


def test_an_installed_game_uses_the_platform_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("ROGUELIKE_SAVES", raising=False)
    monkeypatch.setattr(data_path, "PACKAGE", tmp_path / "site-packages" / "roguelike")
    found = default_folder()
    assert found.name == "saves"
    assert "bluemana" in found.parts
    assert not found.exists(), "asking makes nothing"


@pytest.mark.parametrize("named", [None, "", "  ", "elsewhere"])
def test_that_folder_is_the_one_that_platformdirs_names(
    named: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("ROGUELIKE_SAVES", raising=False)
    monkeypatch.setattr(data_path, "PACKAGE", tmp_path / "site-packages" / "roguelike")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    if named is None:
        monkeypatch.delenv("XDG_DATA_HOME")
    else:
        monkeypatch.setenv("XDG_DATA_HOME", named)
    assert default_folder() == platformdirs.user_data_path("bluemana", appauthor=False) / "saves"


@pytest.mark.parametrize("variable", ["ROGUELIKE_SAVES", "ROGUELIKE_DATA", "ROGUELIKE_PACKS"])
@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/tmp/\x1b[2J" + "x" * 500, r"'/tmp/\x1b[2Jx"),  # noqa: S108
        ("/tmp/" + "x" * 5000, "'/tmp/x"),  # noqa: S108
        ("/tmp/" + "x/" * 2500, "'/tmp/x"),  # noqa: S108
    ],
)
def test_no_variable_speaks_to_the_terminal_or_fills_it(
    variable: str,
    path: str,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(variable, path)
    assert main(["scores"] if variable.endswith("SAVES") else ["check-data"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"roguelike: {variable} is set to {told}")
    assert ("a path has no control characters." in line) == ("\x1b" in path)
    assert len(line) < 200


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the platform says where")
@pytest.mark.parametrize("variable", ["XDG_DATA_HOME", "HOME"])
@pytest.mark.parametrize("path", ["/tmp/" + "x" * 5000, "/tmp/\x1b[2J"])  # noqa: S108
def test_no_home_speaks_to_the_terminal_or_fills_it(
    variable: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ROGUELIKE_SAVES", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(data_path, "PACKAGE", Path("/nowhere/roguelike"))
    monkeypatch.setenv(variable, path)
    with pytest.raises(data_path.DataFolderError, match=f"^{variable} is set to '/tmp/") as told:
        default_folder()
    assert len(str(told.value)) < 200
