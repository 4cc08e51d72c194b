"""Where a tooltip stands: whole, beside its cell, and clear of creatures if it can."""

import pytest
from tcod.console import Console

from roguelike.ui.backends.headless import text_rows
from roguelike.ui.look.palette import palette
from roguelike.ui.panels.tooltip import draw_tooltip
from tests.ui.panels.written import lines_of

COLOURS = palette()


@pytest.mark.parametrize("at", [(0, 0), (79, 49), (0, 49), (79, 0), (40, 25)])
def test_a_tooltip_hides_neither_its_cell_nor_any_of_itself(at: tuple[int, int]) -> None:
    console = Console(80, 50, order="F")
    draw_tooltip(console, at, lines_of(6, "something to tell"), COLOURS)
    assert not console.rgb["bg"][at].any()
    assert sum("something to tell" in row for row in text_rows(console)) == 6


def test_a_tooltip_keeps_clear_of_creatures_if_it_can() -> None:
    console = Console(80, 50, order="F")
    creatures = [(44, 25), (45, 26)]
    draw_tooltip(console, (40, 25), lines_of(3, "words"), COLOURS, creatures)
    assert not any(console.rgb["bg"][cell].any() for cell in creatures)
