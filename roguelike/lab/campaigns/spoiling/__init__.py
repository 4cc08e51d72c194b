"""Ways to corrupt a saved state under a correct checksum, grouped by what they corrupt."""

from roguelike.lab.campaigns.spoiling import beings, fields, shapes
from roguelike.lab.campaigns.spoiling.spoilers import SPOILERS, Spoiler

__all__ = ["SPOILERS", "Spoiler", "beings", "fields", "shapes"]
