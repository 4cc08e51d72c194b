"""`roguelike mapgen`, `simulate` and `quest`: what each says, refuses, and does when it is broken off."""

import sys
import time
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest

from roguelike.app import main
from roguelike.engine.play.dungeon import build_level
from roguelike.lab.fleet import Fleet, Work, in_order
from roguelike.mapgen import prefab
from roguelike.wizard.mapgen_steps import dig
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game
from tests.terminal import Screen

Told = Callable[..., tuple[str, list[float]]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Runs the command, and says what it wrote and how long it waited each time."""

    def run(*words: str, out: StringIO | None = None) -> tuple[str, list[float]]:
        out, waits = out or StringIO(), []
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(time, "sleep", waits.append)
        assert main(["mapgen", *words]) == 0
        return out.getvalue(), waits

    return run


def test_it_shows_the_level_that_the_game_has(told: Told, catalog: Catalog) -> None:
    game = Game.fresh("lucky", catalog)
    level = build_level(game, 4)
    plan = dig("lucky", 4, catalog)
    assert (plan.tiles == level.tiles).all()
    assert (plan.name, plan.looks, plan.start) == (level.name, level.theme, level.entry)
    text, _ = told("--depth", "4", "--seed", "lucky")
    assert prefab.draw(plan) in text
    assert text.startswith(f"{level.name}, depth 4, limestone, dark\n")
    assert "4 Orc, 1 Orc Leader" in text


def test_the_steps_are_shown_one_by_one(told: Told) -> None:
    text, waits = told("--depth", "7", "--animate")
    assert "\x1b" not in text
    assert waits == []
    assert "Step 1 of " in text
    assert ": section underground-fort\n" in text
    assert text.count("Step ") > 10


def test_a_terminal_is_cleared_and_given_time(told: Told) -> None:
    text, waits = told("--animate", "--pause-ms", "30", out=Screen())
    assert text.count("\x1b[H\x1b[J") == len(waits) + 1
    assert set(waits) == {0.03}


def test_a_seed_may_be_any_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mapgen", "--depth", "30", "--seed", "Zuckerbrot & Peitsche"]) == 0
    assert "depth 30" in capsys.readouterr().out


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
