"""A city has streets, houses with doors, and what it is proud of; and some levels are not the same walk twice.

The town: who lives where, and that nobody is in the way of the adventure.
"""

from collections import Counter

import numpy as np
import pytest

from roguelike.core.geometry import Point
from roguelike.core.rng import Stream
from roguelike.mapgen import prefab
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.chain import OneOf, UnfitError
from roguelike.mapgen.metas import ends
from roguelike.mapgen.metas.joining import Hem
from roguelike.mapgen.metas.prefabs import mirrored
from roguelike.mapgen.reach import hangs_together
from roguelike.mapgen.rect import Rect
from roguelike.mapgen.starters.city import LARGEST_BLOCK, Quarters, Streets, blocks
from roguelike.mapgen.tidewick import SIGN_TILES, Town, Townsfolk, purposes
from roguelike.world.catalog import Catalog
from roguelike.world.spawn_table import SpawnTable
from roguelike.world.terrain import Tile
from tests.mapgen.conftest import Survey


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
        points = [spawn.point for spawn in plan.spawns]
        assert len(points) == len(set(points))


def test_a_map_too_small_for_a_quarter_goes_without() -> None:
    plan = Blueprint(18, 12, 10)
    plan.tiles[1:-1, 1:-1] = Tile.FLOOR
    Quarters(("city-market",)).build(plan, Stream(1))
    assert not plan.spawns


def test_vaults_never_take_what_is_drawn_for_a_quarter() -> None:
    quarters = {name for name, piece in prefab.library().items() if piece.place == "a quarter"}
    assert quarters == {
        "city-market",
        "city-arena",
        "city-temple",
        "city-hideout",
        "scene-clerk",
        "scene-forge",
    }


def test_a_mirrored_piece_has_its_sides_exchanged() -> None:
    piece = prefab.named("dark-elf-post")
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
        ends.Crossing(((("left", "centre"), ("right", "centre")),)).build(plan, Stream(seed))
        walks.add((plan.start[0] < 30, plan.exit[0] < 30))
    assert walks == {(True, False), (False, True)}


def test_a_start_and_a_way_of_digging_are_drawn_by_lot() -> None:
    starts = set()
    for seed in range(30):
        plan = field()
        steps = ends.AnyStart((("left", "top"), ("right", "bottom")))
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


SEEDS = range(30)
PUB, TEMPLE, SMITHY, CLOTHIER, ALCHEMIST, HOME, ABANDONED = 0, 1, 2, 3, 4, 5, -1


@pytest.fixture(params=SEEDS)
def town(request: pytest.FixtureRequest, known: Survey) -> Blueprint:
    return known(request.param, 1)


def where(plan: Blueprint, name: str) -> list[Point]:
    return [spawn.point for spawn in plan.spawns if spawn.name == name]


def test_the_town_has_a_name_and_daylight(town: Blueprint) -> None:
    assert (town.name, town.theme, town.lit) == ("The Town of Tidewick", "town", True)


def test_there_are_twelve_buildings_with_a_door_each(town: Blueprint) -> None:
    assert len(town.rooms) == 12
    doors = where(town, "Door")
    for room in town.rooms:
        assert sum(room.grown(1).holds(door) for door in doors) == 1
    assert len(doors) == 12


def test_every_house_but_the_ruin_has_windows_to_the_street(town: Blueprint) -> None:
    panes = {tuple(map(int, point)) for point in np.argwhere(town.tiles == Tile.WINDOW)}
    for room in town.rooms[:ABANDONED]:
        assert any(room.grown(1).holds(pane) for pane in panes)
    assert not any(town.rooms[ABANDONED].grown(1).holds(pane) for pane in panes)


def test_buildings_are_what_their_size_makes_them(town: Blueprint) -> None:
    areas = [room.area for room in town.rooms]
    assert areas == sorted(areas, reverse=True)
    for name, building in (
        ("Barkeep", PUB),
        ("Shady Salesman", PUB),
        ("Keg", PUB),
        ("Priest", TEMPLE),
        ("Altar", TEMPLE),
        ("Blacksmith", SMITHY),
        ("Anvil", SMITHY),
        ("Clothier", CLOTHIER),
        ("Alchemist", ALCHEMIST),
        ("Chemistry Set", ALCHEMIST),
        ("Mom", HOME),
        ("Bed", HOME),
    ):
        found = where(town, name)
        assert found, name
        assert any(town.rooms[building].holds(point) for point in found), name


def test_each_shop_has_its_one_keeper(town: Blueprint) -> None:
    count = Counter(spawn.name for spawn in town.spawns)
    for keeper in ("Barkeep", "Shady Salesman", "Priest", "Blacksmith", "Clothier", "Alchemist"):
        assert count[keeper] == 1
    assert count["Altar"] == count["Mom"] == 1


def test_only_rats_are_hostile_and_they_keep_to_the_abandoned_house(town: Blueprint) -> None:
    people = {spawn.name for spawn in town.spawns if spawn.section == "mobs"}
    assert people - town.peaceful == {"Rat"}
    assert all(town.rooms[ABANDONED].holds(point) for point in where(town, "Rat"))


def test_no_traps_and_no_finds_lie_about(town: Blueprint) -> None:
    assert {spawn.section for spawn in town.spawns} == {"mobs", "props"}
    assert not any("Trap" in spawn.name or spawn.name == "Landmine" for spawn in town.spawns)


def test_the_game_begins_in_the_pub_and_leads_east(town: Blueprint) -> None:
    assert town.start == town.rooms[PUB].centre
    assert town.exit[0] == town.width - 2
    assert town.tiles[town.width - 3, town.exit[1]] == Tile.ROAD


def test_piers_reach_into_the_sea(town: Blueprint) -> None:
    rows = [y for y in range(town.height) if (town.tiles[:, y] == Tile.BRIDGE).any()]
    assert len(rows) >= 6
    for y in rows:
        assert (town.tiles[:2, y] == Tile.DEEP_WATER).all()
    assert any(name in {"Fisher", "Dock Worker", "Wannabe Pirate"} for _, name, _ in town.spawns)


def test_nobody_stands_in_a_doorway(town: Blueprint) -> None:
    doors = where(town, "Door")
    for spawn in town.spawns:
        if spawn.section == "mobs" and town.tiles[spawn.point] == Tile.WOOD_FLOOR:
            x, y = spawn.point
            assert all(max(abs(x - a), abs(y - b)) > 1 for a, b in doors)


def test_a_small_town_has_all_that_is_needed(catalog: Catalog) -> None:
    names = purposes(7, catalog.spawn_table.town)
    assert [purpose.people[:1] for purpose in names] == [
        ("Barkeep",), ("Priest",), ("Blacksmith",), ("Clothier",), ("Alchemist",), ("Mom",), (),
    ]  # fmt: skip


def test_a_town_without_room_is_refused_and_rooms_that_are_no_town_stay_bare(
    table: SpawnTable,
) -> None:
    with pytest.raises(UnfitError, match="no room for a town"):
        Town().build(Blueprint(34, 20), Stream(1))
    plan = Blueprint(40, 25)
    plan.rooms = [Rect(2, 2, 5, 5)]
    Townsfolk().populate(plan, Stream(1), table)
    assert plan.spawns == []


def test_signs_hang_outside_beside_the_doors_of_those_who_trade(town: Blueprint) -> None:
    signs = {spawn.name: spawn.point for spawn in town.spawns if spawn.name.endswith("Sign")}
    assert len(signs) == 5
    doors = {spawn.point for spawn in town.spawns if spawn.name == "Door"}
    rooms = dict(
        zip(["Pub", "Temple", "Smithy", "Clothier's", "Alchemist's"], town.rooms, strict=False)
    )
    for name, (x, y) in signs.items():
        room = rooms[name.removesuffix(" Sign")]
        assert not room.grown(1).holds((x, y))
        assert any(
            room.grown(1).holds(door) and abs(door[1] - y) <= 3 and abs(door[0] - x) <= SIGN_TILES
            for door in doors
        )
        ground = {Tile(town.tiles[x + step, y]) for step in range(SIGN_TILES)}
        assert ground <= {Tile.GRAVEL, Tile.ROAD}
