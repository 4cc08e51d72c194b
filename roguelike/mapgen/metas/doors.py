"""Doors, in real doorways only; and windows, between a room and the open.

.....      A doorway has walls on two opposite sides and ground on the other two, and beyond one of those
.....      the passage widens:  D is one, E is an ordinary tile of its passage.
##D##
 #E#

A window is no hole: nobody climbs through it, but whoever sees through it can shoot through it, as over deep water.
"""

from collections.abc import Iterable

import numpy as np

from roguelike.core.geometry import Point, steps_between
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.core.sight import points
from roguelike.mapgen.blueprint import Blueprint, Mask, Spawn
from roguelike.mapgen.reach import shifted
from roguelike.mapgen.rect import Rect
from roguelike.world.terrain import Tile


def doorways(plan: Blueprint) -> list[Point]:
    """List the doorways, sorted by x, then y."""
    floor, wall = plan.walkable(), plan.tiles == Tile.WALL
    upright = _gaps(floor, wall) & plan.walkable()
    level = _gaps(floor.T, wall.T).T & plan.walkable()
    return points(upright | level)


def _gaps(floor: Mask, wall: Mask) -> Mask:
    """Return the tiles with walls left and right, ground above and below, and open ground beyond either."""
    between = shifted(wall, -1, 0) & shifted(wall, 1, 0)
    between &= shifted(floor, 0, -1) & shifted(floor, 0, 1)
    above = shifted(floor, -1, -1) | shifted(floor, 1, -1)
    below = shifted(floor, -1, 1) | shifted(floor, 1, 1)
    result: Mask = between & (above | below)
    return result


def glaze(plan: Blueprint, rooms: Iterable[Rect], percent: float, rng: Stream) -> None:
    """Turn a percentage of the walls between rooms and the open to windows, never two adjacent ones."""
    inside = np.zeros(plan.tiles.shape, np.bool_)
    for room in rooms:
        inside[room.slices] = True
    walls, ground = plan.tiles == Tile.WALL, plan.walkable()
    inside &= ground
    fit = _panes(walls, inside, ground & ~inside)
    fit |= _panes(walls.T, inside.T, (ground & ~inside).T).T
    hung: set[Point] = set()
    for x, y in points(fit):
        beside = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        if rng.chance(percent) and hung.isdisjoint(beside):
            hung.add((x, y))
            plan.tiles[x, y] = Tile.WINDOW


def _panes(walls: Mask, inside: Mask, outside: Mask) -> Mask:
    """Return the walls with walls left and right, a room above and the open below, or the other way round."""
    found = walls & shifted(walls, -1, 0) & shifted(walls, 1, 0)
    found &= (shifted(inside, 0, -1) & shifted(outside, 0, 1)) | (
        shifted(inside, 0, 1) & shifted(outside, 0, -1)
    )
    return found


class Windows(Record):
    """Let so many percent of the walls between rooms and streets be windows."""

    percent: float = 30

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Put windows into the walls of the rooms."""
        glaze(plan, plan.rooms, self.percent, rng)


class Doors(Record):
    """Put a door in some of the doorways, never two adjacent ones (source: one in three).

    Where a level has rooms, doors belong to them, not to crossings of passages or to the narrows of a cave.
    """

    percent: float = 33

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Spawn doors in some of the doorways."""
        taken = plan.taken()
        at_rooms = np.zeros(plan.tiles.shape, np.bool_)
        for room in plan.rooms:
            left, top, width, height = room.grown(1)
            at_rooms[max(left, 0) : left + width, max(top, 0) : top + height] = True
        hung: list[Point] = []
        for point in doorways(plan):
            if not rng.chance(self.percent) or point in taken:
                continue
            if plan.rooms and not at_rooms[point]:
                continue
            if all(steps_between(point, other) > 1 for other in hung):
                hung.append(point)
                plan.spawns.append(Spawn("props", "Door", point))
