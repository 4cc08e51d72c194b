"""Floods and surroundings against plain searches."""

from collections import deque

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.core.paths import to_bits, to_mask
from roguelike.core.rng import Stream
from roguelike.core.sight import points
from roguelike.mapgen import noise
from roguelike.mapgen.blueprint import Mask
from roguelike.mapgen.reach import (
    bypassable,
    count_around,
    count_beside,
    flood,
    hangs_together,
    parts,
    path,
    reached,
)


@st.composite
def grounds(draw: st.DrawFn) -> Mask:
    """A random mask with a closed edge."""
    inside = draw(arrays(np.bool_, (9, 7)))
    return np.pad(inside, 1)


def searched(ground: Mask, start: Point) -> dict[Point, int]:
    """Return steps from the start to each tile, by a plain search."""
    steps, left = {start: 0}, deque([start])
    while left:
        x, y = left.popleft()
        for dx, dy in DIRECTIONS:
            after = (x + dx, y + dy)
            if ground[after] and after not in steps:
                steps[after] = steps[x, y] + 1
                left.append(after)
    return steps


@given(grounds())
def test_bits_and_masks_are_inverse(ground: Mask) -> None:
    assert np.array_equal(to_mask(to_bits(ground), ground.shape), ground)


@given(grounds(), st.integers(0, 62))
def test_a_flood_counts_steps(ground: Mask, pick: int) -> None:
    tiles = points(ground)
    if not tiles:
        return
    start, goal = tiles[pick % len(tiles)], tiles[-1]
    steps = searched(ground, start)
    rings = flood(ground, start)
    for number, ring in enumerate(rings):
        here = points(to_mask(ring, ground.shape))
        assert set(here) == {tile for tile, far in steps.items() if far == number}
    assert set(points(reached(ground, start))) == set(steps)
    assert hangs_together(ground) == (len(steps) == len(tiles))
    way = path(ground, start, goal)
    assert len(way) == (steps[goal] + 1 if goal in steps else 0)
    assert all(ground[place] for place in way)


@given(grounds())
def test_parts_share_nothing_and_miss_nothing(ground: Mask) -> None:
    found = parts(ground)
    assert sum(found) == to_bits(ground)
    assert sum(part.bit_count() for part in found) == ground.sum()


@given(grounds())
def test_a_tile_one_can_walk_around_cuts_nothing_off(ground: Mask) -> None:
    before = len(parts(ground))
    for place in points(bypassable(ground)):
        without = ground.copy()
        without[place] = False
        assert len(parts(without)) == before


@given(grounds())
def test_neighbours_are_counted(ground: Mask) -> None:
    around, beside = count_around(ground), count_beside(ground)
    for x in range(1, ground.shape[0] - 1):
        for y in range(1, ground.shape[1] - 1):
            window = ground[x - 1 : x + 2, y - 1 : y + 2]
            assert around[x, y] == window.sum() - ground[x, y]
            assert beside[x, y] == window[1].sum() + window[:, 1].sum() - 2 * ground[x, y]


def test_noise_is_even_and_repeats() -> None:
    words = noise.words(Stream(1), 200, 200)
    assert np.array_equal(words, noise.words(Stream(1), 200, 200))
    assert abs(words.mean() / noise.FULL - 0.5) < 0.01
    rolled = noise.below(Stream(2), 6, 60_000)
    assert np.bincount(rolled).min() > 9_500
    assert len(np.bincount(rolled)) == 6
    assert abs(noise.chosen(Stream(3), 45, 200, 200).mean() - 0.45) < 0.01
