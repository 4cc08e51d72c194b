"""A hero who follows a script: down every stair, take the Amulet, and up every stair to the temple. Commands alone.

The hero knows where the stairs are, as a reader of walkthroughs would; everything else is the game's own business.
"""

from collections.abc import Callable

import esper

from roguelike.actions import acting, senses
from roguelike.components import items, vitals
from roguelike.core.geometry import Point, steps_between
from roguelike.engine.play import commands
from roguelike.engine.session import Session
from roguelike.world import perception
from roguelike.world.terrain import Tile

AMULET, DEEPEST = "Amulet of Yala", 15
MOST_TURNS_A_LEVEL = 3_000
FOOD = ("Rations", "Meat", "Dried Sausage")
EVERYWHERE = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


class Hero:
    """Plays a session from the pub to victory, or until dead."""

    def __init__(self, session: Session) -> None:
        """Take a game over."""
        self.session = session
        self.game = session.game
        self.been: list[Point] = []

    def fetch_and_carry(self, on_stairs: Callable[[Session], None] = lambda session: None) -> None:
        """Go down, take the Amulet, come up and win; `on_stairs` is called on every new level."""
        while self.game.depth < DEEPEST and not self.session.is_over:
            self.leave(1)
            if not self.session.is_over:
                on_stairs(self.session)
        if self.session.is_over:
            return
        self.take_amulet()
        while self.game.depth > 1 and not self.session.is_over:
            self.leave(-1)
            if not self.session.is_over:
                on_stairs(self.session)
        if self.session.is_over:
            return
        self.walk(self.find("Altar"), lambda: self.session.is_over)

    def leave(self, way: int) -> None:
        """Walk to the stairs and take them."""
        depth = self.game.depth
        stairs = self.game.level.find(Tile.DOWN_STAIRS if way > 0 else Tile.UP_STAIRS)
        assert stairs, f"depth {depth} has no way {'down' if way > 0 else 'up'}"
        self.walk(stairs[0], lambda: self.session.here == stairs[0])
        for _ in range(20):
            if self.session.is_over or self.game.depth != depth:
                return
            if self.session.here != stairs[0]:
                self.walk(stairs[0], lambda: self.session.here == stairs[0])
            self.session.do(commands.TakeStairs(way))

    def take_amulet(self) -> None:
        """Walk to where the Amulet lies and take it up."""
        self.walk(self.find(AMULET), self.has_amulet)

    def has_amulet(self) -> bool:
        """Return whether the Amulet is in the pack; take it if it is underfoot."""
        for item in self.session.underfoot():
            if item.name == AMULET:
                self.session.do(commands.PickUp(item.entity))
        return AMULET in map(perception.true_name, self.pack())

    def find(self, name: str) -> Point:
        """Return where the first thing of that name lies."""
        self.game.enter()
        for point, things in sorted(self.game.level.at.items()):
            if name in map(perception.true_name, things):
                return point
        raise AssertionError(f"there is no {name} on depth {self.game.depth}")

    def pack(self) -> list[int]:
        """List what the hero carries."""
        self.game.enter()
        pack = esper.component_for_entity(self.game.player, items.Pack)
        return [*pack.items, *pack.worn.values()]

    def walk(self, goal: Point, arrived: Callable[[], bool]) -> None:
        """Go to a tile, fighting, mending and eating on the way."""
        for _ in range(MOST_TURNS_A_LEVEL):
            if self.session.is_over or arrived():
                return
            if not any(self.session.do(action).acted for action in self.wishes(goal)):
                self.session.do(commands.Pass())
        raise AssertionError(f"stuck at {self.session.here} on the way to {goal}, depth {self.game.depth}")  # fmt: skip

    def wishes(self, goal: Point) -> list[acting.Action]:
        """List what the hero would do now, best first."""
        self.game.enter()
        game, player, here = self.game, self.game.player, self.session.here
        pools, hunger = (
            esper.component_for_entity(player, kind) for kind in (vitals.Pools, vitals.HungerClock)
        )
        wishes: list[acting.Action] = []
        names = {perception.true_name(item): item for item in self.pack()}
        if pools.hp < pools.max_hp * 0.5 and "Health Potion" in names:
            wishes.append(commands.UseItem(names["Health Potion"]))
        if hunger.state in ("Hungry", "Starving"):
            wishes += [commands.UseItem(names[food]) for food in FOOD if food in names]
        foes = senses.hostiles_in_view(game)
        if not foes and pools.hp < pools.max_hp * 0.8 and hunger.state in ("Well Fed", "Normal"):
            wishes.append(commands.Rest())
        wishes += [commands.Melee(foe) for foe in foes]
        return wishes + self.steps(here, goal)

    def steps(self, here: Point, goal: Point) -> list[acting.Action]:
        """List the steps toward a tile, shortest way first; lately trodden tiles last, against endless dances."""
        field, far = self.game.level.toward(goal), self.game.level.width * self.game.level.height
        self.been = [*self.been[-12:], here]
        found = []
        for dx, dy in EVERYWHERE:
            there = (here[0] + dx, here[1] + dy)
            distance = field.distance(there, far) if self.game.level.contains(there) else None
            if distance is not None:
                again = self.been.count(there)
                found.append((distance + 2 * max(0, again - 1), steps_between(there, goal), dx, dy))
        return [commands.Step(dx, dy) for _, _, dx, dy in sorted(found)]
