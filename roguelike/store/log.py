"""The log of a run: the one file that holds its commands, and where in it a save stands.

  RUN.recording    a line that says which game, and a line a command: a replay, as `replay` reads it

Every command is appended as it happens. It is passed to the system immediately, and so outlives the program; to
outlive a power cut it is flushed to the disk by a thread, and each command waits for the flush of the last, which is
noticeable only while a key is held. A save names its place here, with the checksum of all that led to it; what comes
after that place happened since. So an older save leads to the same end as a newer one.

Nothing here parses commands, so that the title can say how a game stands without loading what plays it.
"""

import os
import zlib
from base64 import b64encode
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from roguelike.core.records import Record
from roguelike.store import atomic, container, jsonl

if TYPE_CHECKING:  # nothing is flushed before the first frame, which need not import threads
    from concurrent.futures import Future, ThreadPoolExecutor

SUFFIX = ".recording"
NOW = "now"
"""The key in a command's line that holds the state of the game after it, for the title."""
MOST_REPEATED = 20_000
"""The most commands after a save that are read: resuming the game performs them."""

_pool: "list[ThreadPoolExecutor]" = []


def _thread() -> "ThreadPoolExecutor":
    """Return the thread that waits for the disk, one flush after another."""
    if not _pool:
        from concurrent.futures import ThreadPoolExecutor

        _pool.append(ThreadPoolExecutor(1, thread_name_prefix="flush"))
    return _pool[0]


def _flush(descriptor: int) -> None:
    """Flush a file to the disk."""
    os.fsync(descriptor)


class Log:
    """The log of one run, open for writing. Everything is in memory too, so that a failed write leaves no gap."""

    def __init__(self, folder: Path, run: str, kept: int) -> None:
        """Go on with the file of a run after its first `kept` bytes; 0 replaces what is there, in one step."""
        self._path = log_file(folder, run)
        self._written = self._flushed = kept
        self._descriptor = -1
        self._flushing: Future[None] | None = None

    def add(self, text: bytearray) -> None:
        """Append what `text`, all of the log, has more than the file, once the disk has the rest; start to flush it.

        OSError when any of it fails: the next call writes again what may not be on the disk.
        """
        self.wait()
        try:
            self._open()
            if not self._written:
                self.replace(text)
            elif len(text) > self._written:
                atomic.append(self._descriptor, bytes(memoryview(text)[self._written :]))
                self._written = len(text)
                self._flushing = _thread().submit(_flush, self._descriptor)
        except OSError:
            self._close()
            raise

    def replace(self, text: bytearray) -> None:
        """Put this text in place of the file in one step, and wait for the disk."""
        self.wait()
        self._close()
        self._written = self._flushed = 0
        atomic.clear_place(self._path)
        atomic.write_whole(self._path, bytes(text))
        self._written = self._flushed = len(text)

    def _open(self) -> None:
        """Open the file, unless it is open and still in its place: its folder may be deleted or moved during play."""
        if self._descriptor >= 0 and os.fstat(self._descriptor).st_nlink and self._path.exists():
            return
        self._close()
        atomic.clear_place(self._path)
        if not self._path.exists() or self._path.stat().st_size < self._written:
            self._written = self._flushed = 0
        if self._written:
            self._descriptor = atomic.open_to_append(self._path)
            os.ftruncate(self._descriptor, self._written)  # what a crash left behind it

    def wait(self) -> None:
        """Wait until the disk has everything; OSError when that fails, and then the rest is written again."""
        flushing, self._flushing = self._flushing, None
        try:
            if flushing is not None:
                flushing.result()
        except OSError:
            self._close()
            self._written = self._flushed
            raise
        self._flushed = self._written

    def flush_names(self) -> None:
        """Start to flush the folder, in which a save has got its name."""
        self._flushing = _thread().submit(atomic.flush_folder, self._path.parent)

    def close(self) -> bool:
        """Release the file; return whether all of it is on the disk."""
        try:
            self.wait()
        except OSError:
            return False
        finally:
            self._close()
        return True

    def _close(self) -> None:
        """Release the file, once however often it is called."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def log_file(folder: Path, run: str) -> Path:
    """Return the path of the log of a run, whether or not it exists."""
    return container.file_of(folder, run, SUFFIX)


class Place(Record):
    """Where a save stands in the log of its run: after so many bytes, whose checksum is `tied`; "" for nowhere."""

    recorded: int = 0
    tied: str = ""


def end_of(text: bytes | bytearray) -> Place:
    """Return the place at the end of a log."""
    return Place(len(text), f"{zlib.crc32(text):08x}")


class Since(Record):
    """The log as a save finds it: all of it, and where it goes on from the save.

    If not `is_tied`, what led to the save is damaged or lacking, and only what follows can be used, if anything.
    """

    log: bytes = b""
    start: int = 0
    is_tied: bool = False

    def lines(self) -> Iterator[tuple[dict[str, Any], int]]:
        """Yield the sound lines after the save, each with the number of bytes of the log up to its end.

        There are at most MOST_REPEATED.
        """
        if self.start:
            for value, end in islice(jsonl.sound_lines(self.log[self.start :]), MOST_REPEATED):
                yield value, self.start + end

    def standing(self) -> dict[str, Any]:
        """Return the turn and the line for the title after the last command; {} when there is none."""
        found: dict[str, Any] = {}
        for line, _ in self.lines():
            match line:
                case {"at": [int(turn), *_], "now": str(told)}:
                    found = {"turn": turn, "line": told}
        return found


def since(path: Path, place: Place, save: bytes) -> Since:
    """Return what the log in a file holds after a save: its place, and all its bytes."""
    try:
        log = atomic.read_bounded(path, container.MOST_FILE_BYTES)
    except OSError:
        return Since()
    start = place.recorded
    if 0 < start <= len(log) and end_of(log[:start]) == place:
        return Since(log, start, is_tied=True)
    first = log[: log.find(b"\n") + 1]
    if b64encode(save) in first:  # the log was begun anew with it
        return Since(log, len(first), is_tied=True)
    return Since(log, start if log[:start].endswith(b"\n") else 0)
