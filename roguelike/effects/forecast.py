"""The preview is the pipeline: run the very handlers on the real world, read what changed, take it back.

Where dice decide, every roll is tried if there are few; otherwise the extreme rolls (for true bounds) and 64 more on a
generator of the forecast's own. Nothing is left behind: components, indexes, the next entity id, every random stream.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import esper

from roguelike.components.statuses import Duration, StatusEffect
from roguelike.core.geometry import Point
from roguelike.core.rng import Chance, Stream
from roguelike.effects.dispatch import drain
from roguelike.effects.targeting import is_creature
from roguelike.world import ecs
from roguelike.world.changes import (
    EVENTS,
    Altered,
    Died,
    Fizzled,
    PoolChanged,
    Removed,
    StatusBegan,
    Unleashed,
)
from roguelike.world.game import Change, Game
from roguelike.world.names import sees

T = TypeVar("T")
R = TypeVar("R")
SAMPLES = 64
RARE = 0.0001
"""How much an extreme roll counts beside samples: what it shows is then neither never nor always."""
MOST_EXACT = 96
"""How many different rolls are tried one by one before sampling takes over."""
Act = Callable[[], str | None]
"""Queues what is to be foreseen; returns the reason when it is refused."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What would happen to one creature: hit points as (least, mean, most), chances 0.0 to 1.0."""

    damage: tuple[int, float, int] = (0, 0.0, 0)
    healing: tuple[int, float, int] = (0, 0.0, 0)
    kill: float = 0.0
    statuses: Mapping[str, tuple[float, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an action would do: why not, over which cells, along which path, and to whom."""

    refused: str | None = None
    cells: Sequence[Point] = ()
    path: Sequence[Point] = ()
    outcomes: Mapping[int, Outcome] = field(default_factory=dict)


class Script:
    """A stand-in for chance that follows a list of choices, for trying all of them in turn."""

    def __init__(self, prefix: Sequence[int]) -> None:
        """Follow `prefix`, then take the first option each time."""
        self.prefix = prefix
        self.taken: list[int] = []
        self.options: list[int] = []
        self.weight = 1.0

    def _take(self, count: int) -> int:
        """Make the next choice among `count`."""
        place = len(self.taken)
        value = self.prefix[place] if place < len(self.prefix) else 0
        self.taken.append(value)
        self.options.append(count)
        return value

    def below(self, count: int) -> int:
        """Return the next scripted number."""
        if count <= 1:
            return 0
        self.weight /= count
        return self._take(count)

    def chance(self, percent: float) -> bool:
        """Return the next scripted yes or no."""
        if percent <= 0 or percent >= 100:
            return percent > 0
        happens = self._take(2) == 1
        self.weight *= percent / 100 if happens else 1 - percent / 100
        return happens

    def choice(self, options: Sequence[T]) -> T:
        """Return the next scripted pick."""
        return options[self.below(len(options))]

    def following(self) -> list[int] | None:
        """Return the next script in order; None after the last."""
        taken = list(self.taken)
        while taken and taken[-1] + 1 >= self.options[len(taken) - 1]:
            taken.pop()
        if not taken:
            return None
        taken[-1] += 1
        return taken


class Leaning:
    """A stand-in for chance that always rolls as low, or as high, as can be."""

    def __init__(self, *, high: bool, lucky: bool, pick: int = 0) -> None:
        """Lean: dice high or low, chances met or not, the nth of all picks."""
        self._high, self._lucky, self._pick = high, lucky, pick
        self.most_picks = 1

    def below(self, count: int) -> int:
        """Return the extreme roll."""
        return count - 1 if self._high else 0

    def chance(self, percent: float) -> bool:
        """Return whether luck is with it; certainty stays certain."""
        return percent > 0 and (self._lucky or percent >= 100)

    def choice(self, options: Sequence[T]) -> T:
        """Return the nth option."""
        self.most_picks = max(self.most_picks, len(options))
        return options[self._pick % len(options)]


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


def pointless(game: Game, act: Act) -> str | None:
    """Return why doing this would come to nothing even with the best of luck; None when it would not."""

    def read(refusal: str | None, changes: Sequence[Change]) -> str | None:
        """Look for anything that the world would feel."""
        if refusal is not None:
            return refusal
        if any(not isinstance(change, EVENTS) for change in changes):
            return None
        reasons = [change.reason for change in changes if isinstance(change, Fizzled)]
        return reasons[0] if reasons else "There is nothing there to affect."

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


def forecast(game: Game, act: Act, *, all_seen: bool = False) -> Forecast:
    """Foresee an act; leaves the game exactly as it was. Tells of what the player sees, unless `all_seen`."""
    first = _run(game, act, Leaning(high=False, lucky=False))
    if first.refusal is not None:
        return Forecast(refused=first.refusal)
    game.foreseeing = True
    try:
        runs = _all_runs(game, act) or _sampled_runs(game, act, first)
    finally:
        game.foreseeing = False
    return _summary(game, runs, all_seen=all_seen)


def _run(game: Game, act: Act, rng: Chance) -> _Run:
    """Rehearse once and read the trace."""

    def read(refusal: str | None, changes: Sequence[Change]) -> _Run:
        """Sort the changes by whom they touched."""
        run = _Run(getattr(rng, "weight", 0.0), refusal=refusal)
        for change in changes:
            _note(run, change, game)
        return run

    return rehearse(game, act, rng, read)


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
    for point in change.points:
        run.touched.update(entity for entity in at.get(point, ()) if is_creature(game, entity))


def _all_runs(game: Game, act: Act) -> list[_Run]:
    """Try every roll, each with its exact likelihood; an empty list when there are too many."""
    runs: list[_Run] = []
    prefix: list[int] | None = []
    while prefix is not None:
        script = Script(prefix)
        run = _run(game, act, script)
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
    for _ in range(SAMPLES):
        run = _run(game, act, stream)
        run.weight = share
        runs.append(run)
    return runs


def _extremes(game: Game, act: Act) -> Iterator[_Run]:
    """Try dice high and low, chances met and not, and each option of a pick."""
    scout = Leaning(high=True, lucky=True)
    yield _run(game, act, scout)
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
            for e in (*run.touched, *run.damage, *run.healing, *run.statuses, *run.killed)
        }
    )
    outcomes = {
        entity: _outcome(entity, runs) for entity in touched if all_seen or sees(game, entity)
    }
    cells = tuple(dict.fromkeys(cell for run in runs for cell in run.cells))
    return Forecast(None, cells, runs[0].path, outcomes)


def _outcome(entity: int, runs: list[_Run]) -> Outcome:
    """Put together what the runs say about one creature."""
    held: dict[str, tuple[float, int]] = {}
    for run in runs:
        for name, turns in run.statuses.get(entity, {}).items():
            chance, most = held.get(name, (0.0, 0))
            held[name] = (chance + run.weight, max(most, turns))
    return Outcome(
        damage=_spread([(run.damage.get(entity, 0), run.weight) for run in runs]),
        healing=_spread([(run.healing.get(entity, 0), run.weight) for run in runs]),
        kill=_share(sum(run.weight for run in runs if entity in run.killed)),
        statuses={name: (_share(chance), most) for name, (chance, most) in held.items()},
    )


def _spread(amounts: list[tuple[int, float]]) -> tuple[int, float, int]:
    """Return least, mean and most of weighted amounts."""
    values = [amount for amount, _ in amounts]
    mean = sum(amount * weight for amount, weight in amounts)
    return min(values), round(mean, 6), max(values)


def _share(chance: float) -> float:
    """Round a likelihood clear of the noise of adding fractions."""
    return min(1.0, round(chance, 9))
