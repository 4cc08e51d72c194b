"""Paths as typed by a user, on the command line or in an environment variable."""

import os
import re
from pathlib import Path

MOST_CHARACTERS, MOST_OF_A_NAME = 4096, 1020
"""The longest path, and the longest name within one, that a message may repeat, in characters."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters, which a terminal would obey, and those that change the direction of text and so of the
message."""


def typed_path(text: str) -> Path:
    """Return the path, with a ~ left by the shell (`--keep=~/games`) expanded; it stays if there is no home folder."""
    return Path(os.path.expanduser(text))  # noqa: PTH111  (pathlib's own fails where there is no such home)


def path_fault(text: str) -> str | None:
    """Return why a text cannot be shown as a path in a message; None if it can.

    Control characters would be obeyed by the terminal, and a path too long for any file system would fill the screen.
    """
    if _CONTROL.search(text):
        return "a path has no control characters"
    if len(text) > MOST_CHARACTERS or max(map(len, re.split(r"[/\\]", text))) > MOST_OF_A_NAME:
        return "no path is as long as that"
    return None


def is_same_file(one: Path, other: Path) -> bool:
    """Return whether two paths lead to the same file, following links; files that do not exist are compared by name."""
    try:
        return one.samefile(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)
