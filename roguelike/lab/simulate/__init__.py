"""Whole games of bots, in parallel, with every turn checked."""

from roguelike.lab.simulate.simulate_command import add_arguments, run_simulate

__all__ = ["add_arguments", "run_simulate"]
