"""Points, distances and lines on the grid: x to the right, y down; plain tuples for speed.

Where creatures stand, seen from the player: what tells two of one name apart.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from math import hypot

Point = tuple[int, int]
"""A tile's position, (x, y)."""

ORTHOGONAL: tuple[Point, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
DIRECTIONS: tuple[Point, ...] = (*ORTHOGONAL, (1, -1), (1, 1), (-1, 1), (-1, -1))
"""The eight directions of a step, straight ones first, in the order in which ties are broken."""


def distance(a: Point, b: Point) -> float:
    """Return the Euclidean distance in tiles: the measure of every range in the game."""
    return hypot(a[0] - b[0], a[1] - b[1])


def distance_squared(a: Point, b: Point) -> int:
    """Return the squared Euclidean distance in tiles, for comparisons without a root."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def steps_between(a: Point, b: Point) -> int:
    """Return the number of steps from a to b on open ground, diagonals allowed (Chebyshev distance)."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(dy, dx)


def direction(a: Point, b: Point) -> Point:
    """Return the step of one tile from a toward b, (0, 0) when they are the same tile."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))


@cache
def offsets(dx: int, dy: int) -> tuple[Point, ...]:
    """Return Bresenham's line from (0, 0) to (dx, dy), both ends included."""
    step_x, step_y = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    width, height = abs(dx), abs(dy)
    error, x, y = width - height, 0, 0
    cells = [(0, 0)]
    while (x, y) != (dx, dy):
        doubled = 2 * error
        if doubled > -height:
            error -= height
            x += step_x
        if doubled < width:
            error += width
            y += step_y
        cells.append((x, y))
    return tuple(cells)


def line(a: Point, b: Point) -> list[Point]:
    """Return the tiles of the line from a to b, both included (Bresenham 1965)."""
    x, y = a
    return [(x + dx, y + dy) for dx, dy in offsets(b[0] - x, b[1] - y)]


def ray(a: Point, b: Point, steps: int) -> Iterator[tuple[Point, Point]]:
    """Yield pairs of tiles along a straight line from a through b and beyond: `steps` pairs, a itself left out.

    A pair is the same tile twice, or the two tiles that the line passes exactly between: anyone who sees b from a sees
    past one of them. The first tiles of the pairs form Bresenham's line.
    """
    (x, y), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    there, back = offsets(dx, dy), offsets(-dx, -dy)
    length = len(there) - 1  # beyond b the pattern of the line repeats
    for step in range(1, steps + 1 if length else 1):
        times, place = divmod(step, length)
        left, top = x + times * dx, y + times * dy
        one, other = there[place], back[length - place]
        yield (left + one[0], top + one[1]), (left + dx + other[0], top + dy + other[1])


@cache
def disc(radius: int) -> tuple[Point, ...]:
    """Return the offsets of all tiles within `radius` of (0, 0), nearest first."""
    reach = range(-radius, radius + 1)
    cells = [(x, y) for x in reach for y in reach if x * x + y * y <= radius * radius]
    return tuple(sorted(cells, key=lambda cell: (cell[0] ** 2 + cell[1] ** 2, cell)))


COMPASS: dict[Point, tuple[str, str]] = {
    (0, -1): ("north", "N"),
    (1, -1): ("north-east", "NE"),
    (1, 0): ("east", "E"),
    (1, 1): ("south-east", "SE"),
    (0, 1): ("south", "S"),
    (-1, 1): ("south-west", "SW"),
    (-1, 0): ("west", "W"),
    (-1, -1): ("north-west", "NW"),
}
"""The eight directions in full and abbreviated; y increases southward."""
UNDERFOOT = "underfoot"


def told_apart(here: Point, points: Mapping[int, Point]) -> dict[int, str]:
    """Return for each of several namesakes, by id, the shortest words on where it stands that fit no other of them.

    Args:
        here: the player's tile.
        points: the tiles of all creatures in view that share a name, by id.

    Returns:
        The direction ("SW"), or the offset if several stand there ("3 W 2 S", "3 SW"): not the distance in steps, since
        ranges are measured otherwise. Empty for a creature without a namesake.
    """
    if len(points) < 2:
        return dict.fromkeys(points, "")
    return {
        entity: _shortest(here, point, [other for each, other in points.items() if each != entity])
        for entity, point in points.items()
    }


def _shortest(here: Point, point: Point, others: Collection[Point]) -> str:
    """Return the shortest words on a tile that fit none of the other tiles."""
    words = bearing(here, point)
    is_alone = all(bearing(here, other) != words for other in others)
    return words if is_alone else exactly_where(here, point)


def bearing(here: Point, there: Point) -> str:
    """Return the nearest of the eight directions, abbreviated: "NE"."""
    return UNDERFOOT if there == here else COMPASS[_octant(here, there)][1]


def whereabouts(here: Point, there: Point) -> str:
    """Return a tile's distance in steps and its direction: "3 NE"."""
    return UNDERFOOT if there == here else f"{steps_between(here, there)} {bearing(here, there)}"


def exactly_where(here: Point, there: Point) -> str:
    """Return words that fit no other tile: "3 NE", "4 E 2 S"."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    if not dx or not dy or abs(dx) == abs(dy):
        return whereabouts(here, there)
    return f"{abs(dx)} {'E' if dx > 0 else 'W'} {abs(dy)} {'S' if dy > 0 else 'N'}"


def _octant(here: Point, there: Point) -> Point:
    """Return the nearest of the eight directions, as a step."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    return (
        ((dx > 0) - (dx < 0)) * (2 * abs(dx) >= abs(dy)),
        ((dy > 0) - (dy < 0)) * (2 * abs(dy) >= abs(dx)),
    )
