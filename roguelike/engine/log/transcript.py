"""The log as a file of plain text, written as it is told: for screen readers, and to keep."""

from collections.abc import Sequence
from pathlib import Path

from roguelike.core.grammar import Message


class Transcript:
    """A file to which every message is added once, a line each, with its turn."""

    def __init__(self, path: Path) -> None:
        """Open it for adding to what it holds. Raises OSError when that cannot be."""
        self._file = path.open("a", encoding="utf-8")
        self._last: Message | None = None

    def tell(self, log: Sequence[Message]) -> None:
        """Add what a log has come to hold since the last call; of another game's log, all."""
        fresh: list[Message] = []
        for message in reversed(log):
            if message is self._last:
                break
            fresh.append(message)
        for message in reversed(fresh):
            self._file.write(f"{message.turn:>6}  {message.text}\n")
        if fresh:
            self._file.flush()
            self._last = fresh[0]

    def close(self) -> None:
        """Close the file; nothing can be told after that."""
        self._file.close()
