"""A folder of saves on a disk that is full, fails or may not be written: the old save stays."""

import errno
import os
import threading
from pathlib import Path

import pytest

from roguelike.engine.play.commands import Pass, Step
from roguelike.engine.state.errors import SaveError
from roguelike.engine.state.snapshot import state_hash
from roguelike.store.folder import SaveFolder
from roguelike.store.recording import Recording
from tests.store.conftest import Kept
from tests.store.folders import act, full_disk


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_full_disk_leaves_the_old_save(
    kept: Kept, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    kept.write()
    before, files = kept.hash, kept.saves
    act(kept.recording, Pass())
    with monkeypatch.context() as patch:
        patch.setattr(os, call, full_disk)
        with pytest.raises(SaveError) as caught:
            kept.write()
    assert caught.value.kind == "unwritable"
    assert "make room" in caught.value.message
    assert kept.saves == files
    assert kept.hash_of_resumed in (before, kept.hash)
    kept.write()
    assert kept.hash_of_resumed == kept.hash


def test_a_disk_that_fills_up_half_way(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.write()
    before = kept.hash
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
            kept.write(Pass())
    again, _ = kept.resume()
    assert state_hash(again) in (before, kept.hash)
    assert kept.saves == ["game-000001.save"]


def test_a_command_that_cannot_be_written_is_not_skipped(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.write()
    kept.append(Step(1, 0))
    first = kept.hash
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full_disk)
        with pytest.raises(SaveError):
            kept.append(Step(0, 1))
    assert kept.hash_of_resumed == first
    kept.append(Step(-1, 0))
    assert kept.hash_of_resumed == kept.hash


def test_a_snapshot_that_fails_leaves_no_gap_in_the_log(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.write()
    kept.append(Step(1, 0))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full_disk)
        with pytest.raises(SaveError):
            kept.write(Step(0, 1))
    kept.append(Step(-1, 0))
    assert kept.hash_of_resumed == kept.hash


def test_an_unwritable_folder_says_so(tmp_path: Path, recording: Recording) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SaveError) as caught:
        SaveFolder(tmp_path / "file" / "saves").write(recording)
    assert caught.value.kind == "unwritable"
    assert "--saves" in caught.value.message


def test_a_read_only_folder_can_be_loaded_from(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.write()
    kept.folder.close()
    genuine = os.open

    def refuse(name: Path, flags: int, mode: int = 0o777) -> int:
        """Open nothing for writing."""
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise PermissionError(errno.EACCES, "Permission denied")
        return genuine(name, flags, mode)

    monkeypatch.setattr(os, "open", refuse)
    loaded = kept.folder.read(kept.catalog)
    assert state_hash(loaded.game) == kept.hash
    assert "will not be saved" in loaded.notes[0]
    assert loaded.notes[1:] == [], "this is the latest save, and no older one"
    with pytest.raises(SaveError):
        kept.write()


def test_a_crash_amid_writing_leaves_the_old_save(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.write()
    before = kept.hash

    def crash(*args: object) -> None:
        """End here, as a power cut would; the thread that flushes commands ends with the program."""
        if threading.current_thread() is threading.main_thread():
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", crash)
        with pytest.raises(KeyboardInterrupt):
            kept.write(Pass())
    assert (kept.path / "game-000002.save.new").exists()
    again, notes = kept.resume()
    assert state_hash(again) in (before, kept.hash)
    assert notes == []
