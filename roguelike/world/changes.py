"""Everything that can change in a game, as records that can be applied and undone.

Handlers and actions never assign to components: they make these changes. The list of changes, each with its cause, is
the trace, which the log, the animation, the forecast, the replay check and the death report all read.

They come in this order: changes of place (movement, death, new entities, doors, ground); of a creature (pools, any
field of its state, its next turn, its statuses); of how the story stands; events, which change no state; and changes of
what a creature has and knows (packs, spells, identified kinds, the explored map) and of vendors' stock.
"""

from typing import Any

import esper
import numpy as np

from roguelike.components import actors, growth, items, magic, spatial, vitals
from roguelike.components.looks import Flash
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.core import sight
from roguelike.core.geometry import Point
from roguelike.core.grammar import Message
from roguelike.core.records import Brief, field
from roguelike.world import ecs, figures, inventory, perception, remembering, space, spawning
from roguelike.world.derived_stats import drop_stats, restore_stats
from roguelike.world.game import Cause, Game
from roguelike.world.spells import own_entity
from roguelike.world.terrain import Tile


class Moved(Brief):
    """An entity moved from one (x, y, depth) to another; the depth NOWHERE means in a pack."""

    entity: int
    before: space.Place
    after: space.Place
    cause: Cause

    def apply(self, game: Game) -> None:
        """Move it to its new place."""
        space.relocate(game, self.entity, self.after)

    def undo(self, game: Game) -> None:
        """Move it back to its former place, on its former level."""
        space.relocate(game, self.entity, self.before)


def move(game: Game, entity: int, to: Point, cause: Cause, depth: int | None = None) -> None:
    """Move an entity to a tile of the current level, or of another `depth`, as a Change."""
    position = ecs.get(entity, spatial.Position)
    before = (position.x, position.y, position.depth)
    game.change(Moved(entity, before, (*to, position.depth if depth is None else depth), cause))


class Died(Brief):
    """A creature died: it leaves the map at once; its entity is deleted at the end of the turn."""

    entity: int
    cause: Cause

    def apply(self, game: Game) -> None:
        """Remove it from the map and count it among the dead."""
        space.take_up(game, self.entity)
        game.dead.add(self.entity)

    def undo(self, game: Game) -> None:
        """Put it back on the map, alive."""
        game.dead.discard(self.entity)
        space.put_back(game, self.entity)


class Removed(Died):
    """An entity was removed without dying: a scroll read, a mushroom burst, a trap sprung."""


class Spawned(Brief):
    """An entity was created, on a tile or, at the depth NOWHERE, in a pack."""

    components: tuple[Any, ...]
    point: Point
    depth: int
    cause: Cause
    entity: int = 0

    def apply(self, game: Game) -> None:
        """Create the entity and put it on its tile."""
        self.entity = ecs.create(*self.components, spatial.Position(*self.point, self.depth))
        space.put_back(game, self.entity)
        if self.depth == game.depth and actors.Initiative in ecs.row(self.entity):
            game.turn_queue.note(self.entity)

    def undo(self, game: Game) -> None:
        """Remove the entity from its tile and delete it."""
        space.take_up(game, self.entity)
        ecs.delete(self.entity)


class DoorMoved(Brief):
    """A door opened or closed."""

    door: int
    open: bool
    cause: Cause

    def apply(self, game: Game) -> None:
        """Set the door to its new state."""
        self._swing(game, self.open)

    def undo(self, game: Game) -> None:
        """Set the door to its former state."""
        self._swing(game, not self.open)

    def _swing(self, game: Game, opened: bool) -> None:  # noqa: FBT001
        """Open or close the door, and update the indexes of its level."""
        position = ecs.get(self.door, spatial.Position)
        space.take_up(game, self.door)
        ecs.get(self.door, spatial.Door).open = opened
        space.put(game, self.door, (position.x, position.y), position.depth)


class TileChanged(Brief):
    """The ground of a tile of the current level changed."""

    point: Point
    before: Tile
    after: Tile
    cause: Cause

    def apply(self, game: Game) -> None:
        """Give the tile its new ground."""
        game.level.lay(self.point, self.after, self.before)

    def undo(self, game: Game) -> None:
        """Give the tile its former ground."""
        game.level.lay(self.point, self.before, self.after)


class Stained(Brief):
    """A tile was stained with blood."""

    point: Point
    cause: Cause

    def apply(self, game: Game) -> None:
        """Add the tile to the stains."""
        game.levels[game.depth].stains.add(self.point)

    def undo(self, game: Game) -> None:
        """Remove the tile from the stains."""
        game.levels[game.depth].stains.discard(self.point)


class PoolChanged(Brief):
    """A pool (hit points, mana, experience, gold) rose or fell."""

    entity: int
    pool: str
    before: float
    after: float
    cause: Cause
    element: str = ""

    def apply(self, game: Game) -> None:
        """Set the pool to its new value."""
        setattr(ecs.row(self.entity)[vitals.Pools], self.pool, self.after)

    def undo(self, game: Game) -> None:
        """Set the pool to its former value."""
        setattr(ecs.row(self.entity)[vitals.Pools], self.pool, self.before)


def pay(game: Game, entity: int, pool: str, amount: float, cause: Cause) -> None:
    """Take an amount from a pool, or add it if it is negative; gold is kept to tenths of a coin."""
    if amount:
        before = getattr(ecs.get(entity, vitals.Pools), pool)
        after = round(before - amount, 1) if pool == "gold" else before - amount
        game.change(PoolChanged(entity, pool, before, after, cause))


class Divided(Brief):
    """A creature gave part of its hit points to another half of itself: it lost none of them."""

    entity: int
    before: int
    after: int
    cause: Cause

    def apply(self, game: Game) -> None:
        """Leave it what it keeps."""
        ecs.get(self.entity, vitals.Pools).hp = self.after

    def undo(self, game: Game) -> None:
        """Make it whole."""
        ecs.get(self.entity, vitals.Pools).hp = self.before


class ShruggedOff(Brief):
    """A creature with `left` poise resisted being controlled and has one less; `what` is how: "stunned", "moved"."""

    entity: int
    what: str
    left: int
    before: int
    after: int
    cause: Cause

    def apply(self, game: Game) -> None:
        """Set the turns until the poise is whole again."""
        ecs.get(self.entity, vitals.Pools).unsteady = self.after

    def undo(self, game: Game) -> None:
        """Give back the unsteady turns that there were before."""
        ecs.get(self.entity, vitals.Pools).unsteady = self.before


SUMMED = frozenset((vitals.Attributes, vitals.Skills, StatusEffect))
"""Components that count towards derived stats: see `roguelike.world.derived_stats`. Worn items are changes of packs."""


class Altered(Brief):
    """A field of a state component changed."""

    entity: int
    component: type[Any]
    name: str
    before: Any
    after: Any
    cause: Cause
    dropped: actors.DerivedStats | None = None

    def apply(self, game: Game) -> None:
        """Set the field, and drop the stats derived from it."""
        self._set(game, self.after)
        if self.component in SUMMED:
            self.dropped = drop_stats(self._bearer())

    def undo(self, game: Game) -> None:
        """Restore the field, and the stats that were dropped with it."""
        self._set(game, self.before)
        if self.component in SUMMED:
            restore_stats(self._bearer(), self.dropped)

    def _set(self, game: Game, value: Any) -> None:
        """Set the field; a change of a mind outdates the count of sleepers."""
        setattr(ecs.row(self.entity)[self.component], self.name, value)
        if self.component is actors.Mind:
            game.caches.sleep += 1

    def _bearer(self) -> int:
        """Return the entity whose derived stats depend on the field."""
        if self.component is StatusEffect:
            return ecs.get(self.entity, StatusEffect).target
        return self.entity


def alter(
    game: Game, entity: int, component: type[Any], name: str, after: Any, cause: Cause
) -> None:
    """Set a field of a component, as a Change."""
    before = getattr(ecs.get(entity, component), name)
    if before != after:
        game.change(Altered(entity, component, name, before, after, cause))


class Rescheduled(Brief):
    """A creature's next turn moved to another tick."""

    entity: int
    before: int
    after: int
    cause: Cause

    def apply(self, game: Game) -> None:
        """Set the tick of its next turn."""
        ecs.get(self.entity, actors.Initiative).due = self.after
        game.turn_queue.note(self.entity)

    def undo(self, game: Game) -> None:
        """Put the creature back to its former tick, in the queue of turns too."""
        ecs.get(self.entity, actors.Initiative).due = self.before
        game.turn_queue.note(self.entity)


class StatusBegan(Brief):
    """A status began; creating its entity is part of the change."""

    target: int
    name: str
    turns: int
    strength: float
    bonuses: tuple[int, int, int, int]
    cause: Cause
    status: int = 0
    dropped: actors.DerivedStats | None = None

    def apply(self, game: Game) -> None:
        """Create the status entity and add it to its target."""
        effect = StatusEffect(
            self.target, self.name, self.strength, self.bonuses, self.cause.by, self.cause.what
        )
        kind = actors.Kind("statuses", self.name)
        template = game.content.statuses[self.name]
        self.status = ecs.create(kind, template, effect, Duration(self.turns))
        ecs.get(self.target, Statuses).entities.append(self.status)
        self.dropped = drop_stats(self.target)
        if template.serves:
            game.caches.population += 1  # the target changes sides

    def undo(self, game: Game) -> None:
        """Remove the status and delete its entity."""
        ecs.get(self.target, Statuses).entities.remove(self.status)
        ecs.delete(self.status)
        restore_stats(self.target, self.dropped)
        game.caches.population += 1


class StatusEnded(Brief):
    """A status ended. Its entity is deleted with the dead at the end of the turn, so that this can be undone."""

    target: int
    name: str
    status: int
    cause: Cause
    place: int = 0
    dropped: actors.DerivedStats | None = None

    def apply(self, game: Game) -> None:
        """Remove the status from its target."""
        statuses = ecs.get(self.target, Statuses).entities
        self.place = statuses.index(self.status)
        del statuses[self.place]
        game.dead.add(self.status)
        self.dropped = drop_stats(self.target)
        if game.content.statuses[self.name].serves:
            game.caches.population += 1

    def undo(self, game: Game) -> None:
        """Add the status to its target again, at its former index."""
        ecs.get(self.target, Statuses).entities.insert(self.place, self.status)
        game.dead.discard(self.status)
        restore_stats(self.target, self.dropped)
        game.caches.population += 1


class QuestAdvanced(Brief):
    """The quest started, advanced or ended."""

    before: actors.Quest | None
    after: actors.Quest
    cause: Cause

    def apply(self, game: Game) -> None:
        """Set the new state of the quest."""
        ecs.attach(game.player, self.after)

    def undo(self, game: Game) -> None:
        """Set the old state of the quest."""
        if self.before is None:
            ecs.detach(game.player, actors.Quest)
        else:
            ecs.attach(game.player, self.before)


def quest_of(game: Game) -> actors.Quest | None:
    """Return the state of the quest; None until the Amulet is first picked up."""
    return esper.try_component(game.player, actors.Quest)


def is_won(game: Game) -> bool:
    """Return whether the game is won: the Amulet was brought home."""
    quest = quest_of(game)
    return quest is not None and quest.won


class StandingChanged(Brief):
    """The player's standing with a faction rose or fell."""

    faction: str
    before: int
    after: int
    cause: Cause

    def apply(self, game: Game) -> None:
        """Set the faction's new standing."""
        self._set(game, self.after)

    def undo(self, game: Game) -> None:
        """Set the faction's former standing."""
        self._set(game, self.before)

    def _set(self, game: Game, value: int) -> None:
        """Store the standing unless it is zero; caches of who is hostile become outdated."""
        if value:
            game.standing[self.faction] = value
        else:
            game.standing.pop(self.faction, None)
        game.caches.population += 1


class Event(Brief):
    """Base of the records that change no state."""

    cause: Cause

    def apply(self, game: Game) -> None:
        """Do nothing: an event has no state."""

    def undo(self, game: Game) -> None:
        """Do nothing: there is nothing to undo."""


class Flashed(Event):
    """A glyph was drawn on some tiles."""

    points: tuple[Point, ...] = ()
    flash: Flash | None = None


class Flew(Event):
    """Something flew along a path: a single thing from `start`, or without a start a line drawn all at once."""

    path: tuple[Point, ...] = ()
    flash: Flash | None = None
    start: Point | None = None


class Unleashed(Event):
    """A spell, item, trap or proc went off: its source, its path, the tiles that it covers, and whether it was silent.

    `flies_on`: this is the rest of a flight that was reported already, continuing past a creature that it killed.
    """

    source: int = 0
    path: tuple[Point, ...] = ()
    points: tuple[Point, ...] = ()
    silent: bool = False
    flies_on: bool = False


class Sounded(Event):
    """Something made a noise at a tile that carries `steps` steps; nothing else follows."""

    point: Point = (0, 0)
    steps: int = 0


class Fed(Event):
    """`entity` ate something and is well fed again."""

    entity: int = 0


class Departed(Event):
    """An entity left the level. The engine moves it to `depth`: to the stairs there unless `point` is given.

    `gate` is (x, y, depth): the place to which a portal leads back, which opens on arrival.
    """

    entity: int = 0
    depth: int = 0
    point: Point | None = None
    gate: tuple[int, int, int] | None = None


class Missed(Event):
    """An attack missed; `fumbled` on a natural 1."""

    attacker: int = 0
    target: int = 0
    fumbled: bool = False


class Struck(Event):
    """An attack hit; a damage effect follows."""

    attacker: int = 0
    target: int = 0
    means: str = ""


class Absorbed(Event):
    """Shields absorbed all the damage of an effect."""

    target: int = 0


class Told(Event):
    """A sentence for the log. With `heard` it is logged even if the player sees nobody that it mentions."""

    message: Message = field(default_factory=lambda: Message(""))
    heard: bool = False


class LevelGained(Event):
    """A creature gained a level; the numbers are changed by other changes."""

    entity: int = 0
    level: int = 0


class OfferTaken(Event):
    """One of the offers of a new level was chosen; what it gives is changed by other changes."""

    entity: int = 0
    offer: str = ""


class Fizzled(Event):
    """An effect did nothing. If the whole use did nothing, it is refused with this reason."""

    target: int = 0
    reason: str = ""


class Rolled(Event):
    """The numbers of a roll, shown when the player asks for details; most are never put into words."""

    natural: int = 0
    bonus: int = 0
    against: int = 0
    what: str = ""

    @property
    def text(self) -> str:
        """The roll in words."""
        return f"rolled {self.natural}{self.bonus:+d} against {self.what}{self.against}"


class TookBack(Event):
    """The last turn was taken back: the engine restores the state before it, and takes `mana` from it."""

    entity: int = 0
    mana: int = 0


EVENTS = frozenset[type[Any]]((Absorbed, Flashed, Flew, Told, Fizzled, Rolled, Unleashed))
"""Changes that alone do not count as something having happened."""


class PackChanged(Brief):
    """An owner's carried or worn items changed; `verb` and `item` say how, for the log.

    The player's former items keep their number keys, and new ones get one.
    """

    owner: int
    before: tuple[tuple[int, ...], tuple[tuple[str, int], ...]]
    after: tuple[tuple[int, ...], tuple[tuple[str, int], ...]]
    cause: Cause
    verb: str = ""
    item: int = 0
    dropped: actors.DerivedStats | None = None
    keys: tuple[str, ...] = ()

    def apply(self, game: Game) -> None:
        """Set the items carried and worn after the change."""
        pack = ecs.get(self.owner, items.Pack)
        self.keys = tuple(pack.keys)
        if esper.has_component(self.owner, actors.Player):
            pack.keys = inventory.keys_before(pack, self.after[0])
            self._fill(pack, self.after)
            pack.keys = inventory.keys_of(pack)
        else:
            self._fill(pack, self.after)
        self.dropped = drop_stats(self.owner)

    def undo(self, game: Game) -> None:
        """Set the items carried and worn before the change."""
        pack = ecs.get(self.owner, items.Pack)
        self._fill(pack, self.before)
        pack.keys = list(self.keys)
        restore_stats(self.owner, self.dropped)

    @staticmethod
    def _fill(
        pack: items.Pack, contents: tuple[tuple[int, ...], tuple[tuple[str, int], ...]]
    ) -> None:
        """Set the pack to (carried items, worn items by slot)."""
        pack.items[:] = contents[0]
        pack.worn.clear()
        pack.worn.update(contents[1])


def repack(
    game: Game,
    owner: int,
    things: list[int],
    worn: dict[str, int],
    cause: Cause,
    verb: str = "",
    item: int = 0,
) -> None:
    """Set what an owner carries and wears, as a Change; `verb` tells the log what was done with `item`."""
    pack = ecs.get(owner, items.Pack)
    before = (tuple(pack.items), tuple(pack.worn.items()))
    after = (tuple(things), tuple(worn.items()))
    game.change(PackChanged(owner, before, after, cause, verb, item))


def make_item(game: Game, name: str, cause: Cause) -> int:
    """Create an item for a pack, on no level yet, as a Change, and return its id."""
    made = Spawned(
        spawning.new_parts(game, "items", name, game.rng), (0, 0), spatial.NOWHERE, cause
    )
    game.change(made)
    return made.entity


def put_in_pack(game: Game, owner: int, item: int, cause: Cause, verb: str = "") -> None:
    """Add an item to what an owner carries, as a Change; `verb` says how, for the log."""
    pack = ecs.get(owner, items.Pack)
    repack(game, owner, [*pack.items, item], pack.worn, cause, verb, item if verb else 0)


def take_from_pack(game: Game, owner: int, item: int, cause: Cause, verb: str = "") -> None:
    """Take an item from what an owner carries and wears, as a Change; `verb` says how, for the log."""
    pack = ecs.get(owner, items.Pack)
    loose = [other for other in pack.items if other != item]
    worn = {slot: other for slot, other in pack.worn.items() if other != item}
    repack(game, owner, loose, worn, cause, verb, item if verb else 0)


def use_up(game: Game, owner: int, item: int, cause: Cause) -> None:
    """Remove an item from its owner's pack and from the world."""
    take_from_pack(game, owner, item, cause)
    game.change(Removed(item, cause))


class SpellLearned(Brief):
    """A creature learned a spell: it is ready at once if there is a place for it, otherwise dormant."""

    entity: int
    spell: str
    cause: Cause
    before: tuple[tuple[int, ...], int | None] = ((), None)

    def apply(self, game: Game) -> None:
        """Add the spell after those that are ready, or after all."""
        known = ecs.get(self.entity, magic.KnownSpells)
        self.before = tuple(known.spells), known.ready
        ready = len(known.spells) if known.ready is None else known.ready
        has_room = not esper.has_component(
            self.entity, growth.Talents
        ) or ready < figures.places_of(game, self.entity)
        known.spells.insert(ready if has_room else len(known.spells), game.spells[self.spell])
        count = ready + 1 if has_room else ready
        known.ready = None if count == len(known.spells) else count

    def undo(self, game: Game) -> None:
        """Restore the spells known before, in their order."""
        known = ecs.get(self.entity, magic.KnownSpells)
        known.spells[:], known.ready = self.before


class Attuned(Brief):
    """A spell was made ready: `spells` is the new order, of which the first `ready` are ready."""

    owner: int
    spell: str
    spells: tuple[int, ...]
    ready: int
    cause: Cause
    before: tuple[tuple[int, ...], int | None] = ((), None)

    def apply(self, game: Game) -> None:
        """Set the order, and how many are ready."""
        known = ecs.get(self.owner, magic.KnownSpells)
        self.before = tuple(known.spells), known.ready
        known.spells[:] = self.spells
        known.ready = None if self.ready == len(self.spells) else self.ready

    def undo(self, game: Game) -> None:
        """Restore the order, and how many are ready."""
        known = ecs.get(self.owner, magic.KnownSpells)
        known.spells[:], known.ready = self.before


class Inscribed(Brief):
    """The runes on an owner's spell changed; `made` is the entity of the spell that was made for this owner alone."""

    owner: int
    spell: str
    runes: tuple[str, ...]
    cause: Cause
    before: tuple[str, ...] = ()
    made: int = 0

    def apply(self, game: Game) -> None:
        """Set the runes on the owner's own entity of the spell, creating one if there is none."""
        own = own_entity(self.owner, self.spell)
        if own is None:
            kind, template = actors.Kind("spells", self.spell), game.content.spells[self.spell]
            self.made = ecs.create(kind, template, magic.Inscription(self.runes))
            self._replace(game.spells[self.spell], self.made)
        else:
            self.before = ecs.get(own, magic.Inscription).runes
            ecs.get(own, magic.Inscription).runes = self.runes

    def undo(self, game: Game) -> None:
        """Set the former runes, or give the owner the shared entity again."""
        if self.made:
            self._replace(self.made, game.spells[self.spell])
            ecs.delete(self.made)
        else:
            own = own_entity(self.owner, self.spell)
            assert own is not None
            ecs.get(own, magic.Inscription).runes = self.before

    def _replace(self, old: int, new: int) -> None:
        """Replace one entity of the spell with another in the owner's list, keeping the hotkey."""
        spells = ecs.get(self.owner, magic.KnownSpells).spells
        spells[spells.index(old)] = new


class Identified(Brief):
    """The player identified a kind of item."""

    name: str
    hidden: str
    cause: Cause

    def apply(self, game: Game) -> None:
        """Add the kind to those identified."""
        game.identified.add(self.name)

    def undo(self, game: Game) -> None:
        """Remove the kind from those identified."""
        game.identified.discard(self.name)


class Uncursed(Brief):
    """A curse was lifted from one item."""

    item: int
    cause: Cause

    def apply(self, game: Game) -> None:
        """Mark the curse as lifted."""
        ecs.get(self.item, items.Curse).lifted = True

    def undo(self, game: Game) -> None:
        """Mark the curse as not lifted."""
        ecs.get(self.item, items.Curse).lifted = False


class Mapped(Brief):
    """The player learned some tiles without seeing them."""

    points: tuple[Point, ...]
    cause: Cause

    def apply(self, game: Game) -> None:
        """Mark the tiles as explored, and remember them as they are now."""
        news = self._mask(game)
        game.level.explored |= news
        remembering.remember(game, game.level, news)

    def undo(self, game: Game) -> None:
        """Mark the tiles as unexplored, and forget them."""
        news = self._mask(game)
        game.level.explored &= ~news
        remembering.unlearn(game.level, news)

    def _mask(self, game: Game) -> sight.Mask:
        """Return the tiles as a mask [x, y] of the level."""
        mask: sight.Mask = np.zeros_like(game.level.explored)
        mask[tuple(zip(*self.points, strict=True))] = True
        return mask


def get_to_know(game: Game, item: int, cause: Cause) -> None:
    """Identify the kind of an item, and the last unknown kind of those that look alike if only one is left."""
    its_magic = esper.try_component(item, items.Magic)
    name = perception.true_name(item)
    if its_magic is None or name in game.identified:
        return
    # A labelled thing shows its name already: what one gets to know is its look.
    game.change(Identified(name, perception.hidden_name(game, name, its_magic), cause))
    if (last := last_unknown(game, its_magic.naming)) is not None:
        hidden = perception.hidden_name(game, last, its_magic)
        game.change(Identified(last, hidden, cause.then("elimination", "deduction")))


def last_unknown(game: Game, naming: str) -> str | None:
    """Return the only unidentified kind among those called `naming` while unknown; None if there are more or none."""
    unknown = [kind for kind in game.content.named_alike(naming) if kind not in game.identified]
    return unknown[0] if len(unknown) == 1 else None


class StockSold(Brief):
    """A vendor sold one piece of a kind from a delivery."""

    vendor: int
    kind: str
    delivery: int
    cause: Cause
    before: items.Stock | None = None

    def apply(self, game: Game) -> None:
        """Count one more piece as sold; the sales of earlier deliveries are dropped."""
        self.before = esper.try_component(self.vendor, items.Stock)
        now = self.before is not None and self.before.delivery == self.delivery
        sold = dict(self.before.sold) if self.before is not None and now else {}
        sold[self.kind] = sold.get(self.kind, 0) + 1
        ecs.attach(self.vendor, items.Stock(self.delivery, sold))

    def undo(self, game: Game) -> None:
        """Give the vendor its former list of sales, or none if there was none."""
        if self.before is None:
            ecs.detach(self.vendor, items.Stock)
        else:
            ecs.attach(self.vendor, self.before)


LOUDNESS: dict[type[object], int] = {Unleashed: 9, Died: 6, Struck: 5, Missed: 4, DoorMoved: 4}
"""Steps that the noise of each kind of change carries, around corners and through doors."""
NOISES = frozenset((*LOUDNESS, Sounded))
"""The kinds of change that may be heard."""


def loudness(change: object) -> int:
    """Return how many steps the noise of a change carries; 0 if it makes none."""
    if type(change) is Sounded:
        return change.steps
    return 0 if getattr(change, "silent", False) else LOUDNESS.get(type(change), 0)
