"""Rooms and the corridors between them, as each builder promises them."""

import pytest

from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.chain import Step
from roguelike.mapgen.depths import CORRIDORS
from roguelike.mapgen.metas.doors import Doors, doorways
from roguelike.mapgen.metas.ends import RoomExit, RoomStart
from roguelike.mapgen.metas.rooms import (
    ORDERS,
    DrawRooms,
    ExplodeRooms,
    Order,
    RoundCorners,
    SortRooms,
    draw_ellipse,
    elbow,
)
from roguelike.mapgen.reach import hangs_together
from roguelike.mapgen.rect import Rect
from roguelike.mapgen.starters.rooms import PartitionedInterior, PartitionedRooms, ScatteredRooms
from roguelike.world.terrain import Tile
from tests.mapgen.building import SEEDS, built, drawn, edge_is_closed, text

ROOM_STARTERS = (ScatteredRooms(), PartitionedRooms())


@pytest.mark.parametrize("starter", ROOM_STARTERS, ids=repr)
def test_rooms_keep_a_wall_between_them(starter: Step) -> None:
    for seed in SEEDS:
        rooms = built(seed, starter).rooms
        assert len(rooms) >= 5
        for number, room in enumerate(rooms):
            assert Rect(1, 1, 78, 48).encloses(room)
            assert not any(room.grown(1).overlaps(other) for other in rooms[number + 1 :])


@pytest.mark.parametrize("corridors", CORRIDORS, ids=repr)
@pytest.mark.parametrize("starter", ROOM_STARTERS, ids=repr)
def test_corridors_join_all_rooms(starter: Step, corridors: Step) -> None:
    for seed in SEEDS:
        plan = built(seed, starter, SortRooms("central"), DrawRooms(), corridors)
        assert hangs_together(plan.walkable())
        assert edge_is_closed(plan)
        assert all(plan.tiles[point] == Tile.FLOOR for way in plan.corridors for point in way)


def test_inner_rooms_fill_the_map() -> None:
    for seed in SEEDS:
        plan = built(seed, PartitionedInterior())
        assert hangs_together(plan.walkable())
        assert plan.walkable().mean() > 0.75
        assert edge_is_closed(plan)


@pytest.mark.parametrize("order", ORDERS)
def test_rooms_are_sorted(order: Order) -> None:
    rooms = built(1, ScatteredRooms(), SortRooms(order)).rooms
    first = rooms[0].centre
    far = {"leftmost": (0, 25), "rightmost": (79, 25), "topmost": (40, 0), "bottommost": (40, 49)}
    goal = far.get(order, (40, 25))
    axes = (0, 1) if order == "central" else (0,) if "most" in order and goal[1] == 25 else (1,)
    apart = [sum(abs(room.centre[a] - goal[a]) for a in axes) for room in rooms]
    assert sum(abs(first[a] - goal[a]) for a in axes) <= min(apart) + 6


def test_a_round_room_touches_all_its_walls() -> None:
    plan = Blueprint(20, 20)
    draw_ellipse(plan, Rect(5, 5, 9, 7))
    assert text(plan)[4:13] == [
        "####################",
        "#######.....########",
        "######.......#######",
        "#####.........######",
        "#####.........######",
        "#####.........######",
        "######.......#######",
        "#######.....########",
        "####################",
    ]


def test_exploded_rooms_only_grow() -> None:
    steps = (ScatteredRooms(), DrawRooms())
    before = built(2, *steps).walkable()
    after = built(2, *steps, ExplodeRooms()).walkable()
    assert (after | before == after).all()
    assert after.sum() > before.sum()


def test_corners_are_rounded() -> None:
    plan = drawn("###### #....# #....# #....# ######")
    plan.rooms = [Rect(1, 1, 4, 3)]
    RoundCorners().build(plan, Stream(1))
    assert text(plan) == ["######", "##..##", "#....#", "##..##", "######"]


def test_an_elbow_bends_once() -> None:
    assert elbow((1, 1), (3, 2), across_first=True) == [(1, 1), (2, 1), (3, 1), (3, 2)]
    assert elbow((3, 2), (1, 1), across_first=False) == [(3, 2), (3, 1), (2, 1), (1, 1)]


def test_a_room_exit_is_in_another_room() -> None:
    for seed in SEEDS:
        plan = built(seed, *ROOM_STARTERS[:1], DrawRooms(), CORRIDORS[0], RoomStart(), RoomExit())
        assert not any(room.holds(plan.start) and room.holds(plan.exit) for room in plan.rooms)


def test_doorways_are_where_a_way_opens_out() -> None:
    plan = drawn("########## #...###..# #........# #...###..# ##########")
    assert doorways(plan) == [(4, 2), (6, 2)]
    Doors(100).build(plan, Stream(1))
    assert [spawn.point for spawn in plan.spawns] == [(4, 2), (6, 2)]


def test_doors_are_never_side_by_side() -> None:
    plan = drawn("####### #..#..# #.....# #..#..# #.....# #..#..# #######")
    Doors(100).build(plan, Stream(1))
    assert [spawn.point for spawn in plan.spawns] == [(3, 2), (3, 4)]


def test_inner_rooms_are_of_many_sizes_and_never_huge() -> None:
    for seed in SEEDS:
        rooms = built(seed, PartitionedInterior(6)).rooms
        assert len(rooms) >= 20
        assert len({(room.width, room.height) for room in rooms}) >= 10
        assert min(min(room.width, room.height) for room in rooms) >= 6
        assert max(max(room.width, room.height) for room in rooms) <= 24
