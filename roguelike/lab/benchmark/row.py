"""One row of the table: what is measured, against which budget, and whether the machine was calm enough to judge.

A row decides how much work makes one sample, `Effort` how many samples to take: next to none for tests, enough for a
stable median for a person.
"""

from collections.abc import Callable
from typing import Literal

from roguelike.core.records import Record

Verdict = Literal["met", "NOT met", "too noisy to judge"]
MOST_SPREAD = 0.5
"""Spread of a yardstick (see `yardsticks.spread_of`) above which no row is judged by it."""


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
    name: str, unit: str, *, at_least: float | None = None, at_most: float | None = None
) -> Callable[[Callable[[Effort], Figure]], Callable[[Effort], Figure]]:
    """Return a decorator that adds a measuring function to the table, with its one bound."""

    def add(measure: Callable[[Effort], Figure]) -> Callable[[Effort], Figure]:
        if at_least is not None:
            ROWS.append(Row(name, unit, at_least, "at least", measure))
        elif at_most is not None:
            ROWS.append(Row(name, unit, at_most, "at most", measure))
        return measure

    return add
