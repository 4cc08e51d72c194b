"""Groups of creatures that live together: a watch at its fire, a patrol on its round, two sides at odds.

Their members and activities are data (`groups`); here they get a place and a round.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from roguelike.components.places import Group
from roguelike.core.geometry import Point
from roguelike.core.paths import Bits, to_bits, to_mask
from roguelike.core.rng import Stream, pick_weighted
from roguelike.mapgen.blueprint import Band, Blueprint, Spawn
from roguelike.mapgen.chain import SpawnTable
from roguelike.mapgen.metas.spots import Places, Region
from roguelike.mapgen.reach import bit, rings, union

TOGETHER_STEPS = 4
"""Steps from the leader within which the others are placed."""
APART_STEPS = (7, 10)
"""Least and most steps between two groups that are at odds."""
LEG_STEPS = (8, 22)
"""Least and most steps from one place of a round to the next."""
MOST_PLACES = 4
"""The most places of a round, besides the one where it begins."""


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
    ground = to_bits(plan.walkable())
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
    names = list(_names(group, rng))
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
    plan: Blueprint, places: Places, group: Group, ground: Bits, ways: list[Bits], rng: Stream
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


def _names(group: Group, rng: Stream) -> Iterator[str]:
    """Yield the names of the creatures of a group, the leader first."""
    for each in group.members:
        for _ in range(max(0, each.count.roll(rng))):
            yield each.name


def _region(plan: Blueprint, bits: Bits) -> Region:
    """Return the tiles of a bit set as indexes of a raveled map."""
    return np.flatnonzero(to_mask(bits, (plan.width, plan.height)))


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
