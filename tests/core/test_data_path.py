"""Folders on a machine: the data's, the cache's, and paths as they are typed."""

import sys
from pathlib import Path

import pytest

from roguelike.core import data_path


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package in an empty place."""
    folder = tmp_path / "site" / "roguelike"
    folder.mkdir(parents=True)
    monkeypatch.setattr(data_path, "PACKAGE", folder)
    return folder


def test_the_checkout_has_its_data() -> None:
    assert (data_path.data_folder() / "fonts").is_dir()


def test_data_inside_the_package_comes_before_data_beside_it(package: Path) -> None:
    beside = package.parent / "data"
    beside.mkdir()
    assert data_path.data_folder() == beside
    inside = package / "data"
    inside.mkdir()
    assert data_path.data_folder() == inside


def test_the_environment_variable_comes_before_both(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (package / "data").mkdir()
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.setenv("ROGUELIKE_DATA", str(other))
    assert data_path.data_folder() == other


def test_an_empty_override_counts_as_none(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (package / "data").mkdir()
    monkeypatch.setenv("ROGUELIKE_DATA", "")
    assert data_path.data_folder() == package / "data"


def test_the_override_may_begin_with_a_tilde(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("ROGUELIKE_DATA", "~/mine")
    assert data_path.data_folder() == tmp_path / "mine"


def test_a_wrong_override_is_refused_by_name(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (package / "data").mkdir()
    monkeypatch.setenv("ROGUELIKE_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(
        data_path.DataFolderError, match=r"ROGUELIKE_DATA is set to .*nowhere.*unset"
    ):
        data_path.data_folder()


def test_missing_data_names_both_places_and_the_remedy(package: Path) -> None:
    with pytest.raises(data_path.DataFolderError, match="Install the game again") as caught:
        data_path.data_folder()
    assert str(package / "data") in str(caught.value)
    assert str(package.parent / "data") in str(caught.value)


def test_nothing_is_kept_for_somebody_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert data_path.cache_folder() is None
    assert data_path.kept_catalog() is None


def test_tests_keep_nothing_in_a_real_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    kept = data_path.cache_folder()
    assert data_path.kept_catalog() == kept / "catalog.txt"
    assert kept.is_relative_to(tmp_path_factory.getbasetemp())


@pytest.mark.skipif(sys.platform != "linux", reason="the variable is one of Linux")
@pytest.mark.parametrize("named", ["caches", "./caches", ""])
def test_a_relative_folder_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", named)
    assert data_path.cache_folder() == tmp_path / ".cache" / "bluemana"


def test_a_tilde_is_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_path.typed_path("~/games") == tmp_path / "games"
    assert data_path.typed_path("games/~") == Path("games/~")


def test_who_has_no_home_is_left_as_written() -> None:
    assert data_path.typed_path("~nobody-of-that-name/games") == Path("~nobody-of-that-name/games")


@pytest.mark.parametrize(
    "text", ["\x1b[2J", "a\nb", "/home/\x9b", "/home/\u202egnp.exe", "\u2066a"]
)
def test_what_commands_the_terminal_is_no_path(text: str) -> None:
    assert data_path.path_fault(text) == "a path has no control characters"


@pytest.mark.parametrize("text", ["/home/ü", "a b", "\u05d0\u05d1", "x" * 255, "~/games", "."])
def test_what_people_call_their_folders_is(text: str) -> None:
    assert data_path.path_fault(text) is None


def test_what_fills_the_screen_is_none() -> None:
    assert (
        data_path.path_fault("x" * 2000)
        == data_path.path_fault("x/" * 2500)
        == "no path is as long as that"
    )
