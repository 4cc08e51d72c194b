"""What a command of the command line is, and the options that several commands share."""

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from roguelike.core import data_path
from roguelike.store.location import default_folder

if TYPE_CHECKING:  # for type checkers only
    from _typeshed import SupportsWrite

MOST_SHOWN, MOST_TOLD = 60, 1_000
"""Maximum length of a word that an error message quotes, and of the whole message, in characters."""
MOST_DIGITS = 18
MOST_SEED = 200
ERASE = "\r\x1b[K"
"""Takes a line of progress off a terminal again."""

Describe = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace], int]


class Command(NamedTuple):
    """A command's name, its line in the help, and where its two functions are: imported only when it is given."""

    name: str
    about: str
    module: str
    run: str
    """Takes the options, and the streams for output and errors; returns the exit code."""
    describe: str = "add_arguments"
    """Declares its options; "" for a command without any."""

    def parts(self) -> tuple[Describe, Run]:
        """Import what declares its options, and what runs it."""
        found = import_module(self.module)
        run = getattr(found, self.run)
        describe = getattr(found, self.describe) if self.describe else lambda _: None
        return describe, lambda options: _answered(run, options)


class _Heard(StringIO):
    """Standard error, which keeps what is said there."""

    def write(self, text: str) -> int:
        """Say some text, and keep it."""
        sys.stderr.write(text)
        return super().write(text)

    def flush(self) -> None:
        """Write out what was said."""
        sys.stderr.flush()

    def isatty(self) -> bool:
        """Return whether standard error is a terminal."""
        return sys.stderr.isatty()


def _answered(run: Callable[..., int], options: argparse.Namespace) -> int:
    """Run a command; where it writes JSON and fails, what it said on standard error becomes JSON, too."""
    if not getattr(options, "json", False):
        return run(options, sys.stdout, sys.stderr)
    heard = _Heard()
    if code := run(options, sys.stdout, heard):
        last = heard.getvalue().rstrip("\n").rpartition("\n")[2]
        sys.stdout.write(error_line(last.rpartition(ERASE)[2]))
    return code


def error_line(said: str) -> str:
    """Return the JSON of why a command failed; "" where nothing was said of that."""
    said = said.removeprefix("roguelike: ").rstrip()
    return json_line({"error": said}) if said else ""


class ForPlaying(argparse.Action):
    """An option of the game itself: remembers that it was given, and whether before a command."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store its value, and that it was given."""
        value = True if self.nargs == 0 else values
        setattr(namespace, self.dest, value)
        namespace.early = (*namespace.early, (option_string, self.dest, value))


class Parser(argparse.ArgumentParser):
    """A parser that quotes only printable text, and does not ignore failures to write."""

    def error(self, message: str) -> NoReturn:
        """End the program with one line that says what is wrong with the command line."""
        from roguelike.core.plain_words import printable

        self.exit(2, f"{self.prog}: error: {_brief(printable(message))} (see {self.prog} --help)\n")

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        """Write to a file, by default standard error. Raises OSError if standard output cannot be written."""
        if message and file is not None and file is sys.stdout:
            file.write(message)
        else:
            super()._print_message(message, file)


def _brief(message: str) -> str:
    """Return a message with long words and a long text shortened: argparse repeats any argument it does not know."""
    words = (
        each if len(each) <= MOST_SHOWN else f"{each[:MOST_SHOWN]}..."
        for each in message.split(" ")
    )
    told = " ".join(words)
    return told if len(told) <= MOST_TOLD else f"{told[:MOST_TOLD]}..."


def path_argument(text: str) -> Path:
    """Return a path from the command line.

    Raises:
        ArgumentTypeError: it is empty, which would be this folder; or no message could show it.
    """
    if not text.strip():
        raise argparse.ArgumentTypeError("a path cannot be empty")
    if fault := data_path.path_fault(text):
        raise argparse.ArgumentTypeError(f"{fault}: {text!r}")
    return data_path.typed_path(text)


def seed_argument(text: str) -> str:
    """Return a seed from the command line. Raises ArgumentTypeError for text that the title's seed field rejects."""
    if not text.isprintable() or len(text) > MOST_SEED:
        raise argparse.ArgumentTypeError(
            f"a seed is one line of at most {MOST_SEED} printable characters"
        )
    return text.strip()


def add_seed(parser: argparse.ArgumentParser, what: str, default: str | None = "1") -> None:
    """Declare `--seed`, which any text can be."""
    usual = "" if default is None else f" (default: {default})"
    parser.add_argument(
        "--seed", type=seed_argument, default=default, help=f"{what}; any text{usual}"
    )


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return a parser of whole numbers within bounds."""
    bounds = f"of {least} or more" if most is None else f"from {least} to {most:,}"
    greatest = 10**MOST_DIGITS if most is None else most

    def read(text: str) -> int:
        """Parse one. Raises ArgumentTypeError if it is not a whole number or is out of bounds."""
        is_number = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
        if not is_number or not least <= int(text) <= greatest:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {bounds}")
        return int(text)

    return read


def add_data(parser: argparse.ArgumentParser, dest: str) -> None:
    """Declare `--data`, which everything that plays or checks has; values before and after a command both count."""
    parser.add_argument(
        "--data",
        action="append",
        default=[],
        dest=dest,
        metavar="PACK",
        help="lay a content pack over the game's data: a folder, or the name of an installed one; repeatable",
    )


def add_json(parser: argparse.ArgumentParser, what: str) -> None:
    """Declare `--json`, which prints what programs read instead of what people do."""
    parser.add_argument("--json", action="store_true", help=f"print {what} instead")


def json_line(data: object) -> str:
    """Return data as a line of JSON."""
    from msgspec import json  # not for those commands that do without

    return json.encode(data).decode() + "\n"


def add_saves(parser: argparse.ArgumentParser) -> None:
    """Declare `--saves`, so that it can be given after a command as well as before it."""
    parser.add_argument(
        "--saves",
        type=path_argument,
        default=argparse.SUPPRESS,
        metavar="DIR",
        help="the folder of saves, with its past runs and the puzzles and lessons done",
    )


def saves_of(options: argparse.Namespace) -> Path:
    """Return the folder of saves that a command line names, or the default one."""
    return options.saves or default_folder()
