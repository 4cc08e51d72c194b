"""Asking a game in progress what is so."""

import esper

from roguelike.components.actors import Kind
from roguelike.components.items import Charges, Pack
from roguelike.components.spatial import Position
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.components.vitals import Pools
from roguelike.effects.poise import poise_of
from roguelike.world import ecs, names, space
from roguelike.world.game import Game
from roguelike.world.spell_names import known_names


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
        """Make this arena's world the current one; ValueError when it was closed."""
        if self._closed:
            raise ValueError("this arena is closed")
        self.game.enter()
        return self.game

    def find(self, name: str) -> int:
        """The one living entity made from that raw. Raises LookupError unless there is exactly one."""
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
        """All entities on a tile, by id."""
        return list(self._entered().level.occupants((x, y)))

    def position(self, entity: int) -> tuple[int, int] | None:
        """The tile of an entity; None for what is carried, dead or on another level."""
        game = self._entered()
        return space.point_of(entity) if space.is_here(game, entity) else None

    def alive(self, entity: int) -> bool:
        """Whether a creature or thing is there, on a level or carried, and not dead."""
        game = self._entered()
        return entity not in game.dead and Position in ecs.row(entity)

    def _pools(self, entity: int) -> Pools:
        """The pools of an entity; empty ones for what is gone."""
        self._entered()
        return esper.try_component(entity, Pools) or Pools(0, 0, 0, 0)

    def hp(self, entity: int) -> int:
        """Hit points; 0 for the dead."""
        return self._pools(entity).hp

    def max_hp(self, entity: int) -> int:
        """Maximum of its hit points."""
        return self._pools(entity).max_hp

    def poise(self, entity: int) -> int:
        """How many controlling statuses it will shrug off now; 0 for what is gone."""
        self._entered()
        return poise_of(entity) if Pools in ecs.row(entity) else 0

    def mana(self, entity: int) -> int:
        """Its mana now; 0 for what is gone."""
        return self._pools(entity).mana

    def max_mana(self, entity: int) -> int:
        """The most mana that it can have; 0 for what is gone."""
        return self._pools(entity).max_mana

    def xp(self, entity: int) -> int:
        """Its experience points; 0 for what is gone."""
        return self._pools(entity).xp

    def gold(self, entity: int) -> float:
        """Gold in its purse, to tenths."""
        return self._pools(entity).gold

    def statuses(self, entity: int) -> dict[str, int]:
        """Status name -> turns left, e.g. {"Slowed": 5}; of several of one name, the longest. The dead have none."""
        game = self._entered()
        left: dict[str, int] = {}
        found = None if entity in game.dead else esper.try_component(entity, Statuses)
        for status in found.entities if found else ():
            name = ecs.get(status, StatusEffect).name
            left[name] = max(left.get(name, 0), ecs.get(status, Duration).turns)
        return left

    def known_spells(self, entity: int | None = None) -> list[str]:
        """Spells in the order of their hotkeys."""
        self._entered()
        return known_names(self.player if entity is None else entity)

    def inventory(self, entity: int | None = None) -> list[str]:
        """True names of everything carried, worn things included."""
        self._entered()
        pack = esper.try_component(self.player if entity is None else entity, Pack) or Pack()
        return [names.true_name(item) for item in (*pack.worn.values(), *pack.items)]

    def shown_name(self, entity: int) -> str:
        """The name as the player sees it now (an unidentified potion's colour, say)."""
        return names.shown_name(self._entered(), entity)

    def charges(self, item: int) -> int:
        """Charges left; 0 for what has none or is gone."""
        self._entered()
        charges = esper.try_component(item, Charges)
        return charges.left if charges else 0

    @property
    def log(self) -> list[str]:
        """All messages shown so far, oldest first."""
        return [message.text for message in self.game.log]
