"""How deadly each depth is: the share of those who came that died there, beside that of the depths next to it.

Whoever has been deeper and dies on the way back, perhaps with the Amulet and hunted, says nothing about the depth.
"""

from math import comb

from roguelike.core.records import Record
from roguelike.lab.balance.statistics import interval
from roguelike.lab.balance.summaries import Figures

MOST_TIMES = 1.6
"""How many times its neighbours' share a depth may kill: more would be a wall, not a step."""
LEAST_CHANCE = 0.05
"""Below this chance of so many deaths at `MOST_TIMES`, a depth is said to kill more than that."""


class Deadly(Record):
    """How many games `came` to a depth and `died` there on their way down, and the same of the depths next to it.

    `chance` is that of at least so many deaths here if it killed exactly `MOST_TIMES` its neighbours' share.
    """

    came: int
    died: int
    near_came: int
    near_died: int
    chance: float

    @property
    def times(self) -> float | None:
        """The share that died here as a multiple of the neighbours'; None where nobody died there."""
        if not self.near_died:
            return None
        return (self.died / self.came) / (self.near_died / self.near_came)

    @property
    def is_a_wall(self) -> bool:
        """Whether it kills more than `MOST_TIMES` its neighbours' share, and not by chance."""
        return self.chance < LEAST_CHANCE


def deadly_depths(figures: Figures) -> dict[int, Deadly]:
    """Return how deadly each depth is to which any game came."""
    came = {depth: round(share * figures.games) for depth, share in figures.reached.items()}
    back = figures.deaths_back
    died = {depth: count - back.get(depth, 0) for depth, count in figures.deaths_at.items()}
    return {depth: _deadly(depth, came, died) for depth in came if came[depth]}


def deadly_text(depth: Deadly) -> str:
    """Format it: "3 of 42: 7% (2%–19%), 1.4 times its neighbours'"."""
    low, high = interval(depth.died, depth.came)
    share = f"{depth.died} of {depth.came}: {depth.died / depth.came:.0%} ({low:.0%}–{high:.0%})"
    told = [share]
    if depth.times is not None:
        told.append(f"{depth.times:.1f} times its neighbours'")
    if depth.is_a_wall:
        told.append("a wall")
    return ", ".join(told)


def _deadly(depth: int, came: dict[int, int], died: dict[int, int]) -> Deadly:
    """Compare a depth with those next to it."""
    near = [other for other in (depth - 1, depth + 1) if came.get(other)]
    here, dead = came[depth], died.get(depth, 0)
    near_came, near_died = sum(came[each] for each in near), sum(died.get(each, 0) for each in near)
    return Deadly(here, dead, near_came, near_died, _chance(here, dead, near_came, near_died))


def _chance(came: int, died: int, near_came: int, near_died: int) -> float:
    """Return the chance of at least so many deaths here among all of them, at `MOST_TIMES` the neighbours' share.

    The usual exact test of two rates: given how many died in all, each of them died here with the same chance.
    """
    if not near_came:
        return 1.0
    deaths = died + near_died
    here = MOST_TIMES * came / (MOST_TIMES * came + near_came)
    return sum(
        comb(deaths, count) * here**count * (1 - here) ** (deaths - count)
        for count in range(died, deaths + 1)
    )
