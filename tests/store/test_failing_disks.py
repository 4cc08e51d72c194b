"""Power cuts: what was shown is on the disk, or the game says how many turns are missing, whatever the disk kept.

A snapshot is written beside the game: the game's thread waits for one flush of it.

Full and failing disks: what they did not take is told at the next start, and an end is kept whole or not at all.

A folder of saves on a disk that is full, fails or may not be written: the old save stays.
"""

import errno
import fcntl
import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Pass, Step
from roguelike.engine.state.errors import SaveError
from roguelike.engine.state.snapshot import state_hash
from roguelike.host import LocalHost
from roguelike.lab.campaigns.power_cuts import PowerCut, SimulatedDisk, booted
from roguelike.runs.run_reports import end_run, read_report, replay_file
from roguelike.store import log as log_module
from roguelike.store.folder import SaveFolder
from roguelike.store.recording import Recording
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from tests.store.conftest import Kept
from tests.store.folders import act, full_disk, repeated

PATIENCE = 20.0
"""Seconds until a flush that somebody waits for gives up, so that the test fails and does not hang."""


class SlowDisk:
    """Flushes of the game's own thread are counted; those beside it take until `opened` is set."""

    def __init__(self) -> None:
        self.opened, self.begun = threading.Event(), threading.Event()
        self.waited_for = self.given_up = 0
        self._game, self._fsync = threading.current_thread(), os.fsync

    def fsync(self, descriptor: int) -> None:
        """Flush a file, at once or when the disk comes to it."""
        if threading.current_thread() is self._game:
            self.waited_for += 1
        else:
            self.begun.set()
            self.given_up += not self.opened.wait(PATIENCE)
        self._fsync(descriptor)


def test_the_game_waits_for_one_flush_of_a_snapshot_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = SlowDisk()
    disk.opened.set()
    monkeypatch.setattr(os, "fsync", disk.fsync)
    host = LocalHost(tmp_path)
    session = host.start("5")
    host.after_frame()
    session.do(Pass())
    log = host.folder()._log
    log.wait()  # as it is by the time that the frame is shown
    disk.opened.clear()
    disk.begun.clear()
    disk.waited_for = 0
    session.save_soon("turns")
    host.after_frame()
    assert (disk.waited_for, disk.given_up) == (1, 0)
    assert disk.begun.wait(PATIENCE), "the rest is done beside it"
    assert len(list(tmp_path.glob("*.save"))) == 2
    disk.opened.set()
    session.do(Pass())
    host.close()
    assert disk.given_up == 0


def test_a_snapshot_on_leaving_is_all_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = LocalHost(tmp_path)
    session = host.start("5")
    host.after_frame()
    session.do(Pass())
    later = Later()
    monkeypatch.setattr(log_module, "_pool", [later])
    session.save("quit")
    assert not later.faults, "no file was closed before it was flushed"
    assert not later.waiting, "nothing is left to a thread that ends with the program"
    host.close()


class Later:
    """In place of the thread: does what it is asked to at once, or only when somebody waits for it."""

    def __init__(self, *, at_once: bool = False) -> None:
        self.at_once = at_once
        self.faults: list[BaseException] = []
        self.waiting: list[tuple[Waited, Callable[..., Any], tuple[Any, ...]]] = []

    def submit(self, do: Callable[..., Any], *args: Any) -> "Waited":
        """Put work behind all other."""
        future = Waited(self)
        self.waiting.append((future, do, args))
        if self.at_once:
            self.work()
        return future

    def work(self) -> None:
        """Do all that is waiting, in its order."""
        while self.waiting:
            future, do, args = self.waiting.pop(0)
            try:
                future.set_result(do(*args))
            except BaseException as fault:  # noqa: BLE001  (as a thread of a pool does)
                self.faults.append(fault)
                future.set_exception(fault)


class Waited(Future[Any]):
    """What somebody may wait for."""

    def __init__(self, later: Later) -> None:
        super().__init__()
        self._later = later

    def result(self, timeout: float | None = None) -> Any:
        """Let the thread catch up."""
        self._later.work()
        return super().result(timeout)


def play(folder: SaveFolder, recording: Recording, seen: list[int]) -> None:
    """Play turns with snapshots beside them, two of them without a command in between; `seen` is the turn shown."""
    for kind in ("save", "turn", "turn", "save", "turn", "save", "save", "turn", "save", "turn"):
        if kind == "turn":
            folder.append(act(recording, Pass()))
            seen[0] = recording.game.turn
        else:
            folder.write(recording, beside=True)


def missing(left: Path, catalog: Catalog, seen: int) -> tuple[int, int, list[str]]:
    """Start again; return how many turns are missing, how many are said to be, and what else is said."""
    with SaveFolder(left) as folder:
        found = folder.read(catalog)
    turn = repeated(found).game.turn
    told = [int(each[1]) for each in map(TOLD.search, found.notes) if each]
    return (
        seen - turn,
        max(told, default=0),
        [each for each in found.notes if not TOLD.search(each)],
    )


TOLD = re.compile(r"of what you saw, (?:at most )?(\d+) turns? (?:is|are) missing")
FLUSHES = 30
"""More than all that `play` makes."""
BOOTS = {"told": ("before", "after"), "untold": ("", ""), "unlike the truth": ("same", "same")}
"""What the system says of its start before and after the cut."""


SHORT = (False, None), (True, None), (True, "2")
LONG = (False, "2"), *product((False, True), "13")
"""Whether a thread writes at once, and what the disk has of what was written and not flushed."""


@pytest.mark.parametrize("boots", BOOTS.values(), ids=BOOTS)
@pytest.mark.parametrize(
    ("at_once", "kept"),
    [*SHORT, *(pytest.param(*case, marks=pytest.mark.soak) for case in LONG)],
)
def test_a_power_cut_at_any_flush_costs_the_last_turn_at_most_and_says_so(
    tmp_path: Path,
    recording: Recording,
    catalog: Catalog,
    monkeypatch: pytest.MonkeyPatch,
    *,
    at_once: bool,
    boots: tuple[str, str],
    kept: str | None,
) -> None:
    """A thread writes lazily or `at_once`; with `kept`, the disk has some of what was written and not flushed."""
    with SaveFolder(tmp_path / "home") as begun:
        begun.write(recording)
    for cut_at in range(FLUSHES):
        monkeypatch.setattr(log_module, "_pool", [Later(at_once=at_once)])
        home, left = tmp_path / f"home {cut_at}", tmp_path / f"left {cut_at}"
        shutil.copytree(tmp_path / "home", home)
        folder = SaveFolder(home)
        again = folder.read(catalog).recording()
        seen = [again.game.turn]
        with booted(boots[0]), SimulatedDisk(home, cut_at=cut_at) as disk:
            with suppress(PowerCut):
                play(folder, again, seen)
            disk.cut(left, kept and Stream(f"{kept} {cut_at}"))
        with suppress(PowerCut):
            folder.close()
        folder.close()
        with booted(boots[1]):
            lost, told, else_told = missing(left, catalog, seen[0])
        assert lost <= told <= lost + 1, cut_at
        assert not kept or all("end of the recording" in each for each in else_told)
        assert kept or not else_told
        ecs.drop_world(again.game.world)
        if disk.flushes <= cut_at:
            return  # nothing was cut: later cuts would come to the same
    raise AssertionError("more flushes than were tried")


@pytest.mark.parametrize("system", ["told", "untold"])
def test_after_a_kill_nothing_is_missing_and_nothing_is_said(
    tmp_path: Path,
    recording: Recording,
    catalog: Catalog,
    monkeypatch: pytest.MonkeyPatch,
    system: str,
) -> None:
    """One of 348 kills came between making the file and noting the turn, and the machine was said to have stopped."""

    class KilledError(BaseException):
        """The program is killed here."""

    with booted(BOOTS[system][0]):
        for number in range(200):
            home, calls, seen = tmp_path / str(number), iter(range(1_000)), [recording.game.turn]
            folder = SaveFolder(home)

            def call(genuine: Any, *args: Any, at: int = number, calls: Any = calls) -> Any:
                if threading.current_thread() is threading.main_thread() and next(calls) >= at:
                    raise KilledError
                return genuine(*args)

            with monkeypatch.context() as kills:
                for name in ("write", "fsync", "rename", "replace", "unlink", "lseek"):
                    kills.setattr(os, name, partial(call, getattr(os, name)))
                try:
                    play(folder, recording, seen)
                except KilledError:
                    is_killed = True
                else:
                    is_killed = False
            if list(home.glob("*.save")):
                assert missing(home, catalog, seen[0])[1:] == (0, []), number
                assert missing(home, catalog, seen[0])[0] <= 0, number
            folder.close()
            if not is_killed:
                break
    assert number > 30


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


@pytest.mark.parametrize(
    ("how", "reason", "for_good"),
    [
        ("died", errno.ENOSPC, False),
        ("won", errno.ENOSPC, True),
        pytest.param("died", errno.ENOSPC, True, marks=pytest.mark.soak),
        pytest.param("won", errno.ENOSPC, False, marks=pytest.mark.soak),
        *(
            pytest.param(*case, marks=pytest.mark.soak)
            for case in product(("died", "won"), (errno.EIO, errno.EROFS), (False, True))
        ),
    ],
)
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
