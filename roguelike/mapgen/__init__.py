"""Map generation: chains of builders, from a seed and a depth to a level and its spawns."""

from roguelike.mapgen.blueprint import Blueprint, Spawn
from roguelike.mapgen.generation import generate
from roguelike.world.spawn_table import SpawnTable

__all__ = ["Blueprint", "Spawn", "SpawnTable", "generate"]
