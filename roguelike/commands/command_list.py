"""The commands of the program, as the command line lists them. Each is imported only when it is given.

Those of the laboratory stand in a table of its own, which is read only where the house does not know the command: the
program works without that folder.
"""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from roguelike.commands.command_line import Command, Describe, Run
from roguelike.store.location import default_folder

LABORATORY = "roguelike.lab"
"""The folder whose `command_list` hangs further commands in, where it is installed."""
HELP = ("-h", "--help")

RunOnSaves = Callable[[argparse.Namespace, Path, TextIO, TextIO], int]
"""Takes the options, the folder of saves, and the streams for output and errors."""


def _on_saves(run: RunOnSaves) -> Run:
    """Return a command about the folder of saves in its options, or the default one."""
    return lambda options: run(options, options.saves or default_folder(), sys.stdout, sys.stderr)


def _replay() -> tuple[Describe, Run]:
    """Find `roguelike replay`, which shows a run again."""
    from roguelike.commands.replay import add_arguments, run_replay

    return add_arguments, _on_saves(run_replay)


def _scores() -> tuple[Describe, Run]:
    """Find `roguelike scores`, which lists the runs that ended."""
    from roguelike.commands.scores import add_arguments, run_scores

    return add_arguments, _on_saves(run_scores)


def _morgue() -> tuple[Describe, Run]:
    """Find `roguelike morgue`, which prints the report of a run."""
    from roguelike.commands.morgue import add_arguments, run_morgue

    return add_arguments, _on_saves(run_morgue)


def _verify() -> tuple[Describe, Run]:
    """Find `roguelike verify`, which plays a recording without showing it."""
    from roguelike.commands.verify import add_arguments, run_verify

    return add_arguments, _on_saves(run_verify)


def _check_data() -> tuple[Describe, Run]:
    """Check the raws and prefabs, and print a summary or the faults."""
    from roguelike.commands.check import add_arguments, run_check

    return add_arguments, _on_saves(run_check)


def _schema() -> tuple[Describe, Run]:
    """Print the JSON Schema of spawns.json."""
    from roguelike.commands.check import run_schema

    return (lambda _parser: None), lambda _options: run_schema(sys.stdout)


def _help() -> tuple[Describe, Run]:
    """Print a page of the manual."""
    from roguelike.commands.manual import add_arguments, run_help

    return add_arguments, lambda options: run_help(options, sys.stdout, sys.stderr)


def _puzzle() -> tuple[Describe, Run]:
    """Play a puzzle, or make some."""
    from roguelike.commands.puzzle import add_arguments, run_puzzle

    return add_arguments, lambda options: run_puzzle(options, sys.stdout, sys.stderr)


def _pack() -> tuple[Describe, Run]:
    """Start a content pack, or list the installed ones."""
    from roguelike.commands.pack import add_arguments, run_pack

    return add_arguments, _on_saves(run_pack)


def _mapgen() -> tuple[Describe, Run]:
    """Print a level as text."""
    import time

    from roguelike.commands.mapgen import add_arguments, run_mapgen
    from roguelike.raws.catalog import catalog_in_force

    return add_arguments, lambda options: run_mapgen(
        options, sys.stdout, catalog_in_force(), time.sleep
    )


COMMANDS = (
    Command("scores", "list the runs that ended", _scores),
    Command("morgue", "print the report of a run", _morgue),
    Command("replay", "watch a run again, play on from any turn of it, or film it", _replay),
    Command("verify", "play a replay or crash file without showing it, and check it", _verify),
    Command(
        "check-data", "check spawns.json and list everything that is wrong with it", _check_data
    ),
    Command("schema", "print the JSON Schema of spawns.json", _schema),
    Command("help", "print a page of the manual", _help),
    Command("puzzle", "play a puzzle by number or code, or that of the day", _puzzle),
    Command("pack", "begin a content pack of your own, or list the installed ones", _pack),
    Command("mapgen", "show a level, or how it is dug step by step", _mapgen),
)


def commands_for(words: Sequence[str]) -> Sequence[Command]:
    """Return the commands that a command line may mean: the laboratory's, too, unless it names one of these."""
    named = {each.name for each in COMMANDS}
    said = [word for word in words if re.fullmatch(r"[a-z][a-z-]*", word) or word in HELP]
    if all(word in named for word in said) or find_spec(LABORATORY) is None:
        return COMMANDS
    more: tuple[Command, ...] = import_module(f"{LABORATORY}.command_list").COMMANDS
    return (*COMMANDS, *more)
