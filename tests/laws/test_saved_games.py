"""Whole games at random: what the environment keeps of them is never stale.

A replay from a stranger can do nothing but be played: it is refused, or played as far as it goes.

A run is recorded from its first command, whatever happens to the program, and its end leaves all of it behind.
"""

import json
import os
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import to_builtins

from roguelike.actions import acting
from roguelike.core import trial_rolls
from roguelike.core.geometry import DIRECTIONS
from roguelike.core.rng import Stream
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.loading import DataLoader
from roguelike.engine.play.commands import Pass, Rest, Step
from roguelike.engine.session import Session
from roguelike.engine.state.errors import SaveError
from roguelike.engine.state.snapshot import remembered, state_hash, taken_back
from roguelike.host import LocalHost
from roguelike.lab.environment.action_table import PLAIN, mask_of
from roguelike.lab.environment.environment import BlueManaEnv
from roguelike.lab.environment.observation import TARGETS, Observer
from roguelike.runs.run_reports import forget_oldest, read_report, replay_file
from roguelike.runs.verifying import read_replay_file, verify
from roguelike.runs.watching import Watched
from roguelike.store import installed_packs, jsonl
from roguelike.store import recording as recording_module
from roguelike.store.recording import Recording
from roguelike.store.replay import Checkpoint, Replay, read_replay
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


DATA = DataLoader()


WALK = (Step(1, 0), Rest(), Step(0, 1), Step(-1, 0), Pass(), Step(0, -1))


def played(host: LocalHost, session: Session, turns: int) -> None:
    """Walk about in the town for some turns, as the program does, a frame after each; nobody dies of that."""
    until = session.game.turn + turns
    for command in cycle(WALK):
        if session.game.turn >= until:
            return
        session.do(command)
        host.after_frame()


def again(host: LocalHost) -> tuple[LocalHost, Session]:
    """Start the program anew in its folder, the old one having been killed."""
    old = host._session
    host.close()
    if old is not None:
        ecs.drop_world(old.game.world)
    fresh = LocalHost(host.saves, DATA)
    return fresh, fresh.resume()


def kept_replay(saves: Path) -> Replay:
    """Read the one replay that runs left behind."""
    [path] = (saves / "runs").glob("*.replay.gz")
    return read_replay_file(path)


def test_a_run_of_many_sessions_is_one_replay(tmp_path: Path) -> None:
    host = LocalHost(tmp_path, DATA)
    session = host.start("11")
    for turns in (130, 70, 60):
        played(host, session, turns)
        host, session = again(host)
    played(host, session, 20)
    turn, seed = session.game.turn, session.seed
    host.abandon()
    replay = kept_replay(tmp_path)
    assert (replay.seed, replay.start) == (seed, b"")
    assert len([step for step in replay.steps if isinstance(step, Checkpoint)]) >= 2
    found = verify(replay, DATA.catalog())
    assert found.is_alike, found.text
    assert f"to turn {turn}." in found.text
    assert not list(tmp_path.glob("*.recording"))
    host.close()


def test_a_crash_after_a_load_goes_back_to_the_first_command(tmp_path: Path) -> None:
    host = LocalHost(tmp_path, DATA)
    played(host, host.start("12"), 60)
    host, session = again(host)
    played(host, session, 5)
    replay = read_replay(session.recording.text().encode())
    assert replay.start == b""
    assert verify(replay, DATA.catalog()).is_alike
    host.close()


def test_the_older_save_has_its_part_of_the_recording(tmp_path: Path) -> None:
    host = LocalHost(tmp_path, DATA)
    played(host, host.start("13"), 120)
    host.close()
    latest = max(tmp_path.glob("game-*.save"))
    latest.write_bytes(latest.read_bytes()[:-9])
    host = LocalHost(tmp_path, DATA)
    session = host.resume()
    played(host, session, 10)
    replay = read_replay(session.recording.text().encode())
    assert replay.start == b""
    assert verify(replay, DATA.catalog()).is_alike
    host.close()


def test_a_run_that_is_too_long_is_recorded_from_a_save_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording_module, "MOST_RECORDED", 40)
    host = LocalHost(tmp_path, DATA)
    session = host.start("16")
    for _ in range(3):
        for _ in range(30):
            session.do(Rest())
            host.after_frame()
        session.save("turns")
    host, session = again(host)
    host.after_frame()
    replay = read_replay(session.recording.text().encode())
    assert replay.start
    assert len(replay.commands) < 60
    assert verify(replay, DATA.catalog()).is_alike
    host.close()


def test_a_turn_that_was_taken_back_is_part_of_the_run(tmp_path: Path) -> None:
    """Yesterday makes another world of the game; the recording and the saves go on."""
    host = LocalHost(tmp_path, DATA)
    session = host.start("17")
    played(host, session, 5)
    before = session.game.world
    run = host.folder()._run
    session.game.yesterday = remembered(session.game)
    taken_back(session.game)
    assert session.game.world != before
    session.do(Pass())
    host.after_frame()
    session.save("turns")
    assert host.folder()._run == run
    assert not (tmp_path / "replaced").exists()
    host.close()


@pytest.mark.parametrize("seed", ["18", "19"])
@pytest.mark.parametrize("how", ["in one session", "after a kill", "after quitting"])
def test_a_new_game_ends_the_saved_one_as_given_up(tmp_path: Path, how: str, seed: str) -> None:
    host = LocalHost(tmp_path, DATA)
    session = host.start("18")
    played(host, session, 7)
    match how:
        case "after quitting":
            session.save("quit")
        case "after a kill":
            host.close()
            host = LocalHost(tmp_path, DATA)
    played(host, host.start(seed), 3)
    [run] = host.folder().history()
    assert (run.how, run.seed, run.turns) == ("abandoned", "18", 7)
    report = read_report(tmp_path, run.run)
    assert report.morgue is not None
    assert verify(read_replay_file(replay_file(tmp_path, run.run)), DATA.catalog()).is_alike
    assert not (tmp_path / "replaced").exists()
    assert len(list(tmp_path.glob("*.recording"))) == 1
    assert not host.notices()
    host.close()


def test_a_saved_game_that_cannot_be_opened_is_set_aside_for_a_new_one(tmp_path: Path) -> None:
    host = LocalHost(tmp_path, DATA)
    played(host, host.start("18"), 3)
    host.close()
    for path in tmp_path.glob("*.save"):
        path.write_bytes(b"{}" + path.read_bytes())
    host = LocalHost(tmp_path, DATA)
    played(host, host.start("19"), 3)
    assert "leaves no report" in " ".join(host.notices())
    assert host.folder().history() == []
    assert list((tmp_path / "replaced").glob("*.recording"))
    host.close()


@pytest.mark.parametrize("how", ["died", "won", "abandoned"])
def test_every_end_leaves_a_report_and_a_replay(tmp_path: Path, how: str) -> None:
    host = LocalHost(tmp_path, DATA)
    session = host.start("20")
    played(host, session, 15)
    match how:
        case "abandoned":
            host.abandon()
        case "died":
            host._keep(session.game, "death")
        case "won":
            host._keep(session.game, "victory")
    [run] = host.folder().history()
    assert run.how == how
    report = read_report(tmp_path, run.run)
    assert report.end == run
    told = report.morgue
    assert told.messages
    assert told.things
    assert any("@" in row for row in told.map)
    text = (tmp_path / "runs" / f"{run.run}.txt").read_text(encoding="utf-8")
    assert "Seed" in text
    assert "20" in text
    assert "Last messages" in text
    assert (
        json.loads((tmp_path / "runs" / f"{run.run}.json").read_text(encoding="utf-8"))["end"][
            "seed"
        ]
        == "20"
    )
    assert verify(read_replay_file(replay_file(tmp_path, run.run)), DATA.catalog()).is_alike
    host.close()


def test_the_oldest_replays_make_room(tmp_path: Path) -> None:
    files = []
    for number in range(4):
        path = tmp_path / f"{number}.replay.gz"
        path.write_bytes(bytes(100))
        os.utime(path, (number, number))
        files.append(path)
    forget_oldest(files, 250)
    assert [path.exists() for path in files] == [False, False, True, True]


def test_a_runs_name_is_never_a_path(tmp_path: Path) -> None:
    for name in ("../x", "a/b", "", "é", "x" * 99, ".."):
        path = replay_file(tmp_path, name)
        assert path.parent == tmp_path / "runs"
        assert path.name.endswith(".replay.gz")
        assert len(path.name) > 20
