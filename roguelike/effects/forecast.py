"""The preview is the pipeline: run the very handlers on the real world, read what changed, take it back.

Where dice decide, every roll is tried if there are few; otherwise the extreme rolls (for true bounds) and 64 more on a
generator of the forecast's own. Nothing is left behind: components, indexes, the next entity id, every random stream.

A fire or cloud that the act begins is followed for its first three turns, as if nobody moved. What it would do then is
`later`, and counts in the most damage too; least, mean, chances and statuses speak of the act itself.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from operator import mul
from typing import TypeVar

import esper

from roguelike.components.statuses import Duration, StatusEffect
from roguelike.components.terrain import Hazard
from roguelike.core.foregone import Leaning, Script
from roguelike.core.geometry import Point
from roguelike.core.records import dataclass
from roguelike.core.rng import Chance, Stream
from roguelike.effects.dispatch import drain
from roguelike.effects.hazards import FORESEEN_TURNS, run_hazards
from roguelike.effects.known import as_known, reaches_unseen
from roguelike.effects.targeting import is_creature
from roguelike.world import ecs
from roguelike.world.changes import (
    EVENTS,
    Altered,
    Died,
    Fizzled,
    Moved,
    PoolChanged,
    Removed,
    StatusBegan,
    Unleashed,
)
from roguelike.world.game import Change, Game
from roguelike.world.names import sees

R = TypeVar("R")
SAMPLES = 64
RARE = 0.0001
"""How much an extreme roll counts beside samples: what it shows is then neither never nor always."""
FOLLOWED = 8
"""Of those, how many are followed into the turns to come: fires are many small things."""
MOST_EXACT = 96
"""How many different rolls are tried one by one before sampling takes over."""
Act = Callable[[], str | None]
"""Queues what is to be foreseen; returns the reason when it is refused."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What would happen to one creature: hit points as (least, mean, most), chances 0.0 to 1.0.

    `later` is what fires and clouds that begin with it would take in their first turns from one who stays where it is;
    the most of it is part of the most damage.
    """

    damage: tuple[int, float, int] = (0, 0.0, 0)
    healing: tuple[int, float, int] = (0, 0.0, 0)
    kill: float = 0.0
    statuses: Mapping[str, tuple[float, int]] = field(default_factory=dict)
    later: tuple[int, float, int] = (0, 0.0, 0)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an action would do: why not, over which cells, along which path, and to whom."""

    refused: str | None = None
    cells: Sequence[Point] = ()
    path: Sequence[Point] = ()
    outcomes: Mapping[int, Outcome] = field(default_factory=dict)


def rehearse(
    game: Game, act: Act, rng: Chance, read: Callable[[str | None, Sequence[Change]], R]
) -> R:
    """Do, drain, read and undo, rolling with `rng`; returns what `read` made of the refusal and the changes."""
    start, number, chance = len(game.trace), ecs.next_id(), game.rng
    game.rng = rng
    try:
        refusal = act()
        drain(game)
        return read(refusal, game.trace[start:])
    finally:
        game.queue.clear()
        trace = game.trace
        while len(trace) > start:
            trace.pop().undo(game)
        game.rng = chance
        ecs.set_next_id(number)


def pointless(game: Game, act: Act, user: int) -> str | None:
    """Return why doing this would come to nothing even with the best of luck; None when it would not.

    What reaches ground that the player cannot see is never called pointless for them: that would tell what is there.
    """

    def read(refusal: str | None, changes: Sequence[Change]) -> str | None:
        """Look for anything that the world would feel."""
        if refusal is not None:
            return refusal
        if any(not isinstance(change, EVENTS) for change in changes):
            return None
        if user == game.player and reaches_unseen(game, changes):
            return None
        reasons = [change.reason for change in changes if isinstance(change, Fizzled)]
        return reasons[0] if reasons else "There is nothing there to affect."

    with as_known(game, user):
        return rehearse(game, act, Leaning(high=True, lucky=True), read)


@dataclass(slots=True)
class _Run:
    """What one run of the dice came to."""

    weight: float
    damage: dict[int, int] = field(default_factory=dict)
    healing: dict[int, int] = field(default_factory=dict)
    killed: set[int] = field(default_factory=set)
    statuses: dict[int, dict[str, int]] = field(default_factory=dict)
    touched: set[int] = field(default_factory=set)
    cells: tuple[Point, ...] = ()
    path: tuple[Point, ...] = ()
    refusal: str | None = None
    later: dict[int, int] | None = None


def forecast(game: Game, act: Act, *, all_seen: bool = False) -> Forecast:
    """Foresee an act; leaves the game exactly as it was. Tells of what the player sees, unless `all_seen`."""
    first = _run(game, act, Leaning(high=False, lucky=False), ahead=True)
    if first.refusal is not None:
        return Forecast(refused=first.refusal)
    game.foreseeing = True
    try:
        runs = _all_runs(game, act) or _sampled_runs(game, act, first)
    finally:
        game.foreseeing = False
    return _summary(game, runs, all_seen=all_seen)


def _run(game: Game, act: Act, rng: Chance, *, ahead: bool = False) -> _Run:
    """Rehearse once and read the trace; look `ahead` at the fires that it leaves."""
    since = ecs.next_id()

    def read(refusal: str | None, changes: Sequence[Change]) -> _Run:
        """Sort the changes by whom they touched."""
        run = _Run(getattr(rng, "weight", 0.0), refusal=refusal)
        for change in changes:
            _note(run, change, game)
        if ahead:
            run.later = _look_ahead(game, since)
        return run

    return rehearse(game, act, rng, read)


def _look_ahead(game: Game, since: int) -> dict[int, int]:
    """Let the coming turns of new fires and clouds pass; return what they take. The caller undoes it all."""
    later: dict[int, int] = {}
    if not any(entity >= since for entity, _ in ecs.with_component(Hazard)):
        return later
    start = len(game.trace)
    game.rng = Stream(0, "later")
    for _ in range(FORESEEN_TURNS):
        run_hazards(game, since)
    for change in game.trace[start:]:
        if type(change) is PoolChanged and change.pool == "hp" and change.after < change.before:
            lost = int(change.before - change.after)
            later[change.entity] = later.get(change.entity, 0) + lost
    return later


def _note(run: _Run, change: Change, game: Game) -> None:
    """Count one change."""
    kind = type(change)
    if kind is PoolChanged and change.pool == "hp":  # type: ignore[attr-defined]
        lost = int(change.before - change.after)  # type: ignore[attr-defined]
        book = run.damage if lost > 0 else run.healing
        book[change.entity] = book.get(change.entity, 0) + abs(lost)  # type: ignore[attr-defined]
    elif kind is Died or kind is Removed:
        if kind is Died:
            run.killed.add(change.entity)  # type: ignore[attr-defined]
    elif kind is StatusBegan:
        _note_status(run, change.target, change.name, change.turns)  # type: ignore[attr-defined]
    elif kind is Altered and change.component is Duration:  # type: ignore[attr-defined]
        status = esper.component_for_entity(change.entity, StatusEffect)  # type: ignore[attr-defined]
        _note_status(run, status.target, status.name, change.after)  # type: ignore[attr-defined]
    elif kind is Unleashed:
        _note_reach(run, change, game)  # type: ignore[arg-type]
    elif kind is Moved and is_creature(game, change.entity):  # type: ignore[attr-defined]
        run.touched.add(change.entity)  # type: ignore[attr-defined]


def _note_status(run: _Run, target: int, name: str, turns: int) -> None:
    """Count a status that took hold."""
    held = run.statuses.setdefault(target, {})
    held[name] = max(held.get(name, 0), turns)


def _note_reach(run: _Run, change: Unleashed, game: Game) -> None:
    """Note the cells of the first use set loose, and all creatures on any of them."""
    if not run.cells:
        run.cells, run.path = change.points, change.path
    else:
        run.cells = tuple(dict.fromkeys((*run.cells, *change.points)))
    at = game.level.at
    for point in [point for point in change.points if point in at]:
        run.touched.update([entity for entity in at[point] if is_creature(game, entity)])


def _all_runs(game: Game, act: Act) -> list[_Run]:
    """Try every roll, each with its exact likelihood; an empty list when there are too many."""
    runs: list[_Run] = []
    prefix: list[int] | None = []
    while prefix is not None:
        script = Script(prefix)
        run = _run(game, act, script, ahead=True)
        run.weight = script.weight
        runs.append(run)
        product = 1
        for count in script.options:
            product *= count
        if product > MOST_EXACT or len(runs) > MOST_EXACT:
            return []
        prefix = script.following()
    return runs


def _sampled_runs(game: Game, act: Act, first: _Run) -> list[_Run]:
    """Try the extremes, which count for the bounds and next to nothing else, and 64 rolls for chances and means."""
    runs = [first, *_extremes(game, act)]
    for run in runs:
        run.weight = RARE
    share = (1 - RARE * len(runs)) / SAMPLES
    stream = Stream(0, "forecast")
    for number in range(SAMPLES):
        run = _run(game, act, stream, ahead=number < FOLLOWED)
        run.weight = share
        runs.append(run)
    return runs


def _extremes(game: Game, act: Act) -> Iterator[_Run]:
    """Try dice high and low, chances met and not, and each option of a pick."""
    scout = Leaning(high=True, lucky=True)
    yield _run(game, act, scout, ahead=True)
    for pick in range(min(scout.most_picks, 6)):
        for high in (False, True):
            for lucky in (False, True):
                yield _run(game, act, Leaning(high=high, lucky=lucky, pick=pick))


def _summary(game: Game, runs: list[_Run], *, all_seen: bool) -> Forecast:
    """Put the runs together, per creature that the player can see."""
    touched = sorted(
        {
            e
            for run in runs
            for e in (
                *run.touched,
                *run.damage,
                *run.healing,
                *run.statuses,
                *run.killed,
                *(run.later or ()),
            )
        }
    )
    weights = [run.weight for run in runs]
    outcomes = {
        entity: _outcome(entity, runs, weights)
        for entity in touched
        if esper.entity_exists(entity) and (all_seen or sees(game, entity))
    }
    cells = tuple(dict.fromkeys(cell for run in runs for cell in run.cells))
    return Forecast(None, cells, runs[0].path, outcomes)


def _outcome(entity: int, runs: list[_Run], weights: list[float]) -> Outcome:
    """Put together what the runs say about one creature."""
    held: dict[str, tuple[float, int]] = {}
    for run in runs:
        for name, turns in run.statuses.get(entity, {}).items():
            chance, most = held.get(name, (0.0, 0))
            held[name] = (chance + run.weight, max(most, turns))
    damage = _spread([run.damage.get(entity, 0) for run in runs], weights)
    later = _later(entity, runs)
    return Outcome(
        damage=(damage[0], damage[1], damage[2] + later[2]),
        later=later,
        healing=_spread([run.healing.get(entity, 0) for run in runs], weights),
        kill=_share(sum((run.weight for run in runs if entity in run.killed), 0.0)),
        statuses={name: (_share(chance), most) for name, (chance, most) in held.items()},
    )


def _later(entity: int, runs: list[_Run]) -> tuple[int, float, int]:
    """Put together what the runs that looked ahead say of one creature, each alike."""
    ahead = [run.later for run in runs if run.later is not None]
    if not any(entity in later for later in ahead):
        return (0, 0.0, 0)
    return _spread([later.get(entity, 0) for later in ahead], [1 / len(ahead)] * len(ahead))


def _spread(amounts: list[int], weights: list[float]) -> tuple[int, float, int]:
    """Return least, mean and most of weighted amounts."""
    if not any(amounts):
        return 0, 0.0, 0
    return min(amounts), round(sum(map(mul, amounts, weights)), 6), max(amounts)


def _share(chance: float) -> float:
    """Round a likelihood clear of the noise of adding fractions."""
    return min(1.0, round(chance, 9))
