"""A disk that loses what was not flushed.

The folder is a real one; only `os.fsync` is watched. A file is on the simulated disk as it was when it was last
flushed, and under the names that its folder had when that was flushed. Everything else is gone when the power is cut.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self, cast

from roguelike.engine.saves import playing

Inode = int


class PowerCut(BaseException):
    """The power is gone, in the middle of a flush."""


@contextmanager
def started_again() -> Iterator[None]:
    """While the block runs, let this be another start of the machine, as after a power cut."""
    boot = playing.boot
    playing.boot = lambda: "after the cut"
    try:
        yield
    finally:
        playing.boot = boot


class SimulatedDisk:
    """Watches a folder while a block runs; `cut` then writes what would be left of it. For Linux."""

    def __init__(self, folder: Path, *, cut_at: int = -1) -> None:
        """Watch a folder; the flush of the number `cut_at` is not made, but raises PowerCut, as do all later ones."""
        self._folder, self._cut_at = folder, cut_at
        self._content: dict[Inode, bytes] = {}
        self._names: dict[str, Inode] = {}
        self._kept: dict[Inode, int] = {}
        self._flushes = 0
        self._fsync = os.fsync

    def __enter__(self) -> Self:
        """Begin to watch. What is in the folder already is on the disk."""
        for path in self._folder.iterdir():
            if path.is_file():
                with path.open("rb") as file:
                    self._content[self._keep(file.fileno())] = file.read()
        self._names = self._listed()
        os.fsync = cast("Any", self._watched)  # the one call by which anything reaches a disk
        return self

    def __exit__(self, *exc: object) -> None:
        """Give the true flush back, and let go of the files that were kept open."""
        os.fsync = self._fsync
        for descriptor in self._kept.values():
            os.close(descriptor)

    def _watched(self, descriptor: int) -> None:
        """Note what a flush brings to the disk."""
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
        """Return the number of a file, which no other can get while it is kept open, be it removed."""
        inode = os.fstat(descriptor).st_ino
        if inode not in self._kept:
            self._kept[inode] = os.dup(descriptor)
        return inode

    def _listed(self) -> dict[str, Inode]:
        """Return the files of the folder as they are called now; a flush beside the game may meet one that goes."""
        found = {}
        for path in self._folder.iterdir():
            with suppress(FileNotFoundError):
                if path.is_file():
                    found[path.name] = path.stat().st_ino
        return found

    def cut(self, target: Path) -> None:
        """Write what is on the disk into another folder."""
        target.mkdir()
        for name, inode in self._names.items():
            (target / name).write_bytes(self._content.get(inode, b""))
