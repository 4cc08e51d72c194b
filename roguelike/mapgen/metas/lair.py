"""A great beast's lair: a body of several tiles, and quiet all around it."""

from dataclasses import dataclass

import numpy as np

from roguelike.core.geometry import distance
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Mask, Spawn
from roguelike.mapgen.chain import SpawnTable
from roguelike.mapgen.metas.ends import QUIET_TILES


@dataclass(frozen=True, slots=True)
class Lair:
    """Put one creature of `side` x `side` tiles as near as can be to the middle of the map.

    Everything else that lives within `quiet` tiles (Euclid) of it is gone; doors and finds stay. (Source:
    DragonSpawner, which clears finds too and looks at the creature's first tile only.)
    """

    name: str
    side: int = 2
    quiet: float = 25

    def populate(self, plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
        """Place it where its whole body fits, and clear the neighbourhood; a level without room has no lair."""
        places = np.argwhere(self._fits(plan))
        if not len(places):
            return
        middle = (plan.width // 2, plan.height // 2)
        x, y = places[((places - middle) ** 2).sum(axis=1).argmin()].tolist()
        plan.spawns = [
            spawn
            for spawn in plan.spawns
            if spawn.section != "mobs" or distance(spawn.point, (x, y)) > self.quiet
        ]
        plan.spawns.append(Spawn("mobs", self.name, (x, y)))

    def _fits(self, plan: Blueprint) -> Mask:
        """Return the tiles that can be the top left one of the body."""
        free = plan.walkable()
        for spawn in plan.spawns:
            free[spawn.point] &= spawn.section == "mobs"
        for end in (plan.start, plan.exit):
            if end is not None:
                free[plan.around(end, QUIET_TILES).slices] = False
        fits = free.copy()
        for dx in range(self.side):
            for dy in range(self.side):
                fits[: plan.width - dx, : plan.height - dy] &= free[dx:, dy:]
        return fits
