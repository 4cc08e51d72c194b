"""Drawn rooms with minds, and what tests ask of them."""

from collections.abc import Callable, Mapping
from typing import Any

from roguelike.components import actors
from roguelike.testing import Arena
from roguelike.world import ecs
from tests.rooms import room

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


def pen_of(drawing: str, legend: Mapping[str, str] | None = None, **options: Any) -> Arena:
    """Draw a room in which everybody thinks, and the player survives it."""
    arena = room(drawing, {**LEGEND, **(legend or {})}, minds=True, **options)
    arena.set_pools(arena.player, max_hp=9999, hp=9999)
    return arena


def mind(arena: Arena, entity: int) -> actors.Mind:
    """Return what a creature is up to."""
    arena.game.enter()
    return ecs.get(entity, actors.Mind)


def put_to_sleep(arena: Arena, *entities: int) -> None:
    """Lay creatures down as a level's building does."""
    for entity in entities:
        mind(arena, entity).awake = False
    arena.game.caches.sleep += 1


def every(arena: Arena, *names: str) -> list[int]:
    """Return all creatures of some names, by id."""
    arena.game.enter()
    return [entity for entity, kind in ecs.with_component(actors.Kind) if kind.name in names]


def only(arena: Arena, name: str) -> int:
    """Return the one creature of a name."""
    (found,) = every(arena, name)
    return found
