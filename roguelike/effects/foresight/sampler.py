"""The sampler: with which rolls something is rehearsed, one rehearsal after another, and what they came to.

Forced extremes give the bounds, evenly spread samples the means and chances. First come the mildest and the worst, then
enough samples for a first estimate, then all other extremes, then more samples for as long as somebody asks. A sample
in which somebody was hurt by whom no extreme shows at their worst casts doubt on the bounds: it is rehearsed again with
the highest dice of that one. Where few different rolls are possible, all of them are rehearsed.

Dice are rolled for two sides, whoever begins and everybody else; and then, if the turns to come are played, by luck
that is fixed beforehand, so that they may be held against those without the act.

Ground never seen is one more die, open or shut. All is rehearsed with it shut; what hangs on it, also with it open and
the same other rolls, so that whatever differs between the two hangs on nothing else. Both count half.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from itertools import product
from math import prod
from typing import Any, Generic, Protocol, TypeVar

from roguelike.core.records import Record, replace
from roguelike.core.rng import Chance
from roguelike.core.trial_rolls import ExtremeRolls, HighestDice, ScriptedRolls, Strata
from roguelike.effects.foresight.coming import FIRE_TURNS, WORST, Luck
from roguelike.effects.foresight.runs import Run

T = TypeVar("T")
R = TypeVar("R", bound=Run)
S = TypeVar("S", bound=Run)
Out_co = TypeVar("Out_co", bound=Run, covariant=True)
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
CHUNK = 8
"""How many samples are taken with the dark shut before those of them that hang on it are taken with it open."""
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
MOST_EXACT, OFTEN = 400, 0.2
"""Up to how many ways a turn is played in every one, and the chance of death from which on samples tell enough."""
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
LATE = Luck(drift=1, late=1)
QUENCHING = Luck(high=False, lucky=False, drift=1)
"""A cloud that comes to whoever burns may put that out."""


def forever() -> bool:
    """Return True: all that is asked for is rehearsed."""
    return True


Worlds = tuple[Sequence[Run], Sequence[Run]]
"""Rehearsals with the dark shut, and the same with it open."""


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


class Play(Protocol[Out_co]):
    """Rehearses something."""

    def __call__(self, rolls: Rolls, *, is_open: bool) -> Out_co:
        """Rehearse it with these rolls, and the dark open or shut."""


class _Next(Record, Generic[R]):
    """What is to be rehearsed next, and the list that it belongs to."""

    rolls: Rolls
    kept: list[R]
    is_open: bool = False


def every_roll(kept: list[R], most: int, luck: Luck, changes: Callable[[], int]) -> Iterator[Rolls]:
    """Yield every sequence of rolls, each rehearsal in `kept` weighted by its probability; none if too many.

    `changes` tells how many changes the latest one made.
    """
    following: list[int] | None = []
    made = 0
    while following is not None:
        script = ScriptedRolls(following)
        yield Rolls(script, luck, ahead=False)
        kept[-1].weight = script.weight
        made += changes()
        expected = max(prod(script.options), len(kept))
        if expected > most or made * expected / len(kept) > MOST_CHANGES:
            kept.clear()
            return
        following = script.following()


class Sampler(Generic[R]):
    """What was rehearsed so far, and what is next."""

    def __init__(self, name: str, actor: int, most: int = BATCH, corners: int = EXTREMES) -> None:
        """Prepare for `most` samples and some `corners`; equal names give equal rolls, `actor` is who begins."""
        self.most, self.most_corners = most, corners
        self.corners: list[R] = []
        self.samples: list[R] = []
        self.again: list[R] = []
        self.open_corners: list[R] = []
        self.opened: list[R] = []
        """The samples with the dark open: the same ones where they do not hang on it."""
        self.exact: list[R] = []
        """A rehearsal for every sequence of rolls, where the actor's death is rare and those are few."""
        self.is_dark = False
        """Whether anything so far hangs on the dark."""
        self.played = 0
        """How many rehearsals there were besides extreme ones."""
        self.is_decided = False
        """Whether one rehearsal was enough: no die is rolled, or it is refused."""
        self._name, self._actor = name, actor
        self._most_again = AGAIN if corners == EXTREMES else 0
        self._up: WhoIsUp = lambda: actor
        self._strata: dict[int, Strata] = {}
        self._many = 0
        """How many samples are evenly spread among each other."""
        self._rolled: list[tuple[TwoSides, Luck, R]] = []
        self._numbers: list[int] = []
        """The numbers of the extremes that were rehearsed."""
        self._tried = 0
        """How many corners were rehearsed, or skipped because they equal one that was."""
        self._hurt: set[tuple[int, int]] = set()
        """Pairs (who was hurt, by whom) seen with the highest dice."""
        self._doubts: list[tuple[int, tuple[int, int]]] = []
        """(number of the sample, (who was hurt, by whom)), for pairs that no rehearsal with the highest dice showed."""
        self._alone: bool | None = None
        """Whether it happens only with the dark open, or only with it shut, and is refused in the other."""
        self._coming = self._plan()
        self._is_exhausted = False
        """Whether the plan has come to its end."""

    @property
    def is_telling(self) -> bool:
        """Whether there is enough for bounds and for a first guess at the chances."""
        return self.is_decided or self.played >= min(FEWEST, self.most)

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to be rehearsed."""
        is_over = self.played >= self.most and self._tried >= min(self.most_corners, EXTREMES)
        return self.is_decided or (is_over and self._is_exhausted)

    def refine(self, play: Play[R], who_is_up: WhoIsUp, turns: int, more: More = forever) -> None:
        """Rehearse at most so many times, as long as there is time for more."""
        self._up = who_is_up
        for _ in range(turns):
            if self.is_decided or not more():
                return
            following = next(self._coming, None)
            if following is None:
                self._coming = self._plan()  # more may have been asked for since
                following = next(self._coming, None)
            self._is_exhausted = following is None
            if following is None:
                return
            run = play(following.rolls, is_open=following.is_open)
            following.kept.append(run)
            self.is_dark |= run.is_dark
            self.played += following.kept is self.samples or following.kept is self.opened

    def play_fixed(self, play: Play[R], rng: Chance) -> None:
        """Rehearse the only possible course of things where all dice are fixed."""
        if not self.corners:
            rolls = Rolls(rng, Luck(fixed=True))
            self.corners.append(play(rolls, is_open=False))
            self.is_dark = self.corners[0].is_dark
            if self.is_dark:
                self.open_corners.append(play(rolls, is_open=True))
            self.is_decided = True

    def weigh(self) -> list[R]:
        """Give every rehearsal its weight, and list them: corners count for the bounds and for almost nothing else."""
        corners = [*self.corners, *self.open_corners, *self.again]
        samples = [*self.samples, *self.opened] if self.is_dark else self.samples
        for each in corners:
            each.weight = RARE if samples else 1 / len(corners)
        for each in samples:
            each.weight = (1 - RARE * len(corners)) / len(samples)
        return [*corners, *samples]

    def seen_as(self, view: Callable[[R], S]) -> "Sampler[S]":
        """Return this with another view of every rehearsal, such as an earlier turn of it; it rehearses nothing."""
        other = Sampler[S](self._name, self._actor, self.most, self.most_corners)
        other.corners, other.open_corners = (
            [*map(view, self.corners)],
            [*map(view, self.open_corners)],
        )
        other.samples, other.opened = [*map(view, self.samples)], [*map(view, self.opened)]
        other.again = [*map(view, self.again)]
        other.is_dark, other.played, other.is_decided = self.is_dark, self.played, self.is_decided
        return other

    @property
    def every(self) -> list[R]:
        """All rehearsals, also those with the dark open."""
        opened = [*self.open_corners, *self.opened]
        return [*self.corners, *self.again, *self.samples, *opened]

    @property
    def sampled(self) -> Sequence[R]:
        """The rehearsals that tell what is likely: the samples, or the only ones there are if no die is rolled."""
        samples = [*self.samples, *self.opened] if self.is_dark else self.samples
        return samples or [*self.corners, *self.open_corners]

    @property
    def worlds(self) -> Worlds:
        """The rehearsals with the dark shut and those with it open, in pairs; none if nothing hangs on it."""
        if not self.is_dark:
            return (), ()
        corners = zip(self.corners, self.open_corners, strict=False)
        both = [*corners, *zip(self.samples, self.opened, strict=False)]
        return tuple(each for each, _ in both), tuple(each for _, each in both)

    def _plan(self) -> Iterator[_Next[R]]:
        """Yield what to rehearse, in order; it looks at what came of it when it goes on."""
        yield from self._extremes(AT_ONCE)
        yield from self._in_the_open()
        yield from self._sampled(FEWEST)
        yield from self._extremes(EXTREMES)
        yield from self._doubtful()
        while self.played < self.most:
            yield from self._sampled(BATCH)
            yield from self._doubtful()
        yield from self._exactly()

    def _exactly(self) -> Iterator[_Next[R]]:
        """Yield every sequence of rolls if they are few, as of a single attacker, and the actor's death is rare."""
        is_open = self.is_dark or self._alone is not None
        if self.exact or is_open or self.most_corners < EXTREMES or len(self.samples) < BATCH:
            return
        ways = (
            min(prod(_ways_of(rng)) for rng, _, _ in self._rolled[1:2]) if self._rolled[1:] else 0
        )
        may_die = any(self._actor in run.killed for run in [*self.corners, *self.samples])
        often = sum(self._actor in run.killed for run in self.samples) > OFTEN * len(self.samples)
        if may_die and not often and 0 < ways <= MOST_EXACT:
            for rolls in every_roll(self.exact, MOST_EXACT, WORST, lambda: 0):
                yield _Next(rolls, self.exact)

    def _extremes(self, most: int) -> Iterator[_Next[R]]:
        """Yield the first `most` extremes that are wanted, without those that cannot differ from one before."""
        left = list(extremes(self._whose_turn, self._actor))
        while self._tried < min(most, self.most_corners):
            (rng, luck), is_first = left[self._tried], not self.corners
            self._tried += 1
            if any(_is_settled(*former, rng, luck) for former in self._rolled):
                continue
            self._numbers.append(self._tried - 1)
            yield self._corner(rng, luck, self.corners)
            self._rolled.append((rng, luck, self.corners[-1]))
            self._hurt |= hurt_in(self.corners[-1]) if rng.is_highest else set()
            if is_first:
                is_certain = rng.is_certain and not self.corners[0].is_lasting
                self.is_decided = yield from self._begun(is_certain=is_certain)

    def _begun(self, *, is_certain: bool) -> Generator[_Next[R], None, bool]:
        """Yield the first extreme with the dark open, if the first of all hangs on it; return whether that is enough.

        It is if no die is rolled, or if it is refused. What is refused in one of the two happens in the other alone.
        """
        refusal = self.corners[0].refusal
        if not self.is_dark:
            return is_certain or refusal is not None
        rng, luck = next(extremes(self._whose_turn, self._actor))
        yield self._corner(rng, luck, self.open_corners)
        if refusal == self.open_corners[0].refusal:
            return refusal is not None or (is_certain and rng.is_certain)
        self._alone = refusal is not None
        if self._alone:
            self.corners = self.open_corners
        self.open_corners = []
        return rng.is_certain if self._alone else is_certain

    def _in_the_open(self) -> Iterator[_Next[R]]:
        """Yield the first extremes with the dark open, if anything hangs on it."""
        if not self.is_dark or self._alone is not None:
            return
        fresh = list(extremes(self._whose_turn, self._actor))
        for number in self._numbers[len(self.open_corners) : AT_ONCE]:
            yield self._corner(*fresh[number], self.open_corners)

    def _corner(self, rng: "TwoSides", luck: Luck, kept: list[R]) -> _Next[R]:
        """Return an extreme to rehearse."""
        is_open = kept is self.open_corners or bool(self._alone)
        return _Next(Rolls(rng, luck), kept, is_open)

    def _sampled(self, most: int) -> Iterator[_Next[R]]:
        """Yield samples until there are `most` more rehearsals of the batch, or all that are wanted.

        Some are taken with the dark shut, then those of them that hang on it with it open.
        """
        until = min(self.most, self.played - self.played % BATCH + most)
        is_open, has_two = bool(self._alone), self._alone is None
        # Of those that hang on the dark, half as many: they are to be evenly spread as well.
        many = min(self.most, BATCH)
        self._many = self._many or (-(-many // 2) if self.is_dark and has_two else many)
        while self.played < until:
            begun, left = len(self.samples), until - self.played
            for number in range(begun, begun + min(CHUNK, -(-left // (1 + self.is_dark)))):
                yield _Next(self._rolls(number), self.samples, is_open)
                self._doubts += [
                    (number, pair) for pair in sorted(hurt_in(self.samples[number]) - self._hurt)
                ]
            for number in range(begun, len(self.samples)):
                if has_two and self.samples[number].is_dark:
                    yield _Next(self._rolls(number), self.opened, is_open=True)
                else:
                    self.opened.append(self.samples[number])

    def _rolls(self, number: int) -> Rolls:
        """Return the rolls of a sample; there are few lucks, since what comes anyway by each is kept."""
        return Rolls(self._luck(number), Luck(sample=number % BATCH, count=BATCH))

    def _luck(self, number: int) -> Chance:
        """Return the rolls of a sample: evenly spread among those of its batch."""
        batch, place = divmod(number, self._many)
        if batch not in self._strata:
            name = f"{self._name}/{batch}" if batch else self._name
            self._strata[batch] = Strata(self._many, name)
        return self._strata[batch].sample(place, self._whose_turn)

    def _doubtful(self) -> Iterator[_Next[R]]:
        """Yield doubtful samples again; it waits until a first estimate is shown, as it seldom raises a bound much."""
        for number, pair in self._doubts:
            if pair not in self._hurt and len(self.again) < self._most_again:
                highest = HighestDice(self._luck(number), partial(self._is_up, pair[1]))
                yield _Next(Rolls(highest, WORST), self.again, bool(self._alone))
                self._hurt |= {pair, *hurt_in(self.again[-1])}
        self._doubts.clear()

    def _whose_turn(self) -> int:
        """Return whose turn it is at this point of the rehearsal, perhaps a later one than that of the rolls."""
        return self._up()

    def _is_up(self, entity: int) -> bool:
        """Return whether it is a given creature's turn at this point of the rehearsal."""
        return self._up() == entity


def _ways_of(rng: "TwoSides") -> Sequence[int]:
    """Return how many sequences of rolls either side may have, by what an extreme one asked for."""
    return [way.ways for way in (rng.mine, rng.theirs) if isinstance(way, ExtremeRolls)]


_Trial = tuple[Rolls, list[Run]]
"""What is to be rehearsed next, and the list that it belongs to."""


class ActSampler:
    """Rehearsals of an act alone, in which nobody else acts: it is its own dice that are tried in every way."""

    def __init__(self, name: str, actor: int, precision: Precision) -> None:
        """Prepare to try an act so precisely."""
        self._name, self._actor, self._precision = name, actor, precision
        self.corners: list[Run] = []
        self.samples: list[Run] = []
        self.exact: list[Run] = []
        """A rehearsal for every sequence of rolls, if there are few: they replace the samples."""
        self.is_decided = self.is_finished = False
        self._rolled: list[tuple[TwoSides, Luck, Run]] = []
        self.ahead: list[Run] = []
        """Samples that were played on, where every roll of the act was tried without that."""
        self.changes = 0
        """How many changes the latest rehearsal made."""
        self.is_alike = False
        """Whether the extremes differ in nothing but amounts."""

        self._coming = self._plan()
        self._following: _Trial | None = None

    def refine(self, play: Callable[[Rolls], Run], more: More = forever) -> None:
        """Rehearse for as long as there is time for more."""
        while not self.is_finished:
            following = self._following or next(self._coming, None)
            self.is_finished = following is None
            if following is None or not more():
                self._following = following
                return
            following[1].append(play(following[0]))
            self._following = next(self._coming, None)
            self.is_finished = self._following is None

    def play_fixed(self, play: Callable[[Rolls], Run], rng: Chance) -> None:
        """Rehearse the only possible course of things where all dice are fixed."""
        if not self.corners:
            self.corners.append(play(Rolls(rng, Luck(fixed=True))))
            self.is_decided = self.is_finished = True

    def _sides(self, mine: dict[str, Any], theirs: dict[str, Any] | None = None) -> "TwoSides":
        """Return extreme rolls of both sides."""
        others = ExtremeRolls(**(HIGHEST if theirs is None else theirs))
        return TwoSides(lambda: self._actor, self._actor, ExtremeRolls(**mine), others)

    def _corner(self, rng: "TwoSides", luck: Luck, *, ahead: bool = True) -> Iterator[_Trial]:
        """Yield an extreme, unless it cannot differ from one before, and look at what came of it."""
        if any(_is_settled(*former, rng, luck) for former in self._rolled):
            return
        is_first = not self.corners
        yield Rolls(rng, luck, ahead), self.corners
        run = self.corners[-1]
        self._rolled.append((rng, luck, run))
        is_refused = self.corners[0].refusal is not None
        if is_refused or (is_first and rng.is_certain and not run.is_lasting):
            self.is_decided = True

    def _plan(self) -> Iterator[_Trial]:
        """Yield every roll if there are few; else extremes of the act and of the turns to come, and samples."""
        precision = self._precision
        lowest = self._sides(LOWEST, LOWEST)
        yield from self._corner(lowest, MILD, ahead=precision.corners)
        ways = lowest.mine.ways if isinstance(lowest.mine, ExtremeRolls) else 0
        if self.is_decided:
            return
        if ways <= precision.most_exact:
            for rolls in every_roll(self.exact, precision.most_exact, MILD, lambda: self.changes):
                yield rolls, self.exact
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

    def _spread(self, count: int, kept: list[Run]) -> Iterator[_Trial]:
        """Yield evenly spread samples, of which the first few are played on and evenly spread by themselves."""
        # This must divide the samples evenly: four of 16, three of six.
        most = self._followed
        followed = max(few for few in range(1, most + 1) if count % few == 0)
        strata = Strata(count, self._name, count // followed)
        for number in range(count):
            then = Luck(sample=number % followed, count=followed)
            yield Rolls(strata.sample(number), then, number < followed), kept

    def _extremes_of_act(self, *, is_whole: bool) -> Iterator[_Trial]:
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

    def _extremes_to_come(self, scout: Any) -> Iterator[_Trial]:
        """Yield the extremes of turns to come, if dice fall in them."""
        if self._precision.brief or not any(run.is_lasting for run in self.corners):
            return
        yield from self._corner(self._sides(HIGHEST), UNLUCKIEST)
        yield from self._corner(self._sides(LOWEST, LOWEST), LEAST)
        yield from self._corner(self._sides(LOWEST, LOWEST), QUENCHING)
        yield from self._corner(self._sides(HIGHEST), LATE)
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
        if self.exact:
            return self.exact
        for each in self.corners:
            each.weight = RARE if self.samples else 1 / len(self.corners)
        for each in self.samples:
            each.weight = (1 - RARE * len(self.corners)) / len(self.samples)
        return [*self.corners, *self.samples]

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


def extremes(who_is_up: WhoIsUp, player: int) -> Iterator[tuple["TwoSides", Luck]]:
    """Yield rolls for the mildest turn, then the worst and the best: the player's and the others' opposed, and alike.

    The first asks for every die there is; in the others clouds drift to the extremes, without a die. At the end the
    others' dice are the highest while chance decides the rest.
    """

    def sides(mine: dict[str, Any], theirs: dict[str, Any]) -> TwoSides:
        """Return extreme rolls of both sides."""
        return TwoSides(who_is_up, player, ExtremeRolls(**mine), ExtremeRolls(**theirs))

    yield sides(LOWEST, LOWEST), MILD
    for mine in (LOWEST, HIGHEST):
        for pick in (0, 1):
            yield sides(mine, {**HIGHEST, "pick": pick}), WORST
        yield sides(mine, LOWEST), LEAST
    yield sides(GRAZING, LOWEST), WORST
    yield sides(LOWEST, UNLUCKY), UNLUCKIEST
    for luck in Strata(HIGH_BY_LUCK, "worst").samples(who_is_up):
        yield TwoSides(who_is_up, player, luck, HighestDice(luck)), WORST


class TwoSides:
    """A substitute for chance that rolls for the player in one way and for everybody else in another."""

    def __init__(self, who_is_up: WhoIsUp, player: int, mine: Chance, theirs: Chance) -> None:
        """Take the rolls of the player, and those of everybody else."""
        self._who_is_up, self._player, self.mine, self.theirs = who_is_up, player, mine, theirs

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
        return self.mine if self._who_is_up() == self._player else self.theirs

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
