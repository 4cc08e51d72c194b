"""Whose doing it is what befalls the player in rehearsed turns: somebody's deed there, or what goes on from before.

A fire, a cloud, a rune or a poison that was there before is to blame itself, whoever began it: they may be doing
something else now, and to fight them is no way out of it. Whoever begins one in these turns does all that it takes in
them; so does whoever drives the player into one, or one onto the player.
"""

from collections.abc import Collection, Sequence

from roguelike.components import hazards
from roguelike.core.geometry import ORTHOGONAL, Point
from roguelike.world import changes, space
from roguelike.world.game import Cause, Change, Game

LASTING = ("hazard", "status", "trap")
"""Kinds of causes that are there from turn to turn."""
Hit = changes.PoolChanged | changes.StatusBegan
Begun = tuple[str, int, Point | None]
"""What lasts from now on, who began it, and on which tile; None for a status of the player."""


def hits_on_player(game: Game, trace: Sequence[Change], start: int = 0) -> list[tuple[Hit, bool]]:
    """List what takes hit points from the player or begins a status, and whether it goes on from before the trace.

    What is before the index `start` of the trace is only read for what began in it.
    """
    player = game.player
    hits: list[Hit] = [
        change
        for change in trace[start:]
        if (type(change) is changes.StatusBegan and change.target == player)
        or (
            type(change) is changes.PoolChanged
            and change.entity == player
            and change.pool == "hp"
            and change.after < change.before
        )
    ]
    follows = [hit for hit in hits if hit.cause.kind in LASTING or hit.cause.parent is not None]
    lasting = _lasting(game, trace) if follows else ()
    return [(hit, id(hit) in lasting) for hit in hits]


def _lasting(game: Game, trace: Sequence[Change]) -> Collection[int]:
    """Return the ids of the changes that are due to what was there before the trace."""
    player, here = game.player, _begins_at(game, trace)
    begun, found = set[Begun](), set[int]()
    for change in trace:
        if type(change) is changes.Moved:
            here = change.after[:2] if change.entity == player else here
            continue
        spawned = change if type(change) is changes.Spawned else None
        places = (here,) if spawned is None else _beside(spawned.point)
        if _goes_on(change.cause, places, begun):
            found.add(id(change))
        elif spawned is not None:
            kinds = [each for each in spawned.components if type(each) is hazards.HazardTemplate]
            begun |= {(each.name, change.cause.by, spawned.point) for each in kinds}
        elif type(change) is changes.StatusBegan and change.target == player:
            begun.add((change.cause.what, change.cause.by, None))
    return found


def _begins_at(game: Game, trace: Sequence[Change]) -> Point | None:
    """Return where the player is when the trace begins."""
    for change in trace:
        if type(change) is changes.Moved and change.entity == game.player:
            return change.before[:2]
    return space.point_of(game.player)


def _beside(point: Point) -> list[Point]:
    """List the tiles from which a fire or cloud may come to a tile."""
    return [(point[0] + dx, point[1] + dy) for dx, dy in ORTHOGONAL]


def _root(cause: Cause) -> Cause:
    """Return where a chain of causes begins that all are the doing of the same creature."""
    while cause.parent is not None and cause.parent.by == cause.by:
        cause = cause.parent
    return cause


def _goes_on(cause: Cause, places: Collection[Point | None], begun: Collection[Begun]) -> bool:
    """Return whether a cause that acts from one of some places is there from before, by what has `begun` since.

    What follows from a deed of the same creature, such as a shove into a fire, is that deed.
    """
    root = _root(cause)
    if root.kind not in LASTING:
        return False
    whence = (None,) if root.kind == "status" else places
    return all((root.what, root.by, place) not in begun for place in whence)
