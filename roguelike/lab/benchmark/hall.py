"""A hall of pillars full of creatures that hunt a player who cannot die: the setting of the turn budgets.

The player walks around the middle, one step every turn, so that all creatures near it keep chasing. A player who is
boxed in is moved to a free tile nearby: one who stands and fights would be cheaper.
"""

import numpy as np
import tcod.map
import tcod.path
from numpy.typing import NDArray

from roguelike.components import actors, vitals
from roguelike.core.geometry import DIRECTIONS, Point, distance_squared
from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Pass, Step
from roguelike.engine.play.dungeon import build_level, make_player, name_unknowns
from roguelike.engine.session import Session
from roguelike.systems.visibility import look_around
from roguelike.world import changes, ecs, space, spawning
from roguelike.world.catalog import Catalog
from roguelike.world.game import Cause, Game
from roguelike.world.level import Level
from roguelike.world.terrain import Tile

# --- The yardstick *plain*: what a straightforward tcod game does in a turn, on the same map as
# ours. As in the python-tcod tutorial: the player steps, one field of view is computed for them,
# and each hunter rebuilds the cost map, finds its own path with `tcod.path`, and steps or strikes.
# No components, no log, no rules.


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


DEPTH = 3
HUNTER = "Orc"
"""Sees 8 tiles, fights in melee, ignores its own kind."""
WARRIORS = ("Arbat Dark Elf", "Barbo Dark Elf", "Cirro Dark Elf")
"""From three clans that attack each other on sight; two of them shoot."""
CASTERS = (
    "Goblin Firebug", "Goblin Shaman", "Hedge Witch", "Lizard Shaman", "Runesmith's Ghost",
    "Barbo Spellbinder", "Court Magus", "Quasit", "Rime Fiend", "Balefire Duke",
)  # fmt: skip
"""From all parts of the dungeon: bolts, fires, frost, clouds, curses, healing; none of them summons."""
BATTLEFIELD = 18
"""Radius around the middle, in tiles, in which they are placed."""
DEATHLESS = 1_000_000
ROAM = 6
"""Radius around the middle, in tiles, in which the player stays."""
NEAR, FAR = 14, 24
"""Creatures within NEAR tiles of the middle act every turn; those beyond FAR are too far away to matter."""
BLAST = 4
PILLARS = (6, 5)
TRIES = 40
CARRIED = Cause("a benchmark")


class Hall:
    """A hall with its game, and the walk of its player."""

    def __init__(
        self,
        catalog: Catalog,
        *,
        near: int = 0,
        far: int = 0,
        width: int = 80,
        height: int = 50,
        ground: Tile = Tile.FLOOR,
    ) -> None:
        """Build a hall with `near` creatures that hunt the player and `far` distant ones, half of them asleep."""
        self._ground = ground
        self._rng = Stream("benchmark", "hall")
        self._rings: dict[tuple[int, int], list[Point]] = {}
        game = Game.fresh("benchmark", catalog)
        name_unknowns(game)
        game.depth = DEPTH
        game.levels[DEPTH] = Level(DEPTH, "Hall", "default", _pillars(width, height, ground))
        self.middle: Point = (width // 2, height // 2)
        make_player(game)
        space.put(game, game.player, self.middle, DEPTH)
        game.turn_queue.note(game.player)
        _make_deathless(game.player)
        self.session = Session(game)
        for _ in range(near):
            self._hunt(self._place(0, NEAR))
        for number in range(far):
            self._place(FAR, width + height).awake = number % 2 == 0
        look_around(game)

    @property
    def game(self) -> Game:
        """The game played in the hall."""
        return self.session.game

    def _place(self, least: int, most: int, name: str = HUNTER) -> actors.Mind:
        """Put one more creature on a free tile at a distance from `least` to `most`, and return its mind."""
        spot = self._free_tile(least, most)
        creature = spawning.spawn(self.game, "mobs", name, spot, DEPTH)
        _make_deathless(creature)
        return ecs.get(creature, actors.Mind)

    def _hunt(self, mind: actors.Mind) -> None:
        """Make a creature hunt the player."""
        mind.target, mind.last_seen = self.game.player, self.middle

    def _free_tile(self, least: int, most: int) -> Point:
        """Pick a free tile at a distance from `least` to `most` from the middle; farther off if there is none."""
        level = self.game.level
        if (least, most) not in self._rings:
            floor = level.find(self._ground)
            near, far = least * least, most * most
            self._rings[least, most] = [
                spot for spot in floor if near <= distance_squared(spot, self.middle) <= far
            ]
        spots = self._rings[least, most]
        for _ in range(TRIES):
            spot = self._rng.choice(spots)
            if level.is_free(spot):
                return spot
        return self._free_tile(least, most + 1)

    def crowd(self, count: int) -> None:
        """Put `count` creatures around the middle, all in view of the player and within a blast of radius 5."""
        for _ in range(count):
            self._hunt(self._place(1, BLAST))
        look_around(self.game)

    def war(self, count: int) -> None:
        """Put `count` warriors of three clans, mixed, around the middle, all near enough to act every turn."""
        for number in range(count):
            self._place(1, BATTLEFIELD, WARRIORS[number % len(WARRIORS)])
        look_around(self.game)

    def casters(self, count: int) -> None:
        """Put `count` spell casters around the middle; they hunt the player and never run out of mana."""
        for number in range(count):
            mind = self._place(BLAST, NEAR, CASTERS[number % len(CASTERS)])
            self._hunt(mind)
        for creature, _ in ecs.with_component(actors.Mind):
            pools = ecs.get(creature, vitals.Pools)
            pools.mana = pools.max_mana = DEATHLESS
        look_around(self.game)

    def leave_behind(self, catalog: Catalog, levels: int) -> None:
        """Add levels of the dungeon with everything on them, as if the player had been there."""
        for depth in range(DEPTH + 1, DEPTH + 1 + levels):
            build_level(self.game, depth)

    def plain(self) -> PlainGame:
        """Return a plain game on the same map, with the player and every creature where they stand."""
        self.game.enter()
        walkable = self.game.level.tiles == self._ground
        spots = [space.point_of(creature) for creature, _ in ecs.with_component(actors.Mind)]
        hunters = [spot for spot in spots if spot is not None]
        return PlainGame(walkable, self.middle, hunters, ROAM)

    def play(self, turns: int) -> None:
        """Let the player walk for some turns."""
        self.game.enter()
        for _ in range(turns):
            self.session.do(self._walk())
            # Nobody asks for the commands of this game.
            self.session.commands.clear()

    def _walk(self) -> Step | Pass:
        """Return a step to a free tile near the middle; if boxed in, move the player elsewhere first."""
        game = self.game
        for _ in range(2):
            x, y = self.session.here
            first = self._rng.below(len(DIRECTIONS))
            for dx, dy in (*DIRECTIONS[first:], *DIRECTIONS[:first]):
                there = (x + dx, y + dy)
                roams = distance_squared(there, self.middle) <= ROAM * ROAM
                if roams and game.level.is_free(there):
                    return Step(dx, dy)
            changes.move(game, game.player, self._free_tile(0, ROAM), CARRIED)
            look_around(game)
        return Pass()


def _pillars(
    width: int, height: int, ground: Tile
) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Return the tiles of a hall with a pillar every few tiles."""
    tiles = np.full((width, height), ground, dtype=np.uint8, order="F")
    across, down = PILLARS
    tiles[across - 1 : -1 : across, down - 1 : -1 : down] = Tile.WALL
    tiles[0, :] = tiles[-1, :] = Tile.WALL
    tiles[:, 0] = tiles[:, -1] = Tile.WALL
    return tiles


def _make_deathless(creature: int) -> None:
    """Give a creature more hit points than a benchmark can take."""
    pools = ecs.get(creature, vitals.Pools)
    pools.hp = pools.max_hp = DEATHLESS
