"""Whom the player saw until an act hid them: the log is written after the act, when they are out of sight already."""

import esper

from roguelike.components.statuses import Statuses, StatusTemplate
from roguelike.world import ecs
from roguelike.world.changes import Moved, StatusBegan
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause, Game
from roguelike.world.names import is_noticed
from roguelike.world.space import is_in_view


def saw_fade(game: Game, began: StatusBegan) -> bool:
    """Return whether the player saw a creature until this status made it invisible."""
    if not game.content.status(began.name).unseen or not esper.entity_exists(began.target):
        return False
    others = (each for each in ecs.get(began.target, Statuses).entities if each != began.status)
    was_unseen = any(ecs.get(each, StatusTemplate).unseen for each in others)
    return is_in_view(game, began.target) and is_noticed(began.target) and not was_unseen


def saw_vanish(game: Game, entity: int, cause: Cause) -> bool:
    """Return whether the player saw a creature until what it caused made it invisible or moved it out of view."""
    first = cause.first()
    for change in game.trace:
        if type(change) is StatusBegan and change.target == entity:
            if change.cause.first() is first and saw_fade(game, change):
                return True
        elif type(change) is Moved and change.entity == entity and change.cause.first() is first:
            return _was_plain(game, change)
    return False


def _was_plain(game: Game, move: Moved) -> bool:
    """Return whether a creature was in plain view where it moved from."""
    is_hidden = stats_of(move.entity).status.unseen
    return bool(game.level.visible[move.before[:2]]) and is_noticed(move.entity) and not is_hidden
