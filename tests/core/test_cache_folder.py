"""Where the compiled data is kept: in the user's cache folder, and nowhere for somebody who has none."""

import sys
from pathlib import Path

import pytest

from roguelike.core.cache_folder import cache_folder, kept_catalog


def test_nothing_is_kept_for_somebody_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert cache_folder() is None
    assert kept_catalog() is None


def test_tests_keep_nothing_in_a_real_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    kept = cache_folder()
    assert kept is not None
    assert kept_catalog() == kept / "catalog.txt"
    assert kept.is_relative_to(tmp_path_factory.getbasetemp())


@pytest.mark.skipif(sys.platform != "linux", reason="the variable is one of Linux")
@pytest.mark.parametrize("named", ["caches", "./caches", ""])
def test_a_relative_folder_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", named)
    assert cache_folder() == tmp_path / ".cache" / "bluemana"
