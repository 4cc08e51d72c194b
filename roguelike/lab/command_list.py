"""The commands of the laboratory, which the command line hangs in where this folder is installed.

Each is imported only when it is given, so that players need not wait for it.
"""

import sys

from roguelike.commands.command_line import Command, Describe, Run


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


def _quest() -> tuple[Describe, Run]:
    """Search for a winning game."""
    from roguelike.lab.quest import add_arguments, run_quest

    return add_arguments, lambda options: run_quest(options, sys.stdout, sys.stderr)


COMMANDS = (
    Command("simulate", "let a bot play whole games, checking every turn", _simulate),
    Command("benchmark", "measure the game against its budgets", _benchmark),
    Command("balance", "let bots play hundreds of games and report the results", _balance),
    Command("campaign", "test saves, data and play against hundreds of mishaps", _campaign),
    Command("quest", "let bots search for a way to win a dungeon", _quest),
)
