"""The pictures of tiles."""

import numpy as np

from roguelike.components.looks import Renderable
from roguelike.devices.painting.ground_table import THEMES
from roguelike.devices.painting.letters import INKS, LEAST_INK, coverage, icon
from roguelike.devices.painting.tiles import PAINTERS, noise
from roguelike.toolkit.palette import palette
from roguelike.world.catalog import Catalog


def test_there_is_noise_for_a_tile_anywhere_on_a_map() -> None:
    """Blood more than fifty tiles from the corner ended the program: its seed left the range of 32 bits."""
    assert noise(16, 79 * 5 + 49 * 3, 5).shape == (16, 16)


def test_every_look_has_a_painter() -> None:
    used = {look.art for theme in THEMES.values() for look in theme.looks.values()}
    assert used == set(PAINTERS)


def test_ground_as_letters_is_never_a_question_mark() -> None:
    """Walls that are painted, and still water, have no sign: a blank was drawn as what no font has."""
    signs = {
        sign for theme in THEMES.values() for look in theme.looks.values() for sign in look.glyphs
    }
    unknown = coverage("?", 24)
    assert " " in signs
    assert not coverage(" ", 24).any()
    assert not [sign for sign in sorted(signs) if (coverage(sign, 24) == unknown).all()]


def test_an_icon_says_no_more_than_the_name_that_is_known(catalog: Catalog) -> None:
    """All that are called the same while unidentified look the same; a thing without an icon is a letter."""
    for names in catalog.alike.values():
        parts = [part for name in names for part in catalog.templates("items", name)]
        assert len({part.icon for part in parts if type(part) is Renderable}) == 1, names
    named = {
        part.icon
        for name in catalog.names("items")
        for part in catalog.templates("items", name)
        if type(part) is Renderable
    }
    assert "" not in named


def test_an_icon_stands_out_of_its_ground_at_every_size() -> None:
    rows = ("............",) * 5 + (".....aa.....",) * 2 + ("............",) * 5
    for side in (16, 24, 32, 64):
        drawn = icon(rows, (10, 10, 10), side, palette())
        middle = drawn.ink[side // 2, side // 2, :3] >> 8
        assert middle.max() >= LEAST_INK * 0.9, "even a black thing"
        assert (drawn.rest[0] == 256).all(), "nothing beyond its rim"


def test_in_greyscale_no_ink_of_an_icon_has_a_hue() -> None:
    """The fixed inks stayed as they were: hot and orange in grey."""
    for sign in INKS:
        drawn = icon((sign * 12,) * 12, (200, 20, 20), 16, palette("greyscale"))
        assert np.ptp(drawn.ink[8, 8, :3].astype(int)) <= 256, sign
