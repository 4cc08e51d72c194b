"""Colours as data writes them."""

import pytest

from roguelike.core.colour import BLACK, WHITE, mix, parse_colour


def test_colours_are_read_in_either_case() -> None:
    assert parse_colour("#FFa500") == (255, 165, 0)
    assert parse_colour("#000000") == BLACK


@pytest.mark.parametrize(
    "text", ["", "FFA500", "#FFA50", "#FFA5000", "#GGGGGG", "red", "#ffa500\n"]
)
def test_what_is_no_colour_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="#RRGGBB"):
        parse_colour(text)


def test_mixing_runs_from_one_to_the_other() -> None:
    assert mix(BLACK, WHITE, 0) == BLACK
    assert mix(BLACK, WHITE, 1) == WHITE
    assert mix((10, 20, 30), (20, 40, 60), 0.5) == (15, 30, 45)
