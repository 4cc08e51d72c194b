"""How deadly a depth is beside its neighbours, and when it is a wall and not chance."""

import pytest

from roguelike.lab.balance.record import GameRecord
from roguelike.lab.balance.report import Deadly, deadly_depths, deadly_text
from roguelike.lab.balance.summaries import figures_of


def deaths(*died: int, won: int) -> dict[int, Deadly]:
    """Return how deadly depths are where so many died, from the first down, and others won."""
    ends = [depth for depth, count in enumerate(died, 1) for _ in range(count)]
    games = [
        GameRecord("seer", str(seed), deepest=depth, died_at=depth, end="dead")
        for seed, depth in enumerate(ends)
    ]
    games += [GameRecord("seer", f"won{seed}", deepest=len(died), end="won") for seed in range(won)]
    return deadly_depths(figures_of("seer", games, 100))


def test_those_who_died_above_did_not_come() -> None:
    found = deaths(10, 9, 9, won=72)
    assert [(each.came, each.died) for each in found.values()] == [(100, 10), (90, 9), (81, 9)]
    assert found[2].times == pytest.approx(0.1 / (19 / 181))


def test_the_chance_is_that_of_a_coin_weighted_by_who_came() -> None:
    """As many came to both: at 1.6 times the share, 1.6 of 2.6 deaths are here."""
    found = deaths(0, 3, won=157)[2]
    assert (found.came, found.near_came, found.times) == (160, 160, None)
    assert found.chance == pytest.approx((1.6 / 2.6) ** 3)


def test_many_deaths_in_one_place_are_a_wall_and_few_are_not() -> None:
    assert deadly_text(deaths(4, 40, 3, won=53)[2]).endswith("a wall")
    assert deadly_text(deaths(0, 40, 0, won=60)[2]).endswith(", a wall")
    few = deaths(1, 3, 1, won=95)[2]
    assert few.times is not None
    assert few.times > 2
    assert deadly_text(few).endswith("times its neighbours'")


def test_who_dies_on_the_way_back_is_counted_apart() -> None:
    games = [
        GameRecord("seer", "1", deepest=3, died_at=2, end="dead"),
        GameRecord("seer", "2", deepest=2, died_at=2, end="dead"),
        GameRecord("seer", "3", deepest=3, end="won"),
    ]
    figures = figures_of("seer", games, 100)
    assert (figures.deaths_at, figures.deaths_back) == ({2: 2}, {2: 1})
    assert {depth: each.died for depth, each in deadly_depths(figures).items()} == {
        1: 0,
        2: 1,
        3: 0,
    }


def test_a_depth_alone_has_no_neighbours() -> None:
    assert deadly_text(deaths(5, won=0)[1]) == "5 of 5: 100% (57%–100%)"
