"""The Gymnasium environment: its own checker, seeds, and a mask that allows exactly what would not be refused.

The mask: what it allows is never refused, and it leaves out what would come to nothing.
"""

import copy
import pickle
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from roguelike.actions import acting, moving
from roguelike.components import actors, items, spatial, vitals
from roguelike.core import trial_rolls
from roguelike.core.formula import Dice
from roguelike.core.geometry import DIRECTIONS
from roguelike.effects import damage, dispatch
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.effects.statuses import Afflict
from roguelike.engine.play.onlookers import NOBODY_LOOKS
from roguelike.engine.play.turn import act_as_able
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.environment import ID
from roguelike.lab.environment.action_table import (
    ACTIONS,
    VERB_NAMES,
    VERBS,
    Mask,
    command_of,
    mask_of,
)
from roguelike.lab.environment.environment import BlueManaEnv, RenderMode
from roguelike.lab.environment.observation import COLUMNS, ROWS, TARGETS, Observer
from roguelike.lab.environment.wrappers import MEASURES, Oracle, Rewarded
from roguelike.testing import Arena
from roguelike.world import changes, ecs, known_level, space, spawning
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.derived_stats import drop_stats
from roguelike.world.game import Cause, Game, Single
from roguelike.world.level import UNRECORDED
from tests.goldens import compare_faults, wrong
from tests.lab.environment.wandering import wander
from tests.rooms import room


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_gymnasiums_own_checker_is_content(mode: RenderMode) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gym.make(ID, render_mode=mode)
        check_env(env.unwrapped)


def test_one_seed_makes_one_game() -> None:
    first, second = BlueManaEnv(depth=3), BlueManaEnv(depth=3)
    wander(first, 5, 60)
    wander(second, 5, 60)
    assert state_hash(first.game) == state_hash(second.game)
    seen, again = first.eyes.observe(first.game), second.eyes.observe(second.game)
    assert all(np.array_equal(seen[name], again[name]) for name in seen)


def test_games_side_by_side_do_not_touch_each_other() -> None:
    alone = BlueManaEnv()
    wander(alone, 8, 30)
    one, other = BlueManaEnv(), BlueManaEnv(depth=2)
    rng = np.random.default_rng(8)
    _, info = one.reset(seed=8)
    other.reset(seed=9)
    for _ in range(30):
        _, _, _, _, info = one.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        other.step(8 * TARGETS)
    assert state_hash(one.game) == state_hash(alone.game)


def test_what_a_curse_was_lifted_from_is_no_longer_like_the_others() -> None:
    env = BlueManaEnv()
    env.reset(seed=1)
    game = env.game
    rings = [spawning.make(game, "items", "Ring of Butterfingers", game.rng) for _ in range(2)]
    for ring in rings:
        spawning.pocket(game.player, ring)

    def counts() -> list[int]:
        env.eyes.observe(game)
        return [each.how_many for each in env.eyes.items if each.item in rings]

    assert counts() == [2]
    game.change(changes.Uncursed(rings[1], Cause("a test")))
    assert counts() == [1, 1]


def test_an_action_that_means_nothing_is_refused_and_changes_nothing() -> None:
    env = BlueManaEnv()
    env.reset(seed=1)
    before = state_hash(env.game)
    shoot = VERB_NAMES.index("shoot") * TARGETS
    _, reward, over, late, info = env.step(shoot)
    assert (reward, over, late) == (0.0, False, False)
    assert info["refused"]
    assert state_hash(env.game) == before


def test_an_action_has_one_number() -> None:
    env = BlueManaEnv()
    _, info = env.reset(seed=1)
    before = state_hash(env.game)
    for number in range(ACTIONS):
        if number % TARGETS and not info["action_mask"][number]:
            *_, told = env.step(number)
            assert told["refused"]
    assert state_hash(env.game) == before


def test_what_is_not_seen_is_not_observed() -> None:
    env = BlueManaEnv(depth=6)
    for seed in range(2):
        wander(env, seed, 25)
        seen = env.eyes.observe(env.game)
        with known_level.as_known(env.game, env.game.player):
            again = env.eyes.observe(env.game)
        for of in (seen, again):  # the light of one who stands round the corner is seen
            of["sight"] = np.minimum(of["sight"], 2)
        assert [name for name in seen if not np.array_equal(seen[name], again[name])] == []


def test_nothing_but_waiting_is_left_when_the_game_is_over() -> None:
    """Among friends, whom a step would swap places with: the dead stand nowhere, and can be asked nothing."""
    env = BlueManaEnv(task="board:ring", depth=5)
    env.reset(seed=3)
    here = space.point_of(env.game.player)
    beside = (here[0] - 1, here[1])
    friend = spawning.spawn(env.game, "mobs", "Rat", beside, env.game.depth)
    ecs.get(friend, actors.Mind).leader = env.game.player
    env.game.push(
        damage.Damage(Dice(0, 0, 999)), Single(env.game.player), friend, Cause("a test", friend)
    )
    dispatch.drain(env.game)
    assert np.flatnonzero(env.action_masks()).tolist() == [8 * TARGETS]
    with pytest.raises(RuntimeError, match="the game is over: call reset"):
        env.step(8 * TARGETS)


def test_a_game_ends_at_the_turn_that_was_said() -> None:
    env = BlueManaEnv(max_turns=5)
    assert len(wander(env, 2, 100)) <= 21


@pytest.mark.parametrize("measure", sorted(MEASURES))
def test_what_is_wanted_is_rewarded(measure: Any) -> None:
    env = Rewarded(gym.make(ID), by=measure)
    env.reset(seed=1)
    _, reward, *_ = env.step(np.int64(8 * TARGETS))
    assert reward == (1.0 if measure == "survival" else reward) >= 0


def test_several_measures_are_weighed() -> None:
    env = Rewarded(gym.make(ID), by={"survival": 2.0, "kills": 1.0})
    env.reset(seed=1)
    assert env.step(np.int64(8 * TARGETS))[1] == 2.0


def test_the_oracle_foretells_every_legal_action_and_changes_nothing() -> None:
    env = Oracle(gym.make(ID, depth=3), samples=2)
    _, info = env.reset(seed=4)
    game = env.unwrapped.game
    before = state_hash(game)
    assert info["forecast"].shape == (ACTIONS, len(Oracle.FORETOLD))
    assert info["reply"].shape == (ACTIONS, len(Oracle.ANSWERED))
    assert env.forecast(8 * TARGETS) is not None
    reply = env.reply(8 * TARGETS)
    assert reply.refused is None
    assert state_hash(game) == before
    assert not info["reply"][np.flatnonzero(info["action_mask"] == 0)].any()


def test_once_the_game_is_over_the_oracle_foretells_nothing() -> None:
    env = Oracle(gym.make(ID, task="puzzle:7"), samples=2)
    _, info = env.reset(seed=3)
    over = late = False
    while not (over or late):
        _, _, over, late, info = env.step(np.flatnonzero(info["action_mask"])[0])
    assert over
    assert info["forecast"].shape == (ACTIONS, len(Oracle.FORETOLD))
    assert not info["forecast"].any()
    assert not info["reply"].any()


def test_what_is_wrong_of_an_environment_is_told_as_it_was() -> None:
    told = []
    for wanted in wrong("environments"):
        with pytest.raises(ValueError) as caught:  # noqa: PT011 - the golden file has the words
            BlueManaEnv(**wanted)
        told.append((wanted, str(caught.value)))
    compare_faults("environments", told)


@pytest.mark.parametrize("wrong", [["ansi"], 3, {"ansi"}])
def test_a_render_mode_that_is_no_text_is_named(wrong: Any) -> None:
    for made in (BlueManaEnv, lambda **how: gym.make(ID, **how)):
        with pytest.raises(ValueError, match=r"render_mode is .*: use ansi, rgb_array or human"):
            made(render_mode=wrong)


def test_wrong_options_and_actions_are_named() -> None:
    env = BlueManaEnv()
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    with pytest.raises(ValueError, match=r"unknown options \['deep'\]"):
        env.reset(options={"deep": 3})
    with pytest.raises(
        ValueError, match="options are 5: use a dict of seed, depth, task and origin"
    ):
        env.reset(options=5)  # type: ignore[arg-type]
    for odd in (None, True, 1.5, [1]):
        with pytest.raises(ValueError, match=r"seed is .*: use a whole number or a text"):
            env.reset(options={"seed": odd})
    with pytest.raises(ValueError, match=r"seed is '\\ud800': it has half a letter"):
        env.reset(options={"seed": "\ud800"})
    env.reset(options={"seed": "lucky", "depth": np.int64(2)})
    assert env.game.depth == 2
    env.reset(options={"seed": np.int64(7)})
    assert env.game.seed == "7"
    with pytest.raises(
        ValueError, match=f"there is no action {ACTIONS}: they are 0 to {ACTIONS - 1}"
    ):
        env.step(ACTIONS)
    for odd in ("x", None, True, np.True_, 1.5, (0,), float("nan"), np.array([1, 2])):
        with pytest.raises(
            ValueError, match=f"is no action: they are whole numbers, 0 to {ACTIONS - 1}"
        ):
            env.step(odd)
    assert env.game.turn == 0
    with pytest.raises(ValueError, match="'gold' is no measure: use score, depth"):
        Rewarded(gym.make(ID), by="gold")
    with pytest.raises(ValueError, match="the weight of score is 'much': use a number"):
        Rewarded(gym.make(ID), by={"score": "much"})


def test_what_an_oracle_cannot_answer_is_named() -> None:
    for odd in (-1, 1.5, "many", True):
        with pytest.raises(ValueError, match=r"samples is .*: use 0 or more"):
            Oracle(gym.make(ID), samples=odd)
    with pytest.raises(TypeError, match="CartPoleEnv is no BlueManaEnv"):
        Oracle(gym.make("CartPole-v1"))
    oracle = Oracle(BlueManaEnv())
    oracle.reset(seed=1)
    for odd in (1.7, "x", None):
        with pytest.raises(ValueError, match="is no action: they are whole numbers"):
            oracle.forecast(odd)
        with pytest.raises(ValueError, match="is no action: they are whole numbers"):
            oracle.reply(odd)
    with pytest.raises(ValueError, match="samples is 0: use 1 or more"):
        oracle.reply(8 * TARGETS, 0)


def test_a_game_in_progress_is_not_copied() -> None:
    """Two copies would play in one world, and each would spoil the other's game."""
    env = BlueManaEnv(depth=2)
    twin = copy.deepcopy(env)
    env.reset(seed=1)
    twin.reset(seed=1)
    assert state_hash(twin.game) == state_hash(env.game)
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a game in progress cannot be copied"):
            attempt(env)


def test_the_map_has_the_size_of_the_arrays() -> None:
    env = BlueManaEnv()
    seen, _ = env.reset(seed=1)
    assert seen["ground"].shape == (ROWS, COLUMNS)
    assert env.observation_space.contains(seen)


@pytest.mark.parametrize("page", ["README.md", "data/manual/laboratory.md"])
def test_it_is_made_as_the_pages_say(page: str) -> None:
    """In a program of its own: nothing here may have been imported before."""
    written = re.search(r"`(gymnasium\.make\(.*?\))`", Path(page).read_text("utf-8"))
    program = f"import gymnasium; print({written[1]}.unwrapped.max_turns)"
    made = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert made.stdout == "5000\n", made.stderr


MEANINGLESS = "it means nothing now"


def refusal(game: Game, eyes: Observer, number: int) -> str | None:
    """Return why an action would be refused, None where it would not; nothing is left of it."""
    command = command_of(number, game, eyes)
    if command is None:
        return MEANINGLESS
    with rehearsing(game, trial_rolls.ExtremeRolls(high=True, lucky=True), BookkeepingCopy(game)):
        return acting.refusal_of(act_as_able(game, command, NOBODY_LOOKS))


def disagreements(game: Game, eyes: Observer, mask: Mask) -> dict[str, str | None]:
    """Return what the mask allows and the game refuses, or the other way round, with the reason."""
    refused = {number: refusal(game, eyes, number) for number in range(ACTIONS)}
    return {
        f"{VERB_NAMES[number // TARGETS]} at {number % TARGETS}": why
        for number, why in refused.items()
        if bool(mask[number]) != (why is None)
    }


def afflict(game: Game, status: str) -> None:
    """Let the player have a status."""
    game.push(Afflict(status, turns=5), Single(game.player), game.player, Cause("a test"))
    dispatch.drain(game)


@pytest.mark.parametrize(
    ("depth", "seed"),
    [
        *((1, 3), (4, 5), (9, 8), (14, 1)),
        *(pytest.param(*game, marks=pytest.mark.soak) for game in ((2, 7), (7, 2), (11, 6))),
    ],
)
def test_the_mask_says_of_every_action_whether_it_would_be_refused(depth: int, seed: int) -> None:
    env, rng = BlueManaEnv(depth=depth), np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    for step in range(60):
        if step % 20 == 0:
            assert disagreements(env.game, env.eyes, info["action_mask"]) == {}
        *_, over, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if over:
            break
    env.close()


HOLDS = ("Stunned", "Asleep", "Frozen", "Confusion", "Feared", "Blinded", "Silenced", "Seared")


@pytest.mark.parametrize("status", HOLDS)
def test_it_does_so_whatever_holds_the_player(status: str) -> None:
    """Who sleeps, is stunned or confused passes or stumbles whatever they choose: a step into a wall is a turn too."""
    with room("######\n#@.g.#\n##.###\n######", raws=None, knows="Zap") as arena:
        arena.give(arena.player, "Health Potion")
        afflict(arena.game, status)
        eyes = Observer(arena.game)
        eyes.observe(arena.game)
        mask = mask_of(arena.game, eyes)
        assert disagreements(arena.game, eyes, mask) == {}
        into_the_wall = VERB_NAMES.index("north") * TARGETS
        assert bool(mask[into_the_wall]) == (status in ("Stunned", "Asleep", "Frozen", "Confusion"))


def allowed(env: BlueManaEnv, verb: str, target: int = 0) -> bool:
    """Return whether the mask allows a verb now."""
    env.eyes.observe(env.game)
    return bool(env.action_masks().reshape(VERBS, TARGETS)[VERB_NAMES.index(verb), target])


def carried(env: BlueManaEnv, name: str) -> str:
    """Put a known thing into the player's pack and return the verb that uses it."""
    game = env.game
    game.identified.add(name)
    item = spawning.make(game, "items", name, game.rng)
    spawning.pocket(game.player, item)
    env.eyes.observe(game)
    return f"item {[each.item for each in env.eyes.items].index(item) + 1}"


def test_the_mask_leaves_out_what_would_come_to_nothing() -> None:
    env = BlueManaEnv()
    env.reset(seed=1)
    pools = ecs.get(env.game.player, vitals.Pools)
    healing, restoring = carried(env, "Health Potion"), carried(env, "Mana Potion")
    assert not allowed(env, healing)
    assert not allowed(env, restoring)
    pools.hp, pools.mana = pools.hp - 1, pools.mana - 1
    assert allowed(env, healing)
    assert allowed(env, restoring)


def test_an_empty_staff_is_left_out_though_nothing_else_has_changed() -> None:
    env = BlueManaEnv()
    env.reset(seed=1)
    ecs.get(env.game.player, vitals.Pools).hp -= 1
    staff = carried(env, "Staff of Mending")
    assert allowed(env, staff)
    ecs.get(ecs.get(env.game.player, items.Pack).items[-1], items.Charges).left = 0
    env.eyes.observe(env.game)
    assert not allowed(env, staff)


def test_the_mask_leaves_out_what_asks_for_more() -> None:
    env = BlueManaEnv()
    env.reset(seed=1)
    game = env.game
    assert not allowed(env, carried(env, "Identify Scroll"))
    x, y = space.point_of(game.player) or (0, 0)
    way, (dx, dy) = next(
        (way, step)
        for way, step in enumerate(DIRECTIONS)
        if game.level.is_free((x + step[0], y + step[1]))
    )
    assert allowed(env, VERB_NAMES[way])
    spawning.spawn(game, "mobs", "Barkeep", (x + dx, y + dy), game.depth)
    assert not allowed(env, VERB_NAMES[way])


def test_exploring_is_allowed_while_anything_is_left() -> None:
    env = BlueManaEnv()
    env.reset(seed=1)
    assert not allowed(env, "explore")  # the town is home
    env.game.level.explored[:20] = False
    env.game.level.remembered.tiles[:20] = UNRECORDED
    assert allowed(env, "explore")


def explored(arena: Arena, eyes: Observer) -> tuple[bool, bool]:
    """Return whether the mask allows exploring in a drawn room, and whether there is anything to do then."""
    eyes.observe(arena.game)
    number = VERB_NAMES.index("explore") * TARGETS
    is_allowed = bool(mask_of(arena.game, eyes)[number])
    return is_allowed, command_of(number, arena.game, eyes) is not None


def test_exploring_ends_where_nothing_is_seen_from_the_last_edge() -> None:
    with room("######\n#...@#\n######") as arena:
        eyes, level = Observer(arena.game), arena.game.level
        level.explored[0] = False
        assert explored(arena, eyes) == (True, True)
        changes.move(arena.game, arena.player, (1, 1), Cause("a test"))
        assert explored(arena, eyes) == (False, False)
        changes.move(arena.game, arena.player, (2, 1), Cause("a test"))
        assert explored(arena, eyes) == (True, True)


def test_who_stands_on_a_trap_that_they_know_may_go_on_and_down() -> None:
    with room("#######\n#@.!.>#\n#######", {"!": "Health Potion"}, raws=None) as arena:
        trap = spawning.spawn(arena.game, "props", "Bear Trap", (1, 1), arena.game.depth)
        ecs.get(trap, spatial.Hidden).found = True
        eyes = Observer(arena.game)
        assert explored(arena, eyes) == (True, True)
        number = VERB_NAMES.index("descend") * TARGETS
        assert mask_of(arena.game, eyes)[number]
        assert command_of(number, arena.game, eyes) == moving.Step(1, 0)


def test_exploring_ends_where_what_is_left_has_become_too_heavy() -> None:
    """Who takes off what made them strong, or is weakened, carries less."""
    with room("######\n#@..)#\n######", {")": "Longsword"}, raws=None) as arena:
        eyes = Observer(arena.game)
        assert explored(arena, eyes) == (True, True)
        ecs.get(arena.player, vitals.Attributes).might = 0
        drop_stats(arena.player)
        assert explored(arena, eyes) == (False, False)


def test_exploring_ends_where_somebody_peaceful_is_in_the_way() -> None:
    with room("#########\n#@.b+...#\n#########", {"b": "Barkeep"}, raws=None) as arena:
        eyes = Observer(arena.game)
        arena.game.level.explored[5:] = False
        assert explored(arena, eyes) == (True, True)
        changes.move(arena.game, arena.player, (2, 1), Cause("a test"))
        assert explored(arena, eyes) == (False, False)
