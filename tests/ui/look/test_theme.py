"""Places of two kinds: a cave that opens into a fort is drawn as both."""

import numpy as np
import pytest
from tcod.console import Console

from roguelike.engine.views.records import MapView, Tile
from roguelike.ui.look.ground_numbers import numbers
from roguelike.ui.look.ground_table import regions, table
from roguelike.ui.look.themes import THEMES
from roguelike.ui.panels.ground import draw_map
from roguelike.ui.panels.layout import Viewport
from roguelike.ui.widgets import Rect


def hall(theme: str) -> MapView:
    tiles = np.full((12, 4), Tile.WALL, np.uint8)
    tiles[1:-1, 1:-1] = Tile.FLOOR
    known = np.ones(tiles.shape, np.bool_)
    return MapView("Test", theme, 1, tiles, known, known, frozenset(), (), (6, 1))


def drawn(view: MapView) -> Console:
    console = Console(*view.tiles.shape, order="F")
    draw_map(console, view, Viewport(Rect(0, 0, *view.tiles.shape), 0, 0), "default")
    return console


def test_a_theme_may_name_a_border() -> None:
    assert regions("forest") == ((0, "forest"),)
    assert regions("limestone|40|dwarven") == ((0, "limestone"), (40, "dwarven"))
    assert regions("a|5|b|9|c") == ((0, "a"), (5, "b"), (9, "c"))


@pytest.mark.parametrize("theme", ["a|b|c", "a|5", "|", ""])
def test_a_theme_that_makes_no_sense_is_one_place(theme: str) -> None:
    assert len(regions(theme)) == 1
    drawn(hall(theme))


def test_each_side_of_the_border_looks_as_it_would_alone() -> None:
    both = drawn(hall("limestone|6|dwarven")).rgb
    west, east = drawn(hall("limestone")).rgb, drawn(hall("dwarven")).rgb
    assert np.array_equal(both[:6], west[:6])
    assert np.array_equal(both[6:], east[6:])
    swapped = drawn(hall("dwarven|6|limestone")).rgb
    assert np.array_equal(swapped[:6], east[:6])
    assert np.array_equal(swapped[6:], west[6:])


def test_every_number_is_in_the_table() -> None:
    theme = "default|2|abyss|4|town"
    view = hall(theme)
    assert numbers(view).max() < len(table(theme, "default"))


def test_themes_differ() -> None:
    seen = {drawn(hall(theme)).rgb.tobytes() for theme in THEMES}
    assert len(seen) == len(THEMES)
