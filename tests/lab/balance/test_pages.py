"""From records of games to figures, and to the page that tells them, read as text."""

import re

import pytest

from roguelike.lab.balance import figures_file
from roguelike.lab.balance.chance import interval
from roguelike.lab.balance.record import Bout, GameRecord
from roguelike.lab.balance.report import report
from roguelike.lab.balance.tables import Told, figures_of


def games(*records: GameRecord) -> figures_file.Games:
    """Return a set of games of one version."""
    bots = tuple(dict.fromkeys(record.bot for record in records))
    return figures_file.Games("1-8", 500, bots, "0123456789abcdef", records)


def depths(bot: str, *deepest: int) -> list[GameRecord]:
    """Return games of a bot that got to these depths."""
    return [GameRecord(bot, str(seed), turns=9, deepest=each) for seed, each in enumerate(deepest)]


def rows(page: str, heading: str) -> list[str]:
    """Return the rows of one of the page's tables, each with a space between the cells."""
    table = page[page.index(f"<h2>{heading}") :].partition("</table>")[0]
    return [
        " ".join(re.sub(r"<[^>]+>", " ", row).split())
        for row in re.findall(r"<tr>.*?</tr>", table, re.DOTALL)
    ]


def test_a_depth_that_a_bot_never_reached_has_an_interval_too() -> None:
    played = games(*depths("greedy", *[2] * 7, 3), *depths("mage", *[2] * 8))
    # Wilson: 1.96**2 / (8 + 1.96**2) = 32%
    assert rows(report(played), "Survival by depth") == [
        "greedy mage",
        "depth 1 100% (68%–100%) 100% (68%–100%)",
        "depth 2 100% (68%–100%) 100% (68%–100%)",
        "depth 3 12% (2%–47%) 0% (0%–32%)",
    ]


def test_every_bot_has_one_column_so_that_four_fit_side_by_side() -> None:
    names = ("greedy", "mage", "random", "seer")
    some = [GameRecord(bot, "1", deepest=2, cast={"Zap": 3}) for bot in names]
    assert rows(report(games(*some)), "Spells cast") == [
        "greedy mage random seer",
        " ".join(("Zap", *["3 (100%), 3 a game"] * 4)),
    ]


def test_a_table_has_the_most_common_names_and_says_how_many_there_are() -> None:
    cast = {f"Spell {number}": number for number in range(1, 31)}
    page = report(games(GameRecord("mage", "1", deepest=2, cast=cast)))
    assert len(rows(page, "Spells cast, the first 24 of 30")) == 1 + 24
    assert rows(page, "Spells cast")[1] == "Spell 30 30 (6%), 30 a game"


GAMES = [
    GameRecord("mage", "1", deepest=3, end="dead", dealt={"Zap": 30, "Dagger": 9}, mana_on={"Zap": 10},
           lowest_at={1: 0.8, 2: 0.4, 3: 0.0}, chosen={"Might": 1}, offered={"Might": 1, "Keen Eye": 1},
           left={"Beer": 2}, score=10, turns_at={1: 100, 2: 300, 3: 9}, food_at={2: 1}),
    GameRecord("mage", "2", deepest=5, end="won", dealt={"Zap": 10, "Web": 0}, mana_on={"Zap": 10, "Web": 4},
           lowest_at={1: 0.6, 2: 0.2}, chosen={"Might": 1, "Keen Eye": 1}, offered={"Might": 2, "Keen Eye": 1},
           score=90),
]  # fmt: skip
FOUND = figures_of(GAMES)


def test_worth_is_damage_for_one_mana() -> None:
    worth = FOUND["Damage for one mana, by spell"]
    assert {name: told.mean for name, told in worth.items()} == {"Zap": 2.0, "Web": 0.0}


def test_choices_are_told_with_what_came_of_them() -> None:
    page = report(games(*GAMES))
    assert rows(page, "Choices: taken of offered")[1:] == ["Might 66.7%", "Keen Eye 50.0%"]
    assert rows(page, "Choices: won by who took it")[1:] == [
        "Might 50% (9%–91%)",
        "Keen Eye 100% (21%–100%)",
    ]
    assert rows(page, "Choices: won by who never took it")[1:] == [
        "Might –",
        "Keen Eye 0% (0%–79%)",
    ]


def test_the_shape_of_danger_is_of_the_games_that_came_there() -> None:
    fights = [Bout(2, 1, 1.0, 0.95, 0.9), Bout(2, 4, 0.95, 0.5, 0.3), Bout(3, 2, 1.0, 1.0, 1.0)]
    came = GameRecord(
        "mage",
        "1",
        deepest=3,
        turns_at={2: 80, 3: 20},
        rest_at={2: 20},
        moments_at={2: 3},
        fights=fights,
    )
    other = GameRecord("mage", "2", deepest=2, turns_at={2: 120})
    found = figures_of((came, other))
    shape = {
        "Fights by depth": (1.0, 1.0),
        "Moments of danger: a quarter of the hit points within ten turns": (1.5, 0.0),
        "Fights against one": (0.5, 0.0),
        "Fights that cost a quarter of the hit points": (0.5, 0.0),
        "Fights begun with nine tenths of both pools": (0.5, 1.0),
        "Rest, of all turns": (0.1, 0.0),
    }
    for heading, means in shape.items():
        assert found[heading]["1"] == Told(), heading
        assert (found[heading]["2"].mean, found[heading]["3"].mean) == means, heading


def test_danger_and_score_are_spread_over_games() -> None:
    danger = FOUND["Lowest share of hit points by depth"]
    assert danger["2"].middle == pytest.approx(0.3)
    assert danger["3"].games == 1
    assert FOUND["Survival"]["score"].middle == 50
    assert FOUND["Found to be used, and never used"]["Beer"].total == 2


def test_meals_are_counted_on_levels_that_were_left_alive() -> None:
    meals = FOUND["Meals found on a level for each that the time there took"]
    assert [meals[depth].games for depth in "123"] == [1, 1, 0]
    assert meals["1"].mean == 0
    assert meals["2"].mean > 0


def test_who_dies_on_the_way_back_is_counted_apart() -> None:
    found = figures_of(
        [
            GameRecord("seer", "1", deepest=3, died_at=2, end="dead"),
            GameRecord("seer", "2", deepest=2, died_at=2, end="dead"),
            GameRecord("seer", "3", deepest=3, end="won"),
        ]
    )
    down = found["Deaths by depth, on the way down, of those who came"]
    back = found["Deaths by depth, on the way back, of all"]
    assert [(each.games, each.total) for each in down.values()] == [(3, 0), (3, 1), (2, 0)]
    assert [(each.games, each.total) for each in back.values()] == [(3, 0), (3, 1), (3, 0)]


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
    assert interval(held, games) == (
        pytest.approx(low, abs=0.01),
        pytest.approx(high, abs=0.01),
    )
