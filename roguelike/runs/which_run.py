"""How a command line names a run: by its number in `roguelike scores`, or as the last."""

import argparse

from roguelike.engine.saves.past_runs import LAST


def number_of(text: str) -> int:
    """Return the number of a run, -1 for the last. Raises ArgumentTypeError for what is none."""
    if text == LAST:
        return -1
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of a run: `roguelike scores` lists them, and {LAST!r} is the last"
        )
    return int(text)
