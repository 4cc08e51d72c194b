"""Whole games by bots: a save at any turn is the game itself, a recording is it over again, nothing kept is stale."""

from pathlib import Path

import numpy as np
import pytest

from roguelike.actions import acting
from roguelike.core import trial_rolls
from roguelike.core.geometry import DIRECTIONS
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.play.dungeon import new_game
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.environment.action_table import PLAIN, mask_of
from roguelike.lab.environment.environment import BlueManaEnv
from roguelike.lab.environment.observation import TARGETS, Observer
from roguelike.store.folder import SaveFolder
from roguelike.store.recording import Recording
from roguelike.store.replay import Playback, read_replay
from roguelike.world import known_level, space
from roguelike.world.catalog import Catalog

TURNS = 120


def played(seed: str, catalog: Catalog, turns: int = TURNS) -> Session:
    """Let a bot play for a while."""
    session = Session.start(seed, catalog)
    make_bot("random", seed).play(session, until=turns)
    return session


def test_a_recorded_game_plays_back(catalog: Catalog) -> None:
    commands = list(played("5", catalog).commands)
    session = Session.start("5", catalog)
    recording = session.recording = Recording(session.game, every=10)
    for command in commands:
        session.do(command)
    recording.check()
    again = Session(new_game("5", catalog))
    replay = read_replay(bytes(recording.data))
    assert Playback(replay.steps, again.game, again.do).finish() is None


def test_a_program_that_dies_loses_nothing(catalog: Catalog, tmp_path: Path) -> None:
    """Kept as the program keeps it, and never closed."""
    folder = SaveFolder(tmp_path)

    def keep(game: object, why: str) -> None:
        """Do as the session asks."""
        (folder.append if why == "command" else folder.write)(recording)

    session = Session.start("6", catalog, keep)
    recording = session.recording = Recording(session.game)
    session.save("start")
    bot = make_bot("random", "6")
    for turn in range(1, 120):
        bot.take_turn(session)
        if turn % 23 == 0:
            loaded = SaveFolder(tmp_path).read(catalog)
            resumed = Session(loaded.game)
            for command in loaded.commands:
                resumed.do(command)
            assert state_hash(resumed.game) == state_hash(session.game)
            assert loaded.notes == []
    newest = max(tmp_path.glob("game-*.save"))
    newest.write_bytes(newest.read_bytes()[:-1])
    loaded = SaveFolder(tmp_path).read(catalog)
    resumed = Session(loaded.game)
    for command in loaded.commands:
        resumed.do(command)
    assert state_hash(resumed.game) == state_hash(session.game), "nor with the latest save damaged"


GAMES = [(1, 1), (1, 2), (3, 3), (6, 4), (9, 5), (13, 6)]
"""Depths and seeds."""
STEPS = 90


def bumps_of(env: BlueManaEnv, mask: np.ndarray) -> dict[int, tuple[bool, bool]]:
    """Return whether each step into somebody who is no foe is allowed: (by the mask, on the level as known)."""
    game, eyes = env.game, env.eyes
    (x, y), blockers = space.point_of(game.player) or (0, 0), game.level.blockers
    found = {}
    for way, (dx, dy) in enumerate(DIRECTIONS):
        there = (x + dx, y + dy)
        if there not in eyes.bodies or blockers[there] in eyes.foes:
            continue
        with (
            known_level.as_known(game, game.player),
            rehearsing(game, trial_rolls.ExtremeRolls(high=True, lucky=True)),
        ):
            is_done = isinstance(acting.attempt(PLAIN[way], game.player, game), acting.Done)
        found[way] = (bool(mask[way * TARGETS]), is_done)
    return found


@pytest.mark.parametrize(("depth", "seed"), GAMES)
def test_what_was_kept_is_what_a_new_look_finds(depth: int, seed: int) -> None:
    """And the mask holds: nothing is refused that it allows, nor anybody in view bumped into but as it says."""
    env, rng, bumps = BlueManaEnv(depth=depth), np.random.default_rng(seed), []
    seen, info = env.reset(seed=seed)
    for _ in range(STEPS):
        game, mask = env.game, info["action_mask"]
        before, eyes = state_hash(game), Observer(game)
        anew = eyes.observe(game)
        assert [name for name in seen if not np.array_equal(seen[name], anew[name])] == []
        assert np.array_equal(mask, mask_of(game, eyes)), game.turn
        assert state_hash(game) == before
        bumps += bumps_of(env, mask).values()
        seen, _, over, _, info = env.step(int(rng.choice(np.flatnonzero(mask))))
        assert not info["refused"]
        if over:
            break
    env.close()
    assert [told for told, _ in bumps] == [is_done for _, is_done in bumps]
    if depth == 1:
        assert {told for told, _ in bumps} == {False, True}
