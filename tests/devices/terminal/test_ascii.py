"""Plain ASCII: one character for each sign, and nothing that looks like something else."""

import json
from pathlib import Path

import pytest
from tcod.console import Console

from roguelike.devices.painting.cells import BLAST, NOT_THERE, PATH
from roguelike.devices.painting.ground_table import THEMES, theme_named
from roguelike.devices.terminal.ascii import ascii_glyph
from roguelike.devices.terminal.painter import Painter
from roguelike.engine.views.records import Tile
from roguelike.ui.panels.scene import CAST
from roguelike.world.terrain import WALKABLE
from tests.devices.terminal.glass import Glass


def test_in_ascii_every_sign_is_one_plain_character() -> None:
    console = Console(9, 1, order="F")
    for x, glyph in enumerate("☻║≈é漢¶…▲\u0301"):
        console.rgb["ch"][x, 0] = ord(glyph)
    data = Painter(is_ascii=True).paint(console)
    assert data.isascii()
    glass = Glass(9, 1)
    glass.write(data)
    assert glass.rows() == ["&|~e?{~^?"]


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


def test_in_ascii_no_thing_and_no_ground_looks_like_a_creature() -> None:
    """A tree with the letter of a troll hides a troll; what is the same in any terminal is not meant."""
    data = json.loads((Path(__file__).parents[3] / "data" / "spawns.json").read_text("utf-8"))

    def signs(section: str) -> set[str]:
        rows = [row.get("renderable", row) for row in data[section]]
        return {row["glyph"] for row in rows if isinstance(row, dict) and "glyph" in row}

    letters = {sign for sign in signs("mobs") if sign.isascii() and sign.isalpha()}
    others = signs("props") | signs("items") | signs("hazards") | {PATH, BLAST, NOT_THERE}
    others |= {
        sign for name in THEMES for look in theme_named(name).looks.values() for sign in look.glyphs
    }
    assert len(letters) > 30
    assert len({ascii_glyph(ord(mark)) for mark in (PATH, BLAST, NOT_THERE)}) == 3
    assert not {sign for sign in others - letters if ascii_glyph(ord(sign))[0] in letters}


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
