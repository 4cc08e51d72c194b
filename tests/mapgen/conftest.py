"""A spawn table that always has something, so that tests of maps do not hang on the game's data."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from roguelike.components.places import Furniture, Group, Quarter, Region, Shelf, Style
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Section
from roguelike.mapgen.generation import generate
from roguelike.raws.catalog import catalog_in_force

NAMES: dict[Section, tuple[str, ...]] = {
    "mobs": ("Rat", "Bat", "Kobold", "Goblin", "Orc"),
    "items": ("Dagger", "Shield", "Health Potion", "Mana Potion", "Cloth Cap"),
    "props": ("Bear Trap", "Stonefall Trap", "Landmine", "Bear Trap", "Bear Trap"),
}


class PlainTable:
    """Five names of each kind at every depth; the town and the furniture are those of the game."""

    def roll(self, kind: Section, depth: int, rng: Stream) -> str | None:
        return rng.choice(NAMES[kind])

    def region(self, depth: int) -> Region:
        return Region("anywhere", tiles_per_mob=100)

    def groups(self, depth: int) -> tuple[Group, ...]:
        return ()

    def shelves(self, depth: int) -> tuple[Shelf, ...]:
        return ()

    def books(self, depth: int) -> tuple[tuple[str, float], ...]:
        return ()

    def furniture(self, style: Style) -> Sequence[Furniture]:
        return catalog_in_force().spawn_table.furniture(style)

    @property
    def town(self) -> Sequence[Quarter]:
        return catalog_in_force().spawn_table.town


Survey = Callable[..., Blueprint]


class Surveyor:
    """Makes levels of seeds as the game would."""

    def __call__(self, seed: int, depth: int, width: int = 80, height: int = 50) -> Blueprint:
        streams = Stream(seed, f"map {depth}"), Stream(seed, f"population {depth}")
        return generate(*streams, depth, PlainTable(), width, height)


@pytest.fixture(scope="session")
def level() -> Surveyor:
    """Make a level of a seed and a depth."""
    return Surveyor()


@pytest.fixture(scope="session")
def known(level: Surveyor) -> Callable[[int, int], Blueprint]:
    """Make a level of a seed and a depth once, for tests that only look at it."""
    return cache(level)


@pytest.fixture
def table() -> PlainTable:
    """A spawn table."""
    return PlainTable()
