"""The sampler: with which rolls something is rehearsed, one rehearsal after another, and what they came to.

Forced extremes give the bounds, evenly spread samples the means and chances. First come the mildest and the worst, then
enough samples for a first estimate, then all other extremes, then more samples for as long as somebody asks. A sample
in which somebody was hurt by whom no extreme shows at their worst casts doubt on the bounds: it is rehearsed again with
the highest dice of that one. Whatever lies between a few possible rolls is rehearsed with all of them.

Ground never seen is one more die, open or shut. All is rehearsed with it shut; what hangs on it, also with it open and
the same other rolls, so that whatever differs between the two hangs on nothing else. Both count half.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from typing import Generic, Protocol, TypeVar

from roguelike.core.records import Record
from roguelike.core.rng import Chance
from roguelike.core.trial_rolls import ExtremeRolls, HighestDice, Strata
from roguelike.effects.foresight.extreme_drift import DriftEverywhere
from roguelike.effects.foresight.runs import Run
from roguelike.effects.spreading import BY_CHANCE, Drift

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


def forever() -> bool:
    """Return True: all that is asked for is rehearsed."""
    return True


Worlds = tuple[Sequence[Run], Sequence[Run]]
"""Rehearsals with the dark shut, and the same with it open."""


class Play(Protocol[Out_co]):
    """Rehearses something."""

    def __call__(self, rolls: Chance, drift: Drift, *, is_open: bool) -> Out_co:
        """Rehearse it with these rolls, clouds that drift in this way, and the dark open or shut."""


class _Next(Record, Generic[R]):
    """What is to be rehearsed next, and the list that it belongs to."""

    rolls: Chance
    drift: Drift
    kept: list[R]
    is_open: bool = False


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
        self._rolled: list[TwoSides] = []
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

    @property
    def is_telling(self) -> bool:
        """Whether there is enough for bounds and for a first guess at the chances."""
        return self.is_decided or self.played >= min(FEWEST, self.most)

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to be rehearsed."""
        return self.is_decided or (
            self.played >= self.most and self._tried >= min(self.most_corners, EXTREMES)
        )

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
            if following is None:
                return
            run = play(following.rolls, following.drift, is_open=following.is_open)
            following.kept.append(run)
            self.is_dark |= run.is_dark
            self.played += following.kept is self.samples or following.kept is self.opened

    def play_fixed(self, play: Play[R], rng: Chance) -> None:
        """Rehearse the only possible course of things where all dice are fixed."""
        if not self.corners:
            self.corners.append(play(rng, BY_CHANCE, is_open=False))
            self.is_dark = self.corners[0].is_dark
            if self.is_dark:
                self.open_corners.append(play(rng, BY_CHANCE, is_open=True))
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

    def _extremes(self, most: int) -> Iterator[_Next[R]]:
        """Yield the first `most` extremes that are wanted, without those that cannot differ from one before."""
        left = list(extremes(self._whose_turn, self._actor))
        while self._tried < min(most, self.most_corners):
            rng, is_first = left[self._tried], not self.corners
            self._tried += 1
            if any(former.has_settled(rng) for former in self._rolled):
                continue
            # The first asks for every die there is; all others let clouds drift everywhere, without a die.
            self._numbers.append(self._tried - 1)
            yield self._corner(rng, self.corners)
            self._rolled.append(rng)
            self._hurt |= hurt_in(self.corners[-1]) if rng.is_highest else set()
            if is_first:
                self.is_decided = yield from self._begun(is_certain=rng.is_certain)

    def _begun(self, *, is_certain: bool) -> Generator[_Next[R], None, bool]:
        """Yield the first extreme with the dark open, if the first of all hangs on it; return whether that is enough.

        It is if no die is rolled, or if it is refused. What is refused in one of the two happens in the other alone.
        """
        refusal = self.corners[0].refusal
        if not self.is_dark:
            return is_certain or refusal is not None
        rng = next(extremes(self._whose_turn, self._actor))
        yield self._corner(rng, self.open_corners)
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
            yield self._corner(fresh[number], self.open_corners)

    def _corner(self, rng: "TwoSides", kept: list[R]) -> _Next[R]:
        """Return an extreme to rehearse: the first asks for every die, the others let clouds drift everywhere."""
        is_open = kept is self.open_corners or bool(self._alone)
        return _Next(rng, DriftEverywhere() if kept else BY_CHANCE, kept, is_open)

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
                yield _Next(self._luck(number), BY_CHANCE, self.samples, is_open)
                self._doubts += [
                    (number, pair) for pair in sorted(hurt_in(self.samples[number]) - self._hurt)
                ]
            for number in range(begun, len(self.samples)):
                if has_two and self.samples[number].is_dark:
                    yield _Next(self._luck(number), BY_CHANCE, self.opened, is_open=True)
                else:
                    self.opened.append(self.samples[number])

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
                yield _Next(highest, BY_CHANCE, self.again, bool(self._alone))
                self._hurt |= {pair, *hurt_in(self.again[-1])}
        self._doubts.clear()

    def _whose_turn(self) -> int:
        """Return whose turn it is at this point of the rehearsal, perhaps a later one than that of the rolls."""
        return self._up()

    def _is_up(self, entity: int) -> bool:
        """Return whether it is a given creature's turn at this point of the rehearsal."""
        return self._up() == entity


def hurt_in(run: Run) -> set[tuple[int, int]]:
    """Return the pairs (who was hurt, by whom) of a rehearsal."""
    return {(hurt, by) for hurt, losses in run.losses.items() for by in losses}


def extremes(who_is_up: WhoIsUp, player: int) -> Iterator["TwoSides"]:
    """Yield rolls for the mildest turn, then the worst and the best: the player's and the others' opposed, and alike.

    In the grazing turn the player's blows hit and all their chances succeed, with the lowest damage: they may stun a
    creature that a harder blow would kill, and whose death harms others. At the end the others' dice are the highest
    while chance decides the rest.
    """
    lowest = {"high": False, "lucky": False}
    yield TwoSides(who_is_up, player, ExtremeRolls(**lowest), ExtremeRolls(**lowest))
    for own in (False, True):
        for others in (True, False):
            for pick in (0, 1) if others else (0,):
                mine = ExtremeRolls(high=own, lucky=own)
                theirs = ExtremeRolls(high=others, lucky=others, pick=pick)
                yield TwoSides(who_is_up, player, mine, theirs)
    grazing = ExtremeRolls(high=True, lucky=True, dice=0.0)
    yield TwoSides(who_is_up, player, grazing, ExtremeRolls(**lowest))
    unlucky = ExtremeRolls(high=True, lucky=False)
    yield TwoSides(who_is_up, player, ExtremeRolls(**lowest), unlucky)
    for luck in Strata(HIGH_BY_LUCK, "worst").samples(who_is_up):
        yield TwoSides(who_is_up, player, luck, HighestDice(luck))


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


def _settles(former: Chance, other: Chance) -> bool:
    """Return whether other rolls of one side would give the same results as the former ones."""
    if not isinstance(former, ExtremeRolls):
        return False
    if isinstance(other, ExtremeRolls):
        return former.has_settled(other)
    is_luckless = not former.chances and former.most_picks == 1
    highest = is_luckless and former.to_hit == former.dice == 1.0
    return former.ways == 1 or (highest and isinstance(other, HighestDice))
