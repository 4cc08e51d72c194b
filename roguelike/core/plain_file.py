"""Which files of a data folder or content pack may be read: anybody may have made them."""

import errno
from pathlib import Path

MOST_BYTES = 16_000_000
"""The most bytes of a data file: eighty times the game's own."""


def check_plain(file: Path, most: int = MOST_BYTES) -> None:
    """Raise OSError unless a file is a regular file of at most `most` bytes, or a link to one.

    Reading a pipe could wait forever, and a device has no end.
    """
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, "it is no plain file", str(file))
    if file.stat().st_size > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", str(file))
