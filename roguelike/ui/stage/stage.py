"""The stage: what the map's place shows in one frame, as data, for every device.

The one decision: a screen draws text on the console and leaves the map's place clear; what belongs there it returns as
a `Stage`. Cells and pixels are made from the same record, and a test can ask for its marks without either.
"""

from collections.abc import Collection, Iterable
from typing import Literal

from roguelike.core.geometry import Point
from roguelike.core.records import Record, State, field
from roguelike.engine.views.records import MapView
from roguelike.toolkit.palette import Palette
from roguelike.ui.look.animation import Particle
from roguelike.ui.stage.camera import Camera

Kind = Literal["path", "area", "cursor", "sign"]
Tone = Literal["path", "good", "bad", "target", "spared"]
"""What a cursor says of its tile: a place, one that can be chosen or cannot, an enemy shot at, one not to be hit."""


class Mark(Record):
    """Something shown over the map that is no thing on it.

    `owner` is the creature it belongs to; only paths, areas and cursors have none. `cells` are tiles of the map,
    `amount` is hit points. `text` is written with it, `tone` is what a
    cursor says or the name of a colour of the palette; `strong` marks stand out.
    """

    kind: Kind
    cells: tuple[Point, ...]
    owner: int | None = None
    amount: float = 0.0
    chance: float = 1.0
    text: str = ""
    tone: str = "path"
    strong: bool = False


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
    particles: tuple[Particle, ...] = ()
    shake: int = 0
    """By how many cells the map is moved aside."""
    dims: int = 0
    """How many screens above darken it."""

    def tile_at(self, x: float, y: float) -> Point | None:
        """Return the tile at a place on the console, in cells and shares of them; None outside the map's place."""
        return self.camera.tile_at(x, y)

    def cursor(self, point: Point, tone: Tone = "path", owner: int | None = None) -> None:
        """Mark a tile that is pointed at, or a creature that is meant."""
        self.marks.append(Mark("cursor", (point,), owner, tone=tone))

    def path(self, points: Iterable[Point], *, strong: bool = False) -> None:
        """Mark the way of the mouse or, strongly, of an aim."""
        self.marks.append(Mark("path", tuple(points), strong=strong))

    def area(self, points: Iterable[Point]) -> None:
        """Mark the tiles that an aim would touch."""
        self.marks.append(Mark("area", tuple(points), tone="bad"))
