"""Flushing a file to the disk beside the game: a thread waits for the disk, so that no key has to."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from roguelike.engine.saves.atomic import flush_folder

if TYPE_CHECKING:  # nothing is flushed before the first frame, which does not wait for threads
    from concurrent.futures import Future, ThreadPoolExecutor

_pool: "list[ThreadPoolExecutor]" = []


def _flush(descriptor: int, folder: Path | None) -> None:
    """Flush a file, and the folder in which it has just been made."""
    os.fsync(descriptor)
    if folder is not None:
        flush_folder(folder)


def _thread() -> "ThreadPoolExecutor":
    """Return the thread that waits for the disk, one flush after another."""
    if not _pool:
        from concurrent.futures import ThreadPoolExecutor

        _pool.append(ThreadPoolExecutor(1, thread_name_prefix="flush"))
    return _pool[0]


class Flusher:
    """Flushes one file. What was asked for last is on the disk when `wait` returns."""

    def __init__(self) -> None:
        """Begin with nothing to flush."""
        self._flushing: Future[None] | None = None

    def flush(self, descriptor: int, folder: Path | None = None) -> None:
        """Begin to flush all that was written to a file, and the folder if it is new in it."""
        self._flushing = _thread().submit(_flush, descriptor, folder)

    def flush_names(self, folder: Path) -> None:
        """Begin to flush a folder, in which a file has got its name."""
        self._flushing = _thread().submit(flush_folder, folder)

    def let_go(self, descriptor: int) -> None:
        """Close a file behind all that is being flushed; nobody waits for it, or hears what the disk refused."""
        self._flushing = None
        _thread().submit(os.close, descriptor)

    def wait(self) -> None:
        """Wait until the disk has it; OSError when it refuses."""
        flushing, self._flushing = self._flushing, None
        if flushing is not None:
            flushing.result()
