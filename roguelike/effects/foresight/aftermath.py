"""What follows from an act in coming turns if nobody moves: fires and clouds, poison, hazards stepped into.

It runs in a rehearsal, after the act, and is undone with it. Four things are followed: fires and clouds that began
with the act, or that it prolonged; statuses that began with it and hurt or heal each turn, to their end; whatever burns
on the tiles to which the act moved creatures; and fires that burnt already beside what the act brought them: fuel, or
somebody on it. What such a fire would have done anyway is not a consequence of the act; see `old_fires`. Nor is any
other fire that was burning already.

Statuses that somebody has anyway wear off meanwhile, and hurt or heal whom the act harms: what those take is not its
doing, but a death in the end is. Clouds drift until they end. Fires spread in their first turns; after that only those
where a creature stands are followed to their end, since following all of a great fire would keep a key press waiting.
"""

from collections.abc import Collection, Sequence

from roguelike.components.hazards import Hazard, HazardTemplate
from roguelike.components.statuses import StatusEffect
from roguelike.effects.foresight.facts import Begins, Dies
from roguelike.effects.foresight.kindled import has_kindled, kindled_by
from roguelike.effects.foresight.old_fires import (
    BESIDE,
    affected_by,
    count_on_fewest,
    drifts,
    setting_apart,
    spreading_fires,
)
from roguelike.effects.foresight.runs import Run
from roguelike.effects.foresight.trail import (
    OF_STATUSES,
    Trail,
    add_statuses,
    following,
    trail_of,
)
from roguelike.effects.foresight.wearing_off import wear_off
from roguelike.effects.healing import regenerate, regenerates
from roguelike.effects.spreading import (
    BY_CHANCE,
    Drift,
    Harmed,
    harm_whoever_is_there,
    hazards_since,
    run_hazards,
    run_some_hazards,
)
from roguelike.effects.ticking import tick
from roguelike.world import ecs
from roguelike.world.changes import Died, PoolChanged, Spawned, StatusBegan
from roguelike.world.game import Change, Game
from roguelike.world.names import true_name
from roguelike.world.space import cells_in

HAZARD_TURNS = 3
"""How many turns a forecast follows a fire, wherever it spreads; and a cloud, unless it is thorough."""
OLD_FIRE_TURNS = 5
"""How many turns a forecast follows fires where one that burnt before may spread to what the act brought.

It may spread at any time until it ends: in fewer turns most of those whom it catches would seem safe. A reply plays too
many turns for that, and has played one of them already.
"""
MOST_TURNS = 30
"""How many turns a forecast follows a status."""
MOST_OWED = 150
"""How many turns a prolonged status may have had left anyway, for the turns added after them to be followed."""
_LEADING = OF_STATUSES | {Spawned}
"""Kinds of changes that may have later consequences even where nothing burns."""


def follow_turn(
    game: Game, changes: Sequence[Change], since: int, run: Run, drift: Drift = BY_CHANCE
) -> None:
    """Follow those consequences of a whole turn that would not have happened anyway; see `follow`.

    A fire that burnt before is only followed where it has spread to a creature, or may spread to whoever has moved.
    """
    if _LEADING.isdisjoint(map(type, changes)) and not game.level.hazards:
        return  # most turns leave nothing behind
    trail = trail_of(game, changes, since, spreading_fires(game, since), BESIDE)
    fires = kindled_by(changes)
    kindled = bool(trail.prolonged or trail.met) or any(
        fire.cause.kind != "hazard" for fire in fires
    )
    if not kindled:
        reached = [fire.entity for fire in fires if fire.point in game.level.blockers]
        trail.entered |= set(reached) - game.dead
    # Every status has already ticked once, in the turn itself, and what was prolonged in it has burnt.
    if trail.old is not None:
        trail.old.pass_turn(trail.prolonged)
    trail.owed = {status: max(0, turns - 1) for status, turns in trail.owed.items()}
    adds = any(turns > trail.owed.get(status, 0) for status, turns in trail.left.items())
    if adds or kindled or trail.entered:
        follow(game, trail, run, kindled=kindled, drift=drift, old_fire_turns=HAZARD_TURNS)


def follow(
    game: Game,
    trail: Trail,
    run: Run,
    *,
    kindled: bool,
    turns: int | None = None,
    thorough: bool = True,
    drift: Drift = BY_CHANCE,
    old_fire_turns: int = OLD_FIRE_TURNS,
) -> None:
    """Let coming turns pass for what an act leaves behind, and note the results in `run`.

    There are at most `turns`; if not given, MOST_TURNS after those that a prolonged status had left anyway.
    What begins in them is followed too: a creature that bleeds to death may burst, and poison or burn others. Only if
    `thorough` are fires and clouds followed beyond their first turns, and only then do creatures regenerate.
    """
    start = len(game.trace)
    if turns is None:
        turns = MOST_TURNS + min(max(trail.owed.values(), default=0), MOST_OWED)
    _sort_out(trail, drift, thorough=thorough)
    early = old_fire_turns if trail.met else HAZARD_TURNS
    for turn in range(turns):
        is_early, is_last = turn < early, turn == early - 1
        alight = _alight(game, trail, kindled=kindled and is_early)
        burning = alight or trail.lingering or (is_early and (kindled or trail.entered))
        if not burning and not any(trail.left.values()):
            break
        dawn, harmed = _dawn(game, trail, turn, thorough=thorough), Harmed()
        _run_lingering(game, trail, harmed)
        if is_early:
            _run_entered(game, trail, turn, harmed)
        has_aged = _run_alight(
            game, trail, alight, harmed, drift, is_last=is_last, thorough=thorough
        )
        if is_last and thorough:
            _note_lingering(game, trail, early, has_aged=has_aged)
        if turn >= early - 1 and thorough:
            _note_clouds(game, trail)
        add_statuses(trail, following(game, trail, dawn))
        begun = len(game.trace)
        _run_statuses(game, trail, turn, dawn, thorough=thorough)
        followed = following(game, trail, begun)
        add_statuses(trail, followed)
        kindled = kindled or has_kindled(followed)
        if thorough:
            _end_turn(game, trail, dawn)
    run.has_kindled = kindled
    _note(run, following(game, trail, start))


def _sort_out(trail: Trail, drift: Drift, *, thorough: bool) -> None:
    """Tell clouds that drift from what burns in place; only if `thorough`, old fires are followed elsewhere as well."""
    if not thorough:
        trail.prolonged.clear()
        trail.met.clear()
        trail.old = None
        return
    trail.adrift = {cloud for cloud in trail.entered | trail.prolonged if drifts(cloud)}
    trail.entered -= trail.adrift | trail.prolonged | trail.met
    if trail.old is not None and drift.goes_everywhere:
        count_on_fewest(trail.old.left)


def _dawn(game: Game, trail: Trail, turn: int, *, thorough: bool) -> int:
    """Begin a turn: note how long statuses last by then; return the index in the trace where it begins."""
    if thorough:
        trail.wearing_off.count_down(game, turn)
    return len(game.trace)


def _alight(game: Game, trail: Trail, *, kindled: bool) -> list[int]:
    """List the fires and clouds that act as in play: those that began with the act, if any, and those that drift."""
    new = _begun(game, trail) if kindled else []
    return [*sorted(trail.adrift - game.dead), *new]


def _begun(game: Game, trail: Trail) -> list[int]:
    """List the fires and clouds that began with the act or that it fed, without those that are followed separately."""
    apart, fed = trail.entered | trail.adrift, trail.prolonged | trail.met
    begun = (*sorted(fed - game.dead), *hazards_since(game, trail.since))
    return [hazard for hazard in begun if hazard not in apart]


def _note_clouds(game: Game, trail: Trail) -> None:
    """Note new clouds: they drift on after fires have stopped spreading."""
    since, trail.looked_at = max(trail.since, trail.looked_at), ecs.next_id()
    if since < trail.looked_at:
        trail.adrift.update(filter(drifts, hazards_since(game, since)))


def _run_entered(game: Game, trail: Trail, turn: int, harmed: Harmed) -> None:
    """Let one turn pass for the fires that creatures were moved into."""
    for hazard in sorted(trail.entered):
        if hazard not in game.dead and ecs.get(hazard, Hazard).turns > turn:
            harm_whoever_is_there(game, hazard, harmed)


def _note_lingering(game: Game, trail: Trail, early: int, *, has_aged: bool) -> None:
    """Note what burns under creatures after the `early` turns; `has_aged` if the last of these is counted."""
    new = _begun(game, trail)
    passed = dict.fromkeys(trail.entered, early) | dict.fromkeys(new, int(not has_aged))
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
            _run_one_lingering(game, trail, hazard, harmed)
        trail.lingering[hazard] -= 1
        if not trail.lingering[hazard]:
            del trail.lingering[hazard]


def _run_one_lingering(game: Game, trail: Trail, hazard: int, harmed: Harmed) -> None:
    """Let one turn of a fire pass; what it would have done without the act is set apart."""
    if trail.old is None:
        harm_whoever_is_there(game, hazard, harmed)
        return
    with setting_apart(game, trail.old, trail.anyway, hazard):
        harm_whoever_is_there(game, hazard, harmed)


def _run_alight(
    game: Game,
    trail: Trail,
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
    if trail.old is not None:
        for hazard in alight:
            with setting_apart(game, trail.old, trail.anyway, hazard):
                run_some_hazards(game, (hazard,), harmed, drift)
        drift.end_turn()
        return True
    is_over = is_last and len({true_name(hazard) for hazard in alight}) < 2
    if not is_over or (thorough and any(map(drifts, alight))):
        run_hazards(game, alight, drift)
        return True
    for hazard in alight:
        if hazard not in game.dead:
            harm_whoever_is_there(game, hazard, harmed)
    return False


def _run_statuses(game: Game, trail: Trail, turn: int, dawn: int, *, thorough: bool) -> None:
    """Let one turn of the statuses pass; only if `thorough`, also of those that run besides, until they wear off.

    The turn began at index `dawn` of the trace.
    """
    over: Collection[int] = ()
    besides: Collection[int] = ()
    if thorough:
        trail.wearing_off.note(game.trace[dawn:], turn)
        over, besides = trail.wearing_off.at(game, turn), _running_besides(game, trail, dawn)
    begun = len(game.trace)
    for status in sorted({*trail.left, *over, *besides}):
        if status in trail.left:
            _run_status(game, trail, status)
        elif status in besides:
            _run_besides(game, trail, status)
        if status in over:
            wear_off(game, status)
    if thorough:
        trail.wearing_off.note(game.trace[begun:], turn + 1)


def _running_besides(game: Game, trail: Trail, dawn: int) -> set[int]:
    """Return the statuses that hurt or heal those whom the act harms in coming turns, without being its doing."""
    ticking = trail.wearing_off.ticking - trail.left.keys() - game.dead
    if not ticking:
        return ticking
    bearers = {status: ecs.get(status, StatusEffect).target for status in (*ticking, *trail.left)}
    harmed = trail.hurt | {bearers[status] for status in trail.left}
    harmed |= {each.entity for each in game.trace[dawn:] if type(each) is PoolChanged}
    return {status for status in ticking if bearers[status] in harmed - game.dead}


def _run_besides(game: Game, trail: Trail, status: int) -> None:
    """Let one turn of a status pass of which only a death is a consequence of the act."""
    begun = len(game.trace)
    if ecs.get(status, StatusEffect).target not in game.dead:
        tick(game, status)
    changes = enumerate(game.trace[begun:], begun)
    trail.anyway.update(place for place, change in changes if type(change) is PoolChanged)


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


def _end_turn(game: Game, trail: Trail, dawn: int) -> None:
    """Note who was affected in a turn that began at index `dawn` of the trace; let the hurt regenerate."""
    if trail.old is not None:
        trail.old.affected |= affected_by(following(game, trail, dawn))
    hurt = {change.entity for change in game.trace[dawn:] if type(change) is PoolChanged}
    hurt -= trail.hurt
    trail.hurt |= hurt
    trail.mending.update(entity for entity in hurt if regenerates(entity))
    for entity in sorted(trail.mending - game.dead):
        regenerate(game, entity)


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
                run.note(change.target, Begins(change.name))
        elif type(change) is Died:
            run.note(change.entity, Dies())
