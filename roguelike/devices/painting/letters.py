"""Letters and icons on the map, of any size: their ink, and a dark rim that sets them off from whatever they stand on.

The one decision: letters of any size are averaged from those of a sheet: a small one for usual tiles, which loads fast,
and one as large as the largest tile. A character that they lack is taken from the letters of the text. Icons are
averaged in the same way from the points of their rows (`components.looks.Icon`).
"""

from functools import cache, lru_cache
from math import isqrt
from typing import NamedTuple
from zlib import compress, decompress

import numpy as np
from numpy.typing import NDArray

from roguelike.core.colour import Colour
from roguelike.toolkit.font import ON_MAP, load_map_letters, load_tileset
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import LEGIBLE, legible

Shares = NDArray[np.float32]
"""How far each pixel is covered, 0.0 to 1.0: [row, column]."""
RIM = 1 / 15
"""The width of the dark rim around a letter, as a share of the tile."""
DARK: Colour = (6, 6, 10)
USUAL = 32
"""The largest tiles for which the small sheet is enough."""


class Glyph(NamedTuple):
    """A coloured letter, ready to be laid over pixels: what it adds, and by how much the pixels are dimmed (of 256)."""

    ink: NDArray[np.uint16]
    rest: NDArray[np.uint16]


BRIGHTER = {"greyscale": 1440, "tritanopia": 1440}
"""How bright creatures must be where they have no hue by which to stand out, or yellow became a dark green."""


def creature_ink(colour: Colour, colours: Palette) -> Colour:
    """Return the colour of a creature's letter: a pure red would be as dark as the ground of a lit hall."""
    return legible(colours.transform(colour), BRIGHTER.get(colours.variant, LEGIBLE))


@lru_cache(maxsize=2048)
def letter(glyph: str, colour: Colour, side: int, share: float = 1.0, *, rim: bool = True) -> Glyph:
    """Return a letter for a tile of a side in pixels; below a share of 1.0 the ground shows through."""
    covered = coverage(glyph, side)
    alpha = (rimmed(glyph, side) if rim else covered) * np.float32(share)
    mixed = covered * np.float32(share)
    shade = np.linspace(1.1, 0.9, side, dtype=np.float32)[:, None, None]
    ink = (np.array(colour, np.float32) * shade).clip(0, 255) * mixed[..., None]
    ink += np.array(DARK, np.float32) * (alpha - mixed).clip(0)[..., None]
    return Glyph(_whole(ink * 256, side), _four(256 - np.round(alpha * 256)))


INKS: dict[str, Colour] = {
    "w": (238, 232, 216),
    "y": (236, 190, 76),
    "s": (150, 158, 172),
    "n": (134, 92, 54),
    "r": (206, 60, 46),
    "k": (14, 12, 18),
    "g": (90, 160, 80),
}
"""The colours of an icon's points that are not the thing's own."""
OWN = {"a": (1.0, 0.0), "b": (0.6, 0.0), "c": (1.0, 0.5)}
"""Of those that are: the share of it, and how far they are blended toward white."""
LEAST_INK = 110.0
"""The least brightness of a thing's own colour: what is black by its name is still seen."""


@lru_cache(maxsize=512)
def icon(rows: tuple[str, ...], colour: Colour, side: int, colours: Palette) -> Glyph:
    """Return an icon of a thing's own colour for a tile of a side in pixels, in plain light and in a palette."""
    own = np.array(colours.transform(colour), np.float32)
    own *= max(1.0, LEAST_INK / max(float(own.max()), 1.0))
    usual = colours.transform_grounds(np.array(list(INKS.values()), np.uint8))
    fixed = dict(zip(INKS, usual, strict=True))
    inks = {".": np.zeros(4, np.float32)}
    for sign in set("".join(rows)) - inks.keys():
        ink = np.array(fixed.get(sign, own), np.float32)
        share, white = OWN.get(sign, (1.0, 0.0))
        inks[sign] = np.append(ink * share + (255 - ink * share) * white, np.float32(1))
    points = np.array([[inks[sign] for sign in signs] for signs in rows], np.float32)
    layers = [_enlarged(points[..., channel], side) for channel in range(4)]
    covered = layers[3]
    wide = np.pad(covered, 1)
    rim = np.maximum.reduce(
        (wide[:-2, 1:-1], wide[2:, 1:-1], wide[1:-1, :-2], wide[1:-1, 2:], covered)
    )
    ink = np.stack([layer.clip(0, 255) for layer in layers[:3]], axis=2)
    ink += np.array(DARK, np.float32) * (rim - covered)[..., None]
    alpha = covered + (rim - covered) * np.float32(0.85)
    return Glyph(_whole(ink * 256, side), _four(256 - np.round(alpha * 256)))


def _enlarged(layer: Shares, side: int) -> Shares:
    """Return one channel of an icon in the size of a tile, with a pixel free around it."""
    inner = side - 2
    across = _weights(layer.shape[0], inner)
    found: Shares = np.zeros((side, side), np.float32)
    found[1:-1, 1:-1] = across @ layer @ across.T
    return found


@lru_cache(maxsize=128)
def icon_in(
    light: tuple[float, ...], rows: tuple[str, ...], colour: Colour, side: int, colours: Palette
) -> Glyph:
    """Return an icon in a light, one share for each channel; for the others see `icon`."""
    plain = icon(rows, colour, side, colours)
    ink = plain.ink.astype(np.float32)
    ink[..., :3] *= np.array(light, np.float32)
    most = 65_535 - 255 * plain.rest.astype(np.float32)  # rounding must not carry a channel over
    return Glyph(np.minimum(ink, most).astype(np.uint16), plain.rest)


def blended(ink: Shares, alpha: Shares) -> Glyph:
    """Return colours [row, column, channel] as they are laid over a tile by a share for each pixel."""
    whole = np.round(alpha * 256)
    return Glyph(_whole(ink.clip(0, 255) * whole[..., None], ink.shape[0]), _four(256 - whole))


def _whole(ink: Shares, side: int) -> NDArray[np.uint16]:
    """Return ink in 256ths as whole numbers, with an unused fourth channel."""
    found = np.zeros((side, side, 4), np.uint16)
    found[..., :3] = ink.clip(0, 65_280)
    return found


def _four(rest: Shares) -> NDArray[np.uint16]:
    """Return a share for each of four channels."""
    return np.repeat(rest.astype(np.uint16)[..., None], 4, axis=2)


def lay(pixels: NDArray[np.uint8], glyph: Glyph) -> None:
    """Lay a letter over the pixels of a tile, [row, column, channel]."""
    mixed = pixels * glyph.rest
    mixed += glyph.ink
    mixed >>= 8
    pixels[...] = mixed


@lru_cache(maxsize=1024)
def coverage(glyph: str, side: int) -> Shares:
    """Return how far a letter covers each pixel of a tile."""
    return scaled(_drawn(glyph, side), side, side)


@lru_cache(maxsize=1024)
def rimmed(glyph: str, side: int) -> Shares:
    """Return the same with its rim."""
    drawn = _drawn(glyph, side)
    reach = round(RIM * drawn.shape[0])
    wide = np.pad(drawn, reach)
    found = drawn.copy()
    rows, columns = drawn.shape
    for down in range(-reach, reach + 1):
        across = round((reach**2 - down**2) ** 0.5)
        part = wide[reach + down : reach + down + rows]
        for step in range(-across, across + 1, 2):
            np.maximum(found, part[:, reach + step : reach + step + columns], out=found)
    return scaled(found, side, side)


def _drawn(glyph: str, side: int) -> Shares:
    """Return a letter as it was drawn for tiles of a side, in a square."""
    sheet, code = _sheet(ON_MAP[side > USUAL]), ord(glyph)
    if code in sheet:
        drawn = np.frombuffer(decompress(sheet[code]), np.uint8)
        return (drawn / 255).astype(np.float32).reshape(isqrt(len(drawn)), -1)
    text = load_tileset("huge")
    tile = text[code if code in text else ord("?")][..., 3].astype(np.float32) / 255
    tile *= glyph != " "  # of which no font has a picture
    rows, columns = tile.shape
    square = np.zeros((rows, rows), np.float32)
    square[:, (rows - columns) // 2 : (rows + columns) // 2] = tile
    return square


@cache
def _sheet(name: str) -> dict[int, bytes]:
    """Load letters of the map, once they are needed, each packed: of the great ones few are ever drawn."""
    level = 1 if name == ON_MAP[True] else 0
    return {code: compress(tile.tobytes(), level) for code, tile in load_map_letters(name).items()}


def scaled(shares: Shares, rows: int, columns: int) -> Shares:
    """Return a picture in another size; each pixel is the mean of what it covers."""
    rows_of, columns_of = _weights(shares.shape[0], rows), _weights(shares.shape[1], columns)
    found: Shares = (rows_of @ shares @ columns_of.T).clip(0, 1).astype(np.float32)
    return found


@lru_cache(maxsize=64)
def _weights(before: int, after: int) -> Shares:
    """Return how much each of so many pixels in a line counts for each of the new ones: [after, before]."""
    edges = np.arange(after + 1) * before / after
    first, last = edges[:-1, None], edges[1:, None]
    pixels = np.arange(before)[None, :]
    shared = (np.minimum(last, pixels + 1) - np.maximum(first, pixels)).clip(0)
    found: Shares = (shared / shared.sum(axis=1, keepdims=True)).astype(np.float32)
    return found


@lru_cache(maxsize=512)
def words(text: str, height: int) -> Shares:
    """Return how far a short text covers each pixel of a line of a height."""
    parts = []
    for glyph in text:
        drawn = _drawn(glyph, height)
        used = np.flatnonzero(drawn.max(axis=0) > 0)
        side = drawn.shape[0]
        # A blank is a third of a tile wide; signs keep the place they have.
        left, right = (used[0], used[-1] + 1) if len(used) else (0, side // 3)
        parts.append(np.pad(drawn[:, left:right], ((0, 0), (side // 16, side // 16))))
    line = np.concatenate(parts, axis=1)
    top, bottom = round(line.shape[0] * 0.06), round(line.shape[0] * 0.92)
    line = line[top:bottom]
    return scaled(line, height, max(1, round(line.shape[1] * height / line.shape[0])))
