"""The garbage collector leaves alone what stays, and new records for a while."""

import gc
from collections.abc import Iterator

import pytest

from roguelike.core.garbage_collection import YOUNG_OBJECTS, tune_collector


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)


def test_what_is_loaded_is_not_looked_through_again() -> None:
    before = gc.get_freeze_count()
    loaded = [[number] for number in range(1000)]
    assert any(each is loaded for each in gc.get_objects())
    tune_collector()
    assert gc.get_freeze_count() > before + len(loaded)
    assert not any(each is loaded for each in gc.get_objects())


def test_cycles_are_still_found() -> None:
    tune_collector()
    found: list[str] = []

    class Knot:
        def __init__(self) -> None:
            self.self = self

        def __del__(self) -> None:
            found.append("gone")

    Knot()
    keep = [[] for _ in range(2 * YOUNG_OBJECTS)]
    assert found == ["gone"], len(keep)
