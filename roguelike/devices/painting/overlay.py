"""The marks of a stage as pixels: tints, outlines, dots, lines, letters and numbers over the map.

The one decision: what a mark draws is a *shape*, colours and how far they cover the pixels of a rectangle, worked out
once for each size and then only laid over new frames. Every line has a dark rim, so that it shows on any ground.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roguelike.core.colour import BLACK, WHITE, Colour, mix
from roguelike.core.geometry import Point
from roguelike.devices.painting.cells import CREATURES, CURSORS, seen_particles
from roguelike.devices.painting.letters import creature_ink, letter, words
from roguelike.devices.painting.light import FLAMES
from roguelike.engine.views.records import Thing
from roguelike.toolkit.kept import Kept
from roguelike.ui.stage.animation import Particle
from roguelike.ui.stage.camera import Camera
from roguelike.ui.stage.stage import MILD, Mark, Stage, heat, in_figures, is_free

Shares = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Place = tuple[float, float]
"""Pixels from the upper left corner of a tile."""


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
        return tuple(stage.marks), frozenset(stage.reach), stage.particles, stage.hit_points

    def patches(self, stage: Stage, key: Hashable) -> list[Patch]:
        """Return what the marks draw on the map's place."""
        things = stage.view.things if stage.marks else ()
        looks = key, stage.camera, stage.colours, things
        return self._patches.of(looks, lambda: _patches(stage))


def lay_all(pane: NDArray[np.uint32], patches: Iterable[Patch]) -> None:
    """Draw patches on pixels."""
    pixels = pane.view(np.uint8).reshape(*pane.shape, 4)
    for part, ink, rest in patches:
        mixed = pixels[part] * rest
        mixed += ink
        mixed >>= 8
        pixels[part] = mixed


def _patches(stage: Stage) -> list[Patch]:
    """Work out what the marks of a stage draw."""
    pen, colours = Pen(stage.camera, stage.view.things), stage.colours
    pen.letters = {mark.owner: mark.text for mark in stage.marks if mark.kind == "letter"}
    pen.crowded |= {mark.cells[0] for mark in stage.marks if mark.kind == "ghost"}
    if stage.reach:
        free = [point for point in stage.reach if point not in pen.taken]
        pen.tint(free, colours.aim_range_back, 0.4)
        pen.outline(stage.reach, mix(colours.aim_range_back, colours.aim_ok, 0.45), 0.06, 0.8)
    _frame_friends(pen, stage)
    # On small tiles there is no room for a sign beside the one of a death.
    tells = ("strike",) if pen.side >= ROOMY else ("strike", "dies")
    strikers = {mark.owner for mark in stage.marks if mark.kind in tells}
    is_lined = any(mark.kind in LINES for mark in stage.marks)
    for mark in sorted(stage.marks, key=lambda each: _ORDER.index(each.kind)):
        if is_lined and mark.kind not in BELOW_LETTERS:
            _draw_crossed(pen, stage)
            is_lined = False
        # A line says what a sign would.
        if mark.kind != "sign" or mark.owner not in strikers:
            _DRAWN[mark.kind](pen, mark, stage)
    if is_lined:
        _draw_crossed(pen, stage)
    for each in seen_particles(stage):
        ink = colours.transform(each.fg)
        if each.text or each.fallen:
            _draw_told(pen, each, ink)
            continue
        if each.glyph and each.glyph in FLAMES:
            pen.glow(each.point, ink, round(each.strength, 1))
            continue
        pen.tint((each.point,), ink, round(0.5 * each.strength, 1))
        if each.glyph:
            pen.letter(each.point, each.glyph, mix(ink, WHITE, 0.25), min(1.0, each.strength))
    return pen.patches


def _frame_friends(pen: "Pen", stage: Stage) -> None:
    """Draw a frame around each friend: their letters may be those of enemies."""
    for mark in stage.marks:
        if mark.kind == "sign" and mark.tone == "friend":
            pen.outline(mark.cells, stage.colours.friend, 0.06, 0.8)


def _draw_crossed(pen: "Pen", stage: Stage) -> None:
    """Draw the letters of creatures once more where a line crosses them: who stands there matters more."""
    for thing in stage.view.things:
        if thing.point in pen.crossed and thing.order <= CREATURES:
            pen.letter(thing.point, thing.glyph, creature_ink(thing.fg, stage.colours))


def _draw_told(pen: "Pen", told: Particle, ink: Colour) -> None:
    """Write the number of a hit, rising from its victim; or draw who fell once more, fading, with a burst around."""
    if told.text:
        pen.plate(told.point, told.text, mix(ink, WHITE, 0.45), "n", lift=told.lift)
        return
    share = round(told.strength, 1)
    pen.tint((told.point,), ink, share * 0.5)
    pen.letter(told.point, told.fallen, mix(ink, WHITE, share), share)
    pen.burst(told.point, mix(ink, WHITE, 0.5), share)


def _draw_path(pen: "Pen", mark: Mark, stage: Stage) -> None:
    """Draw a dot on each tile of a way; whoever stands on it must be seen."""
    free = [point for point in mark.cells if point not in pen.taken]
    if mark.strong:
        pen.tint(free, stage.colours.aim_path_back, 0.55)
    for point in free:
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
    if point not in pen.taken:
        pen.tint((point,), getattr(colours, back), 0.35)
    pen.corners(point, ink)
    if mark.tone == "bad":
        pen.cross(point, ink)


def _draw_way(pen: "Pen", mark: Mark, stage: Stage) -> None:
    """Draw an arrow to where somebody will stand; a broken one if that is not the rule."""
    start, end = mark.cells
    inset = 0.36, edge_of(start, end) * (end in pen.stood)
    pen.arrow(start, end, _soft(mark, stage), 1 / 13, inset, is_sure=mark.chance >= LIKELY)


def _draw_ghost(pen: "Pen", mark: Mark, stage: Stage) -> None:
    """Draw a creature faintly where it will stand, through bars if it may stand elsewhere, framed if nobody knows.

    Where it is less likely to than elsewhere it is fainter: two drawn alike were two creatures. Where somebody else
    stands yet the tile has its colour, and a small sign at the corner: two letters on a tile are neither.
    """
    (point,), ink = mark.cells, _soft(mark, stage)
    if point in pen.stood:
        pen.tint((point,), ink, 0.25 + 0.15 * mark.strong)
        pen.crossed.add(point)
        sign = "" if mark.owner is None else pen.letters.get(mark.owner, "")
        pen.plate(point, f"{mark.text}{sign}", ink, "se")
        return
    pen.letter(point, mark.text, ink, 0.25 + 0.2 * mark.strong * (2 - mark.is_hollow))
    if mark.is_hollow:
        pen.outline((point,), ink, 0.06, 0.7)
    if mark.chance < SURE:
        pen.hatch(point, BLACK, 0.4)
    if mark.strong and mark.owner in pen.letters:  # of namesakes nobody knew whose it is
        pen.plate(point, pen.letters[mark.owner], ink, "nw")


def _draw_strike(pen: "Pen", mark: Mark, stage: Stage) -> None:
    """Draw a line from whoever strikes, warm by what it takes from the player; broken if it is not sure."""
    start, end = mark.cells
    ink = stage.colours.transform(heat(mark.amount, stage.hit_points))
    if end != stage.view.player:
        ink = stage.colours.status
    pen.arrow(start, end, ink, 1 / 9, (0.3, edge_of(start, end)), is_sure=mark.chance >= SURE)


def edge_of(start: Point, end: Point) -> float:
    """Return how far from the middle of a tile a line from another enters it, in tiles."""
    x, y = end[0] - start[0], end[1] - start[1]
    return 0.5 * float(np.hypot(x, y)) / max(abs(x), abs(y), 1)


def _draw_loss(pen: "Pen", mark: Mark, stage: Stage) -> None:
    """Write what somebody loses at their side, on stripes if it may be nothing."""
    (point,) = mark.cells
    is_you = point == stage.view.player
    ink = heat(mark.amount, stage.hit_points) if is_you else MILD
    back = BLACK if mark.chance >= SURE else stage.colours.bar_back
    figures = f"-{in_figures(mark.amount)}"
    if pen.side < ROOMY:  # there is no room for more than whole numbers
        figures = f"-{round(mark.amount)}" if mark.amount >= 0.5 else "<1"
    pen.plate(point, figures, stage.colours.transform(ink), pen.free_side(point), back)


def _draw_death(pen: "Pen", mark: Mark, stage: Stage) -> None:
    """Cross out who dies; otherwise say how likely that is, of others on small tiles only that it may be."""
    (point,), ink = mark.cells, stage.colours.bad
    if mark.chance >= CERTAIN:
        pen.cross(point, ink)
    elif pen.side < ROOMY and point != stage.view.player:
        pen.plate(point, "†", ink, "ne")
    else:
        told = f"†{mark.chance:.0%}" if mark.chance >= 0.01 else "†"
        pen.plate(point, told, ink, pen.free_side(point, "n"))


def _draw_danger(pen: "Pen", mark: Mark, stage: Stage) -> None:
    """Tint a tile by what standing on it would cost, if anything, and write that on it."""
    (point,), ink = mark.cells, stage.colours.dim
    if not is_free(mark.amount):
        ink = stage.colours.transform(heat(mark.amount, stage.hit_points))
        pen.tint(mark.cells, ink, 0.4)
    pen.plate(point, in_figures(mark.amount), ink, "c")


def _draw_sign(pen: "Pen", mark: Mark, stage: Stage) -> None:
    """Write a sign on a small plate at the corner of its owner's tile."""
    pen.plate(mark.cells[0], mark.text, getattr(stage.colours, mark.tone), "ne")


def _draw_letter(pen: "Pen", mark: Mark, stage: Stage) -> None:
    """Write a letter on a small plate at the other corner of its owner's tile."""
    pen.plate(mark.cells[0], mark.text, getattr(stage.colours, mark.tone), "nw")


def _soft(mark: Mark, stage: Stage) -> Colour:
    """Return the colour of where somebody goes: paler than that of what they do."""
    return mix(getattr(stage.colours, mark.tone), WHITE, 0.25)


ROOMY = 32
"""The least side of a tile on which a number may have decimals, and a chance has room beside a letter."""
LIKELY, SURE, CERTAIN = 0.75, 0.95, 0.995
"""Chances from which on a way, a deed and a death are drawn whole."""
_DRAWN: dict[str, Callable[["Pen", Mark, Stage], None]] = {
    "area": _draw_area,
    "path": _draw_path,
    "danger": _draw_danger,
    "way": _draw_way,
    "ghost": _draw_ghost,
    "strike": _draw_strike,
    "cursor": _draw_cursor,
    "sign": _draw_sign,
    "letter": _draw_letter,
    "loss": _draw_loss,
    "dies": _draw_death,
}
"""How each kind of mark is drawn, what lies below first."""
_ORDER = [*_DRAWN]
LINES = "way", "strike"
BELOW_LETTERS = _ORDER[: _ORDER.index("strike") + 1]
"""The kinds of marks over which the letters of creatures are drawn once more."""


OVERLAP = 3
"""Pixels by which what is written beside a tile is on it, so that it is seen to belong there."""
SIDES = {"below": (0, 1), "right": (1, 0), "left": (-1, 0), "above": (0, -1)}
"""Where something can be written beside a tile, the best first."""


class Pen:
    """Stamps shapes on tiles as patches; every one is cut at the edges of the map's place."""

    def __init__(self, camera: Camera, things: Collection[Thing] = ()) -> None:
        """Stamp on what a camera shows; the `things` there must be seen."""
        self._camera, self.side = camera, camera.tile[0]
        self.taken = {thing.point for thing in things}
        self.stood = {thing.point for thing in things if thing.order <= CREATURES}
        self.crowded = set(self.stood)
        """The tiles whose middle something else is to be read on."""
        self.crossed = set[Point]()
        """The tiles that a line goes over."""
        self.letters: Mapping[int | None, str] = {}
        """The letters of creatures that have one."""
        self._width, self._height = camera.size
        self.patches: list[Patch] = []

    def tint(self, points: Iterable[Point], colour: Colour, share: float) -> None:
        """Blend tiles toward a colour."""
        shape = _filled(self.side, self.side, colour, share)
        for point in points:
            self._stamp(point, shape)

    def outline(
        self, points: Collection[Point], colour: Colour, width: float, share: float
    ) -> None:
        """Draw the outline of an area, of a width in tiles."""
        area, side = set(points), self.side
        thick = max(1, round(width * side))
        flat, steep = _filled(side, thick, colour, share), _filled(thick, side, colour, share)
        for x, y in area:
            for (dx, dy), shape, at in (
                ((0, -1), flat, (0, 0)),
                ((0, 1), flat, (0, side - thick)),
                ((-1, 0), steep, (0, 0)),
                ((1, 0), steep, (side - thick, 0)),
            ):
                if (x + dx, y + dy) not in area:
                    self._stamp((x, y), shape._replace(left=at[0], top=at[1]))

    def corners(self, point: Point, colour: Colour) -> None:
        """Draw the four corners of a frame around a tile."""
        self._stamp(point, _corners(self.side, colour))

    def cross(self, point: Point, colour: Colour) -> None:
        """Stamp a cross over a tile whose creature will have died."""
        self._stamp(point, _cross(self.side, colour))

    def dot(self, point: Point, colour: Colour) -> None:
        """Draw a dot in the middle of a tile."""
        self._stamp(point, _dot(self.side, colour))

    def hatch(self, point: Point, colour: Colour, share: float) -> None:
        """Draw slanted bars over a tile."""
        self._stamp(point, _hatched(self.side, colour, share))

    def letter(self, point: Point, glyph: str, colour: Colour, share: float = 1.0) -> None:
        """Draw a letter on a tile."""
        found = letter(glyph, colour, self.side, round(share, 2))
        self._stamp(point, Shape(0, 0, found.ink, found.rest))

    def glow(self, point: Point, colour: Colour, share: float) -> None:
        """Draw a ball of light on a tile: whoever stands there is seen around it."""
        self._stamp(point, _ball(self.side, colour, share))

    def burst(self, point: Point, colour: Colour, share: float) -> None:
        """Draw splinters that fly from the middle of a tile, the farther the less is left of them."""
        self._stamp(point, _splinters(self.side, colour, share))

    def free_side(self, point: Point, otherwise: str = "s") -> str:
        """Return a side of a tile on which nothing else is read, and take it: in a heap numbers would cover others.

        .@-3    somebody stands below
        .g.
        """
        beside = {side: (point[0] + x, point[1] + y) for side, (x, y) in SIDES.items()}
        free = [side for side, there in beside.items() if there not in self.crowded]
        if not free:
            return otherwise
        side = min(free, key=lambda each: beside[each] in self.crossed)
        self.crowded.add(beside[side])
        return side

    def plate(
        self,
        point: Point,
        text: str,
        colour: Colour,
        where: str,
        back: Colour = BLACK,
        *,
        lift: float = 0.0,
    ) -> None:
        """Write a short text on a dark plate at a corner of a tile, such as "ne", or at its middle ("n", "s", "c").

        Or beside it, on one of the SIDES. `lift` raises it by a share of the tile.
        """
        shape = _plate(self.side, text, colour, where, back)
        (x, y), (high, wide) = self._camera.corner(point), shape.rest.shape[:2]
        if not (-self.side < x < self._width and -self.side < y < self._height):
            return  # whose it is cannot be seen
        left = max(0, min(x + shape.left, self._width - wide)) - x
        raised = y + shape.top - round(lift * self.side)
        top = max(0, min(raised, self._height - high)) - y
        self._stamp(point, shape._replace(left=left, top=top))

    def arrow(
        self,
        start: Point,
        end: Point,
        colour: Colour,
        width: float,
        inset: tuple[float, float],
        *,
        is_sure: bool,
    ) -> None:
        """Draw an arrow between two tiles that begins and ends a share of a tile from their middles."""
        delta = end[0] - start[0], end[1] - start[1]
        steps = 2 * max(map(abs, delta)) or 1
        self.crossed |= {
            (round(start[0] + delta[0] * n / steps), round(start[1] + delta[1] * n / steps))
            for n in range(steps + 1)
        }
        self._stamp(start, _arrow(self.side, delta, colour, width, inset, is_sure))

    def _stamp(self, point: Point, shape: "Shape") -> None:
        """Keep the part of a shape that lies within the map's place."""
        (x, y), (high, wide) = self._camera.corner(point), shape.rest.shape[:2]
        x, y = x + shape.left, y + shape.top
        left, top = max(x, 0), max(y, 0)
        right, bottom = min(x + wide, self._width), min(y + high, self._height)
        if left < right and top < bottom:
            inner = np.s_[top - y : bottom - y, left - x : right - x]
            part = np.s_[top:bottom, left:right]
            self.patches.append(Patch(part, shape.ink[inner], shape.rest[inner]))


# Shapes, each worked out once for a size


class Shape(NamedTuple):
    """What is laid over pixels from `left`, `top` on, counted from the upper left corner of a tile."""

    left: int
    top: int
    ink: NDArray[np.uint16]
    rest: NDArray[np.uint16]


class Sketch:
    """Layers of colour on a rectangle of pixels, which become one shape."""

    def __init__(self, left: float, top: float, right: float, bottom: float) -> None:
        self._left, self._top = int(left // 1), int(top // 1)
        size = int(bottom) + 1 - self._top, int(right) + 1 - self._left
        self._alpha = np.zeros(size, np.float32)
        self._ink = np.zeros((*size, 3), np.float32)
        rows, columns = np.indices(size, np.float32)
        self._x, self._y = columns + self._left + 0.5, rows + self._top + 0.5

    def lay(self, alpha: Shares, colour: Colour) -> None:
        """Lay a colour over all, by a share for each pixel."""
        self._ink += (np.array(colour, np.float32) - self._ink) * alpha[..., None]
        self._alpha += (1 - self._alpha) * alpha

    def line(
        self, start: Place, end: Place, width: float, colour: Colour, dash: float = 0.0
    ) -> None:
        """Draw a line with a dark rim; a dashed one if `dash`, its period in pixels, is not 0.

        How far a pixel is covered follows from its distance to the line.
        """
        (ax, ay), (bx, by) = start, end
        length = max((bx - ax) ** 2 + (by - ay) ** 2, 1e-6)
        along = (((self._x - ax) * (bx - ax) + (self._y - ay) * (by - ay)) / length).clip(0, 1)
        far = np.hypot(self._x - ax - along * (bx - ax), self._y - ay - along * (by - ay))
        self.lay((width / 2 + 1.5 - far).clip(0, 1) * np.float32(0.55), BLACK)
        alpha = (width / 2 + 0.5 - far).clip(0, 1)
        if dash:
            alpha = alpha * ((along * length**0.5) % dash < dash * 0.55)
        self.lay(alpha, colour)

    def head(self, start: Place, end: Place, size: float, colour: Colour) -> None:
        """Draw the head of an arrow at an end, pointing away from a start."""
        (ax, ay), (bx, by) = start, end
        length = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 1e-6)
        ux, uy = (bx - ax) / length, (by - ay) / length
        along = (self._x - bx) * ux + (self._y - by) * uy
        across = abs((self._x - bx) * uy - (self._y - by) * ux)
        for grown, ink, share in ((1.5, BLACK, 0.6), (0.0, colour, 1.0)):
            inside = np.minimum(-along * 0.55 - across + grown, along + size + grown)
            self.lay((inside + 0.5).clip(0, 1) * np.float32(share), ink)

    def shape(self) -> Shape:
        """Return the layers as one shape."""
        rest = np.repeat(
            (256 - np.round(self._alpha * 256)).astype(np.uint16)[..., None], 4, axis=2
        )
        ink = np.zeros(rest.shape, np.uint16)
        ink[..., :3] = (self._ink * 256).clip(0, 65_280)
        # Rounding must not carry a channel over.
        np.minimum(ink, 65_535 - 255 * rest.astype(np.uint32), out=ink, casting="unsafe")
        return Shape(self._left, self._top, ink, rest)


@lru_cache(maxsize=256)
def _filled(width: int, height: int, colour: Colour, share: float) -> Shape:
    """Return a rectangle of one colour."""
    sketch = Sketch(0, 0, width - 1, height - 1)
    sketch.lay(np.full((height, width), share, np.float32), colour)
    return sketch.shape()


@lru_cache(maxsize=32)
def _corners(side: int, colour: Colour) -> Shape:
    """Return the corners of a frame, with a dark edge."""
    thick, gap = max(2, side // 10), max(2, side * 3 // 10)
    alpha = np.zeros((side, side), np.float32)
    alpha[:thick] = alpha[-thick:] = alpha[:, :thick] = alpha[:, -thick:] = 1
    alpha[gap : side - gap] = alpha[:, gap : side - gap] = 0
    edge = alpha.copy()
    edge[1:] = np.maximum(edge[1:], alpha[:-1] * 0.7)
    edge[:, 1:] = np.maximum(edge[:, 1:], edge[:, :-1] * 0.7)
    sketch = Sketch(0, 0, side - 1, side - 1)
    sketch.lay(edge, BLACK)
    sketch.lay(alpha, colour)
    return sketch.shape()


@lru_cache(maxsize=32)
def _cross(side: int, colour: Colour) -> Shape:
    """Return a cross over a tile."""
    low, high, width = 0.18 * side, 0.82 * side, max(2.0, side / 9)
    sketch = Sketch(0, 0, side - 1, side - 1)
    sketch.line((low, low), (high, high), width, colour)
    sketch.line((high, low), (low, high), width, colour)
    return sketch.shape()


@lru_cache(maxsize=128)
def _splinters(side: int, colour: Colour, share: float) -> Shape:
    """Return eight short lines around the middle of a tile, as far out as little is left."""
    sketch, far = Sketch(0, 0, side - 1, side - 1), side * (0.48 - 0.3 * share)
    for across, down in (
        (1, 0),
        (-1, 0),
        (0, 1),
        (0, -1),
        (0.7, 0.7),
        (-0.7, 0.7),
        (0.7, -0.7),
        (-0.7, -0.7),
    ):
        begin = side / 2 + across * far, side / 2 + down * far
        end = begin[0] + across * side * 0.14, begin[1] + down * side * 0.14
        sketch.line(begin, end, max(1.0, side / 16), colour)
    return sketch.shape()


@lru_cache(maxsize=128)
def _ball(side: int, colour: Colour, share: float) -> Shape:
    """Return a ball of light that fills a tile, white in its middle."""
    row, column = np.indices((side, side), dtype=np.float32) + np.float32(0.5)
    far = np.hypot(row - side / 2, column - side / 2) / np.float32(side)
    sketch = Sketch(0, 0, side - 1, side - 1)
    sketch.lay((1 - (far / 0.58) ** 2).clip(0, 1) * np.float32(0.8 * share), colour)
    sketch.lay((1 - (far / 0.3) ** 2).clip(0, 1) * np.float32(share), mix(colour, WHITE, 0.6))
    return sketch.shape()


@lru_cache(maxsize=32)
def _dot(side: int, colour: Colour) -> Shape:
    """Return a dot in the middle of a tile."""
    middle = side / 2, side / 2
    sketch = Sketch(0, 0, side - 1, side - 1)
    sketch.line(middle, middle, max(3.0, side * 0.24), colour)
    return sketch.shape()


@lru_cache(maxsize=32)
def _hatched(side: int, colour: Colour, share: float) -> Shape:
    """Return slanted bars over a tile."""
    step = max(4, side // 4)
    row, column = np.indices((side, side))
    sketch = Sketch(0, 0, side - 1, side - 1)
    sketch.lay(((row + column) % step < step * 0.4).astype(np.float32) * np.float32(share), colour)
    return sketch.shape()


@lru_cache(maxsize=512)
def _plate(side: int, text: str, colour: Colour, where: str, back: Colour) -> Shape:
    """Return a short text on a plate at a corner of a tile, or beside it."""
    inked = words(text, max(9, round(side * 0.44)))
    high, wide = inked.shape
    x, y = (side - wide) // 2, (side - high) // 2
    match where:
        case "left" | "right":
            x = OVERLAP - wide if where == "left" else side - OVERLAP
        case "above" | "below":
            y = OVERLAP - high if where == "above" else side - OVERLAP
        case _:
            x = -1 if "w" in where else side - wide + 1 if "e" in where else x
            y = -high // 4 if "n" in where else side - high if "s" in where else y
    sketch = Sketch(x, y, x + wide - 1, y + high - 1)
    sketch.lay(np.full(inked.shape, 0.74, np.float32), back)
    sketch.lay(inked, colour)
    return sketch.shape()


@lru_cache(maxsize=512)
def _arrow(
    side: int,
    delta: Point,
    colour: Colour,
    width: float,
    inset: tuple[float, float],
    is_sure: bool,  # noqa: FBT001 - a part of the key
) -> Shape:
    """Return an arrow from the middle of a tile to that of another."""
    ax = ay = side / 2
    bx, by = ax + delta[0] * side, ay + delta[1] * side
    length = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 1e-6)
    ux, uy = (bx - ax) / length * side, (by - ay) / length * side
    first = ax + ux * inset[0], ay + uy * inset[0]
    last = bx - ux * inset[1], by - uy * inset[1]
    reach = side * 0.26 + 3
    sketch = Sketch(
        min(first[0], last[0]) - reach,
        min(first[1], last[1]) - reach,
        max(first[0], last[0]) + reach,
        max(first[1], last[1]) + reach,
    )
    sketch.line(first, last, max(2.0, side * width), colour, 0.0 if is_sure else side / 4)
    sketch.head(first, last, side * 0.26, colour)
    return sketch.shape()
