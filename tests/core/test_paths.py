"""Distances and ways, held against a plain breadth-first search."""

from collections import deque
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from roguelike.core import paths
from roguelike.core.geometry import DIRECTIONS, Point, steps_between

Mask = NDArray[np.bool_]


@st.composite
def mazes(draw: st.DrawFn) -> Mask:
    """Make a random map whose edge is closed."""
    width, height = draw(st.integers(3, 14)), draw(st.integers(3, 10))
    bits = draw(st.integers(0, 2 ** (width * height) - 1))
    flags = [bool(bits >> n & 1 or n % 2) for n in range(width * height)]
    mask = np.array(flags, dtype=np.bool_).reshape((width, height), order="F").copy(order="F")
    mask[0, :] = mask[-1, :] = False
    mask[:, 0] = mask[:, -1] = False
    return mask


def flood(mask: Mask, goals: list[Point]) -> dict[Point, int]:
    """Count steps the slow and sure way."""
    found = dict.fromkeys(goals, 0)
    edge = deque(goals)
    while edge:
        x, y = edge.popleft()
        for dx, dy in DIRECTIONS:
            there = (x + dx, y + dy)
            inside = 0 <= there[0] < mask.shape[0] and 0 <= there[1] < mask.shape[1]
            if inside and mask[there] and there not in found:
                found[there] = found[x, y] + 1
                edge.append(there)
    return found


def tiles(mask: Mask) -> list[Point]:
    """List all tiles inside the edge."""
    return [(x, y) for x in range(1, mask.shape[0] - 1) for y in range(1, mask.shape[1] - 1)]


@given(mazes(), st.data())
def test_distances_are_those_of_a_plain_search(mask: Mask, data: st.DataObject) -> None:
    goals = data.draw(st.lists(st.sampled_from(tiles(mask)), min_size=1, max_size=3, unique=True))
    field = paths.DistanceField(paths.to_bits(mask), mask.shape[0], goals)
    expected = flood(mask, goals)
    for tile in tiles(mask):
        if mask[tile] or tile in goals:
            assert field.distance(tile) == expected.get(tile)


@given(mazes(), st.data(), st.integers(0, 9))
def test_the_tiles_around_a_goal_are_those_a_short_walk_away(
    mask: Mask, data: st.DataObject, reach: int
) -> None:
    """They lie within a circle, and the way to each is at most four times as long as the circle is wide."""
    x, y = goal = data.draw(st.sampled_from(tiles(mask)))
    field = paths.DistanceField(paths.to_bits(mask), mask.shape[0], [goal])
    steps = flood(mask, [goal])
    near = [
        there
        for there in tiles(mask)
        if (there[0] - x) ** 2 + (there[1] - y) ** 2 <= reach**2
        and steps.get(there, 99) <= 4 * reach
    ]
    assert list(field.around(reach)) == near


@given(mazes(), st.data())
def test_every_step_leads_one_nearer(mask: Mask, data: st.DataObject) -> None:
    goal = data.draw(st.sampled_from(tiles(mask)))
    field = paths.DistanceField(paths.to_bits(mask), mask.shape[0], [goal])
    expected = flood(mask, [goal])
    for tile in tiles(mask):
        steps = list(field.steps(tile))
        if not mask[tile] or tile == goal or tile not in expected:
            continue
        wanted = {
            there
            for dx, dy in DIRECTIONS
            if expected.get(there := (tile[0] + dx, tile[1] + dy)) == expected[tile] - 1
        }
        assert set(steps) == wanted
        assert len(steps) == len(wanted)


def test_the_limit_is_kept_and_asking_further_still_works() -> None:
    mask = np.zeros((12, 3), dtype=np.bool_, order="F")
    mask[1:11, 1] = True
    field = paths.DistanceField(paths.to_bits(mask), 12, [(1, 1)])
    assert field.distance((10, 1), limit=5) is None
    assert list(field.steps((10, 1), limit=5)) == []
    assert field.distance((10, 1)) == 9
    assert field.distance((4, 1)) == 3


def test_what_cannot_be_reached_has_no_distance() -> None:
    mask = np.zeros((7, 3), dtype=np.bool_, order="F")
    mask[1, 1] = mask[5, 1] = True
    assert paths.DistanceField(paths.to_bits(mask), 7, [(1, 1)]).distance((5, 1)) is None


def test_rows_do_not_run_over_into_each_other() -> None:
    mask = np.zeros((5, 6), dtype=np.bool_, order="F")
    mask[3, 1] = mask[1, 3] = True
    assert paths.DistanceField(paths.to_bits(mask), 5, [(3, 1)]).distance((1, 3)) is None


@given(mazes(), st.data())
def test_a_route_is_a_way_of_the_right_length(mask: Mask, data: st.DataObject) -> None:
    start, goal = (data.draw(st.sampled_from(tiles(mask))) for _ in range(2))
    if not mask[start]:
        return
    way = paths.route(mask, start, goal)
    expected = flood(mask, [goal]).get(start) if mask[goal] else None
    if start == goal or expected is None:
        assert way == []
        return
    assert way[-1] == goal
    assert all(mask[tile] for tile in way)
    assert all(steps_between(a, b) == 1 for a, b in pairwise([start, *way]))
    assert len(way) >= expected


@given(mazes())
def test_bits_say_what_the_mask_says(mask: Mask) -> None:
    bits = paths.to_bits(mask)
    for x in range(mask.shape[0]):
        for y in range(mask.shape[1]):
            assert bool(bits >> (x + y * mask.shape[0]) & 1) == bool(mask[x, y])


@given(st.integers(0, 11), st.integers(0, 8), st.integers(0, 2 ** (11 * 8) - 1))
def test_the_tiles_about_a_place_may_lie_beyond_the_upper_and_left_edge(
    x: int, y: int, bits: int
) -> None:
    """A drawn room may be open there; its last column and row are wall."""
    mask = np.zeros((12, 9), dtype=np.bool_, order="F")
    flags = [bool(bits >> n & 1) for n in range(11 * 8)]
    mask[:11, :8] = np.array(flags).reshape((11, 8), order="F")
    found = paths.window_of(paths.to_bits(mask), 12, (x, y))
    for n in range(9):
        there = (x + n % 3 - 1, y + n // 3 - 1)
        inside = 0 <= there[0] < 12 and 0 <= there[1] < 9
        assert bool(found >> n & 1) == (inside and bool(mask[there]))
