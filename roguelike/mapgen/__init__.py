"""Map generation: chains of builders, from a seed and a depth to a level and its spawns."""

from roguelike.mapgen.blueprint import Blueprint, Spawn
from roguelike.mapgen.chain import SpawnTable
from roguelike.mapgen.generation import generate

__all__ = ["Blueprint", "Spawn", "SpawnTable", "generate"]
