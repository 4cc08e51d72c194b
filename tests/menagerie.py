"""Drawn rooms with minds: the game's own data, and beasts made for one habit each."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from typing import Any

from roguelike.components.actors import Kind, Mind
from roguelike.raws.catalog import Catalog, load_catalog
from roguelike.testing import Arena
from roguelike.testing import arena as arena_module
from roguelike.world import ecs
from tests.rooms import own_data

Pen = Callable[..., Arena]
LEGEND = {
    "b": "Brute",
    "c": "Beast",
    "a": "Archer",
    "t": "Thief",
    "k": "Coward",
    "r": "Comeback",
    "l": "Lurker",
    "h": "Healer",
    "s": "Crier",
    "e": "Elk",
    "D": "Colossus",
    "m": "Calm",
    "A": "Alpha",
    "+": "Door",
    "o": "Crate of Straw",
}


def _mob(name: str, **fields: Any) -> dict[str, Any]:
    """Write a mob of an everyday kind."""
    return {"name": name, "hp": 40, "faction": "Cave Goblins", "movement": "static", **fields}


MOBS = [
    _mob("Brute"),
    _mob("Beast", hands=False),
    _mob("Archer", equipped=["Shortbow"], keep_distance_tiles=4),
    _mob("Thief", steals=True, faction="Bandits", attributes={"quickness": 60}),
    _mob("Coward", flees_at_hp_share=0.5),
    _mob("Comeback", flees_at_hp_share=0.5, returns_after_fleeing=True),
    _mob("Lurker", ambush_tiles=2, vision_tiles=8),
    _mob(
        "Healer",
        mana=40,
        abilities=[{"spell": "Balsam", "chance": 1, "range_tiles": 6, "when": "hurt ally"}],
    ),
    _mob("Crier", raises_alarm=True),
    _mob("Elk", faction="Herbivores", hands=False),
    _mob("Colossus", renderable={"glyph": "D", "x_size": 2, "y_size": 2}),
    _mob("Calm", faction="Townsfolk"),
    _mob("Alpha", raises_alarm=True, company=[{"name": "Beast", "count": "3"}]),
]
SPELLS = [
    {
        "name": "Balsam",
        "mana_cost": 1,
        "effects": {
            "delivery": {"shape": "point", "range": 6},
            "effects": [{"kind": "healing", "amount": "9"}],
        },
    }
]
PROPS = [{"name": "Crate of Straw", "blocks_tile": True}]


@cache
def _data() -> dict[str, Any]:
    """Return the game's own data with the menagerie's rows added."""
    data = deepcopy(own_data())
    for section, rows in (("mobs", MOBS), ("spells", SPELLS), ("props", PROPS)):
        names = {row["name"] for row in rows}
        data[section] = [row for row in data[section] if row["name"] not in names] + rows
    return data


@cache
def menagerie() -> Catalog:
    """Compile it once for all rooms."""
    return load_catalog((_data(),))


def pen_of(drawing: str, legend: Mapping[str, str] | None = None, *, seed: int = 0) -> Arena:
    """Draw a room in which everybody thinks."""
    known = arena_module._catalog
    arena_module._catalog = lambda raws: menagerie()
    try:
        arena = Arena.from_ascii(
            drawing, {**LEGEND, **(legend or {})}, seed=seed, minds=True, raws=_data()
        )
    finally:
        arena_module._catalog = known
    arena.set_pools(arena.player, max_hp=9999, hp=9999)
    return arena


def mind(arena: Arena, entity: int) -> Mind:
    """Return what a creature is up to."""
    arena.game.enter()
    return ecs.get(entity, Mind)


def put_to_sleep(arena: Arena, *entities: int) -> None:
    """Lay creatures down as a level's building does."""
    for entity in entities:
        mind(arena, entity).awake = False
    arena.game.caches.sleep += 1


def every(arena: Arena, *names: str) -> list[int]:
    """Return all creatures of some names, by id."""
    arena.game.enter()
    return [entity for entity, kind in ecs.with_component(Kind) if kind.name in names]


def only(arena: Arena, name: str) -> int:
    """Return the one creature of a name."""
    (found,) = every(arena, name)
    return found
