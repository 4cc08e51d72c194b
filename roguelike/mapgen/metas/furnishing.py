"""The purposes of rooms: barracks, libraries, chapels, each shown by a few things along its walls.

Furniture only decorates: it blocks nobody, but makes thirty rooms distinguishable.
"""

from roguelike.components.places import Style
from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Spawn
from roguelike.mapgen.chain import SpawnTable
from roguelike.mapgen.rect import Rect
from roguelike.world.terrain import Tile

TRIES = 6
"""How many places are tried for one piece before it is left out."""
TILES_PER_PIECE = 16
"""How many tiles of a room there are for each piece in it."""

INDOORS = (Tile.FLOOR, Tile.WOOD_FLOOR)


class Furnish(Record):
    """Give a percentage of the rooms a purpose, and the furniture of this style that goes with it."""

    style: Style
    percent: float = 70

    def populate(self, plan: Blueprint, rng: Stream, table: SpawnTable) -> None:
        """Add furniture to the rooms that get a purpose."""
        taken, choice = plan.taken(), table.furniture(self.style)
        for room in plan.rooms if choice else ():
            if not rng.chance(self.percent):
                continue
            pieces = rng.choice(choice).props[: max(1, room.area // TILES_PER_PIECE)]
            for name in pieces:
                self._put(plan, name, room, taken, rng)

    def _put(self, plan: Blueprint, name: str, room: Rect, taken: set[Point], rng: Stream) -> None:
        """Put a piece against one of the room's walls, if a place is found soon."""
        for _ in range(TRIES):
            point, behind = wall_side(room, rng)
            if (
                point not in taken
                and plan.tiles.item(point) in INDOORS
                and plan.tiles.item(behind) == Tile.WALL
            ):
                taken.add(point)
                plan.spawns.append(Spawn("props", name, point))
                return


def wall_side(room: Rect, rng: Stream) -> tuple[Point, Point]:
    """Return a random tile at the edge of a room, and the tile behind it, outside."""
    if rng.chance(50):
        x = rng.between(room.left, room.right)
        top = rng.chance(50)
        return (
            ((x, room.top), (x, room.top - 1)) if top else ((x, room.bottom), (x, room.bottom + 1))
        )
    y = rng.between(room.top, room.bottom)
    left = rng.chance(50)
    return ((room.left, y), (room.left - 1, y)) if left else ((room.right, y), (room.right + 1, y))
