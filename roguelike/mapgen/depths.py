"""Which kind of level each depth is. Names and order follow the source game's world."""

from roguelike.mapgen.chain import Chain, Population, Step
from roguelike.mapgen.metas.corridors import DoglegCorridors
from roguelike.mapgen.metas.culling import CullUnreachable, KeepLargest
from roguelike.mapgen.metas.doors import Doors
from roguelike.mapgen.metas.ends import AreaExit, AreaStart, DistantExit, RoomStart
from roguelike.mapgen.metas.rooms import DrawRooms, SortRooms
from roguelike.mapgen.metas.spawning import AreaSpawning, Guarantee, RoomSpawning
from roguelike.mapgen.starters.cellular import CellularCaves
from roguelike.mapgen.starters.scattered_rooms import ScatteredRooms

FOOD = "Rations"

ROOMS: tuple[Step, ...] = (
    ScatteredRooms(),
    SortRooms("leftmost"),
    DrawRooms(),
    DoglegCorridors(),
    RoomStart(),
    CullUnreachable(),
    DistantExit(),
    Doors(),
)
CAVES: tuple[Step, ...] = (
    CellularCaves(),
    KeepLargest(),
    AreaStart("left", "centre"),
    DistantExit(),
)

CELLARS = Chain(
    "The Old Cellars",
    "default",
    ROOMS,
    (RoomSpawning(), Guarantee("items", "Beginner's Magic", within=40)),
)
WOODS = Chain(
    "Into the Woods",
    "forest",
    (CellularCaves(), KeepLargest(), AreaStart("left", "centre"), AreaExit("right", "centre")),
    (AreaSpawning(),),
)
CAVERNS = Chain("Limestone Caverns", "limestone", CAVES, (AreaSpawning(),))
DEEP_CAVERNS = Chain("Deep Limestone Caverns", "limestone", CAVES, (AreaSpawning(),))
UPPER_FORT = Chain("Dwarf Fort - Upper Reaches", "default", ROOMS, (RoomSpawning(),))
FORTRESS = Chain("Dwarven Fortress", "default", ROOMS, (RoomSpawning(),))
GROVE = Chain("Into the Mushroom Grove", "mushroom", CAVES, (AreaSpawning(),))
DARK_CITY = Chain("Dark Elven City", "default", ROOMS, (RoomSpawning(),))
UNKNOWN = Chain("The Unmapped Deep", "default", CAVES, (AreaSpawning(),))

DEPTHS: dict[int, Chain] = {
    1: CELLARS,
    2: WOODS,
    3: CAVERNS,
    4: DEEP_CAVERNS,
    5: UPPER_FORT,
    6: FORTRESS,
    7: GROVE,
    8: GROVE,
    9: GROVE,
    10: DARK_CITY,
}
FALLBACK = ROOMS
"""Ground that can always be made, for the rare seed on which a chain gives up."""


def chain_for(depth: int) -> Chain:
    """Return how a level of this depth is made."""
    chain = DEPTHS.get(depth, UNKNOWN)
    return chain._replace(life=(*chain.life, *provisions(depth)))


def provisions(depth: int) -> tuple[Population, ...]:
    """Return the food that is sure to lie somewhere: one find on each second level."""
    return (Guarantee("items", FOOD),) if depth % 2 else ()
