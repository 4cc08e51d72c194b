"""How a command line names a run: by its number in `roguelike scores`, or as the last."""

import argparse

from roguelike.core.typed_path import typed_path
from roguelike.engine.saves.past_runs import LAST


def add_saves(parser: argparse.ArgumentParser) -> None:
    """Let the folder of saves be named after the command as well as before it."""
    parser.add_argument(
        "--saves",
        type=typed_path,
        default=argparse.SUPPRESS,
        metavar="DIR",
        help="the folder of saves whose runs they are",
    )


def number_of(text: str) -> int:
    """Return the number of a run, -1 for the last. Raises ArgumentTypeError for what is none."""
    if text == LAST:
        return -1
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of a run: `roguelike scores` lists them, and {LAST!r} is the last"
        )
    return int(text)
