"""What each level of the story is remembered by, and the chains of builders that make it."""

from collections.abc import Iterator
from importlib import import_module
from inspect import getmembers, isclass
from pkgutil import iter_modules
from typing import Any, get_args

import numpy as np
import pytest

from roguelike.core.geometry import distance
from roguelike.core.records import Struct, field_names
from roguelike.core.rng import Stream
from roguelike.mapgen import depths, metas, prefab, starters
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.chain import Chain
from roguelike.mapgen.depths import DEPTHS, ROOMS, random_chain
from roguelike.mapgen.generation import survey
from roguelike.mapgen.metas import prefabs
from roguelike.mapgen.metas.prefabs import stamp
from roguelike.mapgen.starters import caves
from roguelike.world.terrain import Tile
from tests.mapgen.conftest import Survey

STORY = range(1, 16)


def count(plan: Blueprint, name: str) -> int:
    return sum(spawn.name == name for spawn in plan.spawns)


def test_every_level_of_the_story_has_a_name_of_its_own() -> None:
    names = [depths.DEPTHS[depth].name for depth in STORY]
    assert len(set(names)) == len(names)
    assert sorted(depths.DEPTHS) == list(STORY)


@pytest.mark.parametrize("depth", range(1, 19))
def test_only_town_woods_and_square_are_lit(level: Survey, depth: int) -> None:
    assert level(1, depth).lit == (depth in {1, 2, 11})


@pytest.mark.parametrize("depth", STORY)
def test_the_planned_chain_hardly_ever_gives_up(depth: int) -> None:
    for seed in range(16):
        plan, chain = survey(Stream(seed, f"map {depth}"), depth)
        assert chain.ground is not depths.ROOMS, seed
        assert plan.name == depths.DEPTHS[depth].name


@pytest.mark.parametrize(
    ("depth", "looks"),
    [(1, "town"), (2, "forest"), (5, "limestone|40|dwarven"), (6, "dwarven"), (7, "mushroom|64|dwarven"),
     (8, "mushroom"), (10, "city"), (12, "citadel"), (13, "abyss")],
)  # fmt: skip
def test_levels_look_like_what_they_are(level: Survey, depth: int, looks: str) -> None:
    assert level(1, depth).looks == looks


@pytest.mark.parametrize("depth", [2, 13])
def test_a_road_leads_from_start_to_exit(level: Survey, depth: int) -> None:
    for seed in range(10):
        plan = level(seed, depth)
        paved = np.isin(plan.tiles, (Tile.ROAD, Tile.BRIDGE))
        for end in (plan.start, plan.exit):
            assert end is not None
            assert paved[plan.around(end, 1).slices].any(), seed


def test_a_brook_runs_through_the_woods(level: Survey) -> None:
    for seed in range(10):
        assert (level(seed, 2).tiles == Tile.SHALLOW_WATER).sum() > 60, seed


def test_the_square_is_wide_and_lit_all_around(level: Survey) -> None:
    for seed in range(10):
        plan = level(seed, 11)
        middle = (plan.width // 2, plan.height // 2)
        assert count(plan, "Brazier") >= 12, seed
        walls = np.argwhere(plan.tiles == Tile.WALL)
        assert min(distance((int(x), int(y)), middle) for x, y in walls) > 10, seed


def test_the_portal_stands_in_the_keep_of_the_citadel(level: Survey) -> None:
    for seed in range(10):
        plan = level(seed, 12)
        assert abs(plan.exit[0] - plan.width // 2) < 12, seed
        assert abs(plan.exit[1] - plan.height // 2) < 5, seed
        assert (plan.tiles == Tile.DEEP_WATER).sum() > 150, seed


def test_the_amulet_lies_in_the_heart_of_the_abyss_and_is_kept(level: Survey) -> None:
    for seed in range(20):
        plan = level(seed, 15)
        [amulet] = [spawn.point for spawn in plan.spawns if spawn.name == depths.AMULET]
        [keeper] = [spawn.point for spawn in plan.spawns if spawn.name == depths.GUARDIAN]
        assert distance(amulet, (plan.width // 2, plan.height // 2)) <= 2, seed
        assert distance(amulet, keeper) <= 5, seed
        x, y = keeper
        assert plan.walkable()[x : x + 2, y : y + 2].all(), seed


def test_the_amulet_lies_nowhere_else(level: Survey) -> None:
    for depth in (*range(1, 15), 16, 17):
        assert not count(level(1, depth), depths.AMULET), depth


def test_one_or_two_of_three_sleep_in_the_deep_galleries(level: Survey) -> None:
    sleepers = ("Gallery Troll", "Dripstone Golem", "Ore Crab")
    found = [[count(level(seed, 4), name) for name in sleepers] for seed in range(20)]
    assert {tuple(each) for each in found} == {(0, 1, 0), (1, 1, 0), (0, 1, 1), (1, 0, 1)}


SEEDS = range(600)


def builders() -> Iterator[type]:
    """Yield every builder and spawner of the package."""
    for package in (starters, metas):
        for module in iter_modules(package.__path__):
            found = import_module(f"{package.__name__}.{module.name}")
            for _, each in getmembers(found, isclass):
                if each.__module__ == found.__name__ and {"build", "populate"} & set(vars(each)):
                    yield each


def words(step: Any) -> Iterator[Any]:
    """Yield a step and the steps that are part of it."""
    yield step
    if isinstance(step, Struct):
        for part in (getattr(step, name) for name in field_names(type(step))):
            for inner in part if isinstance(part, tuple) else ():
                if isinstance(inner, Struct):
                    yield from words(inner)


@pytest.fixture(scope="module")
def spoken() -> list[Any]:
    """Every word of the story's chains, and of many drawn by lot."""
    chains: list[Chain] = [*DEPTHS.values(), *(random_chain("?", Stream(seed)) for seed in SEEDS)]
    steps = [step for chain in chains for step in (*chain.ground, *chain.life)]
    return [word for step in (*ROOMS, *steps) for word in words(step)]


@pytest.mark.parametrize("builder", list(builders()), ids=lambda each: each.__name__)
def test_each_builder_is_a_word_of_some_chain(builder: type, spoken: list[Any]) -> None:
    assert any(type(word) is builder for word in spoken)
    assert issubclass(builder, Struct)


@pytest.mark.parametrize(
    "step",
    [
        caves.OPEN_AREA, caves.OPEN_HALLS, caves.WINDING_PASSAGES,
        caves.FAT_PASSAGES, caves.FEARFUL_SYMMETRY, caves.WALK_INWARDS, caves.WALK_OUTWARDS,
        caves.CENTRAL_ATTRACTOR, caves.INSECTOID, caves.HEAVY_EROSION, *map(caves.VoronoiCells, get_args(caves.Metric)),
    ],
    ids=repr,
)  # fmt: skip
def test_each_kind_of_drunkard_aggregation_and_voronoi_is_drawn_by_lot(
    step: Any, spoken: list[Any]
) -> None:
    assert step in spoken


def test_each_vault_stands_somewhere(level: Survey, monkeypatch: pytest.MonkeyPatch) -> None:
    stood: set[str] = set()

    def watched(plan: Blueprint, piece: prefab.Prefab, left: int, top: int) -> None:
        stamp(plan, piece, left, top)
        stood.add(piece.name)

    monkeypatch.setattr(prefabs, "stamp", watched)
    for seed in range(15):
        for depth in range(2, 19):
            level(seed, depth)
    assert {vault.name for vault in prefab.library().values()} <= stood
