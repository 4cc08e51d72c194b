"""Catalogs to look at: the game's own, loaded once, and small ones made of a few rows."""

from collections.abc import Callable
from typing import Any

import pytest

from roguelike.raws.catalog import load_catalog
from roguelike.raws.faults import DataError, Fault

Rows = dict[str, Any]


@pytest.fixture
def faults_of() -> Callable[..., list[Fault]]:
    """Load some data that is wrong, and return what is said of it."""

    def load(*sources: Any) -> list[Fault]:
        with pytest.raises(DataError) as caught:
            load_catalog(sources)
        return list(caught.value.faults)

    return load


@pytest.fixture
def one_fault(faults_of: Callable[..., list[Fault]]) -> Callable[..., Fault]:
    """Load some data that is wrong in one way only."""

    def load(*sources: Any) -> Fault:
        faults = faults_of(*sources)
        assert len(faults) == 1, "\n".join(map(str, faults))
        return faults[0]

    return load
