"""Who lives in the town and what they own.

A building's purpose depends on its index in the list of rooms, which `starters.town` sorts by size: the pub is the
largest. (The source game sorts them too, then reads the sorted list by the unsorted index.)
"""

import numpy as np

from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.core.sight import points
from roguelike.mapgen.blueprint import Blueprint, Section, Spawn
from roguelike.mapgen.chain import SpawnTable
from roguelike.mapgen.rect import Rect
from roguelike.world.terrain import Tile


class Purpose(Record):
    """A building's purpose: its people and its furniture, the most important first."""

    people: tuple[str, ...] = ()
    furniture: tuple[str, ...] = ()
    sign: str = ""
    """The sign that hangs outside, next to the door."""


PUB = Purpose(
    ("Barkeep", "Shady Salesman", "Patron", "Patron"),
    ("Keg", "Table", "Chair", "Table", "Chair", "Keg", "Candle"),
    "Pub Sign",
)
TEMPLE = Purpose(
    ("Priest", "Parishioner", "Parishioner"),
    ("Altar", "Candle", "Candle", "Chair", "Chair"),
    "Temple Sign",
)
SMITHY = Purpose(
    ("Blacksmith",), ("Anvil", "Water Trough", "Weapon Rack", "Armor Stand"), "Smithy Sign"
)
CLOTHIER = Purpose(("Clothier",), ("Loom", "Hide Rack", "Table", "Cabinet"), "Clothier's Sign")
ALCHEMIST = Purpose(
    ("Alchemist",), ("Chemistry Set", "Dead Thing", "Table", "Chair"), "Alchemist's Sign"
)
HOME = Purpose(("Mom",), ("Bed", "Cabinet", "Table", "Chair"))
HOVEL = Purpose(("Peasant",), ("Bed", "Table", "Chair"))
ABANDONED = Purpose((), ("Bed", "Dead Thing"))
BY_SIZE = (PUB, TEMPLE, SMITHY, CLOTHIER, ALCHEMIST, HOME)

SIGN_TILES = 6
"""The most tiles that a sign may take up."""
VERMIN = "Rat"
MOST_VERMIN = 6
ON_THE_PIERS = ("Fisher", "Dock Worker", "Wannabe Pirate")
IN_THE_STREETS = ("Peasant", "Drunk", "Dock Worker", "Fisher")
PEACEFUL = frozenset(
    (*ON_THE_PIERS, *IN_THE_STREETS, *(who for purpose in BY_SIZE for who in purpose.people))
)
"""Creatures that may stand near the start."""


def purposes(buildings: int) -> list[Purpose]:
    """Return the purpose of each building, the largest first; the smallest is empty."""
    hovels = buildings - len(BY_SIZE) - 1
    return [*BY_SIZE, *[HOVEL] * hovels, ABANDONED]


class Townsfolk(Record):
    """Furnish and populate the buildings, the streets and the piers (source: a crowd on each tenth tile)."""

    strollers: int = 12
    dockers: int = 6

    def populate(self, plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
        """Add the spawns of buildings, streets and piers."""
        if len(plan.rooms) <= len(BY_SIZE):
            return
        doors = [spawn.point for spawn in plan.spawns]
        kept_free = {tile for door in doors for tile in tiles_of(plan.around(door, 1))}
        for room, purpose in zip(plan.rooms, purposes(len(plan.rooms)), strict=True):
            furnish(plan, room, purpose, kept_free, rng)
            if purpose.sign:
                hang_sign(plan, room, purpose.sign, doors)
        scatter(plan, [Tile.BRIDGE], ON_THE_PIERS, self.dockers, rng)
        scatter(plan, [Tile.ROAD, Tile.GRAVEL], IN_THE_STREETS, self.strollers, rng)


def furnish(
    plan: Blueprint, room: Rect, purpose: Purpose, kept_free: set[Point], rng: Stream
) -> None:
    """Put furniture along a building's walls and people inside; the `kept_free` tiles near doors stay empty."""
    taken = kept_free | {plan.start}
    free = [point for point in tiles_of(room) if point not in taken]
    rng.shuffle(free)
    core = room.grown(-1)
    free.sort(key=core.holds)  # along the walls first
    for name in purpose.furniture:
        put(plan, "props", name, free, 0)
    for name in purpose.people:
        put(plan, "mobs", name, free, -1)
    if purpose is ABANDONED:
        rng.shuffle(free)
        for _ in range(min(MOST_VERMIN, max(2, room.area // 2))):
            put(plan, "mobs", VERMIN, free, -1)


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


def scatter(
    plan: Blueprint, ground: list[Tile], names: tuple[str, ...], count: int, rng: Stream
) -> None:
    """Scatter this many people over some kinds of ground."""
    taken = plan.taken()
    free = [point for point in points(np.isin(plan.tiles, ground)) if point not in taken]
    rng.shuffle(free)
    for point in free[:count]:
        plan.spawns.append(Spawn("mobs", rng.choice(names), point))
