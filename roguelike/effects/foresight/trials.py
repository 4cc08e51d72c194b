"""Playing an act with many rolls: every roll if there are few, else the extreme ones and evenly spread samples.

All of it happens inside one rehearsal, and starts from the act's prefix; see `rehearsal`.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from itertools import product
from math import prod
from typing import Any

from roguelike.core.records import Record, State, field, replace
from roguelike.core.rng import Chance
from roguelike.core.trial_rolls import Corner, ExtremeRolls, ScriptedRolls, Strata
from roguelike.effects.foresight.aftermath import follow
from roguelike.effects.foresight.extreme_drift import DriftAway, DriftEverywhere
from roguelike.effects.foresight.kindled import has_kindled, prolonged_by
from roguelike.effects.foresight.old_fires import TILES, fires_met
from roguelike.effects.foresight.rehearsal import Prefix
from roguelike.effects.foresight.runs import Describe, Run, note, said_of
from roguelike.effects.foresight.trail import following, leading, trail_of
from roguelike.effects.spreading import BY_CHANCE, Drift
from roguelike.world.game import Change

RARE = 0.0001
"""Weight of an extreme roll among samples (1.0 in total): its result is then neither impossible nor certain."""
MOST_PICKS, MOST_CHANCES, MOST_FACES = 6, 6, 24
"""How many options of a pick are tried with each extreme, how many single chances, and how many faces of a first
die."""
SAMPLES = ((12, 120), (40, 48))
"""Pairs: the most changes of a run, and the number of samples then. Both numbers are divisible by the usual dice."""
FEWEST_SAMPLES = 16
"""Samples of an act with so many changes that more would keep a key press waiting: chances are then in sixteenths."""
ENOUGH_FOR_MEANS = 6
"""Samples where extremes differ only in amounts: they are then needed for means alone, to within a third of a point."""
WHERE_IT_MAY_SPREAD, FEW_FIRES = 3, 3
"""How many times as many samples are followed where so few old fires may or may not spread to what the act brought."""
MOST_CHANGES = 8000
"""Limit on the changes of trying every roll: beyond that, sampling is as accurate and cheaper."""
SPARED: Mapping[str, Any] = {"high": False, "lucky": True, "then": 1.0}
"""Rolls of an act that hurts least and of coming turns that take most."""


class Precision(Record):
    """How closely an act is foreseen.

    `samples` 0 means as many as the act deserves; up to `most_exact` different rolls are tried one by one before
    sampling takes over; `corners` asks for true bounds. Where a fire starts, up to `followed` samples are followed into
    at most `turns` coming turns, or as many as `follow` takes; unless `thorough`, fires only through their first turns,
    and nobody regenerates.
    """

    samples: int = 0
    most_exact: int = 500
    corners: bool = True
    followed: int = 4
    turns: int | None = None
    thorough: bool = True


FULL = Precision()
"""For figures shown to a player."""
BRIEF = Precision(thorough=False)
"""For bots: as exact for the act itself, but for fires only in their first turns, when most step out of them."""
ROUGH = Precision(samples=3, most_exact=4, corners=False, followed=3, thorough=False)
"""For comparing only: monsters, and counsel."""
ROUGHEST = Precision(samples=2, most_exact=4, corners=False, followed=2, thorough=False)
"""For comparing many acts before a key press is answered: the ranking of aims."""


class TriedAct(State):
    """An act being tried: its decided prefix, what that did, and the next entity id and trace length before."""

    prefix: Prefix
    begun: Run
    since: int
    start: int
    describe: Describe | None
    describe_later: Describe | None
    turns: int | None = None
    """How many coming turns are followed at most; None leaves that to `follow`."""
    thorough: bool = True
    """Whether fires are followed beyond their first turns, and creatures regenerate."""
    fires: Sequence[int] = ()
    """Fires that burnt before the act and may spread, if they are to be followed."""
    drift: Drift = BY_CHANCE
    """How clouds drift in the turns to come."""
    feeds: bool = False
    """Whether in any followed run a few old fires may spread to what the act brought: that is a matter of luck."""
    changes: int = 0
    """How many changes the act itself made in the latest run."""
    futures: dict[Corner, tuple[ExtremeRolls, Run]] = field(default_factory=dict)
    """Corners that were followed into coming turns: the rolls, with all that was asked of them, and the run."""

    def run(self, rng: Chance, weight: float = 0.0, *, ahead: bool = False) -> Run:
        """Play it to the end once, and read the trace.

        What the act leaves behind is followed too; new fires, which take longest, only with `ahead`. Those of a corner
        are followed in one of the `futures`, so that the run and the rolls returned are about the act alone.
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
                self.describe(game, whole, run)
            lasting = leading(whole)
            run.has_kindled = has_kindled(lasting) or (self.thorough and self._lasts(lasting))
            if ahead and isinstance(rng, ExtremeRolls):
                self._follow_corner(rng, run, lasting and whole)
            elif ahead or not run.has_kindled:
                run.is_followed = ahead
                self._follow(run, lasting and whole)
            return run

        return self.prefix.play(rng, read)

    def _lasts(self, changes: Sequence[Change]) -> bool:
        """Return whether an act prolongs a fire that burnt before, or brings it something to spread to."""
        return bool(
            prolonged_by(changes, self.since)
            or fires_met(self.prefix.game, changes, self.since, self.fires, TILES)
        )

    def _follow_corner(self, rng: ExtremeRolls, run: Run, whole: Sequence[Change]) -> None:
        """Follow what a corner left behind; if a fire began, with copies of its rolls and of the run."""
        future = run
        if run.has_kindled:
            self.prefix.game.rng = rng = copy(rng)
            future = run.again()
            future.has_kindled = True
            future.facts = {entity: found.copy() for entity, found in run.facts.items()}
        rng.end_act()
        self.futures[rng.corner] = rng, future
        self._follow(future, whole)

    def _follow(self, run: Run, whole: Sequence[Change]) -> None:
        """Let the coming turns pass for what an act left behind, if anything, which is noted in `run`."""
        if not whole:
            return
        game, begun = self.prefix.game, len(self.prefix.game.trace)
        trail = trail_of(game, whole, self.since, self.fires)
        self.feeds |= 0 < len(trail.met) <= FEW_FIRES
        follow(
            game, trail, run,
            kindled=run.has_kindled, turns=self.turns, thorough=self.thorough, drift=self.drift,
        )  # fmt: skip
        if self.describe_later is not None:
            self.describe_later(game, following(game, trail, begun), run)


def all_runs(trial: TriedAct, lowest: ExtremeRolls, first: Run, precision: Precision) -> list[Run]:
    """Play an act with as many rolls as it deserves; `first` is the run of the `lowest` rolls."""
    if lowest.ways == 1:
        return [first]
    few = lowest.ways <= precision.most_exact
    return (few and _every_run(trial, precision)) or _sampled_runs(trial, lowest, first, precision)


def futures_of(trial: TriedAct, runs: Sequence[Run], precision: Precision) -> list[Run]:
    """Follow the fires that the act starts into coming turns, with extreme luck and with sampled luck."""
    corners = _corners_ahead(trial) if precision.corners else []
    followed = [run for run in runs if run.is_followed]
    if not followed:
        count = precision.followed * (WHERE_IT_MAY_SPREAD if trial.feeds else 1)
        samples = Strata(count, _question(trial)).samples()
        followed = [trial.run(rng, ahead=True) for rng in samples]
    share = (1 - RARE * len(corners)) / len(followed)
    return corners + [replace(run, weight=share) for run in followed]


class _Corners:
    """Runs with extreme rolls, each distinct one once: where nothing depends on luck, one run is enough."""

    def __init__(self, trial: TriedAct, rolled: Sequence[ExtremeRolls] = ()) -> None:
        """Prepare to try corners; those that were `rolled` before are left out."""
        self._trial, self._rolled = trial, list(rolled)
        self.runs: list[Run] = []

    def run(self, *, ahead: bool = False, **corner: Any) -> ExtremeRolls:
        """Try a corner of the act, unless it cannot differ from one tried before; return its rolls."""
        rng = ExtremeRolls(**corner)
        if not self._is_settled(rng):
            self.runs.append(self._trial.run(rng, RARE, ahead=ahead))
            self._rolled.append(rng)
        return rng

    def look_ahead(self, **corner: Any) -> ExtremeRolls:
        """Try a corner of the coming turns, or reuse the one that was followed with the act; return its rolls."""
        rng, futures = ExtremeRolls(**corner), self._trial.futures
        if not self._is_settled(rng):
            if rng.corner not in futures:
                self._trial.run(rng, RARE, ahead=True)
            rng, run = futures[rng.corner]
            self.runs.append(replace(run, weight=RARE))
            self._rolled.append(rng)
        return rng

    def _is_settled(self, rng: ExtremeRolls) -> bool:
        """Return whether a corner would give the same run as one that was tried."""
        return any(former.has_settled(rng) for former in self._rolled)


def _corners_ahead(trial: TriedAct) -> list[Run]:
    """Try the extremes of the coming turns; where clouds drift, also drifts that no roll exceeds."""
    corners = _Corners(trial)
    scout = corners.look_ahead(high=True, lucky=True)
    corners.look_ahead(high=False, lucky=False)
    corners.look_ahead(high=True, lucky=False)
    if _may_luck_help(corners.runs[0], corners.runs[-1]):
        corners.look_ahead(high=False, lucky=True)
    for pick in range(min(scout.most_picks, MOST_PICKS)):
        corners.look_ahead(high=True, lucky=True, pick=pick)
    # Whom a hard blow kills, or nearly, loses more in coming turns after a light one.
    spared = [SPARED] if scout.dice_of_act and any(map(_kills, corners.runs)) else []
    for rolls in spared:
        corners.look_ahead(**rolls)
    if scout.most_picks > 1:
        # A fire that spreads at every chance burns up gas that would otherwise go farther.
        worst = [{"high": True, "lucky": luck} for luck in (True, False)]
        corners.runs += _drifting(trial, DriftEverywhere(), [*worst, *spared])
        corners.runs += _drifting(trial, DriftAway(), [{"high": False, "lucky": False}])
    return corners.runs


def _drifting(trial: TriedAct, drift: Drift, rolls: Sequence[Mapping[str, Any]]) -> list[Run]:
    """Try some corners of coming turns in which clouds drift in a given way."""
    corners = _Corners(replace(trial, drift=drift, futures={}))
    for corner in rolls:
        corners.look_ahead(**corner)
    return corners.runs


def _kills(run: Run) -> bool:
    """Return whether anybody dies in a run, at once or in the coming turns."""
    return bool(run.killed) or run.brings_death


def _may_luck_help(lucky: Run, unlucky: Run) -> bool:
    """Return whether luck may save a creature hit points, or kill it early, since the dead lose no more.

    If it makes no difference with the highest dice, it makes none with the lowest.
    """
    return lucky.brings_death or any(
        lucky.later.get(each, 0) < lost for each, lost in unlucky.later.items()
    )


def _question(trial: TriedAct) -> str:
    """Return a seed for samples: asking again in the same turn rolls the same, asking later does not."""
    game = trial.prefix.game
    return f"{game.seed}/{game.turn}"


def _every_run(trial: TriedAct, precision: Precision) -> list[Run]:
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


def _sampled_runs(
    trial: TriedAct, lowest: ExtremeRolls, first: Run, precision: Precision
) -> list[Run]:
    """Try the extremes, which count for little but the bounds, and samples for chances and means.

    Only the fires of the first few samples are followed.
    """
    runs = [first, *(_extremes(trial, lowest) if precision.corners else ())]
    for run in runs:
        run.weight = RARE
    is_alike = _differ_in_amounts_alone(runs)
    count = precision.samples or _samples_deserved(trial.changes, is_alike=is_alike)
    if is_alike and trial.describe is not None:
        trial.describe = said_of(first)
    share = (1 - RARE * len(runs)) / count
    # This must divide the samples evenly: four of 16, three of six.
    followed = max(few for few in range(1, precision.followed + 1) if count % few == 0)
    samples = Strata(count, _question(trial), count // followed).samples()
    return runs + [
        trial.run(rng, share, ahead=number < followed) for number, rng in enumerate(samples)
    ]


def _differ_in_amounts_alone(extremes: Sequence[Run]) -> bool:
    """Return whether the extreme rolls differ in nothing but amounts."""
    first, *others = extremes
    return bool(others) and all(first.differs_in_amounts_alone(other) for other in others)


def _samples_deserved(changes: int, *, is_alike: bool) -> int:
    """Return how many samples to take, by the changes of one run and whether the extremes are alike."""
    for most, count in SAMPLES:
        if changes <= most:
            return count
    return ENOUGH_FOR_MEANS if is_alike else FEWEST_SAMPLES


def _extremes(trial: TriedAct, lowest: ExtremeRolls) -> list[Run]:
    """Try dice high and low, chances succeeding and failing, and each option of a pick, besides the `lowest` rolls.

    Where blows may miss or chances decide, some outcomes need a middle roll: a stun that only takes those who survive
    the blow. So rolls to hit and other dice are tried at different extremes, and each chance succeeds alone.
    """
    corners = _Corners(trial, [lowest])
    scout = corners.run(high=True, lucky=True, ahead=True)
    for pick in range(min(scout.most_picks, MOST_PICKS)):
        for high, lucky in product((False, True), repeat=2):
            corners.run(high=high, lucky=lucky, pick=pick)
    if scout.has_rolled_to_hit or scout.chances:
        for dice, lucky in product((0.0, 0.5), (False, True)):
            corners.run(high=True, lucky=lucky, dice=dice)
        for only in range(min(scout.chances, MOST_CHANCES)):
            corners.run(high=True, lucky=False, dice=0.5, only=only)
    if scout.has_rolled_to_hit and scout.first_ways > 1:
        _try_every_harm_of_the_blow(corners, scout)
    return corners.runs


def _try_every_harm_of_the_blow(corners: _Corners, scout: ExtremeRolls) -> None:
    """Try every face of a blow's first die, with everything else that its weapon does at its highest.

    Only a blow that leaves its victim few hit points lets a thirsty blade drink the last of them, and so kill.
    """
    besides = corners.run(high=True, lucky=True, first=0)
    if besides.dice_rolled > 1:
        for face in range(1, min(scout.first_ways, MOST_FACES)):
            corners.run(high=True, lucky=True, first=face)
