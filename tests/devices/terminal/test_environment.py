"""What the environment says of a terminal: how many colours it has, and whether it writes UTF-8."""

from pathlib import Path

import pytest

from roguelike.devices.terminal import environment as environment_module
from roguelike.devices.terminal.environment import as_started, colours_of, is_ascii_only


def test_the_number_of_colours_is_read_from_the_environment() -> None:
    assert colours_of({"TERM": "xterm-256color"}) == "truecolour"
    assert colours_of({"TERM": "screen-256color"}) == "256"
    assert colours_of({"TERM": "screen-256color", "TMUX": "yes"}) == "truecolour"
    assert colours_of({"TERM_PROGRAM": "Apple_Terminal"}) == "256"
    assert colours_of({"TERM_PROGRAM": "Apple_Terminal", "COLORTERM": "truecolor"}) == "truecolour"


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"TERM": "linux"}, "16"), ({"TERM": "xterm", "NO_COLOR": "1"}, "none"), ({"TERM": "vt100"}, "none"),
        ({"TERM": "linux", "COLORTERM": "truecolor"}, "truecolour"), ({"TERM": "xterm", "NO_COLOR": ""}, "truecolour"),
    ],
)  # fmt: skip
def test_colours_follow_the_environment(environment: dict[str, str], wanted: str) -> None:
    assert colours_of(environment) == wanted


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, False), ({"LANG": "de_DE.UTF-8"}, False), ({"LANG": "C"}, True), ({"LANG": "C.utf8"}, False),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "C"}, True), ({"LC_CTYPE": "fr_FR.ISO8859-1"}, True),
    ],
)  # fmt: skip
def test_a_locale_without_utf_8_gets_ascii(environment: dict[str, str], *, wanted: bool) -> None:
    assert is_ascii_only(environment) == wanted


@pytest.mark.parametrize(
    ("started_with", "wanted"), [(b"LANG=C\0TERM=xterm\0", True), (b"LANG=C\0LC_CTYPE=C.UTF-8\0", False)]
)  # fmt: skip
def test_what_python_says_of_itself_is_not_said_of_the_terminal(
    started_with: bytes, *, wanted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "environ").write_bytes(started_with)
    monkeypatch.setattr(environment_module, "STARTED_WITH", tmp_path / "environ")
    seen_by_python = {"LANG": "C", "LC_CTYPE": "C.UTF-8"}
    assert is_ascii_only(as_started(seen_by_python)) == wanted
    monkeypatch.setattr(environment_module, "STARTED_WITH", tmp_path / "not there")
    assert not is_ascii_only(as_started(seen_by_python))
