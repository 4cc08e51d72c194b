"""The laboratory's commands, as the command line lists them, and the kinds of options that several commands share.

Nothing of the laboratory is imported before its command is given: whoever plays must not wait for it.
"""

import argparse
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

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
        type=typed_path,
        default=argparse.SUPPRESS,
        metavar="DIR",
        help="the folder of saves, with its runs and what was solved and learned",
    )


def _help() -> tuple[Describe, Run]:
    """Print a page of the manual."""
    from roguelike.ui.manual.help_command import add_arguments, run_help

    return add_arguments, lambda options: run_help(options, sys.stdout, sys.stderr)


def _simulate() -> tuple[Describe, Run]:
    """Let a bot play whole games."""
    from roguelike.lab.simulate import add_arguments, run_simulate

    return add_arguments, lambda options: run_simulate(options, sys.stdout, sys.stderr)


def _benchmark() -> tuple[Describe, Run]:
    """Measure speed, and print the rows."""
    from roguelike.lab.benchmark import add_arguments, run

    return add_arguments, lambda options: run(options, sys.stdout)


def _balance() -> tuple[Describe, Run]:
    """Play and report, compare, or count."""
    from roguelike.lab.balance import add_arguments, run_balance

    return add_arguments, lambda options: run_balance(options, sys.stdout, sys.stderr)


def _campaign() -> tuple[Describe, Run]:
    """Try hundreds of bad days."""
    from roguelike.lab.campaigns.campaign_command import add_arguments, run_campaign

    return add_arguments, lambda options: run_campaign(options, sys.stdout, sys.stderr)


def _puzzle() -> tuple[Describe, Run]:
    """Play a puzzle, or make some."""
    from roguelike.lab.puzzle_command import add_arguments, run_puzzle

    return add_arguments, lambda options: run_puzzle(options, sys.stdout, sys.stderr)


def _quest() -> tuple[Describe, Run]:
    """Search for a winning game."""
    from roguelike.lab.quest import add_arguments, run_quest

    return add_arguments, lambda options: run_quest(options, sys.stdout, sys.stderr)


def _pack() -> tuple[Describe, Run]:
    """Begin a content pack, or list those that are installed."""
    from roguelike.engine.saves.location import default_folder
    from roguelike.lab.pack_command import add_arguments, run_pack

    return add_arguments, lambda options: run_pack(
        options, options.saves or default_folder(), sys.stdout, sys.stderr
    )


def _mapgen() -> tuple[Describe, Run]:
    """Print a level as text."""
    import time

    from roguelike.lab.mapgen_command import add_arguments, run_mapgen
    from roguelike.raws.catalog import catalog_in_force

    return add_arguments, lambda options: run_mapgen(
        options, sys.stdout, catalog_in_force(), time.sleep
    )


COMMANDS = (
    Command("help", "print a page of the manual", _help),
    Command("simulate", "let a bot play whole games, checking every turn", _simulate),
    Command("benchmark", "measure the game against its budgets", _benchmark),
    Command("balance", "let bots play hundreds of games and report what came of them", _balance),
    Command("campaign", "try hundreds of bad days for saves, data and play", _campaign),
    Command("puzzle", "play a puzzle by number or code, or that of the day", _puzzle),
    Command("quest", "search for a game that is won without help", _quest),
    Command("pack", "begin a content pack of your own, or list those there are", _pack),
    Command("mapgen", "show a level, or how it is dug step by step", _mapgen),
)
