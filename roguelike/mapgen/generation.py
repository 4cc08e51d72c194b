"""From a depth and two random streams to a finished level.

A level that breaks a rule is discarded and begun again from the same stream, so that no seed can make a bad one: what
must be true of every finished level is checked for each new one. Items that belong to a place but are put elsewhere on
its level, above all keys, come last, on ground that can be reached from the start while everything that is shut stays
shut. So no key is behind its own lock or another's, whatever vaults a level has.
"""

from collections import Counter
from pathlib import Path

from roguelike.core import paths, sight
from roguelike.core.geometry import Point, distance, steps_between
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Mask
from roguelike.mapgen.chain import Chain, UnfitError
from roguelike.mapgen.metas import ends
from roguelike.mapgen.metas.rooms import doorways
from roguelike.mapgen.reach import bit, filled, reached
from roguelike.mapgen.tidewick import TIDEWICK
from roguelike.world.spawn_table import SpawnTable
from roguelike.world.terrain import WALKABLE, Tile

TOWN_DEPTH = 1
ATTEMPTS = 20
LEAST_WIDTH, LEAST_HEIGHT = 40, 25
"""The smallest map, in tiles, that every chain can fill."""
LEAST_SHARE = 0.06
"""Less walkable ground than this share of the map is not enough for a level."""
FAR_TILES = 15
"""A key is at least this far from its lock (Euclidean), if there is such a place."""


def generate(
    map_stream: Stream,
    population_stream: Stream,
    depth: int,
    table: SpawnTable,
    width: int = 80,
    height: int = 50,
    folders: tuple[Path, ...] = (),
) -> Blueprint:
    """Make the level of a depth: ground from the first stream, spawns from the second.

    `folders` hold the hand-drawn pieces; by default the active data.

    Raises ValueError when the map is too small or the depth is not 1 or more.
    """
    plan, chain = survey(map_stream, depth, width, height, folders=folders)
    chain.fill(plan, population_stream, table)
    scatter(plan, population_stream)
    if depth > TOWN_DEPTH:
        from roguelike.mapgen.metas.population import illuminate, shelve

        shelve(plan, population_stream, table)
        illuminate(plan, population_stream, table)
    return plan


def survey(
    rng: Stream,
    depth: int,
    width: int = 80,
    height: int = 50,
    *,
    watched: bool = False,
    folders: tuple[Path, ...] = (),
) -> tuple[Blueprint, Chain]:
    """Make only a level's ground, with snapshots if `watched`; return it and the chain to fill it with."""
    if depth < 1:
        raise ValueError(f"no level lies at depth {depth}: depths begin at 1")
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        raise ValueError(
            f"a map of {width}x{height} is too small: {LEAST_WIDTH}x{LEAST_HEIGHT} or more"
        )
    for _ in range(ATTEMPTS):
        chain = _chain(depth, rng)
        if plan := attempt(chain, rng, Blueprint(width, height, depth, folders), watched=watched):
            return plan, chain
    from roguelike.mapgen.depths import ROOMS

    sure = _chain(depth, rng)._replace(ground=ROOMS)
    while True:
        if plan := attempt(sure, rng, Blueprint(width, height, depth, folders), watched=watched):
            return plan, sure


def _chain(depth: int, rng: Stream) -> Chain:
    """Return the chain for a depth; a game that begins in town need not load the builders of other levels."""
    if depth == TOWN_DEPTH:
        return TIDEWICK
    from roguelike.mapgen.depths import chain_for

    return chain_for(depth, rng)


def attempt(
    chain: Chain, rng: Stream, plan: Blueprint, *, watched: bool = False
) -> Blueprint | None:
    """Dig a level; None if the result is not fit to be played."""
    plan.history = [] if watched else None
    try:
        chain.dig(plan, rng)
    except UnfitError:
        return None
    return None if ground_faults(plan) else plan


def ground_faults(plan: Blueprint) -> list[str]:
    """List what is wrong with the ground, in words; empty if nothing is."""
    if plan.start is None or plan.exit is None:
        return ["no start" if plan.start is None else "no exit"]
    walkable = plan.walkable()
    bits = paths.to_bits(walkable)
    without_exit = bits & ~bit(plan.exit, plan.width)
    around_exit = filled(without_exit, bit(plan.start, plan.width), plan.width)
    upstairs = plan.tiles[plan.start] == Tile.UP_STAIRS
    faults = {
        "the edge is open": walkable[:: plan.width - 1].any()
        or walkable[:, :: plan.height - 1].any(),
        "not one exit": int((plan.tiles == Tile.DOWN_STAIRS).sum()) != 1,
        "stairs up where none belong": int((plan.tiles == Tile.UP_STAIRS).sum())
        != (plan.depth > 1),
        "a wrong start": upstairs != (plan.depth > 1) or not walkable[plan.start],
        "the exit is not where it should be": plan.tiles[plan.exit] != Tile.DOWN_STAIRS,
        "hardly any ground": walkable.mean() < LEAST_SHARE,
        "not all can be walked to": filled(bits, around_exit, plan.width) != bits,
        "the exit parts the level": around_exit != without_exit,
    }
    return [fault for fault, found in faults.items() if found]


def spawn_faults(plan: Blueprint) -> list[str]:
    """List what is wrong with the spawns, in words; empty if nothing is."""
    faults = []
    stairs = {plan.start, plan.exit}
    crowd = Counter(spawn.point for spawn in plan.spawns)
    gaps = set(doorways(plan))
    for section, name, point in plan.spawns:
        where = f"{name} at {point}"
        if not WALKABLE[plan.tiles[point]]:
            faults.append(f"{where} is in a wall")
        if point in stairs or crowd[point] > 1:
            faults.append(f"{where} has no tile of its own")
        if section == "mobs" and name not in plan.peaceful and is_near(plan, point):
            faults.append(f"{where} waits at the start")
        if name == "Door" and point not in gaps:
            faults.append(f"{where} is in no doorway")
    return faults


def is_near(plan: Blueprint, point: Point) -> bool:
    """Return whether a tile is too close to the start for a creature."""
    return plan.start is not None and steps_between(plan.start, point) <= ends.QUIET_TILES


def scatter(plan: Blueprint, rng: Stream) -> None:
    """Put everything that is astray on a tile of its own; what finds no place is left out."""
    for thing in plan.astray:
        places = sight.points(open_ground(plan) & plan.free())
        far = [place for place in places if distance(place, thing.point) >= FAR_TILES]
        if places:
            plan.spawns.append(thing._replace(point=rng.choice(far or places)))
    plan.astray = []


def open_ground(plan: Blueprint) -> Mask:
    """Return what can be reached from the start without opening anything that is shut."""
    walkable = plan.walkable()
    for point in plan.sealed:
        walkable[point] = False
    return reached(walkable, ends.beginning(plan))
