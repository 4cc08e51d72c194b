"""Steps on the list of rooms: sorting, digging, eroding their walls, rounding their corners."""

from typing import Literal

import numpy as np

from roguelike.core.geometry import distance_squared
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.brush import paint, walks
from roguelike.mapgen.neighbours import count_beside
from roguelike.mapgen.rect import Rect
from roguelike.world.terrain import Tile

Order = Literal["leftmost", "rightmost", "topmost", "bottommost", "central"]
ORDERS: tuple[Order, ...] = ("leftmost", "rightmost", "topmost", "bottommost", "central")


class SortRooms(Record):
    """Sort the rooms: corridors join them, and starts take the first, in this order."""

    order: Order

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Sort the list of rooms in place."""
        middle = (plan.width // 2, plan.height // 2)
        match self.order:
            case "leftmost":
                plan.rooms.sort(key=lambda room: room.left)
            case "rightmost":
                plan.rooms.sort(key=lambda room: -room.right)
            case "topmost":
                plan.rooms.sort(key=lambda room: room.top)
            case "bottommost":
                plan.rooms.sort(key=lambda room: -room.bottom)
            case "central":
                plan.rooms.sort(key=lambda room: distance_squared(room.centre, middle))


class DrawRooms(Record):
    """Dig the listed rooms, some of them round (source: one in four)."""

    round_percent: float = 25

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig each room as a rectangle or an ellipse."""
        for room in plan.rooms:
            if rng.chance(self.round_percent):
                draw_ellipse(plan, room)
            else:
                plan.tiles[room.slices] = Tile.FLOOR


def draw_ellipse(plan: Blueprint, room: Rect) -> None:
    """Dig the ellipse that fills a room's rectangle.

    The source digs a circle of half the smaller side; an ellipse looks the same in a square room and does not waste the
    rest of an oblong one.
    """
    across = (np.arange(room.width) - (room.width - 1) / 2) / (room.width / 2)
    down = (np.arange(room.height) - (room.height - 1) / 2) / (room.height / 2)
    plan.tiles[room.slices][across[:, None] ** 2 + down[None, :] ** 2 <= 1] = Tile.FLOOR


class ExplodeRooms(Record):
    """Erode the walls of each room by drunkards' walks from its centre (source: d20 - 5 of them, 20 steps each)."""

    steps: int = 20

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Dig what the walks from each room cover."""
        starts = [room.centre for room in plan.rooms for _ in range(rng.die(20) - 5)]
        if not starts:
            return
        floor = np.zeros((plan.width, plan.height), dtype=np.bool_)
        paint(floor, walks(rng, np.array(starts), self.steps, floor.shape))
        plan.dig_mask(floor)


class RoundCorners(Record):
    """Fill the corners of rooms: corner tiles with walls on exactly two sides."""

    def build(self, plan: Blueprint, rng: Stream) -> None:
        """Fill the corner tiles of the rooms' floors."""
        corner = np.zeros((plan.width, plan.height), dtype=np.bool_)
        for left, top, width, height in plan.rooms:
            corner[
                [left, left, left + width - 1, left + width - 1], [top, top + height - 1] * 2
            ] = True
        plan.tiles[corner & (count_beside(plan.tiles == Tile.WALL) == 2)] = Tile.WALL
