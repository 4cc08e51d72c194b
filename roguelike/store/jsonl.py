"""Files that grow: one JSON object per line, each after a checksum, so that only a torn tail is dropped.

Everything after a bad line is dropped with it: a command is worthless without those before it.
"""

import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any

_DIGITS = 8


def write_line(data: dict[str, Any]) -> bytes:
    """Return one line: CRC-32 in hexadecimal, a space, JSON."""
    import json  # as below

    text = json.dumps(data, separators=(",", ":")).encode("ascii")
    return b"%08x %s\n" % (zlib.crc32(text), text)


def read_lines(data: bytes) -> tuple[list[dict[str, Any]], bool]:
    """Return the valid lines from the beginning, and whether that was all of them."""
    found: list[dict[str, Any]] = []
    end = 0
    for value, after in sound_lines(data):
        found.append(value)
        end = after
    return found, end == len(data)


def sound_lines(data: bytes) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield the valid lines from the beginning lazily, each with the number of bytes up to its end."""
    import json  # a title without a save does not wait for it

    end = 0
    for line in BytesIO(data):
        text = line[_DIGITS + 1 : -1]
        if not line.endswith(b"\n") or line[: _DIGITS + 1] != b"%08x " % zlib.crc32(text):
            return
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return
        if not isinstance(value, dict):
            return
        end += len(line)
        yield value, end
