"""What cannot be walked to becomes wall."""

from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Mask
from roguelike.mapgen.chain import UnfitError
from roguelike.mapgen.metas.ends import beginning
from roguelike.mapgen.reach import largest_part, reached
from roguelike.world.terrain import Tile


def keep(plan: Blueprint, part: Mask) -> None:
    """Turn all walkable ground outside the part to wall, and drop what stood there."""
    plan.tiles[plan.walkable() & ~part] = Tile.WALL
    plan.spawns = [spawn for spawn in plan.spawns if part[spawn.point]]
    plan.corridors = [[p for p in way if part[p]] for way in plan.corridors]
    plan.rooms = [room for room in plan.rooms if part[room.slices].any()]


class KeepLargest(Record):
    """Keep the largest connected part, which must be `at_least` this share of the map.

    The source walks from the middle of the map instead, and keeps a pocket when the middle is one.
    """

    at_least: float = 0.12

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Turn everything but the largest part to wall. Raises UnfitError when that is too small for a level."""
        part = largest_part(plan.walkable())
        if part.sum() < self.at_least * part.size:
            raise UnfitError("too little ground hangs together")
        keep(plan, part)


class CullUnreachable(Record):
    """Keep what can be walked to from the start."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Turn to wall what cannot be reached from the start."""
        keep(plan, reached(plan.walkable(), beginning(plan)))
