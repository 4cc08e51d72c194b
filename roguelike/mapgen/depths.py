"""Which kind of level each depth is. Names and order follow the source game's world; below it, chance builds."""

from roguelike.core.rng import Stream
from roguelike.mapgen.chain import Chain, Population, Step
from roguelike.mapgen.metas.corridors import DoglegCorridors, NearestCorridors, WanderingCorridors
from roguelike.mapgen.metas.culling import CullUnreachable, KeepLargest
from roguelike.mapgen.metas.decoration import DecorateCave, Overgrow, Pools
from roguelike.mapgen.metas.doors import Doors
from roguelike.mapgen.metas.ends import AreaExit, AreaStart, DistantExit, RoomStart
from roguelike.mapgen.metas.joining import Halves, JoinParts
from roguelike.mapgen.metas.lair import Lair
from roguelike.mapgen.metas.prefabs import Section, Vaults
from roguelike.mapgen.metas.rooms import DrawRooms, ExplodeRooms, SortRooms
from roguelike.mapgen.metas.spawning import AreaSpawning, Guarantee
from roguelike.mapgen.metas.townsfolk import Townsfolk
from roguelike.mapgen.metas.ways import Brook, Road
from roguelike.mapgen.random_chains import random_chain
from roguelike.mapgen.starters.aggregation import CENTRAL_ATTRACTOR, INSECTOID
from roguelike.mapgen.starters.binary_partition import PartitionedInterior, PartitionedRooms
from roguelike.mapgen.starters.cellular import CellularCaves
from roguelike.mapgen.starters.drunkard import WINDING_PASSAGES
from roguelike.mapgen.starters.scattered_rooms import ScatteredRooms
from roguelike.mapgen.starters.town import Town
from roguelike.world.terrain import Tile

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
"""Ground that can always be made: also what is built on the rare seed on which another chain gives up."""

TOWN = Chain("The Town of Tidewick", "town", (Town(),), (Townsfolk(),))
WOODS = Chain(
    "Into the Woods",
    "forest",
    (
        CellularCaves(),
        JoinParts(),
        KeepLargest(),
        Overgrow(Tile.GRASS),
        AreaStart("left", "centre"),
        AreaExit("right", "centre"),
        Brook(),
        Road(),
    ),
    (AreaSpawning(), Guarantee("items", "Beginner's Magic", within=40)),
)
CAVERNS = Chain(
    "Limestone Caverns",
    "limestone",
    (
        WINDING_PASSAGES,
        JoinParts(),
        KeepLargest(),
        AreaStart("left", "centre"),
        DistantExit(),
        DecorateCave(),
    ),
    (AreaSpawning(),),
)
DEEP_CAVERNS = Chain(
    "Deep Limestone Caverns",
    "limestone",
    (
        CENTRAL_ATTRACTOR,
        KeepLargest(),
        DecorateCave(),
        Section("orc-camp"),
        JoinParts(),
        KeepLargest(),
        AreaStart("left", "top"),
        DistantExit(),
    ),
    (AreaSpawning(),),
)
UPPER_FORT = Chain(
    "Dwarf Fort - Upper Reaches",
    "limestone",
    (
        Halves(
            left=(CellularCaves(), KeepLargest(), DecorateCave()),
            right=(
                PartitionedRooms(),
                SortRooms("rightmost"),
                DrawRooms(),
                NearestCorridors(),
                ExplodeRooms(),
            ),
        ),
        JoinParts(),
        KeepLargest(),
        AreaStart("left", "centre"),
        AreaExit("right", "centre"),
        Doors(20),
    ),
    (AreaSpawning(),),
)
FORTRESS = Chain(
    "Dwarven Fortress",
    "default",
    (
        PartitionedRooms(),
        SortRooms("central"),
        DrawRooms(),
        WanderingCorridors(),
        INSECTOID,
        JoinParts(),
        KeepLargest(),
        AreaStart("left", "top"),
        AreaExit("right", "bottom"),
        Doors(),
        Vaults(),
    ),
    (AreaSpawning(), Lair("Black Dragon")),
)
THICKET: tuple[Step, ...] = (
    CellularCaves(),
    JoinParts(),
    KeepLargest(),
    Overgrow(Tile.GRASS),
    Pools(),
)
EASTERN_FORT: tuple[Step, ...] = (Section("underground-fort"), JoinParts(), KeepLargest())
ELVEN_POST: tuple[Step, ...] = (Section("dark-elf-post"), JoinParts(), KeepLargest())
"""Holds the way down."""
FROM_THE_EAST, TO_THE_WEST = AreaStart("right", "centre"), AreaExit("left", "centre")


def grove(*ground: Step) -> Chain:
    """Return a mushroom grove on this ground."""
    return Chain("Into the Mushroom Grove", "mushroom", ground, (AreaSpawning(),))


DARK_CITY = Chain(
    "Dark Elven City",
    "default",
    (
        PartitionedInterior(),
        JoinParts(),
        KeepLargest(),
        FROM_THE_EAST,
        TO_THE_WEST,
        Doors(50),
        Vaults(),
    ),
    (AreaSpawning(),),
)
BELOW = "The Unmapped Deep"

DEPTHS: dict[int, Chain] = {
    1: TOWN,
    2: WOODS,
    3: CAVERNS,
    4: DEEP_CAVERNS,
    5: UPPER_FORT,
    6: FORTRESS,
    7: grove(*THICKET, *EASTERN_FORT, FROM_THE_EAST, TO_THE_WEST),
    8: grove(*THICKET, FROM_THE_EAST, TO_THE_WEST, Vaults()),
    9: grove(*THICKET, *ELVEN_POST, FROM_THE_EAST),
    10: DARK_CITY,
}


def chain_for(depth: int, rng: Stream) -> Chain:
    """Return how a level of this depth is made; below the known ones it is drawn by lot."""
    chain = DEPTHS.get(depth) or random_chain(BELOW, rng)
    return chain._replace(life=(*chain.life, *provisions(depth)))


def provisions(depth: int) -> tuple[Population, ...]:
    """Return the food that is sure to lie somewhere: one find on each second level below the town."""
    return (Guarantee("items", FOOD),) if depth % 2 and depth > 1 else ()
