"""Read the state of a game in progress."""

import esper

from roguelike.components.actors import Kind
from roguelike.components.items import Charges, Pack
from roguelike.components.spatial import Position
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.components.vitals import Pools
from roguelike.effects.statuses import poise_of
from roguelike.world import ecs, names, space
from roguelike.world.game import Game
from roguelike.world.names import known_names


class Asking:
    """The part of an Arena that reads the game."""

    def __init__(self, game: Game) -> None:
        """Answer questions about this game."""
        self.game = game
        self._closed = False

    @property
    def player(self) -> int:
        """The entity id of the player."""
        return self.game.player

    def _entered(self) -> Game:
        """Make this arena's world the current one and return its game. Raises ValueError if it is closed.

        Whoever holds an arena may change anything, so screens ask the game anew.
        """
        if self._closed:
            raise ValueError("this arena is closed")
        self.game.enter()
        self.game.caches.moment += 1
        return self.game

    def find(self, name: str) -> int:
        """Return the one living entity made from that raw. Raises LookupError unless there is exactly one."""
        game = self._entered()
        found = [
            entity
            for entity, kind in ecs.with_component(Kind)
            if kind.name == name
            and kind.section not in ("spells", "statuses")
            and entity not in game.dead
        ]
        if len(found) != 1:
            raise LookupError(f"there are {len(found)} of {name!r}, not one")
        return found[0]

    def at(self, x: int, y: int) -> list[int]:
        """List all entities on a tile, by id."""
        return list(self._entered().level.occupants((x, y)))

    def position(self, entity: int) -> tuple[int, int] | None:
        """Return the tile of an entity; None if it is carried, dead or on another level."""
        game = self._entered()
        return space.point_of(entity) if space.is_here(game, entity) else None

    def alive(self, entity: int) -> bool:
        """Return whether a creature or thing exists, on a level or carried, and is not dead."""
        game = self._entered()
        return entity not in game.dead and Position in ecs.row(entity)

    def _pools(self, entity: int) -> Pools:
        """Return the pools of an entity; empty ones if it is gone."""
        self._entered()
        return esper.try_component(entity, Pools) or Pools(0, 0, 0, 0)

    def hp(self, entity: int) -> int:
        """Return its hit points; 0 if dead."""
        return self._pools(entity).hp

    def max_hp(self, entity: int) -> int:
        """Return its maximum hit points; 0 if it is gone."""
        return self._pools(entity).max_hp

    def poise(self, entity: int) -> int:
        """Return how many controlling statuses it will shrug off now; 0 if it is gone."""
        self._entered()
        return poise_of(entity) if Pools in ecs.row(entity) else 0

    def mana(self, entity: int) -> int:
        """Return its current mana; 0 if it is gone."""
        return self._pools(entity).mana

    def max_mana(self, entity: int) -> int:
        """Return its maximum mana; 0 if it is gone."""
        return self._pools(entity).max_mana

    def xp(self, entity: int) -> int:
        """Return its experience points; 0 if it is gone."""
        return self._pools(entity).xp

    def gold(self, entity: int) -> float:
        """Return the gold in its purse, to tenths; 0 if it is gone."""
        return self._pools(entity).gold

    def statuses(self, entity: int) -> dict[str, int]:
        """Return turns left by status, e.g. {"Slowed": 5}; the longest of several with one name. The dead have none."""
        game = self._entered()
        left: dict[str, int] = {}
        found = None if entity in game.dead else esper.try_component(entity, Statuses)
        for status in found.entities if found else ():
            name = ecs.get(status, StatusEffect).name
            left[name] = max(left.get(name, 0), ecs.get(status, Duration).turns)
        return left

    def known_spells(self, entity: int | None = None) -> list[str]:
        """List the known spells of the player (or another) in the order of their hotkeys."""
        self._entered()
        return known_names(self.player if entity is None else entity)

    def inventory(self, entity: int | None = None) -> list[str]:
        """List the true names of everything carried, worn items included."""
        self._entered()
        pack = esper.try_component(self.player if entity is None else entity, Pack) or Pack()
        return [names.true_name(item) for item in (*pack.worn.values(), *pack.items)]

    def shown_name(self, entity: int) -> str:
        """Return the name as the player sees it now (an unidentified potion's colour, say)."""
        return names.shown_name(self._entered(), entity)

    def charges(self, item: int) -> int:
        """Return the charges left; 0 if the item has none or is gone."""
        self._entered()
        charges = esper.try_component(item, Charges)
        return charges.left if charges else 0

    @property
    def log(self) -> list[str]:
        """All messages shown so far, oldest first."""
        return [message.text for message in self.game.log]
