"""Where things are worn: one of each slot, and a ring on either hand."""

from roguelike.components.items import Pack

HANDS = {"Ring": ("Ring", "Ring 2")}
"""Slots that there are several of, the one that is exchanged when all are taken first."""


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
