"""The preview is the pipeline: run the very handlers on the real world, read what changed, take it back.

Where dice decide, every roll is tried if there are few. Otherwise the extreme rolls give the bounds, and samples that
lie evenly give means and chances. Nothing is left behind: components, indexes, the next entity id, every random
stream.

What follows from the act in the turns to come, as if nobody moved, is `later`, and counts in the most damage too;
least, mean, chances and statuses speak of the act itself. See `aftermath`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from operator import mul

from roguelike.core.geometry import Point
from roguelike.core.records import Record, State, field
from roguelike.core.rng import Chance
from roguelike.core.trial_rolls import ExtremeRolls, ScriptedRolls, Strata
from roguelike.effects.foresight.aftermath import follow, has_kindled, trail_of
from roguelike.effects.foresight.known import as_known, reaches_unseen
from roguelike.effects.foresight.rehearsal import Act, Prefix, rehearse, rehearsing, run_prefix
from roguelike.effects.foresight.runs import Describe, Run, note
from roguelike.effects.targeting import is_creature
from roguelike.world import ecs
from roguelike.world.changes import EVENTS, Fizzled
from roguelike.world.game import NOBODY, Change, Game
from roguelike.world.names import sees

RARE = 0.0001
"""Weight of an extreme roll beside samples (of 1.0 in all): what it shows is then neither impossible nor certain."""
MOST_PICKS, MOST_CHANCES = 6, 6
"""How many options of a pick are tried with each extreme, and how many chances are tried alone."""
SAMPLES = ((12, 120), (40, 48))
"""Samples by the changes that one run makes: up to so many changes, so many samples. All divide by the usual dice."""
FEWEST_SAMPLES = 24
MOST_CHANGES = 8000
"""Changes that trying every roll may make in all: beyond, sampling is as true and costs less."""


class Precision(Record):
    """How closely an act is foreseen.

    `samples` 0 is as many as the act deserves; `most_exact` is how many different rolls are tried one by one before
    sampling takes over; `corners` asks for true bounds; `followed` samples of a fire are followed into coming turns.
    """

    samples: int = 0
    most_exact: int = 500
    corners: bool = True
    followed: int = 4


FULL = Precision()
"""For whoever is shown the figures."""
ROUGH = Precision(samples=3, most_exact=4, corners=False, followed=2)
"""For whoever only compares: monsters, and the ranking of aims."""


class Outcome(Record):
    """What would happen to one creature: hit points as (least, mean, most), chances 0.0 to 1.0.

    `later` are the hit points that what the act leaves behind takes in the turns to come from one who stays where the
    act leaves it; the most of it is part of the most damage. `mana` is the change of mana, losses negative; what the
    act itself costs is part of it. `notes` are words on whatever else happens, each with its chance.
    """

    damage: tuple[int, float, int] = (0, 0.0, 0)
    healing: tuple[int, float, int] = (0, 0.0, 0)
    kill: float = 0.0
    statuses: Mapping[str, tuple[float, int]] = field(default_factory=dict)
    later: tuple[int, float, int] = (0, 0.0, 0)
    mana: tuple[int, float, int] = (0, 0.0, 0)
    notes: Mapping[str, float] = field(default_factory=dict)


class Forecast(Record):
    """What an action would do: why not, over which cells, along which path, to whom, and what befalls nobody."""

    refused: str | None = None
    cells: Sequence[Point] = ()
    path: Sequence[Point] = ()
    outcomes: Mapping[int, Outcome] = field(default_factory=dict)
    notes: Mapping[str, float] = field(default_factory=dict)


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
    """An act on trial: what is decided of it, what that came to, the first free id and the trace's length before it."""

    prefix: Prefix
    begun: Run
    since: int
    start: int
    describe: Describe | None
    changes: int = 0
    """How many changes the latest run made."""

    def run(
        self,
        rng: Chance,
        weight: float = 0.0,
        *,
        ahead: bool = False,
        between: Callable[[], None] | None = None,
    ) -> Run:
        """Play it to the end once, and read the trace.

        What the act leaves behind is followed too; new fires, which take the longest, only if one looks `ahead`.
        `between` is called after each turn that is followed.
        """
        game, run = self.prefix.game, self.begun.again()
        run.weight = weight

        def read(refusal: str | None, changes: Sequence[Change]) -> Run:
            """Collect the changes by creature."""
            run.refusal = refusal
            whole = game.trace[self.start :]
            self.changes = len(whole)
            note(run, changes, game)
            if self.describe is not None:
                run.notes = self.describe(game, whole)
            run.has_kindled = has_kindled(whole)
            if ahead or not run.has_kindled:
                trail = trail_of(game, whole, self.since)
                follow(game, trail, run, kindled=run.has_kindled, between=between)
            return run

        return self.prefix.play(rng, read)


def forecast(
    game: Game,
    act: Act,
    *,
    all_seen: bool = False,
    precision: Precision = FULL,
    describe: Describe | None = None,
) -> Forecast:
    """Foresee an act; leaves the game exactly as it was.

    Args:
        game: the game, in which the act can be performed now.
        act: performs the act and returns why it was refused, if it was.
        all_seen: tell also of creatures that the player does not see.
        precision: how closely to look.
        describe: says in words what no number tells; without it, forecasts have no notes but those on later turns.
    """
    start, since = len(game.trace), ecs.next_id()
    with rehearsing(game, game.rng):
        prefix = run_prefix(game, act)
        if prefix.refusal is not None:
            return Forecast(refused=prefix.refusal)
        begun = Run(1.0)
        note(begun, game.trace[start:], game)
        trial = _Trial(prefix, begun, since, start, describe)
        lowest = ExtremeRolls(high=False, lucky=False)
        first = trial.run(lowest, 1.0)
        if first.refusal is not None:
            return Forecast(refused=first.refusal)
        runs = [first]
        if lowest.rolls:
            runs = _all_runs(trial, precision) or _sampled_runs(trial, first, precision)
        futures = []
        if any(run.has_kindled for run in runs):
            futures = _futures(trial, precision)
    return _summary(game, runs, futures, all_seen=all_seen)


def _futures(trial: _Trial, precision: Precision) -> list[Run]:
    """Follow the fires that the act kindles into the turns to come: with all extremes of luck, and as it may come."""
    runs = list(_corners_ahead(trial)) if precision.corners else []
    share = (1 - RARE * len(runs)) / precision.followed
    samples = Strata(precision.followed, _question(trial)).samples()
    return runs + [trial.run(rng, share, ahead=True) for rng in samples]


def _corners_ahead(trial: _Trial) -> Iterator[Run]:
    """Try the extremes of the coming turns; where clouds drift, all of them one way, and then another."""
    scout = ExtremeRolls(high=True, lucky=True)
    yield trial.run(scout, RARE, ahead=True)
    for high, lucky in ((False, False), (False, True), (True, False)):
        yield trial.run(ExtremeRolls(high=high, lucky=lucky), RARE, ahead=True)
    ways = range(min(scout.most_picks, MOST_PICKS))
    for pick, then in product(ways, ways):
        if pick or then:
            rng = ExtremeRolls(high=True, lucky=True, pick=pick, then=then)
            yield trial.run(rng, RARE, ahead=True, between=rng.next_turn)


def _question(trial: _Trial) -> str:
    """Name the question that a forecast answers, so that asking again rolls the same, and asking later does not."""
    game = trial.prefix.game
    return f"{game.seed}/{game.turn}"


def _all_runs(trial: _Trial, precision: Precision) -> list[Run]:
    """Try every roll, each weighted by its exact probability; return an empty list when there are too many."""
    runs: list[Run] = []
    prefix: list[int] | None = []
    changes = 0
    while prefix is not None:
        script = ScriptedRolls(prefix)
        run = trial.run(script)
        run.weight = script.weight
        runs.append(run)
        changes += trial.changes
        most = max(prod(script.options), len(runs))
        if most > precision.most_exact or changes * most / len(runs) > MOST_CHANGES:
            return []
        prefix = script.following()
    return runs


def _sampled_runs(trial: _Trial, first: Run, precision: Precision) -> list[Run]:
    """Try the extremes, which count for the bounds and next to nothing else, and rolls for chances and means."""
    runs = [first, *(_extremes(trial) if precision.corners else ())]
    for run in runs:
        run.weight = RARE
    samples = precision.samples or next(
        (count for most, count in SAMPLES if trial.changes <= most), FEWEST_SAMPLES
    )
    share = (1 - RARE * len(runs)) / samples
    strata = Strata(samples, _question(trial))
    return runs + [trial.run(rng, share) for rng in strata.samples()]


def _extremes(trial: _Trial) -> Iterator[Run]:
    """Try dice high and low, chances met and not, and each option of a pick: all that `first` was not.

    Where blows may miss or chances decide, something may need a roll in the middle: a stun that only comes to who
    survives the blow. So there rolls to hit and other dice are leant each their own way, and each chance is met alone.
    """
    scout = ExtremeRolls(high=True, lucky=True)
    yield trial.run(scout)
    for pick in range(min(scout.most_picks, MOST_PICKS)):
        for high in (False, True):
            for lucky in (False, True):
                if pick or high != lucky:
                    yield trial.run(ExtremeRolls(high=high, lucky=lucky, pick=pick))
    if scout.has_rolled_to_hit or scout.chances:
        for dice in (0.0, 0.5):
            for lucky in (False, True):
                yield trial.run(ExtremeRolls(high=True, lucky=lucky, dice=dice))
        for only in range(min(scout.chances, MOST_CHANCES)):
            yield trial.run(ExtremeRolls(high=True, lucky=False, dice=0.5, only=only))


def _summary(game: Game, runs: list[Run], futures: list[Run], *, all_seen: bool) -> Forecast:
    """Combine the runs into outcomes, one for each creature that the player can see."""
    concerned = sorted(set[int]().union(*(run.concerned() for run in (*runs, *futures))))
    outcomes = {
        entity: outcome_of(entity, runs, futures or runs)
        for entity in concerned
        if is_creature(game, entity) and (all_seen or sees(game, entity))
    }
    cells = tuple(dict.fromkeys(cell for run in runs for cell in run.cells))
    return Forecast(None, cells, runs[0].path, outcomes, _notes(NOBODY, runs))


def outcome_of(entity: int, runs: Sequence[Run], futures: Sequence[Run]) -> Outcome:
    """Combine what the runs say about one creature, and the futures of what follows."""
    weights = [run.weight for run in runs]
    held: dict[str, tuple[float, int]] = {}
    for run in runs:
        for name, turns in run.statuses.get(entity, {}).items():
            chance, most = held.get(name, (0.0, 0))
            held[name] = (chance + run.weight, max(most, turns))
    damage = _spread([run.damage.get(entity, 0) for run in runs], weights)
    later = _spread([run.later.get(entity, 0) for run in futures], [run.weight for run in futures])
    return Outcome(
        damage=(damage[0], damage[1], damage[2] + later[2]),
        later=later,
        healing=_spread([run.healing.get(entity, 0) for run in runs], weights),
        kill=_share(sum((run.weight for run in runs if entity in run.killed), 0.0)),
        statuses={name: (_share(chance), most) for name, (chance, most) in held.items()},
        mana=_spread([run.mana.get(entity, 0) for run in runs], weights),
        notes=_notes(entity, runs) if futures is runs else _notes(entity, futures),
    )


def _notes(entity: int, runs: Sequence[Run]) -> dict[str, float]:
    """Add up how likely each note on somebody is, likeliest first."""
    found: dict[str, float] = {}
    for run in runs:
        for words in sorted(run.notes.get(entity, ())):
            found[words] = found.get(words, 0.0) + run.weight
    ranked = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    return {words: _share(chance) for words, chance in ranked}


def _spread(amounts: list[int], weights: list[float]) -> tuple[int, float, int]:
    """Return (least, mean, most) of some amounts with their weights."""
    if not any(amounts):
        return 0, 0.0, 0
    return min(amounts), round(sum(map(mul, amounts, weights)), 6), max(amounts)


def _share(chance: float) -> float:
    """Round a probability, so that adding fractions leaves no noise; never above 1."""
    return min(1.0, round(chance, 9))
