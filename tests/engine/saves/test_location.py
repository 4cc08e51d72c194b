"""Where saves lie: as told, else beside the checkout, else in the platform's folder."""

from pathlib import Path

import pytest

from roguelike.engine.saves import location
from roguelike.engine.saves.location import default_folder


def test_the_environment_overrules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
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
