"""The tiles of a level that are still free while it is being filled."""

import numpy as np
from numpy.typing import NDArray

from roguelike.core.geometry import Point
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Section, Spawn
from roguelike.mapgen.metas.ends import QUIET_TILES, beginning
from roguelike.mapgen.neighbours import bypassable

Region = NDArray[np.intp]
"""Tiles as indexes of a raveled map: x * height + y."""


class Places:
    """The tiles still free for each kind of thing, while a level is being filled."""

    def __init__(self, plan: Blueprint) -> None:
        """Find the tiles that are excluded: walls, start, stairs, and those with spawns."""
        self._plan = plan
        free = plan.free()
        quiet = free.copy()
        quiet[plan.around(beginning(plan), QUIET_TILES).slices] = False
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
