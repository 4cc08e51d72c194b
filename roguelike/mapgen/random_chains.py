"""Random levels: a randomly drawn chain of builders for every depth below the known ones.

Follows the source's random builder: rooms or a shape, then how to order, draw, join, begin, end and fill them.
"""

from roguelike.components.looks import Theme
from roguelike.core.rng import Stream
from roguelike.mapgen.chain import Chain, Population, Step
from roguelike.mapgen.metas.decoration import DecorateCave, Overgrow, Pools
from roguelike.mapgen.metas.doors import Doors
from roguelike.mapgen.metas.ends import (
    ACROSS,
    DOWN,
    AreaStart,
    DistantExit,
    RoomExit,
    RoomStart,
)
from roguelike.mapgen.metas.joining import CullUnreachable, JoinParts, KeepLargest
from roguelike.mapgen.metas.population import AreaSpawning, RoomSpawning
from roguelike.mapgen.metas.prefabs import Section, Vaults
from roguelike.mapgen.metas.rooms import (
    ORDERS,
    DoglegCorridors,
    DrawRooms,
    ExplodeRooms,
    NearestCorridors,
    RoundCorners,
    SortRooms,
    StraightCorridors,
    WanderingCorridors,
)
from roguelike.mapgen.metas.wave_function_collapse import WaveFunctionCollapse
from roguelike.mapgen.starters import caves
from roguelike.mapgen.starters.caves import CellularCaves, VoronoiCells
from roguelike.mapgen.starters.rooms import (
    Maze,
    PartitionedInterior,
    PartitionedRooms,
    ScatteredRooms,
)
from roguelike.world.terrain import Tile

SHAPES: tuple[Step, ...] = (
    CellularCaves(),
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
    VoronoiCells("euclid"),
    VoronoiCells("manhattan"),
    VoronoiCells("chebyshev"),
)
ROOM_STARTERS: tuple[Step, ...] = (ScatteredRooms(), PartitionedRooms(), PartitionedInterior())
ROOM_EXITS: tuple[Step, ...] = (RoomExit(), DistantExit())
ROOM_LIFE: tuple[Population, ...] = (RoomSpawning(), RoomSpawning(corridors=True), AreaSpawning())
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
    (DecorateCave(),),
    (Pools(),),
    (Overgrow(Tile.GRASS), Pools(40)),
    (Overgrow(Tile.GRAVEL),),
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
    return Chain("The Sunken Abbey", "default", steps, (AreaSpawning(),))


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
        DistantExit(),
        Vaults(),
    )
    return Chain(name, rng.choice(SHAPE_THEMES), steps, (AreaSpawning(),))


def patchwork_chain(name: str, rng: Stream) -> Chain:
    """Draw a level rebuilt from pieces of rooms or of a shape."""
    halls = (PartitionedRooms(), DrawRooms(), NearestCorridors())
    steps = (
        *rng.choice(((rng.choice(SHAPES),), halls)),
        WaveFunctionCollapse(),
        JoinParts(),
        KeepLargest(),
        random_start(rng),
        DistantExit(),
        Vaults(),
    )
    return Chain(name, rng.choice(SHAPE_THEMES), steps, (AreaSpawning(),))


def random_start(rng: Stream, *, rooms: bool = False) -> Step:
    """Draw where a level begins: the first room, or one of nine parts of the map."""
    if rooms and rng.chance(50):
        return RoomStart()
    return AreaStart(rng.choice(ACROSS), rng.choice(DOWN))
