"""What an act leaves behind that acts in coming turns, and which of it would have happened without the act."""

from collections.abc import Sequence
from typing import Any

import esper

from roguelike.components.hazards import Hazard
from roguelike.components.statuses import Duration, StatusEffect, StatusTemplate
from roguelike.core.records import State, field
from roguelike.effects.foresight.kindled import prolonged_by
from roguelike.effects.foresight.old_fires import (
    TILES,
    OldFires,
    affected_by,
    brought_by,
    fires_met,
)
from roguelike.effects.foresight.wearing_off import WearingOff
from roguelike.effects.statuses import at_pace
from roguelike.effects.targeting import is_creature
from roguelike.world import ecs
from roguelike.world.changes import Altered, Moved, Spawned, StatusBegan, TileChanged
from roguelike.world.game import Change, Game
from roguelike.world.space import cells_of

OF_STATUSES: frozenset[type[Any]] = frozenset((StatusBegan, Altered))
"""Kinds of changes by which a status begins or changes."""
BRINGING: frozenset[type[Any]] = frozenset((Moved, Spawned, TileChanged))
"""Kinds of changes that may bring fuel, or somebody, to a fire that burns already."""
LASTING: frozenset[type[Any]] = frozenset((Duration, StatusEffect, Hazard))
"""Components whose alterations may have consequences in coming turns."""
_LEADING = BRINGING | {StatusBegan}
"""Kinds of changes that may have such consequences, besides alterations."""


class Trail(State):
    """What an act leaves behind that acts later: hazards walked into, statuses that tick, with their turns left."""

    since: int
    """Entities from this id on began with the act."""
    entered: set[int]
    prolonged: set[int] = field(default_factory=set)
    """Fires and clouds that burnt before and last longer now: followed like those that began, if thoroughly."""
    met: set[int] = field(default_factory=set)
    """Fires that burnt before and may spread to what the act brought: followed likewise."""
    old: OldFires | None = None
    """What of all those would have burnt without the act; None if nothing would."""
    left: dict[int, int] = field(default_factory=dict)
    owed: dict[int, int] = field(default_factory=dict)
    """Turns that a prolonged status had left anyway: its effect in those is not a consequence of the act."""
    lingering: dict[int, int] = field(default_factory=dict)
    """Fires around creatures that outlast their first turns, with their turns left."""
    adrift: set[int] = field(default_factory=set)
    """Clouds that drift until they end: begun by the act, or moved into and free to drift off."""
    looked_at: int = 0
    """Clouds from this id on are new, and not in `adrift` yet."""
    hurt: set[int] = field(default_factory=set)
    """Creatures that lost hit points in the coming turns."""
    mending: set[int] = field(default_factory=set)
    """Those of them that regenerate."""
    anyway: set[int] = field(default_factory=set)
    """Indexes into the trace of changes that would have happened without the act."""
    wearing_off: WearingOff = field(default_factory=WearingOff)


def trail_of(
    game: Game, changes: Sequence[Change], since: int, fires: Sequence[int], tiles: int = TILES
) -> Trail:
    """Return what an act leaves behind that keeps working, from its changes.

    Of the `fires` that burnt before it, those are followed that may spread to what it brought over so many `tiles`.
    """
    whole, changes = changes, leading(changes)
    moved = {change.entity for change in changes if type(change) is Moved}
    entered = {
        thing
        for entity in moved
        if is_creature(game, entity)
        for cell in cells_of(entity)
        for thing in game.level.at.get(cell, ())
        if thing < since and thing not in game.dead and esper.has_component(thing, Hazard)
    }
    prolonged = prolonged_by(changes, since)
    trail = Trail(since, entered, prolonged.keys() - game.dead)
    # Where fires and clouds went by themselves in a whole turn, they would have gone anyway.
    own = [each for each in changes if type(each) in BRINGING and each.cause.kind != "hazard"]
    trail.met = fires_met(game, own, since, fires, tiles)
    owed = {hazard: prolonged[hazard] for hazard in trail.prolonged}
    for hazard in trail.met - owed.keys():
        owed[hazard] = ecs.get(hazard, Hazard).turns
    if owed:
        trail.old = OldFires(brought_by(own, since), owed, affected_by(whole))
    add_statuses(trail, changes)
    return trail


def leading(changes: Sequence[Change]) -> list[Change]:
    """List those of some changes that may have consequences in coming turns: few, as most changes are wounds."""
    return [
        change
        for change in changes
        if type(change) in _LEADING or (type(change) is Altered and change.component in LASTING)
    ]


def following(game: Game, trail: Trail, start: int) -> list[Change]:
    """List the changes from index `start` of the trace on that are consequences of the act."""
    if not trail.anyway:
        return game.trace[start:]
    return [game.trace[at] for at in range(start, len(game.trace)) if at not in trail.anyway]


def add_statuses(trail: Trail, changes: Sequence[Change]) -> None:
    """Add the statuses that began or were prolonged by these changes, and that do something every turn.

    For a status that was running before, only the turns added are a consequence of the act. If it was made stronger,
    what it would have taken anyway is converted to turns at the new strength, unless it does not extend: then all of it
    counts.
    """
    # Filtered first, since few changes are about a status.
    for change in [each for each in changes if type(each) in OF_STATUSES]:
        if type(change) is StatusBegan:
            status = change.status
            trail.owed[status] = 0
        elif type(change) is Altered and change.component is Duration:
            status = change.entity
            trail.owed.setdefault(status, int(change.before))
        elif type(change) is Altered and change.component is StatusEffect:
            status = change.entity
            trail.owed[status] = _owed(trail, change)
        else:
            continue
        if esper.entity_exists(status) and ecs.get(status, StatusTemplate).tick:
            trail.left[status] = ecs.get(status, Duration).turns


def _owed(trail: Trail, change: Altered) -> int:
    """Return how many turns a status needs at its new strength to take what it would have taken without the act."""
    status = change.entity
    if not esper.entity_exists(status):
        return 0
    if ecs.get(status, StatusTemplate).stacking != "extend" or not change.after:
        return 0
    turns = trail.owed.get(status, ecs.get(status, Duration).turns)
    return at_pace(turns, change.before, change.after)
