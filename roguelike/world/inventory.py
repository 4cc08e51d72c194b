"""Where items are worn (one per slot, a ring on either hand), and which number key uses which.

A kind of item keeps its key even while none of it is carried, so that using up a potion never changes what its key
does, until a new kind of item finds no other key free.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import esper

from roguelike.components import items, magic
from roguelike.world import ecs, perception

NOT_HELD = "You do not have that."
"""The refusal for an item that the actor neither carries nor wears."""
HANDS = {"Ring": ("Ring", "Ring 2")}
"""Slots with several places; the first place is the one exchanged when all are taken."""
MOST_KEYS = 9


def pack_with(owner: int, item: int) -> items.Pack | None:
    """Return the pack of an owner who carries or wears an item; None if they do not."""
    pack = esper.try_component(owner, items.Pack)
    return pack if pack is not None and item in (*pack.items, *pack.worn.values()) else None


def slot_for(pack: items.Pack, slot: str) -> str:
    """Return the place where an item of a slot would be put on: a free one if there is one."""
    places = HANDS.get(slot, (slot,))
    return next((place for place in places if place not in pack.worn), places[0])


def stow(pack: items.Pack, item: int, slot: str | None) -> None:
    """Put an item into its slot's place; if that is taken or the item has no slot, add it to the carried items."""
    place = None if slot is None else slot_for(pack, slot)
    if place is None or place in pack.worn:
        pack.items.append(item)
    else:
        pack.worn[place] = item


def settled(keys: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Return the kinds by key (index 0 is key 1, "" is free) after giving each of `kinds` a key, as far as keys last.

    A kind without a key takes the first free one, or else the first that belongs to a kind that is not carried.
    """
    found = list(keys)
    for kind in kinds:
        if kind in found:
            continue
        if "" in found:
            found[found.index("")] = kind
        elif len(found) < MOST_KEYS:
            found.append(kind)
        else:
            idle = next((n for n, owner in enumerate(found) if owner not in kinds), None)
            if idle is not None:
                found[idle] = kind
    return found


def alike(things: Iterable[int]) -> list[list[int]]:
    """Group items that nothing tells apart, in the order of the first of each."""
    found: dict[tuple[str, int, bool], list[int]] = {}
    for item in things:
        parts = ecs.row(item)
        charges = parts[items.Charges].left if items.Charges in parts else 0
        lifted = parts[items.Curse].lifted if items.Curse in parts else False
        found.setdefault((perception.true_name(item), charges, lifted), []).append(item)
    return list(found.values())


def usable_stacks(things: Iterable[int]) -> dict[str, list[int]]:
    """Map each kind of usable item to the items of that kind, in the order of the first of each.

    Items of one name that differ, such as wands with unequal charges, are separate kinds: "Wand #2".
    """
    stacks: dict[str, list[int]] = {}
    kinds = Counter[str]()
    for stack in alike([item for item in things if magic.Use in ecs.row(item)]):
        name = perception.true_name(stack[0])
        kinds[name] += 1
        stacks[f"{name} #{kinds[name]}" if kinds[name] > 1 else name] = stack
    return stacks


def keys_of(pack: items.Pack) -> list[str]:
    """Return the kinds by key for what is carried now."""
    return settled(pack.keys, list(usable_stacks(pack.items)))


def keys_before(pack: items.Pack, staying: Iterable[int]) -> list[str]:
    """Return the kinds by key before some items leave; an item that is used up counts as the kind of those of its name.

    Its charge is already spent, which makes it unlike them: as a kind of its own it would take a key.
    """
    stays = set(staying)
    names = {perception.true_name(item) for item in stays}
    counted = [
        item for item in pack.items if item in stays or perception.true_name(item) not in names
    ]
    return settled(pack.keys, list(usable_stacks(counted)))


def rearranged(keys: Sequence[str], before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Return the kinds by key after a reordering: each kind takes the key of the kind whose place it took."""
    taken = dict(zip(before, after, strict=True))
    return [taken.get(kind, kind) for kind in keys]
