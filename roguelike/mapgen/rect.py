"""Rectangles of tiles. A rectangle is the floor itself, without any walls around it."""

from typing import NamedTuple

from roguelike.core.geometry import Point


class Rect(NamedTuple):
    """The tiles left .. left + width - 1, top .. top + height - 1."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The x of the last column."""
        return self.left + self.width - 1

    @property
    def bottom(self) -> int:
        """The y of the last row."""
        return self.top + self.height - 1

    @property
    def centre(self) -> Point:
        """The middle tile, or the one up and left of the middle where a side is even."""
        return (self.left + (self.width - 1) // 2, self.top + (self.height - 1) // 2)

    @property
    def area(self) -> int:
        """The number of tiles: width times height."""
        return self.width * self.height

    @property
    def slices(self) -> tuple[slice, slice]:
        """Index an [x, y] array by this rectangle."""
        return (slice(self.left, self.left + self.width), slice(self.top, self.top + self.height))

    def grown(self, tiles: int) -> "Rect":
        """Return this rectangle extended by a number of tiles on each side."""
        return Rect(
            self.left - tiles, self.top - tiles, self.width + 2 * tiles, self.height + 2 * tiles
        )

    def overlaps(self, other: "Rect") -> bool:
        """Return whether the two share a tile."""
        left, top, width, height = self
        x, y, across, down = other
        return left < x + across and x < left + width and top < y + down and y < top + height

    def encloses(self, other: "Rect") -> bool:
        """Return whether all tiles of the other are in this one."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )

    def holds(self, point: Point) -> bool:
        """Return whether the tile is in the rectangle."""
        left, top, width, height = self
        x, y = point
        return left <= x < left + width and top <= y < top + height
