"""One row of the table: what is measured, against which budget, and whether the machine was calm enough to judge.

A row says how much work makes one sample; `Effort` says how many samples to take. Tests ask for next to nothing, a
person for enough that the median stands still.
"""

from collections.abc import Callable
from typing import Literal

from roguelike.core.records import Record

Verdict = Literal["met", "NOT met", "too noisy to judge"]
MOST_SPREAD = 0.5
"""Spread of a yardstick (see `yardsticks.spread_of`) above which nothing is judged by it."""


class Effort(Record):
    """How hard to measure: 1.0 is what a budget is judged by."""

    share: float = 1.0

    def of(self, count: int, least: int = 1) -> int:
        """Return a share of a count, at least so many."""
        return max(least, round(count * self.share))


class Figure(Record):
    """What a row came to: the number that is judged, what else there is to say, and how far its yardstick spread."""

    value: float
    note: str = ""
    spread: float = 0.0


class Row(Record):
    """A row: its name, unit and budget, and how it is measured."""

    name: str
    unit: str
    budget: float
    bound: Literal["at least", "at most"]
    measure: Callable[[Effort], Figure]

    def verdict(self, figure: Figure) -> Verdict:
        """Judge a figure by the budget, unless its yardstick did not keep still."""
        if figure.spread > MOST_SPREAD:
            return "too noisy to judge"
        kept = (
            figure.value >= self.budget if self.bound == "at least" else figure.value <= self.budget
        )
        return "met" if kept else "NOT met"


ROWS: list[Row] = []
"""All rows, in the order of the table."""


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
