"""What builders of ground promise, alone and in any chain: rooms, corridors, caves, mazes, stairs.

Floods and surroundings against plain searches.
"""

from collections import deque

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from roguelike.core import paths, sight
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.core.rng import Stream
from roguelike.mapgen import noise
from roguelike.mapgen.blueprint import Blueprint, Mask, Spawn
from roguelike.mapgen.brush import Symmetry, paint, walks
from roguelike.mapgen.chain import Step, UnfitError
from roguelike.mapgen.depths import CORRIDORS, SHAPES, random_chain
from roguelike.mapgen.metas import ends
from roguelike.mapgen.metas.joining import CullUnreachable, JoinParts, KeepLargest
from roguelike.mapgen.metas.rooms import (
    ORDERS,
    Doors,
    DrawRooms,
    ExplodeRooms,
    Order,
    RoundCorners,
    SortRooms,
    doorways,
    draw_ellipse,
    elbow,
)
from roguelike.mapgen.metas.wave_function_collapse import nth
from roguelike.mapgen.reach import (
    bypassable,
    count_around,
    count_beside,
    flood,
    hangs_together,
    parts,
    path,
    reached,
)
from roguelike.mapgen.rect import Rect
from roguelike.mapgen.starters import caves
from roguelike.mapgen.starters.rooms import (
    Maze,
    PartitionedInterior,
    PartitionedRooms,
    ScatteredRooms,
    walk,
)
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
        plan = built(
            seed, *ROOM_STARTERS[:1], DrawRooms(), CORRIDORS[0], ends.RoomStart(), ends.RoomExit()
        )
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


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_shapes_dig_much_and_leave_the_edge(shape: Step) -> None:
    for seed in SEEDS:
        plan = built(seed, shape)
        assert edge_is_closed(plan)
        assert plan.walkable().mean() > 0.2
        assert np.array_equal(plan.tiles, built(seed, shape).tiles)


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_shapes_hang_together_once_culled(shape: Step) -> None:
    for seed in SEEDS:
        plan = built(seed, shape, JoinParts(), KeepLargest())
        assert hangs_together(plan.walkable())


def test_a_maze_links_every_cell() -> None:
    links = walk(12, 9, Stream(3))
    assert len(links) == 12 * 9 - 1
    assert {cell for link in links for cell in link} == set(range(12 * 9))
    assert hangs_together(built(3, Maze(0)).walkable())


def test_drunkards_go_one_straight_step_at_a_time_and_stay_inside() -> None:
    ways = walks(Stream(1), np.array([(2, 2), (40, 25), (77, 47)]), 2_000, (80, 50))
    assert (abs(np.diff(ways, axis=1)).sum(axis=2) <= 1).all()
    assert ways.min() >= 2
    assert ways[..., 0].max() <= 77
    assert ways[..., 1].max() <= 47


def test_symmetry_is_symmetric() -> None:
    floor = np.zeros((20, 12), dtype=np.bool_)
    paint(floor, np.array([(4, 3)]), 1, Symmetry.BOTH)
    assert floor.sum() == 4
    tiles = built(1, caves.FEARFUL_SYMMETRY).tiles
    assert np.array_equal(tiles, tiles[::-1, ::-1])
    assert np.array_equal(tiles, tiles[:, ::-1])
    insect = built(1, caves.INSECTOID).walkable()
    assert (insect == insect[::-1]).mean() > 0.97


def test_culling_takes_what_stood_there() -> None:
    plan = drawn("######### #...#...# #...#...# #########")
    plan.spawns = [Spawn("items", "Dagger", (6, 1)), Spawn("items", "Dagger", (2, 1))]
    plan.enter_at((1, 1))
    CullUnreachable().build(plan, Stream(1))
    assert text(plan) == ["#########", "#...#####", "#...#####", "#########"]
    assert plan.spawns == [Spawn("items", "Dagger", (2, 1))]


def test_too_little_ground_is_refused() -> None:
    with pytest.raises(UnfitError):
        KeepLargest(0.5).build(drawn("##### #...# #####"), Stream(1))


def test_parts_are_joined() -> None:
    plan = drawn("########### #...###...# #...###...# ###########")
    assert len(parts(plan.walkable())) == 2
    JoinParts(at_least=4).build(plan, Stream(1))
    assert hangs_together(plan.walkable())


def test_stairs_never_part_a_level() -> None:
    plan = drawn("############# #...###.....# #...........# #...###.....# #############", depth=2)
    ends.AreaStart("left", "centre").build(plan, Stream(1))
    ends.AreaExit("centre", "centre").build(plan, Stream(1))
    walkable = plan.walkable()
    assert plan.exit not in {(4, 2), (5, 2), (6, 2)}
    walkable[plan.exit] = walkable[plan.start] = False
    assert hangs_together(walkable)


def test_ends_move_without_leaving_a_trace() -> None:
    plan = drawn("####### #.....# #.....# #######", depth=4)
    for step in (
        ends.AreaStart("left", "top"),
        ends.DistantExit(),
        ends.AreaExit("left", "bottom"),
    ):
        step.build(plan, Stream(1))
    ends.AreaStart("right", "top").build(plan, Stream(1))
    assert (plan.tiles == Tile.DOWN_STAIRS).sum() == 1
    assert (plan.tiles == Tile.UP_STAIRS).sum() == 1
    assert plan.tiles[5, 1] == Tile.UP_STAIRS


def test_chance_draws_many_kinds_of_chains() -> None:
    chains = {random_chain("?", Stream(seed)).ground for seed in range(100)}
    assert len(chains) > 60


def test_caves_come_to_rest_along_the_edge() -> None:
    for seed in SEEDS:
        ground = built(seed, caves.CellularCaves()).walkable()
        for row in (ground[1:-1, 1], ground[1:-1, -2]):
            lone = row[1:-1] & ~row[:-2] & ~row[2:]
            assert lone.sum() <= 2, seed


def test_the_nth_tile_of_a_mask_is_found() -> None:
    chosen = [0, 3, 4, 9, 64, 200]
    options = sum(1 << number for number in chosen)
    assert [nth(options, place) for place in range(len(chosen))] == chosen


@st.composite
def grounds(draw: st.DrawFn) -> Mask:
    """A random mask with a closed edge."""
    inside = draw(arrays(np.bool_, (9, 7)))
    return np.pad(inside, 1)


def searched(ground: Mask, start: Point) -> dict[Point, int]:
    """Return steps from the start to each tile, by a plain search."""
    steps, left = {start: 0}, deque([start])
    while left:
        x, y = left.popleft()
        for dx, dy in DIRECTIONS:
            after = (x + dx, y + dy)
            if ground[after] and after not in steps:
                steps[after] = steps[x, y] + 1
                left.append(after)
    return steps


@given(grounds())
def test_bits_and_masks_are_inverse(ground: Mask) -> None:
    assert np.array_equal(paths.to_mask(paths.to_bits(ground), ground.shape), ground)


@given(grounds(), st.integers(0, 62))
def test_a_flood_counts_steps(ground: Mask, pick: int) -> None:
    tiles = sight.points(ground)
    if not tiles:
        return
    start, goal = tiles[pick % len(tiles)], tiles[-1]
    steps = searched(ground, start)
    rings = flood(ground, start)
    for number, ring in enumerate(rings):
        here = sight.points(paths.to_mask(ring, ground.shape))
        assert set(here) == {tile for tile, far in steps.items() if far == number}
    assert set(sight.points(reached(ground, start))) == set(steps)
    assert hangs_together(ground) == (len(steps) == len(tiles))
    way = path(ground, start, goal)
    assert len(way) == (steps[goal] + 1 if goal in steps else 0)
    assert all(ground[place] for place in way)


@given(grounds())
def test_parts_share_nothing_and_miss_nothing(ground: Mask) -> None:
    found = parts(ground)
    assert sum(found) == paths.to_bits(ground)
    assert sum(part.bit_count() for part in found) == ground.sum()


@given(grounds())
def test_a_tile_one_can_walk_around_cuts_nothing_off(ground: Mask) -> None:
    before = len(parts(ground))
    for place in sight.points(bypassable(ground)):
        without = ground.copy()
        without[place] = False
        assert len(parts(without)) == before


@given(grounds())
def test_neighbours_are_counted(ground: Mask) -> None:
    around, beside = count_around(ground), count_beside(ground)
    for x in range(1, ground.shape[0] - 1):
        for y in range(1, ground.shape[1] - 1):
            window = ground[x - 1 : x + 2, y - 1 : y + 2]
            assert around[x, y] == window.sum() - ground[x, y]
            assert beside[x, y] == window[1].sum() + window[:, 1].sum() - 2 * ground[x, y]


def test_noise_is_even_and_repeats() -> None:
    words = noise.words(Stream(1), 200, 200)
    assert np.array_equal(words, noise.words(Stream(1), 200, 200))
    assert abs(words.mean() / noise.FULL - 0.5) < 0.01
    rolled = noise.below(Stream(2), 6, 60_000)
    assert np.bincount(rolled).min() > 9_500
    assert len(np.bincount(rolled)) == 6
    assert abs(noise.chosen(Stream(3), 45, 200, 200).mean() - 0.45) < 0.01
