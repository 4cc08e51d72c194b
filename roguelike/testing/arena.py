"""A hand-drawn level with a real game behind it.

The drawing is read here, and so are the commands that tests name by a word, a spell's name or an item's entity id.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from textwrap import dedent
from typing import Any, Self

import esper
import msgspec
import numpy as np
from numpy.typing import NDArray

from roguelike.actions import (
    acting,
    carrying,
    growing,
    inscribing,
    item_use,
    melee,
    moving,
    shooting,
    spell_use,
)
from roguelike.components import actors, growth, items, magic, spatial, vitals
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.core.geometry import Point
from roguelike.core.records import Record, State, field
from roguelike.effects import dispatch, experience
from roguelike.effects.statuses import poise_of
from roguelike.engine.foreseeing import planning
from roguelike.engine.foreseeing.aiming import EXACT, Forecast, Outcome, foresee
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.foreseeing.reply import OwnAct, reply
from roguelike.engine.play.dungeon import make_player, name_unknowns, rise_to, travel
from roguelike.engine.play.heard import Absentees
from roguelike.engine.play.onlookers import EVERYBODY
from roguelike.engine.play.turn import act, bury, leave, pass_time, play
from roguelike.engine.play.yesterday import go_back, memory_of
from roguelike.raws.faults import Suggestion
from roguelike.store import invariants
from roguelike.systems.visibility import look_around
from roguelike.testing.catalogs import ON_MAPS, catalog_for, check_legend, no_such
from roguelike.world import changes, ecs, figures, inventory, perception, space, spawning
from roguelike.world.derived_stats import drop_stats, stats_of
from roguelike.world.game import Cause, Game, template_of
from roguelike.world.level import Level
from roguelike.world.terrain import Tile

TERRAIN = {
    "#": Tile.WALL,
    ".": Tile.FLOOR,
    ">": Tile.DOWN_STAIRS,
    "<": Tile.UP_STAIRS,
    '"': Tile.GRASS,
    "~": Tile.DEEP_WATER,
    ",": Tile.SHALLOW_WATER,
}
PLAYER = "@"


class Result(Record):
    """The result of one action: the refusal, the changes and the new lines of the log."""

    refused: str | None
    trace: Sequence[Any] = ()
    log: Sequence[str] = ()


class _Saved(Record):
    """A saved arena: the save, how the arena was made, and the faults that the drawn room had from the start."""

    minds: bool
    raws: Any
    save: bytes
    odd: Sequence[str] = ()
    packs: Sequence[str] = ()


class Arena:
    """A hand-drawn level with a real game behind it. Use as a context manager or call close()."""

    def __init__(
        self,
        game: Game,
        *,
        minds: bool = False,
        raws: Path | Mapping[str, Any] | None = None,
        packs: Sequence[Path] = (),
        absentees: Absentees | None = None,
    ) -> None:
        """Wrap a game; use `from_ascii` or `load` instead. `absentees` are those that one in progress reckons with."""
        self.game, self.minds = game, minds
        self.precision = EXACT
        """How closely `forecast` looks: FULL has the same bounds, from a third of the samples."""
        self._closed = False
        self._raws, self._packs = raws, packs
        self._absentees = absentees or Absentees(game)

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
        packs: Sequence[Path] = (),
    ) -> "Arena":
        """Draw a level: '#' wall, '.' floor, '@' the player; `legend` maps any other character to a raw's name.

        The level is lit, nothing spawns by itself, the player has full pools (30 hp, 4 mana), bare hands, empty
        pockets and knows no spell. With `minds` false, creatures stand still and never act by themselves, but their
        statuses and durations still run. `raws` replaces data/spawns.json; `packs` are layered over it.

        Raises ValueError, naming the character, for one that is neither terrain nor in the legend, for an unknown raw
        name and for a depth below 1.
        """
        if depth < 1:
            raise ValueError(f"depth is {depth}: the first is 1")
        plan = read_drawing(drawing, legend or {})
        catalog = catalog_for(raws, packs)
        check_legend(legend or {}, drawing, catalog)
        game = Game.fresh(str(seed), catalog)
        name_unknowns(game)
        game.depth = depth
        game.levels[depth] = Level(depth, "Arena", "default", plan.tiles, entry=plan.player)
        arena = cls(game, minds=minds, raws=raws, packs=packs)
        make_player(game)
        space.put(game, game.player, plan.player, depth)
        game.turn_queue.note(game.player)
        for name, (x, y) in plan.things:
            arena.spawn(name, x, y)
        look_around(game)
        return arena

    # --- reading the game

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
            for entity, kind in ecs.with_component(actors.Kind)
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
        return entity not in game.dead and spatial.Position in ecs.row(entity)

    def _pools(self, entity: int) -> vitals.Pools:
        """Return the pools of an entity; empty ones if it is gone."""
        self._entered()
        return esper.try_component(entity, vitals.Pools) or vitals.Pools(0, 0, 0, 0)

    def hp(self, entity: int) -> int:
        """Return its hit points; 0 if dead."""
        return self._pools(entity).hp

    def max_hp(self, entity: int) -> int:
        """Return its maximum hit points; 0 if it is gone."""
        return self._pools(entity).max_hp

    def poise(self, entity: int) -> int:
        """Return how many controlling statuses it will shrug off now; 0 if it is gone."""
        self._entered()
        return poise_of(entity) if vitals.Pools in ecs.row(entity) else 0

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
        return perception.known_names(self.player if entity is None else entity)

    def inventory(self, entity: int | None = None) -> list[str]:
        """List the true names of everything carried, worn items included."""
        self._entered()
        pack = (
            esper.try_component(self.player if entity is None else entity, items.Pack)
            or items.Pack()
        )
        return [perception.true_name(item) for item in (*pack.worn.values(), *pack.items)]

    def shown_name(self, entity: int) -> str:
        """Return the name as the player sees it now (an unidentified potion's colour, say)."""
        return perception.shown_name(self._entered(), entity)

    def charges(self, item: int) -> int:
        """Return the charges left; 0 if the item has none or is gone."""
        self._entered()
        charges = esper.try_component(item, items.Charges)
        return charges.left if charges else 0

    @property
    def log(self) -> list[str]:
        """All messages shown so far, oldest first."""
        return [message.text for message in self.game.log]

    # --- changing it before a test acts

    def spawn(self, name: str, x: int, y: int) -> int:
        """Create an item, mob, prop, or a fire or cloud, on a tile and return it."""
        game = self._entered()
        section = game.content.section_of(name)
        if section is None:
            raise ValueError(no_such(game.content, name, *ON_MAPS))
        if not game.level.contains((x, y)):
            raise ValueError(f"there is no tile ({x}, {y}) to put {name!r} on")
        entity = (
            spawning.start_hazard(game, name, (x, y), game.depth)
            if section == "hazards"
            else spawning.spawn(game, section, name, (x, y), game.depth)
        )
        look_around(game)
        return entity

    def give(self, entity: int, item: str) -> int:
        """Put a new item, unidentified as the player would find it, in an entity's pack and return the item."""
        _require_creature(entity)
        made = self._make_item(item)
        spawning.pocket(entity, made)
        return made

    def equip(self, entity: int, item: str) -> int:
        """Equip an entity with a new item, replacing what its slot holds, and return the item.

        The player identifies what they wear.
        """
        kind = self._kind_of(item)
        if kind.slot is None:
            raise ValueError(f"{item!r} is not to be worn or wielded")
        _require_creature(entity)
        made = self._make_item(item)
        pack = ecs.get(entity, items.Pack)
        before = pack.worn.pop(inventory.slot_for(pack, kind.slot), None)
        if before is not None:
            pack.items.append(before)
        spawning.put_on(entity, made)
        if entity == self.player:
            self.identify(item)
        return made

    def _kind_of(self, item: str) -> items.Item:
        """Return the data shared by all items of a name. Raises ValueError if there is no such item."""
        game = self._entered()
        if not game.content.has("items", item):
            raise ValueError(no_such(game.content, item, "items"))
        parts = game.content.templates("items", item)
        return next(part for part in parts if isinstance(part, items.Item))

    def _make_item(self, item: str) -> int:
        """Create an item that is nowhere yet. Raises ValueError if there is no such item."""
        game = self._entered()
        if not game.content.has("items", item):
            raise ValueError(no_such(game.content, item, "items"))
        return spawning.make(game, "items", item, game.rng)

    def teach(self, spell: str, entity: int | None = None) -> None:
        """Teach the player (or another) a spell and make it ready, even beyond what they could keep attuned."""
        game = self._entered()
        if spell not in game.spells:
            meant = Suggestion(spell, game.spells)
            raise ValueError(f"the raws have no spell called {spell!r} ({meant})")
        owner = game.player if entity is None else entity
        _require_creature(owner)
        if spell not in perception.known_names(owner):
            known = ecs.get(owner, magic.KnownSpells)
            ready = len(known.spells) if known.ready is None else known.ready
            known.spells.insert(ready, game.spells[spell])
            known.ready = None if known.ready is None else ready + 1

    def set_level(self, entity: int, level: int) -> None:
        """Set an entity's level, with the pools and skills that others of its kind have at that level.

        The player starts from level 1 and rises level by level, taking the first offer at each choice.
        """
        if level < 1:
            raise ValueError(f"level is {level}: the lowest is 1")
        game = self._entered()
        _require_creature(entity)
        if entity == game.player:
            _rise_anew(game, level)
        else:
            rise_to(entity, level, game.content)
        drop_stats(entity)

    def identify(self, item: str) -> None:
        """Identify this kind of item for the player, and by elimination the last unknown kind of its sort."""
        game = self._entered()
        if not game.content.has("items", item):
            raise ValueError(no_such(game.content, item, "items"))
        its_magic = template_of(game.content, actors.Kind("items", item), items.Magic)
        if its_magic is not None:
            game.identified.add(item)
            game.identified.update(filter(None, [changes.last_unknown(game, its_magic.naming)]))

    def set_pools(
        self,
        entity: int,
        *,
        hp: int | None = None,
        mana: int | None = None,
        max_hp: int | None = None,
        max_mana: int | None = None,
    ) -> None:
        """Set pools; a current value is cut to its maximum. Raises ValueError below 1 hit point or 0 mana."""
        for name, least, value in (
            ("hp", 1, hp),
            ("max_hp", 1, max_hp),
            ("mana", 0, mana),
            ("max_mana", 0, max_mana),
        ):
            if value is not None and value < least:
                raise ValueError(f"{name} is {value}: whoever lives has at least {least}")
        self._entered()
        _require_creature(entity)
        pools = ecs.get(entity, vitals.Pools)
        pools.max_hp = pools.max_hp if max_hp is None else max_hp
        pools.max_mana = pools.max_mana if max_mana is None else max_mana
        pools.hp = min(pools.max_hp, pools.hp if hp is None else hp)
        pools.mana = min(pools.max_mana, pools.mana if mana is None else mana)

    # --- doing things

    def cast(
        self, spell: str, target: tuple[int, int] | None = None, *, by: int | None = None
    ) -> Result:
        """Cast a known spell of the player, or of the creature `by`."""
        return self._do(spell_use.Cast(spell, target), by)

    def use(
        self, item: int, target: tuple[int, int] | None = None, *, by: int | None = None
    ) -> Result:
        """Use an item of the pack; if it needs another item to work on, it gets the first eligible one."""
        return self._do(item_use.UseItem(item, target), by)

    def inscribe(self, spell: str, rune: str) -> Result:
        """Inscribe a rune (the item's raw name) on a known spell, as using the rune item would.

        The spell keeps its name. The rune item is created for this, unless the inscription is refused.
        """
        game = self._entered()
        self._kind_of(rune)
        reason = inscribing.why_not_inscribed(game, self.player, spell, rune)
        if reason:
            return Result(reason)
        return self._do(inscribing.Inscribe(self.give(self.player, rune), spell))

    def melee(self, target: int, *, by: int | None = None) -> Result:
        """Attack an adjacent creature, as the player or the creature `by`."""
        return self._do(melee.Melee(target), by)

    def shoot(self, target: int, *, by: int | None = None) -> Result:
        """Shoot at a creature in sight, as the player or the creature `by`."""
        return self._do(shooting.Shoot(target), by)

    def move(self, dx: int, dy: int, *, by: int | None = None) -> Result:
        """Take one step or bump, with all its consequences: traps, doors, attacks, swaps."""
        return self._do(moving.Step(dx, dy), by)

    def drop(self, item: int) -> Result:
        """Drop an item of the player's pack."""
        return self._do(carrying.Drop(item))

    def pick_up(self) -> Result:
        """Pick up what lies on the player's tile."""
        return self._do(carrying.PickUp())

    def _do(self, action: acting.Action, by: int | None = None) -> Result:
        """Perform an action at once, outside the turn order."""
        actor = self.game.player if by is None else by

        def perform() -> str | None:
            """Act unless dead; a confused actor stumbles, a stunned one does nothing."""
            game = self.game
            if not self.alive(actor):
                return acting.DEAD
            chosen = self._chosen(action, actor)
            result = act(game, actor, chosen, EVERYBODY)
            match result:
                case acting.Ask("item", _, (first, *_)):
                    result = act(game, actor, chosen.choosing(first), EVERYBODY)
                case acting.Ask("target") if _needs_no_tile(chosen.used_item):
                    # Unidentified, it asks for a target as all of its sort do, but any target will do.
                    result = act(game, actor, chosen.at(space.point_of(actor)), EVERYBODY)
            match result:
                case acting.Refused(reason) | acting.Ask(_, reason):
                    return None if chosen is not action else reason
                case _:
                    if go_back(game):
                        return None
                    leave(game, travel, 0)
                    look_around(game)
                    return None

        return self._recorded(perform)

    def _chosen(self, action: acting.Action, actor: int) -> acting.Action:
        """Return what an actor really does when told to act: a stunned or confused one does something else."""
        if "act" in stats_of(actor).status.forbids:
            return moving.Pass()
        return moving.random_step(self.game) if moving.staggers(actor) else action

    def _recorded(self, perform: Callable[[], str | None]) -> Result:
        """Do something and report its refusal, changes and messages."""
        game = self._entered()
        bury(game)
        game.trace.clear()
        last = game.log[-1] if game.log else None
        self._absentees.witness(game, ())  # the scene may have been set anew
        refused = perform()
        self._absentees.witness(game, game.trace)
        # Counted from its end: the log is cut at its head when it grows long.
        news = list(takewhile(lambda message: message is not last, reversed(game.log)))
        said = tuple(message.text for message in reversed(news))
        return Result(refused, tuple(game.trace), said)

    def wait(self, turns: int = 1) -> Result:
        """Let the player skip `turns` turns; everyone else takes theirs and durations run."""
        if turns < 0:
            raise ValueError(f"turns is {turns}: the fewest is 0")

        def skip() -> str | None:
            """Skip the player's turns; return a refusal if the player dies before the last one."""
            for _ in range(turns):
                if self.game.player in self.game.dead:
                    return acting.DEAD
                self.game.yesterday = memory_of(self.game)
                act(self.game, self.game.player, moving.Pass(), EVERYBODY)
                pass_time(self.game, EVERYBODY, minds=self.minds)
            return None

        return self._recorded(skip)

    # --- whole turns

    def turn(self, what: str | int, target: tuple[int, int] | None = None) -> Result:
        """Play the player's act, then everybody else's (with `minds` true), until the player is to act again.

        `what` is a spell's name, an item's entity, or one of "wait", "step", "melee", "shoot"; `target` is the tile to
        aim at, step to, strike or shoot at.
        """
        game = self._entered()
        action = acting.answered(command_of(game, what, target, game.player), game.player, game)

        def whole() -> str | None:
            """Play the turn; return why the act was refused, if it was."""
            return acting.refusal_of(play(game, action, travel, minds=self.minds))

        return self._recorded(whole)

    def turn_order(self) -> Sequence[int]:
        """Return the reply's order for a wait: who acts, or may act, before the player's next turn."""
        return self.reply("wait").order

    def reply(
        self, what: str | int, target: tuple[int, int] | None = None, *, samples: int = 32
    ) -> Reply:
        """Foresee the whole turn; `what` as for `turn`. Changes nothing, not even random streams."""
        game = self._entered()
        action = acting.answered(command_of(game, what, target, game.player), game.player, game)
        return reply(game, action, samples=_counted(samples), minds=self.minds, looks_ahead=True)

    def danger(self, steps: int = 2) -> Mapping[Point, Outcome]:
        """Return what the player would have lost by being up again on each tile within so many own steps.

        They go by the shortest known way, and everybody answers; on their own tile they wait one turn. For the dead
        there is none. Changes nothing. Raises ValueError for less than 0 steps.
        """
        if steps < 0:
            raise ValueError(f"steps is {steps}: the fewest is 0")
        danger = planning.Danger(self._entered(), steps, minds=self.minds)
        danger.refine()
        return danger.found

    def plan(
        self, acts: Sequence[tuple[str | int, Point | None]], *, samples: int = 32
    ) -> Sequence[Reply]:
        """Foresee several own acts with everybody's answers between: what all up to each act come to, from now.

        An act that cannot be done when its turn comes is waited out; a reply is refused if that is so in every sample.
        Changes nothing.
        """
        game = self._entered()
        given = [_when_due(game, what, target) for what, target in acts]
        return planning.plan(game, given, samples=_counted(samples), minds=self.minds)

    def fight(self, *, samples: int = 32) -> planning.Fight:
        """Foresee the fight in view, for at most 15 turns; one without enemies is won already. Changes nothing."""
        return planning.fight(
            self._entered(),
            samples=_counted(samples),
            minds=self.minds,
            unseen=len(self.game.absent),
        )

    # --- foreseeing, saving, comparing

    def forecast(
        self, what: str | int, target: tuple[int, int] | None = None, *, by: int | None = None
    ) -> Forecast:
        """Foresee the act alone, unanswered; `what` as for `turn`. Changes nothing, not even random streams."""
        game = self._entered()
        actor = game.player if by is None else by
        if not self.alive(actor):
            return Forecast(refused=acting.DEAD)
        action = acting.answered(command_of(game, what, target, actor), actor, game)
        return foresee(game, actor, action, self.precision)

    def state_hash(self) -> str:
        """Return one digest over every component, the level, the clock and all random streams."""
        from roguelike.engine.state.snapshot import state_hash

        return state_hash(self._entered())

    def save(self) -> bytes:
        """Return the whole game as bytes, for `load`."""
        from roguelike.store.save_file import encode

        game = self._entered()
        bury(game)
        raws = str(self._raws) if isinstance(self._raws, Path) else self._raws
        save = encode(game, run="arena", created="")
        return msgspec.json.encode(
            _Saved(self.minds, raws, save, invariants.faults(game), [*map(str, self._packs)])
        )

    @classmethod
    def load(cls, data: bytes) -> "Arena":
        """Return an arena with the game that `save` wrote. Raises ValueError if `data` is not a saved arena."""
        from roguelike.engine.state.errors import SaveError
        from roguelike.store.save_file import decode

        try:
            saved = msgspec.json.decode(data, type=_Saved)
            raws = Path(saved.raws) if isinstance(saved.raws, str) else saved.raws
            packs = tuple(map(Path, saved.packs))
            game = decode(saved.save, "The arena").open(catalog_for(raws, packs), saved.odd)
        except msgspec.MsgspecError as error:
            raise ValueError(f"This is no saved arena: {error}.") from error
        except SaveError as error:
            raise ValueError(error.message) from error
        return cls(game, minds=saved.minds, raws=raws, packs=packs)

    def close(self) -> None:
        """Delete the game's world; any later use of the arena raises ValueError."""
        ecs.drop_world(self.game.world)
        self._closed = True

    def __enter__(self) -> Self:
        """Return the arena, which is closed at the end of the block."""
        return self

    def __exit__(self, *exc: object) -> None:
        """Close the arena, whatever happened in the block."""
        self.close()


def _require_creature(entity: int) -> None:
    """Raise ValueError unless an id is a creature's, dead or alive."""
    if vitals.Pools not in ecs.row(entity):
        raise ValueError(f"{entity} is no creature")


def _rise_anew(game: Game, level: int) -> None:
    """Start the player again at level 1 and raise them to another, taking the first offer each time."""
    player = game.player
    _forget_choices(game)
    for part in (vitals.Attributes(), figures.hero_skills(game.content, 1), growth.Talents()):
        ecs.attach(player, part)
    born, pools = ecs.get(player, vitals.Attributes), ecs.get(player, vitals.Pools)
    pools.level, pools.xp = 1, 0
    pools.max_hp, pools.max_mana = pools.hp, pools.mana = figures.hero_pools(game.content, 1, born)
    start = len(game.trace)
    while pools.level < level:
        pools.xp = figures.experience_to_leave(game.content, pools.level)
        experience.rise(game, player, Cause("a test", player, "level"))
        dispatch.drain(game)
        talents = ecs.get(player, growth.Talents)
        for choice in talents.waiting:
            acting.perform(growing.ChooseOffer(choice.offers[0]), player, game)
    pools.hp, pools.mana = pools.max_hp, pools.max_mana
    del game.trace[start:]


def _forget_choices(game: Game) -> None:
    """Make the player forget the spells that earlier level choices taught."""
    known = ecs.get(game.player, magic.KnownSpells)
    taught = [
        game.content.offers[name].teaches for name in ecs.get(game.player, growth.Talents).taken
    ]
    for spell in (game.spells[name] for name in taught if name is not None):
        if spell in known.spells:
            if known.ready is not None and known.spells.index(spell) < known.ready:
                known.ready -= 1
            known.spells.remove(spell)
    if known.ready == len(known.spells):
        known.ready = None  # all of them


def _needs_no_tile(item: int) -> bool:
    """Return whether an item, once identified, is used without a target."""
    use = esper.try_component(item, magic.Use)
    return use is not None and not use.delivery.aimed


def _counted(samples: int) -> int:
    """Return a number of samples. Raises ValueError for less than one."""
    if samples < 1:
        raise ValueError(f"samples is {samples}: the fewest is 1")
    return samples


def command_of(game: Game, what: str | int, target: Point | None, actor: int) -> acting.Action:
    """Return the command that `what` names: see `Arena.turn`. Raises ValueError for a step without a target."""
    match what:
        case int():
            return item_use.UseItem(what, target)
        case "wait":
            return moving.Pass()
        case "step":
            here = space.point_of(actor)
            if target is None or here is None:
                raise ValueError("a step wants the tile to step to")
            return moving.Step.between(here, target)
        case "melee" | "shoot":
            struck = game.level.blockers.get(target, 0) if target is not None else 0
            return melee.Melee(struck) if what == "melee" else shooting.Shoot(struck)
        case _:
            return spell_use.Cast(what, target)


def _when_due(game: Game, what: str | int, target: Point | None) -> OwnAct:
    """Return the command that `what` names; one to a tile depends on where everybody stands when its turn comes."""
    command = command_of(game, what, target, game.player)
    if what in ("step", "melee", "shoot"):
        return lambda then: command_of(then, what, target, then.player)
    return acting.answered(command, game.player, game)


class Drawing(State):
    """A drawing, read: the tiles, the player's position, and the names and positions of everything else."""

    tiles: NDArray[np.uint8]
    player: Point = (0, 0)
    things: list[tuple[str, Point]] = field(default_factory=list)


def read_drawing(text: str, legend: Mapping[str, str]) -> Drawing:
    """Read a drawing. Raises ValueError unless there is one player, or naming a character without a meaning.

    The map gets one more column and row of wall than is drawn, so that its edge is closed even if the drawing's is not.
    """
    rows = dedent(text).strip("\n").splitlines()
    width, height = max((len(row) for row in rows), default=0), len(rows)
    drawing = Drawing(np.full((width + 1, height + 1), Tile.WALL, dtype=np.uint8, order="F"))
    players = []
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark in legend:
                drawing.things.append((legend[mark], (x, y)))
                drawing.tiles[x, y] = Tile.FLOOR
            elif mark == PLAYER:
                players.append((x, y))
                drawing.tiles[x, y] = Tile.FLOOR
            elif mark in TERRAIN:
                drawing.tiles[x, y] = TERRAIN[mark]
            else:
                raise ValueError(
                    f"{mark!r} at ({x}, {y}) is no terrain ({' '.join(TERRAIN)}), not {PLAYER!r} and not in the legend"
                )
    if len(players) != 1:
        raise ValueError(f"a level needs one {PLAYER!r}; this drawing has {len(players)}")
    drawing.player = players[0]
    return drawing
