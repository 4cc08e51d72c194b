"""Whole games at random: what the environment keeps of them is never stale.

A replay from a stranger can do nothing but be played: it is refused, or played as far as it goes.
"""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import numpy as np
import pytest
from msgspec import to_builtins

from roguelike.actions import acting
from roguelike.core import trial_rolls
from roguelike.core.geometry import DIRECTIONS
from roguelike.core.rng import Stream
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.play.commands import Pass, Rest, Step
from roguelike.engine.session import Session
from roguelike.engine.state.errors import SaveError
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.environment.action_table import PLAIN, mask_of
from roguelike.lab.environment.environment import BlueManaEnv
from roguelike.lab.environment.observation import TARGETS, Observer
from roguelike.runs.verifying import verify
from roguelike.runs.watching import Watched
from roguelike.store import installed_packs, jsonl
from roguelike.store.recording import Recording
from roguelike.store.replay import read_replay
from roguelike.world import ecs, known_level, space
from roguelike.world.catalog import Catalog

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


ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 5, 10**9, 10**30, 0.5, "", "Zap", "../../etc/passwd", "x" * 5_000, [], [1, 2], {"a": 1},
)  # fmt: skip
CASES = 120


@pytest.fixture(scope="module")
def lines(catalog: Catalog) -> Iterator[list[dict[str, Any]]]:
    """A walk of thirty turns, as its lines."""
    session = Session.start("51", catalog)
    session.recording = Recording(session.game)
    for command in cycle((Step(1, 0), Rest(), Step(0, 1), Pass(), Step(-1, 0))):
        if session.game.turn >= 30:
            break
        session.do(command)
    found, _ = jsonl.read_lines(session.recording.text().encode())
    yield found
    ecs.drop_world(session.game.world)


def spoiled(lines: list[dict[str, Any]], rng: Stream) -> bytes:
    """Change some lines: a value, a field, a command of another sort, the order; every checksum is right."""
    made = [dict(line) for line in lines]
    for _ in range(1 + rng.below(3)):
        place = rng.below(len(made)) if rng.chance(85) else 0
        line = made[place]
        match rng.below(5):
            case 0:
                line[rng.choice(sorted(line))] = rng.choice(ODD)
            case 1:
                line[rng.choice(("what", "start", "fault", "hash", "do", "aim", "choice"))] = (
                    rng.choice(ODD)
                )
            case 2:
                kind = acting.ACTIONS[rng.choice(sorted(acting.ACTIONS))]
                fields = {name: rng.choice(ODD) for name in kind.__struct_fields__}
                made[place] = {
                    "do": rng.choice(sorted(acting.ACTIONS)),
                    **fields,
                    "at": line.get("at", [0] * 4),
                }
            case 3:
                line.pop(rng.choice(sorted(line)))
            case 4:
                made.insert(place, dict(rng.choice(made)))
    return b"".join(map(jsonl.write_line, made))


def test_nothing_but_played(lines: list[dict[str, Any]], catalog: Catalog) -> None:
    rng = Stream("hostile", "replays")
    worlds = len(ecs_worlds())
    read = 0
    for _ in range(CASES):
        try:
            replay = read_replay(spoiled(lines, rng))
            watched = Watched(replay, catalog)
        except SaveError:
            continue
        read += 1
        watched.seek(watched.length)
        watched.work(99)
        watched.seek(0)
        watched.work(99)
        assert watched.done == 0
        watched.close()
        if rng.chance(10):
            assert verify(replay, catalog).text
    assert read > CASES // 10, "some can be played at least in part"
    assert len(ecs_worlds()) == worlds


def ecs_worlds() -> list[str]:
    """List the worlds there are."""
    import esper

    return esper.list_worlds()


def test_a_replay_names_no_pack_that_is_not_here(
    lines: list[dict[str, Any]], catalog: Catalog, tmp_path: Any
) -> None:
    named = {"name": "../evil", "version": "1", "hash": "0" * 16}
    for pack in (named, "x", {"name": "a"}, 3):
        text = b"".join(map(jsonl.write_line, [{**lines[0], "packs": [pack]}, *lines[1:]]))
        with pytest.raises(SaveError):
            installed_packs.catalog_with(read_replay(text).packs, catalog, tmp_path)
    assert to_builtins(read_replay(b"".join(map(jsonl.write_line, lines))).packs) == ()
