"""Filling a level with creatures, items and traps.

The source rolls a d7 for every room or patch of cave, so that a level of many patches is crowded and one of few is
empty, and a quarter of all rolls is a trap. Here the data says how much open ground there is per creature and how many
finds there are (`regions`), and these are distributed over patches or rooms in handfuls: some are lairs, some hold
treasure, some are bare, and the total is always fair.

Groups are creatures that live together: a watch at its fire, a patrol on its round, two sides at odds. Their members
and activities are data (`groups`); here they get a place and a round. At the centre of a level there may be a great
beast's lair, with quiet all around it, or a treasure.

Lights stand where they light most of what is dark. The first are for whoever arrives: they stand far off in the view
from the start, so that its end is seen. The others stand about the level, so that halls are lit before holes, all of
them against a wall, and never in a passage.

What one takes one takes from something: wherever a region's table puts a book, others lie beside it, of which only one
may be taken, and the first levels have shelves of their own, for a second spell in the first minutes. What is on a
shelf follows from the seed; what its finder knows already is replaced when the level is built (`engine.play.dungeon`).
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from roguelike.components.places import Group
from roguelike.core import paths, sight
from roguelike.core.geometry import Point, distance
from roguelike.core.records import Record
from roguelike.core.rng import Stream, pick_weighted
from roguelike.mapgen import noise
from roguelike.mapgen.blueprint import FULL_SIZE, Band, Blueprint, Mask, Section, Spawn, Special
from roguelike.mapgen.metas import ends
from roguelike.mapgen.reach import bit, bypassable, count_beside, flood, nearest, rings, union
from roguelike.world.spawn_table import SpawnTable
from roguelike.world.terrain import Tile

Region = NDArray[np.intp]
"""Tiles as indexes of a raveled map: x * height + y."""
MOST_PER_REGION = 3
"""The most things of a kind that go to one region at a time."""
DENSITY_PERCENT = (85, 115)
"""Range of a level's density, as a percentage of its region's usual one."""
TOGETHER_STEPS = 4
"""Steps from the leader within which the others are placed."""
APART_STEPS = (7, 10)
"""Least and most steps between two groups that are at odds."""
LEG_STEPS = (8, 22)
"""Least and most steps from one place of a round to the next."""
MOST_PLACES = 4
"""The most places of a round, besides the one where it begins."""


class Places:
    """The tiles still free for each kind of thing, while a level is being filled."""

    def __init__(self, plan: Blueprint) -> None:
        """Find the tiles that are excluded: walls, start, stairs, and those with spawns."""
        self._plan = plan
        free = plan.free()
        quiet = free & ~ends.watched(plan)
        roomy = free & bypassable(plan.walkable())
        self._free: dict[Section, NDArray[np.bool_]] = {
            "mobs": quiet.ravel(),
            "items": free.ravel(),
            "props": roomy.ravel(),
        }

    def take(self, section: Section, region: Region, rng: Stream) -> Point | None:
        """Take a random tile of the region that is free for this section; None when there is none."""
        fit = region[self._free[section][region]]
        if not len(fit):
            return None
        place = int(fit[rng.below(len(fit))])
        for free in self._free.values():
            free[place] = False
        return divmod(place, self._plan.height)

    def put(self, section: Section, name: str, region: Region, rng: Stream) -> None:
        """Put a thing on a random free tile of the region, if there is one."""
        if point := self.take(section, region, rng):
            self._plan.spawns.append(Spawn(section, name, point))


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
        rings = flood(plan.walkable(), ends.beginning(plan), self.within)
        near = union(rings)
        there = sum(
            spawn[:2] == (self.section, self.name) and bool(near & bit(spawn.point, plan.width))
            for spawn in plan.spawns
        )
        missing = self.count - there
        if missing > 0:
            places, region = Places(plan), _region(plan, near)
            for _ in range(missing):
                places.put(self.section, self.name, region, rng)


def place_groups(
    plan: Blueprint,
    places: Places,
    regions: Sequence[Region],
    count: int,
    rng: Stream,
    table: SpawnTable,
) -> int:
    """Place different groups until about `count` creatures live in them or none is left; return the number."""
    left, before, settled = list(table.groups(plan.depth)), len(plan.bands), 0
    ground = paths.to_bits(plan.walkable())
    while left and settled < count:
        group = pick_weighted(rng, [(each, each.weight) for each in left])
        assert group is not None, "every group has a weight"
        left.remove(group)
        centre = places.take("mobs", regions[rng.below(len(regions))], rng)
        if centre is None:
            continue
        ways = rings(ground, bit(centre, plan.width), plan.width, reach_of(group))
        place(plan, places, group, centre, ways, rng)
        foes = next((each for each in left if each.name == group.against), None)
        if foes is not None:
            left.remove(foes)
            _place_opposite(plan, places, foes, ground, ways, rng)
        settled = sum(len(band.members) for band in plan.bands[before:])
    return settled


def place(
    plan: Blueprint, places: Places, group: Group, centre: Point, ways: list[int], rng: Stream
) -> None:
    """Place a group around its leader's tile, which is taken already; `ways` are the rings of steps from there."""
    names = list(members_of(group, rng))
    tiles = [centre]
    near = _region(plan, union(ways[1 : TOGETHER_STEPS + 1]))
    while len(tiles) < len(names) and (spot := places.take("mobs", near, rng)):
        tiles.append(spot)
    plan.spawns += [Spawn("mobs", *pair) for pair in zip(names, tiles, strict=False)]
    for prop in group.props:
        places.put("props", prop, _region(plan, union(ways[1:3])), rng)
    walk = round_of(plan, group, centre, ways, rng)
    plan.bands.append(Band(tuple(tiles), walk, group.asleep_chance))


def _place_opposite(
    plan: Blueprint,
    places: Places,
    group: Group,
    ground: paths.Bits,
    ways: list[paths.Bits],
    rng: Stream,
) -> None:
    """Place a group at some distance from another, in sight of it or not."""
    least, most = APART_STEPS
    centre = places.take("mobs", _region(plan, union(ways[least : most + 1])), rng)
    if centre is not None:
        ways = rings(ground, bit(centre, plan.width), plan.width, reach_of(group))
        place(plan, places, group, centre, ways, rng)


def reach_of(group: Group) -> int:
    """Return the most steps from its leader to anything of a group, or to the group with which it is at odds."""
    if group.activity == "rounds":
        return LEG_STEPS[1]
    return APART_STEPS[1] if group.against else TOGETHER_STEPS


def members_of(group: Group, rng: Stream) -> Iterator[str]:
    """Yield the names of the creatures of a group, the leader first."""
    for each in group.members:
        for _ in range(max(0, each.count.roll(rng))):
            yield each.name


def _region(plan: Blueprint, bits: paths.Bits) -> Region:
    """Return the tiles of a bit set as indexes of a raveled map."""
    return np.flatnonzero(paths.to_mask(bits, (plan.width, plan.height)))


def round_of(
    plan: Blueprint, group: Group, start: Point, ways: list[int], rng: Stream
) -> tuple[Point, ...]:
    """Return the places that a group visits, depending on its activity; it starts at the first.

    From the first place it goes to another and back, then to the next, so that no path is longer than one leg.
    """
    if group.activity != "rounds":
        return (start,) if group.activity == "camp" else ()
    least, most = LEG_STEPS
    far = _region(plan, union(ways[least : most + 1])).tolist()
    if not far:
        return (start,)
    stops = [rng.choice(far) for _ in range(1 + rng.below(MOST_PLACES))]
    return tuple(point for stop in stops for point in (start, divmod(stop, plan.height)))


class Centrepiece(Record):
    """Put one thing on the walkable tile nearest to the middle of the map, replacing what is there."""

    section: Section
    name: str

    def populate(self, plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
        """Drop what is on the middle tile and spawn the thing there."""
        free = plan.walkable()
        for end in (plan.start, plan.exit, *plan.sealed):
            if end is not None:
                free[end] = False
        point = nearest(free, plan.middle)
        if point is not None:
            plan.drop(lambda spawn: spawn.point == point)
            plan.spawns.append(Spawn(self.section, self.name, point))


class Lair(Record):
    """Put one creature of `side` x `side` tiles as near as possible to the middle of the map.

    All other creatures within `quiet` tiles (Euclidean) of it are removed; doors and finds stay. (Source:
    DragonSpawner, which removes finds too and considers only the creature's first tile.)
    """

    name: str
    side: int = 2
    quiet: float = 25

    def populate(self, plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
        """Place it where its whole body fits, and clear the neighbourhood; without room there is no lair."""
        place = nearest(self._fits(plan), plan.middle)
        if place is None:
            return
        plan.drop(
            lambda spawn: spawn.section == "mobs" and distance(spawn.point, place) <= self.quiet
        )
        plan.spawns.append(Spawn("mobs", self.name, place))

    def _fits(self, plan: Blueprint) -> Mask:
        """Return the tiles that can be the top left one of the body."""
        free = plan.walkable()
        for spawn in plan.spawns:
            free[spawn.point] &= spawn.section == "mobs"
        for point in plan.sealed:
            free[point] = False
        for end in (plan.start, plan.exit):
            if end is not None:
                free[plan.around(end, ends.QUIET_TILES).slices] = False
        fits = free.copy()
        for dx in range(self.side):
            for dy in range(self.side):
                fits[: plan.width - dx, : plan.height - dy] &= free[dx:, dy:]
        return fits


REACH_TILES = 5
"""How far a light is counted on to reach, to either side of it."""
VIEW_TILES = 24
"""Lights for whoever arrives are no farther off, and not so near that the hero's own will do."""
ODDS = 4
"""Of so many equally dark parts of a level, one has its light."""


def illuminate(plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
    """Put up the lights that a region has at arrivals and elsewhere."""
    land = table.region(plan.depth)
    if not land.lights:
        return
    fit = plan.free() & bypassable(plan.walkable()) & (count_beside(plan.tiles == Tile.WALL) > 0)
    start, ground = ends.beginning(plan), plan.walkable()
    seen = sight.field_of_view(ends.transparent(plan), start, VIEW_TILES)
    seen[plan.around(start, ends.WATCHED_STEPS).slices] = False
    spots = _brightest(seen, fit & seen, land.arrival_lights)
    dark = ground & ~seen
    if land.tiles_per_light:
        count = int(np.count_nonzero(dark)) // land.tiles_per_light
        others = _brightest(dark, fit & dark, count * ODDS)
        rng.shuffle(others)
        spots += others[:count]
    plan.spawns += [Spawn("props", rng.choice(land.lights), spot) for spot in spots]


def _brightest(dark: Mask, fit: Mask, count: int) -> list[Point]:
    """Return so many of the fit tiles, each where a light reaches most tiles that are dark then.

    A light changes what its neighbours would reach, and nothing farther off.
    """
    left, free = (np.pad(mask, 2 * REACH_TILES).astype(np.float32) for mask in (dark, fit))
    reached = _around(left)
    odds, found = reached * free, list[Point]()
    for _ in range(count):
        x, y = divmod(int(odds.argmax()), odds.shape[1])
        if not odds[x, y]:
            break
        found.append((x - 2 * REACH_TILES, y - 2 * REACH_TILES))
        near, wide = (
            np.s_[x - far : x + far + 1, y - far : y + far + 1]
            for far in (REACH_TILES, 2 * REACH_TILES)
        )
        reached[wide] -= _BAND @ left[near] @ _BAND.T
        left[near] = free[near] = 0
        np.multiply(reached[wide], free[wide], out=odds[wide])
    return found


def _around(dark: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how many dark tiles are in the square around each tile; there are none near the edge."""
    side = 2 * REACH_TILES + 1
    sums = dark.cumsum(0).cumsum(1)
    found = np.zeros_like(dark)
    found[REACH_TILES + 1 : -REACH_TILES, REACH_TILES + 1 : -REACH_TILES] = (
        sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    )
    return found


_APART = np.arange(4 * REACH_TILES + 1)[:, None] - np.arange(REACH_TILES, 3 * REACH_TILES + 1)
_BAND = (np.abs(_APART) <= REACH_TILES).astype(np.float32)
"""Which of the tiles in reach of a light are in reach of each of those around it, along one axis."""


BESIDE_STEPS = 2
"""The most steps from one book of a shelf to the others."""
FEWEST = 2
"""The fewest books that are a choice."""


def shelve(plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
    """Put the shelves of a level's depth on it, and others beside every book that lies there by chance."""
    places, pool = Places(plan), table.books(plan.depth)
    size = table.region(plan.depth).shelf
    books = {name for name, _ in pool}
    found = [each for each in plan.spawns if each.section == "items" and each.name in books]
    for spawn in found if size >= FEWEST else ():
        if spawn.point not in plan.special:
            _fill(
                plan,
                places,
                spawn.point,
                [spawn.name, *_others(pool, [spawn.name], size, rng)],
                rng,
            )
    for shelf in table.shelves(plan.depth):
        if point := _spot(plan, places, shelf.within_steps, rng):
            names = list(shelf.books)
            rng.shuffle(names)
            plan.spawns.append(Spawn("items", names[0], point))
            _fill(plan, places, point, names[: shelf.choice], rng)


def _spot(plan: Blueprint, places: Places, within: int, rng: Stream) -> Point | None:
    """Take a free tile within some steps of where the level is entered; None if there is none."""
    near = union(flood(plan.walkable(), ends.beginning(plan), within))
    return places.take("items", _region(plan, near), rng)


def _others(
    pool: Sequence[tuple[str, float]], names: Sequence[str], size: int, rng: Stream
) -> list[str]:
    """Draw books besides those named, each once, for a shelf of some size."""
    left = [(name, weight) for name, weight in pool if name not in names]
    drawn: list[str] = []
    while len(names) + len(drawn) < size and (name := pick_weighted(rng, left)) is not None:
        drawn.append(name)
        left = [pair for pair in left if pair[0] != name]
    return drawn


def _fill(plan: Blueprint, places: Places, point: Point, names: Sequence[str], rng: Stream) -> None:
    """Put all but the first of some books beside it, as far as there is room, and let one be taken."""
    ways = rings(paths.to_bits(plan.walkable()), bit(point, plan.width), plan.width, BESIDE_STEPS)
    beside = _region(plan, union(ways[1:]))
    spots = [point]
    while len(spots) < len(names) and (spot := places.take("items", beside, rng)):
        spots.append(spot)
        plan.spawns.append(Spawn("items", names[len(spots) - 1], spot))
    if len(spots) >= FEWEST:
        plan.groups += 1
        for name, spot in zip(names, spots, strict=False):
            plan.special[spot] = Special(name, plan.groups)
