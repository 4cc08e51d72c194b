"""Chains as sentences: every builder there is has its word in one, and every vault finds a place to stand."""

from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import getmembers, isclass
from pkgutil import iter_modules
from typing import Any, get_args

import pytest

from roguelike.core.records import Struct, field_names
from roguelike.core.rng import Stream
from roguelike.mapgen import metas, starters
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.chain import Chain
from roguelike.mapgen.depths import DEPTHS, ROOMS, random_chain
from roguelike.mapgen.metas import prefabs
from roguelike.mapgen.metas.prefabs import stamp
from roguelike.mapgen.prefab import Prefab, library
from roguelike.mapgen.starters.caves import (
    CENTRAL_ATTRACTOR,
    FAT_PASSAGES,
    FEARFUL_SYMMETRY,
    HEAVY_EROSION,
    INSECTOID,
    OPEN_AREA,
    OPEN_HALLS,
    WALK_INWARDS,
    WALK_OUTWARDS,
    WINDING_PASSAGES,
    Metric,
    VoronoiCells,
)

Survey = Callable[..., Blueprint]
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
        OPEN_AREA, OPEN_HALLS, WINDING_PASSAGES, FAT_PASSAGES, FEARFUL_SYMMETRY, WALK_INWARDS, WALK_OUTWARDS,
        CENTRAL_ATTRACTOR, INSECTOID, HEAVY_EROSION, *map(VoronoiCells, get_args(Metric)),
    ],
    ids=repr,
)  # fmt: skip
def test_each_kind_of_drunkard_aggregation_and_voronoi_is_drawn_by_lot(
    step: Any, spoken: list[Any]
) -> None:
    assert step in spoken


def test_each_vault_stands_somewhere(level: Survey, monkeypatch: pytest.MonkeyPatch) -> None:
    stood: set[str] = set()

    def watched(plan: Blueprint, prefab: Prefab, left: int, top: int) -> None:
        stamp(plan, prefab, left, top)
        stood.add(prefab.name)

    monkeypatch.setattr(prefabs, "stamp", watched)
    for seed in range(15):
        for depth in range(2, 19):
            level(seed, depth)
    assert {vault.name for vault in library().values()} <= stood
