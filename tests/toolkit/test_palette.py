"""Palettes, and places of two kinds."""

from itertools import pairwise

import numpy as np
import pytest
from tcod.console import Console

from roguelike.core.colour import BLACK, VARIANTS, Colour
from roguelike.devices.painting.ground_table import THEMES, numbers, table
from roguelike.engine.views.records import MapView, Tile
from roguelike.toolkit.palette import (
    COLOUR_NAMES,
    READABLE_CONTRAST,
    SEEN,
    Palette,
    contrast,
    luminance,
    palette,
)
from roguelike.ui.stage.animation import regions
from tests.maps import map_console

OPPOSITES = [
    ("good", "bad"),
    ("friend", "foe"),
    ("aim_ok", "aim_bad"),
    ("health", "mana"),
    ("heal", "damage"),
]
BLIND = ("deuteranopia", "protanopia", "tritanopia")


def apart(a: Colour, b: Colour) -> float:
    return float(np.linalg.norm(np.subtract(a, b, dtype=float)))


def seen_as(variant: str, colour: Colour) -> Colour:
    """Return how someone with that kind of colour blindness sees a colour."""
    red, green, blue = (max(0, min(255, int(value))) for value in np.rint(SEEN[variant] @ colour))
    return red, green, blue


@pytest.mark.parametrize("variant", VARIANTS)
def test_everything_written_can_be_read(variant: str) -> None:
    colours = palette(variant)
    for name in COLOUR_NAMES:
        ground, ink = (
            (getattr(colours, name), colours.text)
            if name.endswith("_back")
            else (BLACK, getattr(colours, name))
        )
        assert contrast(ground, ink) >= READABLE_CONTRAST, name
        if variant == "high contrast" and ground == BLACK:
            assert contrast(ground, ink) >= 7, name


@pytest.mark.parametrize("variant", BLIND)
@pytest.mark.parametrize("pair", OPPOSITES)
def test_opposites_stay_apart_for_the_eyes_they_are_meant_for(
    variant: str, pair: tuple[str, str]
) -> None:
    one, other = (seen_as(variant, getattr(palette(variant), name)) for name in pair)
    assert apart(one, other) > 100


def test_without_variants_some_opposites_would_look_alike() -> None:
    one, other = (seen_as("deuteranopia", getattr(palette(), name)) for name in ("good", "bad"))
    assert apart(one, other) < 100


@pytest.mark.parametrize("pair", OPPOSITES)
def test_greyscale_tells_opposites_by_brightness(pair: tuple[str, str]) -> None:
    one, other = (getattr(palette("greyscale"), name) for name in pair)
    assert len(set(one)) == len(set(other)) == 1
    assert contrast(one, other) > 1.8


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_colour_and_an_array_of_colours_change_alike(variant: str) -> None:
    colours = palette(variant)
    samples = [(0, 0, 0), (255, 255, 255), (200, 30, 30), (30, 200, 30), (10, 20, 250)]
    changed = colours.transform_array(np.array([samples], np.uint8))
    assert changed.shape == (1, 5, 3)
    assert [tuple(row) for row in changed[0].tolist()] == [
        colours.transform(sample) for sample in samples
    ]
    assert colours.transform(BLACK) == BLACK


def test_the_default_changes_nothing_and_high_contrast_keeps_the_order() -> None:
    assert palette().transform((12, 34, 56)) == (12, 34, 56)
    lifted = [palette("high contrast").transform((value, value, value)) for value in range(256)]
    assert all(luminance(a) <= luminance(b) for a, b in pairwise(lifted))
    assert luminance(lifted[60]) > 2 * luminance((60, 60, 60))


def test_log_roles_are_colour_names() -> None:
    colours = Palette()
    assert colours.role("creature") == colours.creature
    assert colours.role("") == colours.role("unheard of") == colours.text
    assert colours.segments([("The orc", "creature"), (" dies.", "")]) == [
        ("The orc", colours.creature),
        (" dies.", colours.text),
    ]


def test_an_unknown_palette_is_refused_with_the_list() -> None:
    with pytest.raises(ValueError, match="high contrast"):
        palette("sepia")


def hall(theme: str) -> MapView:
    tiles = np.full((12, 4), Tile.WALL, np.uint8)
    tiles[1:-1, 1:-1] = Tile.FLOOR
    known = np.ones(tiles.shape, np.bool_)
    return MapView("Test", theme, 1, tiles, known, known, frozenset(), (), (6, 1))


def drawn(view: MapView) -> Console:
    return map_console(view)


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
