"""Substitutes for chance in a rehearsal: every roll in turn, the extreme rolls, and evenly spread samples.

The forecast rolls with them, so that its bounds come from the dice and not from luck.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, count
from typing import Any, TypeVar

from roguelike.core.rng import CHECK_SIDES, Chance, Stream, scattered

T = TypeVar("T")


@lru_cache(maxsize=256)
def chances_of_totals(count: int, sides: int) -> tuple[float, ...]:
    """Return the probability of each sum of `count` dice numbered 0 .. sides - 1, the lowest sum first."""
    chances = [1.0]
    for _ in range(count):
        running, sums = 0.0, []
        for place in range(len(chances) + sides - 1):
            running += chances[place] if place < len(chances) else 0.0
            running -= chances[place - sides] if place >= sides else 0.0
            sums.append(running / sides)
        chances = sums
    return tuple(chances)


@lru_cache(maxsize=256)
def _up_to(count: int, sides: int) -> tuple[float, ...]:
    """Return the probability that the sum is at most each value."""
    return tuple(accumulate(chances_of_totals(count, sides)))


class ScriptedRolls:
    """A substitute for chance that follows a list of choices, for trying all of them in turn."""

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

    def total(self, count: int, sides: int) -> int:
        """Return the next scripted sum: the dice of one roll are tried together, weighted by each sum's probability."""
        if sides <= 1:
            return 0
        chances = chances_of_totals(count, sides)
        total = self._take(len(chances))
        self.weight *= chances[total]
        return total

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


NONE: Mapping[Any, int] = {}


class ExtremeRolls:
    """A substitute for chance that rolls as low or high as possible, or in between; it counts the rolls requested."""

    def __init__(
        self,
        *,
        high: bool,
        lucky: bool,
        pick: int = 0,
        dice: float | None = None,
        only: int | None = None,
        first: int | None = None,
        mild: int = 0,
        dreads: Mapping[Any, int] = NONE,
    ) -> None:
        """Choose the corner.

        Args:
            high: whether rolls to hit are the highest; all other dice too, unless `dice` is given.
            lucky: whether chances succeed.
            pick: the index of the option taken at every pick.
            dice: where dice other than those to hit fall: 0.0 is the lowest roll, 1.0 the highest.
            only: the index of the one chance that succeeds, instead of `lucky`.
            first: the result of the first roll other than those to hit, counted from 0, instead of `dice`.
            mild: how many of the first rolls other than those to hit are the lowest.
            dreads: how bad each of some tiles is: of these alone one is picked, 0 being the worst.
        """
        self.to_hit = 1.0 if high else 0.0
        self.dice = self.to_hit if dice is None else dice
        self.lucky, self.pick, self.only, self.first = lucky, pick, only, first
        self.mild, self.dreads = mild, dreads
        self.ways = 1
        """How many different sequences of rolls were possible: 1 as long as no die is rolled."""
        self.most_picks = 1
        self.chances = 0
        self.has_rolled_to_hit = False
        self.first_ways = 1
        """How many results the first roll other than those to hit could have had."""
        self.dice_rolled = 0
        """How many times dice other than those to hit were rolled."""

    def has_settled(self, other: "ExtremeRolls") -> bool:
        """Return whether another corner would give the same result: nothing was rolled in which the two differ."""
        return (
            (self.to_hit == other.to_hit or not self.has_rolled_to_hit)
            and (
                (self.dice, self.first, self.mild) == (other.dice, other.first, other.mild)
                or not self.dice_rolled
            )
            and ((self.lucky, self.only) == (other.lucky, other.only) or not self.chances)
            and ((self.pick, self.dreads) == (other.pick, other.dreads) or self.most_picks == 1)
        )

    def below(self, count: int) -> int:
        """Return the roll of this corner."""
        self.ways *= max(1, count)
        if count == CHECK_SIDES:
            self.has_rolled_to_hit = True
            return int(self.to_hit * (count - 1))
        return self._roll(count - 1)

    def total(self, count: int, sides: int) -> int:
        """Return the sum in this corner."""
        most = count * (sides - 1)
        self.ways *= max(1, most + 1)
        return self._roll(most)

    def _roll(self, most: int) -> int:
        """Return the result of dice with a range of 0 .. `most` in this corner."""
        self.dice_rolled += 1
        if self.dice_rolled == 1:
            self.first_ways = most + 1
            if self.first is not None:
                return min(self.first, most)
        return 0 if self.dice_rolled <= self.mild else int(self.dice * most + 0.5)

    def chance(self, percent: float) -> bool:
        """Return whether a chance succeeds in this corner; certainty stays certain."""
        if percent <= 0 or percent >= 100:
            return percent > 0
        self.ways *= 2
        self.chances += 1
        return self.lucky if self.only is None else self.chances - 1 == self.only

    def choice(self, options: Sequence[T]) -> T:
        """Return the option with index `pick`, wrapping around at the end."""
        self.ways *= len(options)
        self.most_picks = max(self.most_picks, len(options))
        if self.dreads:
            bad = [each for each in options if isinstance(each, tuple) and each in self.dreads]
            options = sorted(bad, key=lambda tile: -self.dreads[tile]) or options
        return options[self.pick % len(options)]


class _Orders:
    """The shares of successive rolls, one per sample, drawn when they are first needed."""

    def __init__(self, name: str, count: int, slices: int, at: float, key: int) -> None:
        """Use one stream for all of them: seeding one takes longer than drawing a dozen rolls."""
        self._stream, self._count, self._slices = Stream(name, str(key)), count, slices
        self._at = at
        self.drawn: list[tuple[float, ...]] = []

    def draw(self) -> None:
        """Shuffle the shares of one more roll: each slice gets one of every `slices` neighbours."""
        count, slices, stream = self._count, self._slices, self._stream
        parts: list[list[float]] = [[] for _ in range(slices)]
        for first in range(0, count, slices):
            neighbours = list(range(first, first + slices))
            stream.shuffle(neighbours)
            for part, place in zip(parts, neighbours, strict=True):
                part.append((place + self._at) / count)
        for part in parts:
            stream.shuffle(part)
        self.drawn.append(tuple(share for part in parts for share in part))


_orders = lru_cache(maxsize=512)(_Orders)
"""Cached because most questions are asked several times: at every move of the cursor."""


class CountedRolls:
    """A substitute for chance that follows another source, and counts the sequences of rolls that were possible."""

    def __init__(self, luck: Chance) -> None:
        """Roll with the chances of a source of dice."""
        self._luck = luck
        self.ways = 1
        self.asks_for_amounts = True
        """Whether no number but sums of dice was asked for: nothing was hit, chosen or left to chance."""

    def below(self, count: int) -> int:
        """Return an integer from 0 to count - 1."""
        self.ways *= max(1, count)
        self.asks_for_amounts &= count <= 1
        return self._luck.below(count)

    def total(self, count: int, sides: int) -> int:
        """Return the sum of some dice, each counted from 0."""
        self.ways *= max(1, count * (sides - 1) + 1)
        return self._luck.total(count, sides)

    def chance(self, percent: float) -> bool:
        """Return whether an event with this probability in percent happens; certain ones are no roll."""
        self.ways *= 1 + (0 < percent < 100)
        self.asks_for_amounts &= not 0 < percent < 100
        return self._luck.chance(percent)

    def choice(self, options: Sequence[T]) -> T:
        """Return one of some options."""
        self.ways *= len(options)
        self.asks_for_amounts &= len(options) == 1
        return self._luck.choice(options)


class HighestDice:
    """A substitute for chance whose dice fall as high as possible, while chances, ways and picks follow another source.

    It finds the worst outcome that the extreme corners never reach, such as that of a spell that needs the second of
    three chances to succeed. The dice of the other source are rolled too and ignored, so a sample that is played again
    takes the same course.
    """

    def __init__(self, luck: Chance, whenever: Callable[[], bool] = lambda: True) -> None:
        """Take the source for chances, ways and picks, and a condition for highest dice (default: always)."""
        self._luck, self._whenever = luck, whenever

    def below(self, count: int) -> int:
        """Return the highest roll to hit; any other number, such as a stumble's direction, comes from the source."""
        rolled = self._luck.below(count)
        return count - 1 if count == CHECK_SIDES and self._whenever() else rolled

    def total(self, count: int, sides: int) -> int:
        """Return the highest sum of `count` dice, each counted from 0."""
        rolled = self._luck.total(count, sides)
        return count * (sides - 1) if self._whenever() else rolled

    def chance(self, percent: float) -> bool:
        """Return whether an event with this probability in percent happens, according to the source."""
        return self._luck.chance(percent)

    def choice(self, options: Sequence[T]) -> T:
        """Return one of some options, according to the source."""
        return self._luck.choice(options)


class Tossed:
    """A substitute for chance whose dice lie where they fall: each depends on its place, and how often it fell there.

    So whatever happens elsewhere before, a roll comes out as it would have. Over all samples the rolls of one die are
    evenly spread: each sample has its own part of 0..1, a multiple and a shift of its number, and each die its own
    place within that. In the middle of eight parts no chance of 30 percent would be more than a quarter.
    """

    def __init__(self, key: int, place: Callable[[], int], sample: int, count: int) -> None:
        """Roll for one of `count` samples; `place` tells where the next die falls, in this turn."""
        self._key, self._place, self._sample, self._count = key, place, sample, count
        self._here = self._rolls = 0

    def _share(self) -> float:
        """Return this sample's part of the next roll in this place."""
        here = self._place()
        if here != self._here:
            self._here, self._rolls = here, 0
        self._rolls += 1
        bits = scattered(self._key, here, self._rolls)
        part = ((bits & 0xFFFF | 1) * self._sample + (bits >> 20)) % self._count
        return (part + ((bits >> 56) + 0.5) / 256) / self._count

    def below(self, count: int) -> int:
        """Return an integer from 0 to count - 1."""
        return int(self._share() * count) if count > 1 else 0

    def total(self, count: int, sides: int) -> int:
        """Return the sum of some dice: one share decides it."""
        return bisect_right(_up_to(count, sides), self._share()) if sides > 1 else 0

    def chance(self, percent: float) -> bool:
        """Return whether an event with this probability, in percent, happens; certain events use no roll."""
        if percent <= 0 or percent >= 100:
            return percent > 0
        return self._share() * 100 < percent

    def choice(self, options: Sequence[T]) -> T:
        """Pick one of the options with equal probability."""
        return options[int(self._share() * len(options))]


class Strata:
    """Rolls of `count` evenly spread samples: for the nth roll, each sample has its own share in 0..1.

    A share is the middle of its interval, so that two equally likely results of a roll are shown as equally likely.
    Sixteen such samples estimate a mean better than sixty-four independent ones (Latin hypercube sampling: McKay,
    Beckman and Conover 1979). Rolls are grouped by a key, such as whose turn it is: after the first branch the nth roll
    of two samples is no longer about the same thing, but the nth roll of one creature usually is.

    In `slices` of equal size, the samples of each slice are evenly spread by themselves, too (sliced Latin hypercubes:
    Qian 2012): so the first slice is a fair first estimate, or enough for what takes long.

    Where nobody knows how many there will be, each further `batch` takes the shares halfway between those before it
    (van der Corput 1935), so that all together are evenly spread: with the same again a chance would stay as wrong.
    """

    def __init__(self, count: int, name: str, slices: int = 1, batch: int = 0) -> None:
        """Prepare `count` samples, a multiple of `slices`; equal names give equal rolls."""
        self.count, self._name, self._slices = count, name, slices
        self._at, part, left = 0.0, 0.5, batch + 1
        while left:
            self._at, part, left = self._at + part * (left & 1), part / 2, left >> 1
        self._orders: dict[int, _Orders] = {}

    def shares(self, key: int, roll: int) -> tuple[float, ...]:
        """Return the share of a roll in each sample, in 0..1: the `roll`th of those with this `key`."""
        return self._drawn(key, roll)[roll]

    def _drawn(self, key: int, roll: int) -> list[tuple[float, ...]]:
        """Return the shares of all rolls with a `key` drawn so far, at least up to the `roll`th."""
        orders = self._orders.get(key)
        if orders is None:
            orders = self._orders[key] = _orders(
                self._name, self.count, self._slices, self._at, key
            )
        while len(orders.drawn) <= roll:
            orders.draw()
        return orders.drawn

    def sample(self, number: int, key: Callable[[], int] | None = None) -> "StratifiedRolls":
        """Return the substitute for chance of a sample; `key` returns the key of the next roll (always 0 if None)."""
        if key is None:
            return StratifiedRolls(self._falling(0, number))
        return StratifiedRolls(self._falling_by_key(key, number, [0]))

    def noted(self, number: int, key: Callable[[], int]) -> "NotedRolls":
        """Return the same, which keeps every roll."""
        now = [0]
        return NotedRolls(self._falling_by_key(key, number, now), now)

    def _falling(self, key: int, number: int) -> Iterator[float]:
        """Yield the shares of successive rolls with a `key` in one sample."""
        drawn = self._drawn(key, 0)
        for roll in count():
            if roll == len(drawn):
                self._drawn(key, roll)
            yield drawn[roll][number]

    def _falling_by_key(
        self, key: Callable[[], int], number: int, told: list[int]
    ) -> Iterator[float]:
        """Yield the shares of successive rolls in one sample; `key` is called for the key of each, which is `told`."""
        fallen: dict[int, int] = {}
        drawn: dict[int, list[tuple[float, ...]]] = {}
        while True:
            now = told[0] = key()
            roll = fallen.get(now, 0)
            fallen[now] = roll + 1
            if not roll:
                drawn[now] = self._drawn(now, 0)
            elif roll == len(drawn[now]):
                self._drawn(now, roll)
            yield drawn[now][roll][number]


class StratifiedRolls:
    """The rolls of one sample of several, each of which rolls in its own part of 0..1."""

    def __init__(self, shares: Iterator[float]) -> None:
        """Roll by the shares of one of the samples of `Strata`: calling an iterator's own method is the cheapest."""
        self._next = shares.__next__

    def below(self, count: int) -> int:
        """Return an integer from 0 to count - 1."""
        return int(self._next() * count)

    def total(self, count: int, sides: int) -> int:
        """Return the sum of some dice: one share decides it, so that the samples' sums are evenly spread too."""
        return bisect_right(_up_to(count, sides), self._next())

    def chance(self, percent: float) -> bool:
        """Return whether an event with this probability, in percent, happens; certain events use no roll."""
        if percent <= 0 or percent >= 100:
            return percent > 0
        return self._next() * 100 < percent

    def choice(self, options: Sequence[T]) -> T:
        """Pick one of the options with equal probability."""
        return options[int(self._next() * len(options))]


Die = tuple[str, float, int]
"""What was rolled: ("below", faces, 0), ("total", dice, sides), ("chance", percent, 0)."""
Roll = tuple[int, Die, int]
"""Whose roll it was, by key; the die, and how it fell, counted from 0."""


def odds_of(die: Die) -> Sequence[float]:
    """Return the probability of each way in which a die may fall."""
    kind, size, sides = die
    match kind:
        case "total":
            return chances_of_totals(int(size), sides)
        case "chance":
            return 1 - size / 100, size / 100
        case _:
            return (1 / size,) * int(size)


class NotedRolls(StratifiedRolls):
    """The rolls of one sample that are kept, so that those of several samples can be told apart by them."""

    def __init__(self, shares: Iterator[float], key: list[int]) -> None:
        """Roll by these shares; before each of them its key is put into a list."""
        super().__init__(shares)
        self._key = key
        self.rolled: list[Roll] = []

    def below(self, count: int) -> int:
        """Return an integer from 0 to count - 1."""
        value = int(self._next() * count)
        self.rolled.append((self._key[0], ("below", count, 0), value))
        return value

    def total(self, count: int, sides: int) -> int:
        """Return the sum of some dice."""
        value = bisect_right(_up_to(count, sides), self._next())
        self.rolled.append((self._key[0], ("total", count, sides), value))
        return value

    def chance(self, percent: float) -> bool:
        """Return whether an event with this probability, in percent, happens."""
        if percent <= 0 or percent >= 100:
            return percent > 0
        happens = self._next() * 100 < percent
        self.rolled.append((self._key[0], ("chance", percent, 0), happens))
        return happens

    def choice(self, options: Sequence[T]) -> T:
        """Pick one of the options with equal probability."""
        place = int(self._next() * len(options))
        self.rolled.append((self._key[0], ("below", len(options), 0), place))
        return options[place]
