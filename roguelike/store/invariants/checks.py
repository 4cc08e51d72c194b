"""The list of checks, and helpers that they share."""

from collections.abc import Callable, Iterator

import esper

from roguelike.world.game import Game
from roguelike.world.names import true_name

Check = Callable[[Game], Iterator[str]]
CHECKS: list[Check] = []
INDEX_CHECKS: list[Check] = []
"""Checks of indexes, which are built from the state: only play can leave them outdated."""


def check(function: Check) -> Check:
    """Add the function below to the checks."""
    CHECKS.append(function)
    return function


def check_of_indexes(function: Check) -> Check:
    """Add the function below to the checks and to those of indexes."""
    INDEX_CHECKS.append(function)
    return check(function)


def called(entity: int) -> str:
    """Return an entity's name and id for a report."""
    return f"{true_name(entity) or 'nameless'} ({entity})"


def lives(game: Game, entity: int) -> bool:
    """Return whether an entity exists and is not dead."""
    return esper.entity_exists(entity) and entity not in game.dead
