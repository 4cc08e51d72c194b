"""The kind of level at each depth: its ground, its look, its light, and its landmarks.

The order follows the source game's world and what its design document promised; below the Abyss, levels are random.
Those follow the source's random builder: rooms or a shape, then how to order, draw, join, begin, end and fill them.
"""

from roguelike.components.looks import Theme
from roguelike.core.records import replace
from roguelike.core.rng import Stream
from roguelike.mapgen.chain import Chain, OneLife, OneOf, Population, Step
from roguelike.mapgen.metas import decoration, ends, population
from roguelike.mapgen.metas.joining import CullUnreachable, Halves, Hem, JoinParts, KeepLargest
from roguelike.mapgen.metas.prefabs import Scene, Section, Vaults
from roguelike.mapgen.metas.rooms import (
    ORDERS,
    DoglegCorridors,
    Doors,
    DrawRooms,
    ExplodeRooms,
    NearestCorridors,
    RoundCorners,
    SortRooms,
    StraightCorridors,
    WanderingCorridors,
    Windows,
)
from roguelike.mapgen.metas.wave_function_collapse import WaveFunctionCollapse
from roguelike.mapgen.starters import caves
from roguelike.mapgen.starters.city import Quarters, Streets
from roguelike.mapgen.starters.rooms import (
    Maze,
    PartitionedInterior,
    PartitionedRooms,
    ScatteredRooms,
)
from roguelike.mapgen.tidewick import TIDEWICK
from roguelike.world.terrain import Tile

SHAPES: tuple[Step, ...] = (
    caves.CellularCaves(),
    caves.OPEN_AREA,
    caves.OPEN_HALLS,
    caves.WINDING_PASSAGES,
    caves.FAT_PASSAGES,
    caves.FEARFUL_SYMMETRY,
    Maze(),
    caves.WALK_INWARDS,
    caves.WALK_OUTWARDS,
    caves.CENTRAL_ATTRACTOR,
    caves.INSECTOID,
    caves.HEAVY_EROSION,
    caves.VoronoiCells("euclid"),
    caves.VoronoiCells("manhattan"),
    caves.VoronoiCells("chebyshev"),
)
ROOM_STARTERS: tuple[Step, ...] = (ScatteredRooms(), PartitionedRooms(), PartitionedInterior())
ROOM_EXITS: tuple[Step, ...] = (ends.RoomExit(), ends.DistantExit())
ROOM_LIFE: tuple[Population, ...] = (
    population.RoomSpawning(),
    population.RoomSpawning(corridors=True),
    population.AreaSpawning(),
)
CORRIDORS: tuple[Step, ...] = (
    DoglegCorridors(),
    NearestCorridors(),
    StraightCorridors(),
    WanderingCorridors(),
)
FINISHES: tuple[tuple[Step, ...], ...] = ((ExplodeRooms(),), (RoundCorners(),), (), (), (), ())
"""One in six has the walls of its rooms eroded, one in six has rounded rooms."""
TRIMMINGS: tuple[tuple[Step, ...], ...] = (
    (),
    (decoration.DecorateCave(),),
    (decoration.Pools(),),
    (decoration.Overgrow(Tile.GRASS), decoration.Pools(40)),
    (decoration.Overgrow(Tile.GRAVEL),),
)
SHAPE_THEMES: tuple[Theme, ...] = ("default", "limestone", "mushroom", "abyss")
ROOM_THEMES: tuple[Theme, ...] = ("default", "dwarven", "city", "citadel")


def random_chain(name: str, rng: Stream) -> Chain:
    """Draw a random chain: rooms, a shape, or in one of five cases either of them rebuilt from its own pieces.

    (Source: one in three; but a patchwork looks the same whatever it is made from.) One in twelve is drawn by hand.
    """
    if rng.chance(8):
        return ruin_chain()
    if rng.chance(20):
        return patchwork_chain(name, rng)
    return rooms_chain(name, rng) if rng.chance(50) else shape_chain(name, rng)


def ruin_chain() -> Chain:
    """Return a level drawn by hand, with its inhabitants."""
    steps = (Section("sunken-abbey", needed=True), CullUnreachable(), Vaults(1))
    return Chain("The Sunken Abbey", "default", steps, (population.AreaSpawning(),))


def rooms_chain(name: str, rng: Stream) -> Chain:
    """Draw a level of rooms (source: one starter of three, five orders, four kinds of corridors, six finishes)."""
    starter = rng.choice(ROOM_STARTERS)
    steps: list[Step] = [starter]
    if not isinstance(starter, PartitionedInterior):
        steps += [SortRooms(rng.choice(ORDERS)), DrawRooms(), rng.choice(CORRIDORS)]
        steps += rng.choice(FINISHES)
    steps += [JoinParts(), KeepLargest(0.08), random_start(rng, rooms=True)]
    steps += [rng.choice(ROOM_EXITS), Doors(), Vaults()]
    return Chain(name, rng.choice(ROOM_THEMES), tuple(steps), (rng.choice(ROOM_LIFE),))


def shape_chain(name: str, rng: Stream) -> Chain:
    """Draw a level with one of fifteen shapes."""
    steps = (
        rng.choice(SHAPES),
        JoinParts(),
        KeepLargest(),
        *rng.choice(TRIMMINGS),
        random_start(rng),
        ends.DistantExit(),
        Vaults(),
    )
    return Chain(name, rng.choice(SHAPE_THEMES), steps, (population.AreaSpawning(),))


def patchwork_chain(name: str, rng: Stream) -> Chain:
    """Draw a level rebuilt from pieces of rooms or of a shape."""
    halls = (PartitionedRooms(), DrawRooms(), NearestCorridors())
    steps = (
        *rng.choice(((rng.choice(SHAPES),), halls)),
        WaveFunctionCollapse(),
        JoinParts(),
        KeepLargest(),
        random_start(rng),
        ends.DistantExit(),
        Vaults(),
    )
    return Chain(name, rng.choice(SHAPE_THEMES), steps, (population.AreaSpawning(),))


def random_start(rng: Stream, *, rooms: bool = False) -> Step:
    """Draw where a level begins: the first room, or one of nine parts of the map."""
    if rooms and rng.chance(50):
        return ends.RoomStart()
    return ends.AreaStart(rng.choice(ends.ACROSS), rng.choice(ends.DOWN))


FOOD = "Rations"
RATIONS, USUAL_RATIONS = dict.fromkeys((1, 2, 4, 6, 8, 10, 12, 14), 0), 1
"""Guaranteed meals on a level, by depth. One lasts 1,500 turns, and two levels take about as long, rest included; in
the woods and galleries players also eat game."""
AMULET = "Amulet of Yala"
GUARDIAN = "The Keeper of the Last Door"

CORNERS: tuple[ends.Side, ...] = (
    ("left", "top"),
    ("left", "bottom"),
    ("right", "top"),
    ("right", "bottom"),
)
CAMPS: tuple[ends.Side, ...] = (
    ("centre", "centre"),
    ("left", "centre"),
    ("right", "centre"),
    ("centre", "top"),
    ("centre", "bottom"),
)
"""Possible places of the orcs' fire."""
THROAT_ENDS: tuple[tuple[ends.Side, ends.Side], ...] = (
    (("centre", "top"), ("centre", "bottom")),
    (("left", "top"), ("right", "bottom")),
    (("left", "bottom"), ("right", "top")),
    (("left", "centre"), ("right", "centre")),
)

ROOMS: tuple[Step, ...] = (
    ScatteredRooms(),
    SortRooms("leftmost"),
    DrawRooms(),
    DoglegCorridors(),
    ends.RoomStart(),
    CullUnreachable(),
    ends.DistantExit(),
    Doors(),
)
"""Ground that can always be made; also used for the rare seed for which another chain fails."""

BRUSHWOOD = caves.CellularCaves(passes=5)
"""Smoothed less than a cave: trees stand in the open too, and hide a part of what daylight or lit caps would show."""
WOODS = Chain(
    "The Crooked Wood",
    "forest",
    (
        BRUSHWOOD,
        Hem(86, 84),
        JoinParts(),
        KeepLargest(),
        decoration.Overgrow(Tile.GRASS),
        ends.AreaStart("left", "centre"),
        ends.AreaExit("right", "centre"),
        decoration.Brook(),
        decoration.Road(),
        Vaults(2),
    ),
    (population.AreaSpawning(),),
)
CAVERNS = Chain(
    "The Dripping Galleries",
    "limestone",
    (
        caves.WINDING_PASSAGES,
        decoration.Hall("left", "centre", 17, 13, round=True),
        JoinParts(),
        KeepLargest(),
        ends.AreaStart("left", "centre"),
        ends.DistantExit(),
        decoration.DecorateCave(),
        Vaults(2),
    ),
    (population.AreaSpawning(),),
    lit=False,
)
TROLL, GOLEM, CRAB = (
    population.Guarantee("mobs", name) for name in ("Gallery Troll", "Dripstone Golem", "Ore Crab")
)
SLEEPERS = (OneLife((TROLL, GOLEM)), OneLife((CRAB, CRAB, GOLEM)))
"""One or two great beasts sleep in the deep galleries: players who do not know the trick walk around them."""
DEEP_CAVERNS = Chain(
    "The Deep Galleries",
    "limestone",
    (
        OneOf(((caves.CENTRAL_ATTRACTOR,), (caves.WALK_OUTWARDS,), (caves.INSECTOID,))),
        KeepLargest(),
        decoration.DecorateCave(),
        Section("orc-camp", places=CAMPS, turned=True),
        JoinParts(),
        KeepLargest(),
        ends.AnyStart(CORNERS),
        ends.DistantExit(),
        Vaults(2),
    ),
    (population.AreaSpawning(), *SLEEPERS),
    lit=False,
)
UPPER_FORT = Chain(
    "Hammerfall, the Broken Gate",
    "limestone",
    (
        Halves(
            left=(caves.CellularCaves(), KeepLargest(), decoration.DecorateCave()),
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
        ends.AreaStart("left", "centre"),
        ends.AreaExit("right", "centre"),
        Doors(20),
        Vaults(2),
    ),
    (population.AreaSpawning(), decoration.Furnish("dwarven")),
    lit=False,
    beyond=(50, "dwarven"),
)
FORTRESS = Chain(
    "The Halls of Hammerfall",
    "dwarven",
    (
        PartitionedRooms(),
        SortRooms("central"),
        DrawRooms(),
        WanderingCorridors(),
        replace(caves.INSECTOID, floor_share=0.14),
        decoration.Hall("left", "top", 24, 13),
        JoinParts(),
        KeepLargest(),
        ends.AreaStart("left", "top"),
        ends.AreaExit("right", "bottom"),
        Doors(),
        Scene("scene-forge", off_middle=24),
        Vaults(),
    ),
    (
        population.AreaSpawning(),
        population.Lair("Black Dragon", quiet=14),
        decoration.Furnish("dwarven"),
    ),
    lit=False,
)
UNDERGROWTH: tuple[Step, ...] = (
    JoinParts(),
    KeepLargest(),
    decoration.Overgrow(Tile.GRASS),
    decoration.Pools(),
)
THICKET: tuple[Step, ...] = (BRUSHWOOD, Hem(88, 80), *UNDERGROWTH)
PATCHWORK: tuple[Step, ...] = (
    caves.CellularCaves(),
    WaveFunctionCollapse(),
    Hem(86, 80),
    *UNDERGROWTH,
)
TRAILS: tuple[Step, ...] = (caves.FAT_PASSAGES, *UNDERGROWTH)
EASTERN_FORT: tuple[Step, ...] = (Section("underground-fort"), JoinParts(), KeepLargest())
FAIRY_RING: tuple[Step, ...] = (Section("fairy-ring"), JoinParts(), KeepLargest())
FORD = Section(
    "scene-ford",
    places=(("left", "top"), ("left", "bottom"), ("centre", "top"), ("centre", "bottom")),
    turned=True,
)
"""Two clans hold its two banks."""
ELVEN_POST: tuple[Step, ...] = (
    Section("dark-elf-post", needed=True),
    FORD,
    JoinParts(),
    KeepLargest(),
)
"""It holds the way down."""
FROM_THE_EAST, TO_THE_WEST = ends.AreaStart("right", "centre"), ends.AreaExit("left", "centre")


def grove(name: str, *ground: Step) -> Chain:
    """Return a mushroom grove on this ground."""
    return Chain(name, "mushroom", ground, (population.AreaSpawning(),), lit=False)


FORT_GROVE = grove(
    "The Grove Below the Towers", *THICKET, *EASTERN_FORT, FROM_THE_EAST, TO_THE_WEST, Vaults()
)
LOWER_CITY = Chain(
    "Vel Ashar, the Lower Wards",
    "city",
    (
        Streets(),
        Quarters(("city-market", "city-arena", "city-hideout")),
        JoinParts(),
        KeepLargest(),
        FROM_THE_EAST,
        TO_THE_WEST,
        Windows(),
        Doors(80),
        Vaults(),
    ),
    (population.AreaSpawning(), decoration.Furnish("elven")),
    lit=False,
)
PLAZA = Chain(
    "Vel Ashar, the Square of Lanterns",
    "city",
    (
        Streets(),
        decoration.Plaza(),
        Quarters(("city-temple",), corners=True),
        JoinParts(),
        KeepLargest(),
        FROM_THE_EAST,
        TO_THE_WEST,
        Windows(),
        Doors(80),
        Vaults(2),
    ),
    (population.AreaSpawning(), decoration.Furnish("elven")),
)
CITADEL = Chain(
    "The Citadel of the Last Door",
    "citadel",
    (
        caves.OPEN_AREA,
        decoration.Overgrow(Tile.GRAVEL),
        Section("citadel", needed=True, others=("citadel-isles",), turned=True),
        JoinParts(),
        KeepLargest(),
        ends.AnyStart(CORNERS),
        Vaults(2),
    ),
    (population.AreaSpawning(),),
    lit=False,
)
"""The portal down is in the keep."""


def abyss(name: str, *ground: Step, life: tuple[Population, ...] = ()) -> Chain:
    """Return a level of the Abyss on this ground."""
    return Chain(name, "abyss", ground, (population.AreaSpawning(), *life), lit=False)


RIM = abyss(
    "The Rim of the Abyss",
    caves.OPEN_HALLS,
    JoinParts(),
    KeepLargest(),
    decoration.Pools(47, 4),
    ends.AreaStart("left", "bottom"),
    ends.AreaExit("right", "top"),
    decoration.Road(),
    Vaults(3),
)
THROAT = abyss(
    "The Throat of the Abyss",
    caves.VoronoiCells("chebyshev", 80),
    Hem(84, 84),
    JoinParts(8),
    KeepLargest(),
    decoration.Overgrow(Tile.GRAVEL),
    decoration.Pools(41),
    ends.Crossing(THROAT_ENDS),
    Scene("scene-clerk"),
    Vaults(3),
)
HEART = abyss(
    "The Heart of the Abyss",
    caves.FEARFUL_SYMMETRY,
    Section("shrine"),
    JoinParts(),
    KeepLargest(),
    ends.AreaStart("left", "centre"),
    ends.DistantExit(),
    Vaults(2),
    life=(population.Centrepiece("items", AMULET), population.Lair(GUARDIAN, quiet=9)),
)
BELOW = "The Unmapped Deep"

DEPTHS: dict[int, Chain] = {
    1: TIDEWICK,
    2: WOODS,
    3: CAVERNS,
    4: DEEP_CAVERNS,
    5: UPPER_FORT,
    6: FORTRESS,
    7: FORT_GROVE._replace(beyond=(80, "dwarven")),
    8: grove("The Ringed Grove", *PATCHWORK, *FAIRY_RING, FROM_THE_EAST, TO_THE_WEST, Vaults()),
    9: grove("The Silent Grove", *TRAILS, *ELVEN_POST, FROM_THE_EAST, Vaults(2)),
    10: LOWER_CITY,
    11: PLAZA,
    12: CITADEL,
    13: RIM,
    14: THROAT,
    15: HEART,
}


def chain_for(depth: int, rng: Stream) -> Chain:
    """Return the chain for a level of this depth; below the known depths it is random."""
    chain = DEPTHS.get(depth) or random_chain(BELOW, rng)._replace(lit=False)
    return chain._replace(life=(*chain.life, *provisions(depth)))


def provisions(depth: int) -> tuple[Population, ...]:
    """Return the guaranteed food of a level: what exploring it takes, and some more."""
    rations = RATIONS.get(depth, USUAL_RATIONS)
    return (population.Guarantee("items", FOOD, count=rations),) if rations else ()
