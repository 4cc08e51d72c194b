"""What a vendor has for sale: the deliveries of its trade, and what it bought from the player.

A delivery is never stored: its content depends only on the game's seed, the vendor and the delivery's number, so only
what was sold from it is state, and a ware is created when it is bought. Items that the player sold are kept as they are
in the vendor's own pack and can be bought back.
"""

import esper

from roguelike.components.actors import Nature
from roguelike.components.items import Item, Pack, Stock, Supply
from roguelike.core.rng import Stream
from roguelike.world import ecs
from roguelike.world.changes import Removed, repack
from roguelike.world.game import Cause, Game

MOST_SECONDHAND = 20
"""The most second-hand items that a vendor keeps; beyond that the oldest is removed."""
NO_SUPPLY = Supply()


def supply_of(vendor: int) -> Supply:
    """Return the vendor's Supply; NO_SUPPLY for anyone else."""
    return esper.try_component(vendor, Supply) or NO_SUPPLY


def delivery(game: Game, vendor: int) -> int:
    """Return the number of the latest delivery, counted from 0 at the start of the game."""
    return game.turn // supply_of(vendor).turns


def turns_to_delivery(game: Game, vendor: int) -> int:
    """Return the number of turns until the next delivery."""
    turns = supply_of(vendor).turns
    return turns - game.turn % turns


def wares(game: Game, vendor: int) -> dict[str, int]:
    """Return the kinds that a vendor has, in the order of the data, with the number of pieces left."""
    number = delivery(game, vendor)
    stock = esper.try_component(vendor, Stock)
    sold = stock.sold if stock is not None and stock.delivery == number else {}
    came = _came_in(game, vendor, number)
    left = {kind: pieces - sold.get(kind, 0) for kind, pieces in came.items()}
    return {kind: pieces for kind, pieces in left.items() if pieces > 0}


def _came_in(game: Game, vendor: int, number: int) -> dict[str, int]:
    """Return the content of a delivery: pieces by kind."""
    supply, rng = supply_of(vendor), game.stream(f"delivery {number} to {vendor}")
    kinds = _kinds(game, vendor)
    chosen = _chosen(kinds, supply, rng)
    return {kind: max(1, supply.pieces.roll(rng)) for kind in kinds if kind in chosen}


def _kinds(game: Game, vendor: int) -> list[str]:
    """List the kinds of items that a vendor trades in and that have a price."""
    nature = ecs.get(vendor, Nature)
    return [name for name in game.content.wares(nature.vendor) if base_value(game, name) > 0]


def _chosen(kinds: list[str], supply: Supply, rng: Stream) -> set[str]:
    """Choose the kinds of one delivery: all staples and a random selection of the others."""
    if supply.others is None:
        return set(kinds)
    others = [kind for kind in kinds if kind not in supply.staples]
    rng.shuffle(others)
    return {*supply.staples, *others[: max(0, supply.others.roll(rng))]}


def base_value(game: Game, name: str) -> float:
    """Return the base value in gold of a kind of item."""
    parts = game.content.templates("items", name)
    return next((part.base_value for part in parts if isinstance(part, Item)), 0.0)


def secondhand(vendor: int) -> list[int]:
    """List the items that a vendor bought from the player and offers again, oldest first."""
    pack = esper.try_component(vendor, Pack)
    return list(pack.items) if pack is not None else []


def add_secondhand(game: Game, vendor: int, item: int, cause: Cause) -> None:
    """Give a vendor an item to sell again; if it then has too many, remove the oldest."""
    pack = ecs.get(vendor, Pack)
    things = [*pack.items, item]
    for gone in things[:-MOST_SECONDHAND]:
        game.change(Removed(gone, cause))
    repack(game, vendor, things[-MOST_SECONDHAND:], dict(pack.worn), cause)
