"""The game's letters: sheets of tiles in `data/fonts`, loaded for the window in a few milliseconds.

tcod ships no font, and its own scaling of TrueType makes letters tiny and breaks frames. So the sheets are drawn once
by `roguelike.lab.font.make_font`, at sizes where the letters fill their cells, and `fonts.json` describes them.

Those of the map, which are large, are read without tcod: a fifth of the time, and a quarter of the memory.
"""

import struct
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import tcod.tileset
from msgspec import DecodeError, json
from numpy.typing import NDArray

from roguelike.core import data_path

SCALES: Final = ("small", "compact", "normal", "big", "large", "huge")
"""The tile scales a player can choose, smallest first. Compact has the letters of normal on lower tiles."""

ON_MAP: Final = ("map", "large map")
"""The sheets of the letters that stand on the map, which are square: for tiles of usual size, and for the largest."""

INDEX: Final = "fonts.json"
"""The file that names the sheets, their tile sizes and the order of their characters."""

REMEDY: Final = "Install the game again to get its fonts back."


class FontError(Exception):
    """A font sheet is missing or damaged; the message names the file and the remedy."""


def tile_size(scale: str) -> tuple[int, int]:
    """Return the width and height in pixels of the tiles of one of `SCALES`, without loading them.

    Raises:
        FontError, DataFolderError: as `load_tileset`, for faults that the index shows.
    """
    _, (height, width), _, _ = _described(scale)
    return width, height


def load_tileset(scale: str = "normal") -> tcod.tileset.Tileset:
    """Return the tiles of one of `SCALES`.

    Raises:
        FontError: the scale does not exist, or a file of the font is missing or damaged.
        DataFolderError: there is no data folder.
    """
    sheet, shape, columns, charset = _described(scale)
    tileset = _load_sheet(sheet, columns, charset)
    if tileset.tile_shape != shape:
        raise FontError(f"{sheet} does not hold tiles of {shape[1]}x{shape[0]} pixels. {REMEDY}")
    return tileset


def load_map_letters(sheet: str) -> dict[int, NDArray[np.uint8]]:
    """Return how far each letter of one of `ON_MAP` covers its tile, 0 to 255, by code point: [row, column].

    Raises:
        FontError, DataFolderError: as `load_tileset`.
    """
    path, (height, width), columns, charset = _described(sheet)
    rows = -(-len(charset) // columns)
    try:
        pixels = _unpacked(path.read_bytes(), rows * height, columns * width)
    except FileNotFoundError as error:
        raise FontError(f"The font sheet {path} is missing. {REMEDY}") from error
    except (OSError, ValueError, struct.error, zlib.error) as error:
        raise FontError(f"The font sheet {path} is damaged: {error}. {REMEDY}") from error
    tiles = pixels.reshape(rows, height, columns, width)
    return {code: tiles[at // columns, :, at % columns] for at, code in enumerate(charset)}


def _unpacked(png: bytes, height: int, width: int) -> NDArray[np.uint8]:
    """Return a picture of a byte for each pixel, [row, column].

    Raises ValueError, `struct.error` or `zlib.error` for any other, or if its lines are filtered.
    """
    at, packed = len(PNG), []
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        if kind == b"IDAT":
            packed.append(png[at + 8 : at + 8 + size])
        at += size + 12
    lines = np.frombuffer(zlib.decompress(b"".join(packed)), np.uint8).reshape(height, width + 1)
    if lines[:, 0].any():  # each begins with a byte that says how
        raise ValueError("its lines are filtered")
    return lines[:, 1:]


PNG: Final = b"\x89PNG\r\n\x1a\n"
"""What such a file begins with."""


def _described(scale: str) -> tuple[Path, tuple[int, int], int, list[int]]:
    """Return the index entry of a scale: see `_layout`."""
    if scale not in (*SCALES, *ON_MAP):
        raise FontError(f"There is no tile scale {scale!r}: choose one of {', '.join(SCALES)}.")
    folder = data_path.data_folder() / "fonts"
    try:
        sheet, shape, columns, charset = _layout(folder / INDEX, scale)
    except (KeyError, TypeError, ValueError) as error:
        raise FontError(
            f"{folder / INDEX} does not describe the {scale} sheet ({error}). {REMEDY}"
        ) from error
    return folder / sheet, shape, columns, charset


@cache
def _layout(path: Path, scale: str) -> tuple[str, tuple[int, int], int, list[int]]:
    """Return a sheet's file, its tile shape (height, width), its columns and its code points in order."""
    index = _read_index(path)
    entry = index["sheets"][scale]
    width, height = map(int, entry["tile"])
    columns = int(index["columns"])
    charset = list(map(int, entry.get("codepoints", index["codepoints"])))
    if columns < 1 or not charset:  # libtcod would divide by zero
        raise ValueError("no columns or no codepoints")
    return str(entry["file"]), (height, width), columns, charset


@cache
def _read_index(path: Path) -> Mapping[str, Any]:
    """Return the parsed index file, read once, because every scale that is tried asks for it."""
    try:
        index = json.decode(path.read_bytes())
    except FileNotFoundError as error:
        raise FontError(f"The font index {path} is missing. {REMEDY}") from error
    except (OSError, ValueError, DecodeError) as error:
        raise FontError(f"The font index {path} cannot be read ({error}). {REMEDY}") from error
    if not isinstance(index, dict):
        raise FontError(f"The font index {path} is not a JSON object. {REMEDY}")
    return index


def _load_sheet(path: Path, columns: int, charset: list[int]) -> tcod.tileset.Tileset:
    """Return the tiles of a PNG sheet."""
    rows = -(-len(charset) // columns)
    try:
        return tcod.tileset.load_tilesheet(path, columns, rows, charset)
    except FileNotFoundError as error:
        raise FontError(f"The font sheet {path} is missing. {REMEDY}") from error
    except (OSError, RuntimeError) as error:
        reason = str(error).splitlines()[-1:]  # libtcod puts its own source lines first
        raise FontError(
            f"The font sheet {path} is damaged: {' '.join(reason)}. {REMEDY}"
        ) from error
