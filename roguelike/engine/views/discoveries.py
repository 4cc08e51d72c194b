"""The discoveries: kinds of magic items, and what the player knows about each."""

from collections.abc import Iterator

from roguelike.components.items import Item, Magic
from roguelike.components.looks import Described
from roguelike.components.magic import Use
from roguelike.engine.views.records import DiscoveryView
from roguelike.engine.views.use_text import use_text
from roguelike.raws.catalog import Catalog
from roguelike.world.game import Game
from roguelike.world.names import hidden_name

UNKNOWN = "?"


def discovery_views(game: Game) -> tuple[DiscoveryView, ...]:
    """List the kinds of magic items by group: identified ones by name, seen ones by look, others as question marks."""
    if not isinstance(game.content, Catalog):
        return ()
    views = []
    for name in game.content.names("items"):
        parts = {type(part): part for part in game.content.templates("items", name)}
        magic = parts.get(Magic)
        if magic is None or name in game.content.compiled.generated:
            continue
        group = _group(magic.naming, parts)
        if name in game.identified:
            views.append(DiscoveryView(group, name, "known", tuple(_lines(game, parts))))
        elif name in game.encountered:
            views.append(DiscoveryView(group, hidden_name(game, name, magic), "met"))
        else:
            views.append(DiscoveryView(group, UNKNOWN, "unknown"))
    order = {"known": 0, "met": 1, "unknown": 2}
    return tuple(sorted(views, key=lambda view: (view.group, order[view.state], view.name)))


def _lines(game: Game, parts: dict[type, object]) -> Iterator[str]:
    """Yield what a kind of item is and does."""
    described, use = parts.get(Described), parts.get(Use)
    if isinstance(described, Described) and described.text:
        yield described.text
    if isinstance(use, Use):
        yield f"Used: {use_text(use, game.content)}."


def _group(naming: str, parts: dict[type, object]) -> str:
    """Return the group of a kind of magic item: its heading on the page."""
    if naming.lower() in ("potion", "scroll"):
        return f"{naming.capitalize()}s"
    if Use in parts:
        return "Rods and staffs"
    item = parts.get(Item)
    return "Worn and wielded" if isinstance(item, Item) and item.slot else "Others"
