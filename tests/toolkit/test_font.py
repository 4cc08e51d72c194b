"""The sheets hold what the screens draw, frames join, and damage is explained."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import tcod.console
import tcod.tileset
from PIL import Image

from roguelike.core import data_path
from roguelike.lab.font.make_font import save_white
from roguelike.toolkit.font import ON_MAP, SCALES, FontError, load_map_letters, load_tileset

CP437_LOW = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂"
CP437 = bytes(range(0x20, 0x7F)).decode() + CP437_LOW + bytes(range(0x80, 0x100)).decode("cp437")
LATIN = "".join(map(chr, range(0xA1, 0x180)))
BLANK = {" ", "\xa0"}


@pytest.fixture(params=SCALES)
def tileset(request: pytest.FixtureRequest) -> tcod.tileset.Tileset:
    return load_tileset(request.param)


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the fonts to damage."""
    shutil.copytree(data_path.data_folder() / "fonts", tmp_path / "fonts")
    monkeypatch.setenv("ROGUELIKE_DATA", str(tmp_path))
    return tmp_path / "fonts"


def ink(tileset: tcod.tileset.Tileset, character: str) -> np.ndarray:
    """Return where a character has ink: booleans (height, width)."""
    return tileset[ord(character)][..., 3] > 0


def drawn(tileset: tcod.tileset.Tileset, *lines: str) -> np.ndarray:
    """Return the brightness (height, width) of some lines as a window would show them."""
    console = tcod.console.Console(len(lines[0]), len(lines), order="F")
    for y, line in enumerate(lines):
        console.print(0, y, line, fg=(255, 255, 255), bg=(0, 0, 0))
    return tileset.render(console)[..., 0]


@pytest.mark.parametrize(
    ("scale", "shape"),
    [
        ("small", (14, 8)),
        ("compact", (16, 10)),
        ("normal", (18, 10)),
        ("big", (22, 12)),
        ("large", (26, 14)),
        ("huge", (36, 20)),
    ],
)
def test_each_scale_has_its_tile_size(scale: str, shape: tuple[int, int]) -> None:
    assert load_tileset(scale).tile_shape == shape


def test_every_character_of_code_page_437_and_latin_has_ink(tileset: tcod.tileset.Tileset) -> None:
    blank = [c for c in CP437 + LATIN if c not in BLANK and not ink(tileset, c).any()]
    assert not blank


def test_letters_differ_from_each_other(tileset: tcod.tileset.Tileset) -> None:
    letters = [chr(code) for code in range(0x21, 0x7F)]
    assert len({ink(tileset, c).tobytes() for c in letters}) == len(letters)


def test_capitals_and_digits_stand_on_one_baseline(tileset: tcod.tileset.Tileset) -> None:
    feet = {
        np.flatnonzero((tileset[ord(c)][..., 3] > 127).any(axis=1))[-1]
        for c in "ABDEHIKLMNPRTXZ1247"
    }
    assert len(feet) == 1


def test_no_capital_touches_the_edge_above_or_below(tileset: tcod.tileset.Tileset) -> None:
    for letter in "ABCDEFGHIKLMNOPRSTUVWXYZ0123456789":
        assert not ink(tileset, letter)[[0, -1]].any(), letter


@pytest.mark.parametrize(
    "frame", ["┌─┐│ │└─┘", "╔═╗║ ║╚═╝", "┏━┓┃ ┃┗━┛", "╒═╕│ │╘═╛", "╓─╖║ ║╙─╜", "╭─╮│ │╰─╯"]
)
def test_frames_join_without_a_gap(tileset: tcod.tileset.Tileset, frame: str) -> None:
    top, side, bottom = frame[:3], frame[3:6], frame[6:]
    picture = drawn(
        tileset,
        top[0] + top[1] * 2 + top[2],
        f"{side[0]}  {side[2]}",
        bottom[0] + bottom[1] * 2 + bottom[2],
    )
    height, width = tileset.tile_shape
    for x in (width, 2 * width, 3 * width):
        for rows in (slice(0, height), slice(2 * height, None)):
            assert (picture[rows, x - 1] == picture[rows, x]).all()
            assert picture[rows, x].max() > 200
    for y in (height, 2 * height):
        assert (picture[y - 1] == picture[y]).all()
        assert picture[y].max() > 200


def test_a_crossing_meets_all_its_neighbours(tileset: tcod.tileset.Tileset) -> None:
    for line, cross in (("─│", "┼"), ("═║", "╬"), ("━┃", "╋"), ("─║", "╫"), ("═│", "╪")):
        across, down, middle = (ink(tileset, c) for c in (*line, cross))
        assert (middle[:, 0] == across[:, 0]).all()
        assert (middle[:, -1] == across[:, -1]).all()
        assert (middle[0] == down[0]).all()
        assert (middle[-1] == down[-1]).all()


def test_blocks_fill_without_a_seam(tileset: tcod.tileset.Tileset) -> None:
    assert (tileset[ord("█")][..., 3] == 255).all()
    halves = tileset[ord("▀")][..., 3].astype(int) + tileset[ord("▄")][..., 3]
    assert (halves == 255).all()


def test_shades_grow_darker_in_quarters(tileset: tcod.tileset.Tileset) -> None:
    assert [ink(tileset, c).mean() for c in "░▒▓"] == [0.25, 0.5, 0.75]


def test_the_licence_lies_beside_the_sheets() -> None:
    assert "Bitstream Vera" in (data_path.data_folder() / "fonts" / "LICENSE-DejaVu.txt").read_text(
        encoding="utf-8"
    )


def test_an_unknown_scale_lists_the_known_ones() -> None:
    with pytest.raises(FontError, match=r"'vast'.*small, compact, normal, big, large, huge"):
        load_tileset("vast")


Damage = Callable[[Path], object]
SHEETS: dict[str, Callable[[], object]] = {
    "mana-10x18.png": load_tileset,
    "mana-32x32.png": lambda: load_map_letters("map"),
    "mana-64x64.png": lambda: load_map_letters("large map"),
}
DAMAGES: dict[str, tuple[Damage, str]] = {
    "missing": (Path.unlink, "is missing"),
    "empty": (lambda sheet: sheet.write_bytes(b""), "is damaged"),
    "text": (lambda sheet: sheet.write_bytes(b"not a picture"), "is damaged"),
    "truncated": (lambda sheet: sheet.write_bytes(sheet.read_bytes()[:3000]), "is damaged"),
}


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize(("damage", "told"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_sheet_is_named_with_the_remedy(
    broken: Path, sheet: str, damage: Damage, told: str
) -> None:
    damage(broken / sheet)
    with pytest.raises(FontError, match=rf"{sheet} {told}.*Install the game again"):
        SHEETS[sheet]()


def test_a_sheet_that_holds_other_tiles_is_refused(broken: Path) -> None:
    shutil.copy(broken / "mana-8x14.png", broken / "mana-10x18.png")
    save_white(np.zeros((384, 1024), np.uint8), broken / "mana-32x32.png")
    with pytest.raises(FontError, match="does not hold tiles of 10x18 pixels"):
        load_tileset()
    with pytest.raises(FontError, match=r"mana-32x32\.png is damaged"):
        load_map_letters("map")


@pytest.mark.parametrize(("sheet", "side"), [*zip(ON_MAP, (32, 64), strict=True)])
def test_letters_of_the_map_are_as_their_sheet_shows_them(sheet: str, side: int) -> None:
    with Image.open(data_path.data_folder() / "fonts" / f"mana-{side}x{side}.png") as picture:
        whole = np.asarray(picture)
    letters = load_map_letters(sheet)
    for at, tile in enumerate(letters.values()):
        row, column = at // 32 * side, at % 32 * side
        assert np.array_equal(tile, whole[row : row + side, column : column + side])
    assert all(letters[ord(each)].any() for each in "@Dr&")


def test_a_missing_index_is_named(broken: Path) -> None:
    (broken / "fonts.json").unlink()
    with pytest.raises(FontError, match=r"fonts\.json is missing"):
        load_tileset()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"sheets": {"normal": 3}}', "\x00"])
def test_a_damaged_index_is_named(broken: Path, text: str) -> None:
    (broken / "fonts.json").write_text(text, encoding="utf-8")
    with pytest.raises(FontError, match=r"fonts\.json"):
        load_tileset()


@pytest.mark.parametrize("field", ["sheets", "columns", "codepoints"])
@pytest.mark.parametrize("value", [None, [], 0, -1, "x", {}])
def test_a_wrong_field_of_the_index_is_an_error_of_ours(
    broken: Path, field: str, value: object
) -> None:
    index = json.loads((broken / "fonts.json").read_text(encoding="utf-8"))
    (broken / "fonts.json").write_text(json.dumps(index | {field: value}), encoding="utf-8")
    with pytest.raises(FontError):
        load_tileset()
