"""Power cuts: what the player saw is on the disk, or the game says how many turns are missing."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any, Self, cast

from roguelike.core.rng import Stream
from roguelike.engine.loading import DataLoader
from roguelike.engine.play.commands import Pass
from roguelike.engine.session import Session
from roguelike.host import LocalHost
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.base_states import from_saves, resumed
from roguelike.lab.campaigns.campaign import Verdict, campaign
from roguelike.store import playing

# --- A simulated disk that loses what was not flushed, or some of it. The folder is a real one;
# only `os.fsync` is replaced. What is sure of a file are its contents at its last flush, under the
# name that it had when its folder was last flushed. Of anything later the system may have written
# all, some or nothing when the power is cut, file by file.


Inode = int


class PowerCut(BaseException):
    """The power is cut, in the middle of a flush."""


@contextmanager
def booted(boot_id: str) -> Iterator[None]:
    """Let the system tell the block this id of its start; "" where it tells none."""
    boot = playing.boot
    playing.boot = lambda: boot_id
    try:
        yield
    finally:
        playing.boot = boot


class SimulatedDisk:
    """Watches a folder while a block runs; `cut` then writes what would be left of it. Linux only."""

    def __init__(self, folder: Path, *, cut_at: int = -1) -> None:
        """Watch a folder; flush number `cut_at` (from 0) and all later ones raise PowerCut instead; -1 for no cut."""
        self._folder, self._cut_at = folder, cut_at
        self._content: dict[Inode, bytes] = {}
        self._names: dict[str, Inode] = {}
        self._kept: dict[Inode, int] = {}
        self.flushes = 0
        """How many were asked for, the one that was cut included."""
        self._fsync = os.fsync
        self._lock, self._is_over = Lock(), False
        """Another thread may write a snapshot meanwhile, and may still be at it when the block ends."""

    def __enter__(self) -> Self:
        """Start watching. What is already in the folder counts as flushed."""
        for path in self._folder.iterdir():
            if path.is_file():
                with path.open("rb") as file:
                    self._content[self._keep(file.fileno())] = file.read()
        self._names = self._listed()
        os.fsync = cast("Any", self._watched)  # the only call by which anything reaches the disk
        return self

    def __exit__(self, *exc: object) -> None:
        """Restore the real flush, and close the files that were kept open."""
        with self._lock:
            os.fsync, self._is_over = self._fsync, True
            for descriptor in self._kept.values():
                os.close(descriptor)

    def _watched(self, descriptor: int) -> None:
        """Record what a flush brings to the disk, while the block runs."""
        with self._lock:
            if not self._is_over:
                self._flush(descriptor)

    def _flush(self, descriptor: int) -> None:
        """Record the contents of a file, or the names of the folder's files. Raises PowerCut at and after the cut."""
        self.flushes += 1
        if 0 <= self._cut_at < self.flushes:
            raise PowerCut
        here = Path(f"/proc/self/fd/{descriptor}")
        if here.is_dir():
            if here.resolve() == self._folder.resolve():
                self._names = self._listed()
            return
        self._content[self._keep(descriptor)] = here.read_bytes()

    def _keep(self, descriptor: int) -> Inode:
        """Return a file's inode; the file is kept open, so that no other can get the number even if it is removed."""
        inode = os.fstat(descriptor).st_ino
        if inode not in self._kept:
            self._kept[inode] = os.dup(descriptor)
        return inode

    def _listed(self) -> dict[str, Inode]:
        """Return the inodes of the folder's files by name; a file may disappear meanwhile, since the game goes on."""
        found = {}
        for path in self._folder.iterdir():
            with suppress(FileNotFoundError):
                if path.is_file():
                    found[path.name] = path.stat().st_ino
        return found

    def cut(self, target: Path, rng: Stream | None = None) -> None:
        """Write what is on the simulated disk into another folder; with `rng` some of what was not flushed survived."""
        target.mkdir()
        now = self._listed()
        names = now if rng is not None and rng.chance(50) else self._names
        latest = {inode: (self._folder / name).read_bytes() for name, inode in now.items()}
        for name, inode in names.items():
            content = self._content.get(inode, b"")
            if rng is not None:
                content = _survived(content, latest.get(inode, content), rng)
            (target / name).write_bytes(content)


def _survived(flushed: bytes, latest: bytes, rng: Stream) -> bytes:
    """Return what a power cut may leave of a file: what was flushed, all, or with its end torn off or never written."""
    if not latest.startswith(flushed):
        return flushed if rng.chance(50) else latest
    rest = latest[len(flushed) :]
    kept = rest[: rng.below(len(rest) + 1)]
    return flushed + rng.choice((b"", rest, kept, kept + b"\0" * (len(rest) - len(kept))))


MOST_TURNS, MOST_FLUSHES = 12, 40
SAVE_PERCENT = 15
BOOTS = (("before", "after"), ("", ""), ("the same", "the same"))
"""What the system says of its start before and after the cut: the truth, nothing, or that there was no cut."""


@campaign(
    "power", "power cuts on a disk that loses what was not flushed", 2_000, 12, opened=from_saves
)
def trial(folder: Path, data: DataLoader, rng: Stream, _: int) -> Verdict:
    """Play some turns on a simulated disk, cut the power between two of them or during a flush, and compare."""
    amid, (before, after) = rng.chance(50), rng.choice(BOOTS)
    left, seen = folder.with_suffix(".left"), [-1]
    with SimulatedDisk(folder, cut_at=rng.below(MOST_FLUSHES) if amid else -1) as disk:
        host = LocalHost(folder, data)
        with booted(before), suppress(PowerCut):
            _play(host, rng, seen)
        disk.cut(left, rng if rng.chance(50) else None)
    with booted(before):
        _let_go(host)
    with booted(after):
        return _compared(data, left, seen[0], "a cut amid a flush" if amid else "a cut in between")


def _play(host: LocalHost, rng: Stream, seen: list[int]) -> None:
    """Play with a frame after each command, as in play; `seen` holds the turn that was shown last."""
    session = host.resume()
    bot = make_bot("greedy", str(rng.below(1000)))
    seen[0] = session.game.turn
    host.after_frame()
    for _ in islice(bot.turns(session), 1 + rng.below(MOST_TURNS)):
        seen[0] = session.game.turn
        if rng.chance(SAVE_PERCENT):
            session.save_soon("turns")
        host.after_frame()


def _let_go(host: LocalHost) -> None:
    """Release what the program held on the machine that lost power."""
    try:
        host.close()
    except PowerCut:
        host.close()


def _compared(data: DataLoader, left: Path, seen: int, tried: str) -> Verdict:
    """Start again on what is left; the turn must be the one seen, unless the log says how many are missing."""
    with resumed(left, data) as session:
        if session is None:
            return Verdict(tried, "the game was over")
        missing = seen - session.game.turn
        told = _missing_turns(session)
        session.do(Pass())
    if missing > told:
        return Verdict(tried, "turns missing", f"{missing} turns are missing, and {told} told")
    return Verdict(tried, "turns missing, and told" if missing > 0 else "all there")


def _missing_turns(session: Session) -> int:
    """Return how many turns the log says are missing."""
    found = [re.search(r"(\d+) turns? (?:is|are) missing", line.text) for line in session.log]
    return max((int(each[1]) for each in found if each), default=0)
