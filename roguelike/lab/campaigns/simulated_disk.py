"""A simulated disk that loses what was not flushed, or some of it.

The folder is a real one; only `os.fsync` is replaced. What is sure of a file are its contents at its last flush, under
the name that it had when its folder was last flushed. Of anything later the system may have written all, some or
nothing when the power is cut, file by file.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any, Self, cast

from roguelike.core.rng import Stream
from roguelike.store import playing

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
        self._flushes = 0
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
        self._flushes += 1
        if 0 <= self._cut_at < self._flushes:
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
