"""The laboratory's commands, as the command line lists them, and the kinds of options that several commands share.

Nothing of the laboratory is imported before its command is given: whoever plays must not wait for it.
"""

import argparse
import sys
from collections.abc import Callable
from typing import Any

Describe = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace], int]


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


class Adding(argparse.Action):
    """An option that may be given several times: all of them count, in their order."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Add it to what was said before."""
        setattr(namespace, self.dest, (*getattr(namespace, self.dest), values))


def add_data(parser: argparse.ArgumentParser, dest: str) -> None:
    """Declare the option that everything knows which plays or checks; before a command and after it, both count."""
    parser.add_argument(
        "--data",
        action=Adding,
        default=(),
        dest=dest,
        metavar="PACK",
        help="lay a content pack over the game's data: a folder, or the name of an installed one; repeatable",
    )


def _help_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of `help`."""
    from roguelike.ui.manual.help_command import add_arguments

    add_arguments(parser)


def _help(options: argparse.Namespace) -> int:
    """Print a page of the manual."""
    from roguelike.ui.manual.help_command import run_help

    return run_help(options, sys.stdout, sys.stderr)


def _simulate_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of `simulate`."""
    from roguelike.lab.simulate import add_arguments

    add_arguments(parser)


def _benchmark_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of `benchmark`."""
    from roguelike.lab.benchmark import add_arguments

    add_arguments(parser)


def _balance_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of `balance`."""
    from roguelike.lab.balance import add_arguments

    add_arguments(parser)


def _quest_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of `quest`."""
    from roguelike.lab.quest import add_arguments

    add_arguments(parser)


def _mapgen_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of `mapgen`."""
    from roguelike.lab.mapgen_command import add_arguments

    add_arguments(parser)


def _campaign_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of `campaign`."""
    from roguelike.lab.campaigns.campaign_command import add_arguments

    add_arguments(parser)


def _campaign(options: argparse.Namespace) -> int:
    """Try hundreds of bad days; return the exit code."""
    from roguelike.lab.campaigns.campaign_command import run_campaign

    return run_campaign(options, sys.stdout, sys.stderr)


def _pack_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of `pack`."""
    from roguelike.lab.pack_command import add_arguments

    add_arguments(parser)


def _pack(options: argparse.Namespace) -> int:
    """Begin a content pack, or list those that are installed."""
    from roguelike.engine.saves.location import default_folder
    from roguelike.lab.pack_command import run_pack

    return run_pack(options, options.saves or default_folder(), sys.stdout, sys.stderr)


def _simulate(options: argparse.Namespace) -> int:
    """Let a bot play whole games; return the exit code."""
    from roguelike.lab.simulate import run_simulate

    return run_simulate(options, sys.stdout)


def _benchmark(options: argparse.Namespace) -> int:
    """Measure speed, print the rows and return the exit code."""
    from roguelike.lab.benchmark import run

    return run(options, sys.stdout)


def _quest(options: argparse.Namespace) -> int:
    """Search for a winning game."""
    from roguelike.lab.quest import run_quest

    return run_quest(options, sys.stdout)


def _balance(options: argparse.Namespace) -> int:
    """Play and report, compare, or count."""
    from roguelike.lab.balance import run_balance

    return run_balance(options, sys.stdout, sys.stderr)


def _mapgen(options: argparse.Namespace) -> int:
    """Print a level as text; return the exit code."""
    import time

    from roguelike.lab.mapgen_command import run_mapgen
    from roguelike.raws.catalog import catalog_in_force

    return run_mapgen(options, sys.stdout, catalog_in_force(), time.sleep)


def _puzzle_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of `puzzle`."""
    from roguelike.lab.puzzle_command import add_arguments

    add_arguments(parser)


def _puzzle(options: argparse.Namespace) -> int:
    """Play a puzzle, or make some; return the exit code."""
    from roguelike.lab.puzzle_command import run_puzzle

    return run_puzzle(options, sys.stdout, sys.stderr)


COMMANDS: tuple[tuple[str, str, Describe, Run], ...] = (
    ("help", "print a page of the manual", _help_options, _help),
    (
        "simulate",
        "let a bot play whole games, checking every turn",
        _simulate_options,
        _simulate,
    ),
    ("benchmark", "measure the game against its budgets", _benchmark_options, _benchmark),
    (
        "balance",
        "let bots play hundreds of games and report what came of them",
        _balance_options,
        _balance,
    ),
    ("campaign", "try hundreds of bad days for saves, data and play", _campaign_options, _campaign),
    ("puzzle", "play a puzzle by number or code, or that of the day", _puzzle_options, _puzzle),
    ("quest", "search for a game that is won without help", _quest_options, _quest),
    ("pack", "begin a content pack of your own, or list those there are", _pack_options, _pack),
    ("mapgen", "show a level, or how it is dug step by step", _mapgen_options, _mapgen),
)
"""Name, help, what describes the options, and what runs it."""
