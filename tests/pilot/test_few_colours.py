"""The coloured light of the regions in 16 and 256 colours: no letter vanishes into its ground."""

import numpy as np
import pytest

from roguelike.core.colour import Colour
from roguelike.devices.terminal.colours import Colours, shades
from roguelike.testing import Pilot
from roguelike.ui.look.ground_table import SHADES
from roguelike.ui.look.palette import VARIANTS, palette

GRAIN = {" ", "\0", *SHADES, *"█▀▄"}
"""Signs that are ground, not letters."""


def pens(pilot: Pilot, colours: Colours) -> set[tuple[str, str, str]]:
    """Return each letter on the screen, with the numbers of its colour and its ground's."""
    console = pilot.drawn().shown
    words = np.ascontiguousarray(console.rgba).view(np.uint32).reshape(console.width, -1, 3)
    fore, back = shades(colours)
    cells = {tuple(cell) for cell in words.reshape(-1, 3).tolist()}
    return {(chr(code), fore(ink), back(ground)) for code, ink, ground in cells}


def number(pen: str) -> int:
    """Return the number of the colour that an SGR parameter names, of 16 or of 256."""
    if ";" in pen:
        return int(pen.rpartition(";")[2])
    value = int(pen)
    return value - (92 if value >= 100 else 82 if value >= 90 else 30 if value < 40 else 40)


@pytest.mark.parametrize("depth", [1, 4, 7, 10, 13, 15])
def test_no_letter_has_the_colour_of_its_ground(depth: int) -> None:
    with Pilot(seed=7, size=(80, 50)) as pilot:
        pilot.press("n", "\\", "y", "t")
        pilot.type(str(depth))
        pilot.press("enter")
        pilot.advance(3.0)
        pilot.press("\\", "m")
        pilot.advance(1.0)
        assert f"depth {depth} " in pilot.text[0]
        assert pilot.screens == ["Play"]
        for colours in ("256", "16"):
            found = pens(pilot, colours)
            assert len(found) > 20
            lost = {
                each
                for each in found
                if each[0] not in GRAIN and number(each[1]) == number(each[2])
            }
            assert not lost, (colours, lost)


DEPTHS: tuple[Colours, ...] = ("truecolour", "256", "16", "none")
BARS = ("health_back", "mana_back", "xp_back", "selected_back")


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("bar", BARS)
def test_a_bar_is_seen_in_every_palette_in_few_colours_and_in_none(bar: str, variant: str) -> None:
    """What is full stands on another ground than what is empty: health, mana, experience, the chosen row."""
    named = palette(variant)
    full, empty = (_word(getattr(named, name)) for name in (bar, "bar_back"))
    for colours in DEPTHS:
        _, back = shades(colours)
        assert back(full) != back(empty), (bar, colours)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_chosen_row_is_no_black_one_in_any_palette(variant: str) -> None:
    for colours in DEPTHS:
        fore, back = shades(colours)
        ground, ink = (_word(getattr(palette(variant), name)) for name in ("selected_back", "text"))
        assert back(ground) != back(0), colours
        if colours in ("256", "16"):
            assert number(fore(ink)) != number(back(ground)), colours


def _word(colour: Colour) -> int:
    red, green, blue = colour
    return red | green << 8 | blue << 16


@pytest.mark.parametrize("variant", [each for each in VARIANTS if each != "greyscale"])
def test_an_empty_bar_is_seen_in_sixteen_colours_too(variant: str) -> None:
    """Experience at the start of a level: without a ground of its own it would be no bar at all."""
    _, back = shades("16")
    assert number(back(_word(palette(variant).bar_back))) != number(back(0))


@pytest.mark.parametrize("colours", DEPTHS)
@pytest.mark.parametrize("mark", ["aim_ok_back", "aim_bad_back", "blast_back"])
def test_the_cursor_of_an_aim_is_seen_in_few_colours(mark: str, colours: Colours) -> None:
    _, back = shades(colours)
    assert back(_word(getattr(palette(), mark))) != back(0)
