"""What chance alone may do: where the true share lies, and whether two sets of numbers differ by more.

The second is the Mann-Whitney test, with ties. It compares every pair of games, and so needs no normal distribution:
turns have none. For yes-or-no figures it is the test of two proportions. It uses no random numbers: the same games give
the same answer. Source: Mann and Whitney (1947), Annals of Mathematical Statistics 18; the correction for ties as in
Siegel (1956).
"""

from collections.abc import Sequence
from itertools import groupby
from math import erfc, sqrt

from roguelike.core.records import Record

SIGMAS_19_OF_20 = 1.96
"""Standard deviations from the mean that hold 19 of 20 values of a normal distribution."""


class Difference(Record):
    """How new games differ from old.

    `more` is the share of pairs in which the new game has more, ties counting half; `chance` is the two-sided p-value.
    """

    more: float
    chance: float


def interval(held: int, games: int) -> tuple[float, float]:
    """Return the bounds (Wilson, 95%) of a share of `held` in a number of games."""
    if not games:
        return 0.0, 1.0
    share, square = held / games, SIGMAS_19_OF_20**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = sqrt(share * (1 - share) / games + square / (4 * games**2))
    reach = SIGMAS_19_OF_20 / (1 + square / games) * spread
    return round(max(0.0, middle - reach), 4), round(min(1.0, middle + reach), 4)


def compare(old: Sequence[float], new: Sequence[float]) -> Difference:
    """Compare two samples; an empty one gives no evidence of any difference."""
    if not old or not new:
        return Difference(0.5, 1.0)
    many, others = len(new), len(old)
    ranks, ties = _ranks([(value, True) for value in new] + [(value, False) for value in old])
    wins = ranks - many * (many + 1) / 2
    total = many + others
    variance = many * others / 12 * (total + 1 - ties / (total * (total - 1)))
    more = wins / (many * others)
    if variance <= 0:
        return Difference(more, 1.0)
    # Continuity correction: wins come in halves, the normal distribution does not.
    away = max(0.0, abs(wins - many * others / 2) - 0.5)
    return Difference(more, erfc(away / sqrt(2 * variance)))


def _ranks(values: list[tuple[float, bool]]) -> tuple[float, float]:
    """Return the sum of the ranks of the marked values, equal values sharing theirs, and the correction for ties."""
    values.sort(key=lambda pair: pair[0])
    marked, ties, before = 0.0, 0.0, 0
    for _, group in groupby(values, key=lambda pair: pair[0]):
        marks = [mark for _, mark in group]
        size = len(marks)
        marked += sum(marks) * (before + (size + 1) / 2)
        ties += size**3 - size
        before += size
    return marked, ties
