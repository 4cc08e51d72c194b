"""Paths as somebody writes them, on the command line or in an environment variable."""

import os
from pathlib import Path


def typed_path(text: str) -> Path:
    """Return the path, with a ~ that the shell left (`--keep=~/games`) as the home folder; without a home it stays."""
    return Path(os.path.expanduser(text))  # noqa: PTH111  (pathlib's own fails where there is no such home)


def commands_the_terminal(text: str) -> bool:
    """Return whether a path has control characters: every sentence that names it would speak to the terminal."""
    return any(sign < " " or "\x7f" <= sign <= "\x9f" for sign in text)


def is_same_file(one: Path, other: Path) -> bool:
    """Return whether two paths lead to one file, through links too; files that are not there yet are told by name."""
    try:
        return one.samefile(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)
