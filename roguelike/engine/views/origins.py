"""The views of who one may have been before the game; while there is none yet, all follows from the data."""

from collections.abc import Iterator

from roguelike.components.items import Resistances
from roguelike.components.magic import Use
from roguelike.components.vitals import Attributes
from roguelike.core.records import Record, field_names
from roguelike.effects.learning import taught_by
from roguelike.raws.catalog import Catalog
from roguelike.raws.compiled import Start
from roguelike.world.figures import hero_pools


class OriginView(Record):
    """Somebody one may have been: their life, what they have, what they read and what they are worse at."""

    name: str
    text: str
    weakness: str
    spells: tuple[str, ...]
    """What they know, and what their books teach."""
    kit: tuple[str, ...]
    """What they wear and carry, several of a kind together."""
    figures: str
    """Their pools, and what differs from others."""


def origin_views(catalog: Catalog) -> list[OriginView]:
    """List everybody whom a new game of some data can be about, the usual one first."""
    return [_view(name, start, catalog) for name, start in catalog.origins.items()]


def _view(name: str, start: Start, catalog: Catalog) -> OriginView:
    """Return the view of an origin."""
    spells = (*start.spells, *_read_in(start.carried, catalog))
    things = (*start.equipped, *start.carried)
    kit = tuple(
        each if things.count(each) == 1 else f"{each} ×{things.count(each)}"
        for each in dict.fromkeys(things)
    )
    return OriginView(
        name,
        start.text,
        start.weakness,
        tuple(dict.fromkeys(spells)),
        kit,
        _figures(name, start, catalog),
    )


def _read_in(carried: tuple[str, ...], catalog: Catalog) -> Iterator[str]:
    """Yield the spells that the books among some items teach."""
    for name in carried:
        for part in catalog.templates("items", name):
            if isinstance(part, Use):
                yield from taught_by(part)


def _figures(name: str, start: Start, catalog: Catalog) -> str:
    """Return the pools of an origin, the attributes that are not as usual, and what hurts more or less."""
    attributes = Attributes(*start.attributes)
    hp, mana = hero_pools(catalog, 1, attributes)
    unusual = [
        f"{each} {getattr(attributes, each)}"
        for each in field_names(Attributes)
        if getattr(attributes, each) != getattr(Attributes(), each)
    ]
    parts = catalog.templates("game", catalog.player_of(name))
    shares = [
        f"{share:.0%} of {element}"
        for part in parts
        if isinstance(part, Resistances)
        for element, share in part.shares
    ]
    return ", ".join([f"{hp} health", f"{mana} mana", *unusual, *shares])
