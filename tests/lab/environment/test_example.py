"""The training example: what it compares, what it draws, and what it refuses before it trains."""

import re
from pathlib import Path

import pytest

from roguelike.lab.environment import example


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
