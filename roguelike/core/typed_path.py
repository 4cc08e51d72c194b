"""Paths as somebody writes them, on the command line or in an environment variable."""

import os
import re
from pathlib import Path

MOST_CHARACTERS, MOST_OF_A_NAME = 4096, 1020
"""Characters of the longest path, and of the longest name in one, beyond which no sentence repeats it."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What a terminal takes for an order; that to write on from right to left, too, which would turn the sentence."""


def typed_path(text: str) -> Path:
    """Return the path, with a ~ that the shell left (`--keep=~/games`) as the home folder; without a home it stays."""
    return Path(os.path.expanduser(text))  # noqa: PTH111  (pathlib's own fails where there is no such home)


def path_fault(text: str) -> str | None:
    """Return why a text is no path that a sentence could name; None if it is one.

    Control characters would speak to the terminal in its own language, and what no file system takes fills its screen.
    """
    if _CONTROL.search(text):
        return "a path has no control characters"
    if len(text) > MOST_CHARACTERS or max(map(len, re.split(r"[/\\]", text))) > MOST_OF_A_NAME:
        return "no path is as long as that"
    return None


def is_same_file(one: Path, other: Path) -> bool:
    """Return whether two paths lead to one file, through links too; files that are not there yet are told by name."""
    try:
        return one.samefile(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)
