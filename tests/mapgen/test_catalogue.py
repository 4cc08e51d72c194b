"""The first levels of a few seeds as text. A change of them is read, then made good with GOLDEN=write."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.drawing import describe

Survey = Callable[..., Blueprint]

MAPS = Path(__file__).parents[1] / "golden" / "maps"
SEEDS = (1, 2, 3)


@pytest.mark.parametrize("depth", range(1, 13))
@pytest.mark.parametrize("seed", SEEDS)
def test_the_level_is_the_one_in_the_catalogue(level: Survey, seed: int, depth: int) -> None:
    file = MAPS / f"seed-{seed}-depth-{depth:02}.txt"
    now = describe(level(seed, depth))
    if os.environ.get("GOLDEN") == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(now, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == now
