"""Draw the font sheets in `data/fonts` from DejaVu Sans Mono: for developers, `python -m roguelike.lab.font.make_font`.

The characters, sheets and sizes are those that `fonts.json` lists. Letters are rendered at the size whose natural
advance is the width of the tile, so FreeType's hinting keeps their horizontal strokes on whole pixels, and all have one
baseline. Frames, blocks and shades are not letters: they must meet their neighbours to the pixel, so `box_drawing` and
tcod draw those by rule. Players need neither this nor Pillow.
"""

import argparse
import json
import re
import sys
import unicodedata
import warnings
from pathlib import Path

import numpy as np
import tcod.tileset
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from roguelike.core import data_path
from roguelike.core.records import Record
from roguelike.toolkit.font import INDEX

# --- Frames and shades drawn by rule, so that they meet their neighbours to the pixel (used by
# `make_font` only). Unicode names say what each box character is ("DOWN SINGLE AND RIGHT DOUBLE"),
# so no table of 128 shapes is needed: the name is parsed into the weights of four arms, and the
# arms are drawn with one rule for how they join.


BOX = range(0x2500, 0x2580)
SHADES = {0x2591: 1, 0x2592: 2, 0x2593: 3}
"""Shade characters and how many of four pixels they fill."""

SIDES = {
    "UP": ("up",),
    "DOWN": ("down",),
    "LEFT": ("left",),
    "RIGHT": ("right",),
    "VERTICAL": ("up", "down"),
    "HORIZONTAL": ("left", "right"),
}
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}
WEIGHTS = {"LIGHT": "light", "SINGLE": "light", "HEAVY": "heavy", "DOUBLE": "double"}
DASHES = {"DOUBLE DASH": 2, "TRIPLE DASH": 3, "QUADRUPLE DASH": 4}

Tile = NDArray[np.uint8]
Arms = dict[str, str]


class Pen(Record):
    """Line widths in pixels; all odd for odd tile sizes or all even, so that lines share their middle."""

    light: int
    heavy: int
    gap: int  # between the two lines of a double

    @property
    def double(self) -> int:
        """The width of a double line, its gap included."""
        return 2 * self.light + self.gap

    def width(self, weight: str | None) -> int:
        """Return the total width of an arm; 0 if there is none."""
        return {"light": self.light, "heavy": self.heavy, "double": self.double}.get(
            weight or "", 0
        )


def read_name(point: int) -> tuple[Arms, int] | None:
    """Return the arms of a box character and its number of dashes (0 when solid); None for diagonals.

    >>> read_name(0x2553)
    ({'down': 'double', 'right': 'light'}, 0)
    """
    name = unicodedata.name(chr(point), "").removeprefix("BOX DRAWINGS ")
    if "DIAGONAL" in name:
        return None
    dashes = next((count for words, count in DASHES.items() if words in name), 0)
    arms: Arms = {}
    weight = ""
    # A weight may precede both sides ("LIGHT DOWN AND RIGHT") or follow each ("DOWN LIGHT AND RIGHT HEAVY").
    for part in re.sub(r"\w+ DASH |ARC ", "", name).split(" AND "):
        words = part.split()
        weight = next((WEIGHTS[word] for word in words if word in WEIGHTS), weight)
        arms |= {side: weight for word in words for side in SIDES.get(word, ())}
    return arms, dashes


def draw_box(point: int, width: int, height: int, pen: Pen) -> Tile | None:
    """Return the coverage (height, width) of a box character; None if it is not one or is a diagonal."""
    shape = read_name(point) if point in BOX else None
    if shape is None:
        return None
    arms, dashes = shape
    if "ARC" in unicodedata.name(chr(point)):
        return _arc(arms, width, height, pen)
    tile = np.zeros((height, width), dtype=np.uint8)
    doubles = [side for side, weight in arms.items() if weight == "double"]
    for side in doubles:
        _draw_double(tile, side, arms, pen)
    for side in doubles:
        _carve_double(tile, side, arms, pen)
    for side in arms.keys() - set(doubles):
        _draw_single(tile, side, arms, pen)
    return _dashed(tile, arms, dashes)


def draw_shade(point: int, width: int, height: int) -> Tile | None:
    """Return the coverage (height, width) of a light, medium or dark shade; None for other characters.

    The pattern repeats every two pixels, so it is seamless across tiles with even sides.
    """
    quarters = SHADES.get(point)
    if quarters is None:
        return None
    y, x = np.indices((height, width)) % 2
    order = np.where(x == y, x, 3 - x)  # of the four pixels of a square: 0, 2 / 3, 1
    return np.where(order < quarters, 255, 0).astype(np.uint8)


def _across(side: str, arms: Arms) -> list[str]:
    """Return the weights of the arms at a right angle to a side."""
    crossing = ("left", "right") if side in SIDES["VERTICAL"] else ("up", "down")
    return [arms[other] for other in crossing if other in arms]


def _draw_double(tile: Tile, side: str, arms: Arms, pen: Pen) -> None:
    """Fill a double arm, gap included, to the far edge of what it meets."""
    across = _across(side, arms)
    single = bool(across) and "double" not in across
    _fill(tile, side, pen.double, pen.light if single else pen.double)


def _carve_double(tile: Tile, side: str, arms: Arms, pen: Pen) -> None:
    """Clear the gap of a double arm: into the gap of a double one, or up to the near edge of a single line.

    Where a single line only touches (`╤`), the gap runs on beneath it.
    """
    across = _across(side, arms)
    if across and "double" not in across:
        touched = len(across) == 1 and OPPOSITE[side] in arms
        _fill(tile, side, pen.gap, pen.light, past=touched, value=0)
    else:
        _fill(tile, side, pen.gap, pen.gap, value=0)


def _draw_single(tile: Tile, side: str, arms: Arms, pen: Pen) -> None:
    """Fill a light or heavy arm.

    ```
    ╒  ends a double: starts at its far line     ╤  hangs below a double: starts at its near line
    ```
    """
    across = _across(side, arms)
    thickness = pen.width(arms[side])
    if across == ["double", "double"]:
        _fill(tile, side, thickness, pen.gap, past=False)
    else:
        _fill(tile, side, thickness, max(map(pen.width, across), default=thickness))


def _fill(
    tile: Tile, side: str, thickness: int, stop: int, *, past: bool = True, value: int = 255
) -> None:
    """Paint from one edge of the tile to the middle band of width `stop`: past it, or only up to it."""
    height, width = tile.shape
    if side in SIDES["VERTICAL"]:
        tile[_stretch(side, height, stop, past=past), slice(*_middle(width, thickness))] = value
    else:
        tile[slice(*_middle(height, thickness)), _stretch(side, width, stop, past=past)] = value


def _middle(length: int, thickness: int) -> tuple[int, int]:
    """Return where the middle band of a thickness starts and ends."""
    start = (length - thickness) // 2
    return start, start + thickness


def _stretch(side: str, length: int, stop: int, *, past: bool) -> slice:
    """Return the pixels from the edge on that side to the middle band of width `stop`."""
    start, end = _middle(length, stop)
    if side in {"up", "left"}:
        return slice(0, end if past else start)
    return slice(start if past else end, length)


def _dashed(tile: Tile, arms: Arms, dashes: int) -> Tile:
    """Cut a straight line into dashes, each two thirds of its share of the tile."""
    if not dashes:
        return tile
    height, width = tile.shape
    length = height if "up" in arms else width
    within = np.arange(length) * dashes % length
    cut = within * 3 >= 2 * length
    tile[(cut, slice(None)) if "up" in arms else (slice(None), cut)] = 0
    return tile


def _arc(arms: Arms, width: int, height: int, pen: Pen) -> Tile:
    """Return a rounded corner: the coverage is one minus the distance to the middle of the line."""
    y, x = np.indices((height, width), dtype=np.float64)
    middle_x = _middle(width, pen.light)[0] + (pen.light - 1) / 2
    middle_y = _middle(height, pen.light)[0] + (pen.light - 1) / 2
    radius = min(middle_x, middle_y)  # the bend ends where the tile does, whichever way it turns
    x -= middle_x
    y -= middle_y
    x *= 1 if "right" in arms else -1
    y *= 1 if "down" in arms else -1
    bend = np.abs(np.hypot(x - radius, y - radius) - radius)
    distance = np.where(x >= radius, np.abs(y), np.where(y >= radius, np.abs(x), bend))
    coverage = np.clip((pen.light + 1) / 2 - distance, 0, 1)
    return np.round(coverage * 255).astype(np.uint8)


FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf")
BOLD = "DejaVuSansMono-Bold.ttf"
"""The font of the letters on the map, beside the other."""


class Letters(Record):
    """How the letters of a sheet are drawn, in pixels."""

    size: int  # of the font; its advance is the tile's width
    baseline: int  # rows above the baseline, so that capitals are in the middle of the tile
    pen: Pen


LETTERS = {
    "small": Letters(13, 11, Pen(light=1, heavy=3, gap=1)),
    "compact": Letters(16, 13, Pen(light=1, heavy=3, gap=1)),
    "normal": Letters(16, 15, Pen(light=1, heavy=3, gap=1)),
    "big": Letters(20, 18, Pen(light=2, heavy=4, gap=2)),
    "large": Letters(23, 21, Pen(light=2, heavy=4, gap=2)),
    "huge": Letters(33, 29, Pen(light=2, heavy=6, gap=2)),
    "map": Letters(32, 27, Pen(light=3, heavy=7, gap=4)),
    "large map": Letters(64, 54, Pen(light=6, heavy=14, gap=8)),
}
"""By the names of the sheets in `fonts.json`."""


class Sheet(Record):
    """A sheet to draw: its letters, the font, and the size of a tile."""

    letters: Letters
    font: ImageFont.FreeTypeFont
    width: int
    height: int
    on_map: bool  # square letters, of which those of other sizes are made


def draw_letter(character: str, sheet: Sheet) -> Tile:
    """Return the coverage (height, width) of one letter on the common baseline.

    The few that would stick out (`|`, `_`, capitals with a breve) are moved into the tile as far as there is room.
    """
    font, baseline = sheet.font, sheet.letters.baseline
    _, top, _, bottom = font.getbbox(character, anchor="ls")
    over, under = max(0, -top - baseline), max(0, bottom - (sheet.height - baseline))
    row = baseline + min(over, sheet.height - baseline - bottom) * (over > 0)
    row -= min(under, baseline + top) * (under > 0)
    tile = Image.new("L", (sheet.width, sheet.height))
    column = (sheet.width - round(font.getlength(character))) // 2
    ImageDraw.Draw(tile).text((column, row), character, fill=255, font=font, anchor="ls")
    return np.asarray(tile, dtype=np.uint8)


def draw_on_tile(character: str, sheet: Sheet) -> Tile:
    """Return the coverage of a letter of the map, in the middle of its tile; letters have one baseline."""
    font, baseline = sheet.font, sheet.letters.baseline
    left, top, right, bottom = font.getbbox(character, anchor="ls")
    row = baseline - max(0, bottom - (sheet.height - baseline) + 2)
    if not (character.isalpha() or character in ".,"):
        row = (sheet.height - top - bottom) // 2
    tile = Image.new("L", (sheet.width, sheet.height))
    column = (sheet.width - left - right) // 2
    ImageDraw.Draw(tile).text((column, row), character, fill=255, font=font, anchor="ls")
    return np.asarray(tile, dtype=np.uint8)


def draw_blocks(sheet: Sheet) -> dict[int, NDArray[np.uint8]]:
    """Return the coverage of tcod's own block and quadrant characters, which meet without a seam."""
    with warnings.catch_warnings():
        # tcod 21.2 fills these through a setter that it has itself deprecated.
        warnings.filterwarnings("ignore", "Assign to a tile", DeprecationWarning)
        blocks = tcod.tileset.procedural_block_elements(shape=(sheet.height, sheet.width))
    return {point: blocks[point][..., 3] for point in blocks}


def draw_tile(point: int, sheet: Sheet) -> Tile:
    """Return the coverage (height, width) of one character."""
    shape = sheet.width, sheet.height
    for drawn in (draw_box(point, *shape, sheet.letters.pen), draw_shade(point, *shape)):
        if drawn is not None:
            return drawn
    return (draw_on_tile if sheet.on_map else draw_letter)(chr(point), sheet)


def draw_sheet(sheet: Sheet, points: list[int], columns: int) -> NDArray[np.uint8]:
    """Return how far the letters of a whole sheet cover its pixels: [row, column]."""
    rows = -(-len(points) // columns)
    blocks = draw_blocks(sheet)
    alpha = np.zeros((rows * sheet.height, columns * sheet.width), dtype=np.uint8)
    for index, point in enumerate(points):
        y, x = index // columns * sheet.height, index % columns * sheet.width
        tile = blocks[point] if point in blocks else draw_tile(point, sheet)
        alpha[y : y + sheet.height, x : x + sheet.width] = tile
    return alpha


def save_white(alpha: NDArray[np.uint8], path: Path) -> None:
    """Save a sheet as libtcod loads it: white, with the coverage as its alpha."""
    white = np.full((*alpha.shape, 4), 255, dtype=np.uint8)
    white[..., 3] = alpha
    Image.fromarray(white).save(path, optimize=True)


def save_grey(alpha: NDArray[np.uint8], path: Path) -> None:
    """Save a sheet of the map as `load_map_letters` reads it; with a palette its lines are not filtered."""
    grey = Image.fromarray(alpha)
    grey.putpalette([level for level in range(256) for _ in range(3)])
    grey.save(path, optimize=False, compress_level=9)


def main() -> None:
    """Draw every sheet that the index lists, with the characters that it lists."""
    parser = argparse.ArgumentParser(description="Draw the font sheets of the game.")
    parser.add_argument("--font", type=Path, default=FONT, help="DejaVuSansMono.ttf")
    folder = data_path.data_folder() / "fonts"
    parser.add_argument("--out", type=Path, default=folder, help="where to")
    options = parser.parse_args()
    index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
    for scale, listed in index["sheets"].items():
        letters, on_map = LETTERS[scale], "codepoints" in listed
        path = options.font.with_name(BOLD) if on_map else options.font
        font = ImageFont.truetype(path, letters.size, layout_engine=ImageFont.Layout.BASIC)
        width, height = listed["tile"]
        sheet = Sheet(letters, font, width, height, on_map)
        points = listed.get("codepoints", index["codepoints"])
        save = save_grey if on_map else save_white
        save(draw_sheet(sheet, points, index["columns"]), options.out / listed["file"])
        sys.stdout.write(f"{listed['file']}: {len(points)} characters in {options.out}\n")


if __name__ == "__main__":
    main()
