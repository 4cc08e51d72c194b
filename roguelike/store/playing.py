"""Which turn the player saw last, so that after a power cut the game can say what is missing.

The file is in the folder while a game is played. Before the first turn is shown the disk has it, saying that a turn may
be missing; what takes that back is the turn seen last, which overwrites it and is never flushed, at the cost of
microseconds. So the witness is on the disk before anything that it could witness. A killed program leaves the right
turn behind, since the system keeps what was written; a machine that loses power leaves none, or an old one, or one from
before it was started again, and those are not trusted.
"""

import os
from contextlib import suppress
from pathlib import Path

from roguelike.core.records import Record
from roguelike.core.scalars import FAR
from roguelike.store import atomic, jsonl

FILE = "playing"
UNKNOWN = -1
MOST_BYTES, WIDTH = 10_000, 200
"""The most bytes that are read; the fixed width of the line that is written, so that it overwrites the former one."""
_WRITING = os.O_WRONLY | getattr(os, "O_BINARY", 0)
MOST_UNFLUSHED = 1
"""How many commands may be shown before the disk has those before them: each waits for the flush of the last."""
_STOPPED = "The machine stopped before the disk had everything"
_BOOT = Path("/proc/sys/kernel/random/boot_id")


class Seen(Record):
    """The file's content: the turn seen last (UNKNOWN until one was), the run, and the boot id of the machine."""

    run: str
    turn: int
    boot: str


class Playing:
    """The file of a folder of saves."""

    def __init__(self, folder: Path) -> None:
        """Manage the file of this folder; nothing is written yet."""
        self._path = folder / FILE
        self._run = ""
        self._descriptor = -1

    def begin(self, run: str, turn: int) -> None:
        """Record that a run is being played from now on; OSError when that fails."""
        if self._run == run and self._descriptor >= 0:
            return
        self.leave()
        atomic.clear_place(self._path)
        made = self._path.with_name(f"{FILE}.new")
        descriptor = os.open(made, _WRITING | os.O_CREAT | os.O_TRUNC, 0o644)
        try:
            atomic.write_all(descriptor, _line(Seen(run, UNKNOWN, boot())))
            os.fsync(descriptor)
            # It gets its name with this turn in it: a program that is killed at once is no power cut.
            os.lseek(descriptor, 0, os.SEEK_SET)
            atomic.write_all(descriptor, _line(Seen(run, turn, boot())))
        finally:
            os.close(descriptor)
        made.replace(self._path)
        atomic.flush_folder(self._path.parent)
        self._descriptor, self._run = os.open(self._path, _WRITING), run

    def show(self, turn: int) -> None:
        """Record the turn that the player is about to see. Errors are ignored, since it only serves a message."""
        if self._descriptor >= 0:
            with suppress(OSError):
                os.lseek(self._descriptor, 0, os.SEEK_SET)
                atomic.write_all(self._descriptor, _line(Seen(self._run, turn, boot())))

    def end(self) -> None:
        """Record that everything is on the disk and play has ended."""
        if self._descriptor >= 0:
            self.leave()
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
                atomic.flush_folder(self._path.parent)

    def leave(self) -> None:
        """Close the file and leave it there."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor, self._run = -1, ""

    def missing(self, run: str, turn: int) -> str:
        """Return a sentence on how many turns are missing for a run continued at a turn; "" if none."""
        seen = self._seen()
        if seen is None or seen.run not in (run, ""):
            return ""
        if seen.turn > turn:
            lost = _turns(seen.turn - turn)
            since = "The disk refused what you did last" if seen.boot == boot() else _STOPPED
            return f"{since}: of what you saw, {lost} missing."
        # A program may be killed when its last command was written, but not yet shown.
        if seen.boot == boot() and seen.turn != UNKNOWN and seen.turn >= turn - 1:
            return ""
        return f"The machine stopped while you played: of what you saw, at most {_turns(MOST_UNFLUSHED)} missing."

    def _seen(self) -> Seen | None:
        """Read the file; None if there is none to read. One that makes no sense still says that play did not end."""
        try:
            lines, _ = jsonl.read_lines(atomic.read_bounded(self._path, MOST_BYTES))
        except OSError:
            return None
        match lines:
            case [{"run": str(run), "turn": int(turn), "boot": str(since)}] if turn <= FAR:
                return Seen(run, turn, since)
        return Seen("", UNKNOWN, "")


def boot() -> str:
    """Return an id of the machine's current boot; "" if the system has none."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _line(seen: Seen) -> bytes:
    """Return the file's one line, padded within its JSON."""
    data = {"run": seen.run, "turn": seen.turn, "boot": seen.boot, "": ""}
    data[""] = " " * max(0, WIDTH - len(jsonl.write_line(data)))
    return jsonl.write_line(data)


def _turns(count: int) -> str:
    """Return a number of turns with the verb: "1 turn is", "3 turns are"."""
    return f"{count} turn is" if count == 1 else f"{count} turns are"
