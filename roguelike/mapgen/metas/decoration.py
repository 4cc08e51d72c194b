"""Decoration: grass, gravel, pools, dripstone, roads, streams, a city's square, and the furniture of rooms.

Nothing here ever cuts a level in two: impassable ground replaces walls, or is undone where it would cut. The square is
paved, ringed with lights, with a fountain at the centre. Rooms have purposes: barracks, libraries, chapels, each shown
by a few things along its walls, which block nobody, but make thirty rooms distinguishable.
"""

from math import cos, pi, sin

import numpy as np

from roguelike.components.places import Style
from roguelike.core import paths
from roguelike.core.geometry import ORTHOGONAL, Point
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen import noise
from roguelike.mapgen.blueprint import Blueprint, Mask, Spawn
from roguelike.mapgen.chain import UnfitError
from roguelike.mapgen.metas import ends
from roguelike.mapgen.reach import count_around, count_beside, is_whole, nearest, parts, path, shore
from roguelike.mapgen.rect import Rect
from roguelike.world.spawn_table import SpawnTable
from roguelike.world.terrain import Tile

NATURAL = np.isin(list(Tile), (Tile.FLOOR, Tile.GRASS, Tile.GRAVEL, Tile.SHALLOW_WATER))
"""Whether roads and streams may cover ground, by tile number: `NATURAL[tiles]` is a mask."""
TRIES = 6
"""How many places are tried for one piece before it is left out."""
TILES_PER_PIECE = 16
"""How many tiles of a room there are for each piece in it."""
INDOORS = (Tile.FLOOR, Tile.WOOD_FLOOR)


def blobs(rng: Stream, percent: float, passes: int, width: int, height: int) -> Mask:
    """Return rounded patches: noise in which each tile joins the majority of the nine around it, `passes` times."""
    mask = noise.chosen(rng, percent, width, height)
    for _ in range(passes):
        mask = count_around(mask) + mask >= 5
    return mask


def bare(plan: Blueprint) -> Mask:
    """Return the bare floor, without the start."""
    floor: Mask = plan.tiles == Tile.FLOOR
    if plan.start is not None:
        floor[plan.start] = False
    return floor


class Overgrow(Record):
    """Cover patches of bare floor with another ground: grass in woods, gravel in caves."""

    tile: Tile = Tile.GRASS
    percent: float = 48
    passes: int = 4

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Put the ground on rounded patches of bare floor."""
        patches = blobs(rng, self.percent, self.passes, plan.width, plan.height)
        plan.tiles[patches & bare(plan)] = self.tile


class Pools(Record):
    """Put water on patches of the open floor: shallow at the edge, deep inside.

    A pool whose deep part would cut something off is shallow throughout.
    """

    percent: float = 42
    passes: int = 5

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Fill patches of open floor with water, deep inside unless that would cut the level in two."""
        wet = blobs(rng, self.percent, self.passes, plan.width, plan.height)
        wet &= bare(plan) | (plan.tiles == Tile.GRASS)
        plan.tiles[wet] = Tile.SHALLOW_WATER
        ground, deep = paths.to_bits(plan.walkable()), 0
        for pool in parts(wet & (count_around(wet) == 8)):
            around, left = shore(pool, plan.width), ground & ~(deep | pool)
            # If one can walk around a pool there is no need to cross it, and its shore is quickly checked.
            if is_whole(around, plan.width) or is_whole(left, plan.width):
                deep |= pool
        plan.tiles[paths.to_mask(deep, (plan.width, plan.height))] = Tile.DEEP_WATER


class DecorateCave(Record):
    """Add gravel and puddles, and turn thin walls into water and dripstone.

    Source: of the floor one in six is gravel, of the rest one in ten shallow water; a wall with exactly two orthogonal
    wall neighbours becomes deep water; with one, a d4 of 1 makes a stalactite and of 2 a stalagmite. Unlike the source
    it leaves the map's edge alone.
    """

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Place gravel and puddles, then turn thin walls into water and dripstone."""
        tiles = plan.tiles
        roll = noise.words(rng, plan.width, plan.height)
        floor = bare(plan)
        gravel, puddle = noise.FULL // 6, noise.FULL // 6 + noise.FULL * 5 // 60
        tiles[floor & (roll < gravel)] = Tile.GRAVEL
        tiles[floor & (roll >= gravel) & (roll < puddle)] = Tile.SHALLOW_WATER
        inner = np.zeros_like(floor)
        inner[plan.interior.slices] = True
        wall = inner & (tiles == Tile.WALL)
        beside = count_beside(tiles == Tile.WALL)
        tiles[wall & (beside == 2)] = Tile.DEEP_WATER
        tiles[wall & (beside == 1) & (roll < noise.FULL // 4)] = Tile.STALACTITE
        tiles[wall & (beside == 1) & (roll >= noise.FULL * 3 // 4)] = Tile.STALAGMITE


class Plaza(Record):
    """Clear an ellipse of these percentages of the map's sides, and put lights along it."""

    across: int = 54
    down: int = 58
    lights: int = 14
    light: str = "Brazier"

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Pave the square and the fountain, drop what was there, place the lights."""
        square = ellipse(plan, self.across / 2, self.down / 2)
        plan.tiles[square] = Tile.FLOOR
        plan.tiles[ellipse(plan, self.across / 4, self.down / 4)] = Tile.ROAD
        plan.tiles[ellipse(plan, 5, 6)] = Tile.SHALLOW_WATER
        plan.tiles[ellipse(plan, 3, 3)] = Tile.DEEP_WATER
        plan.rooms = [room for room in plan.rooms if not square[room.centre]]
        plan.drop(lambda spawn: square[spawn.point])
        turn = rng.below(100) / 100
        for number in range(self.lights):
            angle = 2 * pi * (number + turn) / self.lights
            x = round(plan.width * (0.5 + self.across * 0.42 / 100 * cos(angle)))
            y = round(plan.height * (0.5 + self.down * 0.42 / 100 * sin(angle)))
            plan.spawns.append(Spawn("props", self.light, (x, y)))


def ellipse(plan: Blueprint, across: float, down: float) -> Mask:
    """Return the tiles no farther from the middle than these percentages of the map's sides."""
    x = (np.arange(plan.width) + 0.5) / plan.width - 0.5
    y = (np.arange(plan.height) + 0.5) / plan.height - 0.5
    apart = (x[:, None] * 100 / across) ** 2 + (y[None, :] * 100 / down) ** 2
    result: Mask = apart <= 1
    return result


class Hall(Record):
    """Clear a hall of about this size in a part of the map: with two rows of pillars, or `round` as caves are."""

    across: ends.Across
    down: ends.Down
    width: int
    height: int
    round: bool = False

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig it, up to a fifth smaller, and within the map's edge."""
        width = min(self.width - rng.below(self.width // 5 + 1), plan.width - 4)
        height = min(self.height - rng.below(self.height // 5 + 1), plan.height - 4)
        left = {"left": 2, "centre": (plan.width - width) // 2, "right": plan.width - 2 - width}
        top = {"top": 2, "centre": (plan.height - height) // 2, "bottom": plan.height - 2 - height}
        room = Rect(left[self.across], top[self.down], width, height)
        x, y = np.indices((width, height))
        if self.round:
            apart = (2 * x / (width - 1) - 1) ** 2 + (2 * y / (height - 1) - 1) ** 2
            clear = apart + noise.words(rng, width, height) / noise.FULL * 0.4 <= 1.2
            plan.tiles[room.slices][clear] = Tile.FLOOR
            return
        plan.tiles[room.slices] = Tile.FLOOR
        stands = (x % 4 == 2) & ((y == 2) | (y == height - 3))
        plan.tiles[room.slices][stands & (x < width - 1)] = Tile.WALL
        plan.rooms = [room, *(each for each in plan.rooms if not room.overlaps(each))]


class Road(Record):
    """Pave the shortest path from start to exit, three tiles wide where there is room.

    Source: the yellow brick road, painted as a plus of five tiles. There a second exit hides in a corner; ours leads to
    the only one.
    """

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Pave the shortest path from start to exit. Raises ValueError without an exit."""
        if plan.exit is None:
            raise ValueError(f"{plan.name}: a road needs an exit to lead to")
        pave(plan, path(plan.walkable(), ends.beginning(plan), plan.exit), Tile.ROAD)


def pave(plan: Blueprint, way: list[Point], tile: Tile) -> None:
    """Turn natural ground on and orthogonally next to a path to another; a road bridges water; the start stays."""
    track = np.zeros((plan.width, plan.height), dtype=np.bool_)
    places = np.array(way)
    for step in ((0, 0), *ORTHOGONAL):
        spots = places + np.array(step)
        track[spots[:, 0], spots[:, 1]] = True
    if plan.start is not None:
        track[plan.start] = False
    track &= NATURAL[plan.tiles]
    wet = track & (plan.tiles == Tile.SHALLOW_WATER)
    plan.tiles[track] = tile
    if tile == Tile.ROAD:
        plan.tiles[wet] = Tile.BRIDGE


class Brook(Record):
    """Run shallow water from one eastern corner, drawn at random, to the western corner diagonally opposite."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Put shallow water along the shortest path between the two corners. Raises UnfitError without ground."""
        rises, falls = rng.choice(((1, plan.height - 2), (plan.height - 2, 1)))
        spring = nearest_ground(plan, (plan.width - 2, rises))
        mouth = nearest_ground(plan, (1, falls))
        pave(plan, path(plan.walkable(), spring, mouth), Tile.SHALLOW_WATER)


def nearest_ground(plan: Blueprint, goal: Point) -> Point:
    """Return the walkable tile nearest to a tile (Euclidean)."""
    found = nearest(plan.walkable(), goal)
    if found is None:
        raise UnfitError("no ground")
    return found


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
