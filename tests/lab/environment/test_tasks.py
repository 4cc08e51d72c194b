"""Drawn rooms and puzzles as tasks, and the choice of what a new level gives.

The known map as text and as a picture; and the training example.
"""

import re
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from roguelike.components import growth
from roguelike.core.records import replace
from roguelike.effects import dispatch, experience
from roguelike.lab.environment import example
from roguelike.lab.environment.action_table import GROW, VERB_NAMES
from roguelike.lab.environment.environment import BlueManaEnv
from roguelike.lab.environment.observation import ROWS, TARGETS
from roguelike.lab.environment.wrappers import Oracle
from roguelike.practice.boards import boards
from roguelike.puzzles import codes
from roguelike.puzzles.puzzle import action_of, task_of
from roguelike.world import ecs, figures
from roguelike.world.game import Cause, Single
from tests.goldens import wrong
from tests.terminal import Screen


@pytest.fixture
def env() -> Iterator[BlueManaEnv]:
    made = BlueManaEnv()
    yield made
    made.close()


def test_a_drawn_room_is_an_environment_too() -> None:
    check_env(BlueManaEnv(task="board:ring", max_turns=50), skip_render_check=True)


def test_a_puzzle_ends_with_its_acts(env: BlueManaEnv) -> None:
    seen, info = env.reset(seed=1, options={"task": "puzzle:1"})
    assert seen["creatures"][0].any()
    acts, over = 0, False
    while not over:
        acts += 1
        _, _, over, _, info = env.step(VERB_NAMES.index("wait") * TARGETS)
    assert acts <= task_of(boards("puzzle")[0]).acts
    assert not info["won"]


def test_a_puzzle_is_won_by_its_solution(env: BlueManaEnv) -> None:
    env.reset(seed=1, options={"task": "puzzle:2"})
    assert env.session is not None
    for deed in task_of(boards("puzzle")[1]).solution:
        env.session.do(action_of(deed, env.session.here))
    assert env._info("")["won"]


def test_the_oracle_of_a_puzzle_tells_what_counts_in_it() -> None:
    """Nobody answers while time stands still."""
    oracle = Oracle(BlueManaEnv(task="puzzle:30"))
    oracle.reset(seed=1)
    wait = VERB_NAMES.index("wait") * TARGETS
    reply = oracle.reply(wait)
    assert (reply.samples, reply.order, reply.you.damage) == (1, (), (0, 0.0, 0))
    oracle.close()


def test_a_seed_draws_a_puzzle_and_makes_one(env: BlueManaEnv) -> None:
    """Seed 7 is quick to make one: others try up to a hundred boards."""
    for task in ("puzzle", "new puzzle"):
        first = env.reset(seed=7, options={"task": task})[0]
        again = env.reset(seed=7, options={"task": task})[0]
        assert all(np.array_equal(first[name], again[name]) for name in first)


def test_a_room_takes_the_hero_of_the_depth(env: BlueManaEnv) -> None:
    env.reset(seed=1, options={"task": "board:pack", "depth": 6})
    assert env.session.hud().level > 1


def test_a_reset_refuses_what_is_no_task_in_the_same_words(env: BlueManaEnv) -> None:
    for asked in (each for each in wrong("environments") if "task" in each):
        with pytest.raises(ValueError, match=r"^(task|there) is ") as refused:
            BlueManaEnv(**asked)
        with pytest.raises(ValueError, match=re.escape(str(refused.value))):
            env.reset(seed=1, options=asked)


def test_a_puzzle_of_other_data_is_told(env: BlueManaEnv) -> None:
    board = boards("puzzle")[0]
    lacking = codes.code_of(replace(board, legend={**board.legend, "a": ("mobs", "Gryphon")}))
    with pytest.raises(ValueError, match=r"needs 'Gryphon', which the data lacks"):
        env.reset(seed=1, options={"task": f"puzzle:{lacking}"})


def test_one_of_three_is_chosen_at_a_level(env: BlueManaEnv) -> None:
    seen, info = env.reset(seed=1)
    assert not seen["offers"].any()
    assert not info["action_mask"].reshape(-1, TARGETS)[GROW:].any()
    game = env.game
    enough = figures.experience_to_leave(game.content, 1)
    game.push(experience.GainExperience(enough), Single(game.player), game.player, Cause("fate"))
    dispatch.drain(game)
    seen = env.eyes.observe(game)
    offers = ecs.get(game.player, growth.Talents).waiting[0].offers
    assert np.count_nonzero(seen["offers"]) == len(offers) == 3
    assert env.action_masks().reshape(-1, TARGETS)[GROW : GROW + 3, 0].all()
    seen, _, _, _, info = env.step((GROW + 1) * TARGETS)
    assert not info["refused"]
    assert ecs.get(game.player, growth.Talents).taken == (offers[1],)
    assert not seen["offers"].any()


def test_it_renders_text_and_pictures() -> None:
    env = BlueManaEnv(render_mode="ansi")
    env.reset(seed=7)
    rows = env.render().splitlines()
    assert len(rows) == ROWS
    assert "@" in env.render()
    env.render_mode = "rgb_array"
    assert env.render().shape[2] == 3


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
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(example, "STEPS", 5)
    example.main(["--seconds", "1", "--games", "2"])
    told = capsys.readouterr().out
    assert re.findall(r"(\w+): 0 of 2 got below depth 1", told) == ["trained", "untrained", "blind"]


def test_what_cannot_be_is_told_before_it_trains(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(example, "train", lambda *_: pytest.fail("it trains"))
    with pytest.raises(SystemExit):
        example.main(["--seconds", "0"])
    assert "'0' is not a whole number of 1 or more" in capsys.readouterr().err
