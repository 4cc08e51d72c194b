"""What is on the map can be made out: every glyph against its ground, in every kind of place and every palette.

The pictures of tiles.
"""

from itertools import pairwise, product

import numpy as np
import pytest
from numpy.typing import NDArray

from roguelike.components.looks import Renderable
from roguelike.core.colour import BLACK, VARIANTS, Colour, mix
from roguelike.devices.painting.cells import _look
from roguelike.devices.painting.ground_table import (
    JOINED,
    LANTERN,
    LANTERN_STEPS,
    NOISE,
    SHADES,
    STATES,
    THEMES,
    WALL_GLYPHS,
    table,
)
from roguelike.devices.painting.letters import INKS, LEAST_INK, coverage, icon
from roguelike.devices.painting.tiles import PAINTERS, noise
from roguelike.devices.terminal.environment import shades
from roguelike.engine.views.records import MapView, Thing, Tile
from roguelike.toolkit.palette import contrast, palette
from roguelike.world.catalog import Catalog
from tests.maps import map_console

REMEMBERED, NEAREST = 1, 2
LAMP: Colour = (255, 206, 138)
CODES = [*map(int, Tile), *range(JOINED, JOINED + len(WALL_GLYPHS))]


def colour(word: np.int32) -> Colour:
    red, green, blue, _ = np.array([word], np.int32).view(np.uint8).tolist()
    return red, green, blue


def cells_of(theme: str, variant: str, state: int) -> NDArray[np.int32]:
    """Return all cells of a state, bloody ground included: [bloody, noise, kind of ground, word]."""
    found: NDArray[np.int32] = table(theme, variant, LAMP).reshape(2, STATES, NOISE, -1, 3)
    return found[:, state][:, :, CODES]


def is_letter(glyph: int) -> bool:
    return chr(glyph) not in {" ", *SHADES}


def worst(theme: str, variant: str, state: int) -> float:
    """Return the least contrast of any glyph that is neither blank nor the grain of rock."""
    cells = cells_of(theme, variant, state).reshape(-1, 3)
    return min(
        contrast(colour(ink), colour(ground))
        for glyph, ink, ground in {tuple(cell) for cell in cells}
        if is_letter(glyph)
    )


def cell_colour(cell: NDArray[np.int32]) -> Colour:
    """Return how a cell looks from afar: its ground, and as much of its ink as a shading glyph covers."""
    share = {"░": 0.25, "▒": 0.5, "▓": 0.75}.get(chr(cell[0]), 0.0)
    return mix(colour(cell[2]), colour(cell[1]), share)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("theme", THEMES)
def test_ground_in_view_and_ground_remembered_can_be_made_out(theme: str, variant: str) -> None:
    bright = variant == "high contrast"
    assert worst(theme, variant, REMEMBERED) >= (3.1 if bright else 2.6)
    assert worst(theme, variant, NEAREST) >= (4.4 if bright else 3.2)
    assert worst(theme, variant, LANTERN) >= (4.4 if bright else 3.2)
    for state in range(NEAREST + 1, STATES):
        assert worst(theme, variant, state) >= (3.9 if bright else 2.6)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("theme", THEMES)
def test_rock_stands_out_from_the_floor_beside_it(theme: str, variant: str) -> None:
    for state in range(REMEMBERED, STATES):
        clean = cells_of(theme, variant, state)[0]
        for wall, floor in zip(clean[:, int(Tile.WALL)], clean[:, int(Tile.FLOOR)], strict=True):
            if chr(wall[0]) in SHADES:
                assert contrast(cell_colour(wall), colour(floor[2])) >= 1.25, state


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_seen_and_what_is_remembered_differ_without_colours(theme: str) -> None:
    """In a terminal without colours all that is only remembered is faint, and nothing else on the map is."""
    write, _ = shades("none")
    for state in range(REMEMBERED, STATES):
        for glyph, ink, _ in cells_of(theme, "default", state)[0].reshape(-1, 3):
            if is_letter(glyph):
                assert (write(int(ink)) == "22;2") == (state == REMEMBERED)


@pytest.mark.parametrize("seen", [True, False])
def test_things_seen_and_things_remembered_differ_without_colours(seen: bool) -> None:  # noqa: FBT001
    """Whatever its colour: those of an even grid, and the darkest."""
    write, _ = shades("none")
    steps = (0, 40, 85, 128, 170, 215, 255)
    for ink in product(steps, steps, steps):
        look = np.frombuffer(_look("+", ink, BLACK, seen, "default"), np.int32)
        assert (write(int(look[1]) & 0xFFFFFF) == "22;2") is not seen, ink


@pytest.mark.parametrize("theme", THEMES)
def test_no_ground_of_the_map_is_reversed_where_there_are_no_colours(theme: str) -> None:
    _, write = shades("none")
    for state in range(STATES):
        words = cells_of(theme, "default", state)[..., 2].flat
        assert {write(int(word) & 0xFFFFFF) for word in words} == {"27"}


@pytest.mark.parametrize("theme", THEMES)
def test_a_place_keeps_its_hue_in_memory(theme: str) -> None:
    """The strongest channel of a ground in view is the strongest of the same ground remembered, where it has a hue."""
    seen, known = cells_of(theme, "default", NEAREST)[0], cells_of(theme, "default", REMEMBERED)[0]
    for now, then in zip(seen.reshape(-1, 3), known.reshape(-1, 3), strict=True):
        bright, faded = colour(now[2]), colour(then[2])
        first, second, _ = sorted(bright, reverse=True)
        if first - second > 8:
            assert faded.index(max(faded)) == bright.index(first)


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_remembered_is_duller_than_what_is_seen(theme: str) -> None:
    cells = table(theme, "default", LAMP).reshape(2, STATES, NOISE, -1, 3)[0]
    for tile in (Tile.WALL, Tile.FLOOR, Tile.DOWN_STAIRS, Tile.GRASS):
        seen, known = cells[NEAREST, 0, int(tile), 1], cells[REMEMBERED, 0, int(tile), 1]
        assert contrast(colour(known), BLACK) <= contrast(colour(seen), BLACK) + 0.5


SIGN_INKS: tuple[Colour, ...] = (
    (20, 20, 20),
    (120, 0, 0),
    (0, 0, 160),
    (10, 90, 20),
    (255, 255, 0),
)


def drawn_contrast(theme: str, variant: str, ink: Colour, *, seen: bool) -> float:
    """Return the least contrast of nine things of a colour on the floor, the nearest in the middle."""
    tiles = np.full((9, 3), Tile.FLOOR, np.uint8)
    known, visible = np.ones(tiles.shape, np.bool_), np.full(tiles.shape, seen)
    things = tuple(Thing((x, 1), "+", ink, BLACK, 1, x + 1) for x in range(9))
    view = MapView("Test", theme, 1, tiles, visible, known, frozenset(), things, (4, 1))
    console = map_console(view, variant)
    cells = zip(console.rgb["fg"][:, 1].tolist(), console.rgb["bg"][:, 1].tolist(), strict=True)
    return min(contrast(tuple(inked), tuple(ground)) for inked, ground in cells)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("theme", THEMES)
def test_things_can_be_made_out_on_every_ground(theme: str, variant: str) -> None:
    for ink, seen in product(SIGN_INKS, (True, False)):
        assert drawn_contrast(theme, variant, ink, seen=seen) >= 3.0, (ink, seen)


# Not too dark


DARK = 0.12 * 255
"""Below this ground looks black beside the panels."""


def floor_shine(theme: str, state: int) -> float:
    """Return how bright the floor of a place is in a state, 0 to 255."""
    cells = table(theme, "default", LAMP).reshape(2, STATES, NOISE, -1, 3)[0, state]
    grounds = [colour(word) for word in cells[:, int(Tile.FLOOR), 2]]
    return float(np.mean(np.array(grounds) @ np.array((0.25, 0.625, 0.125))))


@pytest.mark.parametrize("theme", THEMES)
def test_a_lantern_lights_its_circle_and_only_the_rim_is_dim(theme: str) -> None:
    shine = [floor_shine(theme, LANTERN + step) for step in range(LANTERN_STEPS)]
    assert min(shine[:6]) >= DARK
    assert all(near >= far - 1 for near, far in pairwise(shine))
    assert shine[-1] < shine[5]
    assert shine[-1] > floor_shine(theme, REMEMBERED), "what is seen is brighter than memory"


@pytest.mark.parametrize("theme", THEMES)
def test_memory_is_no_night(theme: str) -> None:
    assert floor_shine(theme, REMEMBERED) >= 20
    assert floor_shine(theme, REMEMBERED) > 2 * floor_shine(theme, 0)


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
