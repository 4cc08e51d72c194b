"""Ways from room to room. Each corridor is remembered as the tiles that it dug, for doors and for spawning."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from roguelike.core.geometry import Point
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint


def elbow(a: Point, b: Point, *, across_first: bool) -> list[Point]:
    """Return the tiles of a way with one bend from a to b, both included."""
    corner = (b[0], a[1]) if across_first else (a[0], b[1])
    return [*straight(a, corner), *straight(corner, b)[1:]]


def straight(a: Point, b: Point) -> list[Point]:
    """Return the tiles from a to b, both included, of which one lies straight across or down from the other."""
    (x, y), (to_x, to_y) = a, b
    step_x, step_y = (1 if to_x >= x else -1), (1 if to_y >= y else -1)
    if y == to_y:
        return [(along, y) for along in range(x, to_x + step_x, step_x)]
    return [(x, along) for along in range(y, to_y + step_y, step_y)]


def dig_corridor(plan: Blueprint, way: Iterable[Point]) -> None:
    """Dig a way and remember what had to be dug."""
    if dug := plan.dig(way):
        plan.corridors.append(dug)


@dataclass(frozen=True, slots=True)
class DoglegCorridors:
    """Join each room's centre to that of the room before it with one bend, either way round."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig the corridors."""
        for before, room in pairwise(plan.rooms):
            way = elbow(before.centre, room.centre, across_first=rng.chance(50))
            dig_corridor(plan, way)
            plan.snapshot()
