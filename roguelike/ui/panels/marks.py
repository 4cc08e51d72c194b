"""Marks over the map: the path the mouse would walk, the aim, a spell's reach, and whom it would hit.

Every mark has a shape besides its colour: dots for a path, a pattern for a blast, brackets for a cursor.
"""

from collections.abc import Collection, Iterable
from functools import cached_property

import numpy as np

from roguelike.core.colour import WHITE, Colour, mix
from roguelike.core.geometry import Point
from roguelike.engine.views.records import Thing
from roguelike.ui.panels.layout import Viewport
from roguelike.ui.panels.rows import Cells, word

PATH, BLAST, NOT_THERE = "•", "*", "×"
WASH = 0.6
"""How strongly wash() mixes its colour into the ground."""
BRACKETS, BROKEN = ("[", "]"), (")", "(")


class Marks:
    """A brush for one frame that knows which cells must not be painted over."""

    def __init__(self, cells: Cells, viewport: Viewport, things: Iterable[Thing]) -> None:
        """Draw into a console's cells, over `things` that are already drawn there."""
        self.cells = cells
        self.viewport = viewport
        self._things = things

    @cached_property
    def occupied(self) -> Collection[Point]:
        """Tiles with something drawn on them, computed on demand: many frames have no mark that needs it."""
        return {thing.point for thing in self._things}

    def ground(self, points: Iterable[Point], back: Colour, *, strong: bool = False) -> None:
        """Colour the ground without changing glyphs; with `strong`, lighten what stands there."""
        shade = word(back)
        for point in points:
            cell = self.viewport.cell(point)
            if cell is not None:
                x, y = cell
                self.cells[y, x, 2] = shade
                if strong and point in self.occupied:
                    self.cells[y, x, 1] = lightened(int(self.cells[y, x, 1]))

    def wash(self, points: Iterable[Point], back: Colour) -> None:
        """Blend the ground toward a colour, by WASH; light and stains remain visible."""
        cells = [cell for point in points if (cell := self.viewport.cell(point)) is not None]
        if cells:
            columns, rows = np.array(cells).T
            grounds = self.cells[rows, columns, 2].view(np.uint8).reshape(-1, 4)
            grounds[:, :3] = grounds[:, :3] * (1 - WASH) + np.array(back) * WASH
            self.cells[rows, columns, 2] = grounds.view(np.int32)[:, 0]

    def pattern(
        self, points: Iterable[Point], glyph: str, colour: Colour, back: Colour | None = None
    ) -> None:
        """Put a glyph on free tiles, and colour the ground of all."""
        code, shade = ord(glyph), word(colour)
        ground = word(back) if back is not None else None
        for point in points:
            cell = self.viewport.cell(point)
            if cell is None:
                continue
            x, y = cell
            if point not in self.occupied:
                self.cells[y, x, :2] = code, shade
            elif ground is not None:
                self.cells[y, x, 1] = lightened(int(self.cells[y, x, 1]))
            if ground is not None:
                self.cells[y, x, 2] = ground

    def flash(self, point: Point, colour: Colour, strength: float) -> None:
        """Brighten what stands on a tile, and its ground, by a share."""
        cell = self.viewport.cell(point)
        if cell is not None:
            here = self.cells[cell[1], cell[0]]
            ink, ground = colours_of(here)
            here[1] = word(mix(ink, WHITE, 0.5 * strength))
            here[2] = word(mix(ground, colour, 0.8 * strength))

    def badge(self, point: Point, glyph: str, colour: Colour, back: Colour | None) -> None:
        """Put a sign on a tile, with a background of its own unless `back` is None."""
        cell = self.viewport.cell(point)
        if cell is not None:
            self.cells[cell[1], cell[0], :2] = ord(glyph), word(colour)
            if back is not None:
                self.cells[cell[1], cell[0], 2] = word(back)

    def brackets(self, point: Point, colour: Colour, signs: tuple[str, str] = BRACKETS) -> None:
        """Put brackets around a tile; a neighbour that holds something keeps its glyph and gets no bracket."""
        for step, sign in zip((-1, 1), signs, strict=True):
            beside = (point[0] + step, point[1])
            cell = self.viewport.cell(beside)
            if cell is not None and beside not in self.occupied:
                self.cells[cell[1], cell[0], :2] = ord(sign), word(colour)

    def cursor(self, point: Point, colour: Colour, back: Colour, *, good: bool = True) -> None:
        """Show the cursor; on a tile that cannot be chosen the brackets are reversed and there is a cross."""
        self.ground((point,), back, strong=True)
        if not good and point not in self.occupied:
            self.pattern((point,), NOT_THERE, colour)
        self.brackets(point, colour, BRACKETS if good else BROKEN)


def colours_of(cell: Cells) -> tuple[Colour, Colour]:
    """Return the colours of a cell's glyph and ground."""
    red, green, blue, _, *ground = cell[1:].view(np.uint8).tolist()
    return (red, green, blue), (ground[0], ground[1], ground[2])


def lightened(shade: int) -> int:
    """Return a colour half way to white, so that a red creature is visible on a red mark.

    All four bytes of the word at once, whatever their order on this machine: halved, and half of 255 added.
    """
    mixed = (shade & 0xFEFEFEFE) >> 1 | 0x80808080
    return mixed - (1 << 32) if mixed >= 1 << 31 else mixed
