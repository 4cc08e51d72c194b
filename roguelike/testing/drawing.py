"""Read a level drawn in text."""

from collections.abc import Mapping
from textwrap import dedent

import numpy as np
from numpy.typing import NDArray

from roguelike.core.geometry import Point
from roguelike.core.records import State, field
from roguelike.world.terrain import Tile

TERRAIN = {
    "#": Tile.WALL,
    ".": Tile.FLOOR,
    ">": Tile.DOWN_STAIRS,
    "<": Tile.UP_STAIRS,
    '"': Tile.GRASS,
    "~": Tile.DEEP_WATER,
    ",": Tile.SHALLOW_WATER,
}
PLAYER = "@"


class Drawing(State):
    """A drawing, read: the tiles, the player's position, and the names and positions of everything else."""

    tiles: NDArray[np.uint8]
    player: Point = (0, 0)
    things: list[tuple[str, Point]] = field(default_factory=list)


def read_drawing(text: str, legend: Mapping[str, str]) -> Drawing:
    """Read a drawing. Raises ValueError unless there is one player, or naming a character without a meaning.

    The map gets one more column and row of wall than is drawn, so that its edge is closed even if the drawing's is not.
    """
    rows = dedent(text).strip("\n").splitlines()
    width, height = max((len(row) for row in rows), default=0), len(rows)
    drawing = Drawing(np.full((width + 1, height + 1), Tile.WALL, dtype=np.uint8, order="F"))
    players = []
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark in legend:
                drawing.things.append((legend[mark], (x, y)))
                drawing.tiles[x, y] = Tile.FLOOR
            elif mark == PLAYER:
                players.append((x, y))
                drawing.tiles[x, y] = Tile.FLOOR
            elif mark in TERRAIN:
                drawing.tiles[x, y] = TERRAIN[mark]
            else:
                raise ValueError(
                    f"{mark!r} at ({x}, {y}) is no terrain ({' '.join(TERRAIN)}), not {PLAYER!r} and not in the legend"
                )
    if len(players) != 1:
        raise ValueError(f"a level needs one {PLAYER!r}; this drawing has {len(players)}")
    drawing.player = players[0]
    return drawing
