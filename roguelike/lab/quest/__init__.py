"""The search for a game that is won without help, which the tests then replay."""

from roguelike.lab.quest.quest_command import add_arguments, run_quest

__all__ = ["add_arguments", "run_quest"]
