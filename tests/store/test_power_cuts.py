"""Power cuts: what was shown is on the disk, or the game says how many turns are missing, whatever the disk kept.

A snapshot is written beside the game: the game's thread waits for one flush of it.
"""

import os
import re
import shutil
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Pass
from roguelike.host import LocalHost
from roguelike.lab.campaigns.power_cuts import PowerCut, SimulatedDisk, booted
from roguelike.store import log as log_module
from roguelike.store.folder import SaveFolder
from roguelike.store.recording import Recording
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from tests.store.folders import act, repeated

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


@pytest.mark.parametrize("at_once", [False, True], ids=["a lazy thread", "a quick thread"])
@pytest.mark.parametrize("boots", BOOTS.values(), ids=BOOTS)
@pytest.mark.parametrize(
    "kept",
    [None, "2", *(pytest.param(kept, marks=pytest.mark.soak) for kept in "13")],
    ids=lambda kept: f"kept {kept}",
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
    """With `kept`, the disk has some of what was written and not flushed."""
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
