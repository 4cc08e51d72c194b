"""The balance report: bots play hundreds of games, and the results are counted, plotted and compared."""

from roguelike.lab.balance.balance_command import add_arguments, run_balance

__all__ = ["add_arguments", "run_balance"]
