"""From records of games to the figures of the report."""

import pytest

from roguelike.lab.balance.figures_file import Games
from roguelike.lab.balance.record import GameRecord
from roguelike.lab.balance.report import report
from roguelike.lab.balance.summaries import Taken, figures_of, interval

GAMES = [
    GameRecord("mage", "1", deepest=3, end="dead", dealt={"Zap": 30, "Dagger": 9}, mana_on={"Zap": 10},
           lowest_at={1: 0.8, 2: 0.4, 3: 0.0}, chosen={"Might": 1}, left={"Beer": 2}, score=10),
    GameRecord("mage", "2", deepest=5, end="won", dealt={"Zap": 10, "Web": 0}, mana_on={"Zap": 10, "Web": 4},
           lowest_at={1: 0.6, 2: 0.2}, chosen={"Might": 1, "Keen Eye": 1}, score=90),
]  # fmt: skip
FOUND = figures_of("mage", GAMES, 100)


def test_worth_is_damage_for_one_mana() -> None:
    assert FOUND.worth == {"Zap": 2.0}


def test_choices_are_told_with_what_came_of_them() -> None:
    assert FOUND.choices == {"Might": Taken(2, 1, 4.0), "Keen Eye": Taken(1, 1, 5.0)}


def test_one_game_is_no_games() -> None:
    games = Games((1, 2), 100, ("mage",), "abc", tuple(GAMES))
    assert "1 game, 100% won, depth 5" in report(games, games.figures())


def test_danger_and_score_are_spread_over_games() -> None:
    assert FOUND.lowest_at[2].middle == pytest.approx(0.3)
    assert FOUND.lowest_at[3].games == 1
    assert FOUND.score is not None
    assert FOUND.score.middle == 50
    assert FOUND.left["Beer"].total == 2


@pytest.mark.parametrize(
    ("held", "games", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.28),
        (5, 10, 0.24, 0.76),
        (10, 10, 0.72, 1.0),
        (50, 100, 0.4, 0.6),
    ],
)
def test_the_interval_of_a_share(held: int, games: int, low: float, high: float) -> None:
    assert interval(held, games) == (pytest.approx(low, abs=0.01), pytest.approx(high, abs=0.01))
