"""Two consoles into the bytes that turn one into the other on a terminal's screen.

The one decision: only changed cells are written, left to right, and the cursor is moved only over gaps. Cells are
compared as 32-bit words (glyph, foreground, background), so an unchanged frame costs 30 us and no bytes.
"""

import unicodedata
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from tcod.console import Console

from roguelike.ui.backends.terminal.ascii import ascii_glyph
from roguelike.ui.backends.terminal.colours import Colours, shades

BEGIN_UPDATE: Final = "\x1b[?2026h"
END_UPDATE: Final = "\x1b[?2026l"
"""Synchronised output: terminals that know it show the frame at once, the others ignore it."""


_FINE = np.array((0xFFFCFCFC, 0xFFF8F8F8), np.uint32)
"""The bits that are written of the colours of letters and ground: six and five each. Finer shades of ground are not
seen, and would cost a slow line a fifth more."""
SHOW_CURSOR, HIDE_CURSOR = "\x1b[?25h", "\x1b[?25l"


class Painter:
    """Remembers what the terminal shows and writes the difference."""

    def __init__(self, colours: Colours = "truecolour", *, is_ascii: bool = False) -> None:
        """Write with that many colours; with `is_ascii`, nothing but ASCII."""
        self._fore, self._back = shades(colours)
        self._glyph = ascii_glyph if is_ascii else _glyph
        self._shown: NDArray[np.uint32] | None = None
        self._caret: tuple[int, int] | None = None

    def forget(self) -> None:
        """Paint everything next time: the screen was cleared, resized or written to by someone else."""
        self._shown = self._caret = None

    def paint(self, console: Console, caret: tuple[int, int] | None = None) -> bytes:
        """Return the bytes that make the terminal show this console (made with order "F"); none if it does.

        The terminal's own cursor is put on the cell `caret`, where the player acts, or hidden.
        """
        columns, rows = console.width, console.height
        words = (
            np.ascontiguousarray(console.rgba.T).view(np.uint32).reshape(rows, columns, 3).copy()
        )
        words[..., 1:] &= _FINE
        shown = self._shown
        if shown is not None and shown.shape == words.shape:
            changed = (words != shown).any(axis=2)
            out: list[str] = []
        else:
            changed = np.ones((rows, columns), np.bool_)
            out = ["\x1b[0m\x1b[2J"]
        is_moved = caret != self._caret
        if not changed.any() and not is_moved:
            return b""
        if changed.any():
            self._shown = words
            self._write(out, words, changed)
            out.append("\x1b[0m")
        self._place(out, caret)
        return "".join((BEGIN_UPDATE, *out, END_UPDATE)).encode()

    def _place(self, out: list[str], caret: tuple[int, int] | None) -> None:
        """Put the terminal's cursor where the player acts: writing has left it elsewhere."""
        if caret is not None:
            out.append(_move((-1, -1), *caret))
        if (caret is None) != (self._caret is None):
            out.append(HIDE_CURSOR if caret is None else SHOW_CURSOR)
        self._caret = caret

    def _write(self, out: list[str], words: NDArray[np.uint32], changed: NDArray[np.bool_]) -> None:
        """Append the changed cells, row by row; of the pen only what differs, and of blanks only the ground."""
        ys, xs = (axis.tolist() for axis in np.nonzero(changed))
        cells = words[changed].tolist()
        cursor, fore_pen, back_pen = (-1, -1), "", ""
        for x, y, (code, fore_word, back_word) in zip(xs, ys, cells, strict=True):
            if cursor != (x, y):
                out.append(_move(cursor, x, y))
            glyph, is_sure = self._glyph(code)
            back = self._back(back_word)
            fore = fore_pen if glyph == " " and fore_pen else self._fore(fore_word)
            pen = [new for new, old in ((fore, fore_pen), (back, back_pen)) if new != old]
            if pen:
                out.append(f"\x1b[{';'.join(pen)}m")
                fore_pen, back_pen = fore, back
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
