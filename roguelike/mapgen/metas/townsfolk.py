"""Puts the townsfolk and what they own into the town, as the data says: its section `town`.

A building's purpose depends on its index in the list of rooms, which `starters.town` sorts by size: the pub is the
largest. (The source game sorts them too, then reads the sorted list by the unsorted index.)
"""

from collections.abc import Mapping, Sequence

import numpy as np

from roguelike.components.places import Quarter, Quarters
from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.core.sight import points
from roguelike.mapgen.blueprint import Blueprint, Section, Spawn
from roguelike.mapgen.chain import SpawnTable
from roguelike.mapgen.rect import Rect
from roguelike.world.terrain import Tile

SIGN_TILES = 6
"""The most tiles that a sign may take up."""
MOST_VERMIN = 6
OUTDOORS: Mapping[Quarters, Sequence[Tile]] = {
    "piers": [Tile.BRIDGE],
    "streets": [Tile.ROAD, Tile.GRAVEL],
}
"""The ground of what is out of doors."""


def purposes(buildings: int, town: Sequence[Quarter]) -> list[Quarter]:
    """Return what each building is, the largest first; the smallest is the ruin, and hovels are all that are left."""
    own = [each for each in town if each.where == "building"]
    hovel, ruin = (
        next((each for each in town if each.where == where), Quarter(where, where))
        for where in ("hovel", "ruin")
    )
    return [*own, *[hovel] * (buildings - len(own) - 1), ruin]


class Townsfolk(Record):
    """Furnish and populate the buildings, the streets and the piers (source: a crowd on each tenth tile)."""

    def populate(self, plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
        """Add the spawns of buildings, streets and piers; a place with fewer buildings than the town stays empty."""
        buildings = purposes(len(plan.rooms), table.town)
        if len(plan.rooms) != len(buildings):
            return
        doors = [spawn.point for spawn in plan.spawns]
        kept_free = {tile for door in doors for tile in tiles_of(plan.around(door, 1))}
        for room, quarter in zip(plan.rooms, buildings, strict=True):
            furnish(plan, room, quarter, kept_free, rng)
            if quarter.sign is not None:
                hang_sign(plan, room, quarter.sign, doors)
        for quarter in table.town:
            if quarter.where in OUTDOORS:
                scatter(plan, OUTDOORS[quarter.where], quarter, rng)


def furnish(
    plan: Blueprint, room: Rect, quarter: Quarter, kept_free: set[Point], rng: Stream
) -> None:
    """Put furniture along a building's walls and people inside; the `kept_free` tiles near doors stay empty."""
    taken = kept_free | {plan.start}
    free = [point for point in tiles_of(room) if point not in taken]
    rng.shuffle(free)
    core = room.grown(-1)
    free.sort(key=core.holds)  # along the walls first
    for name in quarter.furniture:
        put(plan, "props", name, free, 0)
    for name in quarter.people:
        plan.peaceful.add(name)
        put(plan, "mobs", name, free, -1)
    if quarter.vermin is not None:
        rng.shuffle(free)
        for _ in range(min(MOST_VERMIN, max(2, room.area // 2))):
            put(plan, "mobs", quarter.vermin, free, -1)


def hang_sign(plan: Blueprint, room: Rect, name: str, doors: list[Point]) -> None:
    """Hang a sign outside along the wall with the door, where there is enough ground to read it against.

    It hangs next to the door, or else across the lane, over the path to the door or along another part of the wall.
    """
    x, y = next(point for point in doors if room.grown(1).holds(point))
    out = 1 if y > room.bottom else -1
    taken = plan.taken()
    beside = [(first, 1, {Tile.GRAVEL}) for first in (x + 1, x - SIGN_TILES)]
    near = [
        (first, away, {Tile.GRAVEL, Tile.ROAD}) for away in (1, 2, 3) for first in nearest_to(x)
    ]
    for first, away, grounds in (*beside, *near):
        tiles = [(column, y + away * out) for column in range(first, first + SIGN_TILES)]
        if all(is_read(plan, tile, grounds) and tile not in taken for tile in tiles):
            plan.spawns.append(Spawn("props", name, tiles[0]))
            return


def nearest_to(x: int) -> list[int]:
    """Return possible first columns of a sign around a door at x, those that centre it on the door first."""
    return sorted(range(x - SIGN_TILES, x + 2), key=lambda first: abs(first + SIGN_TILES // 2 - x))


def is_read(plan: Blueprint, tile: Point, grounds: set[Tile]) -> bool:
    """Return whether a tile is one of these kinds of ground, against which words can be read."""
    return plan.interior.holds(tile) and plan.tiles[tile] in grounds


def put(plan: Blueprint, section: Section, name: str, free: list[Point], place: int) -> None:
    """Put a thing on one of the free tiles, if any is left."""
    if free:
        plan.spawns.append(Spawn(section, name, free.pop(place)))


def tiles_of(room: Rect) -> list[Point]:
    """List a room's tiles, sorted by x, then y."""
    return [
        (x, y) for x in range(room.left, room.right + 1) for y in range(room.top, room.bottom + 1)
    ]


def scatter(plan: Blueprint, ground: Sequence[Tile], quarter: Quarter, rng: Stream) -> None:
    """Scatter the people of a quarter over some kinds of ground."""
    taken = plan.taken()
    free = [point for point in points(np.isin(plan.tiles, ground)) if point not in taken]
    rng.shuffle(free)
    plan.peaceful.update(quarter.people)
    for point in free[: quarter.strollers] if quarter.people else ():
        plan.spawns.append(Spawn("mobs", rng.choice(quarter.people), point))
