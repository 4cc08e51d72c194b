"""The log as a plain text file, written as the game goes on: for screen readers, and to keep."""

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from roguelike.core.grammar import Message

HEAD_BYTES = 4096
GZIP = b"\x1f\x8b"
OWN_FILES = re.compile(rb"blue-mana-save |[0-9a-f]{8} \{|\{")
"""How saves, journals, recordings and all JSON files begin."""


class TranscriptError(Exception):
    """A file holds something that must not be appended to; the message tells the player."""


class Transcript:
    """A file to which every message is added once, a line each, with its turn."""

    def __init__(self, path: Path) -> None:
        """Open a file for appending. Raises OSError when that fails, TranscriptError when it is not allowed."""
        if path.is_file() and not _is_text(path):
            raise TranscriptError(
                f"{path} is no text that a log could be added to, but a save, a replay or the like. "
                "It is left as it is: name another file."
            )
        self._file = path.open("a", encoding="utf-8")
        self._last: Message | None = None

    def tell(self, log: Sequence[Message]) -> None:
        """Append the messages added to a log since the last call; all of them for another game's log.

        Raises OSError when writing fails; the file is closed then.
        """
        fresh: list[Message] = []
        for message in reversed(log):
            if message is self._last:
                break
            fresh.append(message)
        if not fresh:
            return
        try:
            for message in reversed(fresh):
                self._file.write(f"{message.turn:>6}  {message.text}\n")
            self._file.flush()
        except OSError:
            with suppress(OSError):
                self.close()
            raise
        self._last = fresh[0]

    def close(self) -> None:
        """Close the file; nothing can be appended afterwards."""
        self._file.close()


def _is_text(path: Path) -> bool:
    """Return whether a file holds plain text and is none of the game's own files."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    return OWN_FILES.match(head) is None and b"\0" not in head and head[:2] != GZIP
