"""The stage: what the map's place shows in one frame, as data, for every device.

The one decision: a screen draws text on the console and leaves the map's place clear; what belongs there it returns as
a `Stage`. Cells and pixels are made from the same record, and a test can ask for its marks without either.
"""

from collections.abc import Collection, Iterable
from typing import Literal

from roguelike.core.colour import Colour, mix
from roguelike.core.geometry import Point
from roguelike.core.records import Record, State, field, replace
from roguelike.engine.views.records import LETTERING, MapView, Thing
from roguelike.toolkit.palette import Palette
from roguelike.ui.stage.animation import Particle
from roguelike.ui.stage.camera import Camera

Kind = Literal[
    "ghost", "strike", "loss", "dies", "way", "letter", "sign", "path", "area", "danger", "cursor"
]
Tone = Literal["path", "good", "bad", "target", "spared"]
"""What a cursor says of its tile: a place, one that can be chosen or cannot, an enemy shot at, one not to be hit."""


class Mark(Record):
    """Something shown over the map that is no thing on it.

    "ghost" is where its owner will stand, "way" how it gets there, "strike" a line from it to whom it does something,
    "loss" the hit points that its owner loses, "dies" that it may, "letter" its letter in the list, "sign" what it
    is up to.

    `owner` is a creature; only paths, areas, cursors and what tiles would cost have none. `cells` are tiles of the map,
    of a line the first and last; `amount` is mean hit points. `text` is written with it; `tone` is what a cursor says,
    or the name of a colour of the palette; `strong` marks stand out, such as the likeliest of several ghosts.
    """

    kind: Kind
    cells: tuple[Point, ...]
    owner: int | None = None
    amount: float = 0.0
    chance: float = 1.0
    text: str = ""
    tone: str = "path"
    strong: bool = False
    is_hollow: bool = False
    """Whether what the player cannot know may change it."""


MILD, WARM, HOT = (255, 236, 170), (255, 168, 64), (255, 62, 50)
"""The colours of losses: of next to nothing, of a sixth of the hit points, and of a third or more."""


def heat(loss: float, hit_points: int) -> Colour:
    """Return the colour of a loss, by the share of the hit points that it takes."""
    share = min(1.0, 3 * loss / max(hit_points, 1))
    return mix(MILD, WARM, 2 * share) if share < 0.5 else mix(WARM, HOT, 2 * share - 1)


def in_figures(amount: float) -> str:
    """Write a mean of hit points as short as it may be: "0.4", "2.5", "12"."""
    whole = round(amount)
    return f"{whole}" if amount >= 9.5 or abs(amount - whole) < 0.05 else f"{amount:.1f}"


def is_free(amount: float) -> bool:
    """Return whether a mean of hit points is written as 0."""
    return in_figures(amount) == "0"


def signs_cut(view: MapView, camera: Camera) -> MapView:
    """Return a map on which the words of a sign that runs beyond what is shown end in "…", at its last whole tile."""
    signs: dict[int, list[int]] = {}
    for each in view.things:
        if each.icon == LETTERING and each.glyph != " ":
            signs.setdefault(each.entity, []).append(each.point[0])
    side = camera.tile[0]
    first, last = -(-camera.left // side), (camera.left + camera.size[0]) // side - 1
    ends = {
        entity: (max(first, min(columns)), min(last, max(columns)))
        for entity, columns in signs.items()
        if min(columns) < first or max(columns) > last
    }
    if not ends:
        return view

    def shown(thing: Thing) -> Thing:
        """Return a letter as it is shown."""
        if thing.icon != LETTERING or thing.entity not in ends:
            return thing
        (start, stop), x, columns = ends[thing.entity], thing.point[0], signs[thing.entity]
        is_end = (x == start > min(columns)) or (x == stop < max(columns))
        return thing._replace(glyph="…" if is_end else thing.glyph if start <= x <= stop else " ")

    return replace(view, things=tuple(map(shown, view.things)))


class Stage(State):
    """The map with all that is shown on it; the screen that made it, and those above it, may still add to it."""

    view: MapView
    camera: Camera
    colours: Palette
    tick: int = 0
    """Animates fires and water; 0 keeps them still."""
    marks: list[Mark] = field(default_factory=list)
    reach: Collection[Point] = ()
    """Tiles that could be aimed at."""
    has_shades: bool = True
    """Whether similar ground colours can be told apart."""
    has_colours: bool = True
    """Whether there are any."""
    has_art: bool = True
    """Whether ground and things are pictures; otherwise all of them are letters."""
    hit_points: int = 1
    """Those of the player, against which losses are weighed."""
    particles: tuple[Particle, ...] = ()
    shake: int = 0
    """By how many cells the map is moved aside."""
    dims: int = 0
    """How many screens above darken it."""

    def tile_at(self, x: float, y: float) -> Point | None:
        """Return the tile at a place on the console, in cells and shares of them; None outside the map's place."""
        return self.camera.tile_at(x, y)

    def cursor(self, point: Point, tone: Tone = "path") -> None:
        """Mark a tile that is pointed at, or where somebody stands who is meant."""
        self.marks.append(Mark("cursor", (point,), tone=tone))

    def path(self, points: Iterable[Point], *, strong: bool = False) -> None:
        """Mark the way of the mouse or, strongly, of an aim."""
        self._mark_tiles("path", points, strong=strong)

    def area(self, points: Iterable[Point]) -> None:
        """Mark the tiles that an aim would touch."""
        self._mark_tiles("area", points)

    def _mark_tiles(self, kind: Kind, points: Iterable[Point], *, strong: bool = False) -> None:
        """Add a mark that belongs to nobody, if there is any tile to mark."""
        cells = tuple(points)
        if cells:
            self.marks.append(Mark(kind, cells, strong=strong))
