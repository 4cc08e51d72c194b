"""Rooms for the game's own magic: a mage with mana to spare and a goblin too tough to die of one spell."""

from collections.abc import Callable, Mapping
from typing import Any

from roguelike.components import hazards, vitals
from roguelike.effects import dispatch
from roguelike.effects.statuses import Afflict
from roguelike.testing import Arena
from roguelike.world import ecs, perception
from roguelike.world.derived_stats import drop_stats
from roguelike.world.game import NOBODY, Cause, Single
from roguelike.world.terrain import GROUND, Tile
from tests.rooms import room

LEGEND = {"g": "Goblin", "o": "Orc", "k": "Kobold", "+": "Door", "^": "Bear Trap"}
Stage = Callable[..., Arena]

ROW = "##########\n#@..g..o.#\n##########"
LANE = "###########\n#.@...g...#\n###########"
HALL = """
#################
#...............#
#...............#
#...@..g..o.....#
#...............#
#...............#
#################
"""
CLOSE = """
#################
#...............#
#...............#
#...@g..........#
#...............#
#...............#
#################
"""


def stage_of(
    drawing: str = HALL, legend: Mapping[str, str] | None = None, *, hp: int = 200, **options: Any
) -> Arena:
    """Draw a room of the game's own data, everybody in it tough."""
    return room(drawing.strip(), {**LEGEND, **(legend or {})}, raws=None, hp=hp, **options)


def named(arena: Arena, name: str) -> list[int]:
    """List the living of a name, by id."""
    arena.game.enter()
    return [
        e
        for e in sorted(set(arena.game.level.blockers.values()))
        if perception.true_name(e) == name
    ]


def hazards_of(arena: Arena, name: str) -> list[int]:
    """List the fires and clouds of a kind."""
    arena.game.enter()
    found = [
        entity for entity, _ in ecs.with_component(hazards.Hazard) if entity not in arena.game.dead
    ]
    return [entity for entity in found if perception.true_name(entity) == name]


def afflict(arena: Arena, entity: int, status: str, turns: int, strength: float = 0.0) -> None:
    """Put a status on somebody, with nobody to blame."""
    game = arena.game
    game.enter()
    game.push(Afflict(status, turns, strength), Single(entity), NOBODY, Cause("a test"))
    dispatch.drain(game)


def set_magic(arena: Arena, entity: int, skill: int) -> None:
    """Set somebody's Magic skill."""
    arena.game.enter()
    ecs.get(entity, vitals.Skills).magic = skill
    drop_stats(entity)


def set_ground(arena: Arena, name: str, *points: tuple[int, int]) -> None:
    """Change the ground of some tiles."""
    tile = next(tile for tile in Tile if GROUND[tile].name == name)
    for point in points:
        arena.game.level.tiles[point] = tile
    arena.game.level.ground_changed()
