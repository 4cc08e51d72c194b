"""The yardstick *plain*: what a straightforward tcod game does in a turn, on the same map as ours.

As in the python-tcod tutorial: the player steps, one field of view is computed for them, and each hunter rebuilds the
cost map, finds its own path with `tcod.path`, and steps or strikes. No components, no log, no rules.
"""

import numpy as np
import tcod.map
import tcod.path
from numpy.typing import NDArray

from roguelike.core.geometry import DIRECTIONS, Point, distance_squared
from roguelike.core.rng import Stream

SIGHT = 8
CROWDED = 10
"""Extra path cost of an occupied tile, as in the tutorial."""


class PlainGame:
    """A player and hunters on a map of [x, y] booleans, true where walkable."""

    def __init__(
        self, walkable: NDArray[np.bool_], player: Point, hunters: list[Point], roam: int
    ) -> None:
        """Set up the game; the player stays within `roam` tiles of the start."""
        self._walkable, self._hunters = walkable, hunters
        self.player = self._middle = player
        self._roam = roam
        self._rng = Stream("benchmark", "plain")
        self._hit_points = 1_000_000
        self.visible = walkable

    def play(self, turns: int) -> None:
        """Let the player walk and everybody hunt them, for some turns."""
        for _ in range(turns):
            self._walk()
            self.visible = tcod.map.compute_fov(self._walkable, self.player, SIGHT)
            for number in range(len(self._hunters)):
                self._hunt(number)

    def _walk(self) -> None:
        """Step to a free tile near the middle; if boxed in, wait."""
        x, y = self.player
        first = self._rng.below(len(DIRECTIONS))
        for dx, dy in (*DIRECTIONS[first:], *DIRECTIONS[:first]):
            there = (x + dx, y + dy)
            near = distance_squared(there, self._middle) <= self._roam * self._roam
            if near and self._walkable[there] and there not in self._hunters:
                self.player = there
                return

    def _hunt(self, number: int) -> None:
        """Let one hunter strike the player if adjacent, or else step toward them."""
        here = self._hunters[number]
        if distance_squared(here, self.player) <= 2:
            self._hit_points -= 1
            return
        cost = np.array(self._walkable, dtype=np.int8)
        for x, y in self._hunters:
            cost[x, y] += CROWDED
        graph = tcod.path.SimpleGraph(cost=cost, cardinal=2, diagonal=3)
        finder = tcod.path.Pathfinder(graph)
        finder.add_root(here)
        path = finder.path_to(self.player)[1:].tolist()
        if path:
            there = (path[0][0], path[0][1])
            if there not in self._hunters and there != self.player:
                self._hunters[number] = there
