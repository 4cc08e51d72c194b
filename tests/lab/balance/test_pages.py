"""The pages of the report, read as text: what they say of games that did not get as deep as others, and of few."""

import re

from roguelike.lab.balance.comparing import comparison
from roguelike.lab.balance.comparison_page import comparison_page
from roguelike.lab.balance.figures_file import Games
from roguelike.lab.balance.record import GameRecord
from roguelike.lab.balance.report import report


def games(*records: GameRecord) -> Games:
    """Return a set of games of one version."""
    bots = tuple(dict.fromkeys(record.bot for record in records))
    return Games((1, 8), 500, bots, "0123456789abcdef", records)


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
    assert "3 12% (2%–47%) 0% (0%–32%)" in rows(comparison_page(old, new, comparison(old, new)))


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
    assert "Might 2 games, 0% won, depth 2" in found
    assert "Keen Eye 1 game, 0% won, depth 2" in found


def test_every_bot_has_one_column_so_that_four_fit_side_by_side() -> None:
    names = ("greedy", "mage", "random", "seer")
    some = [GameRecord(bot, "1", deepest=2, cast={"Zap": 3}) for bot in names]
    page = report(games(*some), games(*some).figures())
    cast = page[page.index("<h2>Spells cast") :]
    head, row = rows(cast[: cast.index("</table>")])
    assert re.findall("|".join(names), head) == list(names)
    assert row == "Zap 3 (100%) 3 3 (100%) 3 3 (100%) 3 3 (100%) 3"
    assert cast[: cast.index("</table>")].count("<td>") == len(names)
