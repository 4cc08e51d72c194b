"""How a command line names a run: by its number in `roguelike scores`, as the last, or by the file of its replay."""

import argparse

from roguelike.commands.command_line import MOST_DIGITS
from roguelike.runs.past_runs import LAST


def add_recording(parser: argparse.ArgumentParser) -> None:
    """Declare the argument that names a recording, as `replay_of` reads it."""
    parser.add_argument(
        "what",
        nargs="?",
        default=LAST,
        metavar="FILE|N",
        help="a replay, a crash-N.json, or the number of a run in `roguelike scores` (default: the last run)",
    )


def number_of(text: str) -> int:
    """Return the number of a run, -1 for the last. Raises ArgumentTypeError for anything else."""
    if text == LAST:
        return -1
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of a run: `roguelike scores` lists them, and {LAST!r} is the last"
        )
    return int(text)
