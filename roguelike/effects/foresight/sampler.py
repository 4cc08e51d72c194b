"""The sampler: with which rolls something is rehearsed, one rehearsal after another, and what they came to.

Forced extremes give the bounds, evenly spread samples the means and chances. First come the mildest and the worst, then
enough samples for a first estimate, then all other extremes, then more samples for as long as somebody asks. A sample
in which somebody was hurt by whom no extreme shows at their worst casts doubt on the bounds: it is rehearsed again with
the highest dice of that one. Where few different rolls are possible, all of them are rehearsed.

Dice are rolled for two sides, whoever begins and everybody else; and then, if the turns to come are played, by luck
that is fixed beforehand, so that they may be held against those without the act.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice, product
from math import prod
from typing import Any, Generic, TypeVar

from roguelike.core.records import Record, replace
from roguelike.core.rng import Chance
from roguelike.core.trial_rolls import ExtremeRolls, HighestDice, ScriptedRolls, Strata
from roguelike.effects.foresight.coming import FIRE_TURNS, WORST, Luck
from roguelike.effects.foresight.runs import Run

T = TypeVar("T")
R = TypeVar("R", bound=Run)
WhoIsUp = Callable[[], int]
"""Returns whose turn it is at this point of a rehearsal."""
More = Callable[[], bool]
"""Asked before every further rehearsal: whether there is time for it. Nothing below the screens reads a clock."""
RARE = 0.0001
"""Weight of an extreme roll among samples (1.0 in total): its result is then neither impossible nor certain."""
EXTREMES = 13
"""How many rehearsals have extreme dice, if any dice are rolled."""
AT_ONCE = 2
"""How many of them come before the first estimate: the mildest and the worst."""
FEWEST, BATCH = 8, 32
"""How many samples are needed for a first estimate, and how many are evenly spread among each other."""
ALL = 1_000_000
"""More rehearsals than anybody asks for."""
AGAIN = 6
"""How many samples at most are rehearsed again with the dice of one creature at their highest."""
HIGH_BY_LUCK = 4
"""How many extremes give the others the highest dice, but leave their choices to chance."""
MOST_PICKS, MOST_CHANCES, MOST_FACES = 6, 6, 24
"""How many options of a pick are tried with each extreme, how many single chances, and how many faces of a first
die."""
SAMPLES = ((12, 120), (40, 48))
"""Pairs: the most changes of an act, and the number of its samples then. Both numbers are divisible by the usual
dice."""
FEWEST_OF_ACT = 16
"""Samples of an act with so many changes that more would keep a key press waiting: chances are then in sixteenths."""
ENOUGH_FOR_MEANS = 6
"""Samples where extremes differ only in amounts: they are then needed for means alone, to within a third of a point."""
MOST_FOLLOWED = 128
"""The most samples that are played on: then a death in the turns to come is told to within a few points."""
MOST_CHANGES = 8000
"""Limit on the changes of trying every roll: beyond that, sampling is as accurate and cheaper."""

ROUGH_FIRE_TURNS = 3
"""How many turns of fires are played where acts are only compared: most step out of one."""
LOWEST = {"high": False, "lucky": False}
HIGHEST = {"high": True, "lucky": True}
UNLUCKY = {"high": True, "lucky": False}
GRAZING = {"high": True, "lucky": True, "dice": 0.0}
"""Hits, and all chances succeed, with the lowest damage: it may stun whom a harder blow would kill, and whose death
harms others."""
SPARED = {"high": False, "lucky": True}
"""An act that hurts least: whom a hard blow kills, or nearly, loses more in the turns to come after a light one."""
MILD, WORST_BY_CHANCE = Luck(high=False, lucky=False), Luck()
UNLUCKIEST = Luck(lucky=False, drift=1)
"""A fire that spreads at every chance burns up gas that would otherwise go farther."""
LEAST = Luck(high=False, lucky=False, drift=-1)


def forever() -> bool:
    """Return True: all that is asked for is rehearsed."""
    return True


class Precision(Record):
    """How closely an act is foreseen.

    `samples` 0 means as many as the act deserves; up to `most_exact` different rolls are tried one by one before
    sampling takes over; `corners` asks for true bounds. Where dice fall in the turns to come, `followed` samples are
    played on, for at most `turns`, or until nothing ticks or burns; fires and clouds for `burning` turns. Unless
    `thorough`, only what the act begins is played, and nothing is told of what comes anyway. What is `brief` asks for
    the mildest and the worst of the turns to come, and for no other extremes of them.
    """

    samples: int = 0
    most_exact: int = 500
    corners: bool = True
    followed: int = FEWEST
    turns: int | None = None
    burning: int = FIRE_TURNS
    thorough: bool = True
    brief: bool = False


FULL = Precision()
"""For bounds that hold, and chances good enough for a rule."""
EXACT = Precision(followed=BATCH)
"""For figures shown to a player who looks at them for a while."""
FIRST = Precision(followed=2, burning=ROUGH_FIRE_TURNS, brief=True)
"""For figures shown at once, until better ones are known."""
BRIEF = Precision(followed=4, burning=ROUGH_FIRE_TURNS, thorough=False)
"""For bots: as exact for the act itself, but for fires only in their first turns, when most step out of them."""
ROUGH = Precision(
    samples=3, most_exact=4, corners=False, followed=3, burning=ROUGH_FIRE_TURNS, thorough=False
)
"""For comparing only: monsters, and counsel."""
ROUGHEST = Precision(
    samples=2, most_exact=4, corners=False, followed=2, burning=ROUGH_FIRE_TURNS, thorough=False
)
"""For comparing many acts before a key press is answered: the ranking of aims."""


class Rolls(Record):
    """With what something is rehearsed once: the dice of now, and the luck of the turns to come."""

    now: Chance
    then: Luck
    ahead: bool = True
    """Whether turns to come in which dice fall are played."""


Play = Callable[[Rolls], R]
"""Rehearses something once."""
_Next = tuple[Rolls, list[R]]
"""What is to be rehearsed next, and the list that it belongs to."""


class Sampler(Generic[R]):
    """What was rehearsed so far, and what is next: for whole turns, in which others act too."""

    def __init__(self, name: str, actor: int, most: int = BATCH, corners: int = EXTREMES) -> None:
        """Prepare for `most` samples and some `corners`; equal names give equal rolls, `actor` is who begins."""
        self.most, self.most_corners = most, corners
        self.corners: list[R] = []
        self.samples: list[R] = []
        self.again: list[R] = []
        self.exact: list[R] = []
        """A rehearsal for every sequence of rolls, if there are few: they replace the samples."""
        self.is_decided = False
        """Whether one rehearsal was enough: no die is rolled, or it is refused."""
        self.is_finished = False
        """Whether nothing is left to be rehearsed."""
        self._name, self._actor = name, actor
        self._most_again = AGAIN if corners == EXTREMES else 0
        self._up: WhoIsUp = lambda: actor
        self._strata: dict[int, Strata] = {}
        self._rolled: list[tuple[TwoSides, Luck, R]] = []
        self._hurt: set[tuple[int, int]] = set()
        """Pairs (who was hurt, by whom) seen with the highest dice."""
        self._doubts: list[tuple[int, tuple[int, int]]] = []
        """(number of the sample, (who was hurt, by whom)), for pairs that no rehearsal with the highest dice showed."""
        self._coming = self._plan()

    @property
    def is_telling(self) -> bool:
        """Whether there is enough for bounds and for a first guess at the chances."""
        return self.is_decided or len(self.samples) >= min(FEWEST, self.most)

    def widen(self, most_corners: int = EXTREMES) -> None:
        """Ask for more extremes than at first."""
        if most_corners > self.most_corners:
            self.most_corners, self.is_finished = most_corners, self.is_decided
            self._coming = self._plan()

    def refine(
        self, play: Play[R], who_is_up: WhoIsUp, turns: int = ALL, more: More = forever
    ) -> None:
        """Rehearse at most so many times, as long as there is time for more."""
        self._up = who_is_up
        for _ in range(turns):
            following = self._following or next(self._coming, None)
            self.is_finished = following is None
            if following is None or not more():
                self._following = following
                return
            following[1].append(play(following[0]))
            self._following = next(self._coming, None)
            self.is_finished = self._following is None

    _following: _Next[R] | None = None
    """What is next, if that is known already: the plan looks at a rehearsal once it is asked for the next one."""

    def play_fixed(self, play: Play[R], rng: Chance) -> None:
        """Rehearse the only possible course of things where all dice are fixed."""
        if not self.corners:
            self.corners.append(play(Rolls(rng, Luck(fixed=True))))
            self.is_decided = self.is_finished = True

    def every(self) -> list[R]:
        """List all rehearsals that count, each with its weight: corners for the bounds and for almost nothing else."""
        corners = [*self.corners, *self.again]
        sampled = self.exact or self.samples
        for each in corners:
            each.weight = RARE if sampled else 1 / len(corners)
        for each in self.samples:
            each.weight = (1 - RARE * len(corners)) / len(self.samples)
        return [*corners, *sampled]

    # --- what comes next

    def _plan(self) -> Iterator[_Next[R]]:
        """Yield what to rehearse, in order; it looks at what came of it when it goes on."""
        corners = islice(self._extremes(), self._tried, None)
        yield from self._some(corners, AT_ONCE)
        if self.is_decided:
            return
        yield from self._sampled(FEWEST)
        yield from self._some(corners, EXTREMES)
        yield from self._doubtful()
        while len(self.samples) < self.most:
            yield from self._sampled(BATCH)
            yield from self._doubtful()

    def _some(self, corners: Iterator[tuple["TwoSides", Luck]], until: int) -> Iterator[_Next[R]]:
        """Yield extremes until so many were tried, without those that cannot differ from one before."""
        while not self.is_decided and self._tried < min(until, self.most_corners):
            corner = next(corners, None)
            if corner is None:
                return
            self._tried += 1
            yield from self._corner(*corner)

    _tried = 0
    """How many corners were rehearsed, or skipped because they equal one that was."""

    def _corner(self, rng: "TwoSides", luck: Luck, *, ahead: bool = True) -> Iterator[_Next[R]]:
        """Yield an extreme, unless it cannot differ from one before, and look at what came of it."""
        if any(
            _is_settled(former, luck_then, run, rng, luck)
            for former, luck_then, run in self._rolled
        ):
            return
        is_first = not self.corners
        yield Rolls(rng, luck, ahead), self.corners
        run = self.corners[-1]
        self._rolled.append((rng, luck, run))
        self._hurt |= hurt_in(run) if rng.is_highest else set()
        is_refused = self.corners[0].refusal is not None
        if is_refused or (is_first and rng.is_certain and not run.is_lasting):
            self.is_decided = True

    def _sides(self, mine: dict[str, Any], theirs: dict[str, Any] | None = None) -> "TwoSides":
        """Return extreme rolls of both sides."""
        others = ExtremeRolls(**(HIGHEST if theirs is None else theirs))
        return TwoSides(self._whose_turn, self._actor, ExtremeRolls(**mine), others)

    def _extremes(self) -> Iterator[tuple["TwoSides", Luck]]:
        """Yield rolls for the mildest turn, then the worst and the best: both sides opposed, and alike.

        At the end the others' dice are the highest while chance decides the rest.
        """
        yield self._sides(LOWEST, LOWEST), MILD
        for mine in (LOWEST, HIGHEST):
            for pick in (0, 1):
                yield self._sides(mine, {**HIGHEST, "pick": pick}), WORST
            yield self._sides(mine, LOWEST), LEAST
        yield self._sides(GRAZING, LOWEST), WORST
        yield self._sides(LOWEST, UNLUCKY), UNLUCKIEST
        for number in range(HIGH_BY_LUCK):
            luck = Strata(HIGH_BY_LUCK, "worst").sample(number, self._whose_turn)
            yield TwoSides(self._whose_turn, self._actor, luck, HighestDice(luck)), WORST

    def _sampled(self, most: int) -> Iterator[_Next[R]]:
        """Yield samples until there are `most` more of the batch, or all that are wanted."""
        begun = len(self.samples)
        until = min(self.most, begun - begun % BATCH + most)
        for number in range(begun, until):
            yield Rolls(self._luck(number), self._then(number)), self.samples
            self._doubts += [
                (number, pair) for pair in sorted(hurt_in(self.samples[number]) - self._hurt)
            ]

    def _luck(self, number: int) -> Chance:
        """Return the rolls of a sample: evenly spread among those of its batch."""
        batch, place = divmod(number, BATCH)
        if batch not in self._strata:
            name = f"{self._name}/{batch}" if batch else self._name
            self._strata[batch] = Strata(min(self.most, BATCH), name)
        return self._strata[batch].sample(place, self._whose_turn)

    def _then(self, number: int) -> Luck:
        """Return the luck of a sample in the turns to come, of which there are few: what comes anyway is kept by it."""
        return Luck(sample=number % BATCH, count=BATCH)

    def _doubtful(self) -> Iterator[_Next[R]]:
        """Yield doubtful samples again; it waits until a first estimate is shown, as it seldom raises a bound much."""
        for number, pair in self._doubts:
            if pair not in self._hurt and len(self.again) < self._most_again:
                highest = HighestDice(self._luck(number), partial(self._is_up, pair[1]))
                yield Rolls(highest, self._then(number)), self.again
                self._hurt |= {pair, *hurt_in(self.again[-1])}
        self._doubts.clear()

    def _every_roll(self, most: int, changes: Callable[[], int], luck: Luck) -> Iterator[_Next[R]]:
        """Yield every sequence of rolls, each weighted by its probability; none is kept if they are too many."""
        following: list[int] | None = []
        made = 0
        while following is not None:
            script = ScriptedRolls(following)
            yield Rolls(script, luck, ahead=False), self.exact
            self.exact[-1].weight = script.weight
            made += changes()
            expected = max(prod(script.options), len(self.exact))
            if expected > most or made * expected / len(self.exact) > MOST_CHANGES:
                self.exact.clear()
                return
            following = script.following()

    def _whose_turn(self) -> int:
        """Return whose turn it is at this point of the rehearsal, perhaps a later one than that of the rolls."""
        return self._up()

    def _is_up(self, entity: int) -> bool:
        """Return whether it is a given creature's turn at this point of the rehearsal."""
        return self._up() == entity


class ActSampler(Sampler[Run]):
    """Rehearsals of an act alone, in which nobody else acts: it is its own dice that are tried in every way."""

    def __init__(self, name: str, actor: int, precision: Precision) -> None:
        """Prepare to try an act so precisely."""
        super().__init__(name, actor)
        self._precision = precision
        self.ahead: list[Run] = []
        """Samples that were played on, where every roll of the act was tried without that."""
        self.changes = 0
        """How many changes the latest rehearsal made."""
        self.is_alike = False
        """Whether the extremes differ in nothing but amounts."""

    def _plan(self) -> Iterator[_Next[Run]]:
        """Yield every roll if there are few; else extremes of the act and of the turns to come, and samples."""
        precision = self._precision
        lowest = self._sides(LOWEST, LOWEST)
        yield from self._corner(lowest, MILD, ahead=precision.corners)
        ways = lowest.mine.ways if isinstance(lowest.mine, ExtremeRolls) else 0
        if self.is_decided:
            return
        if ways <= precision.most_exact:
            yield from self._every_roll(precision.most_exact, lambda: self.changes, MILD)
        if precision.corners:
            yield from self._extremes_of_act(is_whole=not self.exact)
        if not self.exact:
            self.is_alike = _differ_in_amounts_alone(self.corners)
            count = precision.samples or _samples_deserved(self.changes, is_alike=self.is_alike)
            is_lasting = any(run.is_lasting for run in self.corners)
            yield from self._spread(
                max(count, self._followed) if is_lasting else count, self.samples
            )
        elif any(run.is_lasting for run in self.exact):
            yield from self._spread(self._followed, self.ahead)

    @property
    def _followed(self) -> int:
        """How many samples are played on: many, if the player wants it exact and that takes no longer."""
        followed = self._precision.followed
        cost = max((run.steps for run in self.corners), default=0)
        return (
            followed
            if followed < BATCH
            else max(followed, min(MOST_FOLLOWED, MOST_CHANGES // max(1, cost)))
        )

    def _spread(self, count: int, kept: list[Run]) -> Iterator[_Next[Run]]:
        """Yield evenly spread samples, of which the first few are played on and evenly spread by themselves."""
        # This must divide the samples evenly: four of 16, three of six.
        most = self._followed
        followed = max(few for few in range(1, most + 1) if count % few == 0)
        strata = Strata(count, self._name, count // followed)
        for number in range(count):
            then = Luck(sample=number % followed, count=followed)
            yield Rolls(strata.sample(number), then, number < followed), kept

    def _extremes_of_act(self, *, is_whole: bool) -> Iterator[_Next[Run]]:
        """Yield dice high and low, chances succeeding and failing, and each option of a pick, besides the lowest.

        Where blows may miss or chances decide, some outcomes need a middle roll: a stun that only takes those who
        survive the blow. So rolls to hit and other dice are tried at different extremes, each chance succeeds alone.
        Where every roll of the act was tried (not `is_whole`), only the turns to come are left.
        """
        if not is_whole and not any(run.is_lasting for run in self.exact):
            return
        highest = self._sides(HIGHEST)
        yield from self._corner(highest, WORST)
        yield from self._extremes_to_come(highest.mine)
        if is_whole:
            for corner in self._corners_of(highest.mine):
                yield from self._corner(self._sides(corner), WORST, ahead=False)

    def _extremes_to_come(self, scout: Any) -> Iterator[_Next[Run]]:
        """Yield the extremes of turns to come, if dice fall in them."""
        if self._precision.brief or not any(run.is_lasting for run in self.corners):
            return
        yield from self._corner(self._sides(HIGHEST), UNLUCKIEST)
        yield from self._corner(self._sides(LOWEST, LOWEST), LEAST)
        yield from self._corner(self._sides(HIGHEST), WORST_BY_CHANCE)
        for pick in range(1, min(scout.most_picks, MOST_PICKS)):
            yield from self._corner(self._sides({**HIGHEST, "pick": pick}), WORST)
        yield from self._corner(self._sides(LOWEST), WORST)
        if any(run.brings_death for run in self.corners):
            yield from self._corner(self._sides(SPARED), WORST)
            yield from self._corner(self._sides(GRAZING), WORST)

    def _corners_of(self, scout: Any) -> Iterator[dict[str, Any]]:
        """Yield the extremes of an act, by what its highest dice asked for."""
        for pick in range(min(scout.most_picks, MOST_PICKS)):
            for high, lucky in product((False, True), repeat=2):
                yield {"high": high, "lucky": lucky, "pick": pick}
        if scout.has_rolled_to_hit or scout.chances:
            for dice, lucky in product((0.0, 0.5), (False, True)):
                yield {"high": True, "lucky": lucky, "dice": dice}
            for only in range(min(scout.chances, MOST_CHANCES)):
                yield {"high": True, "lucky": False, "dice": 0.5, "only": only}
        if scout.has_rolled_to_hit and scout.first_ways > 1:
            yield from self._harms_of_the_blow(scout)

    def _harms_of_the_blow(self, scout: Any) -> Iterator[dict[str, Any]]:
        """Yield every face of a blow's first die, with everything else that its weapon does at its highest.

        Only a blow that leaves its victim few hit points lets a thirsty blade drink the last of them, and so kill.
        """
        yield {**HIGHEST, "first": 0}
        latest = self._rolled[-1][0].mine
        if isinstance(latest, ExtremeRolls) and latest.dice_rolled > 1:
            for face in range(1, min(scout.first_ways, MOST_FACES)):
                yield {**HIGHEST, "first": face}

    # --- what came of it

    def runs(self) -> list[Run]:
        """List the rehearsals that tell what the act does, each with its weight."""
        return self.exact or self.every()

    def futures(self) -> list[Run]:
        """List those that tell what comes, each with its weight."""
        runs = self.runs()
        told = [run for run in self.ahead or self.samples if run.is_followed]
        if not told or not any(run.is_lasting for run in runs):
            return runs
        corners = [replace(run, weight=RARE) for run in self.corners if run.is_followed]
        share = (1 - RARE * len(corners)) / len(told)
        return [*corners, *(replace(run, weight=share) for run in told)]


def _differ_in_amounts_alone(extremes: Sequence[Run]) -> bool:
    """Return whether the extreme rolls differ in nothing but amounts."""
    first, *others = extremes
    return bool(others) and all(first.differs_in_amounts_alone(other) for other in others)


def _samples_deserved(changes: int, *, is_alike: bool) -> int:
    """Return how many samples to take, by the changes of one rehearsal and whether the extremes are alike."""
    for most, count in SAMPLES:
        if changes <= most:
            return count
    return ENOUGH_FOR_MEANS if is_alike else FEWEST_OF_ACT


def hurt_in(run: Run) -> set[tuple[int, int]]:
    """Return the pairs (who was hurt, by whom) of a rehearsal."""
    return {(hurt, by) for hurt, losses in run.losses.items() for by in losses}


class TwoSides:
    """A substitute for chance that rolls for whoever begins in one way and for everybody else in another."""

    def __init__(self, who_is_up: WhoIsUp, actor: int, mine: Chance, theirs: Chance) -> None:
        """Take the rolls of whoever begins, and those of everybody else."""
        self._who_is_up, self._actor, self.mine, self.theirs = who_is_up, actor, mine, theirs

    @property
    def is_certain(self) -> bool:
        """Whether no die was rolled, so that any other sample would be the same turn."""
        return all(
            isinstance(way, ExtremeRolls) and way.ways == 1 for way in (self.mine, self.theirs)
        )

    @property
    def is_highest(self) -> bool:
        """Whether both sides rolled their highest dice."""
        return all(
            isinstance(way, ExtremeRolls) and way.dice == 1.0 for way in (self.mine, self.theirs)
        )

    def has_settled(self, other: "TwoSides") -> bool:
        """Return whether these rolls, which have been played, determine what the other ones would give."""
        return _settles(self.mine, other.mine) and _settles(self.theirs, other.theirs)

    @property
    def _rolls(self) -> Chance:
        """The rolls for the creature whose turn it is."""
        return self.mine if self._who_is_up() == self._actor else self.theirs

    def below(self, count: int) -> int:
        """Roll for the creature whose turn it is."""
        return self._rolls.below(count)

    def total(self, count: int, sides: int) -> int:
        """Roll several dice for the creature whose turn it is."""
        return self._rolls.total(count, sides)

    def chance(self, percent: float) -> bool:
        """Try a chance for the creature whose turn it is."""
        return self._rolls.chance(percent)

    def choice(self, options: Sequence[T]) -> T:
        """Pick for the creature whose turn it is."""
        return self._rolls.choice(options)


def _is_settled(former: TwoSides, former_luck: Luck, run: Run, rng: TwoSides, luck: Luck) -> bool:
    """Return whether a rehearsal determines what other rolls would give, in the turns to come too."""
    if not former.has_settled(rng):
        return False
    if not run.is_lasting or luck == former_luck:
        return True
    drifts = run.coming is None or run.coming.drifts
    is_alike = luck.drift == former_luck.drift or not drifts
    return is_alike and run.dice is not None and _settles(run.dice, luck.extreme)


def _settles(former: Chance, other: Chance) -> bool:
    """Return whether other rolls of one side would give the same results as the former ones."""
    if not isinstance(former, ExtremeRolls):
        return False
    if isinstance(other, ExtremeRolls):
        return former.has_settled(other)
    is_luckless = not former.chances and former.most_picks == 1
    highest = is_luckless and former.to_hit == former.dice == 1.0
    return former.ways == 1 or (highest and isinstance(other, HighestDice))
