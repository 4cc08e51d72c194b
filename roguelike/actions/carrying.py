"""Picking up, dropping, putting on and taking off."""

from collections.abc import Iterator
from typing import Self

import esper

from roguelike.actions import acting, bargaining
from roguelike.components import bargains, items, spatial
from roguelike.core.geometry import Point
from roguelike.effects import learning
from roguelike.world import changes, ecs, inventory, perception, space
from roguelike.world.game import Cause, Game

WEAPON_SLOTS = ("Melee", "Missile")


def items_at(game: Game, point: tuple[int, int]) -> list[int]:
    """List the items lying on a tile, by id."""
    return [e for e in game.level.occupants(point) if esper.try_component(e, items.Item)]


class PickUp(acting.Action, tag="pick_up"):
    """Takes one item from the tile, or all items there if `item` is 0."""

    item: int = 0

    @classmethod
    def at_hand(cls, game: Game, /) -> Iterator[tuple[Point, Self]]:
        """Yield all that lies under the player together."""
        here = space.point_of(game.player)
        if here is not None and items_at(game, here):
            yield here, cls()

    def words(self, game: Game) -> str:
        """Name what lies under the player: one item, or the first and how many more."""
        here = space.point_of(game.player)
        lying = items_at(game, here) if here is not None else []
        names = [acting.the_thing(game, each) for each in lying if self.item in (0, each)]
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        return f"pick up {names[0]}{more}" if names else "pick up what lies here"

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Move items from the actor's tile into the pack."""
        here = space.point_of(actor)
        lying = items_at(game, here) if here is not None else []
        taken = [item for item in lying if self.item in (0, item)]
        if not taken:
            return acting.Refused("There is nothing here to pick up.")
        priced = next((item for item in taken if is_priced(item)), 0)
        if priced:
            return acting.Instead(bargaining.Agree(priced))
        cause = Cause("a hand", actor, "carry")
        for item in taken:
            bargaining.take_up(game, actor, item, cause)
        return acting.Done()


def is_priced(item: int) -> bool:
    """Return whether an item on the ground costs gold."""
    terms = esper.try_component(item, bargains.Terms)
    return terms is not None and terms.gold > 0


class Drop(acting.Action, tag="drop"):
    """Puts a carried or worn item on the ground."""

    item: int
    order, about = "drop", "item"

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Move the item from the pack or its slot to the actor's tile, unless a curse holds it."""
        here, pack = space.point_of(actor), inventory.pack_with(actor, self.item)
        if here is None or pack is None:
            return acting.Refused(inventory.NOT_HELD)
        if stuck := why_stuck(game, self.item, pack):
            return acting.Refused(stuck)
        cause = Cause("a hand", actor, "carry")
        changes.take_from_pack(game, actor, self.item, cause, "drop[s]")
        game.change(changes.Moved(self.item, (0, 0, spatial.NOWHERE), (*here, game.depth), cause))
        return acting.Done()


def why_stuck(game: Game, item: int, pack: items.Pack) -> str:
    """Return why an item cannot come off (it is worn and cursed); "" if it can."""
    if learning.is_cursed(item) and item in pack.worn.values():
        return f"You cannot take off the {perception.shown_name(game, item)}: it is cursed."
    return ""


class Equip(acting.Action, tag="equip"):
    """Wears or wields an item of the pack in place of what its slot holds."""

    item: int

    def words(self, game: Game) -> str:
        """Name the item: armour is worn, a weapon wielded."""
        return f"{'wield' if _is_weapon(self.item) else 'wear'} {acting.the_thing(game, self.item)}"

    def is_known(self, game: Game) -> bool:
        """Return whether the item is identified."""
        return perception.is_known(game, self.item)

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Put the item into its slot; what was worn there goes into the pack."""
        pack = inventory.pack_with(actor, self.item)
        kind = esper.try_component(self.item, items.Item)
        if pack is None:
            return acting.Refused(inventory.NOT_HELD)
        if kind is None or kind.slot is None:
            return acting.Refused("That is not to be worn or wielded.")
        if self.item in pack.worn.values():
            return acting.Refused("You are wearing that already.")
        slot = place_for(kind.slot, pack)
        before = pack.worn.get(slot)
        if before is not None and (stuck := why_stuck(game, before, pack)):
            return acting.Refused(stuck)
        cause = Cause("a hand", actor, "carry")
        if before is not None:
            _lay_aside(game, actor, before, cause)
        loose = [item for item in pack.items if item != self.item]
        verb = "[readies|ready]" if kind.slot in WEAPON_SLOTS else "[puts on|put on]"
        changes.repack(game, actor, loose, {**pack.worn, slot: self.item}, cause, verb, self.item)
        if actor == game.player and not perception.is_known(game, self.item):
            changes.get_to_know(game, self.item, cause)
        return acting.Done()


def _is_weapon(item: int) -> bool:
    """Return whether an item is held in the hand rather than worn."""
    kind = esper.try_component(item, items.Item)
    return kind is not None and kind.slot in WEAPON_SLOTS


def place_for(slot: str, pack: items.Pack) -> str:
    """Return the slot for an item: a free one, else one whose item can come off (of two rings, one not cursed)."""
    place = inventory.slot_for(pack, slot)
    taken = pack.worn.get(place)
    others = [other for other in inventory.HANDS.get(slot, ()) if other != place]
    if taken is not None and learning.is_cursed(taken):
        return next(
            (each for each in others if not learning.is_cursed(pack.worn.get(each, 0))), place
        )
    return place


def _lay_aside(game: Game, actor: int, item: int, cause: Cause) -> None:
    """Move an item from its slot to the end of the pack, as a Change that the log reports."""
    pack = ecs.get(actor, items.Pack)
    worn = {slot: other for slot, other in pack.worn.items() if other != item}
    changes.repack(game, actor, [*pack.items, item], worn, cause, "take[s] off", item)


class TakeOff(acting.Action, tag="take_off"):
    """Takes off something worn and puts it in the pack."""

    item: int

    def words(self, game: Game) -> str:
        """Name the item: armour is taken off, a weapon put away."""
        return f"{'put away' if _is_weapon(self.item) else 'take off'} {acting.the_thing(game, self.item)}"

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Move the item from its slot to the pack, unless it is cursed."""
        pack = esper.try_component(actor, items.Pack)
        if pack is None or self.item not in pack.worn.values():
            return acting.Refused("You are not wearing that.")
        if stuck := why_stuck(game, self.item, pack):
            return acting.Refused(stuck)
        _lay_aside(game, actor, self.item, Cause("a hand", actor, "carry"))
        return acting.Done()
