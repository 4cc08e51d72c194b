"""What holds for every level of every seed, and for the groups that live there.

The first levels of ten seeds as text, one file a seed. A change is read, then made good with GOLDEN=write.
"""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from roguelike.components import actors
from roguelike.components.places import Furniture, Group, Region, Style
from roguelike.core import sight
from roguelike.core.formula import Dice
from roguelike.core.geometry import Point, steps_between
from roguelike.core.rng import Stream
from roguelike.mapgen import depths, prefab
from roguelike.mapgen.blueprint import Blueprint, Section
from roguelike.mapgen.chain import Chain, UnfitError
from roguelike.mapgen.generation import generate, ground_faults, spawn_faults, survey
from roguelike.mapgen.metas import ends, population
from roguelike.mapgen.reach import flood
from roguelike.world.catalog import Catalog
from roguelike.world.game import nature_of
from roguelike.world.spawn_table import SpawnTable
from roguelike.world.terrain import Tile
from tests.goldens import GOLDEN, compare
from tests.mapgen.conftest import PlainTable, Survey

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


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_level_opens_on_a_view_and_nobody_near_sees_who_arrives(
    known: Survey, depth: int
) -> None:
    shares = []
    for seed in range(FEW):
        plan = known(seed, depth)
        near = sight.field_of_view(ends.transparent(plan), plan.start, ends.WATCHED_STEPS)
        mobs = [spawn for spawn in plan.spawns if spawn.section == "mobs"]
        assert not [mob for mob in mobs if near[mob.point] and mob.name not in plan.peaceful], seed
        shares.append(sight.field_of_view(ends.transparent(plan), plan.start, 32).mean())
    assert sorted(shares)[FEW // 2] > 0.05


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
    monkeypatch.setattr(prefab, "library", dict)  # vaults bring their own
    land = table.region(depth)
    for seed in range(40):
        plan = level(seed, depth)
        usual = plan.walkable().sum() / land.tiles_per_mob * land.crowd(depth)
        assert 0.85 * usual - 1 <= count(plan, "mobs") <= 1.15 * usual + 1, seed
        assert 8 <= count(plan, "items") <= 16, seed
        assert 2 <= count(plan, "props") <= 5, seed


@pytest.mark.parametrize("depth", range(3, 19, 2))
def test_a_meal_lies_on_each_second_level(known: Survey, depth: int) -> None:
    for seed in range(20):
        assert any(spawn.name == depths.FOOD for spawn in known(seed, depth).spawns), seed


def test_the_woods_feed_whoever_hunts_there(catalog: Catalog) -> None:
    """No meal is laid out there: of what lives there, several may leave meat."""
    for seed in range(20):
        streams = Stream(seed, "map 2"), Stream(seed, "population 2")
        plan = generate(*streams, 2, catalog.spawn_table, folders=catalog.folders)
        mobs = [spawn.name for spawn in plan.spawns if spawn.section == "mobs"]
        tables = [nature_of(catalog, name).loot_table for name in mobs]
        left = [{item for item, _ in catalog.loot[table]} for table in tables if table]
        assert sum("Meat" in items for items in left) >= 2, seed


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
    return prefab.draw(plan) + str(plan.spawns)


class Unfurnished(PlainTable):
    """A table of places without furniture, and no town."""

    town = ()

    def furniture(self, style: Style) -> tuple[Furniture, ...]:
        return ()


class Empty(Unfurnished):
    """A table on which nobody is found."""

    def roll(self, kind: Section, depth: int, rng: Stream) -> None:
        return None

    def region(self, depth: int) -> Region:
        return Region("empty")


def test_the_population_never_moves_a_wall(table: SpawnTable) -> None:
    for depth in DEPTHS:
        full = generate(Stream(1, "m"), Stream(1, "p"), depth, table)
        bare = generate(Stream(1, "m"), Stream(2, "p"), depth, Empty())
        assert np.array_equal(full.tiles, bare.tiles)


HASHES = """
from zlib import crc32
from roguelike.core.rng import Stream
from roguelike.mapgen.generation import generate
from tests.mapgen.test_levels import Unfurnished, drawn
table, seeds = Unfurnished(), [(seed, depth) for seed in (1, 2) for depth in range(1, 13)]
plans = [generate(Stream(s, "m"), Stream(s, "p"), depth, table) for s, depth in seeds]
print(crc32("".join(map(drawn, plans)).encode()))
"""


def test_levels_do_not_hang_on_the_order_of_hashes(capsys: pytest.CaptureFixture[str]) -> None:
    elsewhere = subprocess.run(
        [sys.executable, "-c", HASHES],
        env={"PYTHONHASHSEED": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    exec(HASHES, {})  # noqa: S102  (here hashes are as they happen to be)
    assert capsys.readouterr().out == elsewhere


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
    assert len(plan.history) >= len(chain.ground) + depths.BRUSHWOOD.passes
    assert np.array_equal(plan.history[-1], plan.tiles)
    unseen, _ = survey(Stream(5, "map 2"), 2)
    assert np.array_equal(unseen.tiles, plan.tiles)
    assert unseen.history is None


THREE = (actors.Follower("Captain"), actors.Follower("Soldier", Dice(bonus=2)))


class Table:
    """A table on which only groups are found."""

    def __init__(self, *groups: Group, tiles_per_mob: int = 100) -> None:
        self._groups = groups
        self._tiles = tiles_per_mob

    def roll(self, kind: Section, depth: int, rng: Stream) -> str | None:
        return "Hermit" if kind == "mobs" else None

    def region(self, depth: int) -> Region:
        return Region("here", tiles_per_mob=self._tiles, grouped=1.0)

    def groups(self, depth: int) -> tuple[Group, ...]:
        return self._groups


def filled(*groups: Group, seed: int = 1, tiles_per_mob: int = 100) -> Blueprint:
    """Fill one great hall."""
    plan = Blueprint(60, 30, 5)
    plan.tiles[1:-1, 1:-1] = Tile.FLOOR
    plan.enter_at((2, 2))
    table = Table(*groups, tiles_per_mob=tiles_per_mob)
    population.AreaSpawning().populate(plan, Stream(seed), table)
    return plan


def names(plan: Blueprint) -> list[str]:
    return [spawn.name for spawn in plan.spawns]


def test_a_group_stands_together_with_its_leader_first() -> None:
    for seed in range(20):
        plan = filled(Group("Watch", THREE), seed=seed, tiles_per_mob=600)
        [band] = plan.bands
        leader, *others = band.members
        found = {spawn.point: spawn.name for spawn in plan.spawns}
        assert found[leader] == "Captain"
        assert [found[point] for point in others] == ["Soldier", "Soldier"]
        assert all(steps_between(leader, point) <= population.TOGETHER_STEPS for point in others), (
            seed
        )


def test_what_groups_do_not_fill_others_do() -> None:
    for seed in range(20):
        plan = filled(Group("Watch", THREE), seed=seed)
        assert names(plan).count("Captain") == 1
        assert 10 <= names(plan).count("Hermit") <= 17, seed


def test_no_group_is_there_twice() -> None:
    plan = filled(
        Group("Watch", THREE), Group("Pack", (actors.Follower("Wolf"),)), tiles_per_mob=20
    )
    assert names(plan).count("Captain") == names(plan).count("Wolf") == 1


def test_a_round_goes_out_and_back_in_short_legs() -> None:
    for seed in range(20):
        plan = filled(Group("Watch", THREE, activity="rounds"), seed=seed, tiles_per_mob=600)
        [band] = plan.bands
        assert band.round[0] == band.members[0]
        assert len(band.round) >= 2
        for here, there in pairwise((*band.round, band.round[0])):
            assert (
                population.LEG_STEPS[0] <= steps_between(here, there) <= population.LEG_STEPS[1]
            ), seed


def test_a_camp_keeps_its_place_and_a_watch_does_not_stir() -> None:
    camp = filled(Group("Camp", THREE, props=("Fire",)), tiles_per_mob=600)
    assert camp.bands[0].round == camp.bands[0].members[:1]
    assert "Fire" in names(camp)
    watch = filled(Group("Watch", THREE, activity="watch"), tiles_per_mob=600)
    assert watch.bands[0].round == ()


def test_those_at_odds_stand_near_one_another_but_not_together() -> None:
    ours = Group("Ours", (actors.Follower("Red"),), against="Theirs")
    theirs = Group("Theirs", (actors.Follower("Blue"),), against="Ours")
    for seed in range(20):
        plan = filled(ours, theirs, seed=seed, tiles_per_mob=1500)
        one, other = (band.members[0] for band in plan.bands)
        assert 7 <= steps_between(one, other) <= 10, seed


MAPS = GOLDEN / "maps"
SEEDS, DEPTHS = range(1, 11), range(1, 13)
BETWEEN = "\n\n"
"""What parts two levels of a file; no level holds an empty line."""


def describe(plan: Blueprint) -> str:
    """Return the map with a title above it and the list of spawns below."""
    title = f"{plan.name}, depth {plan.depth}, {plan.looks}, {plan.width}x{plan.height}"
    places: dict[str, list[str]] = {}
    for _, name, (x, y) in plan.spawns:
        places.setdefault(name, []).append(f"{x},{y}")
    things = [f"{name}: {' '.join(where)}" for name, where in places.items()]
    return "\n".join((title, prefab.draw(plan), *things, ""))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_levels_are_those_in_the_catalogue(level: Survey, seed: int) -> None:
    levels = (describe(level(seed, depth)).rstrip("\n") for depth in DEPTHS)
    compare(MAPS / f"seed-{seed:02}.txt", BETWEEN.join(levels) + "\n")
