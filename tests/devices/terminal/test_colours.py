"""Few colours: what was seen in many is still seen in sixteen, or in none.

Plain ASCII: one character for each sign, and nothing that looks like something else.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tcod.console import Console

from roguelike.core.colour import BLACK
from roguelike.devices.painting.cells import BLAST, NOT_THERE, PATH, drawn
from roguelike.devices.painting.ground_table import THEMES, theme_named
from roguelike.devices.terminal.ascii import ascii_glyph
from roguelike.devices.terminal.environment import BRIGHT, FAINT, brightness, shades
from roguelike.devices.terminal.painter import Painter
from roguelike.engine.views.records import LampView, LightView, MapView, Thing, Tile
from roguelike.toolkit import widgets
from roguelike.toolkit.palette import palette
from roguelike.toolkit.rows import word
from roguelike.toolkit.widgets.text import ELLIPSIS
from roguelike.ui.panels.scene import CAST
from roguelike.ui.stage.camera import Camera
from roguelike.ui.stage.stage import Stage
from roguelike.world.terrain import WALKABLE
from tests.devices.terminal.glass import Glass


def test_old_terminals_get_the_nearest_of_their_colours() -> None:
    console = Console(3, 1, order="F")
    for x, colour in enumerate([(255, 0, 0), (128, 128, 128), (0, 0, 95)]):
        console.print(x, 0, "x", fg=colour)
    glass = Glass(3, 1)
    glass.write(Painter("256").paint(console))
    assert [glass.cells[x, 0][1] for x in range(3)] == [
        "38;5;196;48;5;16",
        "38;5;244;48;5;16",
        "38;5;17;48;5;16",
    ]


@pytest.mark.parametrize(
    ("colours", "pens"), [("16", ["91", "37;41", "90"]), ("none", ["22;27", "1;7", "22;27"])]
)
def test_with_few_colours_what_was_seen_is_still_seen(colours: Any, pens: list[str]) -> None:
    console = Console(3, 1, order="F")
    console.print(0, 0, "x", fg=(255, 60, 60))
    console.print(1, 0, "x", fg=(180, 180, 180), bg=(170, 20, 20))
    console.print(2, 0, "x", fg=(60, 60, 60))
    data = Painter(colours).paint(console).decode()
    assert "38;" not in data
    assert "48;" not in data
    for pen in pens[:2]:
        assert pen.split(";")[0] in data


def test_nothing_is_written_in_dark_grey_alone() -> None:
    """Some themes make it the colour of the background."""
    console = Console(4, 1, order="F")
    for x, grey in enumerate((60, 90, 136, 220)):
        console.print(x, 0, "x", fg=(grey,) * 3)
    data = Painter("16").paint(console).decode()
    assert "90" not in data
    assert "2;37;40mxx\x1b[22;37mx\x1b[97mx" in data, "faint no longer than it is meant"


@pytest.mark.parametrize(
    ("ink", "ground", "pen"),
    [
        ((255, 95, 95), (160, 20, 30), "97;41"),
        ((160, 20, 30), (160, 20, 30), "97;41"),
        ((100, 130, 255), (30, 60, 200), "97;44"),
        ((85, 255, 85), (0, 170, 0), "30;42"),
        ((255, 255, 85), (160, 20, 30), "93;41"),
        ((255, 95, 95), (0, 0, 0), "91;40"),
        ((255, 95, 95), (170, 110, 0), "30;43"),
        ((170, 0, 0), (30, 60, 200), "97;44"),
        ((90, 90, 90), (60, 60, 60), "97;100"),
        ((225, 225, 225), (170, 110, 0), "30;43"),
        ((255, 255, 255), (170, 110, 0), "30;43"),
        ((85, 255, 255), (170, 110, 0), "30;43"),
        ((170, 0, 0), (170, 110, 0), "31;43"),
        ((255, 255, 255), (0, 170, 170), "30;46"),
    ],
)
def test_a_letter_on_a_ground_of_its_own_hue_is_black_or_white_in_sixteen_colours(
    ink: tuple[int, int, int], ground: tuple[int, int, int], pen: str
) -> None:
    console = Console(2, 1, order="F")
    console.print(0, 0, "x", fg=ink, bg=ground)
    glass = Glass(2, 1)
    glass.write(Painter("16").paint(console))
    assert glass.cells[0, 0] == ("x", pen)


@pytest.mark.parametrize("ground", ["health_back", "mana_back", "xp_back", "selected_back"])
@pytest.mark.parametrize("colours", ["16", "none"])
def test_bars_and_the_chosen_row_are_written_as_such_in_few_colours(
    colours: Any, ground: str
) -> None:
    """What the painter writes, not only what the shade would be."""
    named = palette()
    console = Console(3, 1, order="F")
    for x, back in enumerate((getattr(named, ground), named.bar_back, (0, 0, 0))):
        console.print(x, 0, "x", fg=named.text, bg=back)
    glass = Glass(3, 1)
    glass.write(Painter(colours).paint(console))
    full, empty, none = (glass.cells[x, 0][1].rpartition(";")[2] for x in range(3))
    assert full not in (empty, none)
    assert colours == "none" or empty != none


@pytest.mark.parametrize(
    ("ink", "pen"),
    [
        ((240, 170, 90), "93"),  # hunger, and how often a line was repeated
        ((176, 128, 64), "33"),  # the same wall, from the edge of the light inward
        ((208, 160, 88), "93"),
        ((224, 160, 88), "93"),
        ((248, 184, 104), "93"),
        ((255, 85, 0), "91"),  # fire
        ((255, 0, 95), "91"),
        ((160, 20, 30), "31"),
    ],
)
def test_orange_is_never_red_in_sixteen_colours(ink: tuple[int, int, int], pen: str) -> None:
    """Red means harm, and walls of brown stone, as bright as the light makes them, must not be striped with it."""
    console = Console(2, 1, order="F")
    console.print(0, 0, "x", fg=ink)
    glass = Glass(2, 1)
    glass.write(Painter("16").paint(console))
    assert glass.cells[0, 0] == ("x", f"{pen};40")


def test_no_grey_has_a_hue_in_sixteen_colours() -> None:
    """One between the two greys was yellow, like a wall that burns."""
    fore, back = shades("16")
    greys = [grey * 0x010101 for grey in range(256)]
    assert {*map(fore, greys)} == {"30", "90", "37", "97"}
    assert {*map(back, greys)} == {"40", "100", "47"}


def test_a_block_keeps_its_colour_on_a_ground_of_its_own_hue() -> None:
    console = Console(2, 1, order="F")
    console.print(0, 0, "▀", fg=(255, 95, 95), bg=(160, 20, 30))
    glass = Glass(2, 1)
    glass.write(Painter("16").paint(console))
    assert glass.cells[0, 0] == ("▀", "91;41")


def test_without_colours_a_blank_of_a_bar_is_as_bright_as_the_bar() -> None:
    """Reversed, the ink is what one sees of a blank: it must not be the faint one of a frame before it."""
    named = palette()
    console = Console(3, 1, order="F")
    console.print(0, 0, "│", fg=(90, 90, 90))
    console.print(1, 0, " ", fg=(0, 0, 0), bg=named.health_back)
    console.print(2, 0, "H", fg=named.text, bg=named.health_back)
    data = Painter("none").paint(console).decode()
    assert "22;2;27m│\x1b[22;7m \x1b[" in data


def test_without_colours_creatures_are_bold_things_as_they_were_and_the_ground_is_neither() -> None:
    """A hound of dark orange was fainter than the water beside it, and tinted ground was reversed like a mark."""
    size = (6, 1)
    known = np.ones(size, np.bool_)
    hound = Thing((2, 0), "c", (200, 90, 0), BLACK, 1, 7)
    potion = Thing((4, 0), "!", (255, 0, 0), BLACK, 2, 8)
    view = MapView(
        "T", "default", 3, np.full(size, Tile.SHALLOW_WATER, np.uint8), known, known, frozenset(),
        (potion, hound), (0, 0), LightView((255, 206, 138), 6),
    )  # fmt: skip
    camera = Camera(widgets.Rect(0, 0, *size), 0, 0)
    with_colours, without = (
        drawn(Stage(view, camera, palette("default"), has_colours=each))[0]
        for each in (True, False)
    )
    ground = [0, 1, 3, 5]
    assert any(brightness(int(ink)) >= BRIGHT for ink in with_colours[ground, 1]), "it is lit water"
    assert brightness(int(with_colours[2, 1])) < BRIGHT <= brightness(int(without[2, 1]))
    assert all(FAINT <= brightness(int(ink)) < BRIGHT for ink in without[ground, 1])
    assert with_colours[4, :2].tolist() == without[4, :2].tolist()
    assert set(without[:, 2].tolist()) == {word(BLACK)}
    assert with_colours[:, 0].tolist() == without[:, 0].tolist()


@pytest.mark.parametrize("kind", ["Acid Pool", "Oil"])
@pytest.mark.parametrize("name", THEMES)
def test_without_colours_what_is_spilt_is_no_water(name: str, kind: str) -> None:
    """A "~" of acid on the shore was the "~" of the water beside it."""
    data = json.loads((Path(__file__).parents[3] / "data" / "spawns.json").read_text("utf-8"))
    (glyph,) = (row["glyph"] for row in data["hazards"] if row["name"] == kind)
    size = (3, 1)
    known = np.ones(size, np.bool_)
    view = MapView(
        "T", name, 3, np.full(size, Tile.SHALLOW_WATER, np.uint8), known, known, frozenset(),
        (Thing((1, 0), glyph, (175, 255, 0), BLACK, 2, 7),), (0, 0),
    )  # fmt: skip
    stage = Stage(
        view, Camera(widgets.Rect(0, 0, *size), 0, 0), palette("default"), has_colours=False
    )
    (shown,) = drawn(stage)
    looks = theme_named(name).looks
    waters = set("".join(looks[tile].glyphs for tile in (Tile.SHALLOW_WATER, Tile.DEEP_WATER)))
    sign = chr(shown[1, 0])
    assert sign not in waters
    assert ascii_glyph(ord(sign))[0] not in {ascii_glyph(ord(each))[0] for each in waters}


def test_with_few_colours_a_wall_lit_by_a_fire_does_not_look_like_one() -> None:
    """In 16 colours the walls of a burning cave were yellow and red blocks, as were the flames."""
    size, lit = (5, 3), LightView((255, 120, 40), 6, 1.0)
    known = np.ones(size, np.bool_)
    tiles = np.full(size, Tile.WALL, np.uint8)
    tiles[1:4, 1] = Tile.FLOOR
    fire = LampView(7, (2, 1), lit, 1, known)
    view = MapView(
        "T", "abyss", 3, tiles, known, known, frozenset(), (), (1, 1), lit, lamps=(fire,)
    )
    camera = Camera(widgets.Rect(0, 0, *size), 0, 0)
    many, few = (
        drawn(Stage(view, camera, palette("default"), has_shades=each)).view(np.uint8)
        for each in (True, False)
    )
    hues = [np.ptp(each.reshape(3, 5, 3, 4)[..., 1, :3], axis=2) for each in (many, few)]
    assert (hues[0][0] > 30).all()
    assert not hues[1][0].any()
    assert (hues[1][1, 1:4] == hues[0][1, 1:4]).all(), "the floor keeps its hue"


def test_in_ascii_every_sign_is_one_plain_character() -> None:
    console = Console(9, 1, order="F")
    for x, glyph in enumerate("☻║≈é漢¶…▲\u0301"):
        console.rgb["ch"][x, 0] = ord(glyph)
    data = Painter(is_ascii=True).paint(console)
    assert data.isascii()
    glass = Glass(9, 1)
    glass.write(data)
    assert glass.rows() == ["&|}e?{_^?"]


def test_every_sign_of_the_data_and_of_the_screens_has_one_in_ascii() -> None:
    """None is a question mark, which is a scroll."""
    root = Path(__file__).parents[3]
    texts = [root / "data" / "spawns.json", root / "data" / "hints.json"]
    texts += [*(root / "data" / "manual").glob("*.md"), *(root / "roguelike" / "ui").rglob("*.py")]
    signs = {sign for path in texts for sign in path.read_text(encoding="utf-8") if sign > "~"}
    assert len(signs) > 50
    assert {sign for sign in signs if ascii_glyph(ord(sign)) == ("?", True)} == set()


def test_in_ascii_a_spell_and_a_thing_have_no_key_of_the_same_look() -> None:
    """In "^1", which casts the first spell, nobody must see the thing that "⇧1" uses."""
    assert ascii_glyph(ord("⇧"))[0] != ascii_glyph(ord(CAST))[0]


def signs_of(*sections: str, lurking: bool = True) -> set[str]:
    """Return the signs on the map of what these sections of the data hold, with or without those who lie in wait."""
    data = json.loads((Path(__file__).parents[3] / "data" / "spawns.json").read_text("utf-8"))
    rows = [row for section in sections for row in data[section]]
    looks = [row.get("renderable", row) for row in rows if lurking or "ambush_tiles" not in row]
    return {row["glyph"] for row in looks if isinstance(row, dict) and "glyph" in row}


def signs_of_ground() -> set[str]:
    """Return the signs of every ground in every theme."""
    looks = [look for name in THEMES for look in theme_named(name).looks.values()]
    return {sign for look in looks for sign in look.glyphs}


def test_in_ascii_no_thing_and_no_ground_looks_like_a_creature() -> None:
    """A tree with the letter of a troll hides a troll; what is the same in any terminal is not meant."""
    letters = {sign for sign in signs_of("mobs") if sign.isascii() and sign.isalpha()}
    others = signs_of("props", "items", "hazards") | {PATH, BLAST, NOT_THERE} | signs_of_ground()
    assert len(letters) > 30
    assert len({ascii_glyph(ord(mark)) for mark in (PATH, BLAST, NOT_THERE)}) == 3
    assert not {sign for sign in others - letters if ascii_glyph(ord(sign))[0] in letters}


def test_nobody_looks_like_ground_but_who_lies_in_wait_there() -> None:
    """Mushrooms that burst were "♠", as were trees of any grove; in ASCII, a cube of jelly was a wall."""
    folk, ground = signs_of("mobs", lurking=False), signs_of_ground()
    assert len(folk) > 40
    assert len(ground) > 20
    assert not folk & ground
    assert not {ascii_glyph(ord(s))[0] for s in folk} & {ascii_glyph(ord(s))[0] for s in ground}


def test_in_ascii_what_is_left_out_looks_like_nothing_on_the_map() -> None:
    """What was left out was water: "Fight ~", "~ 3 more"."""
    there = signs_of("mobs", "props", "items", "hazards") | signs_of_ground()
    assert len(there) > 60
    assert ascii_glyph(ord(ELLIPSIS))[0] not in {ascii_glyph(ord(sign))[0] for sign in there}


def test_in_ascii_the_parts_of_a_bar_are_four_signs() -> None:
    """What stays, may go, goes and is gone already: told apart by colour alone they would be one bar."""
    assert len({ascii_glyph(ord(sign)) for sign in "█▒░·"}) == 4


@pytest.mark.parametrize("name", THEMES)
def test_in_ascii_no_ground_that_bears_looks_like_a_wall(name: str) -> None:
    def signs(tile: Tile) -> set[str]:
        return {ascii_glyph(ord(sign))[0] for sign in looks[tile].glyphs} - {" "}

    looks = theme_named(name).looks
    ground = set().union(*(signs(tile) for tile in looks if WALKABLE[tile]))
    assert len(ground) > 5
    assert signs(Tile.WALL).isdisjoint(ground)


@pytest.mark.parametrize("name", THEMES)
def test_in_ascii_water_is_no_wall(name: str) -> None:
    looks = theme_named(name).looks
    wall, *waters = (
        {ascii_glyph(ord(sign))[0] for sign in looks[tile].glyphs} - {" "}
        for tile in (Tile.WALL, Tile.SHALLOW_WATER, Tile.DEEP_WATER)
    )
    assert all(wall.isdisjoint(water) for water in waters)


def test_fire_and_rock_are_two_signs_with_and_without_ascii() -> None:
    """Without colours a burning cave was one field of rock."""
    data = json.loads((Path(__file__).parents[3] / "data" / "spawns.json").read_text("utf-8"))
    fires = {row["glyph"] for row in data["hazards"] if row["name"] == "Fire"}
    assert fires
    rock = {sign for name in THEMES for sign in theme_named(name).looks[Tile.WALL].glyphs}
    assert not fires & rock
    assert not {ascii_glyph(ord(sign)) for sign in fires} & {
        ascii_glyph(ord(sign)) for sign in rock
    }


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("is_ascii", [False, True])
def test_without_colour_water_that_bears_nobody_looks_like_no_ground_that_does(
    name: str, *, is_ascii: bool
) -> None:
    """A "~" was shallow and deep; the void had the dots of the floor of the Abyss."""

    def signs(tile: Tile) -> set[str]:
        glyphs = set(looks[tile].glyphs) - {" "}
        return {ascii_glyph(ord(sign))[0] for sign in glyphs} if is_ascii else glyphs

    looks = theme_named(name).looks
    ground = set().union(*(signs(tile) for tile in looks if WALKABLE[tile]))
    assert signs(Tile.DEEP_WATER)
    assert signs(Tile.DEEP_WATER).isdisjoint(ground)
