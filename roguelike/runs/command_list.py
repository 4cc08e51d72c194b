"""The commands about runs, as the command line lists them. Each is imported only when it is given."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from roguelike.engine.saves.location import default_folder
from roguelike.lab.command_line import Command, Describe, Run

RunOnSaves = Callable[[argparse.Namespace, Path, TextIO, TextIO], int]
"""Takes the options, the folder of saves, and the streams for output and errors."""


def _on_saves(run: RunOnSaves) -> Run:
    """Return a command about the folder of saves in its options, or the default one."""
    return lambda options: run(options, options.saves or default_folder(), sys.stdout, sys.stderr)


def _replay() -> tuple[Describe, Run]:
    """Find `roguelike replay`, which shows a run again."""
    from roguelike.runs.replay_command import add_arguments, run_replay

    return add_arguments, _on_saves(run_replay)


def _scores() -> tuple[Describe, Run]:
    """Find `roguelike scores`, which lists the runs that ended."""
    from roguelike.runs.scores_command import add_arguments, run_scores

    return add_arguments, _on_saves(run_scores)


def _morgue() -> tuple[Describe, Run]:
    """Find `roguelike morgue`, which prints the report of a run."""
    from roguelike.runs.morgue_command import add_arguments, run_morgue

    return add_arguments, _on_saves(run_morgue)


def _verify() -> tuple[Describe, Run]:
    """Find `roguelike verify`, which plays a recording without showing it."""
    from roguelike.runs.verify_command import add_arguments, run_verify

    return add_arguments, _on_saves(run_verify)


COMMANDS = (
    Command("scores", "list the runs that ended", _scores),
    Command("morgue", "print the report of a run", _morgue),
    Command("replay", "watch a run again, play on from any turn of it, or film it", _replay),
    Command("verify", "play a replay or crash file without showing it, and check it", _verify),
)
