"""Where items are worn: one per slot, and a ring on either hand."""

import esper

from roguelike.components.items import Pack

NOT_HELD = "You do not have that."
"""The refusal for an item that the actor neither carries nor wears."""
HANDS = {"Ring": ("Ring", "Ring 2")}
"""Slots with several places; the first place is the one exchanged when all are taken."""


def pack_with(owner: int, item: int) -> Pack | None:
    """Return the pack of an owner who carries or wears an item; None if they do not."""
    pack = esper.try_component(owner, Pack)
    return pack if pack is not None and item in (*pack.items, *pack.worn.values()) else None


def slot_for(pack: Pack, slot: str) -> str:
    """Return the place where an item of a slot would be put on: a free one if there is one."""
    places = HANDS.get(slot, (slot,))
    return next((place for place in places if place not in pack.worn), places[0])


def stow(pack: Pack, item: int, slot: str | None) -> None:
    """Put an item into its slot's place; if that is taken or the item has no slot, add it to the carried items."""
    place = None if slot is None else slot_for(pack, slot)
    if place is None or place in pack.worn:
        pack.items.append(item)
    else:
        pack.worn[place] = item
