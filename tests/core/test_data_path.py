"""The data folder is found from a wheel, an editable install and a checkout, or its absence explained."""

from pathlib import Path

import pytest

from roguelike.core import data_path
from roguelike.core.data_path import DataFolderError, data_folder


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package in an empty place."""
    folder = tmp_path / "site" / "roguelike"
    folder.mkdir(parents=True)
    monkeypatch.setattr(data_path, "PACKAGE", folder)
    return folder


def test_the_checkout_has_its_data() -> None:
    assert (data_folder() / "fonts").is_dir()


def test_data_inside_the_package_comes_before_data_beside_it(package: Path) -> None:
    beside = package.parent / "data"
    beside.mkdir()
    assert data_folder() == beside
    inside = package / "data"
    inside.mkdir()
    assert data_folder() == inside


def test_the_environment_variable_comes_before_both(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (package / "data").mkdir()
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.setenv("ROGUELIKE_DATA", str(other))
    assert data_folder() == other


def test_an_empty_override_counts_as_none(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (package / "data").mkdir()
    monkeypatch.setenv("ROGUELIKE_DATA", "")
    assert data_folder() == package / "data"


def test_the_override_may_begin_with_a_tilde(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("ROGUELIKE_DATA", "~/mine")
    assert data_folder() == tmp_path / "mine"


def test_a_wrong_override_is_refused_by_name(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (package / "data").mkdir()
    monkeypatch.setenv("ROGUELIKE_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(DataFolderError, match=r"ROGUELIKE_DATA is set to .*nowhere.*unset"):
        data_folder()


def test_missing_data_names_both_places_and_the_remedy(package: Path) -> None:
    with pytest.raises(DataFolderError, match="Install the game again") as caught:
        data_folder()
    assert str(package / "data") in str(caught.value)
    assert str(package.parent / "data") in str(caught.value)
