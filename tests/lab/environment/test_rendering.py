"""The known map as text and as a picture; and the training example."""

import re
import sys
from pathlib import Path

import pytest

from roguelike.lab.environment import example
from roguelike.lab.environment.environment import BlueManaEnv
from roguelike.lab.environment.observation import ROWS, TARGETS
from tests.terminal import Screen


def test_it_renders_text_and_pictures() -> None:
    env = BlueManaEnv(render_mode="ansi")
    env.reset(seed=7)
    rows = env.render().splitlines()
    assert len(rows) == ROWS
    assert "@" in env.render()
    env.render_mode = "rgb_array"
    assert env.render().shape[2] == 3


def test_it_prints_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    env = BlueManaEnv(render_mode="human")
    env.reset(seed=7)
    env.step(8 * TARGETS)
    assert "@" in capsys.readouterr().out


def test_it_shows_people_where_they_begin(capsys: pytest.CaptureFixture[str]) -> None:
    BlueManaEnv(render_mode="human").reset(seed=7)
    assert "@" in capsys.readouterr().out


def test_it_redraws_the_map_in_place_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A map below a map after every step scrolls by, and nobody can follow it."""
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    env = BlueManaEnv(render_mode="human")
    env.reset(seed=7)
    first = screen.getvalue()
    assert "@" in first
    assert "turn 0, health" in first
    assert "\x1b[38;2;" in first
    env.step(8 * TARGETS)
    later = screen.getvalue()[len(first) :]
    assert 0 < len(later) < len(first) / 4
    assert "\n" not in first + later


def test_it_compares_the_trained_with_the_untrained_and_the_blind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(example, "STEPS", 5)
    plot = tmp_path / "training.png"
    example.main(["--seconds", "1", "--games", "2", "--plot", str(plot)])
    told = capsys.readouterr().out
    assert re.findall(r"(\w+): 0 of 2 got below depth 1", told) == ["trained", "untrained", "blind"]
    assert plot.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--seconds", "0"], "'0' is not a whole number of 1 or more"),
        (["--plot", "/proc/nowhere/p.png"], "/proc/nowhere/p.png cannot be written"),
    ],
)
def test_what_cannot_be_is_told_before_it_trains(
    words: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(example, "train", lambda *_: pytest.fail("it trains"))
    with pytest.raises(SystemExit):
        example.main(words)
    assert told in capsys.readouterr().err
