"""Drawn rooms, and whole games."""

from collections.abc import Callable, Iterator

import pytest

from roguelike.engine.session import Session
from roguelike.raws.catalog import Catalog, load_catalog
from roguelike.testing import Arena
from roguelike.world import ecs
from tests.pilot.conftest import people, real
from tests.testing.rooms import draw

__all__ = ["draw", "people", "real"]

Begin = Callable[..., tuple[Session, Arena]]


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    """The game's own data."""
    return load_catalog()


@pytest.fixture
def begin(catalog: Catalog) -> Iterator[Begin]:
    """Begin games, and forget them after the test."""
    worlds: list[str] = []

    def start(seed: str = "3") -> tuple[Session, Arena]:
        session = Session.start(seed, catalog)
        worlds.append(session.game.world)
        return session, Arena(session.game)

    yield start
    for world in worlds:
        ecs.drop_world(world)
