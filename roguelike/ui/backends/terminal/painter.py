"""Two consoles into the bytes that turn one into the other on a terminal's screen.

The one decision: only changed cells are written, left to right, and the cursor is moved only over gaps. Cells are
compared as 32-bit words (glyph, foreground, background), so an unchanged frame costs 30 us and no bytes.
"""

import unicodedata
from functools import cache, lru_cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray
from tcod.console import Console

Colours = Literal["truecolour", "256"]

BEGIN_UPDATE: Final = "\x1b[?2026h"
END_UPDATE: Final = "\x1b[?2026l"
"""Synchronised output: terminals that know it show the frame at once, the others ignore it."""

_LEVELS = (0, 95, 135, 175, 215, 255)
"""The steps of xterm's 6x6x6 colour cube."""


class Painter:
    """Remembers what the terminal shows and writes the difference."""

    def __init__(self, colours: Colours = "truecolour") -> None:
        self._sgr = _sgr_true if colours == "truecolour" else _sgr_256
        self._shown: NDArray[np.uint32] | None = None

    def forget(self) -> None:
        """Paint everything next time: the screen was cleared, resized or written to by someone else."""
        self._shown = None

    def paint(self, console: Console) -> bytes:
        """Return the bytes that make the terminal show this console (made with order "F"); none if it does."""
        columns, rows = console.width, console.height
        words = np.ascontiguousarray(console.rgba.T).view(np.uint32).reshape(rows, columns, 3)
        shown = self._shown
        if shown is not None and shown.shape == words.shape:
            changed = (words != shown).any(axis=2)
            out: list[str] = []
        else:
            changed = np.ones((rows, columns), np.bool_)
            out = ["\x1b[0m\x1b[2J"]
        if not changed.any():
            return b""
        self._shown = words.copy()
        self._write(out, words, changed)
        return "".join((BEGIN_UPDATE, *out, "\x1b[0m", END_UPDATE)).encode()

    def _write(self, out: list[str], words: NDArray[np.uint32], changed: NDArray[np.bool_]) -> None:
        """Append the changed cells, row by row."""
        ys, xs = (axis.tolist() for axis in np.nonzero(changed))
        cells = words[changed].tolist()
        cursor, pen = (-1, -1), (-1, -1)
        for x, y, (code, fore, back) in zip(xs, ys, cells, strict=True):
            if cursor != (x, y):
                out.append(_move(cursor, x, y))
            if pen != (fore, back):
                out.append(self._sgr(fore, back))
                pen = fore, back
            glyph, is_sure = _glyph(code)
            out.append(glyph)
            cursor = (x + 1, y) if is_sure else (-1, -1)


def _move(cursor: tuple[int, int], x: int, y: int) -> str:
    """Return the shortest way from the cursor to a cell."""
    if cursor[1] == y and x > cursor[0] >= 0:
        return f"\x1b[{x - cursor[0]}C"
    return f"\x1b[{y + 1};{x + 1}H"


@cache
def _glyph(code: int) -> tuple[str, bool]:
    """Return what to write for a cell so that it takes one column, and whether its width is sure.

    Wide and combining characters would push the rest of the row aside: they become "?". Of symbols that some terminals
    draw as emoji the width is not sure, so the cursor is set again after them.
    """
    if code in (0, 32):
        return " ", True
    if code < 127:
        return (chr(code), True) if code > 32 else (" ", True)
    character = chr(code) if code < 0x110000 else "?"
    if not character.isprintable() or unicodedata.combining(character):
        return "?", True
    if unicodedata.east_asian_width(character) in "WF":
        return "?", True
    return character, code < 0x2000 or 0x2500 <= code < 0x25A0


@lru_cache(maxsize=65536)
def _sgr_true(fore: int, back: int) -> str:
    """Set both colours, 24 bits each; a word holds red in its lowest byte, green above it."""
    red, green, blue = fore & 255, fore >> 8 & 255, fore >> 16 & 255
    under_red, under_green, under_blue = back & 255, back >> 8 & 255, back >> 16 & 255
    return f"\x1b[38;2;{red};{green};{blue};48;2;{under_red};{under_green};{under_blue}m"


@lru_cache(maxsize=65536)
def _sgr_256(fore: int, back: int) -> str:
    """Set both colours from the 256 that older terminals have."""
    return f"\x1b[38;5;{_nearest_256(fore)};48;5;{_nearest_256(back)}m"


def _nearest_256(word: int) -> int:
    """Return the nearest colour of xterm's cube or of its 24 greys."""
    wanted = (word & 255, word >> 8 & 255, word >> 16 & 255)
    steps = [_nearest_level(value) for value in wanted]
    cube = tuple(_LEVELS[step] for step in steps)
    grey_step = min(range(24), key=lambda step: abs(8 + 10 * step - sum(wanted) // 3))
    grey = (8 + 10 * grey_step,) * 3
    if _apart(grey, wanted) < _apart(cube, wanted):
        return 232 + grey_step
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]


def _nearest_level(value: int) -> int:
    """Return the step of the colour cube nearest to one channel."""
    return min(range(6), key=lambda step: abs(_LEVELS[step] - value))


def _apart(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """Squared distance of two colours."""
    return sum((one - other) ** 2 for one, other in zip(a, b, strict=True))
