"""The map as drawn: walls, night, memory, blood and the tiles of every theme."""

import numpy as np
import pytest
from tcod.console import Console

from roguelike.core.colour import BLACK, VARIANTS, WHITE
from roguelike.core.records import replace
from roguelike.devices.headless import text_rows
from roguelike.devices.painting.ground_table import BLOOD, THEMES
from roguelike.engine.views.records import LETTERING, MapView, Thing, Tile
from roguelike.toolkit.widgets import Rect
from roguelike.ui.stage.camera import Camera
from roguelike.ui.stage.stage import signs_cut
from tests.maps import map_console


def level(rows: list[str], theme: str = "default") -> MapView:
    kinds = {"#": Tile.WALL, ".": Tile.FLOOR, ">": Tile.DOWN_STAIRS}
    tiles = np.array([[kinds[mark] for mark in row] for row in rows], np.uint8).T
    known = np.ones(tiles.shape, np.bool_)
    return MapView("Test", theme, 1, tiles, known, known, frozenset(), (), (1, 1))


def drawn(view: MapView, variant: str = "default") -> Console:
    return map_console(view, variant)


def test_walls_join_along_the_ground_they_bound() -> None:
    view = level(["#######", "#..##.#", "#..##.#", "#######"])
    assert [row.replace("·", ".") for row in text_rows(drawn(view))] == [
        "╔══╗╔═╗",
        "║..║║.║",
        "║..║║.║",
        "╚══╝╚═╝",
    ]


def test_solid_rock_within_is_blank() -> None:
    view = level(["#####", "#####", "#####", "###.#", "#####"])
    assert text_rows(drawn(view))[0].strip() == ""


def test_the_unexplored_is_night_and_the_remembered_dull() -> None:
    view = level(["####", "#.>#", "####"], "forest")
    known, seen = view.explored.copy(), np.zeros(view.explored.shape, np.bool_)
    known[3, :] = False
    remembered = MapView("Test", "forest", 1, view.tiles, seen, known, frozenset(), (), (1, 1))
    console = drawn(remembered)
    assert text_rows(console)[1][3] == " "
    assert console.rgb["bg"][3].max() <= 16
    assert console.rgb["bg"][3].max() < console.rgb["bg"][:3].max(axis=2).min()
    fg = console.rgb["fg"][:3].astype(int)
    assert (fg.sum(axis=2) < drawn(view).rgb["fg"][:3].astype(int).sum(axis=2)).all()
    assert text_rows(console)[1][2] == ">"


def test_blood_is_a_stain_that_fades_in_memory() -> None:
    view = level(["####", "#..#", "####"])
    bloody = MapView(
        "T", "default", 1, view.tiles, view.visible, view.explored, frozenset({(1, 1)}), (), (1, 1)
    )
    clean = drawn(view).rgb["bg"][1, 1].astype(int)
    fresh = drawn(bloody).rgb["bg"][1, 1].astype(int)
    assert fresh[0] > fresh[2]
    assert fresh[2] > BLOOD[2], "the floor shows through"
    unseen = np.zeros(view.visible.shape, np.bool_)
    faded = MapView(
        "T", "default", 1, view.tiles, unseen, view.explored, frozenset({(1, 1)}), (), (1, 1)
    )
    old = drawn(faded).rgb["bg"][1, 1].astype(int)
    without = drawn(replace(faded, stains=frozenset())).rgb["bg"][1, 1].astype(int)
    assert 0 < (old - without)[0] < (fresh - clean)[0]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("theme", [*THEMES, "unheard of"])
def test_every_tile_of_every_theme_is_seen(theme: str, variant: str) -> None:
    tiles = np.array([list(Tile)] * 3, np.uint8)
    known = np.ones(tiles.shape, np.bool_)
    view = MapView("Test", theme, 1, tiles, known, known, frozenset(), (), (1, 1))
    console = drawn(view, variant)
    for tile in Tile:
        if tile != Tile.WALL:
            assert (console.ch[:, tile] != ord(" ")).any()
            assert console.rgb["fg"][1, tile].max() > 40


@pytest.mark.parametrize(
    ("left", "shown"), [(0, "  TE…"), (2, "TEMP…"), (3, "…MPLE"), (5, "…LE  "), (9, "     ")]
)
def test_a_sign_that_runs_beyond_the_edge_of_the_map_says_so(left: int, shown: str) -> None:
    sign = tuple(
        Thing((2 + place, 0), letter, WHITE, BLACK, 5, 7, LETTERING)
        for place, letter in enumerate("TEMPLE")
    )
    view = replace(level(["." * 20]), things=sign)
    camera = Camera(Rect(0, 0, 5, 1), left, 0)
    row = {each.point[0] - left: each.glyph for each in signs_cut(view, camera).things}
    assert "".join(row.get(x, " ") for x in range(5)) == shown
