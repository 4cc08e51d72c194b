"""The first levels of ten seeds as text, one file a seed. A change is read, then made good with GOLDEN=write."""

import os
from functools import cache
from pathlib import Path

import pytest

from roguelike.mapgen import prefab
from roguelike.mapgen.blueprint import Blueprint
from tests.mapgen.conftest import Survey

MAPS = Path(__file__).parents[1] / "golden" / "maps"
SEEDS, DEPTHS = range(1, 11), range(1, 13)
BETWEEN = "\n\n"
"""What parts two levels of a file; no level holds an empty line."""


def file_of(seed: int) -> Path:
    return MAPS / f"seed-{seed:02}.txt"


def describe(plan: Blueprint) -> str:
    """Return the map with a title above it and the list of spawns below."""
    title = f"{plan.name}, depth {plan.depth}, {plan.looks}, {plan.width}x{plan.height}"
    places: dict[str, list[str]] = {}
    for _, name, (x, y) in plan.spawns:
        places.setdefault(name, []).append(f"{x},{y}")
    things = [f"{name}: {' '.join(where)}" for name, where in places.items()]
    return "\n".join((title, prefab.draw(plan), *things, ""))


@cache
def kept(seed: int) -> list[str]:
    """Read the levels of a seed."""
    return file_of(seed).read_text(encoding="utf-8").rstrip("\n").split(BETWEEN)


@pytest.fixture(scope="module", autouse=True)
def _written(level: Survey) -> None:
    """Write the files, when that is asked for."""
    if os.environ.get("GOLDEN") == "write":
        MAPS.mkdir(parents=True, exist_ok=True)
        for seed in SEEDS:
            levels = (describe(level(seed, depth)).rstrip("\n") for depth in DEPTHS)
            file_of(seed).write_text(BETWEEN.join(levels) + "\n", encoding="utf-8")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_level_is_the_one_in_the_catalogue(level: Survey, seed: int, depth: int) -> None:
    now = describe(level(seed, depth))
    assert kept(seed)[depth - DEPTHS[0]].splitlines() == now.splitlines()


def test_the_catalogue_holds_twelve_levels_of_each_of_ten_seeds() -> None:
    titles = [[each.splitlines()[0] for each in kept(seed)] for seed in SEEDS]
    assert [len(levels) for levels in titles] == [12] * 10
    assert all(f"depth {depth}," in levels[depth - 1] for levels in titles for depth in DEPTHS)
    assert len({level for seed in SEEDS for level in kept(seed)}) == 120
