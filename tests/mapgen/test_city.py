"""A city has streets, houses with doors, and what it is proud of; and some levels are not the same walk twice."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.chain import OneOf
from roguelike.mapgen.metas.ends import AnyStart, Crossing
from roguelike.mapgen.metas.joining import Hem
from roguelike.mapgen.metas.prefabs import mirrored
from roguelike.mapgen.prefab import library, named
from roguelike.mapgen.reach import hangs_together
from roguelike.mapgen.rect import Rect
from roguelike.mapgen.starters.city import LARGEST_BLOCK, Quarters, Streets, blocks
from roguelike.world.terrain import Tile

Survey = Callable[..., Blueprint]


def city(seed: int) -> Blueprint:
    plan = Blueprint(80, 50, 10)
    Streets().build(plan, Stream(seed))
    return plan


def test_every_house_can_be_walked_to_from_every_other() -> None:
    for seed in range(30):
        plan = city(seed)
        assert hangs_together(plan.walkable()), seed
        assert len(plan.rooms) > 25, seed


def test_houses_stand_apart_from_streets_by_walls_with_a_door_or_more() -> None:
    for seed in range(10):
        plan = city(seed)
        for house in plan.rooms:
            x, y = house.slices
            around = plan.tiles[x.start - 1 : x.stop + 1, y.start - 1 : y.stop + 1]
            gaps = int((around != Tile.WALL).sum()) - house.area
            assert 1 <= gaps <= 4, (seed, house)


def test_blocks_are_parted_by_streets_the_widest_first() -> None:
    whole = Rect(2, 2, 76, 46)
    for seed in range(20):
        found = blocks(whole, 4, Stream(seed))
        assert all(block.width <= LARGEST_BLOCK[0] for block in found)
        assert all(block.height <= LARGEST_BLOCK[1] for block in found)
        for one in found:
            assert not any(one.grown(1).overlaps(other) for other in found if other is not one)


@pytest.mark.parametrize(
    ("depth", "names"),
    [(10, ("Factor of Vel Ashar", "Hall Troll")), (11, ("Cirro Weaver", "Cirro Dark Priestess"))],
)
def test_a_city_has_its_market_its_arena_and_its_temple(
    level: Survey, depth: int, names: tuple[str, ...]
) -> None:
    for seed in range(15):
        there = Counter(spawn.name for spawn in level(seed, depth).spawns)
        assert all(there[name] for name in names), seed


def test_quarters_never_overlap_and_stay_off_the_square() -> None:
    for seed in range(15):
        plan = city(seed)
        Quarters(("city-market", "city-arena", "city-temple"), corners=True).build(
            plan, Stream(seed)
        )
        assert plan.tiles[40, 25] == city(seed).tiles[40, 25]
        cells = {name: named(name).width * named(name).height for name in ("city-market",)}
        assert cells["city-market"]
        points = [spawn.point for spawn in plan.spawns]
        assert len(points) == len(set(points))


def test_a_map_too_small_for_a_quarter_goes_without() -> None:
    plan = Blueprint(18, 12, 10)
    plan.tiles[1:-1, 1:-1] = Tile.FLOOR
    Quarters(("city-market",)).build(plan, Stream(1))
    assert not plan.spawns


def test_vaults_never_take_what_is_drawn_for_a_quarter() -> None:
    quarters = {name for name, piece in library().items() if piece.place == "a quarter"}
    assert quarters == {
        "city-market",
        "city-arena",
        "city-temple",
        "city-hideout",
        "scene-clerk",
        "scene-forge",
    }


def test_a_mirrored_piece_has_its_sides_exchanged() -> None:
    piece = named("dark-elf-post")
    assert mirrored(piece, across=True, down=False).rows[0] == piece.rows[0][::-1]
    assert mirrored(piece, across=False, down=True).rows[0] == piece.rows[-1]
    assert mirrored(piece, across=False, down=False) == piece


def test_a_hem_leaves_the_middle_and_frays_the_edge() -> None:
    plan = Blueprint(60, 40, 5)
    plan.tiles[1:-1, 1:-1] = Tile.FLOOR
    Hem(80, 50).build(plan, Stream(1))
    floor = plan.walkable()
    assert not floor[:6].any()
    assert not floor[54:].any()
    assert not floor[:, :10].any()
    assert not floor[:, 30:].any()
    assert floor[7:53, 11:29].all()
    assert 0.3 < floor[6, 10:30].mean() < 0.7


def field() -> Blueprint:
    plan = Blueprint(60, 40, 5)
    plan.tiles[1:-1, 1:-1] = Tile.FLOOR
    return plan


def test_a_crossing_is_walked_either_way() -> None:
    walks = set()
    for seed in range(20):
        plan = field()
        Crossing(((("left", "centre"), ("right", "centre")),)).build(plan, Stream(seed))
        assert plan.start is not None
        assert plan.exit is not None
        walks.add((plan.start[0] < 30, plan.exit[0] < 30))
    assert walks == {(True, False), (False, True)}


def test_a_start_and_a_way_of_digging_are_drawn_by_lot() -> None:
    starts = set()
    for seed in range(30):
        plan = field()
        steps = AnyStart((("left", "top"), ("right", "bottom")))
        OneOf(((steps,), (steps,))).build(plan, Stream(seed))
        starts.add(plan.start)
    assert len(starts) == 2


@pytest.mark.parametrize("depth", [4, 12, 14])
def test_the_walk_is_not_the_same_in_every_game(level: Survey, depth: int) -> None:
    corners = Counter()
    for seed in range(16):
        plan = level(seed, depth)
        assert plan.start is not None
        assert plan.exit is not None
        away = np.array(plan.exit) - np.array(plan.start)
        corners[tuple(np.sign(away).tolist())] += 1
    assert len(corners) >= 3
    assert max(corners.values()) <= 10
