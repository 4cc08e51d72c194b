"""Ways to spoil a saved state under a right checksum, by what they spoil."""

from roguelike.lab.campaigns.spoiling import belongings, levels, shapes, values
from roguelike.lab.campaigns.spoiling.spoilers import SPOILERS, Spoiler

__all__ = ["SPOILERS", "Spoiler", "belongings", "levels", "shapes", "values"]
