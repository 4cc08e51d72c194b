"""The game against its budgets: what `roguelike benchmark` measures of everything that needs no screen."""

from roguelike.lab.benchmark.command import add_arguments, run

__all__ = ["add_arguments", "run"]
