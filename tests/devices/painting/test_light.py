"""Coloured light: it mixes, fades, flickers by the tick alone, tells nothing unseen, and leaves glyphs readable."""

from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tcod.console import Console

from roguelike.core.colour import BLACK, VARIANTS, Colour
from roguelike.core.records import replace
from roguelike.devices.painting.ground_table import SHADES, THEMES
from roguelike.devices.painting.light import Part, halo
from roguelike.devices.terminal.environment import shades
from roguelike.engine.views.records import (
    GroundLightView,
    LampView,
    LightView,
    MapView,
    Thing,
    Tile,
)
from roguelike.toolkit.palette import contrast
from roguelike.toolkit.rows import cells_of, word
from tests.maps import map_console

WIDTH, HEIGHT = 24, 7
RED, GREEN, BLUE, FIRE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 150, 60)
INKS: tuple[Colour, ...] = (RED, GREEN, BLUE, BLACK, (120, 0, 0), (0, 0, 160), (255, 255, 255))


def lamp(
    x: int, y: int, colour: Colour = FIRE, reach: int = 5, flicker: float = 0.0, entity: int = 7
) -> LampView:
    everywhere = np.ones((WIDTH, HEIGHT), np.uint8)
    return LampView(entity, (x, y), LightView(colour, reach, 1.0, flicker), 0, everywhere)


def hall(
    *lamps: LampView, theme: str = "limestone", tile: Tile = Tile.FLOOR, **parts: Any
) -> MapView:
    """Draw a dark hall in which the player, far off, has no light worth mentioning."""
    tiles = np.full((WIDTH, HEIGHT), tile, np.uint8)
    known = np.ones(tiles.shape, np.bool_)
    view = MapView("T", theme, 3, tiles, known, known, frozenset(), (), (0, 0))
    return replace(view, own_light=LightView((255, 206, 138), 1), lamps=lamps, **parts)


def drawn(view: MapView, variant: str = "default", tick: int = 0) -> Console:
    return map_console(view, variant, tick)


def grounds(view: MapView, variant: str = "default", tick: int = 0) -> NDArray[np.int64]:
    return drawn(view, variant, tick).rgb["bg"].astype(np.int64)


def added(view: MapView, tick: int = 0) -> NDArray[np.int64]:
    """Return how much lamps add to the ground, [x, y, channel]."""
    return grounds(view, tick=tick) - grounds(replace(view, lamps=(), glowing=()), tick=tick)


def test_light_has_a_colour_and_fades_with_distance() -> None:
    light = added(hall(lamp(12, 3, RED)))
    assert (light[12, 3] > 0).any()
    assert light[12, 3, 0] > light[12, 3, 1]
    row = light[12:19, 3, 0].tolist()
    assert all(near >= far for near, far in pairwise(row))
    assert row[-1] == 0


def test_lights_mix() -> None:
    both = added(hall(lamp(10, 3, RED), lamp(14, 3, BLUE, entity=8)))[12, 3]
    assert both[0] > 0
    assert both[2] > 0
    assert both[0] >= added(hall(lamp(10, 3, RED)))[12, 3, 0] - 2


def test_many_lights_do_not_burn_out() -> None:
    many = tuple(lamp(x, 3, FIRE, entity=x) for x in range(2, 22))
    _, write = shades("none")
    console = drawn(hall(*many))
    assert {write(word(tuple(ground))) for ground in console.rgb["bg"].reshape(-1, 3).tolist()} == {
        "27"
    }


def test_a_wall_keeps_light_in() -> None:
    reached = np.zeros((WIDTH, HEIGHT), np.uint8)
    reached[:13] = 3
    light = added(hall(lamp(12, 3)._replace(reached=reached, entity=99)))
    assert light[12, 3].any()
    assert not light[13:].any()


def test_light_is_never_drawn_where_one_does_not_look() -> None:
    view = hall(lamp(12, 3))
    seen = view.visible.copy()
    seen[12:] = False
    assert not added(replace(view, visible=seen))[12:].any()
    assert added(replace(view, visible=seen))[11, 3].any()


def test_glowing_ground_shines_where_it_is_known_and_in_its_own_kind_of_place() -> None:
    lava = GroundLightView("dwarven", int(Tile.DEEP_WATER), LightView((255, 96, 24), 3))
    view = hall(theme="limestone|12|dwarven", glowing=(lava,))
    view.tiles[5, 3] = view.tiles[16, 3] = Tile.DEEP_WATER
    light = added(view)
    assert not light[:12].any()
    assert light[17, 3].any()
    unknown = view.explored.copy()
    unknown[16, 3] = False
    assert not added(replace(view, explored=unknown))[17, 3].any()


# Flicker


def test_fires_flicker_by_the_tick_and_are_still_in_pictures() -> None:
    view = hall(lamp(12, 3, FIRE, flicker=0.3))
    frames = [grounds(view, tick=tick).tobytes() for tick in range(1, 9)]
    assert len(set(frames)) > 4
    assert frames == [grounds(view, tick=tick).tobytes() for tick in range(1, 9)]
    assert grounds(view).tobytes() == grounds(view).tobytes()
    steady = hall(lamp(12, 3, FIRE))
    assert np.array_equal(grounds(view), grounds(steady))
    assert np.array_equal(grounds(steady, tick=5), grounds(steady))


def test_what_burns_flickers_itself_and_who_carries_a_torch_does_not() -> None:
    fire = Thing((12, 3), "▒", (255, 165, 0), BLACK, 2, 7)
    view = hall(lamp(12, 3, FIRE, flicker=0.2), things=(fire,))
    inks = {tuple(drawn(view, tick=tick).rgb["fg"][12, 3].tolist()) for tick in range(12)}
    assert len(inks) > 3
    torch = replace(view, things=(fire._replace(order=1),))
    assert (
        len({tuple(drawn(torch, tick=tick).rgb["fg"][12, 3].tolist()) for tick in range(12)}) == 1
    )


def test_water_in_view_flows_and_remembered_water_does_not() -> None:
    view = hall(tile=Tile.SHALLOW_WATER, theme="forest")
    frames = [drawn(view, tick=tick).ch.tobytes() for tick in range(4)]
    assert len(set(frames)) == 4
    dark = replace(view, visible=np.zeros_like(view.visible))
    assert len({drawn(dark, tick=tick).ch.tobytes() for tick in range(4)}) == 1


# Readability


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("theme", THEMES)
def test_on_lit_ground_every_glyph_can_be_made_out(theme: str, variant: str) -> None:
    """Whatever shines on it: ground of every kind 2.6 and things 3.0, in high contrast 3.9 and 4.5 (WCAG 2.1)."""
    is_clear = variant == "high contrast"
    for colour in (RED, GREEN, BLUE, FIRE, (255, 255, 255)):
        view = crowded_hall(theme, colour)
        console = drawn(view, variant)
        for x, y in product(range(WIDTH), range(HEIGHT)):
            if chr(console.ch[x, y]) in {" ", *SHADES}:
                continue
            ink, ground = (tuple(console.rgb[layer][x, y].tolist()) for layer in ("fg", "bg"))
            least = (4.5 if is_clear else 3.0) if y == 4 else (3.9 if is_clear else 2.6)
            assert contrast(ink, ground) >= least, (colour, Tile(view.tiles[x, y]), x, y)


def crowded_hall(theme: str, colour: Colour) -> MapView:
    """Return a hall with lamps of a colour, ground of every kind, a bloody row and a row of things."""
    tiles = np.array([list(Tile)[x % len(Tile)] for x in range(WIDTH)], np.uint8)
    view = hall(*(lamp(x, 3, colour, entity=x) for x in range(0, WIDTH, 3)), theme=theme)
    view.tiles[:] = tiles[:, None]
    things = tuple(Thing((x, 4), "+", INKS[x % len(INKS)], BLACK, 1, x + 1) for x in range(WIDTH))
    return replace(view, stains=frozenset((x, 2) for x in range(WIDTH)), things=things)


# Light of a moment


def test_what_flies_shines_on_what_is_in_view() -> None:
    view = hall()
    seen = view.visible.copy()
    seen[13:] = False
    view = replace(view, visible=seen)
    console = drawn(view)
    before = console.rgb["bg"].astype(int)
    halo(Part(cells_of(console), 0, 0), view, "default", [((12, 3), BLUE, 1.0)])
    more = console.rgb["bg"].astype(int) - before
    assert more[12, 3, 2] > more[12, 3, 0] >= 0
    assert more[11, 3, 2] > more[9, 3, 2] >= 0
    assert not more[13:].any()
