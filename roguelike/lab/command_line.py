"""What a command of the command line is, and the options that several commands share."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category

from roguelike.core.typed_path import typed_path

Describe = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace], int]


class Command(NamedTuple):
    """A command's name, its line in the help, and what imports the two parts of it once it is given.

    The first part declares its options, the second does what they say and returns the exit code.
    """

    name: str
    about: str
    parts: Callable[[], tuple[Describe, Run]]


class ForPlaying(argparse.Action):
    """An option of the game itself: remembers that it was given, and whether before a command."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Keep what it says, and that it was said."""
        value = True if self.nargs == 0 else values
        setattr(namespace, self.dest, value)
        namespace.early = (*namespace.early, (option_string, self.dest, value))


def path_argument(text: str) -> Path:
    """Return a path from the command line.

    Raises:
        ArgumentTypeError: it is empty, which would be this folder; or it has control characters, with which every
            sentence that names it would speak to the terminal in its own language.
    """
    if not text.strip():
        raise argparse.ArgumentTypeError("a path cannot be empty")
    if any(category(sign) == "Cc" for sign in text):
        raise argparse.ArgumentTypeError(f"a path has no control characters: {text!r}")
    return typed_path(text)


def positive(text: str) -> int:
    """Read a whole number of 1 or more."""
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def whole(text: str, most: int) -> int:
    """Read a whole number from 1 to `most`."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:12]) <= most):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {most:,}")
    return int(text)


def add_data(parser: argparse.ArgumentParser, dest: str) -> None:
    """Declare the option that everything knows which plays or checks; before a command and after it, both count."""
    parser.add_argument(
        "--data",
        action="append",
        default=[],
        dest=dest,
        metavar="PACK",
        help="lay a content pack over the game's data: a folder, or the name of an installed one; repeatable",
    )


def add_saves(parser: argparse.ArgumentParser) -> None:
    """Let the folder of saves be named after a command as well as before it."""
    parser.add_argument(
        "--saves",
        type=path_argument,
        default=argparse.SUPPRESS,
        metavar="DIR",
        help="the folder of saves, with its past runs and the puzzles and lessons done",
    )
