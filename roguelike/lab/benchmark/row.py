"""One row of the table: what is measured, in which unit, and within which budget.

A row says how much work makes one sample; `Effort` says how many samples to take. Tests ask for next to nothing, a
person for enough that the median stands still.
"""

import gc
import time
from collections.abc import Callable
from statistics import median
from typing import Literal

from roguelike.core.records import Record


class Effort(Record):
    """How hard to measure: 1.0 is what a budget is judged by."""

    share: float = 1.0

    def of(self, count: int, least: int = 1) -> int:
        """Return a share of a count, at least so many."""
        return max(least, round(count * self.share))


class Figure(Record):
    """What a row came to: the number that is judged, and whatever else there is to say."""

    value: float
    note: str = ""


class Row(Record):
    """A row: its name, unit and budget, and how it is measured."""

    name: str
    unit: str
    budget: float
    bound: Literal["at least", "at most"]
    measure: Callable[[Effort], Figure]

    def is_met(self, figure: Figure) -> bool:
        """Return whether a figure keeps the budget."""
        if self.bound == "at least":
            return figure.value >= self.budget
        return figure.value <= self.budget


ROWS: list[Row] = []
"""The engine's rows, in the order of the table."""


def row(
    name: str, unit: str, *, at_least: float | None = None, at_most: float | None = None
) -> Callable[[Callable[[Effort], Figure]], Callable[[Effort], Figure]]:
    """Add the function below to the table, with its one bound."""

    def add(measure: Callable[[Effort], Figure]) -> Callable[[Effort], Figure]:
        if at_least is not None:
            ROWS.append(Row(name, unit, at_least, "at least", measure))
        elif at_most is not None:
            ROWS.append(Row(name, unit, at_most, "at most", measure))
        return measure

    return add


def milliseconds(work: Callable[[], object]) -> float:
    """Return how long some work keeps the processor busy: what else the machine has to do does not count."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def samples(work: Callable[[], object], count: int) -> list[float]:
    """Do some work so many times, once more to warm up; return the milliseconds, sorted."""
    gc.collect()
    work()
    return sorted(milliseconds(work) for _ in range(count))


def median_ms(work: Callable[[], object], count: int) -> Figure:
    """Return the median of some samples, and the slowest."""
    found = samples(work, count)
    return Figure(median(found), f"slowest {found[-1]:.2f} ms")


def percentile(found: list[float], share: float) -> float:
    """Return the value below which a share of sorted values lies (nearest rank)."""
    return found[min(len(found) - 1, int(len(found) * share))]


def pace(work: Callable[[], object], worth: int, count: int) -> float:
    """Return how much is done a second, at the median, when each sample is worth so much."""
    return worth * 1000 / median(samples(work, count))
