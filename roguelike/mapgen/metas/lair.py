"""The centre of a level: a great beast's lair with quiet all around it, or a treasure."""

import numpy as np

from roguelike.core.geometry import Point, distance
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Mask, Section, Spawn
from roguelike.mapgen.chain import SpawnTable
from roguelike.mapgen.metas.ends import QUIET_TILES


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
        point = nearest_to_middle(free)
        if point is not None:
            plan.drop(lambda spawn: spawn.point == point)
            plan.spawns.append(Spawn(self.section, self.name, point))


def nearest_to_middle(fit: Mask) -> Point | None:
    """Return the tile of a mask nearest to the middle of the map (Euclidean); None when it is empty."""
    places = np.argwhere(fit)
    if not len(places):
        return None
    middle = np.array(fit.shape) // 2
    x, y = places[((places - middle) ** 2).sum(axis=1).argmin()].tolist()
    return (x, y)


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
        place = nearest_to_middle(self._fits(plan))
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
                free[plan.around(end, QUIET_TILES).slices] = False
        fits = free.copy()
        for dx in range(self.side):
            for dy in range(self.side):
                fits[: plan.width - dx, : plan.height - dy] &= free[dx:, dy:]
        return fits
