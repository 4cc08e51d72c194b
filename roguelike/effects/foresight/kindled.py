"""The fires and clouds that changes started, or renewed so that they last longer."""

from collections.abc import Sequence

from roguelike.components.hazards import Hazard
from roguelike.world.changes import Altered, Spawned
from roguelike.world.game import Change


def prolonged_by(changes: Sequence[Change], since: int) -> dict[int, int]:
    """Return the fires and clouds from before the act that it renewed, with the turns that they had left.

    Those that another fire renewed do not count.
    """
    renewed = [each for each in changes if type(each) is Altered and each.component is Hazard]
    return {
        each.entity: each.before
        for each in reversed(renewed)  # of several times, what it had left before the first
        if each.entity < since and each.before < each.after and each.cause.kind != "hazard"
    }


def has_kindled(changes: Sequence[Change]) -> bool:
    """Return whether any of these changes started a fire or cloud."""
    return any(type(change) is Spawned and _burns(change) for change in changes)


def kindled_by(changes: Sequence[Change]) -> list[Spawned]:
    """List the fires and clouds that these changes started."""
    return [change for change in changes if type(change) is Spawned and _burns(change)]


def _burns(made: Spawned) -> bool:
    """Return whether what was made is a fire or cloud."""
    return Hazard in map(type, made.components)
