"""The level as its player knows it, for forecasting a use before it happens.

Creatures out of sight and traps not noticed are taken off the level's indexes and set back afterwards, so that the very
handlers that will run cannot give away, by a preview or a refusal, what the player has yet to find out.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import esper

from roguelike.components.magic import Trigger
from roguelike.components.vitals import Pools
from roguelike.world import space
from roguelike.world.caches import Caches
from roguelike.world.changes import Unleashed
from roguelike.world.game import Change, Game
from roguelike.world.names import is_noticed, sees


@contextmanager
def as_known(game: Game, user: int) -> Iterator[None]:
    """Hide what the player does not know while the block runs, if the player is the user; else hide nothing."""
    unknown = _unknown(game) if user == game.player else []
    if not unknown:
        yield
        return
    caches, game.caches = game.caches, Caches()
    for entity in unknown:
        space.take_up(game, entity)
    try:
        yield
    finally:
        for entity in unknown:
            space.put_back(game, entity)
        game.caches = caches  # all is where it was: what was kept holds


def _unknown(game: Game) -> list[int]:
    """List the creatures of the level that the player does not see and the traps not noticed, by id."""
    everyone = {entity for here in game.level.at.values() for entity in here}
    return sorted(
        entity
        for entity in everyone
        if (esper.has_component(entity, Pools) and not sees(game, entity))
        or (esper.has_component(entity, Trigger) and not is_noticed(entity))
    )


def reaches_unseen(game: Game, changes: Sequence[Change]) -> bool:
    """Return whether a use covers walkable tiles that the player does not see, where anything may be."""
    visible, walkable = game.level.visible, game.level.walkable
    return any(
        walkable[point] and not visible[point]
        for change in changes
        if isinstance(change, Unleashed)
        for point in change.points
    )
