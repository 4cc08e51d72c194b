"""`roguelike simulate`: what is said of games when they are broken off, and how many are played at a time."""

from collections.abc import Iterator
from typing import Any

import pytest

from roguelike.app import main
from roguelike.lab.fleet import Fleet, Work, in_order

COMMAND = ["simulate", "--bot", "greedy", "--seeds", "1-3", "--turns", "3"]


@pytest.mark.parametrize("over", [0, 2])
def test_who_breaks_it_off_hears_of_the_games_before(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, over: int
) -> None:
    def broken_off(work: Work[Any, Any], fleet: Fleet) -> Iterator[Any]:
        yield from in_order(Work(work.name, work.task, work.parts[:over], work.kind), fleet)
        raise KeyboardInterrupt

    monkeypatch.setattr("roguelike.lab.simulate.in_order", broken_off)
    assert main([*COMMAND, "--jobs", "1"]) == 1
    told = capsys.readouterr().out
    assert told.endswith(f"Broken off: {over} of 3 games were over.\n")
    assert ("median" in told) is (over > 0)


def test_how_many_games_are_played_at_a_time_has_one_word_in_every_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`--workers` is understood too: it was the word of some of them."""
    told = []
    for word in ("--jobs", "--workers"):
        assert main([*COMMAND, word, "1"]) == 0
        told.append([line for line in capsys.readouterr().out.splitlines() if "second" not in line])
    assert told[0] == told[1]
