"""Paths as they are typed: a tilde is home, and nobody's home is no fault."""

from pathlib import Path

import pytest

from roguelike.core.typed_path import path_fault, typed_path


def test_a_tilde_is_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert typed_path("~/games") == tmp_path / "games"
    assert typed_path("games/~") == Path("games/~")


def test_who_has_no_home_is_left_as_written() -> None:
    assert typed_path("~nobody-of-that-name/games") == Path("~nobody-of-that-name/games")


@pytest.mark.parametrize(
    "text", ["\x1b[2J", "a\nb", "/home/\x9b", "/home/\u202egnp.exe", "\u2066a"]
)
def test_what_commands_the_terminal_is_no_path(text: str) -> None:
    assert path_fault(text) == "a path has no control characters"


@pytest.mark.parametrize("text", ["/home/ü", "a b", "\u05d0\u05d1", "x" * 255, "~/games", "."])
def test_what_people_call_their_folders_is(text: str) -> None:
    assert path_fault(text) is None


def test_what_fills_the_screen_is_none() -> None:
    assert path_fault("x" * 2000) == path_fault("x/" * 2500) == "no path is as long as that"
