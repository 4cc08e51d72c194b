"""Files that grow: one JSON object a line, each behind a checksum, so that a torn tail is dropped and nothing else.

What follows a bad line is dropped with it: a command is worth nothing without those before it.
"""

import json
import zlib
from typing import Any

_DIGITS = 8


def write_line(data: dict[str, Any]) -> bytes:
    """Return one line: CRC-32 in hexadecimal, a space, JSON."""
    text = json.dumps(data, separators=(",", ":")).encode("ascii")
    return b"%08x %s\n" % (zlib.crc32(text), text)


def read_lines(data: bytes) -> tuple[list[dict[str, Any]], bool]:
    """Return the sound lines from the beginning, and whether that was all of them."""
    found: list[dict[str, Any]] = []
    for line in data.splitlines(keepends=True):
        text = line[_DIGITS + 1 : -1]
        if not line.endswith(b"\n") or line[: _DIGITS + 1] != b"%08x " % zlib.crc32(text):
            return found, False
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return found, False
        if not isinstance(value, dict):
            return found, False
        found.append(value)
    return found, True
