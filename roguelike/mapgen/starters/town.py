"""The town: sea and piers in the west, a walled town in the east, a gate on either side and a street between them.

Buildings are placed largest first, each at a random one of all places where it fits, so that no try is wasted; their
purposes depend on their order by size: the largest is the pub, where the game begins.

    ~~~===..#######################
    ~~~~~...# ###D#   ####        #     The street runs from gate to gate. Doors face the street;
    ~~=====.# #   #   #  #  ###D# ##    a road leads from each to it.
    ~~~.....= = = = = = = = = = = =>
    ~~~~====# ##D##  ###D#  ##D## ##
"""

from math import sin

import numpy as np

from roguelike.core.geometry import Point
from roguelike.core.paths import to_bits
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Spawn
from roguelike.mapgen.chain import UnfitError
from roguelike.mapgen.neighbours import roomy
from roguelike.mapgen.reach import downhill, drawn, rings
from roguelike.mapgen.rect import Rect
from roguelike.world.terrain import Tile

LEAST_SIDE_TILES = 5
"""The shortest side of a building in tiles, walls included."""
BEACH_TILES = 3
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
    free = to_bits(plan.tiles == Tile.GRAVEL)
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
    roads = to_bits(plan.tiles == Tile.ROAD)
    outside = to_bits(np.isin(plan.tiles, (Tile.GRAVEL, Tile.ROAD)))
    ways = rings(outside, roads, plan.width)
    for doorstep in doorsteps:
        for point in downhill(ways, doorstep, plan.width):
            plan.tiles[point] = Tile.ROAD
