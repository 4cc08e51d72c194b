"""Invariants: what must hold between any two turns of any game. Bots check them every turn, loading checks them once.

Each check reads the world and yields a sentence for everything that is wrong. Indexes are checked by rebuilding them
from positions, as loading does, so that a forgotten update shows on the very turn when it happens.
"""

from roguelike.store.invariants import belongings, caches, counts, log, places
from roguelike.store.invariants.checks import CHECKS, INDEX_CHECKS, check
from roguelike.world.game import Game

__all__ = [
    "CHECKS",
    "belongings",
    "caches",
    "check",
    "counts",
    "faults",
    "faults_of_state",
    "log",
    "places",
]


def faults(game: Game) -> list[str]:
    """List every broken invariant of a game between two turns, as sentences. Makes its world the current one."""
    game.enter()
    return [fault for each in CHECKS for fault in each(game)]


def faults_of_state(game: Game) -> list[str]:
    """List every broken invariant of a game that was just loaded, without its indexes.

    The indexes were built a moment ago; rebuilding them took nearly half the time of validating a save.
    """
    game.enter()
    return [fault for each in CHECKS if each not in INDEX_CHECKS for fault in each(game)]
