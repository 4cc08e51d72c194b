"""What follows from an act in coming turns if nobody moves: fires and clouds, poison, hazards stepped into.

It runs in a rehearsal, after the act, and is undone with it. Three things are followed: fires and clouds that began
with the act, or that it prolonged; statuses that began with it and hurt or heal each turn, to their end; and whatever
burns on the tiles to which the act moved creatures. Any other fire that was burning already, and harms only those whom
it would have harmed anyway, is not a consequence of the act.

Clouds drift until they end. Fires spread in their first turns; after that only those where a creature stands are
followed to their end, since following all of a great fire would keep a key press waiting.
"""

from collections.abc import Sequence
from typing import Any

import esper

from roguelike.components.hazards import Hazard, HazardTemplate
from roguelike.components.statuses import Duration, StatusEffect, StatusTemplate
from roguelike.core.records import State, field
from roguelike.effects.drifting import BY_CHANCE, Drift
from roguelike.effects.foresight.kindled import has_kindled, kindled_by, prolonged_by
from roguelike.effects.foresight.runs import Run
from roguelike.effects.regeneration import regenerate, regenerates
from roguelike.effects.spreading import Harmed, harm_whoever_is_there, hazards_since, run_hazards
from roguelike.effects.statuses import at_pace
from roguelike.effects.targeting import is_creature
from roguelike.effects.ticking import tick
from roguelike.world import ecs
from roguelike.world.changes import Altered, Died, Moved, PoolChanged, Spawned, StatusBegan
from roguelike.world.game import Change, Game
from roguelike.world.names import true_name
from roguelike.world.space import cells_in, cells_of

HAZARD_TURNS = 3
"""How many turns a forecast follows a fire, wherever it spreads; and a cloud, unless it is thorough."""
MOST_TURNS = 30
"""How many turns a forecast follows a status."""
MOST_OWED = 150
"""How many turns a prolonged status may have had left anyway, for the turns added after them to be followed."""
THEN, THEN_DIES = "then ", "then dies"
"""Prefixes of notes on statuses and on deaths that come later."""
LOSES = "loses "
"""Prefix of notes on statuses that end: "loses Hasted"."""
_OF_STATUSES: frozenset[type[Any]] = frozenset((StatusBegan, Altered))
"""Kinds of changes by which a status begins or changes."""
_LEADING = _OF_STATUSES | {Spawned}
"""Kinds of changes that may have later consequences even where nothing burns."""


class Trail(State):
    """What an act leaves behind that acts later: hazards walked into, statuses that tick, with their turns left."""

    since: int
    """Entities from this id on began with the act."""
    entered: set[int]
    prolonged: set[int] = field(default_factory=set)
    """Fires and clouds that burnt before and last longer now: followed like those that began, if thoroughly."""
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


def trail_of(game: Game, changes: Sequence[Change], since: int) -> Trail:
    """Return what an act leaves behind that keeps working, from its changes."""
    moved = {change.entity for change in changes if type(change) is Moved}
    entered = {
        thing
        for entity in moved
        if is_creature(game, entity)
        for cell in cells_of(entity)
        for thing in game.level.at.get(cell, ())
        if thing < since and thing not in game.dead and esper.has_component(thing, Hazard)
    }
    trail = Trail(since, entered, prolonged_by(changes, since) - game.dead)
    _add_statuses(trail, changes)
    return trail


def follow_turn(
    game: Game, changes: Sequence[Change], since: int, run: Run, drift: Drift = BY_CHANCE
) -> None:
    """Follow those consequences of a whole turn that would not have happened anyway; see `follow`.

    A fire that burnt before is only followed where it has spread to a creature.
    """
    if _LEADING.isdisjoint(map(type, changes)) and not game.level.hazards:
        return  # most turns leave nothing behind
    trail, fires = trail_of(game, changes, since), kindled_by(changes)
    kindled = bool(trail.prolonged) or any(fire.cause.kind != "hazard" for fire in fires)
    if not kindled:
        reached = [fire.entity for fire in fires if fire.point in game.level.blockers]
        trail.entered |= set(reached) - game.dead
    # Every status has already ticked once, in the turn itself.
    trail.owed = {status: max(0, turns - 1) for status, turns in trail.owed.items()}
    adds = any(turns > trail.owed.get(status, 0) for status, turns in trail.left.items())
    if adds or kindled or trail.entered:
        follow(game, trail, run, kindled=kindled, drift=drift)


def follow(
    game: Game,
    trail: Trail,
    run: Run,
    *,
    kindled: bool,
    turns: int | None = None,
    thorough: bool = True,
    drift: Drift = BY_CHANCE,
) -> None:
    """Let coming turns pass for what an act leaves behind, at most `turns` if given; note the results in `run`.

    What begins in them is followed too: a creature that bleeds to death may burst, and poison or burn others. Only if
    `thorough` are fires and clouds followed beyond their first turns, and only then do creatures regenerate.

    Otherwise there are MOST_TURNS of them, after those that a prolonged status had left anyway.
    """
    start = len(game.trace)
    if turns is None:
        turns = MOST_TURNS + min(max(trail.owed.values(), default=0), MOST_OWED)
    _sort_out(trail, thorough=thorough)
    for turn in range(turns):
        is_early, is_last = turn < HAZARD_TURNS, turn == HAZARD_TURNS - 1
        alight = _alight(game, trail, kindled=kindled and is_early)
        burning = alight or (is_early and (kindled or trail.entered))
        if not burning and not trail.lingering and not any(trail.left.values()):
            break
        begun = dawn = len(game.trace)
        harmed = Harmed()
        _run_lingering(game, trail, harmed)
        if is_early:
            _run_entered(game, trail, turn, harmed)
        has_aged = _run_alight(game, alight, harmed, drift, is_last=is_last, thorough=thorough)
        if is_last and thorough:
            _note_lingering(game, trail, has_aged=has_aged)
        if turn >= HAZARD_TURNS - 1 and thorough:
            _note_clouds(game, trail)
        _add_statuses(trail, game.trace[begun:])
        begun = len(game.trace)
        for status in sorted(trail.left):
            _run_status(game, trail, status)
        following = _following(game, trail, begun)
        _add_statuses(trail, following)
        kindled = kindled or has_kindled(following)
        if thorough:
            _regenerate(game, trail, dawn)
    run.has_kindled = kindled
    _note(run, _following(game, trail, start))


def _sort_out(trail: Trail, *, thorough: bool) -> None:
    """Tell clouds that drift from what burns in place; only if `thorough`, what was prolonged is followed at all."""
    if not thorough:
        trail.prolonged.clear()
        return
    trail.adrift = {cloud for cloud in trail.entered | trail.prolonged if _drifts(cloud)}
    trail.entered -= trail.adrift | trail.prolonged


def _following(game: Game, trail: Trail, start: int) -> list[Change]:
    """List the changes from index `start` of the trace on that are consequences of the act."""
    if not trail.anyway:
        return game.trace[start:]
    return [game.trace[at] for at in range(start, len(game.trace)) if at not in trail.anyway]


def _alight(game: Game, trail: Trail, *, kindled: bool) -> list[int]:
    """List the fires and clouds that act as in play: those that began with the act, if any, and those that drift."""
    new = _begun(game, trail) if kindled else []
    return [*sorted(trail.adrift - game.dead), *new]


def _begun(game: Game, trail: Trail) -> list[int]:
    """List the fires and clouds that began with the act or last longer, without those that are followed separately."""
    apart = trail.entered | trail.adrift
    begun = (*sorted(trail.prolonged - game.dead), *hazards_since(game, trail.since))
    return [hazard for hazard in begun if hazard not in apart]


def _note_clouds(game: Game, trail: Trail) -> None:
    """Note new clouds: they drift on after fires have stopped spreading."""
    since = max(trail.since, trail.looked_at)
    trail.looked_at = ecs.next_id()
    trail.adrift.update(filter(_drifts, hazards_since(game, since)))


def _drifts(hazard: int) -> bool:
    """Return whether a fire or cloud drifts."""
    row = ecs.row(hazard)
    return HazardTemplate in row and row[HazardTemplate].drifts


def _run_entered(game: Game, trail: Trail, turn: int, harmed: Harmed) -> None:
    """Let one turn pass for the fires that creatures were moved into."""
    for hazard in sorted(trail.entered):
        if hazard not in game.dead and ecs.get(hazard, Hazard).turns > turn:
            harm_whoever_is_there(game, hazard, harmed)


def _note_lingering(game: Game, trail: Trail, *, has_aged: bool) -> None:
    """Note what still burns under creatures after the first turns; `has_aged` if the last of these is counted."""
    new = _begun(game, trail)
    passed = dict.fromkeys(trail.entered, HAZARD_TURNS) | dict.fromkeys(new, int(not has_aged))
    blockers = game.level.blockers
    for hazard, turns in passed.items():
        row = ecs.row(hazard)
        if hazard in game.dead or blockers.keys().isdisjoint(cells_in(row)):
            continue
        left = row[Hazard].turns - turns
        if left > 0 and row[HazardTemplate].effects and not row[HazardTemplate].drifts:
            trail.lingering[hazard] = left


def _run_lingering(game: Game, trail: Trail, harmed: Harmed) -> None:
    """Let one turn pass for fires around creatures that outlast their first turns."""
    for hazard in sorted(trail.lingering):
        if hazard not in game.dead:
            harm_whoever_is_there(game, hazard, harmed)
        trail.lingering[hazard] -= 1
        if not trail.lingering[hazard]:
            del trail.lingering[hazard]


def _run_alight(
    game: Game,
    alight: Sequence[int],
    harmed: Harmed,
    drift: Drift,
    *,
    is_last: bool,
    thorough: bool,
) -> bool:
    """Let one turn pass for the fires and clouds that act as in play; return whether that aged them.

    In the last of their first turns (`is_last`) fires need not spread: what starts then harms nobody before the next
    turn. Only where there are several kinds might one put out another. Leaving that turn out saves a third of the time
    of a great fire.
    """
    is_over = is_last and len({true_name(hazard) for hazard in alight}) < 2
    if not is_over or (thorough and any(map(_drifts, alight))):
        run_hazards(game, alight, drift)
        return True
    for hazard in alight:
        if hazard not in game.dead:
            harm_whoever_is_there(game, hazard, harmed)
    return False


def _run_status(game: Game, trail: Trail, status: int) -> None:
    """Let one turn of a status pass."""
    if not trail.left[status] or status in game.dead:
        trail.left[status] = 0
        return
    trail.left[status] -= 1
    begun = len(game.trace)
    if ecs.get(status, StatusEffect).target not in game.dead:
        tick(game, status)
    if trail.owed.get(status):
        trail.owed[status] -= 1
        trail.anyway.update(range(begun, len(game.trace)))


def _regenerate(game: Game, trail: Trail, dawn: int) -> None:
    """Let all creatures regenerate that were hurt in any turn; this one began at index `dawn` of the trace."""
    hurt = {change.entity for change in game.trace[dawn:] if type(change) is PoolChanged}
    hurt -= trail.hurt
    trail.hurt |= hurt
    trail.mending.update(entity for entity in hurt if regenerates(entity))
    for entity in sorted(trail.mending - game.dead):
        regenerate(game, entity)


def _add_statuses(trail: Trail, changes: Sequence[Change]) -> None:
    """Add the statuses that began or were prolonged by these changes, and that do something every turn.

    For a status that was running before, only the turns added are a consequence of the act. If it was made stronger,
    what it would have taken anyway is converted to turns at the new strength, unless it does not extend: then all of it
    counts.
    """
    # Filtered first, since few changes are about a status.
    for change in [each for each in changes if type(each) in _OF_STATUSES]:
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


def _note(run: Run, changes: Sequence[Change]) -> None:
    """Add up the hit points that the coming turns take, and note what else happens in them.

    What fires and clouds take counts as taken for staying there, with the statuses that they bring on.
    """
    caught: set[tuple[int, str]] = set()
    for change in changes:
        if type(change) is PoolChanged and change.pool == "hp" and change.after < change.before:
            entity, lost = change.entity, int(change.before - change.after)
            run.later[entity] = run.later.get(entity, 0) + lost
            if change.cause.first().kind == "hazard" or (entity, change.cause.what) in caught:
                run.staying[entity] = run.staying.get(entity, 0) + lost
        elif type(change) is StatusBegan:
            if change.cause.first().kind == "hazard":
                caught |= {(change.target, change.name), (change.target, change.cause.what)}
            if change.name not in run.statuses.get(change.target, {}):
                run.note(change.target, f"{THEN}{change.name}")
        elif type(change) is Died:
            run.note(change.entity, THEN_DIES)
