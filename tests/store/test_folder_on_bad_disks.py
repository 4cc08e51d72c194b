"""A folder of saves on a disk that is full, fails or may not be written: the old save stays."""

import errno
import os
import threading
from pathlib import Path

import pytest

from roguelike.engine.play.commands import Pass, Step
from roguelike.engine.state.errors import SaveError
from roguelike.engine.state.snapshot import state_hash
from roguelike.raws.catalog import Catalog
from roguelike.store.folder import SaveFolder
from roguelike.store.recording import Recording
from roguelike.world.game import Game
from tests.store.folders import act, full_disk, resume, saves


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_full_disk_leaves_the_old_save(
    folder: SaveFolder,
    game: Game,
    recording: Recording,
    path: Path,
    catalog: Catalog,
    monkeypatch: pytest.MonkeyPatch,
    call: str,
) -> None:
    folder.write(recording)
    before, files = state_hash(game), saves(path)
    act(recording, Pass())
    with monkeypatch.context() as patch:
        patch.setattr(os, call, full_disk)
        with pytest.raises(SaveError) as caught:
            folder.write(recording)
    assert caught.value.kind == "unwritable"
    assert "make room" in caught.value.message
    assert saves(path) == files
    assert state_hash(resume(path, catalog)[0]) in (before, state_hash(game))
    folder.write(recording)
    assert state_hash(resume(path, catalog)[0]) == state_hash(game)


def test_a_disk_that_fills_up_half_way(
    folder: SaveFolder,
    game: Game,
    recording: Recording,
    path: Path,
    catalog: Catalog,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder.write(recording)
    before = state_hash(game)
    genuine, room = os.write, [700]

    def little(descriptor: int, data: memoryview) -> int:
        """Take what there is room for."""
        if not room[0]:
            full_disk()
        taken = genuine(descriptor, data[: room[0]])
        room[0] -= taken
        return taken

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", little)
        with pytest.raises(SaveError):
            folder.write(act(recording, Pass()))
    again, _ = resume(path, catalog)
    assert state_hash(again) in (before, state_hash(game))
    assert saves(path) == ["game-000001.save"]


def test_a_command_that_cannot_be_written_is_not_skipped(
    folder: SaveFolder,
    game: Game,
    recording: Recording,
    path: Path,
    catalog: Catalog,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder.write(recording)
    folder.append(act(recording, Step(1, 0)))
    first = state_hash(game)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full_disk)
        with pytest.raises(SaveError):
            folder.append(act(recording, Step(0, 1)))
    assert state_hash(resume(path, catalog)[0]) == first
    folder.append(act(recording, Step(-1, 0)))
    assert state_hash(resume(path, catalog)[0]) == state_hash(game)


def test_a_snapshot_that_fails_leaves_no_gap_in_the_log(
    folder: SaveFolder,
    game: Game,
    recording: Recording,
    path: Path,
    catalog: Catalog,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder.write(recording)
    folder.append(act(recording, Step(1, 0)))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full_disk)
        with pytest.raises(SaveError):
            folder.write(act(recording, Step(0, 1)))
    folder.append(act(recording, Step(-1, 0)))
    assert state_hash(resume(path, catalog)[0]) == state_hash(game)


def test_an_unwritable_folder_says_so(tmp_path: Path, recording: Recording) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SaveError) as caught:
        SaveFolder(tmp_path / "file" / "saves").write(recording)
    assert caught.value.kind == "unwritable"
    assert "--saves" in caught.value.message


def test_a_read_only_folder_can_be_loaded_from(
    folder: SaveFolder,
    game: Game,
    recording: Recording,
    catalog: Catalog,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder.write(recording)
    folder.close()
    genuine = os.open

    def refuse(name: Path, flags: int, mode: int = 0o777) -> int:
        """Open nothing for writing."""
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise PermissionError(errno.EACCES, "Permission denied")
        return genuine(name, flags, mode)

    monkeypatch.setattr(os, "open", refuse)
    loaded = folder.read(catalog)
    assert state_hash(loaded.game) == state_hash(game)
    assert "will not be saved" in loaded.notes[0]
    assert loaded.notes[1:] == [], "this is the latest save, and no older one"
    with pytest.raises(SaveError):
        folder.write(recording)


def test_a_crash_amid_writing_leaves_the_old_save(
    folder: SaveFolder,
    game: Game,
    recording: Recording,
    path: Path,
    catalog: Catalog,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder.write(recording)
    before = state_hash(game)

    def crash(*args: object) -> None:
        """End here, as a power cut would; the thread that flushes commands ends with the program."""
        if threading.current_thread() is threading.main_thread():
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", crash)
        with pytest.raises(KeyboardInterrupt):
            folder.write(act(recording, Pass()))
    assert (path / "game-000002.save.new").exists()
    again, notes = resume(path, catalog)
    assert state_hash(again) in (before, state_hash(game))
    assert notes == []
