"""Flushing a file to the disk in the background: a thread waits for the disk, so that no key press has to."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from roguelike.store.atomic import flush_folder

if TYPE_CHECKING:  # nothing is flushed before the first frame, which need not import threads
    from concurrent.futures import Future, ThreadPoolExecutor

_pool: "list[ThreadPoolExecutor]" = []


def _flush(descriptor: int, folder: Path | None) -> None:
    """Flush a file, and the folder in which it has just been created."""
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
    """Flushes one file. Whatever was requested last is on the disk when `wait` returns."""

    def __init__(self) -> None:
        """Start with nothing to flush."""
        self._flushing: Future[None] | None = None

    def flush(self, descriptor: int, folder: Path | None = None) -> None:
        """Start to flush everything written to a file, and the folder if the file is new."""
        self._flushing = _thread().submit(_flush, descriptor, folder)

    def flush_names(self, folder: Path) -> None:
        """Start to flush a folder in which a file has got its name."""
        self._flushing = _thread().submit(flush_folder, folder)

    def let_go(self, descriptor: int) -> None:
        """Close a file once everything is flushed; nobody waits for that or learns of errors."""
        self._flushing = None
        _thread().submit(os.close, descriptor)

    def wait(self) -> None:
        """Wait until the data is on the disk; OSError when that fails."""
        flushing, self._flushing = self._flushing, None
        if flushing is not None:
            flushing.result()
