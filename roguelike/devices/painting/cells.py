"""The stage as cells: what a terminal, and whoever reads a console, sees of the map.

The ground is one table look-up, then come the things and creatures on it, then the marks. Things are written into
memory as prepared bytes: a level may have a hundred in view, and this costs a fifth of a microsecond for each;
assigning to a numpy cell costs ten times that.

Every mark has a shape besides its colour: dots for a path, a pattern for a blast, brackets for a cursor.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, lru_cache

import numpy as np
from tcod.console import Console

from roguelike.core import sight
from roguelike.core.colour import BLACK, WHITE, Colour, mix
from roguelike.core.geometry import Point
from roguelike.devices.painting.ground_table import (
    BRIGHTEST_GROUND,
    BRIGHTEST_MEMORY,
    numbers,
    table,
)
from roguelike.devices.painting.light import Part, flame, halo, shine
from roguelike.engine.views.records import GROUND, LETTERING, MapView, Tile
from roguelike.toolkit.kept import Same
from roguelike.toolkit.palette import Palette, contrast, palette
from roguelike.toolkit.rows import BLANK, Cells, cells_of, dim, holes, legible, word
from roguelike.ui.stage.animation import Particle
from roguelike.ui.stage.stage import Mark, Stage, heat, is_free

CELL_BYTES = 12
MEMORY_GROUND: Colour = (round(BRIGHTEST_MEMORY[False]) + 1,) * 3
REMEMBERED_CONTRAST = 3.05
"""The least contrast of remembered things to the brightest remembered ground; a little less by daylight."""
LIT_GROUND: Colour = (round(BRIGHTEST_GROUND) + 1,) * 3
SEEN_CONTRAST = {False: 3.05, True: 4.55}
"""The least contrast of things in view to ground in full light; the second value is for high contrast."""
CREATURES = 1
"""Draw order of creatures and of what is drawn above them: a torch bearer does not flicker, the ground around does."""
FADED, FADED_HUE, BRIGHTEST_FADED = 0.56, 0.5, 104
"""The share of brightness and of hue that remembered things keep, and their maximum brightness (0 to 255)."""


def write(stage: Stage, console: Console) -> None:
    """Write the stage into the cells that the screens left clear."""
    rect = stage.camera.rect
    place = cells_of(console)[rect.y : rect.y + rect.height, rect.x : rect.x + rect.width]
    shown = drawn(stage)
    free = holes(place)
    if free.all():
        place[...] = shown
    else:
        np.copyto(place, shown, where=free[..., None])


def drawn(stage: Stage) -> Cells:
    """Return the cells of the map's place."""
    camera = stage.camera
    across = camera.tile[0]
    columns = -(-camera.rect.width // across)
    corner, size = (camera.left // across, camera.top), (columns, camera.rect.height)
    looks = stage.colours.variant, stage.has_shades
    kept = _map(Same(stage.view), corner, size, looks, stage.tick)
    part = Part(kept.copy(), *corner)
    if not stage.has_colours:
        _draw_plainly(part, stage.view)
    _draw_marks(part, stage)
    found = part.cells if across == 1 else _widened(part.cells, stage, camera.rect.width)
    if stage.shake:
        found = np.roll(found, stage.shake, axis=1)
    for _ in range(stage.dims):
        dim(found)
    return found


# The map


@lru_cache(maxsize=2)
def _map(
    shown: Same[MapView], corner: Point, size: tuple[int, int], looks: tuple[str, bool], tick: int
) -> Cells:
    """Return a part of the level as the player knows it; frames in which only marks and rows change copy it.

    Without shades (the second of its `looks`) walls are grey: those lit by a fire would have its colour.
    """
    view, (columns, rows), (variant, has_shades) = shown.it, size, looks
    part = Part(np.empty((rows, columns, 3), np.int32), *corner)
    _draw_ground(part, view, variant, tick)
    if view.lamps or view.glowing:
        shine(part, view, variant, tick)
    if not has_shades:
        _grey_walls(part, view)
    _draw_things(part, view, variant, tick)
    return part.cells


def _draw_ground(part: Part, view: MapView, variant: str, tick: int) -> None:
    """Draw the ground in view, and darkness around it."""
    (rows, columns), (width, height) = part.cells.shape[:2], view.tiles.shape
    left, top = max(part.left, 0), max(part.top, 0)
    right, bottom = min(part.left + columns, width), min(part.top + rows, height)
    shown = numbers(view, slice(top, bottom), slice(left, right), tick)
    lantern = view.own_light.colour if view.own_light is not None else WHITE
    looks = table(view.theme, variant, lantern)
    if columns > right - left or rows > bottom - top:
        part.cells[...] = looks[0]
    x, y = left - part.left, top - part.top
    part.cells[y : y + bottom - top, x : x + right - left] = looks.take(shown, axis=0)


BRIGHTNESS = np.array((0.25, 0.625, 0.125), np.float32)
"""How much red, green and blue count."""


def _grey_walls(part: Part, view: MapView) -> None:
    """Leave walls their brightness alone."""
    xs, ys = (view.tiles == Tile.WALL).nonzero()
    xs, ys = xs - part.left, ys - part.top
    rows, columns = part.cells.shape[:2]
    inside = (xs >= 0) & (xs < columns) & (ys >= 0) & (ys < rows)
    walls = part.cells[ys[inside], xs[inside]]
    channels = walls.view(np.uint8).reshape(-1, 3, 4)[:, 1:, :3]
    channels[...] = (channels @ BRIGHTNESS)[..., None]
    part.cells[ys[inside], xs[inside]] = walls


def _draw_things(part: Part, view: MapView, variant: str, tick: int) -> None:
    """Draw what is on the ground, from back to front; burning things in view flicker."""
    memory = part.cells.reshape(-1).view(np.uint8).data
    rows, width = part.cells.shape[:2]
    left, top = part.left, part.top
    # A byte of memory is read in half the time of an array element.
    visible, columns = view.visible.T.tobytes(), view.visible.shape[0]
    burning = {lamp.entity: lamp.light for lamp in view.lamps if lamp.light.flicker}
    for (tile_x, tile_y), glyph, fg, bg, order, entity, picture in view.things:
        column, row = tile_x - left, tile_y - top
        if 0 <= column < width and 0 <= row < rows:
            seen = visible[tile_y * columns + tile_x]
            if entity in burning and seen and order > CREATURES:
                fg, bg = flame(glyph, fg, bg, burning[entity].colour, entity, tick)  # noqa: PLW2901
            look = _look(glyph, fg, bg, 1 if picture == LETTERING else seen, variant)
            at = (row * width + column) * CELL_BYTES
            memory[at : at + len(look)] = look


PLAIN: Colour = (134, 134, 134)
"""The most of the ground where brightness is all that letters differ by; what is only remembered is darker."""
SPILT, DROPS = "~", "°"
"""The sign of acid and oil, and what it becomes where no colour tells them from water."""


def _draw_plainly(part: Part, view: MapView) -> None:
    """Let nothing of the ground stand out like who stands there; grounds are left to the marks."""
    inks, width, height = part.cells[..., 1], *part.cells.shape[1::-1]
    left, top = part.left, part.top
    stood = {(each.point[0] - left, each.point[1] - top): each for each in view.things}
    here = {each: thing for each, thing in stood.items() if each[0] in range(width)}
    kept = {each: inks[each[::-1]] for each in here if each[1] in range(height)}
    red, green, blue = (inks >> shift & 255 for shift in (0, 8, 16))
    inks[(2 * red + 5 * green + blue) // 8 > PLAIN[0]] = word(PLAIN)
    part.cells[..., 2] = word(BLACK)
    for (x, y), ink in kept.items():
        seen, thing = view.visible[x + left, y + top], here[x, y]
        inks[y, x] = word(WHITE) if seen and thing.order <= CREATURES else ink
        if thing.glyph == SPILT:
            part.cells[y, x, 0] = ord(DROPS)


@lru_cache(maxsize=4096)
def _look(glyph: str, fg: Colour, bg: Colour, seen: int, variant: str) -> bytes:
    """Return the cell of a thing in view (1) or remembered (0); a black background lets the ground show through."""
    colours, is_clear = palette(variant), variant == "high contrast"
    if seen:
        shown = _readable(legible(colours.transform(fg)), LIT_GROUND, SEEN_CONTRAST[is_clear])
    else:
        shown = _readable(colours.transform(faded(fg)), MEMORY_GROUND, REMEMBERED_CONTRAST)
    words = [ord(glyph), word(shown)]
    if bg != BLACK and seen:
        words.append(word(colours.transform(bg)))
    return np.array(words, np.int32).tobytes()


def _readable(colour: Colour, ground: Colour, least: float) -> Colour:
    """Lighten a glyph until it stands out from the brightest ground on which it may lie."""
    while contrast(colour, ground) < least:
        colour = mix(colour, WHITE, 0.05)
    return colour


def faded(colour: Colour) -> Colour:
    """Return the colour of a remembered thing: paler and darker, of the same hue."""
    red, green, blue = colour
    grey = 0.3 * red + 0.5 * green + 0.2 * blue
    pale = (
        grey + (red - grey) * FADED_HUE,
        grey + (green - grey) * FADED_HUE,
        grey + (blue - grey) * FADED_HUE,
    )
    bright = (2 * pale[0] + 5 * pale[1] + pale[2]) / 8
    share = min(FADED, BRIGHTEST_FADED / max(bright, 1))
    return round(pale[0] * share), round(pale[1] * share), round(pale[2] * share)


JOINS, TEXTURES = frozenset("═╔╚╠╦╩╬"), frozenset("♣≈≋~∽▓▒░≡=╌─")
"""Walls that go on to the right, and ground that covers its whole tile."""


def _widened(cells: Cells, stage: Stage, width: int) -> Cells:
    """Return the cells of tiles that take two: the second is ground alone, or goes on with a wall or a texture."""
    second = cells.copy()
    codes = second[..., 0]
    codes[~np.isin(codes, _TEXTURE_CODES)] = BLANK
    codes[np.isin(cells[..., 0], _JOIN_CODES)] = ord("═")
    left, top = stage.camera.left // 2, stage.camera.top
    for x, y in {thing.point for thing in stage.view.things}:
        if 0 <= x - left < cells.shape[1] and 0 <= y - top < cells.shape[0]:
            codes[y - top, x - left] = BLANK
    for x, y, glyph, colour in _written(stage):
        if 0 <= x - left < cells.shape[1] and 0 <= y - top < cells.shape[0]:
            second[y - top, x - left, :2] = ord(glyph), word(colour)
    both = np.stack((cells, second), axis=2).reshape(cells.shape[0], -1, 3)
    return np.ascontiguousarray(both[:, :width])


def _written(stage: Stage) -> Iterator[tuple[int, int, str, Colour]]:
    """Yield what stands in the second cell of tiles: the column, the row, a character and its colour."""
    colours, stood = stage.colours, {thing.point for thing in stage.view.things}
    for mark in filter(lambda mark: mark.cells, stage.marks):
        (x, y), text = mark.cells[-1], ""
        shade = colours.transform(heat(mark.amount, stage.hit_points))
        match mark.kind:
            case "letter" | "sign":
                text, shade = mark.text, getattr(colours, mark.tone)
            case "ghost":
                faded = 0.3 if mark.strong else 0.55
                text, shade = mark.text, mix(getattr(colours, mark.tone), BLACK, faded)
            case "dies" if mark.chance >= LIKELY:
                text, shade = "†", colours.text
            case "loss":
                text = str(round(mark.amount))
            case "danger":
                text = cost_signs(mark.amount, has_room=(x, y) not in stood)[1]
                shade = _cost_shade(mark, colours, stage.hit_points)
        if len(text) == 1:
            yield x, y, text, shade


def _cost_shade(mark: Mark, colours: Palette, hit_points: int) -> Colour:
    """Return the colour of what a tile would cost: of a loss, or dim where there is none."""
    if is_free(mark.amount):
        return colours.dim
    return colours.transform(heat(mark.amount, hit_points))


def cost_signs(amount: float, *, has_room: bool) -> tuple[str, str]:
    """Return what a tile would cost as two characters; "+" as the second where there is no room for the first."""
    figures = f"{min(99, round(amount)):2}"
    return figures[0], figures[1] if has_room or figures[0] == " " else "+"


_JOIN_CODES = np.array([ord(glyph) for glyph in JOINS])
_TEXTURE_CODES = np.array([ord(glyph) for glyph in TEXTURES])


# The marks

PATH, BLAST, NOT_THERE, EDGE = "•", "*", "×", ":"
WASH = 0.6
"""How strongly a colour is mixed into the ground that is in reach."""
BRACKETS, BROKEN, SPARED = ("[", "]"), (")", "("), ("!", "!")
"""Around a cursor, around one on a tile that cannot be chosen, and around who should not be hit."""
GHOST, STRIKE, LOSS = 0.22, 0.5, 0.4
"""How strongly ground is tinted where somebody will stand, under who strikes, and under who loses hit points."""
LIKELY = 0.5
"""The least chance of a death that is marked."""
OPEN_GROUND = tuple(GROUND[tile].walkable for tile in Tile)
"""Whether one can stand on a kind of ground, by its number."""
FEW = 6
"""Up to so many lit tiles shine fully; more share that light, so that a large blast does not turn all white."""
BRIGHT = 0.9


def _draw_marks(part: Part, stage: Stage) -> None:
    """Draw the reach of an aim, then the marks in their order, then what flies and bursts."""
    brush, colours = Brush(part, stage), stage.colours
    if stage.reach:
        brush.wash(stage.reach, colours.aim_range_back)
        if not stage.has_shades:
            edge = [each for each in stage.reach if _goes_on(stage.view, stage.reach, each)]
            brush.pattern(edge, EDGE, colours.aim_path)
    for mark in stage.marks:
        _draw_mark(brush, mark, colours, stage.hit_points)
    if stage.particles:
        _draw_particles(brush, stage)


def _draw_mark(brush: "Brush", mark: Mark, colours: Palette, hit_points: int) -> None:
    """Draw a mark on the cells of its tiles; whatever is written with it needs a cell more, or stands in the list."""
    match mark.kind:
        case "path":
            back = colours.aim_path_back if mark.strong else None
            brush.pattern(mark.cells, PATH, colours.aim_path, back)
        case "area":
            brush.pattern(mark.cells, BLAST, colours.blast, colours.blast_back)
        case "cursor":
            _draw_cursor(brush, mark.cells[0], mark.tone, colours)
        case "ghost":
            brush.tint(mark.cells, getattr(colours, mark.tone), GHOST * mark.chance)
        case "strike":
            shade = colours.transform(heat(mark.amount, hit_points))
            brush.tint(mark.cells[:1], shade, STRIKE * mark.chance)
        case "loss":
            brush.tint(mark.cells, colours.transform(heat(mark.amount, hit_points)), LOSS)
        case "danger":
            shade = _cost_shade(mark, colours, hit_points)
            brush.tint(mark.cells, shade, LOSS * (not is_free(mark.amount)))
            tens, ones = cost_signs(mark.amount, has_room=brush.is_wide)
            brush.pattern(mark.cells, tens if brush.is_wide else ones, shade)
        case "dies" if mark.chance >= LIKELY:
            brush.ground(mark.cells, colours.health_back, strong=True)


def _draw_cursor(brush: "Brush", point: Point, tone: str, colours: Palette) -> None:
    """Draw a cursor; on a tile that cannot be chosen the brackets are reversed and there is a cross."""
    match tone:
        case "spared":
            brush.ground((point,), colours.aim_bad_back)
            brush.brackets(point, colours.warn, SPARED)
        case "bad":
            brush.ground((point,), colours.aim_bad_back, strong=True)
            if point not in brush.occupied:
                brush.pattern((point,), NOT_THERE, colours.aim_bad)
            brush.brackets(point, colours.aim_bad, BROKEN)
        case _:
            shade, back = CURSORS[tone]
            brush.ground((point,), getattr(colours, back), strong=True)
            brush.brackets(point, getattr(colours, shade))


CURSORS = {
    "path": ("aim_path", "hover_back"),
    "good": ("aim_ok", "aim_ok_back"),
    "target": ("foe", "aim_bad_back"),
}
"""The colours of a cursor's brackets and ground, by their names in the palette."""


def _goes_on(view: MapView, area: Collection[Point], point: Point) -> bool:
    """Return whether known open ground outside the area borders on a tile."""
    x, y = point
    around = ((x + across, y + down) for across in (-1, 0, 1) for down in (-1, 0, 1))
    return any(each not in area and is_open(view, each, view.explored) for each in around)


def is_open(view: MapView, point: Point, among: sight.Mask) -> bool:
    """Return whether a tile is on the level, open ground, and among some."""
    (x, y), (width, height) = point, view.tiles.shape
    is_inside = 0 <= x < width and 0 <= y < height
    return is_inside and bool(among[point] and OPEN_GROUND[view.tiles[point]])


def _draw_particles(brush: "Brush", stage: Stage) -> None:
    """Draw particles where the player sees them: first their light, then their glyphs."""
    shown, colours = seen_particles(stage), stage.colours
    halo(brush.part, stage.view, colours.variant, lights_of(shown))
    brush.occupied = frozenset()
    for each in shown:
        colour = colours.transform(each.fg)
        if each.glyph:
            brush.pattern((each.point,), each.glyph, colour)
        elif not (each.text or each.fallen):
            brush.flash(each.point, colour, each.strength)


def seen_particles(stage: Stage) -> list[Particle]:
    """List the particles on tiles that the player sees."""
    width, height = stage.view.visible.shape
    return [
        each
        for each in stage.particles
        if 0 <= each.point[0] < width
        and 0 <= each.point[1] < height
        and stage.view.visible[each.point]
    ]


def lights_of(particles: Collection[Particle]) -> list[tuple[Point, Colour, float]]:
    """Return the light that particles shed: where, its colour and its strength."""
    bright = [each for each in particles if not each.text]
    share = BRIGHT / max(1.0, len(bright) / FEW)
    return [(each.point, each.fg, each.strength * share) for each in bright]


class Brush:
    """Draws on the cells of tiles, and knows which of them must not be painted over."""

    def __init__(self, part: Part, stage: Stage) -> None:
        """Draw over the map of a stage, which is already there."""
        self.part, self._stage = part, stage
        self.is_wide = stage.camera.tile[0] > 1
        """Whether a tile takes two cells, so that a number may have two digits."""

    @cached_property
    def occupied(self) -> Collection[Point]:
        """Tiles with something drawn on them, computed on demand: many frames have no mark that needs it."""
        return {thing.point for thing in self._stage.view.things}

    def _cell(self, point: Point) -> Cells | None:
        """Return the cell of a tile; None if it is out of view."""
        x, y = point[0] - self.part.left, point[1] - self.part.top
        rows, columns = self.part.cells.shape[:2]
        return self.part.cells[y, x] if 0 <= x < columns and 0 <= y < rows else None

    def _in_view(self, points: Iterable[Point]) -> Iterable[tuple[Point, Cells]]:
        """Yield the tiles that are in view, with their cells."""
        for point in points:
            cell = self._cell(point)
            if cell is not None:
                yield point, cell

    def ground(self, points: Iterable[Point], back: Colour, *, strong: bool = False) -> None:
        """Colour the ground without changing glyphs; with `strong`, lighten what stands there."""
        for point, cell in self._in_view(points):
            cell[2] = word(back)
            if strong and point in self.occupied:
                cell[1] = lightened(int(cell[1]))

    def tint(self, points: Iterable[Point], colour: Colour, share: float) -> None:
        """Blend the ground of a few tiles toward a colour."""
        for _, cell in self._in_view(points):
            cell[2] = word(mix(colours_of(cell)[1], colour, share))

    def wash(self, points: Iterable[Point], back: Colour) -> None:
        """Blend the ground toward a colour, by WASH; light and stains remain visible."""
        rows, columns = self.part.cells.shape[:2]
        places = np.array([*points]).T - np.array([[self.part.left], [self.part.top]])
        inside = (places >= 0).all(0) & (places[0] < columns) & (places[1] < rows)
        x, y = places[:, inside]
        grounds = self.part.cells[y, x, 2].view(np.uint8).reshape(-1, 4)
        grounds[:, :3] = grounds[:, :3] * (1 - WASH) + np.array(back) * WASH
        self.part.cells[y, x, 2] = grounds.view(np.int32)[:, 0]

    def pattern(
        self, points: Iterable[Point], glyph: str, colour: Colour, back: Colour | None = None
    ) -> None:
        """Put a glyph on free tiles, and colour the ground of all."""
        for point, cell in self._in_view(points):
            if point not in self.occupied:
                cell[:2] = ord(glyph), word(colour)
            elif back is not None:
                cell[1] = lightened(int(cell[1]))
            if back is not None:
                cell[2] = word(back)

    def flash(self, point: Point, colour: Colour, strength: float) -> None:
        """Brighten what stands on a tile, and its ground, by a share."""
        for _, cell in self._in_view((point,)):
            ink, ground = colours_of(cell)
            cell[1] = word(mix(ink, WHITE, 0.5 * strength))
            cell[2] = word(mix(ground, colour, 0.8 * strength))

    def badge(self, point: Point, glyph: str, colour: Colour, back: Colour | None) -> None:
        """Put a sign on a tile, with a background of its own unless `back` is None."""
        for _, cell in self._in_view((point,)):
            cell[:2] = ord(glyph), word(colour)
            if back is not None:
                cell[2] = word(back)

    def brackets(self, point: Point, colour: Colour, signs: tuple[str, str] = BRACKETS) -> None:
        """Put brackets around a tile; a neighbour that holds something keeps its glyph and gets no bracket."""
        for step, sign in zip((-1, 1), signs, strict=True):
            beside = (point[0] + step, point[1])
            if beside not in self.occupied:
                self.badge(beside, sign, colour, None)


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
