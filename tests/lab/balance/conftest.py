"""What the tests of the balance stand on: the game's own data, loaded once, and records made by hand."""

import pytest

from roguelike.raws.catalog import Catalog, load_catalog


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load_catalog()
