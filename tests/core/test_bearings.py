"""What tells two creatures of one name apart: the shortest words on where they stand that fit only one of them."""

import pytest

from roguelike.core.bearings import told_apart
from roguelike.core.geometry import Point
from roguelike.engine.session import Session
from roguelike.testing import Arena

HERE = (10, 10)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([(9, 11)], [""]),
        ([(9, 11), (12, 10)], ["SW", "E"]),
        ([(9, 11), (8, 12), (10, 8)], ["1 SW", "2 SW", "N"]),
        ([(10, 13), (11, 13), (10, 11)], ["3 S", "1 E 3 S", "1 S"]),
        ([(11, 10), (13, 11), (10, 8)], ["1 E", "3 E 1 S", "N"]),
        ([(13, 13), (13, 12)], ["3 SE", "3 E 2 S"]),
    ],
)
def test_namesakes_are_told_apart_in_as_few_words_as_may_be(
    points: list[Point], words: list[str]
) -> None:
    told = told_apart(HERE, dict(enumerate(points)))
    assert list(told.values()) == words


def test_only_those_in_view_who_share_a_name_say_where_they_stand() -> None:
    with Arena.from_ascii("#######\n#.r...#\n#.@..o#\n#r....#\n####.##\n###r..#\n#######", {
        "r": "Rat", "o": "Orc",
    }) as room:  # fmt: skip
        views = Session(room.game).creatures()
    assert {each.told_name for each in views} == {"Rat (N)", "Rat (SW)", "Orc"}
    assert {each.told_called for each in views} == {"the rat (N)", "the rat (SW)", "the orc"}
