"""Filling a level with creatures, items and traps.

The source rolls a d7 for every room or patch of cave, so that a level of many patches is crowded and one of few is
empty, and a quarter of all rolls is a trap. Here the data says how much open ground there is per creature and how many
finds there are (`regions`), and these are distributed over patches or rooms in handfuls: some are lairs, some hold
treasure, some are bare, and the total is always fair.
"""

from collections.abc import Iterator

import numpy as np

from roguelike.core.geometry import Point
from roguelike.core.paths import to_mask
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen import noise
from roguelike.mapgen.blueprint import FULL_SIZE, Blueprint, Mask, Section, Spawn
from roguelike.mapgen.chain import SpawnTable
from roguelike.mapgen.metas.ends import beginning
from roguelike.mapgen.metas.groups import place_groups
from roguelike.mapgen.metas.spots import Places, Region
from roguelike.mapgen.reach import flood, union

MOST_PER_REGION = 3
"""The most things of a kind that go to one region at a time."""
DENSITY_PERCENT = (85, 115)
"""Range of a level's density, as a percentage of its region's usual one."""


def spread(plan: Blueprint, regions: list[Region], rng: Stream, table: SpawnTable) -> None:
    """Distribute a level's contents over its regions: groups first, then single creatures, then finds and traps."""
    places, land = Places(plan), table.region(plan.depth)
    share = plan.width * plan.height / FULL_SIZE
    floor = int(plan.walkable().sum())
    mobs = floor * rng.between(*DENSITY_PERCENT) / 100 / land.tiles_per_mob * land.crowd(plan.depth)
    mobs -= place_groups(plan, places, regions, round(mobs * land.grouped), rng, table)
    kinds: tuple[tuple[Section, float], ...] = (
        ("mobs", mobs),
        ("items", land.items.roll(rng) * share),
        ("props", land.props.roll(rng) * share),
    )
    for section, count in kinds:
        for point in deal(places, section, regions, round(count), rng):
            if name := table.roll(section, plan.depth, rng):
                plan.spawns.append(Spawn(section, name, point))


def deal(
    places: Places, section: Section, regions: list[Region], count: int, rng: Stream
) -> Iterator[Point]:
    """Yield `count` free tiles, or as many as there are: a handful per region in random order, repeatedly."""
    left = list(regions)
    while count > 0 and left:
        rng.shuffle(left)
        for region in tuple(left):
            for _ in range(min(count, rng.die(MOST_PER_REGION))):
                point = places.take(section, region, rng)
                if point is None:
                    left = [other for other in left if other is not region]
                    break
                count -= 1
                yield point


class RoomSpawning(Record):
    """Fill room by room, and corridor by corridor if requested.

    In the source a separate step fills corridors, and fills them twice where patches are filled too.
    """

    corridors: bool = False

    def populate(self, plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
        """Distribute the level's contents over rooms and corridors."""
        places = np.arange(plan.width * plan.height).reshape(plan.width, plan.height)
        regions = [places[room.slices].ravel() for room in plan.rooms]
        if self.corridors:
            ways = (np.array(way, dtype=np.intp) for way in plan.corridors if way)
            regions += [way[:, 0] * plan.height + way[:, 1] for way in ways]
        spread(plan, regions, rng, table)


class AreaSpawning(Record):
    """Fill patch by patch: each tile belongs to the nearest of some scattered points (Manhattan distance).

    The source's cellular noise has a frequency of 0.08, which makes patches of about 12 tiles a side.
    """

    patch_tiles: int = 12

    def populate(self, plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
        """Distribute the level's contents over patches of the ground."""
        spread(plan, patches(plan.walkable(), rng, self.patch_tiles), rng, table)


def patches(ground: Mask, rng: Stream, side: int) -> list[Region]:
    """Split ground into patches around a jittered grid of points, `side` tiles apart."""
    width, height = ground.shape
    columns, rows = max(1, width // side), max(1, height // side)
    jitter = noise.words(rng, columns, rows, 2) / noise.FULL
    grid = np.moveaxis(np.indices((columns, rows)), 0, -1)
    seeds = ((grid + jitter) * (width / columns, height / rows)).astype(np.int16).reshape(-1, 2)
    tiles = np.flatnonzero(ground)
    x, y = (side.astype(np.int16) for side in np.divmod(tiles, height))
    apart = abs(seeds[:, :1] - x) + abs(seeds[:, 1:] - y)
    # The minimum of distance and seed number combined, the first seed of equally near ones: numpy's argmin along an
    # axis takes many times as long.
    seed = np.arange(len(seeds), dtype=np.int32)
    owner = (apart * len(seeds) + seed[:, None]).min(axis=0) % len(seeds)
    return [tiles[owner == number] for number in range(len(seeds))]


class Guarantee(Record):
    """Ensure that a level holds `count` of a thing within some steps of the start, by adding missing ones."""

    section: Section
    name: str
    within: int = 1_000
    count: int = 1

    def populate(self, plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
        """Add as many of the thing as the level lacks."""
        rings = flood(plan.walkable(), beginning(plan), self.within)
        near = to_mask(union(rings), (plan.width, plan.height))
        there = sum(
            spawn[:2] == (self.section, self.name) and bool(near[spawn.point])
            for spawn in plan.spawns
        )
        missing = self.count - there
        if missing > 0:
            places, region = Places(plan), np.flatnonzero(near)
            for _ in range(missing):
                places.put(self.section, self.name, region, rng)
