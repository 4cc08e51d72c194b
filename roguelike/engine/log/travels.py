"""What a forecast says of creatures that an act moves: how far, which way, and who changes places with whom."""

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
    """Say of all creatures that were moved, by id, how far and which way, seen from whoever moved them."""
    first: dict[int, Moved] = {}
    last: dict[int, Moved] = {}
    for change in changes:
        if type(change) is not Moved or change.cause.kind == "move":
            continue  # a step of one's own goes without saying
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
    """Name somebody in the middle of a note: the dead too, whom the act kills where it puts them."""
    at = point_of(entity) if entity in game.dead else None
    known = sees(game, entity) or (at is not None and bool(game.level.visible[at]))
    return noun(game, entity).phrase if known else "something"


def _way(cause: Cause, entity: int, start: Point, goal: Point) -> str | None:
    """Say how far and which way somebody is moved by whoever is to blame; nothing of a step of their own."""
    by = cause.by
    if by == entity and cause.kind == "move":
        return None
    origin = point_of(by) if by and by != entity and esper.entity_exists(by) else None
    if origin is None:
        return "moves elsewhere"
    far = counted(steps_between(start, goal), "tile")
    nearer = distance_squared(origin, goal) < distance_squared(origin, start)
    return f"{'drawn' if nearer else 'driven'} {far}"
