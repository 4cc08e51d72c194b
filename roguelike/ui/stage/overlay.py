"""The marks of a stage as pixels: tints, outlines, dots, lines, letters and numbers over the map.

The one decision: what a mark draws is a *patch*, colours and how far they cover the pixels of a rectangle, worked out
when the marks change and then only laid over each new frame. Every line has a dark rim, so that it shows on any ground.
"""

from collections.abc import Callable, Collection, Hashable, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roguelike.core.colour import BLACK, WHITE, Colour, mix
from roguelike.core.geometry import Point
from roguelike.toolkit.kept import Kept
from roguelike.ui.stage.camera import Camera
from roguelike.ui.stage.cells import CURSORS, seen_particles
from roguelike.ui.stage.letters import letter, words
from roguelike.ui.stage.stage import Mark, Stage

Shares = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Place = tuple[float, float]
"""Pixels from the upper left corner of the map's place."""


class Patch(NamedTuple):
    """What is laid over a rectangle of pixels: what it adds, and by how much they are dimmed (of 256)."""

    part: tuple[slice, slice]
    ink: NDArray[np.uint16]
    rest: NDArray[np.uint16]


class Overlay:
    """Draws the marks of one stage after another."""

    def __init__(self) -> None:
        self._patches = Kept[list[Patch]]()

    @staticmethod
    def key(stage: Stage) -> Hashable:
        """Return what the marks look like as something to compare."""
        return tuple(stage.marks), frozenset(stage.reach), stage.particles

    def draw(self, pane: NDArray[np.uint32], stage: Stage, key: Hashable) -> None:
        """Draw the marks on the pixels of the map's place."""
        pixels = pane.view(np.uint8).reshape(*pane.shape, 4)
        things = stage.view.things if stage.marks else ()
        patches = self._patches.of(
            (key, stage.camera, stage.colours, things), lambda: _patches(stage)
        )
        for part, ink, rest in patches:
            mixed = pixels[part] * rest
            mixed += ink
            mixed >>= 8
            pixels[part] = mixed


def _patches(stage: Stage) -> list[Patch]:
    """Work out what the marks of a stage draw."""
    pen, colours = Pen(stage.camera), stage.colours
    if stage.reach:
        pen.tint(stage.reach, colours.aim_range_back, 0.4)
        pen.outline(stage.reach, mix(colours.aim_range_back, colours.aim_ok, 0.45), 0.06, 0.8)
    for mark in stage.marks:
        _DRAWN[mark.kind](pen, mark, stage)
    for each in seen_particles(stage):
        ink = colours.transform(each.fg)
        pen.tint((each.point,), ink, 0.5 * each.strength)
        if each.glyph:
            pen.letter(each.point, each.glyph, mix(ink, WHITE, 0.25), min(1.0, each.strength))
    return pen.patches


def _draw_path(pen: "Pen", mark: Mark, stage: Stage) -> None:
    """Draw a dot on each tile of a way."""
    if mark.strong:
        pen.tint(mark.cells, stage.colours.aim_path_back, 0.55)
    for point in mark.cells:
        pen.dot(point, stage.colours.aim_path)


def _draw_area(pen: "Pen", mark: Mark, stage: Stage) -> None:
    """Tint the tiles of a blast, and draw their outline."""
    pen.tint(mark.cells, stage.colours.blast, 0.26)
    pen.outline(mark.cells, stage.colours.blast, 0.1, 1.0)


def _draw_cursor(pen: "Pen", mark: Mark, stage: Stage) -> None:
    """Draw corners around a tile; a cross too if it cannot be chosen, exclamation marks if it should not be."""
    colours, (point,) = stage.colours, mark.cells
    if mark.tone == "spared":
        pen.outline((point,), colours.warn, 0.1, 1.0)
        pen.plate(point, "!", colours.warn, "ne")
        return
    name, back = ("aim_bad", "aim_bad_back") if mark.tone == "bad" else CURSORS[mark.tone]
    ink: Colour = getattr(colours, name)
    pen.tint((point,), getattr(colours, back), 0.35)
    pen.corners(point, ink)
    if mark.tone == "bad":
        pen.cross(point, ink)


def _draw_sign(pen: "Pen", mark: Mark, stage: Stage) -> None:
    """Write a sign on a small plate at the corner of its owner's tile."""
    owner = next((each for each in stage.view.things if each.entity == mark.owner), None)
    point = owner.point if owner is not None else mark.cells[0]
    pen.plate(point, mark.text, getattr(stage.colours, mark.tone), "ne")


_DRAWN: dict[str, Callable[["Pen", Mark, Stage], None]] = {
    "path": _draw_path,
    "area": _draw_area,
    "cursor": _draw_cursor,
    "sign": _draw_sign,
}


class Pen:
    """Draws shapes as patches; every one is cut at the edges of the map's place."""

    def __init__(self, camera: Camera) -> None:
        self._camera, self._side = camera, camera.tile[0]
        self._width, self._height = camera.size
        self.patches: list[Patch] = []

    # Tiles

    def middle(self, point: Point) -> Place:
        """Return the middle of a tile."""
        x, y = self._camera.corner(point)
        return x + self._side / 2, y + self._side / 2

    def tint(self, points: Iterable[Point], colour: Colour, share: float) -> None:
        """Blend tiles toward a colour."""
        for point in points:
            x, y = self._camera.corner(point)
            self._lay(x, y, np.full((self._side, self._side), share, np.float32), colour)

    def outline(
        self, points: Collection[Point], colour: Colour, width: float, share: float
    ) -> None:
        """Draw the outline of an area, of a width in tiles."""
        area, side = set(points), self._side
        thick = max(1, round(width * side))
        for x, y in area:
            left, top = self._camera.corner((x, y))
            for (dx, dy), (across, down, wide, high) in (
                ((0, -1), (0, 0, side, thick)),
                ((0, 1), (0, side - thick, side, thick)),
                ((-1, 0), (0, 0, thick, side)),
                ((1, 0), (side - thick, 0, thick, side)),
            ):
                if (x + dx, y + dy) not in area:
                    alpha = np.full((high, wide), share, np.float32)
                    self._lay(left + across, top + down, alpha, colour)

    def corners(self, point: Point, colour: Colour) -> None:
        """Draw the four corners of a frame around a tile."""
        side, thick = self._side, max(2, self._side // 10)
        alpha = np.zeros((side, side), np.float32)
        alpha[:thick] = alpha[-thick:] = alpha[:, :thick] = alpha[:, -thick:] = 1
        gap = max(2, side * 3 // 10)
        alpha[gap : side - gap] = alpha[:, gap : side - gap] = 0
        rim = alpha.copy()
        rim[1:] = np.maximum(rim[1:], alpha[:-1] * 0.7)
        rim[:, 1:] = np.maximum(rim[:, 1:], rim[:, :-1] * 0.7)
        x, y = self._camera.corner(point)
        self._lay(x, y, rim, BLACK)
        self._lay(x, y, alpha, colour)

    def cross(self, point: Point, colour: Colour) -> None:
        """Cross a tile out."""
        (x, y), side = self._camera.corner(point), self._side
        low, high = 0.18 * side, 0.82 * side
        width = max(2.0, side / 9)
        self.line((x + low, y + low), (x + high, y + high), width, colour)
        self.line((x + high, y + low), (x + low, y + high), width, colour)

    def dot(self, point: Point, colour: Colour) -> None:
        """Draw a dot in the middle of a tile."""
        x, y = self.middle(point)
        self.line((x, y), (x, y), max(3.0, self._side * 0.24), colour)

    def letter(self, point: Point, glyph: str, colour: Colour, share: float = 1.0) -> None:
        """Draw a letter on a tile."""
        x, y = self._camera.corner(point)
        found = letter(glyph, colour, self._side, share)
        self._cut(x, y, found.ink, found.rest)

    def plate(
        self, point: Point, text: str, colour: Colour, where: str, back: Colour = BLACK
    ) -> None:
        """Write a short text on a dark plate at a corner of a tile, such as "ne", or at its middle ("n", "s")."""
        side = self._side
        inked = words(text, max(9, round(side * 0.44)))
        high, wide = inked.shape
        x, y = self._camera.corner(point)
        x += -1 if "w" in where else side - wide + 1 if "e" in where else (side - wide) // 2
        y += -high // 4 if "n" in where else side - high + high // 4 if "s" in where else 0
        x = max(0, min(x, self._width - wide))
        y = max(0, min(y, self._height - high))
        self._lay(x, y, np.full(inked.shape, 0.74, np.float32), back)
        self._lay(x, y, inked, colour)

    # Lines

    def line(
        self, start: Place, end: Place, width: float, colour: Colour, dash: float = 0.0
    ) -> None:
        """Draw a line with a dark rim; a dashed one if `dash`, its period in pixels, is not 0."""
        self._segment(start, end, width + 2, BLACK, 0.55, 0.0)
        self._segment(start, end, width, colour, 1.0, dash)

    def _segment(
        self, start: Place, end: Place, width: float, colour: Colour, share: float, dash: float
    ) -> None:
        """Draw a line of a width: how far a pixel is covered follows from its distance to the line."""
        reach = width / 2 + 1
        left, top = (int(min(pair) - reach) for pair in zip(start, end, strict=True))
        right, bottom = (int(max(pair) + reach) + 1 for pair in zip(start, end, strict=True))
        x, y = _places(left, top, right, bottom)
        (ax, ay), (bx, by) = start, end
        length = max((bx - ax) ** 2 + (by - ay) ** 2, 1e-6)
        along = (((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length).clip(0, 1)
        far = np.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay))
        alpha = (width / 2 + 0.5 - far).clip(0, 1) * share
        if dash:
            alpha = alpha * ((along * length**0.5) % dash < dash * 0.55)
        self._lay(left, top, alpha.astype(np.float32), colour)

    def head(self, start: Place, end: Place, size: float, colour: Colour) -> None:
        """Draw the head of an arrow at an end, pointing away from a start."""
        (ax, ay), (bx, by) = start, end
        length = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 1e-6)
        ux, uy = (bx - ax) / length, (by - ay) / length
        left, top = int(bx - size - 3), int(by - size - 3)
        x, y = _places(left, top, int(bx + size + 3) + 1, int(by + size + 3) + 1)
        along, across = (x - bx) * ux + (y - by) * uy, abs((x - bx) * uy - (y - by) * ux)
        for grown, ink, share in ((1.5, BLACK, 0.6), (0.0, colour, 1.0)):
            inside = np.minimum(-along * 0.55 - across + grown, along + size + grown)
            alpha = (inside + 0.5).clip(0, 1) * share
            self._lay(left, top, alpha.astype(np.float32), ink)

    # Patches

    def _lay(self, x: int, y: int, alpha: Shares, colour: Colour) -> None:
        """Lay a colour over pixels, by a share for each."""
        rest = np.repeat((256 - np.round(alpha * 256)).astype(np.uint16)[..., None], 4, axis=2)
        ink = np.zeros(rest.shape, np.uint16)
        ink[..., :3] = (256 - rest[..., :3]) * np.array(colour, np.uint16)
        self._cut(x, y, ink, rest)

    def _cut(self, x: int, y: int, ink: NDArray[np.uint16], rest: NDArray[np.uint16]) -> None:
        """Keep the part of a patch that lies within the map's place."""
        high, wide = ink.shape[:2]
        left, top = max(x, 0), max(y, 0)
        right, bottom = min(x + wide, self._width), min(y + high, self._height)
        if left < right and top < bottom:
            inner = np.s_[top - y : bottom - y, left - x : right - x]
            self.patches.append(Patch(np.s_[top:bottom, left:right], ink[inner], rest[inner]))


def _places(left: int, top: int, right: int, bottom: int) -> tuple[Shares, Shares]:
    """Return the middles of the pixels in a rectangle, across and down."""
    y, x = np.mgrid[top:bottom, left:right].astype(np.float32) + np.float32(0.5)
    return x, y
