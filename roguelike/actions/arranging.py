"""Arranging one's own: which spells are ready to cast, and the order of spells and items, and so their hotkeys.

To attune takes a turn, at rest: only a few of the known spells are ready. All else takes none.
"""

import esper

from roguelike.actions import acting, senses
from roguelike.components import items, magic
from roguelike.core.grammar import counted
from roguelike.effects import quiet
from roguelike.world import changes, ecs, figures, inventory, perception
from roguelike.world.game import Cause, Game


class ArrangeSpell(acting.Action, tag="arrange_spell"):
    """Moves a known spell to another place among the hotkeys; the first is 0."""

    spell: str
    place: int

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Move the spell and shift those between its old and new place; it stays among the ready ones or the others."""
        names = perception.known_names(actor)
        if self.spell not in names:
            return acting.Refused(f"You do not know the spell {self.spell}.")
        known = ecs.get(actor, magic.KnownSpells)
        moved = known.spells[names.index(self.spell)]
        order = [spell for spell in known.spells if spell != moved]
        ready = perception.ready_names(actor)
        first, last = (0, len(ready) - 1) if self.spell in ready else (len(ready), len(order))
        order.insert(max(first, min(last, self.place)), moved)
        if order != known.spells:
            game.change(
                changes.Altered(
                    actor, magic.KnownSpells, "spells", known.spells, order, _thought(actor)
                )
            )
        return acting.FREE


class Attune(acting.Action, tag="attune"):
    """Makes a known spell ready to cast; it takes the place and hotkey of the spell `instead` if one is named."""

    spell: str
    instead: str = ""

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Make the spell ready if no enemy is in sight and there is a place for it."""
        ready = perception.ready_names(actor)
        reason = why_not_attune(game, actor)
        if self.spell not in perception.known_names(actor):
            reason = f"You do not know the spell {self.spell}."
        elif self.spell in ready:
            reason = f"{self.spell} is attuned already."
        elif self.instead and self.instead not in ready:
            reason = f"{self.instead} is not attuned."
        elif not self.instead and len(ready) >= figures.places_of(game, actor):
            places = counted(figures.places_of(game, actor), "spell")
            reason = reason or f"You can attune {places}, and have: give one up."
        if reason:
            return acting.Refused(reason)
        known = ecs.get(actor, magic.KnownSpells).spells
        order = list(known)
        names = perception.known_names(actor)
        moved = order.pop(names.index(self.spell))
        count = len(ready) + 1
        if self.instead:
            place = names.index(self.instead)
            order.append(order[place])
            order[place] = moved
            count = len(ready)
        else:
            order.insert(len(ready), moved)
        game.change(changes.Attuned(actor, self.spell, tuple(order), count, _thought(actor)))
        return acting.Done()


def why_not_attune(game: Game, actor: int) -> str:
    """Return why an actor cannot change which spells are ready now; "" if it can."""
    if actor == game.player and senses.hostiles_in_view(game):
        return "You cannot collect your thoughts with an enemy in sight."
    if actor == game.player and quiet.is_hunted(game):
        return "To collect your thoughts takes a quiet moment, and you are hunted."
    return ""


class ArrangeItem(acting.Action, tag="arrange_item"):
    """Moves a carried item to another place in the pack; the first is 0."""

    item: int
    place: int

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Move the item and shift those between its old and new place."""
        pack = esper.try_component(actor, items.Pack)
        if pack is None or self.item not in pack.items:
            return acting.Refused("You do not carry that.")
        order = [item for item in pack.items if item != self.item]
        order.insert(max(0, min(len(order), self.place)), self.item)
        if order != pack.items:
            before = list(inventory.usable_stacks(pack.items))
            changes.repack(game, actor, order, dict(pack.worn), _thought(actor))
            after = list(inventory.usable_stacks(pack.items))
            _give_keys(game, actor, inventory.rearranged(inventory.keys_of(pack), before, after))
        return acting.FREE


class PinItem(acting.Action, tag="pin_item"):
    """Gives a carried item a number key, 1 to 9, in exchange for its present one if it has one."""

    item: int
    key: int

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Exchange the keys of the item and of whatever has the key; the key is for all items of its kind."""
        pack = esper.try_component(actor, items.Pack)
        if pack is None or self.item not in pack.items:
            return acting.Refused("You do not carry that.")
        stacks = inventory.usable_stacks(pack.items)
        kind = next((kind for kind, things in stacks.items() if self.item in things), None)
        if kind is None:
            return acting.Refused("Only what can be used can have a key.")
        if not 1 <= self.key <= inventory.MOST_KEYS:
            return acting.Refused(f"The keys are 1 to {inventory.MOST_KEYS}.")
        keys = inventory.keys_of(pack)
        keys += [""] * (self.key - len(keys))
        new = [keys[self.key - 1] if owner == kind else owner for owner in keys]
        new[self.key - 1] = kind
        _give_keys(game, actor, new)
        return acting.FREE


def _thought(actor: int) -> Cause:
    """Return the cause of arranging one's own belongings."""
    return Cause("a thought", actor, "arrange")


def _give_keys(game: Game, actor: int, keys: list[str]) -> None:
    """Set which kinds the number keys use."""
    before = ecs.get(actor, items.Pack).keys
    if keys != before:
        game.change(changes.Altered(actor, items.Pack, "keys", before, keys, _thought(actor)))


class SortPack(acting.Action, tag="sort_pack"):
    """Sorts the pack: usable items first, then gear by slot, each by name; number keys stay."""

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Sort the carried items; equal ones keep their order."""
        pack = esper.try_component(actor, items.Pack)
        if pack is None or not pack.items:
            return acting.Refused("You carry nothing to sort.")

        def place(item: int) -> tuple[bool, str, str]:
            """Return the sort key of an item: (not usable, slot, name)."""
            kind = esper.try_component(item, items.Item)
            slot = kind.slot if kind and kind.slot else ""
            return (
                esper.try_component(item, magic.Use) is None,
                slot,
                perception.shown_name(game, item),
            )

        order = sorted(pack.items, key=place)
        if order != pack.items:
            changes.repack(game, actor, order, dict(pack.worn), _thought(actor))
        return acting.FREE
