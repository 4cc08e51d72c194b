"""The layout of the play screen at every size, and the window through which the map is seen."""

import numpy as np
import pytest

from roguelike.toolkit.widgets import Rect
from roguelike.ui.layout import Layout
from roguelike.ui.stage.camera import Camera

SIZES = [
    (80, 24), (81, 25), (99, 33), (100, 30), (100, 34), (119, 39), (120, 40), (80, 50), (159, 59),
    (160, 60), (200, 60), (240, 80), (300, 120),
]  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
def test_the_parts_of_the_screen_neither_overlap_nor_leave_it(size: tuple[int, int]) -> None:
    layout = Layout.of(*size, 2)
    taken = np.zeros(size, int)
    parts = (
        layout.title,
        layout.map,
        layout.side,
        layout.left,
        layout.rule,
        layout.log,
        layout.bar,
    )
    for rect in parts:
        assert rect.x >= 0
        assert rect.y >= 0
        assert rect.x + rect.width <= size[0]
        assert rect.y + rect.height <= size[1]
        taken[rect.x : rect.x + rect.width, rect.y : rect.y + rect.height] += 1
    assert taken.max() == 1
    # What is nobody's are whole columns: rules, and margins of very wide consoles.
    above_the_bar = taken[:, : layout.bar.y]
    nobodys = (above_the_bar == 0).any(axis=1)
    assert not above_the_bar[nobodys].any()
    assert nobodys.sum() >= 1 + (layout.left.width > 0)


def test_a_larger_console_never_shows_less_of_the_map() -> None:
    for columns in range(80, 260):
        now, wider = Layout.of(columns, 40), Layout.of(columns + 1, 40)
        assert wider.map.width >= now.map.width
        assert now.map.width <= 80
        assert (columns < 119) == (now.map.width < 80)
        assert (columns >= 150) == bool(now.left.width)
    for rows in range(24, 120):
        now, taller = Layout.of(100, rows), Layout.of(100, rows + 1)
        assert taller.map.height >= now.map.height
        assert 17 <= now.map.height <= 50, "sight reaches eight tiles up and down"
        assert now.log.height >= 3


@pytest.mark.parametrize("bar_rows", [1, 2, 3])
def test_the_log_gives_rows_up_where_that_shows_the_level_whole(bar_rows: int) -> None:
    """A display of 1600x900 pixels has some sixty rows of small letters."""
    assert [Layout.of(120, rows, bar_rows).map.height for rows in (55, 56, 57, 60)][1:] == [50] * 3
    assert Layout.of(120, 56, bar_rows).log.height == 3
    assert Layout.of(120, 58, bar_rows).log.height == 5
    assert Layout.of(120, 51).map.height == 43, "nor does the log take rows that it may grow over"


@pytest.mark.parametrize("rows", range(24, 120))
def test_a_longer_bar_costs_no_level_its_last_row(rows: int) -> None:
    short, long = Layout.of(158, rows, 1), Layout.of(158, rows, 2)
    assert (short.map.height == 50) == (long.map.height == 50)
    assert short.bar.height == 1
    if rows >= 63:
        assert long.bar.height == 2, "there is room for both"


def test_the_window_stands_still_until_somebody_nears_its_edge() -> None:
    window, shape = Rect(0, 1, 51, 18), (80, 50)
    view = Camera.around(window, shape, (40, 25))
    for step in range(4):
        assert view.held(shape, (40 + step, 25 + step)) is view
    moved = view.held(shape, (40, 32))
    assert moved.left == view.left
    assert moved.top > view.top + window.height // 4
    assert moved.held(shape, (40, 33)) is moved, "one move gives room for many steps"


@pytest.mark.parametrize("other", [(44, 17), (44, 33), (20, 25), (79, 25)])
def test_the_window_moves_for_whoever_is_seen(other: tuple[int, int]) -> None:
    shape = (80, 50)
    view = Camera.around(Rect(0, 1, 51, 18), shape, (44, 25)).held(shape, (44, 25), other)
    assert view.cell_of(other) is not None
    assert view.cell_of((44, 25)) is not None


@pytest.mark.parametrize("here", [(0, 0), (79, 49), (3, 47), (40, 25)])
def test_the_player_is_in_the_window_whoever_else_is_far_away(here: tuple[int, int]) -> None:
    shape = (80, 50)
    view = Camera(Rect(0, 1, 51, 18), 12, 20).held(shape, here, (0, 49), (79, 0))
    assert view.cell_of(here) is not None
    assert 0 <= view.left <= 29
    assert 0 <= view.top <= 32


def test_the_map_follows_its_focus_and_stops_at_its_edges() -> None:
    window = Rect(0, 1, 49, 39)
    middle = Camera.around(window, (80, 50), (40, 25))
    assert middle.cell_of((40, 25)) == (24, 20)
    corner = Camera.around(window, (80, 50), (0, 0))
    assert corner.tile_at(0, 1) == (0, 0)
    assert Camera.around(window, (80, 50), (79, 49)).tile_at(48, 39) == (79, 49)


def test_a_map_that_fits_is_shown_whole_in_the_middle() -> None:
    view = Camera.around(Rect(0, 0, 50, 30), (20, 10), (1, 1))
    assert view.cell_of((0, 0)) == (15, 10)
    assert view.cell_of((19, 9)) == (34, 19)


def test_cells_and_tiles_convert_both_ways() -> None:
    view = Camera.around(Rect(3, 1, 49, 39), (160, 100), (77, 44))
    for point in [(77, 44), (60, 30), (99, 60)]:
        cell = view.cell_of(point)
        assert cell is not None
        assert view.tile_at(*cell) == point
    assert view.cell_of((0, 0)) is None
    assert view.tile_at(79, 0) is None


@pytest.mark.parametrize("columns", [160, 200, 240])
def test_the_command_bar_begins_and_ends_with_the_panels(columns: int) -> None:
    """Very wide consoles have blank margins, and buttons far out in one belonged to nothing."""
    layout = Layout.of(columns, 60)
    assert layout.bar.x == layout.left.x
    assert layout.bar.x + layout.bar.width >= layout.side.x + layout.side.width
