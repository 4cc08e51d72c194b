"""How a forecast describes creatures that an act moves: how far, in which direction, and who swaps places."""

from collections.abc import Iterable, Sequence

import esper

from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point, distance_squared, steps_between
from roguelike.core.grammar import counted
from roguelike.world.changes import Moved
from roguelike.world.game import Cause, Change, Game
from roguelike.world.names import noun, sees
from roguelike.world.space import point_of


def travels(game: Game, changes: Sequence[Change]) -> Iterable[tuple[int, str]]:
    """Describe how far and in which direction each moved creature goes, as seen from whoever moves it, by id."""
    first: dict[int, Moved] = {}
    last: dict[int, Moved] = {}
    for change in changes:
        if type(change) is not Moved or change.cause.kind == "move":
            continue  # a creature's own step needs no mention
        if esper.has_component(change.entity, Pools):
            first.setdefault(change.entity, change)
            last[change.entity] = change
    swapped = {move.before[:2]: entity for entity, move in first.items()}
    told = {}
    for entity, move in last.items():
        start, goal = first[entity].before[:2], move.after[:2]
        if start == goal:
            continue
        other = swapped.get(goal)
        if other is not None and other != entity and last[other].after[:2] == start:
            told[entity] = f"changes places with {_whom(game, other)}"
        else:
            words = _way(move.cause, entity, start, goal)
            if words is not None:
                told[entity] = words
    return told.items()


def _whom(game: Game, entity: int) -> str:
    """Name a creature within a note, even one that the act kills where it puts it."""
    at = point_of(entity) if entity in game.dead else None
    known = sees(game, entity) or (at is not None and bool(game.level.visible[at]))
    return noun(game, entity).phrase if known else "something"


def _way(cause: Cause, entity: int, start: Point, goal: Point) -> str | None:
    """Describe how far and in which direction a creature is moved by the culprit; None for a step of its own."""
    by = cause.by
    if by == entity and cause.kind == "move":
        return None
    origin = point_of(by) if by and by != entity and esper.entity_exists(by) else None
    if origin is None:
        return "moves elsewhere"
    far = counted(steps_between(start, goal), "tile")
    nearer = distance_squared(origin, goal) < distance_squared(origin, start)
    return f"{'drawn' if nearer else 'driven'} {far}"
