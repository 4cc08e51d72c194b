"""The sampler: with which rolls something is rehearsed, one rehearsal after another, and what they came to.

Forced extremes give the bounds, evenly spread samples the means and chances. Of an act alone, its own dice are tried in
every way if there are few; else at their extremes, then in samples. Of whole turns first come the mildest and the
worst, then enough samples for a first estimate, then all other extremes, then more samples for as long as somebody
asks. A sample in which somebody was hurt by whom no extreme shows at their worst casts doubt on the bounds: it is
rehearsed again with the highest dice of that one.

Dice are rolled for two sides, whoever begins and everybody else; and then, if the turns to come are played, by luck
that is fixed beforehand, so that they may be held against those without the act.

Ground never seen is one more die: shut, open, or ground that does what no floor does. All is rehearsed with it shut;
what hangs on another kind, also with that and the same other rolls, so that whatever differs between two kinds hangs on
nothing else. Shut and open count half. The others, grass or water where nobody has looked, are there for the bounds.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from copy import copy
from functools import partial
from itertools import product
from math import prod
from typing import Any, Generic, Literal, Protocol, TypeVar

from roguelike.core import trial_rolls
from roguelike.core.geometry import Point
from roguelike.core.records import Record, State, field, replace
from roguelike.core.rng import Chance, FixedRolls
from roguelike.effects.foresight.coming import FIRE_TURNS, LEAST, WORST, Luck
from roguelike.effects.foresight.facts import Appears
from roguelike.effects.foresight.runs import Run
from roguelike.world import known_level
from roguelike.world.game import NOBODY, Game

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
FIRST_EXTREMES = 2
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


MOST_PICKS, MOST_PLACES, MOST_CHANCES, MOST_FACES = 6, 128, 6, 24
"""How many options of a pick are tried with each extreme, and with the highest alone, as the places where somebody may
appear; how many single chances, and how many faces of a first die."""
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
LATE, LATER, LAST = (Luck(drift=1, late=late) for late in (3, 2, 1))
"""A fire that comes later may come when whoever is proof against it no longer is; the last one may come too late."""
SINGEING = Luck(high=False, drift=1)
"""A fire that comes to whoever it may, and hurts so little that they live on: to burn, or to be hurt again."""
SMOULDERING = Luck(high=False, drift=1, late=1)
"""A fire that hurts little and spreads late: whom a greater one wears down may put it out."""
SPARING = Luck(drift=1, spares=True)
"""Whoever dies before the player by what they began may bring them a new level, and save them."""
QUENCHING = Luck(high=False, lucky=False, drift=1)
"""A cloud that comes to whoever burns may put that out."""
MELTING = Luck(high=False, drift=-1)
"""A fire that spreads at every chance may burn up what little is left of a cloud, and spare whoever stands in it."""


def forever() -> bool:
    """Return True: all that is asked for is rehearsed."""
    return True


Suffices = Callable[[Run], bool]
"""Whether whoever asks has its answer from one sample, whatever other amounts the dice may come to."""
Heat = Callable[[], Mapping[Point, int]]
"""Returns in how many turns something may burn on each tile; asked while the act is rehearsed."""
ELSEWHERE = 3
"""How many of the extremes of whole turns are rehearsed in each kind of darkness besides the first."""


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

    def __call__(self, rolls: Rolls, *, dark: known_level.Darkness) -> Out_co:
        """Rehearse it with these rolls, and the dark of a kind."""


class Rehearsed(Protocol[Out_co]):
    """Something that is done to a point before the first roll, and rehearsed from there with one set of rolls each."""

    def sharing_the_act(self) -> AbstractContextManager[None]:
        """Do what all rehearsals of the block share."""

    def play(self, rolls: Rolls) -> Out_co:
        """Rehearse the rest with these rolls, and undo it."""


Made = TypeVar("Made", bound=Rehearsed[Any])


class LightAndDark(ExitStack, Generic[Made]):
    """A rehearsal with each kind of dark: one at a time, since what begins it is shared.

    Use it as a context manager; other kinds than shut there are only on the level as known, outside of other
    rehearsals.
    """

    def __init__(self, game: Game, make: Callable[[], Made]) -> None:
        """Prepare; nothing is done yet. What `make` returns is about the level as it is when that is called."""
        super().__init__()
        self._game, self._make = game, make
        self._made: dict[known_level.Darkness, Made] = {}
        self.rehearsal: Made
        """The rehearsal of the moment."""
        self._dark: known_level.Darkness | None = None
        self._asked = 0
        """What hangs on the dark in that which begins it."""
        self.cuts_blasts = False
        """Whether the dark cuts a blast: what is there is not known, if anything."""

    def play(self, rolls: Rolls, *, dark: known_level.Darkness) -> Any:
        """Play it with the dark of a kind; note on which other kinds any of it hangs."""
        rehearsal, level = self.where(dark), self._game.level
        # As `minding_the_dark` does, which costs as much as a creature's turn.
        level.touches_dark, level.asks = False, self._asked
        played = rehearsal.play(rolls)
        played.asks = level.asks | level.touches_dark << known_level.Darkness.OPEN
        return played

    def where(self, dark: known_level.Darkness) -> Made:
        """Return the rehearsal with the dark of a kind; if it was another before, it begins anew."""
        if dark is not self._dark:
            self.close()
            if dark:
                self.enter_context(known_level.in_the_dark(self._game, dark))
            if dark not in self._made:
                self._made[dark] = self._make()
            self._dark, self.rehearsal = dark, self._made[dark]
            self._game.level.asks = 0
            with known_level.minding_the_dark(self._game) as is_dark:
                self.enter_context(self.rehearsal.sharing_the_act())
                self._asked = self._game.level.asks | is_dark() << known_level.Darkness.OPEN
                self.cuts_blasts |= known_level.cuts_blasts(self._game)
        return self.rehearsal


class _Next(Record, Generic[R]):
    """What is to be rehearsed next, with the dark of which kind, the lists that it belongs to; whether it is a sample.

    It is entered in them as soon as it is played: whatever was rehearsed so far may be asked for at any time.
    """

    rolls: Rolls
    dark: known_level.Darkness
    lists: tuple[list[R], ...]
    is_sample: bool = False


class Kept(State, Generic[R]):
    """What comes of it in one kind of darkness: by each extreme and in each sample.

    What does not hang on this kind is not played in it: it is the very rehearsal of the kind that this one is told
    from.
    """

    corners: list[R] = field(default_factory=list)
    samples: list[R] = field(default_factory=list)
    extremes: list[R] = field(default_factory=list)
    """The extremes that were played here, each once; and samples that were played again with the highest dice."""
    rolled: "list[tuple[TwoSides, Luck, R]]" = field(default_factory=list)
    """With which rolls."""
    is_certain: bool = False
    """Whether no die is rolled here: then every sample is as the first extreme."""

    @property
    def told(self) -> list[R]:
        """What tells what is likely: the samples, or the extremes as long as there are none."""
        return self.samples or self.corners

    def seen_as(self, view: Callable[[R], S]) -> "Kept[S]":
        """Return this with another view of every rehearsal."""
        corners, samples, extremes = (
            [*map(view, runs)] for runs in (self.corners, self.samples, self.extremes)
        )
        return Kept(corners, samples, extremes)


class Sampler(Generic[R]):
    """What was rehearsed so far, and what is next."""

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
    _again = 0
    """How many samples were rehearsed again with somebody's dice at their highest."""
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
        heat: Heat | None = None,
    ) -> None:
        """Prepare for `most` samples and some `corners` of whole turns; or for an act, to be foreseen so precisely.

        Equal names give equal rolls; `actor` is who begins. Where no extremes are wanted, one sample may say enough.
        By `heat` the worst are found of many tiles to which an act may lead.
        """
        self.most, self.most_corners = most, corners
        self.kinds: dict[known_level.Darkness, Kept[R]] = {known_level.Darkness.SHUT: Kept()}
        """What was rehearsed, by what the dark is in it; of whatever hangs on more than its walls, each kind."""
        self._first = known_level.Darkness.SHUT
        """The kind in which all is rehearsed: with the dark shut, or where it happens at all."""
        self._asks = 0
        """On which kinds anything hangs, a bit for each."""
        self.exact: list[R] = []
        """A rehearsal for every sequence of rolls of an act, if there are few: samples tell only what comes then."""
        self._name, self._actor, self.precision = name, actor, precision
        self._suffices, self._heat = suffices, heat
        self._most_again = AGAIN if corners == EXTREMES else 0
        self._up: WhoIsUp = lambda: actor
        self._strata: dict[int, trial_rolls.Strata] = {}
        self._specs: list[tuple[Corner, bool]] = []
        """The extremes so far, and whether they are played on."""
        self._hurt: set[tuple[int, int]] = set()
        """Pairs (who was hurt, by whom) seen with the highest dice."""
        self._doubts: list[tuple[known_level.Darkness, int, tuple[int, int]]] = []
        """(kind of darkness, number of the sample, (who was hurt, by whom)), for pairs that no rehearsal with the
        highest dice showed."""
        self._coming = self._plan()

    @property
    def first(self) -> Kept[R]:
        """What was rehearsed where all is: with the dark shut, or where it happens at all."""
        return self.kinds[self._first]

    @property
    def refusal(self) -> str | None:
        """Why it is refused, if it is; something must have been rehearsed."""
        return (self.first.told or self.exact)[0].refusal

    @property
    def is_telling(self) -> bool:
        """Whether there is enough for bounds and for a first guess at the chances."""
        return self.is_decided or self.played >= min(FEWEST, self.most)

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to be rehearsed."""
        is_over = self.precision is not None or (
            self.played >= self.most and len(self._specs) >= min(self.most_corners, EXTREMES)
        )
        return self.is_decided or (is_over and self._is_exhausted)

    def refine(
        self,
        play: Play[R],
        dice: Chance,
        who_is_up: WhoIsUp,
        turns: int = ALL,
        more: More = forever,
    ) -> None:
        """Rehearse at most so many times, as long as there is time for more; once if the game's `dice` are fixed."""
        self._up = who_is_up
        if isinstance(dice, FixedRolls) and not self.first.corners:
            self._play_fixed(play, dice)
        for _ in range(turns):
            if self.is_decided or not more():
                return
            following = next(self._coming, None)
            if following is None and self.precision is None:
                self._coming = self._plan()  # more may have been asked for since
                following = next(self._coming, None)
            self._is_exhausted = following is None
            if following is None:
                return
            self._play(play, following)

    def _play(self, play: Play[R], following: _Next[R]) -> None:
        """Rehearse it once, and note what it hangs on."""
        run = play(following.rolls, dark=following.dark)
        for kept in following.lists:
            kept.append(run)
        self._asks |= run.asks
        self.played += following.is_sample

    def _play_fixed(self, play: Play[R], rng: FixedRolls) -> None:
        """Rehearse the only possible course of things where all dice are fixed."""
        rolls = Rolls(rng, Luck(fixed=True))
        for dark in known_level.KINDS:
            if dark == self._first or self._is_asked(dark):
                kept = self.kinds.setdefault(dark, Kept())
                self._play(play, _Next(rolls, dark, (kept.corners, kept.extremes)))
                self._tell_alone()
        self.is_decided = True

    # --- what came of it

    @property
    def _known(self) -> list[Kept[R]]:
        """What counts for chances and means: what was rehearsed with the dark shut and open."""
        kinds = (
            (self._first,) if self.exact else (known_level.Darkness.SHUT, known_level.Darkness.OPEN)
        )
        return [self.kinds[dark] for dark in kinds if dark in self.kinds]

    @property
    def beyond(self) -> list[R]:
        """All rehearsals in other kinds of darkness, which count for bounds."""
        kinds, is_exact = sorted(self.kinds), bool(self.exact)
        others = (
            dark
            for dark in kinds
            if dark in known_level.FURTHER or (is_exact and dark != self._first)
        )
        return [run for dark in others for run in self.played_in(dark)]

    @property
    def known(self) -> list[R]:
        """All others."""
        if self.exact:
            return self.exact
        found = self._known
        extremes = [run for kept in found for run in kept.extremes]
        return [*extremes, *(run for kept in found for run in kept.samples)]

    def weigh(self) -> list[R]:
        """Give every rehearsal its weight, and list them: extremes count for the bounds and for almost nothing else.

        Further kinds of darkness count for no more.
        """
        beyond = self.beyond
        for each in beyond:
            each.weight = RARE
        share = 1 - RARE * len(beyond)
        if self.exact:
            exact = self.exact
            if beyond:
                exact = [replace(run, weight=run.weight * share) for run in exact]
            return [*exact, *beyond]
        corners = [run for kept in self._known for run in kept.extremes]
        samples = [run for kept in self._known for run in kept.samples]
        for each in corners:
            each.weight = RARE if samples else share / len(corners)
        for each in samples:
            each.weight = (share - RARE * len(corners)) / len(samples)
        return [*corners, *samples, *beyond]

    def futures(self, runs: list[R]) -> list[R]:
        """List those of an act that tell what comes, each with its weight; `runs` are all, weighed."""
        told = [run for run in self.sampled if run.is_followed]
        if not told or not any(run.is_lasting for run in runs):
            return runs
        extremes = [run for kept in self._known for run in kept.extremes]
        wide = [run for run in (*extremes, *self.beyond) if run.is_followed]
        wide += [run for run in self.every if run.is_besides]
        corners = [replace(run, weight=RARE) for run in wide]
        share = (1 - RARE * len(corners)) / len(told)
        return [*corners, *(replace(run, weight=share) for run in told)]

    def seen_as(self, view: Callable[[R], S]) -> "Sampler[S]":
        """Return this with another view of every rehearsal, such as an earlier turn of it; it rehearses nothing."""
        other: Sampler[Any] = copy(self)
        other.kinds = {dark: kept.seen_as(view) for dark, kept in self.kinds.items()}
        return other

    @property
    def every(self) -> list[R]:
        """All rehearsals, whatever the dark is in them."""
        return [run for dark in sorted(self.kinds) for run in self.played_in(dark)]

    @property
    def is_dark(self) -> bool:
        """Whether anything so far hangs on whether the dark is open."""
        return bool(self._asks >> known_level.Darkness.OPEN & 1)

    @property
    def may_be_swayed(self) -> bool:
        """Whether somebody may stand unseen who would keep others from what they do in it."""
        return bool(self._asks & known_level.SWAYS)

    def played_in(self, dark: known_level.Darkness) -> list[R]:
        """Return all rehearsals that were played with the dark of a kind."""
        kept = self.kinds.get(dark)
        if kept is None:
            return []
        if dark == self._first:
            return [*kept.extremes, *kept.samples, *self.exact]
        pairs = zip(kept.samples, self._told_from(dark).samples, strict=False)
        return [*kept.extremes, *(run for run, other in pairs if run is not other)]

    @property
    def sampled(self) -> Sequence[R]:
        """The rehearsals that tell what is likely: the samples, or the only ones there are if no die is rolled."""
        return [run for kept in self._known for run in kept.told]

    @property
    def worlds(self) -> list[list[R]]:
        """The rehearsals that tell what is likely in each kind of darkness."""
        kinds = self.kinds.items()
        return [kept.told for dark, kept in kinds if dark != self._first or not self.exact]

    @property
    def pairs(self) -> Iterator[tuple[R, R]]:
        """Yield what came of equal rolls in two kinds of darkness that differ in nothing else."""
        for dark, kept in self.kinds.items():
            if dark != self._first:
                other = self._told_from(dark)
                yield from zip(other.corners, kept.corners, strict=False)
                yield from zip(other.samples, kept.samples, strict=False)

    # --- plans

    def _plan(self) -> Iterator[_Next[R]]:
        """Yield what to rehearse, in order; it looks at what came of it when it goes on."""
        return self._plan_of_turns() if self.precision is None else self._plan_of_act()

    def _plan_of_turns(self) -> Iterator[_Next[R]]:
        """Yield the mildest and the worst turns, some samples, the other extremes, and more samples."""
        yield from self._extremes_of_turns(FIRST_EXTREMES)
        if self.is_decided:
            return  # a sample besides would count for nearly all, and for one world of the dark only
        yield from self._sampled(FEWEST)
        yield from self._extremes_of_turns(EXTREMES)
        yield from self._doubtful()
        while self.played < self.most:
            yield from self._sampled(BATCH)
            yield from self._doubtful()

    def _plan_of_act(self) -> Iterator[_Next[R]]:
        """Yield every roll if there are few; else extremes of the act and of the turns to come, and samples."""
        assert self.precision is not None
        precision = self.precision
        if not precision.corners:
            yield from self._first_of_few(precision)
        else:
            yield from self._corner(Corner(LOWEST, MILD, LOWEST), ahead=not precision.brief)
            if not self.is_decided and self._scout.ways <= precision.most_exact:
                yield from self._exactly(precision.most_exact)
        if self.is_decided:
            return
        if precision.corners:
            yield from self._extremes_of_act(is_whole=not self.exact)
            yield from self._in_other_kinds()
        if not self.exact or len(self.kinds) > 1 or any(run.is_lasting for run in self.exact):
            yield from self._spread(precision)

    def _first_of_few(self, precision: Precision) -> Iterator[_Next[R]]:
        """Yield the first of a few samples, or every roll if that shows that those are few: no extreme is wanted.

        Comparing many acts, an extreme besides would be a third of the work.
        """
        luck = Luck(sample=0, count=precision.followed)
        strata = trial_rolls.Strata(precision.samples, self._name)
        yield from self._corner(Corner({}, luck, by_chance=0, strata=strata))
        if self.is_decided:
            return
        first = self.first
        rolls, run = first.rolled[0][0].mine, first.corners[0]
        assert isinstance(rolls, trial_rolls.CountedRolls)
        if self._suffices is not None and rolls.asks_for_amounts and not run.is_lasting:
            self.is_decided = self._is_one_world and self._suffices(run)
            if self.is_decided:
                return
        if 1 < rolls.ways <= precision.most_exact:
            yield from self._exactly(precision.most_exact)
        for kept in self.kinds.values():
            kept.samples = [] if self.exact else [*kept.corners]
            kept.corners, kept.extremes = [], []

    def _exactly(self, most: int) -> Iterator[_Next[R]]:
        """Yield every roll of the act with its probability; none if those are more than `most`, or all is too long.

        Nor any if it hangs on the dark: other rolls may be asked for. What was played on besides is kept in any case.
        """
        kept, following, made = self.exact, list[int]() if self._is_one_world else None, 0
        while following is not None:
            script = trial_rolls.ScriptedRolls(following)
            yield _Next(Rolls(script, WORST, ahead=False), self._first, (kept,))
            kept[-1].weight = script.weight
            made += kept[-1].changes
            expected = max(prod(script.options), len(kept))
            is_long = expected > most or made * expected / len(kept) > MOST_CHANGES
            following = None if is_long else script.following()
            if is_long or (following is None and not self._is_one_world):
                self.first.extremes += [run for run in kept if run.is_besides]
                kept.clear()

    # --- kinds of darkness

    @property
    def _is_one_world(self) -> bool:
        """Whether it is enough to rehearse with the dark shut, or where it happens at all."""
        return not self._is_asked(known_level.Darkness.OPEN)

    @property
    def _is_comparing(self) -> bool:
        """Whether no bounds are asked for."""
        return not (self.most_corners if self.precision is None else self.precision.corners)

    def _is_asked(self, dark: known_level.Darkness) -> bool:
        """Return whether what hangs on a kind of darkness is to be rehearsed in that one too."""
        if dark <= self._first or self.alone is False or not self._asks >> dark & 1:
            return False
        return dark not in known_level.FURTHER or not (
            self._is_comparing or self.refusal is not None
        )

    def _told_from(self, dark: known_level.Darkness) -> Kept[R]:
        """Return what another kind of darkness is the same as but for its ground: what is open is floor, or else shut.

        What does not hang on that ground comes to the same in both.
        """
        is_floor = dark in known_level.FURTHER and known_level.Darkness.OPEN in self.kinds
        return self.kinds[known_level.Darkness.OPEN] if is_floor else self.first

    def _unaltered(
        self, dark: known_level.Darkness, which: Literal["corners", "samples"], number: int
    ) -> R | None:
        """Return what an extreme or a sample comes to in any case, if it does not hang on this kind of darkness.

        That may show only with the dark shut: what cuts an area there does not on open ground.
        """
        if dark == self._first:
            return None
        other: R = getattr(self._told_from(dark), which)[number]
        asks = other.asks
        if dark in known_level.FURTHER:
            asks |= getattr(self.first, which)[number].asks
        return None if asks >> dark & 1 else other

    def _in_other_kinds(self) -> Iterator[_Next[R]]:
        """Yield the extremes in all kinds of darkness on which they hang.

        What is refused in one of the first two happens in the other alone.
        """
        for dark in known_level.KINDS:
            if self._is_asked(dark):
                yield from self._extremes_in(dark)
                self._tell_alone()

    def _extremes_in(self, dark: known_level.Darkness) -> Iterator[_Next[R]]:
        """Yield the extremes so far with the dark of a kind, but for those that cannot differ from others."""
        kept = self.kinds.setdefault(dark, Kept())
        is_first = dark == self._first
        most = len(self._specs) if is_first or self.precision else ELSEWHERE
        for corner, ahead in self._specs[len(kept.corners) : most]:
            other = self._unaltered(dark, "corners", len(kept.corners))
            if other is not None:
                kept.corners.append(other)
                continue
            rng, luck = corner.rolls(self._up, self._actor), corner.luck
            for former in kept.rolled:
                if _is_settled(*former, rng, luck):
                    kept.corners.append(former[-1])
                    break
            else:
                yield _Next(Rolls(rng, luck, ahead), dark, (kept.corners, kept.extremes))
                run = kept.corners[-1]
                kept.rolled.append((rng, luck, run))
                if len(kept.corners) == 1:
                    kept.is_certain = rng.is_certain and not run.is_lasting
                self._hurt |= hurt_in(run) if rng.is_highest else set()

    def _tell_alone(self) -> None:
        """Note if it happens only with the dark open, or only with it shut; the other does not count then."""
        if known_level.Darkness.OPEN in self.kinds and self._first == known_level.Darkness.SHUT:
            first_two = [self.kinds[dark] for dark in sorted(self.kinds)[:2]]
            shut, wide = ((kept.corners or kept.samples)[0].refusal for kept in first_two)
            if shut != wide:
                self.alone = shut is not None
                self._first = known_level.Darkness.OPEN if self.alone else known_level.Darkness.SHUT
                self.kinds = {self._first: self.first}

    # --- extremes

    def _corner(self, corner: "Corner", *, ahead: bool = True) -> Iterator[_Next[R]]:
        """Yield an extreme, unless it cannot differ from one before; the first, wherever it may be another.

        The first is enough if no die is rolled, or if it is refused. A turn with dice goes on before it is rehearsed in
        other kinds of darkness: what begins it is done again for each of them.
        """
        self._specs.append((corner, ahead))
        yield from self._extremes_in(self._first)
        may_suffice = self.first.is_certain or self.refusal is not None
        if len(self._specs) == 1 and (may_suffice or self.precision is not None):
            yield from self._in_other_kinds()
            is_certain = all(kept.is_certain for kept in self.kinds.values())
            self.is_decided = is_certain or self.refusal is not None

    def _extremes_of_turns(self, most: int) -> Iterator[_Next[R]]:
        """Yield the first `most` extremes that are wanted."""
        while not self.is_decided and len(self._specs) < min(most, self.most_corners):
            yield from self._corner(EXTREME_TURNS[len(self._specs)])
        if not self.is_decided:
            yield from self._in_other_kinds()

    def _extremes_of_act(self, *, is_whole: bool) -> Iterator[_Next[R]]:
        """Yield dice high and low, chances succeeding and failing, and each option of a pick, besides the lowest.

        Where blows may miss or chances decide, some outcomes need a middle roll: a stun that only takes those who
        survive the blow. So rolls to hit and other dice are tried at different extremes, each chance succeeds alone.
        Where every roll of the act was tried (not `is_whole`), only the turns to come are left.
        """
        if not is_whole and not any(run.is_lasting for run in self.exact):
            return
        yield from self._corner(Corner(HIGHEST, WORST))
        scout = self._scout  # what the highest dice asked for
        if self.first.corners[-1].killed:
            # Whoever lives may let something loose, and flee from it.
            yield from self._corner(Corner(SPARED, WORST))
        is_far = max(scout.most_picks, self._scout.most_picks) > MOST_PICKS
        dreads = {"dreads": self._heat()} if self._heat is not None and is_far else {}
        yield from self._corner(Corner({**HIGHEST, **dreads}, WORST))
        yield from self._extremes_to_come(scout, dreads)
        if is_whole:
            for corner in self._corners_of(scout):
                yield from self._corner(Corner(corner, WORST), ahead=False)

    def _extremes_to_come(
        self, scout: trial_rolls.ExtremeRolls, dreads: dict[str, Any]
    ) -> Iterator[_Next[R]]:
        """Yield the extremes of turns to come, if dice fall in them; of many tiles the worst are picked."""
        assert self.precision is not None
        if self.precision.brief or not any(run.is_lasting for run in self.first.corners):
            return
        lowest, highest = {**LOWEST, **dreads}, {**HIGHEST, **dreads}
        yield from self._corner(Corner(highest, UNLUCKIEST))
        yield from self._corner(Corner(LOWEST, LEAST, LOWEST))
        yield from self._corner(Corner(lowest, QUENCHING, LOWEST))
        yield from self._corner(Corner(highest, LAST))
        yield from self._corner(Corner(highest, WORST_BY_CHANCE))
        for pick in range(1, min(scout.most_picks, MOST_PICKS)):
            yield from self._corner(Corner({**highest, "pick": pick}, WORST))
        yield from self._corner(Corner(lowest, WORST))
        coming = [run.coming for run in self.first.corners if run.coming is not None]
        if any(each.drifts for each in coming):
            yield from self._corner(Corner(lowest, MELTING))
        elif any(each.is_warded for each in coming):
            yield from self._corner(Corner(highest, LATE))
            yield from self._corner(Corner(highest, LATER))
        if any(run.breaks_off for run in self.first.corners):
            yield from self._corner(Corner({**SPARED, **dreads}, WORST))
            yield from self._corner(Corner({**GRAZING, **dreads}, WORST))
            yield from self._corner(Corner(lowest, LAST))
            yield from self._corner(Corner(lowest, SINGEING))
            yield from self._corner(Corner(lowest, SMOULDERING))
            yield from self._corner(Corner({**SPARED, **dreads}, SINGEING))
            yield from self._corner(Corner(highest, SPARING))

    def _corners_of(self, scout: trial_rolls.ExtremeRolls) -> Iterator[dict[str, Any]]:
        """Yield the extremes of an act, by what its highest dice asked for."""
        for pick in range(min(scout.most_picks, MOST_PICKS)):
            for high, lucky in product((False, True), repeat=2):
                yield {"high": high, "lucky": lucky, "pick": pick}
        for pick in range(MOST_PICKS, min(scout.most_picks, MOST_PLACES)):
            yield {**HIGHEST, "pick": pick}
        if scout.has_rolled_to_hit or scout.chances:
            for dice, lucky in product((0.0, 0.5), (False, True)):
                yield {"high": True, "lucky": lucky, "dice": dice}
            for only in range(min(scout.chances, MOST_CHANCES)):
                yield {"high": True, "lucky": False, "dice": 0.5, "only": only}
        yield from self._mild_at_first()
        if scout.has_rolled_to_hit and scout.first_ways > 1:
            yield from self._harms_of_the_blow(scout)

    def _mild_at_first(self) -> Iterator[dict[str, Any]]:
        """Yield the lowest dice for all that the mildest act asks for, or for the first few, and the highest besides.

        Whom an act hurts little may answer it with all their might, and a hard one kills them. Where the mildest dice
        bring forth several, and the hardest not as many, perhaps each of some divides by itself.
        """
        mildest = self.first.rolled[0][0].mine
        assert isinstance(mildest, trial_rolls.ExtremeRolls)
        if mildest.chances:
            yield {**HIGHEST, "mild": mildest.dice_rolled}
        mild, hard = (run.facts.get(NOBODY, {}) for run in self.first.corners[:2])
        if any(type(fact) is Appears and fact.count > 1 for fact in mild.keys() - hard.keys()):
            for few in range(1, min(mildest.dice_rolled, MOST_PICKS)):
                yield {**HIGHEST, "mild": few}

    def _harms_of_the_blow(self, scout: trial_rolls.ExtremeRolls) -> Iterator[dict[str, Any]]:
        """Yield every face of a blow's first die, with everything else that its weapon does at its highest.

        Only a blow that leaves its victim few hit points lets a thirsty blade drink the last of them, and so kill.
        """
        yield {**HIGHEST, "first": 0}
        if self._scout.dice_rolled > 1:
            for face in range(1, min(scout.first_ways, MOST_FACES)):
                yield {**HIGHEST, "first": face}

    @property
    def _scout(self) -> trial_rolls.ExtremeRolls:
        """The own dice of the latest extreme, which know what they were asked for."""
        latest = self.first.rolled[-1][0].mine
        assert isinstance(latest, trial_rolls.ExtremeRolls)
        return latest

    # --- samples

    def _taken(
        self, until: int, rolls: Callable[[int], Rolls], followed: int = ALL
    ) -> Iterator[_Next[R]]:
        """Yield samples in all kinds of darkness on which they hang; in further ones only those that are `followed`."""
        for dark in known_level.KINDS:
            if dark == self._first or self._is_asked(dark):
                most = min(until, followed) if dark in known_level.FURTHER else until
                yield from self._samples_in(dark, most, rolls)

    def _samples_in(
        self, dark: known_level.Darkness, most: int, rolls: Callable[[int], Rolls]
    ) -> Iterator[_Next[R]]:
        """Yield the samples up to a number with the dark of a kind, but for those that cannot differ from others."""
        kept = self.kinds.setdefault(dark, Kept())
        for number in range(len(kept.samples), most):
            other = self._unaltered(dark, "samples", number)
            if other is not None:
                kept.samples.append(other)
            elif kept.is_certain:
                kept.samples.append(kept.rolled[0][-1])
                kept.extremes = []
            else:
                yield _Next(rolls(number), dark, (kept.samples,), is_sample=True)

    def _spread(self, precision: Precision) -> Iterator[_Next[R]]:
        """Yield evenly spread samples of an act; the first few are played on, and evenly spread by themselves."""
        first, most = self.first, self._followed
        begun = first.told or self.exact
        extremes = first.extremes
        alone = (extremes[0].differs_in_amounts_alone(other) for other in extremes[1:])
        is_alike = len(extremes) > 1 and all(alone)
        deserved = ENOUGH_FOR_MEANS if is_alike else precision.fewest
        many = (count for most, count in SAMPLES if begun[-1].changes <= most)
        count = precision.samples or max(next(many, 0), deserved)
        self.is_rough = not (is_alike or self.exact) and count < ENOUGH
        if self.exact:
            count = most
        elif any(run.is_lasting for run in begun):
            count = max(count, most)
        # This must divide the samples evenly: four of 16, three of six.
        followed = max(few for few in range(1, most + 1) if count % few == 0)
        strata = trial_rolls.Strata(count, self._name, count // followed)
        like = first.corners[0] if is_alike and len(self.kinds) == 1 else None

        def rolls(number: int) -> Rolls:
            """Return the rolls of a sample."""
            luck = Luck(sample=number % followed, count=followed)
            return Rolls(strata.sample(number), luck, number < followed, like)

        yield from self._taken(count, rolls, followed)

    @property
    def _followed(self) -> int:
        """How many samples are played on: many, if the player wants it exact and that takes no longer."""
        assert self.precision is not None
        followed = self.precision.followed
        cost = max((run.steps for run in self.first.corners), default=0)
        return (
            followed
            if followed < BATCH
            else max(followed, min(MOST_FOLLOWED, MOST_CHANGES // max(1, cost)))
        )

    def _sampled(self, most: int) -> Iterator[_Next[R]]:
        """Yield samples until there are `most` more rehearsals of the batch, or all that are wanted."""
        until = min(self.most, self.played - self.played % BATCH + most)
        # Of those that hang on the dark, as many fewer: they are to be evenly spread as well.
        kinds = 1 + sum(map(self._is_asked, known_level.KINDS))
        self._many = self._many or -(-min(self.most, BATCH) // kinds)
        while self.played < until:
            begun = {dark: len(kept.samples) for dark, kept in self.kinds.items()}
            left = -(-(until - self.played) // (1 + sum(map(self._is_asked, known_level.KINDS))))
            yield from self._taken(len(self.first.samples) + min(CHUNK, left), self._rolls)
            self._doubts += [
                (dark, number, pair)
                for dark, kept in self.kinds.items()
                for number in range(begun.get(dark, 0), len(kept.samples))
                for pair in sorted(hurt_in(kept.samples[number]) - self._hurt)
            ]

    def _rolls(self, number: int) -> Rolls:
        """Return the rolls of a sample; there are few lucks, since what comes anyway by each is kept."""
        return Rolls(self._luck(number), Luck(sample=number % BATCH, count=BATCH))

    def _luck(self, number: int) -> Chance:
        """Return the rolls of a sample: evenly spread among those of its batch, as all batches are."""
        batch, place = divmod(number, self._many)
        if batch not in self._strata:
            name = f"{self._name}/{batch}" if batch else self._name
            self._strata[batch] = trial_rolls.Strata(self._many, name, batch=batch)
        return self._strata[batch].noted(place, self._up)

    def _doubtful(self) -> Iterator[_Next[R]]:
        """Yield doubtful samples again; it waits until a first estimate is shown, as it seldom raises a bound much."""
        for dark, number, pair in self._doubts:
            if pair not in self._hurt and self._again < self._most_again:
                self._again += 1
                highest = trial_rolls.HighestDice(self._luck(number), partial(self._is_up, pair[1]))
                extremes = self.kinds[dark].extremes
                yield _Next(Rolls(highest, WORST), dark, (extremes,))
                self._hurt |= {pair, *hurt_in(extremes[-1])}
        self._doubts.clear()

    def _is_up(self, entity: int) -> bool:
        """Return whether it is a given creature's turn at this point of the rehearsal."""
        return self._up() == entity


def hurt_in(run: Run) -> set[tuple[int, int]]:
    """Return the pairs (who was hurt, by whom) of a rehearsal."""
    return {(hurt, by) for hurt, losses in run.losses.items() for by in losses}


class Corner(Record):
    """An extreme: how the dice of whoever begins fall, those of the turns to come, and those of everybody else."""

    mine: dict[str, Any]
    luck: Luck
    theirs: dict[str, Any] = field(default_factory=lambda: HIGHEST)
    by_chance: int = -1
    """The number of the sample by which all falls but the others' dice, which are the highest; -1 for none."""
    strata: trial_rolls.Strata | None = None
    """The samples of which it is that one, all dice included: no extreme, but what comes first."""

    def rolls(self, who_is_up: WhoIsUp, actor: int) -> "TwoSides":
        """Return fresh rolls of both sides."""
        if self.strata is not None:
            counted = trial_rolls.CountedRolls(self.strata.sample(self.by_chance))
            return TwoSides(who_is_up, actor, counted, counted)
        if self.by_chance >= 0:
            luck = trial_rolls.Strata(HIGH_BY_LUCK, "worst").sample(self.by_chance, who_is_up)
            return TwoSides(who_is_up, actor, luck, trial_rolls.HighestDice(luck))
        mine = trial_rolls.ExtremeRolls(**self.mine)
        theirs = trial_rolls.ExtremeRolls(**self.theirs)
        return TwoSides(who_is_up, actor, mine, theirs)


def _extremes() -> Iterator[Corner]:
    """Yield the mildest turn, then the worst, then others: the player's rolls and the others' opposed, and alike.

    The first asks for every die there is; in the others clouds drift to the extremes, without a die. At the end the
    others' dice are the highest while chance decides the rest.
    """
    yield Corner(LOWEST, MILD, LOWEST)
    for pick in (0, 1):
        for mine in (LOWEST, HIGHEST):
            yield Corner(mine, WORST, {**HIGHEST, "pick": pick})
    for mine in (LOWEST, HIGHEST):
        yield Corner(mine, LEAST, LOWEST)
    yield Corner(GRAZING, WORST, LOWEST)
    yield Corner(LOWEST, UNLUCKIEST, UNLUCKY)
    for number in range(HIGH_BY_LUCK):
        yield Corner({}, WORST, by_chance=number)


EXTREME_TURNS = tuple(_extremes())
"""The extremes of whole turns, in their order."""


class TwoSides:
    """A substitute for chance that rolls for the player in one way and for everybody else in another."""

    def __init__(self, who_is_up: WhoIsUp, player: int, mine: Chance, theirs: Chance) -> None:
        """Take the rolls of the player, and those of everybody else."""
        self._who_is_up, self._player, self.mine, self.theirs = who_is_up, player, mine, theirs

    @property
    def is_certain(self) -> bool:
        """Whether no die was rolled, so that any other sample would be the same turn."""
        return all(
            isinstance(way, trial_rolls.ExtremeRolls | trial_rolls.CountedRolls) and way.ways == 1
            for way in (self.mine, self.theirs)
        )

    @property
    def is_highest(self) -> bool:
        """Whether both sides rolled their highest dice."""
        return all(
            isinstance(way, trial_rolls.ExtremeRolls) and way.dice == 1.0
            for way in (self.mine, self.theirs)
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
    is_alike = luck.spares is former_luck.spares and (luck.drift == former_luck.drift or not drifts)
    return is_alike and run.dice is not None and _settles(run.dice, luck.extreme)


def _settles(former: Chance, other: Chance) -> bool:
    """Return whether other rolls of one side would give the same results as the former ones."""
    if not isinstance(former, trial_rolls.ExtremeRolls):
        return False
    if isinstance(other, trial_rolls.ExtremeRolls):
        return former.has_settled(other)
    is_luckless = not former.chances and former.most_picks == 1
    highest = is_luckless and former.to_hit == former.dice == 1.0
    return former.ways == 1 or (highest and isinstance(other, trial_rolls.HighestDice))
