"""What holds for every level of every seed."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from roguelike.components.places import Furniture, Group, Region, Style
from roguelike.core.geometry import Point, steps_between
from roguelike.core.rng import Stream
from roguelike.mapgen import depths
from roguelike.mapgen.blueprint import Blueprint, Section
from roguelike.mapgen.chain import Chain, SpawnTable, UnfitError
from roguelike.mapgen.drawn_text import draw
from roguelike.mapgen.generation import generate, ground_faults, spawn_faults, survey
from roguelike.mapgen.metas import prefabs
from roguelike.mapgen.reach import flood
from roguelike.world.terrain import Tile

Survey = Callable[..., Blueprint]

ROOT = Path(__file__).parents[2]
DEPTHS = range(1, 18)
FEW = 12
"""Seeds of which every run of the suite looks at every level."""
SIZES = ((40, 25), (41, 27), (80, 30), (120, 60), (160, 100))


def count(plan: Blueprint, section: Section) -> int:
    """Count creatures, finds or traps (props that are furniture left out)."""
    traps = {"Bear Trap", "Stonefall Trap", "Landmine"}
    return sum(
        s.section == section and (section != "props" or s.name in traps) for s in plan.spawns
    )


@pytest.mark.parametrize("depth", DEPTHS)
def test_every_level_is_sound(known: Survey, depth: int) -> None:
    for seed in range(FEW):
        plan = known(seed, depth)
        assert ground_faults(plan) + spawn_faults(plan) == [], seed


@pytest.mark.soak
@pytest.mark.parametrize("depth", range(1, 21))
def test_every_level_of_many_seeds_is_sound(level: Survey, depth: int) -> None:
    for seed in range(FEW, 240):
        plan = level(seed, depth)
        assert ground_faults(plan) + spawn_faults(plan) == [], seed


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("depth", DEPTHS)
def test_maps_may_have_other_sizes(level: Survey, depth: int, size: tuple[int, int]) -> None:
    plan = level(7, depth, *size)
    assert plan.tiles.shape == size
    assert ground_faults(plan) + spawn_faults(plan) == []


@pytest.mark.parametrize("depth", DEPTHS[1:])
def test_the_exit_is_far_from_the_start(known: Survey, depth: int) -> None:
    for seed in range(10):
        plan = known(seed, depth)
        rings = flood(plan.walkable(), plan.start)
        steps = next(n for n, ring in enumerate(rings) if ring >> flat(plan, plan.exit) & 1)
        assert steps >= min(len(rings) * 0.35, 60), seed


def flat(plan: Blueprint, point: Point) -> int:
    return point[0] + point[1] * plan.width


@pytest.mark.parametrize("depth", [2, 3])
def test_the_first_levels_are_neither_crowded_nor_bare(
    level: Survey, depth: int, table: SpawnTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prefabs, "library", dict)  # vaults bring their own
    land = table.region(depth)
    for seed in range(40):
        plan = level(seed, depth)
        usual = plan.walkable().sum() / land.tiles_per_mob * land.crowd(depth)
        assert 0.85 * usual - 1 <= count(plan, "mobs") <= 1.15 * usual + 1, seed
        assert 8 <= count(plan, "items") <= 16, seed
        assert 2 <= count(plan, "props") <= 5, seed


def test_a_book_of_magic_lies_near_the_edge_of_the_woods(known: Survey) -> None:
    for seed in range(40):
        plan = known(seed, 2)
        books = [spawn.point for spawn in plan.spawns if spawn.name == "Beginner's Magic"]
        near = flood(plan.walkable(), plan.start)[:41]
        assert any(ring >> flat(plan, book) & 1 for ring in near for book in books), seed


@pytest.mark.parametrize("depth", [2, *range(3, 19, 2)])
def test_food_lies_in_the_woods_and_on_each_second_level(known: Survey, depth: int) -> None:
    for seed in range(20):
        assert any(spawn.name == depths.FOOD for spawn in known(seed, depth).spawns), seed


def test_a_dragon_fits_its_lair(known: Survey) -> None:
    for seed in range(20):
        plan = known(seed, 6)
        x, y = next(spawn.point for spawn in plan.spawns if spawn.name == "Black Dragon")
        assert plan.walkable()[x : x + 2, y : y + 2].all(), seed


def test_doors_hang_in_the_dark_city(known: Survey) -> None:
    plans = [known(seed, 10) for seed in range(10)]
    doors = [spawn for plan in plans for spawn in plan.spawns if spawn.name == "Door"]
    assert len(doors) > 20


def drawn(plan: Blueprint) -> str:
    """Return all that a level is made of but its lights, as text."""
    return draw(plan) + str(plan.spawns)


@pytest.mark.parametrize("depth", DEPTHS)
def test_the_same_seed_makes_the_same_level(level: Survey, depth: int) -> None:
    assert drawn(level(3, depth)) == drawn(level(3, depth))
    assert drawn(level(3, depth)) != drawn(level(4, depth))


def test_the_population_never_moves_a_wall(table: SpawnTable) -> None:
    class Empty:
        def roll(self, kind: Section, depth: int, rng: Stream) -> None:
            return None

        def region(self, depth: int) -> Region:
            return Region("empty")

        def groups(self, depth: int) -> tuple[Group, ...]:
            return ()

        def furniture(self, style: Style) -> tuple[Furniture, ...]:
            return ()

        town = ()

    for depth in DEPTHS:
        full = generate(Stream(1, "m"), Stream(1, "p"), depth, table)
        bare = generate(Stream(1, "m"), Stream(2, "p"), depth, Empty())
        assert np.array_equal(full.tiles, bare.tiles)


HASHES = """
from zlib import crc32
from roguelike.core.rng import Stream
from roguelike.mapgen.drawn_text import draw
from roguelike.mapgen.generation import generate
from roguelike.components.places import Region
class Table:
    def roll(self, kind, depth, rng):
        return kind
    def region(self, depth):
        return Region("anywhere")
    def groups(self, depth):
        return ()
    def furniture(self, style):
        return ()
    town = ()
plans = [generate(Stream(s, "m"), Stream(s, "p"), d, Table()) for s in (1, 2) for d in range(1, 13)]
print(crc32("".join(draw(plan) + str(plan.spawns) for plan in plans).encode()))
"""


def test_levels_do_not_hang_on_the_order_of_hashes() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", HASHES],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_bad_sizes_and_depths_are_refused(table: SpawnTable) -> None:
    with pytest.raises(ValueError, match="depths begin at 1"):
        generate(Stream(1), Stream(2), 0, table)
    with pytest.raises(ValueError, match="39x50 is too small"):
        generate(Stream(1), Stream(2), 1, table, 39, 50)


def test_a_chain_that_gives_up_is_replaced_by_rooms(
    monkeypatch: pytest.MonkeyPatch, table: SpawnTable
) -> None:
    class Never:
        def build(self, plan: Blueprint, rng: Stream) -> None:
            raise UnfitError("never")

    hopeless = Chain("Nowhere", "default", (Never(),), ())
    monkeypatch.setitem(depths.DEPTHS, 3, hopeless)
    plan = generate(Stream(1), Stream(2), 3, table)
    assert plan.rooms
    assert ground_faults(plan) == []


def test_a_chain_without_a_start_is_a_mistake_that_is_named() -> None:
    class Nothing:
        def build(self, plan: Blueprint, rng: Stream) -> None:
            return

    with pytest.raises(
        ValueError, match=r"Nowhere: no step of this chain sets a start \(steps: nothing\)"
    ):
        Chain("Nowhere", "default", (Nothing(),), ()).dig(Blueprint(40, 25), Stream(1))


def test_a_viewer_sees_every_step() -> None:
    plan, chain = survey(Stream(5, "map 2"), 2, watched=True)
    assert plan.history is not None
    assert len(plan.history) >= len(chain.ground) + 15
    assert np.array_equal(plan.history[-1], plan.tiles)
    unseen, _ = survey(Stream(5, "map 2"), 2)
    assert np.array_equal(unseen.tiles, plan.tiles)
    assert unseen.history is None


def test_ends_and_creatures_keep_apart(level: Survey) -> None:
    plan = level(11, 2)
    assert plan.tiles[plan.start] == Tile.UP_STAIRS
    creatures = [spawn.point for spawn in plan.spawns if spawn.section == "mobs"]
    assert min(steps_between(plan.start, point) for point in creatures) > 5
