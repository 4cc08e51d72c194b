"""Is the game fair and deep? Bots play hundreds of games, and what came of them is written down, drawn and compared."""

from roguelike.lab.balance.arguments import add_arguments
from roguelike.lab.balance.command import run_balance

__all__ = ["add_arguments", "run_balance"]
