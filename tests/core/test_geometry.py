"""Points, lines, and what tells two creatures of one name apart by where they stand."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.core.geometry import (
    DIRECTIONS,
    ORTHOGONAL,
    Point,
    direction,
    disc,
    distance,
    distance_squared,
    line,
    steps_between,
    told_apart,
)
from roguelike.engine.session import Session
from roguelike.testing import Arena

points = st.tuples(st.integers(-30, 30), st.integers(-30, 30))


@pytest.mark.parametrize(
    ("a", "b", "expected"), [((0, 0), (3, 4), 5.0), ((2, 2), (2, 2), 0.0), ((5, 1), (-1, 1), 6.0)]
)
def test_distance_is_euclids(a: Point, b: Point, expected: float) -> None:
    assert distance(a, b) == expected
    assert distance_squared(a, b) == expected**2


@given(points, points)
def test_distances_agree_and_are_symmetric(a: Point, b: Point) -> None:
    assert distance(a, b) == distance(b, a)
    assert distance(a, b) ** 2 == pytest.approx(distance_squared(a, b))
    assert steps_between(a, b) <= distance(a, b) <= steps_between(a, b) * 1.4143


@given(points, points)
def test_a_line_joins_its_ends_step_by_step(a: Point, b: Point) -> None:
    cells = line(a, b)
    assert (cells[0], cells[-1]) == (a, b)
    assert len(cells) == steps_between(a, b) + 1
    assert all(steps_between(p, q) == 1 for p, q in pairwise(cells))


@given(points, points)
def test_a_line_stays_within_half_a_tile_of_the_true_one(a: Point, b: Point) -> None:
    dx, dy = b[0] - a[0], b[1] - a[1]
    longer = max(abs(dx), abs(dy))
    for x, y in line(a, b):
        if longer:
            assert abs((x - a[0]) * dy - (y - a[1]) * dx) <= longer * 0.5 + 1e-9


@given(points, points, points)
def test_lines_do_not_depend_on_where_they_are(a: Point, b: Point, by: Point) -> None:
    moved = line((a[0] + by[0], a[1] + by[1]), (b[0] + by[0], b[1] + by[1]))
    assert moved == [(x + by[0], y + by[1]) for x, y in line(a, b)]


def test_straight_lines_are_straight() -> None:
    assert line((1, 1), (4, 1)) == [(1, 1), (2, 1), (3, 1), (4, 1)]
    assert line((1, 4), (1, 1)) == [(1, 4), (1, 3), (1, 2), (1, 1)]
    assert line((0, 0), (-2, -2)) == [(0, 0), (-1, -1), (-2, -2)]


@given(points, points)
def test_a_direction_leads_nearer(a: Point, b: Point) -> None:
    dx, dy = direction(a, b)
    there = (a[0] + dx, a[1] + dy)
    if a == b:
        assert (dx, dy) == (0, 0)
    else:
        assert steps_between(there, b) == steps_between(a, b) - 1


def test_there_are_eight_directions_straight_ones_first() -> None:
    assert len(set(DIRECTIONS)) == 8
    assert DIRECTIONS[:4] == ORTHOGONAL
    assert all(dx == 0 or dy == 0 for dx, dy in ORTHOGONAL)


@pytest.mark.parametrize(("radius", "count"), [(0, 1), (1, 5), (2, 13), (3, 29)])
def test_a_disc_has_its_tiles_nearest_first(radius: int, count: int) -> None:
    cells = disc(radius)
    assert len(set(cells)) == len(cells) == count
    away = [x * x + y * y for x, y in cells]
    assert away == sorted(away)
    assert away[-1] <= radius * radius


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
