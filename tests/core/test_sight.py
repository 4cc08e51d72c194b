"""What can be seen from where: symmetric, round, stopped by walls."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from roguelike.core import paths, sight
from roguelike.core.geometry import Point, distance, line


def is_clear(mask: sight.Mask, a: Point, b: Point) -> bool:
    """Look along the lines between two tiles of a mask of what lets light through."""
    return sight.clear_line(paths.to_bits(~mask), mask.shape[0], a, b)


def ground(drawing: str) -> tuple[sight.Mask, dict[str, Point]]:
    """Read a drawing: what lets light through, and where the letters are."""
    rows = drawing.strip().split()
    mask = np.ones((len(rows[0]), len(rows)), dtype=np.bool_, order="F")
    marks = {}
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            mask[x, y] = mark != "#"
            if mark.isalpha():
                marks[mark] = (x, y)
    return mask, marks


@st.composite
def caves(draw: st.DrawFn) -> tuple[sight.Mask, list[Point]]:
    """Make a random cave and list its open tiles."""
    width, height = draw(st.integers(2, 14)), draw(st.integers(2, 12))
    bits = draw(st.integers(0, 2 ** (width * height) - 1))
    flags = [bool(bits >> n & 1 or n % 3) for n in range(width * height)]
    mask = np.array(flags, dtype=np.bool_).reshape((width, height), order="F")
    mask[0, 0] = True
    return np.asfortranarray(mask), sight.points(mask)


def test_an_open_field_is_seen_as_a_disc_with_its_rim() -> None:
    seen = sight.field_of_view(np.ones((21, 21), dtype=np.bool_, order="F"), (10, 10), 8)
    for x in range(21):
        for y in range(21):
            assert seen[x, y] == (distance((10, 10), (x, y)) <= 8)


def test_walls_are_seen_and_stop_the_sight() -> None:
    mask, marks = ground("a.#.b ..#.. ..#.. ..#..")
    seen = sight.field_of_view(mask, marks["a"], 8)
    assert seen[2, 0]
    assert not seen[3, 0]
    assert not seen[marks["b"]]


def test_a_pillar_casts_a_shadow() -> None:
    mask, marks = ground("a.#..b")
    assert not sight.field_of_view(mask, marks["a"], 8)[marks["b"]]
    assert not is_clear(mask, marks["a"], marks["b"])


def test_the_edge_of_the_map_is_no_obstacle() -> None:
    mask = np.ones((5, 5), dtype=np.bool_, order="F")
    for corner in ((0, 0), (4, 0), (0, 4), (4, 4)):
        assert sight.field_of_view(mask, corner, 8).all()


@given(caves(), st.data())
def test_whoever_sees_you_can_be_seen_by_you(
    cave: tuple[sight.Mask, list[Point]], data: st.DataObject
) -> None:
    mask, spots = cave
    a, b = data.draw(st.sampled_from(spots)), data.draw(st.sampled_from(spots))
    radius = data.draw(st.integers(1, 9))
    assert sight.field_of_view(mask, a, radius)[b] == sight.field_of_view(mask, b, radius)[a]


@given(caves(), st.data())
def test_a_viewer_sees_its_own_tile_and_the_neighbours(
    cave: tuple[sight.Mask, list[Point]], data: st.DataObject
) -> None:
    mask, spots = cave
    a = data.draw(st.sampled_from(spots))
    seen = sight.field_of_view(mask, a, 3)
    assert seen[a]
    for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        x, y = a[0] + dx, a[1] + dy
        if 0 <= x < mask.shape[0] and 0 <= y < mask.shape[1]:
            assert seen[x, y]


@given(caves(), st.data())
def test_a_field_of_view_shows_the_tiles_to_which_a_line_is_clear_and_no_others(
    cave: tuple[sight.Mask, list[Point]], data: st.DataObject
) -> None:
    mask, spots = cave
    here, radius = data.draw(st.sampled_from(spots)), data.draw(st.integers(1, 14))
    seen = sight.field_of_view(mask, here, radius)
    for spot in spots:
        is_near = distance(here, spot) <= radius
        assert seen[spot] == (is_near and is_clear(mask, here, spot))
        assert is_clear(mask, here, spot) == is_clear(mask, spot, here)


def test_a_line_is_clear_past_one_wall_at_each_step_on_either_side() -> None:
    mask, marks = ground("a.... .#.#. ....b")
    assert is_clear(mask, marks["a"], marks["b"])
    assert sight.field_of_view(mask, marks["a"], 8)[marks["b"]]
    for way in (line(marks["a"], marks["b"]), line(marks["b"], marks["a"])):
        assert not all(mask[cell] for cell in way)


@given(caves(), st.data())
def test_looking_leaves_the_ground_alone(
    cave: tuple[sight.Mask, list[Point]], data: st.DataObject
) -> None:
    mask, spots = cave
    before = mask.copy()
    sight.field_of_view(mask, data.draw(st.sampled_from(spots)), 5)
    assert np.array_equal(mask, before)


@given(st.integers(0, 2**12 - 1), st.integers(0, 255))
def test_numbers_are_chosen_by_a_mask(bits: int, other: int) -> None:
    mask = np.array([bits >> place & 1 for place in range(12)], np.bool_).reshape(4, 3)
    yes = np.arange(12, dtype=np.uint8).reshape(4, 3) * np.uint8(20)
    no = np.uint8(other)
    assert sight.select(mask, yes, no).tolist() == np.where(mask, yes, no).tolist()
    assert (
        sight.select(mask.T, yes.T, np.full((3, 4), no)).tolist()
        == np.where(mask.T, yes.T, no).tolist()
    )
    assert sight.any_of(mask) == bool(bits)
