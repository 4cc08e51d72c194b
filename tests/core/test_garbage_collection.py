"""The garbage collector leaves alone what stays, and new records for a while."""

import gc
import subprocess
import sys
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


def test_whoever_plays_without_a_program_leaves_the_data_alone_too() -> None:
    code = (
        "import gc; from roguelike.raws.catalog import catalog_in_force; found = catalog_in_force();"
        "print(any(each is found for each in gc.get_objects()), gc.get_threshold()[0])"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert told.stdout.split() == ["False", str(YOUNG_OBJECTS)]
