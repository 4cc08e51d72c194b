"""Rows of text as cells: the fast way onto a console.

A console's cells are viewed as an array [row, column] of three 32-bit words: character, foreground, background. A row
of the side panel or the log is rendered into such words once, cached by its content, and copied in a microsecond;
printing the same row takes one libtcod call for each change of colour.
"""

import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tcod.console import Console

from roguelike.core.colour import BLACK, Colour
from roguelike.toolkit.asked import Asked
from roguelike.toolkit.widgets.text import Segment, clip_segments, length_of, wrap_segments

Cells = NDArray[np.int32]
"""Cells of a console, or of a part of one: [row, column, (character, foreground, background)]."""

BLANK = ord(" ")
CODES = "utf-32-le" if sys.byteorder == "little" else "utf-32-be"
"""The encoding that matches the byte order of this machine's character words."""
LEGIBLE = 960
"""How bright a glyph must be: red, green and blue weighted 2, 5 and 1, as the eye does; white is 2040."""


def cells_of(console: Console) -> Cells:
    """Return the console's own cells as an array; writing to it draws."""
    rows = console.rgba.T
    # Not with view(): numpy would first look for Python objects among the fields of a cell.
    return np.frombuffer(rows, np.int32).reshape(*rows.shape, 3)


@lru_cache(maxsize=4096)
def word(colour: Colour) -> int:
    """Return a colour as the 32-bit word of a cell."""
    return int(np.array((*colour, 255), np.uint8).view(np.int32)[0])


HOLE = np.array((0, word(BLACK), word(BLACK)), np.int32)
"""A cell without a character: what the device shows behind the text is seen in it.

It is not transparent: whatever libtcod drew over it would stay so.
"""


CLEAR = np.array((BLANK, 0, 0), np.int32)
"""A transparent cell, for a device that lays text over something else. Nothing must draw on it."""


@lru_cache(maxsize=8)
def alike(shape: tuple[int, ...], *words: int) -> Cells:
    """Return cells that are all the same; copying them is much faster than clearing or filling others."""
    return np.broadcast_to(np.array(words, np.int32), shape).copy()


def holes(cells: Cells) -> NDArray[np.bool_]:
    """Return which cells are clear."""
    found: NDArray[np.bool_] = (cells[..., 0] == HOLE[0]) & (cells[..., 2] == HOLE[2])
    return found


def dim(cells: Cells) -> None:
    """Darken cells to less than half, in a few microseconds; what is clear stays clear.

    Each colour is one 32-bit word of four bytes: one shift and one mask halve all its channels at once.
    """
    words = cells[..., 1:].view(np.uint32)
    words[...] = ((words >> 1) & 0x7F7F7F7F) | _OPAQUE


_OPAQUE = np.uint32(np.array((0, 0, 0, 255), np.uint8).view(np.uint32)[0])
"""The alpha byte, wherever this machine keeps it in a word."""


def legible(colour: Colour, least: int = LEGIBLE) -> Colour:
    """Lighten the colour of a glyph until it is visible on dark ground; most are already."""
    red, green, blue = colour
    while 2 * red + 5 * green + blue < least:
        red, green, blue = min(red + 16, 255), min(green + 16, 255), min(blue + 16, 255)
    return red, green, blue


class Line(NamedTuple):
    """One row of a panel: text aligned left and text aligned right, optionally over a bar.

    The right-hand text is never cut; the left-hand one ends in "…" where it would run into it. The first `filled` share
    of the background has the colour `fill`, the rest `back`. `value` is what a click on it asks for, or a creature.
    """

    left: tuple[Segment, ...] = ()
    right: tuple[Segment, ...] = ()
    back: Colour = BLACK
    fill: Colour = BLACK
    filled: float = 0.0
    value: Asked | int | None = None

    @property
    def length(self) -> int:
        """How many cells the text takes."""
        return length_of(self.left) + length_of(self.right)


EMPTY = Line()


@lru_cache(maxsize=4096)
def render(line: Line, width: int) -> Cells:
    """Return a row's cells, [column, word]; read-only."""
    shown = _fitted(line, width)
    filled = _filled(line.filled, width) if line.filled else 0
    # One array viewed across three runs of words: each further numpy call would take as long as all of this.
    words = [
        "".join([text for text, _ in shown]).encode(CODES),
        *[_ink(colour) * len(text) for text, colour in shown],
        _ink(line.fill) * filled + _ink(line.back) * (width - filled),
    ]
    return np.frombuffer(b"".join(words), np.int32).reshape(3, width).T


def _fitted(line: Line, width: int) -> list[Segment]:
    """Return the text of a row, cut or padded with blanks to a number of cells."""
    left, right = line.left, line.right
    taken, beside = length_of(left), length_of(right)
    start, room = max(width - beside, 0), width - beside - (beside > 0)
    if taken > room:
        left, right = tuple(clip_segments(left, room)), tuple(clip_segments(right, width))
        taken, beside = length_of(left), length_of(right)
    gap, rest = " " * (start - taken), " " * (width - start - beside)
    return [*left, (gap, line.back), *right, (rest, line.back)]


def _filled(share: float, width: int) -> int:
    """Return how many cells of a bar are filled: at least one if `share` is above 0, and all only if it is 1."""
    share = min(max(share, 0.0), 1.0)
    return min(max(round(share * width), share > 0), width - (share < 1))


@lru_cache(maxsize=4096)
def _ink(colour: Colour) -> bytes:
    """Return a colour as the bytes of its word."""
    return bytes((*colour, 255))


class Block:
    """Rows painted below one another and cached as cells, for a list of rows that seldom changes."""

    def __init__(self) -> None:
        self._key: list[Line] | None = None
        self._cells: Cells = np.empty((0, 0, 3), np.int32)

    def paint(self, cells: Cells, x: int, y: int, width: int, lines: list[Line]) -> None:
        """Draw rows from a cell downward; the list that was drawn last is copied without comparing its rows."""
        # Keep a reference to the list, so that its id is not used again.
        if self._key is not lines or self._cells.shape[1] != width:
            if self._key is None or self._cells.shape[:2] != (len(lines), width):
                self._cells = np.empty((len(lines), width, 3), np.int32)
                paint(self._cells, 0, 0, width, lines)
            else:
                for row, (line, before) in enumerate(zip(lines, self._key, strict=True)):
                    if line is not before and line != before:
                        self._cells[row] = render(line, width)
            self._key = lines
        cells[y : y + len(lines), x : x + width] = self._cells


def paint(cells: Cells, x: int, y: int, width: int, lines: Sequence[Line]) -> None:
    """Draw rows below one another from a cell downward."""
    right = x + width
    for row, line in enumerate(lines, y):
        cells[row, x:right] = render(line, width)


def fitting(lines: Sequence[Line], height: int, dim: Colour) -> list[Line]:
    """Return the lines, or as many as fit and how many more there are, in the colour `dim`."""
    cut = len(lines) - height
    if cut <= 0:
        return list(lines)
    more = Line(((f"… {cut + 1} more rows", dim),))
    return [*lines[: max(height - 1, 0)], more][:height]


def word_rows(told: Iterable[Sequence[Segment]], width: int) -> list[Line]:
    """Wrap paragraphs of coloured text into rows."""
    return [Line(tuple(line)) for words in told for line in wrap_segments(words, width)]


def text_rows(text: str, colour: Colour, width: int) -> list[Line]:
    """Wrap a text of one colour into rows; none without a text."""
    return word_rows([[(text, colour)]], width) if text else []
