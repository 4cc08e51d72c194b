"""From records of games to figures, and to the pages that tell them, read as text."""

import re

import pytest

from roguelike.lab.balance import comparing, figures_file, summaries
from roguelike.lab.balance.record import Bout, GameRecord
from roguelike.lab.balance.report import comparison_page, report


def games(*records: GameRecord) -> figures_file.Games:
    """Return a set of games of one version."""
    bots = tuple(dict.fromkeys(record.bot for record in records))
    return figures_file.Games("1-8", 500, bots, "0123456789abcdef", records)


def depths(bot: str, *deepest: int) -> list[GameRecord]:
    """Return games of a bot that got to these depths."""
    return [GameRecord(bot, str(seed), turns=9, deepest=each) for seed, each in enumerate(deepest)]


def rows(page: str) -> list[str]:
    """Return the rows of the page's tables, each with a space between the cells."""
    return [
        " ".join(re.sub(r"<[^>]+>", " ", row).split())
        for row in re.findall(r"<tr>.*?</tr>", page, re.DOTALL)
    ]


def test_a_depth_that_a_bot_never_reached_has_an_interval_too() -> None:
    played = games(*depths("greedy", *[2] * 7, 3), *depths("mage", *[2] * 8))
    # Wilson: 1.96**2 / (8 + 1.96**2) = 32%
    assert "3 12% (2%–47%) 0% (0%–32%)" in rows(report(played, played.figures()))


def test_two_versions_are_compared_down_to_where_either_got_with_intervals() -> None:
    old, new = games(*depths("mage", *[2] * 7, 3)), games(*depths("mage", *[2] * 8))
    assert "3 12% (2%–47%) 0% (0%–32%)" in rows(
        comparison_page(old, new, comparing.comparison(old, new))
    )


def test_curves_of_survival_go_down_to_nobody() -> None:
    """A curve that ended above would say that all got there."""
    played = games(*depths("greedy", 2, 4), *depths("mage", 2, 2))
    page = report(played, played.figures())
    survival = page[page.index("<h2>Survival by depth") : page.index("<h2>Danger by depth")]
    for colour in ("--s0", "--s1"):
        marks = re.findall(rf"<use [^>]*var\({colour}\)", survival)
        assert len(marks) == 4, colour  # at depths 1 to 4


def test_one_game_of_a_choice_is_one_game() -> None:
    some = [
        GameRecord("mage", "1", deepest=2, chosen={"Might": 1}),
        GameRecord("mage", "2", deepest=2, chosen={"Might": 1, "Keen Eye": 1}),
    ]
    found = rows(report(games(*some), games(*some).figures()))
    assert "Might 2 in 2 games, 0% won, depth 2" in found
    assert "Keen Eye 1 in 1 game, 0% won, depth 2" in found


def test_every_bot_has_one_column_so_that_four_fit_side_by_side() -> None:
    names = ("greedy", "mage", "random", "seer")
    some = [GameRecord(bot, "1", deepest=2, cast={"Zap": 3}) for bot in names]
    page = report(games(*some), games(*some).figures())
    cast = page[page.index("<h2>Spells cast") :]
    head, row = rows(cast[: cast.index("</table>")])
    assert re.findall("|".join(names), head) == list(names)
    assert row == "Zap 3 (100%) 3 3 (100%) 3 3 (100%) 3 3 (100%) 3"
    assert cast[: cast.index("</table>")].count("<td>") == len(names)


GAMES = [
    GameRecord("mage", "1", deepest=3, end="dead", dealt={"Zap": 30, "Dagger": 9}, mana_on={"Zap": 10},
           lowest_at={1: 0.8, 2: 0.4, 3: 0.0}, chosen={"Might": 1}, offered={"Might": 1, "Keen Eye": 1},
           left={"Beer": 2}, score=10),
    GameRecord("mage", "2", deepest=5, end="won", dealt={"Zap": 10, "Web": 0}, mana_on={"Zap": 10, "Web": 4},
           lowest_at={1: 0.6, 2: 0.2}, chosen={"Might": 1, "Keen Eye": 1}, offered={"Might": 2, "Keen Eye": 1},
           score=90),
]  # fmt: skip
FOUND = summaries.figures_of("mage", GAMES, 100)


def test_worth_is_damage_for_one_mana() -> None:
    assert FOUND.worth == {"Zap": 2.0}


def test_choices_are_told_with_what_came_of_them() -> None:
    assert FOUND.choices == {
        "Might": summaries.Taken(2, 1, 4.0, offered=3, taken=2),
        "Keen Eye": summaries.Taken(1, 1, 5.0, offered=2, taken=1, refused=1),
    }


def test_one_game_is_no_games() -> None:
    games = figures_file.Games("1-2", 100, ("mage",), "abc", tuple(GAMES))
    assert "1 of 2 in 1 game, 100% won, depth 5, 0% of 1 won without" in report(
        games, games.figures()
    )


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
    games = figures_file.Games("1-2", 100, ("mage",), "abc", (came, other))
    assert games.figures()["mage"].shape == {
        2: summaries.Shape(1.0, 1.5, 0.5, 0.5, 0.5, 0.1),
        3: summaries.Shape(1.0, 0.0, 0.0, 0.0, 1.0, 0.0),
    }
    told = "2 1 fights: 50% against one, 50% costly, 50% begun whole; 1.5 moments; rest 10%"
    assert told in rows(report(games, games.figures()))


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
    assert summaries.interval(held, games) == (
        pytest.approx(low, abs=0.01),
        pytest.approx(high, abs=0.01),
    )
