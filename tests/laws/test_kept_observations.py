"""What an environment keeps from step to step is never out of date: all that it tells is what a new look finds."""

from collections.abc import Iterator

import numpy as np
import pytest

from roguelike.actions.action import Done, attempt
from roguelike.core.geometry import DIRECTIONS
from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.environment.action_mask import mask_of
from roguelike.lab.environment.action_table import PLAIN
from roguelike.lab.environment.environment import BlueManaEnv
from roguelike.lab.environment.observation import TARGETS, Observer
from roguelike.world.known_level import as_known
from roguelike.world.space import point_of

GAMES = [(1, 1), (1, 2), (3, 3), (6, 4), (9, 5), (13, 6)]
"""Depths and seeds."""
STEPS = 90


def steps_of(
    depth: int, seed: int
) -> Iterator[tuple[BlueManaEnv, dict[str, np.ndarray], np.ndarray]]:
    """Play legal actions at random; yield the environment with what it told at each step, and its mask."""
    env, rng = BlueManaEnv(depth=depth), np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    for _ in range(STEPS):
        yield env, seen, info["action_mask"]
        seen, _, over, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if over:
            break
    env.close()


@pytest.mark.parametrize(("depth", "seed"), GAMES)
def test_what_was_kept_is_what_a_new_look_finds(depth: int, seed: int) -> None:
    for env, seen, mask in steps_of(depth, seed):
        game = env.game
        before = state_hash(game)
        eyes = Observer(game)
        anew = eyes.observe(game)
        assert [name for name in seen if not np.array_equal(seen[name], anew[name])] == []
        assert np.array_equal(mask, mask_of(game, eyes)), game.turn
        assert state_hash(game) == before


def bumps_of(env: BlueManaEnv, mask: np.ndarray) -> dict[int, tuple[bool, bool]]:
    """Return whether each step into somebody who is no foe is allowed: (by the mask, on the level as known)."""
    game, eyes = env.game, env.eyes
    (x, y), blockers = point_of(game.player) or (0, 0), game.level.blockers
    found = {}
    for way, (dx, dy) in enumerate(DIRECTIONS):
        there = (x + dx, y + dy)
        if there not in eyes.bodies or blockers[there] in eyes.foes:
            continue
        with as_known(game, game.player), rehearsing(game, ExtremeRolls(high=True, lucky=True)):
            is_done = isinstance(attempt(PLAIN[way], game.player, game), Done)
        found[way] = (bool(mask[way * TARGETS]), is_done)
    return found


def test_bumping_into_somebody_in_view_is_allowed_if_it_is_on_the_level_as_known() -> None:
    bumps = [
        bump
        for depth, seed in GAMES
        for env, _, mask in steps_of(depth, seed)
        for bump in bumps_of(env, mask).values()
    ]
    assert {told for told, _ in bumps} == {False, True}
    assert [told for told, _ in bumps] == [is_done for _, is_done in bumps]
