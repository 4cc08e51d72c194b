"""Where creatures stand, seen from the player: what tells two of one name apart."""

from collections.abc import Collection, Mapping

from roguelike.core.geometry import Point, steps_between

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
