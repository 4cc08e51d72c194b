"""Marks over the map: the path of the mouse, the aim and whom it would hit, signs beside creatures, and projectiles.

Every mark has a shape besides its colour: dots for a path, a pattern for a blast, brackets for a cursor. A sign says a
creature's mood or, while the player chooses, its most likely action.

The one decision: a sign never covers anybody. It stands on a free tile next to its creature, above it if there is room,
and has a background of its own, so that it does not look like an item; a step is an arrow on the side to which it goes,
or as near to it as there is room.
If no tile is free there is no sign: the list says the same in words.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from roguelike.core.colour import BLACK, WHITE, Colour, mix
from roguelike.core.geometry import Point
from roguelike.core.sight import Mask
from roguelike.engine.foreseeing.intents import Intent
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.views.records import GROUND, CreatureView, MapView, Thing, Tile
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import Cells, word
from roguelike.ui.layout import Viewport
from roguelike.ui.look.animation import Particle
from roguelike.ui.look.light import halo
from roguelike.ui.panels.creature_rows import FRIEND, MOOD_SIGNS, act_glyph, relation
from roguelike.ui.panels.reply import NO_RARITY, likeliest
from roguelike.ui.panels.scene import Scene

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


ARROWS = {
    (0, -1): "↑", (1, -1): "↗", (1, 0): "→", (1, 1): "↘", (0, 1): "↓", (-1, 1): "↙", (-1, 0): "←", (-1, -1): "↖"
}  # fmt: skip
"""Arrows by direction, clockwise."""
MOST_APART = 2
"""How many eighths of a turn from the side to which it points an arrow may stand."""
PLACES = ((0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1), (1, 1), (-1, 1))
"""Where a sign may stand relative to its creature, best first."""
BACK_SHARE = 0.78
"""How much darker than the sign its background is."""


OPEN_GROUND = tuple(GROUND[tile].walkable for tile in Tile)
"""Whether one can stand on a kind of ground, by its number."""
EDGE = ":"


class MapSign(NamedTuple):
    """A sign for a creature: its glyph, its colour, and the side on which it should stand, if that matters."""

    glyph: str
    colour: Colour
    side: Point | None = None
    strong: bool = False


def creature_signs(
    scene: Scene, reply: Reply | None, colours: Palette, *, thinking: bool = False
) -> dict[int, MapSign]:
    """Return the sign of each creature in view that has one, by id.

    With a reply it is each acting creature's most likely action, and the most harmful stands out; without one it is its
    mood. While the reply is being worked out hunters have no sign, so that nothing flickers.
    """
    worst = next(filter(None, reply.taken), 0) if reply is not None else 0
    signs: dict[int, MapSign] = {}
    for creature in scene.creatures:
        sign = None
        if reply is not None and creature.mood != "asleep":
            meant = reply.intents.get(creature.entity, ())
            sign = act_sign(creature, meant, scene.map.player, colours) if meant else None
        if sign is None and not (thinking and creature.mood == "hunting"):
            sign = mood_sign(creature, colours)
        if sign is not None:
            signs[creature.entity] = sign._replace(strong=creature.entity == worst)
    return signs


def mood_sign(creature: CreatureView, colours: Palette) -> MapSign | None:
    """Return the sign of a creature's mood, or of a friend."""
    if relation(creature) == "friend":
        return MapSign(FRIEND, colours.friend)
    sign = MOOD_SIGNS[creature.mood]
    return MapSign(sign, _mood_colour(creature, colours)) if sign else None


def _mood_colour(creature: CreatureView, colours: Palette) -> Colour:
    """Return the colour of a mood's sign."""
    moods = {"asleep": colours.info, "unaware": colours.key, "fleeing": colours.good}
    return moods.get(creature.mood, colours.foe)


def act_sign(
    creature: CreatureView, intents: Iterable[Intent], here: Point, colours: Palette
) -> MapSign | None:
    """Return the sign of the most likely intent; None if it is improbable, is waiting, or does not matter."""
    first = likeliest(list(intents))
    if first.chance < NO_RARITY or not (creature.hostile or creature.friend):
        return None
    shade = colours.foe if creature.hostile else colours.friend
    sign = act_glyph(first.does)
    if sign:
        return MapSign(sign, shade)
    toward = _direction(creature.point, here)
    match first.does:
        case "comes nearer":
            return MapSign(ARROWS[toward], shade, toward)
        case "flees" | "backs away" | "goes ahead":
            away = (-toward[0], -toward[1])
            return MapSign(ARROWS[away], colours.good, away)
    return None


def _direction(start: Point, end: Point) -> Point:
    """Return the step that leads most directly from one tile toward another, diagonal only if the direction is."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    flat, steep = abs(dx) >= 2 * abs(dy), abs(dy) > 2 * abs(dx)
    return (
        (0 if steep else (dx > 0) - (dx < 0)),
        (0 if flat else (dy > 0) - (dy < 0)),
    )


# Putting them on the map


def draw_signs(
    marks: Marks,
    scene: Scene,
    signs: dict[int, MapSign],
    blocked: Iterable[Point] = (),
    marked: Collection[Point] = (),
) -> None:
    """Draw the signs, those of near enemies first, on empty tiles that are not `blocked`.

    Tiles that are `marked` by a path or a blast are used last and keep the colour of their ground.
    """
    if not signs:
        return
    taken = {*marks.occupied, scene.map.player, *blocked}
    for creature in scene.nearest:
        sign = signs.get(creature.entity)
        if sign is None:
            continue
        spot = _free_spot(marks, scene, _spots(creature, sign), taken, marked)
        if spot is not None:
            taken.add(spot)
            share = BACK_SHARE / 2 if sign.strong else BACK_SHARE
            back = None if spot in marked else mix(sign.colour, BLACK, share)
            marks.badge(spot, sign.glyph, sign.colour, back)


def _spots(creature: CreatureView, sign: MapSign) -> Iterator[Point]:
    """Yield the tiles on which a sign may stand, the best first; an arrow never stands behind its creature."""
    x, y = creature.point
    side = sign.side
    places = PLACES if side is None else sorted(PLACES, key=lambda place: _apart(place, side))
    for dx, dy in places:
        if side is None or _apart((dx, dy), side) <= MOST_APART:
            yield x + dx, y + dy


def _apart(one: Point, other: Point) -> int:
    """Return how many eighths of a turn lie between two directions, 0 to 4."""
    round_about = [*ARROWS]
    turned = abs(round_about.index(one) - round_about.index(other))
    return min(turned, len(round_about) - turned)


def _free_spot(
    marks: Marks, scene: Scene, spots: Iterable[Point], taken: set[Point], marked: Collection[Point]
) -> Point | None:
    """Return the first tile on which a sign may stand, preferably one that is not `marked`.

    It is open ground in view and on the screen, with nothing on it.
    """
    free = [
        spot
        for spot in spots
        if spot not in taken
        and _is_open(scene.map, spot, scene.map.visible)
        and marks.viewport.cell(spot) is not None
    ]
    return next((spot for spot in free if spot not in marked), free[0] if free else None)


def mark_reach(
    marks: Marks, view: MapView, area: Collection[Point], colours: Palette, *, has_shades: bool
) -> None:
    """Mark the tiles of an area; without shades, only its edge where known open ground continues beyond it."""
    marks.wash(area, colours.aim_range_back)
    if not has_shades:
        edge = [point for point in area if _goes_on(view, area, point)]
        marks.pattern(edge, EDGE, colours.aim_path)


def _goes_on(view: MapView, area: Collection[Point], point: Point) -> bool:
    """Return whether known open ground outside the area borders on a tile."""
    x, y = point
    around = ((x + across, y + down) for across in (-1, 0, 1) for down in (-1, 0, 1))
    return any(each not in area and _is_open(view, each, view.explored) for each in around)


def _is_open(view: MapView, point: Point, among: Mask) -> bool:
    """Return whether a tile is on the level, open ground, and among some."""
    (x, y), (width, height) = point, view.tiles.shape
    is_inside = 0 <= x < width and 0 <= y < height
    return is_inside and bool(among[point] and OPEN_GROUND[view.tiles[point]])


FEW = 6
"""Up to so many lit tiles shine fully; more share that light, so that a large blast does not turn all white."""
BRIGHT = 0.9


def draw_particles(
    marks: Marks, view: MapView, colours: Palette, particles: Sequence[Particle]
) -> None:
    """Draw particles where the player sees them: first their light, then their glyphs."""
    width, height = view.visible.shape
    shown = [
        particle
        for particle in particles
        if 0 <= particle.point[0] < width
        and 0 <= particle.point[1] < height
        and view.visible[particle.point]
    ]
    share = BRIGHT / max(1.0, len(shown) / FEW)
    lights = [(each.point, each.fg, each.strength * share) for each in shown]
    halo(marks.cells, view, marks.viewport, colours.variant, lights)
    marks.occupied = ()
    for each in shown:
        colour = colours.transform(each.fg)
        if each.glyph:
            marks.pattern((each.point,), each.glyph, colour)
        else:
            marks.flash(each.point, colour, each.strength)
