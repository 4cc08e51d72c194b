"""Shelves: books that lie together, of which only one may be taken.

What one takes one takes from something. So wherever a region's table puts a book, others lie beside it, and the first
levels have shelves of their own, for a second spell in the first minutes. What is on a shelf follows from the seed, as
the rest of the level does; what its finder knows already is replaced when the level is built (`engine.play.dungeon`).
"""

from collections.abc import Sequence

import numpy as np

from roguelike.core.geometry import Point
from roguelike.core.paths import to_bits, to_mask
from roguelike.core.rng import Stream, pick_weighted
from roguelike.mapgen.blueprint import Blueprint, Spawn, Special
from roguelike.mapgen.chain import SpawnTable
from roguelike.mapgen.metas.ends import beginning
from roguelike.mapgen.metas.population import Places
from roguelike.mapgen.reach import bit, flood, rings, union

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
    near = union(flood(plan.walkable(), beginning(plan), within))
    return places.take("items", np.flatnonzero(to_mask(near, (plan.width, plan.height))), rng)


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
    ways = rings(to_bits(plan.walkable()), bit(point, plan.width), plan.width, BESIDE_STEPS)
    beside = np.flatnonzero(to_mask(union(ways[1:]), (plan.width, plan.height)))
    spots = [point]
    while len(spots) < len(names) and (spot := places.take("items", beside, rng)):
        spots.append(spot)
        plan.spawns.append(Spawn("items", names[len(spots) - 1], spot))
    if len(spots) >= FEWEST:
        plan.groups += 1
        for name, spot in zip(names, spots, strict=False):
            plan.special[spot] = Special(name, plan.groups)
