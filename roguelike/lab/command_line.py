"""What a command of the command line is, and the options that several commands share."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category

from roguelike.core.typed_path import typed_path

MOST_DIGITS = 18
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


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return what reads a whole number within bounds."""
    bounds = f"of {least} or more" if most is None else f"from {least} to {most:,}"
    greatest = 10**MOST_DIGITS if most is None else most

    def read(text: str) -> int:
        """Read one. Raises ArgumentTypeError for what is none, or out of bounds."""
        is_number = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
        if not is_number or not least <= int(text) <= greatest:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {bounds}")
        return int(text)

    return read


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
