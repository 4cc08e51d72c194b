"""Seeded random numbers: every roll in the rules is drawn from a named stream derived from the game's seed.

All rolls use a few primitives, `below`, `total`, `chance` and `choice`, so that the forecast can substitute a stream
and try the extreme rolls, or all of them.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from random import Random
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")
PERCENT = 100
CHECK_SIDES = 20
"""Sides of the die of every check: to hit, to steal, to disarm. Trial rolls use this to tell checks from damage."""
MIDDLE = 0.5


class Chance(Protocol):
    """The interface that rules roll with: a real stream, or the forecast's substitute."""

    def below(self, count: int) -> int:
        """Return an integer from 0 to count - 1."""

    def total(self, count: int, sides: int) -> int:
        """Return the sum of `count` integers from 0 to sides - 1 each; the single dice of a roll are never needed."""

    def chance(self, percent: float) -> bool:
        """Return whether an event with this probability, in percent, happens."""

    def choice(self, options: Sequence[T]) -> T:
        """Pick one of the options with equal probability."""


class Stream:
    """One seeded stream of random numbers."""

    __slots__ = ("_draw", "_random")

    def __init__(self, seed: int | str, name: str = "") -> None:
        """Derive the stream called `name` from the game's seed."""
        self._random = Random(f"{seed}/{name}")
        self._draw = self._random.random

    def below(self, count: int) -> int:
        """Return an integer from 0 to count - 1."""
        return int(self._draw() * count)

    def total(self, count: int, sides: int) -> int:
        """Return the sum of `count` integers from 0 to sides - 1 each."""
        draw, total = self._draw, 0
        for _ in range(count):
            total += int(draw() * sides)
        return total

    def chance(self, percent: float) -> bool:
        """Return whether an event with this probability, in percent, happens."""
        return self._draw() * 100 < percent

    def choice(self, options: Sequence[T]) -> T:
        """Pick one of the options with equal probability."""
        return options[int(self._draw() * len(options))]

    def between(self, low: int, high: int) -> int:
        """Return an integer from low to high, both included."""
        return low + int(self._draw() * (high - low + 1))

    def die(self, sides: int) -> int:
        """Roll one die: 1 to sides."""
        return int(self._draw() * sides) + 1

    def fraction(self) -> float:
        """Return a number in 0 <= x < 1."""
        return self._draw()

    def shuffle(self, items: list[T]) -> None:
        """Shuffle the list in place (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = int(self._draw() * (last + 1))
            items[last], items[other] = items[other], items[last]

    def numpy_seed(self) -> int:
        """Draw a 63-bit seed for a bulk generator of map noise."""
        return self._random.getrandbits(63)

    def state(self) -> list[int]:
        """Return the state as plain integers, for saves and hashes."""
        _, words, _ = self._random.getstate()
        return list(words)

    @property
    def place(self) -> int:
        """The position of the stream in its block of 624 numbers; after other draws it is hardly ever the same."""
        place: int = self._random.getstate()[1][-1]
        return place

    def restore(self, state: Sequence[int]) -> None:
        """Continue from a state that `state` returned."""
        self._random.setstate((3, tuple(state), None))


class FixedRolls(Stream):
    """Dice that never vary: every roll is its middle, rounded up, and any chance above half succeeds.

    So players know exactly what everything does: a forecast is a single figure, and the reply is the turn.
    """

    __slots__ = ()

    def __init__(self) -> None:
        """Draw the middle of 0..1, always."""
        super().__init__("fixed")
        self._draw = lambda: MIDDLE

    def total(self, count: int, sides: int) -> int:
        """Return the middle of the sums, rounded up."""
        return (count * (sides - 1) + 1) // 2


_BITS = 0xFFFF_FFFF_FFFF_FFFF


def scattered(key: int, first: int, second: int) -> int:
    """Return 64 bits that look random but depend only on three numbers, so that they can be known in advance.

    The numbers are spread by odd multipliers and mixed by the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
    """
    bits = (key + first * 0x9E37_79B9_7F4A_7C15 + second * 0xD1B5_4A32_D192_ED03) & _BITS
    bits = ((bits ^ (bits >> 30)) * 0xBF58_476D_1CE4_E5B9) & _BITS
    bits = ((bits ^ (bits >> 27)) * 0x94D0_49BB_1331_11EB) & _BITS
    return bits ^ (bits >> 31)


class Lottery(Generic[T]):
    """Weighted options, for drawing from many times."""

    def __init__(self, options: Iterable[tuple[T, float]]) -> None:
        """Take pairs of (option, weight); options without weight are never drawn."""
        table = [pair for pair in options if pair[1] > 0]
        self._options = [option for option, _ in table]
        weights = [weight for _, weight in table]
        # A thousandth of a weight is fine enough, and keeps every roll an integer.
        self._bounds = list(accumulate([round(weight * 1000) for weight in weights]))
        self._total = round(sum(weights) * 1000)

    def draw(self, rng: Chance) -> T | None:
        """Draw one option with probability weight / total; None, without a roll, when no option has any weight."""
        if not self._options:
            return None
        place = bisect_right(self._bounds, rng.below(self._total))
        return self._options[min(place, len(self._options) - 1)]


def pick_weighted(rng: Chance, options: Iterable[tuple[T, float]]) -> T | None:
    """Draw once from a new lottery."""
    return Lottery(options).draw(rng)
