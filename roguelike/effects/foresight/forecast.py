"""The preview is the pipeline: run the very handlers on the real world, read what changed, take it back.

Where dice decide, every roll is tried if there are few; otherwise the extreme rolls (for true bounds) and 64 more on a
generator of the forecast's own. Nothing is left behind: components, indexes, the next entity id, every random stream.

A fire or cloud that the act begins is followed for its first three turns, as if nobody moved: as tame and as wild as
can be, and a few times as it comes. What it would do then is `later`, and counts in the most damage too; least,
mean, chances and statuses speak of the act itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from operator import mul

from roguelike.core.geometry import Point
from roguelike.core.records import Record, State, field
from roguelike.core.rng import Chance, Stream
from roguelike.core.trial_rolls import ExtremeRolls, ScriptedRolls
from roguelike.effects.foresight.known import as_known, reaches_unseen
from roguelike.effects.foresight.rehearsal import Act, Prefix, rehearse, rehearsing, run_prefix
from roguelike.effects.foresight.runs import Run, has_kindled, look_ahead, note
from roguelike.effects.targeting import is_creature
from roguelike.world import ecs
from roguelike.world.changes import (
    EVENTS,
    Fizzled,
)
from roguelike.world.game import Change, Game
from roguelike.world.names import sees

SAMPLES = 64
RARE = 0.0001
"""Weight of an extreme roll beside samples (of 1.0 in all): what it shows is then neither impossible nor certain."""
FOLLOWED = 8
"""How many samples of the coming turns of fires and clouds are run: each is expensive."""
MOST_EXACT = 96
"""How many different rolls are tried one by one before sampling takes over."""
MOST_PICKS = 6
"""How many options of a pick are tried with each extreme."""


class Outcome(Record):
    """What would happen to one creature: hit points as (least, mean, most), chances 0.0 to 1.0.

    `later` is what fires and clouds that begin with it would take in their first turns from one who stays where it is;
    the most of it is part of the most damage.
    """

    damage: tuple[int, float, int] = (0, 0.0, 0)
    healing: tuple[int, float, int] = (0, 0.0, 0)
    kill: float = 0.0
    statuses: Mapping[str, tuple[float, int]] = field(default_factory=dict)
    later: tuple[int, float, int] = (0, 0.0, 0)


class Forecast(Record):
    """What an action would do: why not, over which cells, along which path, and to whom."""

    refused: str | None = None
    cells: Sequence[Point] = ()
    path: Sequence[Point] = ()
    outcomes: Mapping[int, Outcome] = field(default_factory=dict)


def pointless(game: Game, act: Act, user: int) -> str | None:
    """Return why doing this would come to nothing even with the best of luck; None when it would not.

    What reaches ground that the player cannot see is never called pointless for them: that would tell what is there.
    """

    def read(refusal: str | None, changes: Sequence[Change]) -> str | None:
        """Return the reason if nothing changed but looks, None if anything did."""
        if refusal is not None:
            return refusal
        if any(not isinstance(change, EVENTS) for change in changes):
            return None
        if user == game.player and reaches_unseen(game, changes):
            return None
        reasons = [change.reason for change in changes if isinstance(change, Fizzled)]
        return reasons[0] if reasons else "There is nothing there to affect."

    with as_known(game, user):
        return rehearse(game, act, ExtremeRolls(high=True, lucky=True), read)


class _Trial(State):
    """An act on trial: its prefix, what the prefix alone came to, and the first id that was free before it."""

    prefix: Prefix
    begun: Run
    since: int

    def run(self, rng: Chance, weight: float = 0.0, *, ahead: bool = False) -> Run:
        """Run it to the end once and read the trace; with `ahead`, run the coming turns of its fires too."""
        game, run = self.prefix.game, self.begun.again()
        run.weight = weight

        def read(refusal: str | None, changes: Sequence[Change]) -> Run:
            """Collect the changes by creature."""
            run.refusal = refusal
            note(run, changes, game)
            run.kindled = has_kindled(self.since)
            if ahead:
                run.later = look_ahead(game, self.since)
            return run

        return self.prefix.play(rng, read)


def forecast(game: Game, act: Act, *, all_seen: bool = False, samples: int = SAMPLES) -> Forecast:
    """Foresee an act; the game is left exactly as it was. Only what the player sees counts, unless `all_seen`.

    Fewer `samples` make it faster and its means and chances rougher; the bounds stay as they are.
    """
    start, since = len(game.trace), ecs.next_id()
    with rehearsing(game, game.rng):
        prefix = run_prefix(game, act)
        if prefix.refusal is not None:
            return Forecast(refused=prefix.refusal)
        begun = Run(1.0)
        note(begun, game.trace[start:], game)
        trial = _Trial(prefix, begun, since)
        first = trial.run(ExtremeRolls(high=False, lucky=False), 1.0)
        if first.refusal is not None:
            return Forecast(refused=first.refusal)
        runs = (
            [first]
            if prefix.is_decided
            else _all_runs(trial) or _sampled_runs(trial, first, samples)
        )
        futures = _futures(trial) if any(run.kindled for run in runs) else []
    return _summary(game, runs, futures, all_seen=all_seen)


def _futures(trial: _Trial) -> list[Run]:
    """Run the coming turns of the fires that the act starts: with all extremes of luck, then with samples."""
    both = (False, True)
    rolls: list[Chance] = [ExtremeRolls(high=high, lucky=luck) for high in both for luck in both]
    rolls += [Stream(number, "later") for number in range(FOLLOWED)]
    return [trial.run(rng, ahead=True) for rng in rolls]


def _all_runs(trial: _Trial) -> list[Run]:
    """Try every roll, each weighted by its exact probability; return an empty list when there are too many."""
    runs: list[Run] = []
    prefix: list[int] | None = []
    while prefix is not None:
        script = ScriptedRolls(prefix)
        run = trial.run(script)
        run.weight = script.weight
        runs.append(run)
        if prod(script.options) > MOST_EXACT or len(runs) > MOST_EXACT:
            return []
        prefix = script.following()
    return runs


def _sampled_runs(trial: _Trial, first: Run, samples: int) -> list[Run]:
    """Try the extreme rolls, which give the bounds and weigh next to nothing, and samples for chances and means."""
    runs = [first, *_extremes(trial)]
    for run in runs:
        run.weight = RARE
    share = (1 - RARE * len(runs)) / samples
    stream = Stream(0, "forecast")
    runs += [trial.run(stream, share) for _ in range(samples)]
    return runs


def _extremes(trial: _Trial) -> Iterator[Run]:
    """Yield runs with dice high and low, chances met and missed, and each option of a choice, except `first`."""
    scout = ExtremeRolls(high=True, lucky=True)
    yield trial.run(scout)
    for pick in range(min(scout.most_picks, MOST_PICKS)):
        for high in (False, True):
            for lucky in (False, True):
                if pick or high != lucky:
                    yield trial.run(ExtremeRolls(high=high, lucky=lucky, pick=pick))


def _summary(game: Game, runs: list[Run], futures: list[Run], *, all_seen: bool) -> Forecast:
    """Combine the runs into outcomes, one for each creature that the player can see."""
    touched = sorted(
        {
            e
            for run in (*runs, *futures)
            for e in (
                *run.touched,
                *run.damage,
                *run.healing,
                *run.statuses,
                *run.killed,
                *run.later,
            )
        }
    )
    weights = [run.weight for run in runs]
    outcomes = {
        entity: _outcome(entity, runs, weights, futures)
        for entity in touched
        if is_creature(game, entity) and (all_seen or sees(game, entity))
    }
    cells = tuple(dict.fromkeys(cell for run in runs for cell in run.cells))
    return Forecast(None, cells, runs[0].path, outcomes)


def _outcome(entity: int, runs: list[Run], weights: list[float], futures: list[Run]) -> Outcome:
    """Combine what the runs say about one creature."""
    held: dict[str, tuple[float, int]] = {}
    for run in runs:
        for name, turns in run.statuses.get(entity, {}).items():
            chance, most = held.get(name, (0.0, 0))
            held[name] = (chance + run.weight, max(most, turns))
    damage = _spread([run.damage.get(entity, 0) for run in runs], weights)
    later = _later(entity, futures)
    return Outcome(
        damage=(damage[0], damage[1], damage[2] + later[2]),
        later=later,
        healing=_spread([run.healing.get(entity, 0) for run in runs], weights),
        kill=_share(sum((run.weight for run in runs if entity in run.killed), 0.0)),
        statuses={name: (_share(chance), most) for name, (chance, most) in held.items()},
    )


def _later(entity: int, futures: list[Run]) -> tuple[int, float, int]:
    """Combine what fires take from one creature: bounds from all runs, the mean from the samples."""
    if not any(entity in run.later for run in futures):
        return (0, 0.0, 0)
    weights = [0.0] * (len(futures) - FOLLOWED) + [1 / FOLLOWED] * FOLLOWED
    return _spread([run.later.get(entity, 0) for run in futures], weights)


def _spread(amounts: list[int], weights: list[float]) -> tuple[int, float, int]:
    """Return (least, mean, most) of some amounts with their weights."""
    if not any(amounts):
        return 0, 0.0, 0
    return min(amounts), round(sum(map(mul, amounts, weights)), 6), max(amounts)


def _share(chance: float) -> float:
    """Round a probability, so that adding fractions leaves no noise; never above 1."""
    return min(1.0, round(chance, 9))
