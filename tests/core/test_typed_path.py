"""Paths as they are typed: a tilde is home, and nobody's home is no fault."""

from pathlib import Path

import pytest

from roguelike.core.typed_path import typed_path


def test_a_tilde_is_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert typed_path("~/games") == tmp_path / "games"
    assert typed_path("games/~") == Path("games/~")


def test_who_has_no_home_is_left_as_written() -> None:
    assert typed_path("~nobody-of-that-name/games") == Path("~nobody-of-that-name/games")
