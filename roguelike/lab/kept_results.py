"""Results saved to disk as they arrive, so that interrupted work can be resumed.

A file of JSON lines: what the work is, then (number of the part, its result). A truncated last line is dropped; results
of other work are never mixed in.
"""

from collections import Counter
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TypeVar, get_origin

import msgspec

R = TypeVar("R")


class KeptError(Exception):
    """The file cannot be used; the message says which, why, and what to do."""


def _tally(kind: Any, value: object) -> Any:
    """Convert a plain JSON object back to a `Counter` of names. Raises NotImplementedError for other types."""
    if get_origin(kind) is not Counter:
        raise NotImplementedError
    return Counter(msgspec.convert(value, dict[str, int]))


class Kept(Generic[R]):
    """The results of one piece of work, by number of the part."""

    def __init__(self, path: Path, work: str, kind: type[R] | Any) -> None:
        """Read existing results; `work` identifies the work, `kind` is the type of a result.

        Raises:
            KeptError: the file cannot be read or written, is not a file of results, or is about other work.
        """
        self._path, self._kind = path, kind
        self.results: dict[int, R] = {}
        if path.exists() and not path.is_file():  # /dev/zero has no end
            raise KeptError(f"{path} is no file: name another.")
        try:
            text = path.read_bytes() if path.exists() else b""
            whole = self._read(text, work) if text else 0
            self._file = path.open("r+b" if text else "wb")
            self._file.truncate(whole)
            self._file.seek(whole)
        except OSError as fault:
            raise self._unusable(fault) from fault
        if not whole:
            self._write({"work": work})

    def _read(self, text: bytes, work: str) -> int:
        """Read the lines; return the number of bytes in whole lines."""
        whole = text.rfind(b"\n") + 1
        lines = text[:whole].splitlines()
        try:
            heading = msgspec.json.decode(lines[0]) if lines else {}
            found = heading["work"]
            rows = [msgspec.json.decode(line) for line in lines[1:]]
            self.results = {part: self._result(row) for part, row in rows}
        except (msgspec.MsgspecError, TypeError, ValueError, KeyError) as fault:
            raise KeptError(f"{self._path} holds no results of ours: name another file.") from fault
        if found != work:
            raise KeptError(
                f"{self._path} holds results of other work ({found}; this is {work}): name another file."
            )
        return whole

    def _result(self, row: object) -> R:
        """Convert a row back to a result. JSON keys are text: those that are numbers are converted back, too."""
        found: R = msgspec.convert(row, self._kind, str_keys=True, dec_hook=_tally)
        return found

    def add(self, part: int, result: R) -> None:
        """Save the result of a part. Raises KeptError if the file cannot be written; what is in it stays valid."""
        self.results[part] = result
        self._write((part, result))

    def _write(self, row: object) -> None:
        """Write one row as a line and flush it, so that a later kill loses no row that was written."""
        try:
            self._file.write(msgspec.json.encode(row) + b"\n")
            self._file.flush()
        except OSError as fault:
            raise self._unusable(fault) from fault

    def _unusable(self, fault: OSError) -> KeptError:
        """Return the error for a file that cannot be read or written."""
        return KeptError(f"{self._path}: {fault.strerror or fault}.")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):  # each row was flushed, or the failure reported
            self._file.close()
