"""One row of the table: what is measured, against which budget, and whether the machine was calm enough to judge.

A row decides how much work makes one sample, `Effort` how many samples to take: next to none for tests, enough for a
stable median for a person.

The yardsticks, measured in alternation with the game (A B A B) so that results do not depend on the machine.

Machines differ by a factor of three and drift by a factor of two within an hour; a ratio of neighbouring samples does
neither. The yardsticks are a bare tcod window (`window_rows`), a plain tcod game (`plain`), and here a fixed sum that
defines the "standard ms": milliseconds divided by those that the sum takes at the same time.
"""

import gc
import time
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from typing import Literal

from roguelike.core.records import Record
from roguelike.world import ecs

Verdict = Literal["met", "NOT met", "too noisy to judge"]
MOST_SPREAD = 0.5
"""Spread of a yardstick (see `spread_of`) above which no row is judged by it."""


class Effort(Record):
    """How hard to measure: budgets are judged at 1.0."""

    share: float = 1.0

    def of(self, count: int, least: int = 1) -> int:
        """Return this share of a count, but no less than `least`."""
        return max(least, round(count * self.share))


class Figure(Record):
    """The result of a row: the number that is judged, a note, and the spread of its yardstick."""

    value: float
    note: str = ""
    spread: float = 0.0


class Row(Record):
    """A row: its name, unit, budget and measuring function."""

    name: str
    unit: str
    budget: float
    bound: Literal["at least", "at most"]
    measure: Callable[[Effort], Figure]
    needs: str = ""
    """The package without which it cannot be measured; "" for none that the game does not need itself."""

    def verdict(self, figure: Figure) -> Verdict:
        """Judge a figure by the budget, unless its yardstick was too noisy."""
        if figure.spread > MOST_SPREAD:
            return "too noisy to judge"
        kept = (
            figure.value >= self.budget if self.bound == "at least" else figure.value <= self.budget
        )
        return "met" if kept else "NOT met"


ROWS: list[Row] = []
"""All rows, in the order of the table."""


def row(
    name: str,
    unit: str,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
    needs: str = "",
) -> Callable[[Callable[[Effort], Figure]], Callable[[Effort], Figure]]:
    """Return a decorator that adds a measuring function to the table, with its one bound; its worlds are dropped."""

    def add(measure: Callable[[Effort], Figure]) -> Callable[[Effort], Figure]:
        alone = ecs.passing_worlds()(measure)
        if at_least is not None:
            ROWS.append(Row(name, unit, at_least, "at least", alone, needs))
        elif at_most is not None:
            ROWS.append(Row(name, unit, at_most, "at most", alone, needs))
        return measure

    return add


Work = Callable[[], object]
Clock = Callable[[], float]
STANDARD, PER_STANDARD, PER_STANDARD_S = "standard ms", "per standard ms", "per standard s"
"""Units: of time, and of things done per time."""
SUMMANDS = 15_000
NEIGHBOURS = 4
"""Number of readings of the standard sum, before and after a sample's own, whose median it is divided by."""


def standard_sum() -> int:
    """Do the work of one standard ms: 0.5 to 2 ms on the machines seen so far."""
    return sum(i * i for i in range(SUMMANDS))


def milliseconds(work: Work, clock: Clock = time.process_time) -> float:
    """Return the milliseconds of processor time that `work` takes, unaffected by other load."""
    began = clock()
    work()
    return (clock() - began) * 1000


def in_turn(first: Work, second: Work, count: int) -> tuple[list[float], list[float]]:
    """Alternate two works `count` times after one warm-up each; return the milliseconds of each, in order."""
    first(), second()
    gc.collect()
    pairs = [(milliseconds(first), milliseconds(second)) for _ in range(count)]
    return [one for one, _ in pairs], [other for _, other in pairs]


def ratio(ours: Work, yardstick: Work, count: int) -> Figure:
    """Return how many times as long ours takes as the yardstick, as the median over pairs."""
    mine, theirs = in_turn(ours, yardstick, count)
    found = [one / other for one, other in zip(mine, theirs, strict=True)]
    return Figure(median(found), f"{count} pairs", spread_of(theirs))


def standard_ms(work: Work, count: int) -> Figure:
    """Return the median standard ms of `work`, with the slowest in the note."""
    samples = Samples()
    work()
    gc.collect()
    for _ in range(count):
        samples.take(work)
    found = samples.sorted()
    return Figure(median(found), f"slowest {found[-1]:.2f}, {count} samples", samples.spread)


def spread_of(values: Sequence[float]) -> float:
    """Return the spread of values: the interquartile range as a share of the median."""
    if len(values) < 2:
        return 0.0
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return (high - low) / middle if middle else 0.0


def percentile(found: Sequence[float], share: float) -> float:
    """Return the value below which a share of sorted values lies (nearest rank)."""
    return found[min(len(found) - 1, int(len(found) * share))]


class Samples:
    """Milliseconds of some work, and readings of the standard sum taken in between."""

    def __init__(self, every: int = 1, clock: Clock = time.process_time) -> None:
        """Take a reading before each `every`th sample; `clock` returns seconds."""
        self._every, self._clock = every, clock
        self._taken: list[tuple[float, int]] = []
        self.readings: list[float] = []

    def take(self, work: Work) -> None:
        """Do some work and record its time."""
        self.read()
        self.add(milliseconds(work, self._clock))

    def read(self) -> None:
        """Read the yardstick, if a reading is due."""
        if len(self._taken) >= self._every * len(self.readings):
            self.readings.append(milliseconds(standard_sum, self._clock))

    def add(self, taken_ms: float) -> None:
        """Record a sample that was measured elsewhere; call `read` before measuring it."""
        self._taken.append((taken_ms, len(self.readings) - 1))

    def __len__(self) -> int:
        """Return the number of samples."""
        return len(self._taken)

    def sorted(self) -> list[float]:
        """Return the samples in standard ms, the shortest first."""
        nearby = [
            median(self.readings[max(0, at - NEIGHBOURS) : at + NEIGHBOURS + 1])
            for at in range(len(self.readings))
        ]
        return sorted(taken / nearby[at] for taken, at in self._taken)

    @property
    def spread(self) -> float:
        """The spread of the readings."""
        return spread_of(self.readings)
