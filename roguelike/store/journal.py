"""The commands since a snapshot, written one by one, so that a crash loses only the turn in which it happens.

  {"base": the snapshot's checksum}      which save these commands follow
  {"do": "step", "dx": 1, "dy": 0}       one line a command; the last also has the state of the game "now"
  {"next": [8, checksum]}                the save that the commands led to, when there is one

Through `next`, an older save and its journal lead to the newer save's journal even if the newer save is damaged.

Commands are passed to the system immediately, and so outlive the program. To outlive a power cut they are flushed to
the disk by a thread; each command waits for the flush of the last, which is noticeable only while a key is held.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from roguelike.actions.action import Action
from roguelike.core.records import State, field
from roguelike.store.atomic import append, open_to_append
from roguelike.store.command_lines import CommandError, decode, encode
from roguelike.store.flushing import Flusher
from roguelike.store.journal_lines import (
    BASE,
    NEXT,
    NOW,
    JournalLines,
    Successor,
)
from roguelike.store.jsonl import write_line


class Journal:
    """The journal of one snapshot, open for writing; its file is created by the first write."""

    def __init__(self, path: Path, base: str, *, beside: bool = False) -> None:
        """Start the journal of the snapshot whose checksum is `base`, replacing any that was there.

        With `beside` the snapshot's name is flushed from here, in the background.
        """
        self.commands: list[Action] = []
        self._path, self._base = path, base
        self._descriptor = -1
        self._flusher = Flusher()
        if beside:
            self._flusher.flush_names(path.parent)

    def add(self, commands: Sequence[Action], now: dict[str, Any] | None = None) -> None:
        """Append commands, and the state of the game `now`.

        OSError when that fails, which leaves the journal as it was.
        """
        if commands:
            lines = [encode(command) for command in commands]
            if now is not None:
                lines[-1][NOW] = now
            self._write(lines)
            self.commands.extend(commands)

    def seal(self, successor: Successor, *, beside: bool = False) -> None:
        """Record the save to which the commands led; further commands break the seal.

        With `beside` the file is released once its commands are on the disk, and nobody waits for this last line.
        """
        self._write([{NEXT: list(successor)}], is_flushed=not beside)
        if beside:
            self._flusher.let_go(self._descriptor)
            self._descriptor = -1

    def _write(self, lines: list[dict[str, Any]], *, is_flushed: bool = True) -> None:
        """Write some lines at once, after those before are on the disk, and start to flush them."""
        self._flusher.wait()
        is_new = self._descriptor < 0
        if is_new:
            self._path.unlink(missing_ok=True)
            self._descriptor = open_to_append(self._path)
        if not os.fstat(self._descriptor).st_size:
            lines = [{BASE: self._base}, *lines]
        append(self._descriptor, b"".join(map(write_line, lines)))
        if is_flushed:
            self._flusher.flush(self._descriptor, self._path.parent if is_new else None)

    def is_on_disk(self) -> bool:
        """Wait until the disk has everything written; return whether it has. After a failure it never will."""
        try:
            self._flusher.wait()
        except OSError:
            return False
        return True

    def follows_a_save(self) -> bool:
        """Return whether the save that it follows still exists: its folder may be deleted or moved during play."""
        return self._path.with_suffix(".save").exists()

    def close(self) -> bool:
        """Release the file; return whether all of it is on the disk."""
        is_on_disk = self.is_on_disk()
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
        return is_on_disk


class Found(State):
    """The result of reading a journal."""

    commands: list[Action] = field(default_factory=list)
    successor: Successor | None = None
    torn: bool = False


def found_in(read: JournalLines) -> Found:
    """Return the commands of a journal, up to the first line that is not a command."""
    found = Found(successor=read.successor, torn=read.torn)
    for line in read.lines:
        try:
            found.commands.append(decode({key: value for key, value in line.items() if key != NOW}))
        except CommandError:
            found.torn, found.successor = True, None
            break
    return found
