"""Draw the font sheets in `data/fonts` from DejaVu Sans Mono: for developers, `python -m roguelike.lab.font.make_font`.

Letters are rendered at the size whose natural advance is the width of the tile, so FreeType's hinting keeps their
horizontal strokes on whole pixels, and all share one baseline. Frames, blocks and shades are not letters: they must
meet their neighbours to the pixel, so `box_drawing` and tcod draw those by rule. Players need neither this nor Pillow.
"""

import argparse
import json
import sys
import warnings
from pathlib import Path

import numpy as np
import tcod.tileset
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from roguelike.core.data_path import data_folder
from roguelike.core.records import Record
from roguelike.lab.font.box_drawing import Pen, draw_box, draw_shade
from roguelike.ui.look.font import INDEX

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf")
COLUMNS = 32

RANGES = (
    (0x0020, 0x007E),  # ASCII
    (0x00A0, 0x017F),  # Latin-1, Latin Extended-A
    (0x0192, 0x0192),  # ƒ
    (0x0218, 0x021B),  # Romanian S and T with comma
    (0x0384, 0x03CE),  # Greek
    (0x2010, 0x2027),  # dashes, quotes, daggers, bullets, ellipsis
    (0x2030, 0x203E),  # per mille, primes, angle quotes, ‼
    (0x2070, 0x208E),  # superscripts and subscripts, ⁿ
    (0x20A7, 0x20AC),  # ₧ €
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x22FF),  # mathematics
    (0x2300, 0x2302),  # ⌂
    (0x2310, 0x2310),  # ⌐
    (0x2320, 0x2321),  # ⌠ ⌡
    (0x2500, 0x257F),  # box drawing
    (0x2580, 0x259F),  # block elements
    (0x25A0, 0x25FF),  # geometric shapes
    (0x2605, 0x266F),  # stars, faces, planets, cards, notes
    (0x2690, 0x26A1),  # flags, swords, alembic, gear, warning, high voltage
    (0x2713, 0x2718),  # ticks and crosses
    (0x2720, 0x2757),  # stars, flakes and crosses
    (0xFFFD, 0xFFFD),  # the replacement character
)
"""The characters of a sheet, as far as the font has them. They include all of code page 437."""


class Sheet(Record):
    """One size of the font, in pixels."""

    scale: str
    size: int  # of the font; its advance is the tile's width
    width: int
    height: int
    baseline: int  # rows above the baseline, so that capitals are in the middle of the tile
    pen: Pen

    @property
    def file(self) -> str:
        """The file name of the sheet's picture."""
        return f"mana-{self.width}x{self.height}.png"


SHEETS = (
    Sheet("small", 13, 8, 14, 11, Pen(light=1, heavy=3, gap=1)),
    Sheet("compact", 16, 10, 16, 13, Pen(light=1, heavy=3, gap=1)),
    Sheet("normal", 16, 10, 18, 15, Pen(light=1, heavy=3, gap=1)),
    Sheet("big", 20, 12, 22, 18, Pen(light=2, heavy=4, gap=2)),
    Sheet("large", 23, 14, 26, 21, Pen(light=2, heavy=4, gap=2)),
    Sheet("huge", 33, 20, 36, 29, Pen(light=2, heavy=6, gap=2)),
)


def characters(font: ImageFont.FreeTypeFont) -> list[int]:
    """Return the code points of `RANGES` that the font can draw."""
    missing = bytes(font.getmask("\uffff"))
    points = [point for first, last in RANGES for point in range(first, last + 1)]
    return [p for p in points if chr(p).isspace() or bytes(font.getmask(chr(p))) != missing]


def draw_letter(character: str, font: ImageFont.FreeTypeFont, sheet: Sheet) -> NDArray[np.uint8]:
    """Return the coverage (height, width) of one letter on the common baseline.

    The few that would stick out (`|`, `_`, capitals with a breve) are moved into the tile as far as there is room.
    """
    _, top, _, bottom = font.getbbox(character, anchor="ls")
    over, under = max(0, -top - sheet.baseline), max(0, bottom - (sheet.height - sheet.baseline))
    row = sheet.baseline + min(over, sheet.height - sheet.baseline - bottom) * (over > 0)
    row -= min(under, sheet.baseline + top) * (under > 0)
    tile = Image.new("L", (sheet.width, sheet.height))
    column = (sheet.width - round(font.getlength(character))) // 2
    ImageDraw.Draw(tile).text((column, row), character, fill=255, font=font, anchor="ls")
    return np.asarray(tile, dtype=np.uint8)


def draw_blocks(sheet: Sheet) -> dict[int, NDArray[np.uint8]]:
    """Return the coverage of tcod's own block and quadrant characters, which meet without a seam."""
    with warnings.catch_warnings():
        # tcod 21.2 fills these through a setter that it has itself deprecated.
        warnings.filterwarnings("ignore", "Assign to a tile", DeprecationWarning)
        blocks = tcod.tileset.procedural_block_elements(shape=(sheet.height, sheet.width))
    return {point: blocks[point][..., 3] for point in blocks}


def draw_tile(point: int, font: ImageFont.FreeTypeFont, sheet: Sheet) -> NDArray[np.uint8]:
    """Return the coverage (height, width) of one character."""
    shape = sheet.width, sheet.height
    for drawn in (draw_box(point, *shape, sheet.pen), draw_shade(point, *shape)):
        if drawn is not None:
            return drawn
    return draw_letter(chr(point), font, sheet)


def draw_sheet(sheet: Sheet, points: list[int], font: ImageFont.FreeTypeFont) -> Image.Image:
    """Return the picture of a whole sheet: white, with the coverage as its alpha."""
    rows = -(-len(points) // COLUMNS)
    blocks = draw_blocks(sheet)
    alpha = np.zeros((rows * sheet.height, COLUMNS * sheet.width), dtype=np.uint8)
    for index, point in enumerate(points):
        y, x = index // COLUMNS * sheet.height, index % COLUMNS * sheet.width
        tile = blocks[point] if point in blocks else draw_tile(point, font, sheet)
        alpha[y : y + sheet.height, x : x + sheet.width] = tile
    white = np.full((*alpha.shape, 4), 255, dtype=np.uint8)
    white[..., 3] = alpha
    return Image.fromarray(white)


def index_text(points: list[int]) -> str:
    """Return `fonts.json`: sheets, columns and the order of the characters, one row of the sheet to a line."""
    sheets = {s.scale: {"file": s.file, "tile": [s.width, s.height]} for s in SHEETS}
    rows = [points[start : start + COLUMNS] for start in range(0, len(points), COLUMNS)]
    lines = ",\n".join("    " + ", ".join(map(str, row)) for row in rows)
    return (
        f'{{\n  "sheets": {json.dumps(sheets)},\n  "columns": {COLUMNS},\n'
        f'  "codepoints": [\n{lines}\n  ]\n}}\n'
    )


def main() -> None:
    """Draw every sheet and its index."""
    parser = argparse.ArgumentParser(description="Draw the font sheets of the game.")
    parser.add_argument("--font", type=Path, default=FONT, help="DejaVuSansMono.ttf")
    parser.add_argument("--out", type=Path, default=data_folder() / "fonts", help="where to")
    options = parser.parse_args()
    points: list[int] = []
    for sheet in SHEETS:
        font = ImageFont.truetype(options.font, sheet.size, layout_engine=ImageFont.Layout.BASIC)
        points = points or characters(font)
        draw_sheet(sheet, points, font).save(options.out / sheet.file, optimize=True)
    (options.out / INDEX).write_text(index_text(points), encoding="utf-8")
    sys.stdout.write(f"{len(SHEETS)} sheets of {len(points)} characters in {options.out}\n")


if __name__ == "__main__":
    main()
