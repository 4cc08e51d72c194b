"""What must be true of every finished level: checked for each new level, and by the tests."""

from collections import Counter

from roguelike.core.geometry import Point, steps_between
from roguelike.core.paths import to_bits
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.metas.doors import doorways
from roguelike.mapgen.metas.ends import QUIET_TILES
from roguelike.mapgen.reach import bit, filled
from roguelike.world.terrain import WALKABLE, Tile

LEAST_SHARE = 0.06
"""Less walkable ground than this share of the map is not enough for a level."""


def ground_faults(plan: Blueprint) -> list[str]:
    """List what is wrong with the ground, in words; empty if nothing is."""
    if plan.start is None or plan.exit is None:
        return ["no start" if plan.start is None else "no exit"]
    walkable = plan.walkable()
    bits = to_bits(walkable)
    without_exit = bits & ~bit(plan.exit, plan.width)
    around_exit = filled(without_exit, bit(plan.start, plan.width), plan.width)
    upstairs = plan.tiles[plan.start] == Tile.UP_STAIRS
    faults = {
        "the edge is open": walkable[:: plan.width - 1].any()
        or walkable[:, :: plan.height - 1].any(),
        "not one exit": int((plan.tiles == Tile.DOWN_STAIRS).sum()) != 1,
        "stairs up where none belong": int((plan.tiles == Tile.UP_STAIRS).sum())
        != (plan.depth > 1),
        "a wrong start": upstairs != (plan.depth > 1) or not walkable[plan.start],
        "the exit is not where it should be": plan.tiles[plan.exit] != Tile.DOWN_STAIRS,
        "hardly any ground": walkable.mean() < LEAST_SHARE,
        "not all can be walked to": filled(bits, around_exit, plan.width) != bits,
        "the exit parts the level": around_exit != without_exit,
    }
    return [fault for fault, found in faults.items() if found]


def spawn_faults(plan: Blueprint) -> list[str]:
    """List what is wrong with the spawns, in words; empty if nothing is."""
    faults = []
    ends = {plan.start, plan.exit}
    crowd = Counter(spawn.point for spawn in plan.spawns)
    gaps = set(doorways(plan))
    for section, name, point in plan.spawns:
        where = f"{name} at {point}"
        if not WALKABLE[plan.tiles[point]]:
            faults.append(f"{where} is in a wall")
        if point in ends or crowd[point] > 1:
            faults.append(f"{where} has no tile of its own")
        if section == "mobs" and name not in plan.peaceful and is_near(plan, point):
            faults.append(f"{where} waits at the start")
        if name == "Door" and point not in gaps:
            faults.append(f"{where} is in no doorway")
    return faults


def is_near(plan: Blueprint, point: Point) -> bool:
    """Return whether a tile is too close to the start for a creature."""
    return plan.start is not None and steps_between(plan.start, point) <= QUIET_TILES
