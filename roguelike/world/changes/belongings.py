"""Changes of what a creature has and knows: packs, spells, identified kinds, the explored map; of vendors' stock."""

import esper
import numpy as np

from roguelike.components.actors import DerivedStats, Kind, Player
from roguelike.components.growth import Talents
from roguelike.components.items import Curse, Magic, Pack, Stock
from roguelike.components.magic import Inscription, KnownSpells
from roguelike.components.spatial import NOWHERE
from roguelike.core.geometry import Point
from roguelike.core.records import Brief
from roguelike.core.sight import Mask
from roguelike.world import ecs
from roguelike.world.changes.places import Removed, Spawned
from roguelike.world.derived_stats import drop_stats, restore_stats
from roguelike.world.game import Cause, Game
from roguelike.world.growing import places_of
from roguelike.world.inventory import keys_before, keys_of
from roguelike.world.names import hidden_name, true_name
from roguelike.world.remembering import remember, unlearn
from roguelike.world.spawning import new_parts
from roguelike.world.spells import own_entity


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
    dropped: DerivedStats | None = None
    keys: tuple[str, ...] = ()

    def apply(self, game: Game) -> None:
        """Set the items carried and worn after the change."""
        pack = ecs.get(self.owner, Pack)
        self.keys = tuple(pack.keys)
        if esper.has_component(self.owner, Player):
            pack.keys = keys_before(pack, self.after[0])
            self._fill(pack, self.after)
            pack.keys = keys_of(pack)
        else:
            self._fill(pack, self.after)
        self.dropped = drop_stats(self.owner)

    def undo(self, game: Game) -> None:
        """Set the items carried and worn before the change."""
        pack = ecs.get(self.owner, Pack)
        self._fill(pack, self.before)
        pack.keys = list(self.keys)
        restore_stats(self.owner, self.dropped)

    @staticmethod
    def _fill(pack: Pack, contents: tuple[tuple[int, ...], tuple[tuple[str, int], ...]]) -> None:
        """Set the pack to (carried items, worn items by slot)."""
        pack.items[:] = contents[0]
        pack.worn.clear()
        pack.worn.update(contents[1])


def repack(
    game: Game,
    owner: int,
    items: list[int],
    worn: dict[str, int],
    cause: Cause,
    verb: str = "",
    item: int = 0,
) -> None:
    """Set what an owner carries and wears, as a Change; `verb` tells the log what was done with `item`."""
    pack = ecs.get(owner, Pack)
    before = (tuple(pack.items), tuple(pack.worn.items()))
    after = (tuple(items), tuple(worn.items()))
    game.change(PackChanged(owner, before, after, cause, verb, item))


def make_item(game: Game, name: str, cause: Cause) -> int:
    """Create an item for a pack, on no level yet, as a Change, and return its id."""
    made = Spawned(new_parts(game, "items", name, game.rng), (0, 0), NOWHERE, cause)
    game.change(made)
    return made.entity


def put_in_pack(game: Game, owner: int, item: int, cause: Cause, verb: str = "") -> None:
    """Add an item to what an owner carries, as a Change; `verb` says how, for the log."""
    pack = ecs.get(owner, Pack)
    repack(game, owner, [*pack.items, item], pack.worn, cause, verb, item if verb else 0)


def take_from_pack(game: Game, owner: int, item: int, cause: Cause, verb: str = "") -> None:
    """Take an item from what an owner carries and wears, as a Change; `verb` says how, for the log."""
    pack = ecs.get(owner, Pack)
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
        known = ecs.get(self.entity, KnownSpells)
        self.before = tuple(known.spells), known.ready
        ready = len(known.spells) if known.ready is None else known.ready
        has_room = not esper.has_component(self.entity, Talents) or ready < places_of(
            game, self.entity
        )
        known.spells.insert(ready if has_room else len(known.spells), game.spells[self.spell])
        count = ready + 1 if has_room else ready
        known.ready = None if count == len(known.spells) else count

    def undo(self, game: Game) -> None:
        """Restore the spells known before, in their order."""
        known = ecs.get(self.entity, KnownSpells)
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
        known = ecs.get(self.owner, KnownSpells)
        self.before = tuple(known.spells), known.ready
        known.spells[:] = self.spells
        known.ready = None if self.ready == len(self.spells) else self.ready

    def undo(self, game: Game) -> None:
        """Restore the order, and how many are ready."""
        known = ecs.get(self.owner, KnownSpells)
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
            kind, template = Kind("spells", self.spell), game.content.spells[self.spell]
            self.made = ecs.create(kind, template, Inscription(self.runes))
            self._replace(game.spells[self.spell], self.made)
        else:
            self.before = ecs.get(own, Inscription).runes
            ecs.get(own, Inscription).runes = self.runes

    def undo(self, game: Game) -> None:
        """Set the former runes, or give the owner the shared entity again."""
        if self.made:
            self._replace(self.made, game.spells[self.spell])
            ecs.delete(self.made)
        else:
            own = own_entity(self.owner, self.spell)
            assert own is not None
            ecs.get(own, Inscription).runes = self.before

    def _replace(self, old: int, new: int) -> None:
        """Replace one entity of the spell with another in the owner's list, keeping the hotkey."""
        spells = ecs.get(self.owner, KnownSpells).spells
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
        ecs.get(self.item, Curse).lifted = True

    def undo(self, game: Game) -> None:
        """Mark the curse as not lifted."""
        ecs.get(self.item, Curse).lifted = False


class Mapped(Brief):
    """The player learned some tiles without seeing them."""

    points: tuple[Point, ...]
    cause: Cause

    def apply(self, game: Game) -> None:
        """Mark the tiles as explored, and remember them as they are now."""
        news = self._mask(game)
        game.level.explored |= news
        remember(game, game.level, news)

    def undo(self, game: Game) -> None:
        """Mark the tiles as unexplored, and forget them."""
        news = self._mask(game)
        game.level.explored &= ~news
        unlearn(game.level, news)

    def _mask(self, game: Game) -> Mask:
        """Return the tiles as a mask [x, y] of the level."""
        mask: Mask = np.zeros_like(game.level.explored)
        mask[tuple(zip(*self.points, strict=True))] = True
        return mask


def get_to_know(game: Game, item: int, cause: Cause) -> None:
    """Identify the kind of an item, and the last unknown kind of those that look alike if only one is left."""
    magic = esper.try_component(item, Magic)
    name = true_name(item)
    if magic is None or name in game.identified:
        return
    # A labelled thing shows its name already: what one gets to know is its look.
    game.change(Identified(name, hidden_name(game, name, magic), cause))
    if (last := last_unknown(game, magic.naming)) is not None:
        hidden = hidden_name(game, last, magic)
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
    before: Stock | None = None

    def apply(self, game: Game) -> None:
        """Count one more piece as sold; the sales of earlier deliveries are dropped."""
        self.before = esper.try_component(self.vendor, Stock)
        now = self.before is not None and self.before.delivery == self.delivery
        sold = dict(self.before.sold) if self.before is not None and now else {}
        sold[self.kind] = sold.get(self.kind, 0) + 1
        ecs.attach(self.vendor, Stock(self.delivery, sold))

    def undo(self, game: Game) -> None:
        """Restore the former sales."""
        if self.before is None:
            ecs.detach(self.vendor, Stock)
        else:
            ecs.attach(self.vendor, self.before)
