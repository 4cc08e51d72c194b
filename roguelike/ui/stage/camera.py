"""Which part of the map is shown, how large, and where: between tiles, the pixels of a device, and console cells.

The one decision: everything is counted in the device's pixels. A terminal has one for each cell, and shows a tile in
one or two of them; a window has hundreds, and its tiles are square. So whoever asks what a tile covers, or which tile
the mouse is over, asks the same on both.
"""

from collections.abc import Iterator

from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.toolkit import widgets
from roguelike.toolkit.screen import AS_CELLS

EDGE_TILES, EDGE_SHARE = 10, 1 / 4
"""How near the player may come to the edge of what is shown before it scrolls: so many tiles, or that share of it."""
MOST = 96
"""The largest side of a square tile, in pixels: with it the smallest boards fill a large window."""
USUAL, SMALL = 24, 20
"""The least side that the player has not chosen: a larger window shows more of the map, not smaller tiles.

In a window too low for all that the first lamp lights tiles are smaller.
"""
LIT_TILES = 29
"""How far the first lamp lights, from edge to edge."""
SIZES = (16, 24, 32, 48, 64)
"""The sides that a player can choose."""


class Camera(Record):
    """Shows the map in `rect`, from the map's pixel `left`, `top` on.

    `cell` and `tile` are the pixels of a console cell and of a tile, across and down.
    """

    rect: widgets.Rect
    left: int
    top: int
    cell: tuple[int, int] = AS_CELLS
    tile: tuple[int, int] = AS_CELLS

    @classmethod
    def around(
        cls,
        rect: widgets.Rect,
        shape: tuple[int, int],
        focus: Point,
        cell: tuple[int, int] = AS_CELLS,
        zoom: int = 0,
    ) -> "Camera":
        """Centre `focus`, but show nothing beyond the map's edges while there is map to show.

        Tiles have at least the side `zoom`, and are as large as they can be with the whole map in view.
        """
        tile = tile_size(rect, shape, cell, zoom)
        found = cls(rect, 0, 0, cell, tile)
        left, top = (
            _first(room, size, at) for room, size, at in zip(found.room, shape, focus, strict=True)
        )
        return found._at(shape, left, top)

    def held(self, shape: tuple[int, int], here: Point, *others: Point) -> "Camera":
        """Return the camera moved as little as possible: the player well within, the first others too if there is room.

        It moves along an axis only when the player comes near its edge or somebody would be outside; then by as much as
        needed and a quarter of its size more, so that it stands still again for a while.
        """
        firsts = [
            _held(
                -(-(self.left, self.top)[axis] // self.tile[axis]),
                self.room[axis],
                shape[axis],
                [point[axis] for point in (here, *others)],
            )
            for axis in (0, 1)
        ]
        found = self._at(shape, *firsts)
        return self if (found.left, found.top) == (self.left, self.top) else found

    def _at(self, shape: tuple[int, int], *firsts: int) -> "Camera":
        """Return the camera with these tiles first, but nothing beyond the map's far edges."""
        starts = []
        for first, size, tile, pane in zip(firsts, shape, self.tile, self.size, strict=True):
            spare = size * tile - pane
            # A map that fits stands in the middle, in whole tiles where a tile is all there is.
            middle = spare // 2 if self.cell != AS_CELLS else -(-spare // 2 // tile) * tile
            starts.append(middle if spare <= 0 else min(first * tile, spare))
        return Camera(self.rect, starts[0], starts[1], self.cell, self.tile)

    @property
    def size(self) -> tuple[int, int]:
        """How many pixels the map's place has, across and down."""
        return self.rect.width * self.cell[0], self.rect.height * self.cell[1]

    @property
    def room(self) -> tuple[int, int]:
        """How many whole tiles have room."""
        return self.size[0] // self.tile[0], self.size[1] // self.tile[1]

    @property
    def is_cells(self) -> bool:
        """Whether the device shows cells and nothing finer."""
        return self.cell == AS_CELLS

    def corner(self, point: Point) -> Point:
        """Return the pixel of the map's place at a tile's upper left corner."""
        return point[0] * self.tile[0] - self.left, point[1] * self.tile[1] - self.top

    def shown(self, shape: tuple[int, int]) -> tuple[slice, slice]:
        """Return the columns and rows of tiles on the map that are in view, even if only in part."""
        found = []
        for start, tile, pane, size in zip(
            (self.left, self.top), self.tile, self.size, shape, strict=True
        ):
            first, end = max(start // tile, 0), min(-(-(start + pane) // tile), size)
            found.append(slice(first, max(end, first)))
        return found[0], found[1]

    def cell_of(self, point: Point) -> Point | None:
        """Return the console cell that shows a tile's middle; None if that is out of view."""
        (x, y), (width, height) = self.corner(point), self.size
        x, y = x + (self.tile[0] - 1) // 2, y + (self.tile[1] - 1) // 2
        if not (0 <= x < width and 0 <= y < height):
            return None
        return self.rect.x + x // self.cell[0], self.rect.y + y // self.cell[1]

    def cells_of(self, point: Point) -> Iterator[Point]:
        """Yield all console cells that a tile in view touches."""
        x, y = self.corner(point)
        (cell_x, cell_y), (width, height) = self.cell, self.tile
        for row in range(y // cell_y, -(-(y + height) // cell_y)):
            for column in range(x // cell_x, -(-(x + width) // cell_x)):
                if 0 <= column < self.rect.width and 0 <= row < self.rect.height:
                    yield self.rect.x + column, self.rect.y + row

    def tile_at(self, x: float, y: float) -> Point | None:
        """Return the tile shown at a place on the console, in cells and shares of them; None outside the map."""
        if not self.rect.holds(int(x), int(y)):
            return None
        across, down = (x - self.rect.x) * self.cell[0], (y - self.rect.y) * self.cell[1]
        return ((int(across) + self.left) // self.tile[0], (int(down) + self.top) // self.tile[1])


def tile_size(
    rect: widgets.Rect, shape: tuple[int, int], cell: tuple[int, int], zoom: int
) -> tuple[int, int]:
    """Return the pixels of a tile: square, at least of the side `zoom`, or the usual, larger if the whole map fits."""
    if cell == AS_CELLS:
        return (2, 1) if zoom or 2 * shape[0] <= rect.width else AS_CELLS
    high = rect.height * cell[1]
    fits = min(rect.width * cell[0] // shape[0], high // shape[1])
    usual = USUAL if high >= LIT_TILES * USUAL else SMALL
    side = max(zoom or usual, min(fits, MOST))
    return side, side


def _first(room: int, size: int, focus: int) -> int:
    """Return the first tile shown along one axis; negative if the map is smaller than its room."""
    if size <= room:
        return -((room - size) // 2)
    return max(0, min(focus - room // 2, size - room))


def _held(first: int, room: int, size: int, wanted: list[int]) -> int:
    """Return the first tile shown along one axis, moved as little as `wanted` allows, the player first.

    Whoever has no room beside those before them is left out.
    """
    if size <= room:
        return _first(room, size, 0)
    low = high = here = wanted[0]
    for each in wanted[1:]:
        if max(high, each) - min(low, each) < room:
            low, high = min(low, each), max(high, each)
    edge = min(EDGE_TILES, int(room * EDGE_SHARE))
    low = max(min(low, here - edge), high - room + 1, 0)
    high = min(max(high, here + edge), low + room - 1, size - 1)
    if low < first:
        first = max(low - room // 4, high - room + 1)
    elif high >= first + room:
        first = min(high - room + 1 + room // 4, low)
    return max(0, min(first, size - room))
