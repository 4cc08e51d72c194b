"""What is on the map can be made out: every glyph against its ground, in every kind of place and every palette."""

import numpy as np
import pytest
from tcod.console import Console

from roguelike.core.colour import BLACK, Colour
from roguelike.engine.views.records import MapView, Thing, Tile
from roguelike.ui.look.palette import VARIANTS, contrast
from roguelike.ui.look.theme import JOINED, NOISE, STATES, THEMES, WALL_GLYPHS, table
from roguelike.ui.panels.ground import draw_map
from roguelike.ui.panels.layout import Viewport
from roguelike.ui.widgets import Rect

REMEMBERED, NEAREST = 1, 2
CODES = [*map(int, Tile), *range(JOINED, JOINED + len(WALL_GLYPHS))]


def colour(word: np.int32) -> Colour:
    red, green, blue, _ = np.array([word], np.int32).view(np.uint8).tolist()
    return red, green, blue


def worst(theme: str, variant: str, state: int) -> float:
    """Return the least contrast of any glyph that is not blank, bloody ground included."""
    cells = table(theme, variant).reshape(2, STATES, NOISE, -1, 3)[:, state][:, :, CODES]
    return min(
        contrast(colour(ink), colour(ground))
        for glyph, ink, ground in {tuple(cell) for cell in cells.reshape(-1, 3)}
        if glyph != ord(" ")
    )


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("theme", THEMES)
def test_ground_in_view_and_ground_remembered_can_be_made_out(theme: str, variant: str) -> None:
    bright = variant == "high contrast"
    assert worst(theme, variant, REMEMBERED) >= (3.1 if bright else 2.6)
    assert worst(theme, variant, NEAREST) >= (4.4 if bright else 3.2)
    for state in range(NEAREST + 1, STATES):
        assert worst(theme, variant, state) >= (3.9 if bright else 2.6)


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_remembered_is_duller_than_what_is_seen(theme: str) -> None:
    cells = table(theme, "default").reshape(2, STATES, NOISE, -1, 3)[0]
    for tile in (Tile.WALL, Tile.FLOOR, Tile.DOWN_STAIRS, Tile.GRASS):
        seen, known = cells[NEAREST, 0, int(tile), 1], cells[REMEMBERED, 0, int(tile), 1]
        assert contrast(colour(known), BLACK) <= contrast(colour(seen), BLACK) + 0.5


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "ink", [(20, 20, 20), (120, 0, 0), (0, 0, 160), (10, 90, 20), (255, 255, 0)]
)
@pytest.mark.parametrize("seen", [True, False])
def test_things_can_be_made_out_on_every_ground(
    theme: str,
    variant: str,
    ink: Colour,
    seen: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    tiles = np.full((9, 3), Tile.FLOOR, np.uint8)
    known, visible = np.ones(tiles.shape, np.bool_), np.full(tiles.shape, seen)
    things = tuple(Thing((x, 1), "+", ink, BLACK, 1, x + 1) for x in range(9))
    view = MapView("Test", theme, 1, tiles, visible, known, frozenset(), things, (4, 1))
    console = Console(9, 3, order="F")
    draw_map(console, view, Viewport(Rect(0, 0, 9, 3), 0, 0), variant)
    for x in range(9):
        ink_here = tuple(int(value) for value in console.rgb["fg"][x, 1])
        ground = tuple(int(value) for value in console.rgb["bg"][x, 1])
        assert contrast(ink_here, ground) >= 3.0  # type: ignore[arg-type]
