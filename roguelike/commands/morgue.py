"""`roguelike morgue N`: the report of a run, as text or as JSON."""

import argparse
from typing import TextIO

from msgspec import json

from roguelike.commands.command_line import add_saves, saves_of
from roguelike.commands.which_run import number_of
from roguelike.engine.state.errors import SaveError
from roguelike.runs.past_runs import LAST, report_lines, report_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `morgue`."""
    add_saves(parser)
    parser.add_argument(
        "number",
        type=number_of,
        nargs="?",
        default=LAST,
        metavar="N",
        help="the number of the run, as `roguelike scores` gives it (default: the last)",
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run_morgue(options: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Print the report of a run; return the exit code."""
    saves = saves_of(options)
    try:
        if options.json:
            report = json.encode(report_of(saves, options.number))
            lines = [json.format(report, indent=1).decode()]
        else:
            lines = report_lines(saves, options.number)
    except SaveError as fault:
        errors.write(f"roguelike: {fault}\n")
        return 1
    out.writelines(f"{line}\n" for line in lines)
    return 0
