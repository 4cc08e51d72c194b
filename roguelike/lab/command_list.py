"""The commands of the laboratory, and the manual, as the command line lists them.

Each is imported only when it is given, so that players need not wait for it.
"""

import sys

from roguelike.lab.command_line import Command, Describe, Run


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
    """Try hundreds of mishaps."""
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
    """Start a content pack, or list the installed ones."""
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
    Command("balance", "let bots play hundreds of games and report the results", _balance),
    Command("campaign", "test saves, data and play against hundreds of mishaps", _campaign),
    Command("puzzle", "play a puzzle by number or code, or that of the day", _puzzle),
    Command("quest", "let bots search for a way to win a dungeon", _quest),
    Command("pack", "begin a content pack of your own, or list the installed ones", _pack),
    Command("mapgen", "show a level, or how it is dug step by step", _mapgen),
)
