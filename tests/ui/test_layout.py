"""The layout of the play screen at every size, and the window through which the map is seen."""

from pathlib import Path

import numpy as np
import pytest

from roguelike.testing import Pilot
from roguelike.toolkit import widgets
from roguelike.ui.layout import LEAST, Layout
from roguelike.ui.screens.play import Play
from roguelike.ui.stage.camera import USUAL, Camera, tile_size

SIZES = [
    (80, 24), (81, 25), (99, 33), (100, 30), (100, 34), (119, 39), (120, 40), (80, 50), (159, 59),
    (160, 60), (200, 60), (240, 80), (300, 120),
]  # fmt: skip


@pytest.mark.parametrize("cell", [(1, 1), (10, 18)])
@pytest.mark.parametrize("size", SIZES)
def test_the_parts_of_the_screen_neither_overlap_nor_leave_it(
    size: tuple[int, int], cell: tuple[int, int]
) -> None:
    layout = Layout.of(*size, cell)
    taken = np.zeros(size, int)
    for rect in (layout.title, layout.map, layout.side, layout.rule, layout.log, layout.bar):
        assert rect.x >= 0
        assert rect.y >= 0
        taken[rect.x : rect.x + rect.width, rect.y : rect.y + rect.height] += 1
    # What is nobody's is the rule beside the panel.
    assert taken.max() == 1
    assert (taken == 0).sum() == layout.side.height
    assert not taken[layout.side.x - 1, : layout.side.height].any()


def test_a_larger_console_never_shows_less_of_the_map() -> None:
    for columns in range(80, 260):
        now, wider = Layout.of(columns, 40), Layout.of(columns + 1, 40)
        assert wider.map.width >= now.map.width
        assert (columns < 109) == (now.map.width < 80)
        assert 28 <= now.side.width <= 39
    for rows in range(24, 120):
        now, taller = Layout.of(100, rows), Layout.of(100, rows + 1)
        assert taller.map.height >= now.map.height - (rows + 1 == 40), "a second row of commands"
        assert now.map.height >= 17, "sight reaches eight tiles up and down"
        assert 4 <= now.log.height <= 8


def test_the_log_gives_rows_up_where_that_shows_the_level_whole() -> None:
    """A display of 1600x900 pixels has some sixty rows of small letters."""
    assert [Layout.of(120, rows).map.height for rows in (57, 58, 60)] == [50] * 3
    assert Layout.of(120, 57).log.height == 4
    assert Layout.of(120, 60).log.height == 7


def test_the_window_stands_still_until_somebody_nears_its_edge() -> None:
    window, shape = widgets.Rect(0, 1, 51, 18), (80, 50)
    view = Camera.around(window, shape, (40, 25))
    for step in range(4):
        assert view.held(shape, (40 + step, 25 + step)) is view
    moved = view.held(shape, (40, 32))
    assert moved.left == view.left
    assert moved.top > view.top + window.height // 4
    assert moved.held(shape, (40, 33)) is moved, "one move gives room for many steps"


@pytest.mark.parametrize("other", [(44, 8), (44, 17), (44, 33), (44, 42), (20, 25), (79, 25)])
def test_the_window_moves_for_whoever_is_seen(other: tuple[int, int]) -> None:
    shape = (80, 50)
    view = Camera.around(widgets.Rect(0, 1, 51, 18), shape, (44, 25)).held(shape, (44, 25), other)
    assert view.cell_of(other) is not None
    assert view.cell_of((44, 25)) is not None


def test_of_those_who_have_no_room_together_the_first_are_shown() -> None:
    here, first, second = (12, 22), (14, 40), (16, 5)
    view = Camera.around(widgets.Rect(0, 1, 36, 24), (80, 50), here).held(
        (80, 50), here, first, second
    )
    assert view.cell_of(here) is not None
    assert view.cell_of(first) is not None
    assert view.cell_of(second) is None


@pytest.mark.parametrize("here", [(0, 0), (79, 49), (3, 47), (40, 25)])
def test_the_player_is_in_the_window_whoever_else_is_far_away(here: tuple[int, int]) -> None:
    shape = (80, 50)
    view = Camera(widgets.Rect(0, 1, 51, 18), 12, 20).held(shape, here, (0, 49), (79, 0))
    assert view.cell_of(here) is not None
    assert 0 <= view.left <= 29
    assert 0 <= view.top <= 32


def test_the_map_follows_its_focus_and_stops_at_its_edges() -> None:
    window = widgets.Rect(0, 1, 49, 39)
    middle = Camera.around(window, (80, 50), (40, 25))
    assert middle.cell_of((40, 25)) == (24, 20)
    corner = Camera.around(window, (80, 50), (0, 0))
    assert corner.tile_at(0, 1) == (0, 0)
    assert Camera.around(window, (80, 50), (79, 49)).tile_at(48, 39) == (79, 49)


def test_a_map_that_fits_is_shown_whole_in_the_middle_and_as_large_as_it_can_be() -> None:
    view = Camera.around(widgets.Rect(0, 0, 50, 30), (20, 10), (1, 1))
    assert view.tile == (2, 1)
    assert view.cell_of((0, 0)) == (4, 10)
    assert view.cell_of((19, 9)) == (42, 19)
    assert Camera.around(widgets.Rect(0, 0, 39, 30), (20, 10), (1, 1)).tile == (1, 1)


def test_cells_and_tiles_convert_both_ways() -> None:
    view = Camera.around(widgets.Rect(3, 1, 49, 39), (160, 100), (77, 44))
    for point in [(77, 44), (60, 30), (99, 60)]:
        cell = view.cell_of(point)
        assert cell is not None
        assert view.tile_at(*cell) == point
    assert view.cell_of((0, 0)) is None
    assert view.tile_at(79, 0) is None


def test_a_larger_window_shows_more_of_a_level_and_a_key_shows_all_of_it(tmp_path: Path) -> None:
    """Tiles of 16 pixels, so that all is in view, made a large window's map smaller than a small one's."""
    with Pilot(saves=tmp_path, seed=7, size=(160, 60)) as pilot:
        pilot._screen.cell_pixels = (10, 18)
        pilot.press("n", "enter")
        play = pilot.stack.screens[0]
        assert isinstance(play, Play)
        for key, side in ((".", USUAL), ("-", LEAST), ("-", LEAST), ("+", USUAL)):
            pilot.press(key)
            pilot.drawn()
            assert play.view.board.camera.tile == (side, side)


def test_in_a_window_too_low_for_what_the_lamp_lights_tiles_are_smaller() -> None:
    """At 1280x800 the lamp lit more rows than were shown, and up to 44 hundredths of the map's place."""
    level, cell = (80, 50), (10, 16)
    assert tile_size(widgets.Rect(0, 1, 88, 39), level, cell, 0) == (20, 20)
    assert tile_size(widgets.Rect(0, 1, 120, 50), level, cell, 0) == (24, 24)
    assert tile_size(widgets.Rect(0, 1, 88, 39), level, cell, 24) == (24, 24)
