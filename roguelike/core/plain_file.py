"""What may be read of a data folder or a content pack, which anybody may have made."""

import errno
from pathlib import Path

MOST_BYTES = 16_000_000
"""Of a file of data: eighty times the game's own."""


def check_plain(file: Path, most: int = MOST_BYTES) -> None:
    """Raise OSError unless a file is a plain one of at most so many bytes, or a link to such a file.

    A pipe would be waited for without end, and a device never ends.
    """
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, "it is no plain file", str(file))
    if file.stat().st_size > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", str(file))
