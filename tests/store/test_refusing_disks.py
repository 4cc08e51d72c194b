"""Full and failing disks: what they did not take is told at the next start, and an end is kept whole or not at all.

A folder of saves on a disk that is full, fails or may not be written: the old save stays.
"""

import errno
import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from roguelike.engine.play.commands import Pass, Step
from roguelike.engine.state.errors import SaveError
from roguelike.engine.state.snapshot import state_hash
from roguelike.runs.run_reports import end_run, read_report, replay_file
from roguelike.store.folder import SaveFolder
from roguelike.store.recording import Recording
from roguelike.world.catalog import Catalog
from tests.store.conftest import Kept
from tests.store.folders import act, full_disk

CALLS = ("write", "fsync", "open", "ftruncate", "rename", "replace", "unlink")
MOST_CALLS = 60


@contextmanager
def refusing(
    monkeypatch: pytest.MonkeyPatch, refuses: Callable[[], bool], reason: int = errno.ENOSPC
) -> Iterator[None]:
    """Have every call that changes a disk fail for which `refuses()` is true."""

    def watched(sound: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            if refuses():
                raise OSError(reason, os.strerror(reason))
            return sound(*args, **more)

        return call

    with monkeypatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, watched(getattr(os, name)))
        yield


@pytest.mark.parametrize("leaves", ["properly", "killed"])
def test_turns_that_a_full_disk_did_not_take_are_told_at_the_next_start(
    tmp_path: Path,
    recording: Recording,
    catalog: Catalog,
    monkeypatch: pytest.MonkeyPatch,
    leaves: str,
) -> None:
    folder = SaveFolder(tmp_path)
    folder.write(recording)
    folder.append(act(recording, Pass()))
    sound = os.write

    def full(descriptor: int, data: bytes) -> int:
        """Take what lies where there was something before, as a full disk does; nothing behind it."""
        is_behind = fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_APPEND
        at = os.lseek(descriptor, 0, os.SEEK_CUR)
        if is_behind or at + len(data) > os.fstat(descriptor).st_size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return sound(descriptor, data)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        for _ in range(3):
            with pytest.raises(SaveError):
                folder.append(act(recording, Pass()))
        if leaves == "properly":
            folder.close()
    again = SaveFolder(tmp_path)
    assert again.read(catalog).notes == [
        "The disk refused what you did last: of what you saw, 3 turns are missing."
    ]
    again.close()
    folder.close()


@pytest.mark.parametrize("how", ["died", "won"])
@pytest.mark.parametrize(
    "reason",
    [
        errno.ENOSPC,
        *(pytest.param(each, marks=pytest.mark.soak) for each in (errno.EIO, errno.EROFS)),
    ],
)
@pytest.mark.parametrize("for_good", [False, True])
def test_an_end_is_kept_whole_or_not_at_all_wherever_the_disk_fails(
    tmp_path: Path,
    recording: Recording,
    catalog: Catalog,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
    reason: int,
    for_good: bool,  # noqa: FBT001
) -> None:
    told, kept = 0, 0
    for number in range(MOST_CALLS):
        path = tmp_path / str(number)
        folder = SaveFolder(path)
        folder.write(recording)
        calls = iter(range(10_000))

        def refuses(number: int = number, calls: Iterator[int] = calls) -> bool:
            """Refuse the call of this number, and perhaps all that follow."""
            at = next(calls)
            return at >= number if for_good else at == number

        with refusing(monkeypatch, refuses, reason):
            try:
                end_run(folder, recording, "Slain by a rat", how=how)
            except SaveError as error:
                told += error.kind == "unwritable"
            with suppress(OSError):
                folder.close()
        again = SaveFolder(path)
        ends = [run.how for run in again.history()]
        assert again.notes == [], number
        found = ""
        try:
            again.read(catalog)
        except SaveError as error:
            found = error.kind
        assert (found, ends) in (("", []), ("absent", [how])), "it goes on, or it is over"
        kept += bool(ends)
        again.close()
    assert bool(told) == (for_good or reason != errno.ENOSPC), "room is made once, if that helps"
    assert kept, "failures that come after the end do not matter"


def test_a_victory_on_a_full_disk_keeps_its_report_and_replay_in_the_room_of_its_saves(
    tmp_path: Path, recording: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = SaveFolder(tmp_path)
    folder.write(recording)

    sound = os.write

    def full(descriptor: int, data: bytes) -> int:
        """Have room for a report only once the saves are gone."""
        is_of_a_report = "runs" in Path(f"/proc/self/fd/{descriptor}").readlink().parts
        if is_of_a_report and list(tmp_path.glob("*.save")):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return sound(descriptor, data)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        run = end_run(folder, recording, "Won", how="won")
    assert [each.how for each in folder.history()] == ["won"]
    assert read_report(tmp_path, run.run) is not None
    assert replay_file(tmp_path, run.run).exists()
    assert folder.take_notes() == []
    folder.close()


def test_what_could_not_be_kept_of_a_run_is_told_in_the_players_language(
    tmp_path: Path, recording: Recording
) -> None:
    folder = SaveFolder(tmp_path)
    folder.write(recording)
    (tmp_path / "runs").write_text("no folder")
    end_run(folder, recording, "Won", how="won")
    assert folder.take_notes() == [
        "The report of this run could not be written: File exists.",
        "The replay of this run could not be kept: File exists.",
    ]
    folder.close()


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
