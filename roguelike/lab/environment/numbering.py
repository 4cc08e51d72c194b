"""The numbers of kinds and spells in observations: their places in the data, 0 for nothing."""

from functools import cache

from roguelike.components.actors import Section
from roguelike.core.records import Record
from roguelike.raws.catalog import catalog_in_force

SECTIONS: tuple[Section, ...] = ("items", "mobs", "props", "hazards")


class Numbers(Record):
    """Number of each kind of thing, of each spell and of each level offer, from 1."""

    kinds: dict[str, int]
    spells: dict[str, int]
    offers: dict[str, int]


@cache
def numbers() -> Numbers:
    """Number every kind of thing, spell and offer, in the order of the data."""
    data = catalog_in_force()
    names = [name for section in SECTIONS for name in data.names(section)]
    kinds = {name: place for place, name in enumerate(dict.fromkeys(names), 1)}
    spells = {name: place for place, name in enumerate(data.spells, 1)}
    return Numbers(kinds, spells, {name: place for place, name in enumerate(data.offers, 1)})
