"""The town, where a game begins; in its own module so that the first frame does not wait for other levels' builders.

Sea and piers in the west, a walled town in the east, a gate on either side and a street between them.

Buildings are placed largest first, each at a random one of all places where it fits, so that no try is wasted; their
purposes depend on their order by size: the largest is the pub, where the game begins.

    ~~~===..#######################
    ~~~~~...# ###D#   ####        #     The street runs from gate to gate. Doors face the street;
    ~~=====.# #   #   #  #  ###D# ##    a road leads from each to it.
    ~~~.....= = = = = = = = = = = =>
    ~~~~====# ##D##  ###D#  ##D## ##

The townsfolk and what they own are as the data says: its section `town`. (The source game sorts the rooms too, then
reads the sorted list by the unsorted index.)
"""

from collections.abc import Mapping, Sequence
from math import sin

import numpy as np

from roguelike.components.places import Quarter, Quarters
from roguelike.core import paths, sight
from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Section, Spawn
from roguelike.mapgen.chain import Chain, UnfitError
from roguelike.mapgen.metas.rooms import glaze
from roguelike.mapgen.reach import downhill, drawn, rings, roomy
from roguelike.mapgen.rect import Rect
from roguelike.world.spawn_table import SpawnTable
from roguelike.world.terrain import Tile

LEAST_SIDE_TILES = 5
"""The shortest side of a building in tiles, walls included."""
BEACH_TILES = 3
WINDOW_PERCENT = 45
"""The percentage of a building's outer walls that are windows, as far as they do not adjoin."""
STREET_TILES = 1
"""How far the street extends to either side of its middle."""


class Town(Record):
    """Build the town with this many buildings, or at least the `fewest` that it needs if there is no room."""

    buildings: int = 12
    fewest: int = 7

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Place sea, walls and street, then the buildings; UnfitError when there is no room for the fewest."""
        quay = plan.width * 3 // 8
        street = plan.height // 4 + rng.die(plan.height // 2)
        shore = lay_sea(plan, quay, rng)
        plan.snapshot()
        lay_walls(plan, quay, street)
        plan.tiles[shore[street] : quay, street - STREET_TILES : street + STREET_TILES + 1] = (
            Tile.ROAD
        )
        lay_piers(plan, shore, rng)
        plan.snapshot()
        self._raise_buildings(plan, street, rng)
        plan.leave_by((plan.width - 2, street))
        plan.enter_at(plan.rooms[0].centre)

    def _raise_buildings(self, plan: Blueprint, street: int, rng: Stream) -> None:
        """Place the buildings, list their interiors by size, the largest first, and add their doors."""
        wanted = [
            (LEAST_SIDE_TILES - 1 + rng.die(7), LEAST_SIDE_TILES - 1 + rng.die(6))
            for _ in range(self.buildings)
        ]
        for size in sorted(wanted, key=lambda size: -size[0] * size[1]):
            if house := find_lot(plan, size, rng):
                plan.tiles[house.slices] = Tile.WALL
                inside = house.grown(-1)
                plan.tiles[inside.slices] = Tile.WOOD_FLOOR
                plan.rooms.append(inside)
                plan.snapshot()
        if len(plan.rooms) < self.fewest:
            raise UnfitError("no room for a town")
        plan.rooms.sort(key=lambda room: -room.area)
        lay_paths(plan, [hang_door(plan, room, street, rng) for room in plan.rooms])
        glaze(plan, plan.rooms[:-1], WINDOW_PERCENT, rng)  # those of the ruin are boarded up


def lay_sea(plan: Blueprint, quay: int, rng: Stream) -> list[int]:
    """Place grass, and on it the sea with its beach; return for each row where the beach ends.

    The coast is a sine wave with a little noise, as in the source game, scaled to the map.
    """
    plan.tiles[plan.interior.slices] = Tile.GRASS
    phase = rng.below(100) / 100
    shore = []
    for y in range(plan.height):
        deep = int(quay / 4 * sin(phase + y / 10)) + quay * 4 // 9 + rng.die(3)
        deep = min(deep, quay - BEACH_TILES - 4)
        plan.tiles[: deep + 1, y] = Tile.DEEP_WATER
        if 0 < y < plan.height - 1:
            plan.tiles[deep + 1 : deep + 1 + BEACH_TILES, y] = Tile.SHALLOW_WATER
        shore.append(deep + 1 + BEACH_TILES)
    return shore


def lay_walls(plan: Blueprint, quay: int, street: int) -> None:
    """Wall the town in, open a gate to the docks and one to the way down, and pave the street between them."""
    inside = Rect(quay + 1, 1, plan.width - quay - 4, plan.height - 2)
    plan.tiles[quay:, :] = Tile.WALL
    plan.tiles[inside.slices] = Tile.GRAVEL
    gate = slice(street - STREET_TILES - 1, street + STREET_TILES + 2)
    plan.tiles[quay, gate] = Tile.ROAD
    plan.tiles[quay : plan.width - 1, street - STREET_TILES : street + STREET_TILES + 1] = Tile.ROAD


def lay_piers(plan: Blueprint, shore: list[int], rng: Stream) -> None:
    """Place seven to ten piers, fewer on a short coast, never on adjacent rows."""
    rows = list(range(2, plan.height - 2, 2))
    rng.shuffle(rows)
    for y in rows[: min(6 + rng.die(4), plan.height // 5)]:
        pier = plan.tiles[1 + rng.die(6) : shore[y] + 1, y]
        pier[pier != Tile.ROAD] = Tile.BRIDGE


def find_lot(plan: Blueprint, size: tuple[int, int], rng: Stream) -> Rect | None:
    """Return a random lot with a lane of one tile around it; a smaller one if there is none of that size."""
    free = paths.to_bits(plan.tiles == Tile.GRAVEL)
    width, height = size
    while True:
        lots = roomy(free, plan.width, width + 2, height + 2)
        if lot := drawn(lots, plan.width, plan.height, rng):
            return Rect(lot[0] + 1, lot[1] + 1, width, height)
        if (width, height) == (LEAST_SIDE_TILES, LEAST_SIDE_TILES):
            return None
        width, height = max(LEAST_SIDE_TILES, width - 1), max(LEAST_SIDE_TILES, height - 1)


def hang_door(plan: Blueprint, room: Rect, street: int, rng: Stream) -> Point:
    """Put a building's door in the wall that faces the street; return the doorstep."""
    x = rng.between(room.left, room.right)
    north = room.centre[1] < street
    y, doorstep = (room.bottom + 1, room.bottom + 2) if north else (room.top - 1, room.top - 2)
    plan.tiles[x, y] = Tile.WOOD_FLOOR
    plan.spawns.append(Spawn("props", "Door", (x, y)))
    return (x, doorstep)


def lay_paths(plan: Blueprint, doorsteps: list[Point]) -> None:
    """Pave the shortest path from each doorstep to the street."""
    roads = paths.to_bits(plan.tiles == Tile.ROAD)
    outside = paths.to_bits(np.isin(plan.tiles, (Tile.GRAVEL, Tile.ROAD)))
    ways = rings(outside, roads, plan.width)
    for doorstep in doorsteps:
        for point in downhill(ways, doorstep, plan.width):
            plan.tiles[point] = Tile.ROAD


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
    free = [point for point in sight.points(np.isin(plan.tiles, ground)) if point not in taken]
    rng.shuffle(free)
    plan.peaceful.update(quarter.people)
    for point in free[: quarter.strollers] if quarter.people else ():
        plan.spawns.append(Spawn("mobs", rng.choice(quarter.people), point))


TIDEWICK = Chain("The Town of Tidewick", "town", (Town(),), (Townsfolk(),))
