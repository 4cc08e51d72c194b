"""What the builders of ground promise, alone and in any chain: shapes, caves, mazes, culling, stairs."""

import numpy as np
import pytest

from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Spawn
from roguelike.mapgen.brush import Symmetry, paint, walks
from roguelike.mapgen.chain import Step, UnfitError
from roguelike.mapgen.depths import SHAPES, random_chain
from roguelike.mapgen.metas.ends import AreaExit, AreaStart, DistantExit
from roguelike.mapgen.metas.joining import CullUnreachable, JoinParts, KeepLargest
from roguelike.mapgen.metas.wave_function_collapse import (
    nth,
)
from roguelike.mapgen.reach import hangs_together, parts
from roguelike.mapgen.starters.caves import FEARFUL_SYMMETRY, INSECTOID, CellularCaves
from roguelike.mapgen.starters.rooms import Maze, walk
from roguelike.world.terrain import Tile
from tests.mapgen.building import SEEDS, built, drawn, edge_is_closed, text


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
    tiles = built(1, FEARFUL_SYMMETRY).tiles
    assert np.array_equal(tiles, tiles[::-1, ::-1])
    assert np.array_equal(tiles, tiles[:, ::-1])
    insect = built(1, INSECTOID).walkable()
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
    AreaStart("left", "centre").build(plan, Stream(1))
    AreaExit("centre", "centre").build(plan, Stream(1))
    walkable = plan.walkable()
    assert plan.exit not in {(4, 2), (5, 2), (6, 2)}
    walkable[plan.exit] = walkable[plan.start] = False
    assert hangs_together(walkable)


def test_ends_move_without_leaving_a_trace() -> None:
    plan = drawn("####### #.....# #.....# #######", depth=4)
    for step in (AreaStart("left", "top"), DistantExit(), AreaExit("left", "bottom")):
        step.build(plan, Stream(1))
    AreaStart("right", "top").build(plan, Stream(1))
    assert (plan.tiles == Tile.DOWN_STAIRS).sum() == 1
    assert (plan.tiles == Tile.UP_STAIRS).sum() == 1
    assert plan.tiles[5, 1] == Tile.UP_STAIRS


def test_chance_draws_many_kinds_of_chains() -> None:
    chains = {random_chain("?", Stream(seed)).ground for seed in range(100)}
    assert len(chains) > 60


def test_caves_come_to_rest_along_the_edge() -> None:
    for seed in SEEDS:
        ground = built(seed, CellularCaves()).walkable()
        for row in (ground[1:-1, 1], ground[1:-1, -2]):
            lone = row[1:-1] & ~row[:-2] & ~row[2:]
            assert lone.sum() <= 2, seed


def test_the_nth_tile_of_a_mask_is_found() -> None:
    chosen = [0, 3, 4, 9, 64, 200]
    options = sum(1 << number for number in chosen)
    assert [nth(options, place) for place in range(len(chosen))] == chosen
