"""Where saves lie: as told, else beside the checkout, else in the platform's folder."""

import sys
from pathlib import Path

import platformdirs
import pytest

from roguelike.app import main
from roguelike.core.data_path import DataFolderError
from roguelike.store import location
from roguelike.store.location import default_folder


def test_the_environment_variable_comes_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ROGUELIKE_SAVES", str(tmp_path))
    assert default_folder() == tmp_path


def test_a_checkout_keeps_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ROGUELIKE_SAVES", raising=False)
    assert default_folder() == location.PACKAGE.parent / "saves"


def test_an_installed_game_uses_the_platform_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("ROGUELIKE_SAVES", raising=False)
    monkeypatch.setattr(location, "PACKAGE", tmp_path / "site-packages" / "roguelike")
    found = default_folder()
    assert found.name == "saves"
    assert "bluemana" in found.parts
    assert not found.exists(), "asking makes nothing"


@pytest.mark.parametrize("named", [None, "", "  ", "elsewhere"])
def test_that_folder_is_the_one_that_platformdirs_names(
    named: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("ROGUELIKE_SAVES", raising=False)
    monkeypatch.setattr(location, "PACKAGE", tmp_path / "site-packages" / "roguelike")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    if named is None:
        monkeypatch.delenv("XDG_DATA_HOME")
    else:
        monkeypatch.setenv("XDG_DATA_HOME", named)
    assert default_folder() == platformdirs.user_data_path("bluemana", appauthor=False) / "saves"


@pytest.mark.parametrize("variable", ["ROGUELIKE_SAVES", "ROGUELIKE_DATA", "ROGUELIKE_PACKS"])
def test_no_variable_speaks_to_the_terminal(
    variable: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(variable, "/tmp/\x1b[2J" + "x" * 500)  # noqa: S108
    assert main(["scores"] if variable.endswith("SAVES") else ["check-data"]) == 1
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(f"roguelike: {variable} is set to '/tmp/\\x1b[2Jx")
    assert told.endswith("a path has no control characters.")


@pytest.mark.parametrize("variable", ["ROGUELIKE_SAVES", "ROGUELIKE_DATA", "ROGUELIKE_PACKS"])
@pytest.mark.parametrize("path", ["/tmp/" + "x" * 5000, "/tmp/" + "x/" * 2500])  # noqa: S108
def test_no_variable_fills_the_screen(
    variable: str, path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(variable, path)
    assert main(["scores"] if variable.endswith("SAVES") else ["check-data"]) == 1
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(f"roguelike: {variable} is set to '/tmp/x")
    assert len(told) < 200


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the platform says where")
@pytest.mark.parametrize("variable", ["XDG_DATA_HOME", "HOME"])
@pytest.mark.parametrize("path", ["/tmp/" + "x" * 5000, "/tmp/\x1b[2J"])  # noqa: S108
def test_no_home_speaks_to_the_terminal_or_fills_it(
    variable: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ROGUELIKE_SAVES", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("roguelike.store.location.PACKAGE", Path("/nowhere/roguelike"))
    monkeypatch.setenv(variable, path)
    with pytest.raises(DataFolderError, match=f"^{variable} is set to '/tmp/") as told:
        default_folder()
    assert len(str(told.value)) < 200
