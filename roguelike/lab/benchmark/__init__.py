"""The game's performance budgets, measured by `roguelike benchmark`."""

from roguelike.lab.benchmark.benchmark_command import add_arguments, run

__all__ = ["add_arguments", "run"]
