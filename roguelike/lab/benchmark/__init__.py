"""The game against its budgets: what `roguelike benchmark` measures."""

from roguelike.lab.benchmark.benchmark_command import add_arguments, run

__all__ = ["add_arguments", "run"]
