"""Where things are worn: one of each slot, and a ring on either hand."""

import esper

from roguelike.components.items import Pack

NOT_HELD = "You do not have that."
"""Why nothing can be done with a thing that one neither carries nor wears."""
HANDS = {"Ring": ("Ring", "Ring 2")}
"""Slots that there are several of, the one that is exchanged when all are taken first."""


def pack_with(owner: int, item: int) -> Pack | None:
    """Return the pack of somebody who carries or wears a thing; None of one who does not."""
    pack = esper.try_component(owner, Pack)
    return pack if pack is not None and item in (*pack.items, *pack.worn.values()) else None


def slot_for(pack: Pack, slot: str) -> str:
    """Return where something of a slot would be put on: a free place if there is one."""
    places = HANDS.get(slot, (slot,))
    return next((place for place in places if place not in pack.worn), places[0])


def stow(pack: Pack, item: int, slot: str | None) -> None:
    """Put a thing where it is worn or wielded; without a free place for it, among what is carried."""
    place = None if slot is None else slot_for(pack, slot)
    if place is None or place in pack.worn:
        pack.items.append(item)
    else:
        pack.worn[place] = item
