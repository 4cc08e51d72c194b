"""A simulated disk that loses what was not flushed.

The folder is a real one; only `os.fsync` is replaced. A file's simulated contents are those of its last flush, and its
name is the one that its folder had when the folder was last flushed. Everything else is gone when the power is cut.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any, Self, cast

from roguelike.store import playing

Inode = int


class PowerCut(BaseException):
    """The power is cut, in the middle of a flush."""


@contextmanager
def started_again() -> Iterator[None]:
    """Make the block run as if the machine had been rebooted, as after a power cut."""
    boot = playing.boot
    playing.boot = lambda: "after the cut"
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

    def cut(self, target: Path) -> None:
        """Write what is on the simulated disk into another folder."""
        target.mkdir()
        for name, inode in self._names.items():
            (target / name).write_bytes(self._content.get(inode, b""))
