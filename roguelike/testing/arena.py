"""A hand-drawn level with a real game behind it."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

import esper

from roguelike.actions.action import Action, Ask, Refused
from roguelike.actions.carrying import Drop, PickUp
from roguelike.actions.item_use import UseItem
from roguelike.actions.melee import Melee
from roguelike.actions.moving import Pass, Step
from roguelike.actions.shooting import Shoot
from roguelike.actions.spell_use import Cast
from roguelike.components.actors import Kind
from roguelike.components.items import Charges, Item, Pack
from roguelike.components.magic import KnownSpells
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.components.vitals import Pools
from roguelike.engine.dungeon import make_player
from roguelike.engine.foresight import Forecast, foresee
from roguelike.engine.naming import name_unknowns
from roguelike.engine.turn import act, bury, pass_time
from roguelike.raws.catalog import Catalog, load_catalog
from roguelike.systems.stagger import random_step, staggers
from roguelike.systems.visibility import look_around
from roguelike.testing.drawing import read_drawing
from roguelike.world import ecs, names, space, spawning
from roguelike.world.game import Game
from roguelike.world.level import Level


@dataclass(frozen=True, slots=True)
class Result:
    """What one requested action came to."""

    refused: str | None
    trace: Sequence[Any] = ()
    log: Sequence[str] = ()


@cache
def _own_catalog() -> Catalog:
    """Load the game's own data once."""
    return load_catalog()


def _catalog(raws: Path | Mapping[str, Any] | None) -> Catalog:
    """Load the data that an arena plays with."""
    return _own_catalog() if raws is None else load_catalog((raws,))


class Arena:
    """A hand-drawn level with a real game behind it. Use as a context manager or call close()."""

    def __init__(
        self, game: Game, *, minds: bool = False, raws: Path | Mapping[str, Any] | None = None
    ) -> None:
        """Wrap a game; use `from_ascii` or `load` instead."""
        self.game = game
        self.minds = minds
        self._raws = raws

    @classmethod
    def from_ascii(
        cls,
        drawing: str,
        legend: Mapping[str, str] | None = None,
        *,
        seed: int = 0,
        depth: int = 3,
        minds: bool = False,
        raws: Path | Mapping[str, Any] | None = None,
    ) -> "Arena":
        """Draw a level: '#' wall, '.' floor, '@' the player; `legend` maps any other character to a raw's name.

        The level is lit, nothing spawns by itself, the player has full pools (30 hp, 4 mana), bare hands, empty
        pockets and knows no spell. With `minds` false, creatures stand still and never act by themselves, but their
        statuses and durations still run. `raws` replaces data/spawns.json. Raises ValueError, naming the character,
        for one that is neither terrain nor in the legend, and for an unknown raw name.
        """
        plan = read_drawing(drawing, legend or {})
        catalog = _catalog(raws)
        for name, _ in plan.things:
            if catalog.section_of(name) is None:
                raise ValueError(f"the raws have no item, mob or prop called {name!r}")
        game = Game.fresh(str(seed), catalog)
        name_unknowns(game, catalog)
        game.depth = depth
        game.levels[depth] = Level(depth, "Arena", "default", plan.tiles, entry=plan.player)
        arena = cls(game, minds=minds, raws=raws)
        make_player(game, catalog)
        space.put(game, game.player, plan.player, depth)
        game.agenda.note(game.player)
        for name, (x, y) in plan.things:
            arena.spawn(name, x, y)
        look_around(game)
        return arena

    @property
    def player(self) -> int:
        """The player's entity."""
        return self.game.player

    # --- setting the scene

    def spawn(self, name: str, x: int, y: int) -> int:
        """Put a new item, mob or prop on a tile and return it."""
        game = self._entered()
        section = _content(game).section_of(name)
        if section is None:
            raise ValueError(f"the raws have no item, mob or prop called {name!r}")
        entity = spawning.spawn(game, section, name, (x, y), game.depth)
        game.counted = -1
        look_around(game)
        return entity

    def give(self, entity: int, item: str) -> int:
        """Put a new item in its pack, unidentified as the player would find it, and return the item."""
        made = self._make_item(item)
        spawning.pocket(entity, made)
        return made

    def equip(self, entity: int, item: str) -> int:
        """Have it wear or wield a new item, in place of what its slot holds, and return the item."""
        made = self._make_item(item)
        kind = ecs.get(made, Item)
        if kind.slot is None:
            raise ValueError(f"{item!r} is not to be worn or wielded")
        pack = ecs.get(entity, Pack)
        before = pack.worn.pop(kind.slot, None)
        if before is not None:
            pack.items.append(before)
        spawning.put_on(entity, made)
        return made

    def _make_item(self, item: str) -> int:
        """Create an item that is nowhere yet."""
        game = self._entered()
        if not game.content.has("items", item):
            raise ValueError(f"the raws have no item called {item!r}")
        return spawning.make(game, "items", item, game.rng)

    def teach(self, spell: str, entity: int | None = None) -> None:
        """Let the player (or another) know a spell."""
        game = self._entered()
        if spell not in _content(game).spells:
            raise ValueError(f"the raws have no spell called {spell!r}")
        known = ecs.get(game.player if entity is None else entity, KnownSpells).names
        if spell not in known:
            known.append(spell)

    def identify(self, item: str) -> None:
        """Let the player know this kind of item from now on."""
        game = self._entered()
        if not game.content.has("items", item):
            raise ValueError(f"the raws have no item called {item!r}")
        game.identified.add(item)

    def set_pools(
        self,
        entity: int,
        *,
        hp: int | None = None,
        mana: int | None = None,
        max_hp: int | None = None,
        max_mana: int | None = None,
    ) -> None:
        """Set pools; a current value never exceeds its maximum."""
        self._entered()
        pools = ecs.get(entity, Pools)
        pools.max_hp = pools.max_hp if max_hp is None else max_hp
        pools.max_mana = pools.max_mana if max_mana is None else max_mana
        pools.hp = min(pools.max_hp, pools.hp if hp is None else hp)
        pools.mana = min(pools.max_mana, pools.mana if mana is None else mana)

    # --- doing things

    def cast(
        self, spell: str, target: tuple[int, int] | None = None, *, by: int | None = None
    ) -> Result:
        """Cast a known spell."""
        return self._do(Cast(spell, target), by)

    def use(
        self, item: int, target: tuple[int, int] | None = None, *, by: int | None = None
    ) -> Result:
        """Use an item of the pack."""
        return self._do(UseItem(item, target), by)

    def melee(self, target: int, *, by: int | None = None) -> Result:
        """Strike someone adjacent."""
        return self._do(Melee(target), by)

    def shoot(self, target: int, *, by: int | None = None) -> Result:
        """Shoot at someone in sight."""
        return self._do(Shoot(target), by)

    def move(self, dx: int, dy: int, *, by: int | None = None) -> Result:
        """One step or bump, with everything that follows: traps, doors, attacks, swaps."""
        return self._do(Step(dx, dy), by)

    def drop(self, item: int) -> Result:
        """Lay an item of the player's pack on the ground."""
        return self._do(Drop(item))

    def pick_up(self) -> Result:
        """Take what lies where the player stands."""
        return self._do(PickUp())

    def _do(self, action: Action, by: int | None = None) -> Result:
        """Perform an action at once, outside the turn order."""
        actor = self.game.player if by is None else by

        def perform() -> str | None:
            """Act, unless dead; the confused stagger."""
            game = self.game
            if actor in game.dead or not esper.entity_exists(actor):
                return "The dead do not act."
            chosen = random_step(game) if staggers(actor) else action
            match act(game, actor, chosen):
                case Refused(reason) | Ask(_, reason):
                    return None if chosen is not action else reason
                case _:
                    look_around(game)
                    return None

        return self._recorded(perform)

    def _recorded(self, perform: Callable[[], str | None]) -> Result:
        """Do something and report its refusal, changes and messages."""
        game = self._entered()
        bury(game)
        game.trace.clear()
        lines = len(game.log)
        refused = perform()
        return Result(
            refused, tuple(game.trace), tuple(message.text for message in game.log[lines:])
        )

    def wait(self, turns: int = 1) -> Result:
        """The player skips `turns` turns; everyone else takes theirs and durations run."""

        def skip() -> str | None:
            """Let the turns go by."""
            for _ in range(turns):
                act(self.game, self.game.player, Pass())
                pass_time(self.game, minds=self.minds)
            return None

        return self._recorded(skip)

    # --- asking

    def find(self, name: str) -> int:
        """The one living entity made from that raw. Raises LookupError unless there is exactly one."""
        game = self._entered()
        found = [
            entity
            for entity, kind in ecs.with_component(Kind)
            if kind.name == name and kind.section != "statuses" and entity not in game.dead
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
        """Whether an entity is there and not dead."""
        game = self._entered()
        return entity not in game.dead and esper.entity_exists(entity)

    def _pools(self, entity: int) -> Pools:
        """The pools of an entity; empty ones for what is gone."""
        self._entered()
        return esper.try_component(entity, Pools) or Pools(0, 0, 0, 0)

    def hp(self, entity: int) -> int:
        """Hit points; 0 for the dead."""
        return self._pools(entity).hp

    def max_hp(self, entity: int) -> int:
        """Most hit points."""
        return self._pools(entity).max_hp

    def mana(self, entity: int) -> int:
        """Mana."""
        return self._pools(entity).mana

    def max_mana(self, entity: int) -> int:
        """Most mana."""
        return self._pools(entity).max_mana

    def xp(self, entity: int) -> int:
        """Experience."""
        return self._pools(entity).xp

    def gold(self, entity: int) -> float:
        """Gold."""
        return self._pools(entity).gold

    def statuses(self, entity: int) -> dict[str, int]:
        """Status name -> turns left, e.g. {"Slowed": 5}; of several of one name, the longest."""
        self._entered()
        left: dict[str, int] = {}
        found = esper.try_component(entity, Statuses)
        for status in found.entities if found else ():
            name = ecs.get(status, StatusEffect).name
            left[name] = max(left.get(name, 0), ecs.get(status, Duration).turns)
        return left

    def known_spells(self, entity: int | None = None) -> list[str]:
        """Spells in the order of their hotkeys."""
        self._entered()
        known = esper.try_component(self.player if entity is None else entity, KnownSpells)
        return list(known.names) if known else []

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

    # --- foreseeing, saving, comparing

    def forecast(
        self, what: str | int, target: tuple[int, int] | None = None, *, by: int | None = None
    ) -> Forecast:
        """What casting the spell (a name) or using the item (an entity) would do. Changes nothing, no die included."""
        game = self._entered()
        action: Action = Cast(what, target) if isinstance(what, str) else UseItem(what, target)
        return foresee(game, game.player if by is None else by, action)

    def state_hash(self) -> str:
        """One digest over every component, the level, the clock and all random streams."""
        from roguelike.engine.saves.snapshot import state_hash

        return state_hash(self._entered())

    def save(self) -> bytes:
        """The whole game as bytes."""
        from roguelike.engine.saves.document import encode

        game = self._entered()
        bury(game)
        raws = str(self._raws) if isinstance(self._raws, Path) else self._raws
        save = b64encode(encode(game, run="arena", created="")).decode("ascii")
        envelope = {"minds": self.minds, "raws": raws, "save": save}
        return json.dumps(envelope).encode()

    @classmethod
    def load(cls, data: bytes) -> "Arena":
        """Take up a game again where `save` left it."""
        from roguelike.engine.saves.document import decode

        envelope = json.loads(data)
        raws = Path(envelope["raws"]) if isinstance(envelope["raws"], str) else envelope["raws"]
        game = decode(b64decode(envelope["save"]), "the arena").open(_catalog(raws))
        return cls(game, minds=envelope["minds"], raws=raws)

    def close(self) -> None:
        """Forget the game and all in it."""
        ecs.drop_world(self.game.world)

    def __enter__(self) -> Self:
        """Use as a context manager."""
        return self

    def __exit__(self, *exc: object) -> None:
        """Close."""
        self.close()

    def _entered(self) -> Game:
        """Make this arena's world the current one."""
        self.game.enter()
        return self.game


def _content(game: Game) -> Catalog:
    """Return the catalog behind an arena's game."""
    if not isinstance(game.content, Catalog):
        raise TypeError("an arena plays with a catalog")
    return game.content
