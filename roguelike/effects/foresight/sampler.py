"""The sampler: with which rolls something is rehearsed, one rehearsal after another, and what they came to.

Forced extremes give the bounds, evenly spread samples the means and chances. Of an act alone, its own dice are tried in
every way if there are few; else at their extremes, then in samples. Of whole turns first come the mildest and the
worst, then enough samples for a first estimate, then all other extremes, then more samples for as long as somebody
asks. A sample in which somebody was hurt by whom no extreme shows at their worst casts doubt on the bounds: it is
rehearsed again with the highest dice of that one.

Dice are rolled for two sides, whoever begins and everybody else; and then, if the turns to come are played, by luck
that is fixed beforehand, so that they may be held against those without the act.

Ground never seen is one more die, open or shut. All is rehearsed with it shut; what hangs on it, also with it open and
the same other rolls, so that whatever differs between the two hangs on nothing else. Both count half. What hangs on
more than that, on grass or water where nobody has looked, is last of all rehearsed with these, for the bounds.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from itertools import product
from math import prod
from typing import Any, Generic, Protocol, TypeVar

from roguelike.core.records import Record, State, field, replace
from roguelike.core.rng import Chance
from roguelike.core.trial_rolls import (
    CountedRolls,
    ExtremeRolls,
    HighestDice,
    ScriptedRolls,
    Strata,
)
from roguelike.effects.foresight.coming import FIRE_TURNS, WORST, Luck
from roguelike.effects.foresight.runs import Run
from roguelike.world.game import Game
from roguelike.world.known_level import (
    FURTHER,
    SWAYS,
    Darkness,
    cuts_blasts,
    in_the_dark,
    minding_the_dark,
)

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
CHUNK = 16
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
FEWEST_OF_ACT, ENOUGH = 16, 96
"""Samples of an act with so many changes that more would keep a key press waiting: chances are then in sixteenths; and
of any act that a player looks at for a while."""
ENOUGH_FOR_MEANS = 6
"""Samples where extremes differ only in amounts: they are then needed for means alone, to within a third of a point."""
MOST_FOLLOWED = 128
"""The most samples that are played on: then a death in the turns to come is told to within a few points."""
MOST_CHANGES = 8000
"""Limit on the changes of trying every roll: beyond that, sampling is as accurate and cheaper."""

ROUGH_FIRE_TURNS, FIRST_FIRE_TURNS = 3, 2
"""How many turns of fires are played where acts are only compared: most step out of one; and before more are."""
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
SINGEING = Luck(high=False, drift=1)
"""A fire that comes to whoever it may, and hurts so little that they live on: to burn, or to be hurt again."""
QUENCHING = Luck(high=False, lucky=False, drift=1)
"""A cloud that comes to whoever burns may put that out."""


def forever() -> bool:
    """Return True: all that is asked for is rehearsed."""
    return True


Suffices = Callable[[Run], bool]
"""Whether whoever asks has its answer from one sample, whatever other amounts the dice may come to."""
Worlds = tuple[Sequence[Run], Sequence[Run]]
"""Rehearsals with the dark shut, and the same with it open."""
FURTHER_SAMPLES, BEYOND = 4, (0, 1, 4)
"""How many samples are taken in each further kind of darkness beside a batch, and the numbers of the extremes."""


class Precision(Record):
    """How closely an act is foreseen.

    `samples` 0 means as many as the act deserves, but `fewest` where it changes a lot; up to `most_exact` different
    rolls are tried one by one before sampling takes over; `corners` asks for true bounds. Where dice fall in the turns
    to come, `followed` samples are played on, for at most `turns`, or until nothing ticks or burns; fires and clouds
    for `burning` turns. Unless `thorough`, only what the act begins is played, and nothing is told of what comes
    anyway. What is `brief` asks for the worst of the turns to come, and for no other extremes of them.
    """

    samples: int = 0
    fewest: int = FEWEST_OF_ACT
    most_exact: int = 500
    corners: bool = True
    followed: int = FEWEST
    turns: int | None = None
    burning: int = FIRE_TURNS
    thorough: bool = True
    brief: bool = False


FULL = Precision()
"""For bounds that hold, and chances good enough for a rule."""
EXACT = Precision(fewest=ENOUGH, followed=BATCH)
"""For figures shown to a player who looks at them for a while."""
FIRST = Precision(fewest=FEWEST, followed=2, burning=FIRST_FIRE_TURNS, brief=True)
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
    like: Run | None = None
    """A rehearsal with the same facts, if only amounts differ: they need not be told again."""


class Play(Protocol[Out_co]):
    """What plays one rehearsal through and reads its outcome."""

    def __call__(self, rolls: Rolls, *, dark: Darkness) -> Out_co:
        """Rehearse it with these rolls, and the dark of a kind."""


class Rehearsed(Protocol[Out_co]):
    """Something that is done to a point before the first roll, and rehearsed from there with one set of rolls each."""

    def sharing_the_act(self) -> AbstractContextManager[None]:
        """Do what all rehearsals of the block share."""

    def play(self, rolls: Rolls) -> Out_co:
        """Rehearse the rest with these rolls, and undo it."""


Made = TypeVar("Made", bound=Rehearsed[Any])


class LightAndDark(ExitStack, Generic[Made]):
    """A rehearsal with the dark shut, open, or of a further kind: one at a time, since what begins it is shared.

    Use it as a context manager; other kinds there are only on the level as known, outside of other rehearsals.
    """

    def __init__(self, game: Game, make: Callable[[], Made]) -> None:
        """Prepare; nothing is done yet. What `make` returns is about the level as it is when that is called."""
        super().__init__()
        self._game, self._make = game, make
        self._made: dict[Darkness, Made] = {}
        self.rehearsal: Made
        """The rehearsal of the moment."""
        self._dark: Darkness | None = None
        self._begins_in_the_dark, self._asked = False, 0
        self.cuts_blasts = False
        """Whether the dark cuts a blast: what is there is not known, if anything."""

    def play(self, rolls: Rolls, *, dark: Darkness) -> Any:
        """Play it with the dark of a kind; note whether that makes a difference to a shut one, and what it asks."""
        rehearsal, level = self.where(dark), self._game.level
        level.touches_dark, level.asks = (
            False,  # as `minding_the_dark` does, which costs as much as a creature's turn
            self._asked,
        )
        played = rehearsal.play(rolls)
        played.is_dark |= bool(dark) or level.touches_dark or self._begins_in_the_dark
        played.asks = level.asks
        return played

    def where(self, dark: Darkness) -> Made:
        """Return the rehearsal with the dark of a kind; if it was another before, it begins anew."""
        if dark is not self._dark:
            self.close()
            if dark:
                self.enter_context(in_the_dark(self._game, dark))
            if dark not in self._made:
                self._made[dark] = self._make()
            self._dark, self.rehearsal = dark, self._made[dark]
            self._game.level.asks = 0
            with minding_the_dark(self._game) as is_dark:
                self.enter_context(self.rehearsal.sharing_the_act())
                self._begins_in_the_dark, self._asked = is_dark(), self._game.level.asks
                self.cuts_blasts |= cuts_blasts(self._game)
        return self.rehearsal


class _Next(Record, Generic[R]):
    """What is to be rehearsed next, and the list that it belongs to."""

    rolls: Rolls
    kept: list[R]
    dark: Darkness = Darkness.SHUT


class Further(State, Generic[R]):
    """What was rehearsed in a further kind of darkness."""

    corners: list[R] = field(default_factory=list)
    samples: list[R] = field(default_factory=list)
    is_done: bool = False

    @property
    def every(self) -> list[R]:
        """All of it."""
        return [*self.corners, *self.samples]


def every_roll(kept: list[R], most: int, luck: Luck) -> Iterator[Rolls]:
    """Yield every sequence of rolls, each rehearsal in `kept` weighted by its probability; none if too many."""
    following: list[int] | None = []
    made = 0
    while following is not None:
        script = ScriptedRolls(following)
        yield Rolls(script, luck, ahead=False)
        kept[-1].weight = script.weight
        made += kept[-1].changes
        expected = max(prod(script.options), len(kept))
        if expected > most or made * expected / len(kept) > MOST_CHANGES:
            kept.clear()
            return
        following = script.following()


class Sampler(Generic[R]):
    """What was rehearsed so far, and what is next."""

    is_dark = False
    """Whether anything so far hangs on the dark."""
    played = 0
    """How many rehearsals there were besides extreme ones."""
    is_decided = False
    """Whether one rehearsal was enough: no die is rolled, or it is refused."""
    alone: bool | None = None
    """Whether it happens only with the dark open, or only with it shut, and is refused in the other."""
    is_rough = False
    """Whether more samples of an act would make its chances truer."""
    _many = 0
    """How many samples are evenly spread among each other."""
    _tried = 0
    """How many extremes were rehearsed, or skipped because they equal one that was."""
    _is_exhausted = False
    """Whether the plan has come to its end."""

    def __init__(
        self,
        name: str,
        actor: int,
        most: int = BATCH,
        corners: int = EXTREMES,
        precision: Precision | None = None,
        suffices: Suffices | None = None,
    ) -> None:
        """Prepare for `most` samples and some `corners` of whole turns; or for an act, to be foreseen so precisely.

        Equal names give equal rolls; `actor` is who begins. Where no extremes are wanted, one sample may say enough.
        """
        self.most, self.most_corners = most, corners
        self.corners: list[R] = []
        self.samples: list[R] = []
        self.again: list[R] = []
        self.open_corners: list[R] = []
        """The extremes with the dark open: the same ones where they do not hang on it."""
        self.opened: list[R] = []
        """The samples with the dark open, likewise."""
        self.further: dict[Darkness, Further[R]] = {}
        """What was rehearsed in further kinds of darkness: those that were asked for."""
        self._asks = 0
        """On which of them anything hangs, a bit for each."""
        self.exact: list[R] = []
        """A rehearsal for every sequence of rolls of an act, if there are few: they replace the samples."""
        self.ahead: list[R] = []
        """Samples that were played on, where every roll of the act was tried without that."""
        self._name, self._actor, self._precision = name, actor, precision
        self._suffices = suffices
        self._most_again = AGAIN if corners == EXTREMES else 0
        self._up: WhoIsUp = lambda: actor
        self._strata: dict[int, Strata] = {}
        self._rolled: list[tuple[TwoSides, Luck, R]] = []
        """The extremes that were rehearsed, with the dark shut or where it happens at all."""
        self._specs: list[tuple[Corner, bool]] = []
        """How they are made, and whether they were played on."""
        self._hurt: set[tuple[int, int]] = set()
        """Pairs (who was hurt, by whom) seen with the highest dice."""
        self._doubts: list[tuple[int, tuple[int, int]]] = []
        """(number of the sample, (who was hurt, by whom)), for pairs that no rehearsal with the highest dice showed."""
        self._coming = self._plan()

    @property
    def refusal(self) -> str | None:
        """Why it is refused, if it is; something must have been rehearsed."""
        return (self.corners or self.samples or self.exact)[0].refusal

    @property
    def is_telling(self) -> bool:
        """Whether there is enough for bounds and for a first guess at the chances."""
        return self.is_decided or self.played >= min(FEWEST, self.most)

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to be rehearsed."""
        is_over = self._precision is not None or (
            self.played >= self.most and self._tried >= min(self.most_corners, EXTREMES)
        )
        return (self.is_decided and not self._wanted) or (is_over and self._is_exhausted)

    @property
    def _wanted(self) -> list[Darkness]:
        """The further kinds of darkness on which something hangs, and in which not all was rehearsed."""
        wants_extremes = self.most_corners if self._precision is None else self._precision.corners
        is_comparing = not wants_extremes
        if not self._asks or is_comparing or self.refusal is not None:
            return []
        asked = [dark for dark in FURTHER if self._asks >> dark & 1]
        return [dark for dark in asked if not self.further.setdefault(dark, Further()).is_done]

    def refine(
        self, play: Play[R], who_is_up: WhoIsUp, turns: int = ALL, more: More = forever
    ) -> None:
        """Rehearse at most so many times, as long as there is time for more."""
        self._up = who_is_up
        for _ in range(turns):
            if (self.is_decided and not self._wanted) or not more():
                return
            following = next(self._coming, None)
            if following is None and self._precision is None:
                self._coming = self._plan()  # more may have been asked for since
                following = next(self._coming, None)
            self._is_exhausted = following is None
            if following is None:
                return
            run = play(following.rolls, dark=following.dark)
            following.kept.append(run)
            self.is_dark |= run.is_dark and following.dark <= Darkness.OPEN
            self._asks |= run.asks
            self.played += following.kept is self.samples or following.kept is self.opened

    def play_fixed(self, play: Play[R], rng: Chance) -> None:
        """Rehearse the only possible course of things where all dice are fixed."""
        if not self.corners:
            rolls = Rolls(rng, Luck(fixed=True))
            self.corners.append(play(rolls, dark=Darkness.SHUT))
            self.is_dark = self.corners[0].is_dark
            if self.is_dark:
                self.open_corners.append(play(rolls, dark=Darkness.OPEN))
                self._tell_alone()
            self.is_decided = True

    # --- what came of it

    def weigh(self, *, is_known: bool = False) -> list[R]:
        """Give every rehearsal its weight, and list them: corners count for the bounds and for almost nothing else.

        Further kinds of darkness count for no more, and if only what `is_known` is asked for, not at all.
        """
        beyond = [] if is_known else self.beyond
        for each in beyond:
            each.weight = RARE
        share = 1 - RARE * len(beyond)
        if self.exact:
            exact = self.exact
            if beyond:
                exact = [replace(run, weight=run.weight * share) for run in exact]
            return [*exact, *beyond]
        corners, samples = [*self.corners, *self.again], self.samples
        if self.is_dark:
            corners, samples = [*corners, *self.open_corners], [*samples, *self.opened]
        for each in corners:
            each.weight = RARE if samples else share / len(corners)
        for each in samples:
            each.weight = (share - RARE * len(corners)) / len(samples)
        return [*corners, *samples, *beyond]

    def futures(self, runs: list[R], *, is_known: bool = False) -> list[R]:
        """List those of an act that tell what comes, each with its weight; `runs` are all, weighed in the same way."""
        if self._precision is None:
            return runs
        samples = self.ahead or (self.sampled if self.samples else ())
        told = [run for run in samples if run.is_followed]
        if not told or not any(run.is_lasting for run in runs):
            return runs
        beyond = () if is_known else self.beyond
        extremes = [*self.corners, *(self.open_corners if self.is_dark else ()), *beyond]
        corners = [replace(run, weight=RARE) for run in extremes if run.is_followed]
        share = (1 - RARE * len(corners)) / len(told)
        return [*corners, *(replace(run, weight=share) for run in told)]

    def seen_as(self, view: Callable[[R], S]) -> "Sampler[S]":
        """Return this with another view of every rehearsal, such as an earlier turn of it; it rehearses nothing."""
        other = Sampler[S](self._name, self._actor, self.most, self.most_corners)
        other.corners, other.open_corners = (
            [*map(view, self.corners)],
            [*map(view, self.open_corners)],
        )
        other.samples, other.opened = [*map(view, self.samples)], [*map(view, self.opened)]
        other.again = [*map(view, self.again)]
        other.further = {
            dark: Further([*map(view, each.corners)], [*map(view, each.samples)], each.is_done)
            for dark, each in self.further.items()
        }
        other.is_dark, other.played, other.is_decided = self.is_dark, self.played, self.is_decided
        other._asks = self._asks
        return other

    @property
    def every(self) -> list[R]:
        """All rehearsals, whatever the dark is in them."""
        return [run for dark in Darkness for run in self.played_in(dark)]

    @property
    def may_be_swayed(self) -> bool:
        """Whether somebody may stand unseen who would keep others from what they do in it."""
        return bool(self._asks & SWAYS)

    @property
    def beyond(self) -> list[R]:
        """All rehearsals in further kinds of darkness."""
        return [run for each in self.further.values() for run in each.every]

    def played_in(self, dark: Darkness) -> list[R]:
        """Return all rehearsals with the dark of a kind; those that do not hang on it may be among shut and open."""
        if dark in FURTHER:
            return self.further[dark].every if dark in self.further else []
        shut = [*self.corners, *self.again, *self.samples, *self.exact, *self.ahead]
        if self.alone is not None:
            return shut if dark == self._where_alone else []
        return [*self.open_corners, *self.opened] if dark else shut

    @property
    def _where_alone(self) -> Darkness:
        """Where it is rehearsed if one kind of darkness is enough."""
        return Darkness.OPEN if self.alone else Darkness.SHUT

    @property
    def sampled(self) -> Sequence[R]:
        """The rehearsals that tell what is likely: the samples, or the only ones there are if no die is rolled."""
        samples = [*self.samples, *self.opened] if self.is_dark else self.samples
        return samples or [*self.corners, *self.open_corners]

    @property
    def worlds(self) -> Worlds:
        """The rehearsals with the dark shut and those with it open, in pairs; none if nothing hangs on it."""
        if not self.is_dark or self.alone is not None:
            return (), ()
        corners = zip(self.corners, self.open_corners, strict=False)
        both = [*corners, *zip(self.samples, self.opened, strict=False)]
        return tuple(each for each, _ in both), tuple(each for _, each in both)

    # --- plans

    def _plan(self) -> Iterator[_Next[R]]:
        """Yield what to rehearse, in order; it looks at what came of it when it goes on."""
        yield from self._plan_of_turns() if self._precision is None else self._plan_of_act()
        for dark in self._wanted:
            yield from self._in_further(dark, self.further[dark])

    def _plan_of_turns(self) -> Iterator[_Next[R]]:
        """Yield the mildest and the worst turns, some samples, the other extremes, and more samples."""
        yield from self._extremes_of_turns(AT_ONCE)
        if (
            self.is_decided
        ):  # a sample besides would count for nearly all, and for one world of the dark only
            return
        yield from self._in_the_open(AT_ONCE)
        yield from self._sampled(FEWEST)
        yield from self._extremes_of_turns(EXTREMES)
        yield from self._doubtful()
        while self.played < self.most:
            yield from self._sampled(BATCH)
            yield from self._doubtful()

    def _plan_of_act(self) -> Iterator[_Next[R]]:
        """Yield every roll if there are few; else extremes of the act and of the turns to come, and samples."""
        assert self._precision is not None
        precision = self._precision
        if not precision.corners:
            yield from self._first_of_few(precision)
        else:
            yield from self._corner(_own(LOWEST, MILD, LOWEST), ahead=not precision.brief)
            if not self.is_decided and self._scout.ways <= precision.most_exact:
                yield from self._exactly(precision.most_exact)
        if self.is_decided:
            return
        if precision.corners:
            yield from self._extremes_of_act(is_whole=not self.exact)
        if not self.exact:
            yield from self._in_the_open(len(self.corners))
            yield from self._spread(precision)
        elif any(run.is_lasting for run in self.exact):
            many = self._followed
            strata = Strata(many, self._name)
            for number in range(many):
                luck = Luck(sample=number, count=many)
                yield _Next(Rolls(strata.sample(number), luck), self.ahead, self._where_alone)

    def _first_of_few(self, precision: Precision) -> Iterator[_Next[R]]:
        """Yield the first of a few samples, or every roll if that shows that those are few: no extreme is wanted.

        Comparing many acts, an extreme besides would be a third of the work.
        """
        luck = Luck(sample=0, count=precision.followed)
        strata = Strata(precision.samples, self._name)
        yield from self._corner(Corner({}, {}, luck, 0, strata))
        if self.is_decided:
            return
        rolls = self._rolled[0][0].mine
        assert isinstance(rolls, CountedRolls)
        first = self.corners[0]
        if self._suffices is not None and rolls.asks_for_amounts and not first.is_lasting:
            self.is_decided = self._is_one_world and self._suffices(first)
            if self.is_decided:
                return
        ways = rolls.ways
        if 1 < ways <= precision.most_exact:
            yield from self._exactly(precision.most_exact)
        if not self.exact:
            self.samples += self.corners
            self.opened += self.open_corners or (self.corners if self.is_dark else ())
        self.corners.clear()
        self.open_corners.clear()

    def _exactly(self, most: int) -> Iterator[_Next[R]]:
        """Yield every roll of the act, if those are few; none if it hangs on the dark: other rolls may be asked for."""
        for rolls in every_roll(self.exact, most, MILD) if self._is_one_world else ():
            yield _Next(rolls, self.exact, self._where_alone)
        if not self._is_one_world:
            self.exact.clear()

    @property
    def _is_one_world(self) -> bool:
        """Whether it is enough to rehearse with the dark shut, or where it happens at all."""
        return not self.is_dark or self.alone is not None

    def _in_further(self, dark: Darkness, kept: Further[R]) -> Iterator[_Next[R]]:
        """Yield the extremes that matter most, and a few samples, with the dark of a further kind."""
        wanted = BATCH if self._precision is not None else self.most
        many = max(1, min(FURTHER_SAMPLES, wanted * FURTHER_SAMPLES // BATCH))
        strata = Strata(many, f"{self._name}/{dark.name}")
        for corner in self._extremes_beyond():
            rng = corner.rolls(self._whose_turn, self._actor)
            yield _Next(Rolls(rng, corner.luck), kept.corners, dark)
            if len(kept.corners) == 1 and rng.is_certain and not kept.corners[0].is_lasting:
                break
        else:
            key = self._whose_turn if self._precision is None else None
            for number in range(many):
                luck = Luck(sample=number, count=many)
                yield _Next(Rolls(strata.sample(number, key), luck), kept.samples, dark)
        kept.is_done = True

    def _extremes_beyond(self) -> Iterator["Corner"]:
        """Yield the extremes that are played in each further kind of darkness."""
        if self._precision is None:
            corners = list(extremes())
            yield from (corners[number] for number in BEYOND if number < self.most_corners)
            return
        yield _own(LOWEST, MILD, LOWEST)
        yield _own(HIGHEST, WORST)
        if not self._precision.brief and any(run.is_lasting for run in self.beyond):
            yield _own(LOWEST, LEAST, LOWEST)
            yield _own(HIGHEST, LATE)

    # --- extremes

    def _corner(self, corner: "Corner", *, ahead: bool = True) -> Iterator[_Next[R]]:
        """Yield an extreme, unless it cannot differ from one before, and look at what came of it."""
        rng, luck = corner.rolls(self._whose_turn, self._actor), corner.luck
        if any(_is_settled(*former, rng, luck) for former in self._rolled):
            return
        yield _Next(Rolls(rng, luck, ahead), self.corners, self._where_alone)
        self._rolled.append((rng, luck, self.corners[-1]))
        self._specs.append((corner, ahead))
        self._hurt |= hurt_in(self.corners[-1]) if rng.is_highest else set()
        if len(self._rolled) == 1:
            is_certain = rng.is_certain and not self.corners[0].is_lasting
            self.is_decided = yield from self._begun(is_certain=is_certain)

    def _begun(self, *, is_certain: bool) -> Generator[_Next[R], None, bool]:
        """Yield the first extreme with the dark open, if the first of all hangs on it; return whether that is enough.

        It is if no die is rolled, or if it is refused. What is refused in one of the two happens in the other alone.
        """
        refusal = self.corners[0].refusal
        if not self.is_dark:
            return is_certain or refusal is not None
        rng = yield from self._opened_corner(0)
        is_open_certain = rng.is_certain and not self.open_corners[0].is_lasting
        if not self._tell_alone():
            return refusal is not None or (is_certain and is_open_certain)
        if self.alone:
            self._rolled = [(rng, self._specs[0][0].luck, self.corners[0])]
            return is_open_certain
        return is_certain

    def _tell_alone(self) -> bool:
        """Return whether it happens only with the dark open, or only with it shut; the other does not count then."""
        refusal = self.corners[0].refusal
        if refusal == self.open_corners[0].refusal:
            return False
        self.alone = refusal is not None
        if self.alone:
            self.corners[:] = self.open_corners
        self.open_corners.clear()
        return True

    def _opened_corner(self, number: int) -> Generator[_Next[R], None, "TwoSides"]:
        """Yield an extreme that was rehearsed with the dark open too; return its rolls."""
        corner, ahead = self._specs[number]
        rng = corner.rolls(self._whose_turn, self._actor)
        yield _Next(Rolls(rng, corner.luck, ahead), self.open_corners, Darkness.OPEN)
        return rng

    def _in_the_open(self, most: int) -> Iterator[_Next[R]]:
        """Yield the first extremes with the dark open, if anything hangs on it."""
        if self._is_one_world:
            return
        for number in range(len(self.open_corners), min(most, len(self.corners))):
            if self.corners[number].is_dark:
                yield from self._opened_corner(number)
            else:
                self.open_corners.append(self.corners[number])

    def _extremes_of_turns(self, most: int) -> Iterator[_Next[R]]:
        """Yield the first `most` extremes that are wanted."""
        left = list(extremes())
        while not self.is_decided and self._tried < min(most, self.most_corners):
            self._tried += 1
            yield from self._corner(left[self._tried - 1])

    def _extremes_of_act(self, *, is_whole: bool) -> Iterator[_Next[R]]:
        """Yield dice high and low, chances succeeding and failing, and each option of a pick, besides the lowest.

        Where blows may miss or chances decide, some outcomes need a middle roll: a stun that only takes those who
        survive the blow. So rolls to hit and other dice are tried at different extremes, each chance succeeds alone.
        Where every roll of the act was tried (not `is_whole`), only the turns to come are left.
        """
        if not is_whole and not any(run.is_lasting for run in self.exact):
            return
        yield from self._corner(_own(HIGHEST, WORST))
        scout = self._scout  # what the highest dice asked for
        yield from self._extremes_to_come(scout)
        if is_whole:
            for corner in self._corners_of(scout):
                yield from self._corner(_own(corner, WORST), ahead=False)

    def _extremes_to_come(self, scout: ExtremeRolls) -> Iterator[_Next[R]]:
        """Yield the extremes of turns to come, if dice fall in them."""
        assert self._precision is not None
        if self._precision.brief or not any(run.is_lasting for run in self.corners):
            return
        yield from self._corner(_own(HIGHEST, UNLUCKIEST))
        yield from self._corner(_own(LOWEST, LEAST, LOWEST))
        yield from self._corner(_own(LOWEST, QUENCHING, LOWEST))
        yield from self._corner(_own(HIGHEST, LATE))
        yield from self._corner(_own(HIGHEST, WORST_BY_CHANCE))
        for pick in range(1, min(scout.most_picks, MOST_PICKS)):
            yield from self._corner(_own({**HIGHEST, "pick": pick}, WORST))
        yield from self._corner(_own(LOWEST, WORST))
        if any(run.brings_death for run in self.corners):
            yield from self._corner(_own(SPARED, WORST))
            yield from self._corner(_own(GRAZING, WORST))
            yield from self._corner(_own(LOWEST, LATE))
            yield from self._corner(_own(LOWEST, SINGEING))

    def _corners_of(self, scout: ExtremeRolls) -> Iterator[dict[str, Any]]:
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

    def _harms_of_the_blow(self, scout: ExtremeRolls) -> Iterator[dict[str, Any]]:
        """Yield every face of a blow's first die, with everything else that its weapon does at its highest.

        Only a blow that leaves its victim few hit points lets a thirsty blade drink the last of them, and so kill.
        """
        yield {**HIGHEST, "first": 0}
        if self._scout.dice_rolled > 1:
            for face in range(1, min(scout.first_ways, MOST_FACES)):
                yield {**HIGHEST, "first": face}

    @property
    def _scout(self) -> ExtremeRolls:
        """The own dice of the latest extreme, which know what they were asked for."""
        latest = self._rolled[-1][0].mine
        assert isinstance(latest, ExtremeRolls)
        return latest

    # --- samples

    def _taken(self, numbers: Sequence[int], rolls: Callable[[int], Rolls]) -> Iterator[_Next[R]]:
        """Yield samples with the dark shut, then those of them that hang on it with it open."""
        for number in numbers:
            yield _Next(rolls(number), self.samples, self._where_alone)
        for number in numbers:
            if self.alone is None and self.samples[number].is_dark:
                yield _Next(rolls(number), self.opened, Darkness.OPEN)
            else:
                self.opened.append(self.samples[number])

    def _spread(self, precision: Precision) -> Iterator[_Next[R]]:
        """Yield evenly spread samples of an act; the first few are played on, and evenly spread by themselves."""
        begun = self.corners or self.samples
        is_alike = _differ_in_amounts_alone(self.corners)
        deserved = ENOUGH_FOR_MEANS if is_alike else precision.fewest
        many = (count for most, count in SAMPLES if begun[-1].changes <= most)
        count = precision.samples or max(next(many, 0), deserved)
        self.is_rough = not is_alike and count < ENOUGH
        most = self._followed
        if any(run.is_lasting for run in begun):
            count = max(count, most)
        # This must divide the samples evenly: four of 16, three of six.
        followed = max(few for few in range(1, most + 1) if count % few == 0)
        strata = Strata(count, self._name, count // followed)
        like = self.corners[0] if is_alike and self._is_one_world else None

        def rolls(number: int) -> Rolls:
            """Return the rolls of a sample."""
            luck = Luck(sample=number % followed, count=followed)
            return Rolls(strata.sample(number), luck, number < followed, like)

        yield from self._taken(range(len(self.samples), count), rolls)

    @property
    def _followed(self) -> int:
        """How many samples are played on: many, if the player wants it exact and that takes no longer."""
        assert self._precision is not None
        followed = self._precision.followed
        cost = max((run.steps for run in self.corners), default=0)
        return (
            followed
            if followed < BATCH
            else max(followed, min(MOST_FOLLOWED, MOST_CHANGES // max(1, cost)))
        )

    def _sampled(self, most: int) -> Iterator[_Next[R]]:
        """Yield samples until there are `most` more rehearsals of the batch, or all that are wanted."""
        until = min(self.most, self.played - self.played % BATCH + most)
        # Of those that hang on the dark, half as many: they are to be evenly spread as well.
        many = min(self.most, BATCH)
        self._many = self._many or (many if self._is_one_world else -(-many // 2))
        while self.played < until:
            begun, left = len(self.samples), until - self.played
            numbers = range(begun, begun + min(CHUNK, -(-left // (1 + self.is_dark))))
            yield from self._taken(numbers, self._rolls)
            self._doubts += [
                (number, pair)
                for number in numbers
                for pair in sorted(hurt_in(self.samples[number]) - self._hurt)
            ]

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
                yield _Next(Rolls(highest, WORST), self.again, self._where_alone)
                self._hurt |= {pair, *hurt_in(self.again[-1])}
        self._doubts.clear()

    def _whose_turn(self) -> int:
        """Return whose turn it is at this point of the rehearsal, perhaps a later one than that of the rolls."""
        return self._up()

    def _is_up(self, entity: int) -> bool:
        """Return whether it is a given creature's turn at this point of the rehearsal."""
        return self._up() == entity


def _differ_in_amounts_alone(extremes: Sequence[Run]) -> bool:
    """Return whether the extreme rolls differ in nothing but amounts."""
    return len(extremes) > 1 and all(
        extremes[0].differs_in_amounts_alone(other) for other in extremes[1:]
    )


def hurt_in(run: Run) -> set[tuple[int, int]]:
    """Return the pairs (who was hurt, by whom) of a rehearsal."""
    return {(hurt, by) for hurt, losses in run.losses.items() for by in losses}


class Corner(Record):
    """An extreme: how the dice of whoever begins fall, how those of everybody else, and those of the turns to come."""

    mine: dict[str, Any]
    theirs: dict[str, Any]
    luck: Luck
    by_chance: int = -1
    """The number of the sample by which all falls but the others' dice, which are the highest; -1 for none."""
    strata: Strata | None = None
    """The samples of which it is that one, all dice included: no extreme, but what comes first."""

    def rolls(self, who_is_up: WhoIsUp, actor: int) -> "TwoSides":
        """Return fresh rolls of both sides."""
        if self.strata is not None:
            counted = CountedRolls(self.strata.sample(self.by_chance))
            return TwoSides(who_is_up, actor, counted, counted)
        if self.by_chance >= 0:
            luck = Strata(HIGH_BY_LUCK, "worst").sample(self.by_chance, who_is_up)
            return TwoSides(who_is_up, actor, luck, HighestDice(luck))
        mine, theirs = ExtremeRolls(**self.mine), ExtremeRolls(**self.theirs)
        return TwoSides(who_is_up, actor, mine, theirs)


def _own(mine: dict[str, Any], luck: Luck, theirs: dict[str, Any] = HIGHEST) -> Corner:
    """Return an extreme of an act, in which everybody else's dice are the highest, if they roll any."""
    return Corner(mine, theirs, luck)


def extremes() -> Iterator[Corner]:
    """Yield the mildest turn, then the worst and the best: the player's rolls and the others' opposed, and alike.

    The first asks for every die there is; in the others clouds drift to the extremes, without a die. At the end the
    others' dice are the highest while chance decides the rest.
    """
    yield Corner(LOWEST, LOWEST, MILD)
    for mine in (LOWEST, HIGHEST):
        for pick in (0, 1):
            yield Corner(mine, {**HIGHEST, "pick": pick}, WORST)
        yield Corner(mine, LOWEST, LEAST)
    yield Corner(GRAZING, LOWEST, WORST)
    yield Corner(LOWEST, UNLUCKY, UNLUCKIEST)
    for number in range(HIGH_BY_LUCK):
        yield Corner({}, {}, WORST, number)


class TwoSides:
    """A substitute for chance that rolls for the player in one way and for everybody else in another."""

    def __init__(self, who_is_up: WhoIsUp, player: int, mine: Chance, theirs: Chance) -> None:
        """Take the rolls of the player, and those of everybody else."""
        self._who_is_up, self._player, self.mine, self.theirs = who_is_up, player, mine, theirs

    @property
    def is_certain(self) -> bool:
        """Whether no die was rolled, so that any other sample would be the same turn."""
        return all(
            isinstance(way, ExtremeRolls | CountedRolls) and way.ways == 1
            for way in (self.mine, self.theirs)
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
