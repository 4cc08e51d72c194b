"""Rows of the panels: they never lose a word in silence, and bars and glyphs can be read."""

import pytest
from tcod.console import Console

from roguelike.ui.panels.rows import Line, cells_of, legible, paint, render
from tests.ui.panels.written import RED, WHITE, shown


def test_a_row_cuts_its_left_text_with_a_sign_and_keeps_its_right_text() -> None:
    line = Line((("a long description", WHITE),), (("12/30", WHITE),))
    assert shown([line], 16) == ["a long…    12/30"]


def test_a_row_has_the_colours_it_was_given() -> None:
    console = Console(4, 1, order="F")
    paint(
        cells_of(console),
        0,
        0,
        4,
        [Line((("ab", RED),), back=(1, 2, 3), fill=(9, 9, 9), filled=0.5)],
    )
    assert tuple(console.rgb["fg"][0, 0]) == RED
    assert [tuple(console.rgb["bg"][x, 0]) for x in range(4)] == [(9, 9, 9)] * 2 + [(1, 2, 3)] * 2


@pytest.mark.parametrize(("share", "cells"), [(0.0, 0), (0.001, 1), (0.999, 9), (1.0, 10)])
def test_a_bar_is_empty_or_full_only_when_it_is(share: float, cells: int) -> None:
    row = render(Line(fill=RED, filled=share), 10)
    assert (row[:, 2] == row[0, 2]).sum() == cells or (cells == 0 and len(set(row[:, 2])) == 1)


def test_a_dark_glyph_is_lightened_and_a_bright_one_left_alone() -> None:
    assert legible((250, 250, 0)) == (250, 250, 0)
    assert min(legible((0, 0, 0))) > 60
