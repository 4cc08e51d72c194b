"""A snapshot that is written beside the game: the game's thread waits for one flush, and no power cut costs more."""

import os
import re
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from roguelike.engine.play.commands import Pass
from roguelike.host import LocalHost
from roguelike.lab.campaigns.power_cuts import PowerCut, SimulatedDisk, started_again
from roguelike.raws.catalog import Catalog
from roguelike.store import flushing
from roguelike.store.folder import SaveFolder
from roguelike.world.game import Game

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
    assert host.folder()._journal is not None
    assert host.folder()._journal.is_on_disk(), "as it is by the time that the frame is shown"
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
    monkeypatch.setattr(flushing, "_pool", [later])
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


def played(folder: SaveFolder, game: Game, seen: list[int]) -> None:
    """Play turns with snapshots beside them, two of them without a command in between; `seen` is the turn shown."""
    for kind in ("save", "turn", "turn", "save", "turn", "save", "save", "turn", "save", "turn"):
        if kind == "turn":
            game.turn += 1
            folder.append(game, [Pass()])
            seen[0] = game.turn
        else:
            folder.write(game, beside=True)


FLUSHES = 26
"""More than all that `played` makes."""


@pytest.mark.parametrize("at_once", [False, True], ids=["a lazy thread", "a quick thread"])
@pytest.mark.parametrize("cut_at", range(FLUSHES))
def test_a_power_cut_at_any_flush_costs_the_last_turn_at_most(
    tmp_path: Path,
    game: Game,
    catalog: Catalog,
    monkeypatch: pytest.MonkeyPatch,
    *,
    cut_at: int,
    at_once: bool,
) -> None:
    monkeypatch.setattr(flushing, "_pool", [Later(at_once=at_once)])
    home, left = tmp_path / "home", tmp_path / "left"
    with SaveFolder(home) as begun:
        begun.write(game)
    seen = [game.turn]
    folder = SaveFolder(home)
    game = folder.read(catalog).game
    with SimulatedDisk(home, cut_at=cut_at) as disk:
        with suppress(PowerCut):
            played(folder, game, seen)
        disk.cut(left)
    with suppress(PowerCut):
        folder.close()
    folder.close()

    with started_again():
        found = SaveFolder(left).read(catalog)
    missing = seen[0] - (found.game.turn + len(found.journal))
    told = [int(each[1]) for each in map(TOLD.search, found.notes) if each]
    assert missing <= max(told, default=0), found.notes
    assert not [note for note in found.notes if not TOLD.search(note)]


TOLD = re.compile(r"of what you saw, at most (\d+) turn is missing")
