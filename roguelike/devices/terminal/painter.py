"""Turns two consoles into the bytes that change a terminal's screen from one to the other.

The one decision: only cells that look different are written, ordered by row or by colour, whichever is shorter: lit
ground has some sixty colours among hundreds of cells, and setting two of them takes as many bytes as four moves. Cells
are compared as 32-bit words (glyph, foreground, background), so an unchanged frame costs 30 us and no bytes.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache
from operator import attrgetter
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tcod.console import Console

from roguelike.devices.terminal.ascii import ascii_glyph
from roguelike.devices.terminal.environment import (
    FAINT_GREY,
    REVERSE,
    USUAL,
    Colours,
    readable,
    shades,
)

BEGIN_UPDATE: Final = "\x1b[?2026h"
END_UPDATE: Final = "\x1b[?2026l"
"""Synchronised output: terminals that support it show the frame at once, others ignore it."""


_FINE = np.uint32(0xFFF8F8F8)
"""The bits of a colour that are written, five per channel: finer shades are hardly seen and cost a tenth more bytes."""
_ALL = np.uint32(0xFFFFFFFF)
LIKE = 16
"""The largest difference per channel (of 255) of inks on one ground that are written as one; lit signs vary as much."""
BLOCKS = range(0x2580, 0x25A0)
"""Glyphs that fill half the cell or more, where a wrong shade would be visible."""
SHOW_CURSOR, HIDE_CURSOR = "\x1b[?25h", "\x1b[?25l"


class Cell(NamedTuple):
    """A cell as it is written: `fore` and `back` are SGR parameters; `fore` is "" if no ink shows."""

    x: int
    y: int
    glyph: str
    is_sure: bool
    fore: str
    back: str


_BY_COLOUR = attrgetter("back", "fore", "y", "x")


class Painter:
    """Remembers what the terminal shows and writes the difference."""

    def __init__(self, colours: Colours = "truecolour", *, is_ascii: bool = False) -> None:
        """Write with that many colours; with `is_ascii`, nothing but ASCII."""
        self._fore, self._back = shades(colours)
        self._readable = readable if colours == "16" else _as_it_is
        # With few colours a threshold decides how a shade is written, so none may be moved across it.
        self._kept = _FINE if colours in ("truecolour", "256") else _ALL
        self._like = LIKE if colours == "truecolour" else 0  # with fewer colours they merge anyway
        self._glyph = ascii_glyph if is_ascii else _glyph
        self._shown: NDArray[np.uint32] | None = None
        self._written: dict[tuple[int, int], Cell] = {}
        self._caret: tuple[int, int] | None = None

    def forget(self) -> None:
        """Paint everything next time: the screen was cleared, resized or written to by another program."""
        self._shown = self._caret = None
        self._written.clear()

    def paint(self, console: Console, caret: tuple[int, int] | None = None) -> bytes:
        """Return the bytes that make the terminal show this console (made with order "F"); none if it already does.

        The terminal's own cursor moves to the cell `caret`, where the player acts, or is hidden.
        """
        columns, rows = console.width, console.height
        words = (
            np.ascontiguousarray(console.rgba.T).view(np.uint32).reshape(rows, columns, 3).copy()
        )
        words[..., 1:] &= self._kept
        shown, self._shown = self._shown, words
        if shown is not None and shown.shape == words.shape:
            cells = self._changes(words, (words != shown).any(axis=2))
            orders = [cells, sorted(cells, key=_BY_COLOUR)]
        else:
            self._written.clear()
            cells = self._changes(words, np.ones((rows, columns), np.bool_))
            orders = [cells]
        if not cells and caret == self._caret:
            return b""
        begun = "" if len(orders) > 1 else "\x1b[0m\x1b[2J"
        news = min((_sequence(each, columns) for each in orders), key=len)
        out = (BEGIN_UPDATE, begun, news, self._place(caret), END_UPDATE)
        return "".join(out).encode()

    def _changes(self, words: NDArray[np.uint32], changed: NDArray[np.bool_]) -> list[Cell]:
        """Return the cells, row by row, that the terminal must write again, and remember them as written.

        Many shades are one colour of sixteen, and a blank's ink does not show: cells that look the same are not
        changes.
        """
        ys, xs = (axis.tolist() for axis in np.nonzero(changed))
        inks = _Inks(self._like)
        cells: list[Cell] = []
        for x, y, (code, fore, back) in zip(xs, ys, words[changed].tolist(), strict=True):
            glyph, is_sure = self._glyph(code)
            near = fore if code in BLOCKS else inks.near(fore, back)
            ground = self._back(back)
            # A blank shows no ink unless it is reversed; with faint ink it would look like a hole in the bar.
            blank = USUAL if ground == REVERSE else ""
            ink = blank if glyph == " " else self._fore(near)
            if ink and code not in BLOCKS:
                ink = self._readable(ink, ground)
            cell = Cell(x, y, glyph, is_sure, ink, ground)
            if self._written.get((x, y)) != cell:
                self._written[x, y] = cell
                cells.append(cell)
        return cells

    def _place(self, caret: tuple[int, int] | None) -> str:
        """Move the terminal's cursor to where the player acts: writing has left it elsewhere."""
        out = "" if caret is None else _move((-1, -1), *caret)
        if (caret is None) != (self._caret is None):
            out += HIDE_CURSOR if caret is None else SHOW_CURSOR
        self._caret = caret
        return out


def _as_it_is(fore: str, back: str) -> str:
    """Return the letter's colour, which is readable on any ground."""
    return fore


class _Inks:
    """The inks of one frame. An ink close to an earlier one is written as that, so that each ground needs few."""

    def __init__(self, like: int) -> None:
        self._like = like
        self._named: dict[int, list[int]] = {}
        self._chosen: dict[tuple[int, int], int] = {}

    def near(self, ink: int, ground: int) -> int:
        """Return the ink, or a similar one already used on the same ground in this frame."""
        chosen = self._chosen.get((ink, ground))
        if chosen is None:
            named = self._named.setdefault(ground, [])
            chosen = next((each for each in named if _apart(each, ink) <= self._like), ink)
            if chosen == ink:
                named.append(ink)
            self._chosen[ink, ground] = chosen
        return chosen


def _apart(one: int, other: int) -> int:
    """Return the largest difference of two colours in any channel."""
    return max(abs((one >> part & 255) - (other >> part & 255)) for part in (0, 8, 16))


def _sequence(cells: Iterable[Cell], columns: int) -> str:
    """Return the sequence that writes these cells in order, setting only changed colours and moving only over gaps."""
    out: list[str] = []
    cursor, fore_pen, back_pen = (-1, -1), "", ""
    for x, y, glyph, is_sure, fore, back in cells:
        if cursor != (x, y):
            out.append(_move(cursor, x, y))
        pen = [new for new, old in ((fore, fore_pen), (back, back_pen)) if new not in ("", old)]
        if pen:
            if fore_pen == FAINT_GREY and fore not in ("", FAINT_GREY):
                pen.insert(0, USUAL)
            out.append(f"\x1b[{';'.join(pen)}m")
            fore_pen, back_pen = fore or fore_pen, back
        out.append(glyph)
        # After the last column, terminals disagree on where the cursor is.
        cursor = (x + 1, y) if is_sure and x + 1 < columns else (-1, -1)
    return "".join((*out, "\x1b[0m")) if out else ""


def _move(cursor: tuple[int, int], x: int, y: int) -> str:
    """Return the shortest sequence from the cursor to a cell; (-1, -1) is an unknown cursor position."""
    there = f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H"
    if cursor[0] < 0:
        return there
    right, down = x - cursor[0], y - cursor[1]
    sideways = "\b" * -right if -4 <= right < 0 else _steps(right, "C", "D")
    return min(there, _steps(down, "B", "A") + sideways, key=len)


def _steps(count: int, ahead: str, back: str) -> str:
    """Return the sequence that moves the cursor so far; "" for no step."""
    number = "" if abs(count) == 1 else abs(count)
    return f"\x1b[{number}{ahead if count > 0 else back}" if count else ""


@cache
def _glyph(code: int) -> tuple[str, bool]:
    """Return what to write for a cell so that it takes one column, and whether its width is certain.

    Wide and combining characters would push the rest of the row aside, so they become "?". Some terminals draw some
    symbols as emoji of uncertain width, so the cursor is positioned again after them.
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
