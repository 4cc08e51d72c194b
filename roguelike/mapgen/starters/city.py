"""A city: streets around every block, houses along the blocks, each with a door to a street, and open yards.

=====================      The ground is cut into blocks by streets, the first cut being the widest. A block
=#######=###########=      has one row of houses or two, back to back, so that each house faces a street;
=#...#..=#....#....#=      some blocks stay open yards. Some neighbours in a row have a passage between them.
=#...+..=+....#....#=
=##+####=###+####+##=      The city's landmarks (market, temple, arena) are drawn by hand and replace a
=====================      block (`Quarters`).
"""

from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen import prefab
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.metas import prefabs
from roguelike.mapgen.rect import Rect
from roguelike.world.terrain import Tile

LARGEST_BLOCK = (26, 13)
"""The largest block in tiles, from west to east and from north to south."""
TWO_ROWS_FROM = 10
"""Height in tiles from which a block has two rows of houses."""
HOUSE_TILES = (4, 8)
"""The shortest and the longest front of a house in tiles, inside."""
WIDEST_STREET = 4


class Streets(Record):
    """Cut the map into blocks by streets and build houses on most of them; the rest are yards."""

    yard_percent: float = 12
    passage_percent: float = 20
    """Percentage of walls between neighbours that have a passage."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Pave everything, then put the blocks on it."""
        plan.tiles[plan.interior.slices] = Tile.ROAD
        within = plan.interior
        inner = Rect(within.left + 1, within.top + 1, within.width - 2, within.height - 2)
        for block in blocks(inner, WIDEST_STREET, rng):
            if rng.chance(self.yard_percent):
                plan.tiles[block.slices] = rng.choice((Tile.GRASS, Tile.GRAVEL, Tile.FLOOR))
            else:
                self._build_on(plan, block, rng)

    def _build_on(self, plan: Blueprint, block: Rect, rng: Stream) -> None:
        """Fill a block with houses."""
        plan.tiles[block.slices] = Tile.WALL
        for row in rows_of(block, rng):
            before: Rect | None = None
            for house in houses(row, rng):
                plan.rooms.append(house)
                floor = Tile.WOOD_FLOOR if rng.chance(40) else Tile.FLOOR
                plan.tiles[house.slices] = floor
                plan.tiles[front_door(house, block, rng)] = Tile.FLOOR
                if before is not None and rng.chance(self.passage_percent):
                    between = (house.left - 1, rng.between(house.top, house.bottom))
                    plan.tiles[between] = Tile.FLOOR
                before = house


def blocks(piece: Rect, street: int, rng: Stream) -> list[Rect]:
    """Cut a piece of ground by streets, each narrower than the one before, until every block is small enough."""
    most_across, most_down = LARGEST_BLOCK
    too_wide, too_high = piece.width - most_across, piece.height - most_down
    if too_wide <= 0 and too_high <= 0:
        return [piece]
    across = too_wide * most_down >= too_high * most_across
    length = piece.width if across else piece.height
    stray = length // 6
    cut = (length - street) // 2 + rng.between(-stray, stray)
    left, top, width, height = piece
    narrower = max(1, street - 1)
    if across:
        parts = (
            Rect(left, top, cut, height),
            Rect(left + cut + street, top, width - cut - street, height),
        )
    else:
        parts = (
            Rect(left, top, width, cut),
            Rect(left, top + cut + street, width, height - cut - street),
        )
    return [block for part in parts for block in blocks(part, narrower, rng)]


def rows_of(block: Rect, rng: Stream) -> list[Rect]:
    """Return the floors of a block's rows of houses: its inside, or two halves of it with a wall between."""
    left, top, width, height = block.grown(-1)
    if width < 2 or height < 2:
        return []
    if block.height < TWO_ROWS_FROM:
        return [Rect(left, top, width, height)]
    cut = height // 2 + rng.between(-1, 1)
    return [Rect(left, top, width, cut), Rect(left, top + cut + 1, width, height - cut - 1)]


def houses(row: Rect, rng: Stream) -> list[Rect]:
    """Cut a row into houses with walls between them; a rest too narrow for one more belongs to the last."""
    least, most = HOUSE_TILES
    found, x = [], row.left
    while row.right - x + 1 > most + least:
        width = rng.between(least, most)
        found.append(Rect(x, row.top, width, row.height))
        x += width + 1
    found.append(Rect(x, row.top, row.right - x + 1, row.height))
    return found


def front_door(house: Rect, block: Rect, rng: Stream) -> Point:
    """Return the tile of a house's door: in an outer wall of the block, so that it opens to a street."""
    x, y = rng.between(house.left, house.right), rng.between(house.top, house.bottom)
    walls = [
        point
        for point, edge in (((x, house.top - 1), block.top), ((x, house.bottom + 1), block.bottom))
        if point[1] == edge
    ]
    walls += [
        point
        for point, edge in (((house.left - 1, y), block.left), ((house.right + 1, y), block.right))
        if point[0] == edge
    ]
    return rng.choice(walls)


class Quarters(Record):
    """Put hand-drawn pieces into a city, each replacing whatever blocks are there.

    In the `corners` they leave the middle free for a square. They do not overlap; one without room is left out.
    """

    names: tuple[str, ...]
    corners: bool = False

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Stamp the pieces, with a street around each."""
        taken: list[Rect] = []
        for name in self.names:
            piece = prefab.named(name, plan.folders)
            place = self._place_for(plan, piece, taken, rng)
            if place is not None:
                taken.append(place)
                put(plan, piece, place)

    def _place_for(
        self, plan: Blueprint, piece: prefab.Prefab, taken: list[Rect], rng: Stream
    ) -> Rect | None:
        """Return the place of a piece, with its street; None if there is no room for it."""
        width, height = piece.width + 2, piece.height + 2
        right, bottom = plan.width - 1 - width, plan.height - 1 - height
        if right < 1 or bottom < 1:
            return None
        spots = [(x, y) for x in (1, right) for y in (1, bottom)]
        if not self.corners:
            spots = [(rng.between(1, right), rng.between(1, bottom)) for _ in range(20)]
        rng.shuffle(spots)
        places = (Rect(x, y, width, height) for x, y in spots)
        return next((place for place in places if not any(map(place.overlaps, taken))), None)


def put(plan: Blueprint, piece: prefab.Prefab, place: Rect) -> None:
    """Clear a place, pave a street along its edge, and stamp a piece inside; houses that it cuts are dropped."""
    plan.tiles[place.slices] = Tile.ROAD
    plan.rooms = [room for room in plan.rooms if not room.overlaps(place)]
    prefabs.stamp(plan, piece, place.left + 1, place.top + 1)
