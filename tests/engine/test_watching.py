"""A recorded game is watched to any of its turns, forward and back, and played on from there for nothing."""

from collections.abc import Iterator
from itertools import cycle

import pytest

from roguelike.engine.play.commands import Pass, Rest, Step
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.runs import watching
from roguelike.runs.watching import ONLY_WATCHED, Watched
from roguelike.store.recording import Recording
from roguelike.store.replay import Replay, read_replay
from roguelike.world import ecs
from roguelike.world.catalog import Catalog

TURNS = 90


@pytest.fixture(scope="module")
def recorded(catalog: Catalog) -> tuple[Replay, list[str]]:
    """A walk in the town, and its state hash after each command."""
    session = Session.start("31", catalog)
    session.recording = Recording(session.game)
    hashes = [state_hash(session.game)]
    for command in cycle((Step(1, 0), Step(0, 1), Rest(), Step(-1, 0), Step(0, -1), Pass())):
        if session.game.turn >= TURNS:
            break
        if session.do(command).acted:
            hashes.append(state_hash(session.game))
    replay = read_replay(session.recording.text().encode())
    ecs.drop_world(session.game.world)
    assert len(hashes) == len(replay.commands) + 1
    return replay, hashes


@pytest.fixture
def watched(recorded: tuple[Replay, list[str]], catalog: Catalog) -> Iterator[Watched]:
    found = Watched(recorded[0], catalog)
    yield found
    found.close()


def go(watched: Watched, done: int) -> str:
    """Go to after so many commands; return the hash there."""
    watched.seek(done)
    while watched.is_seeking:
        watched.work(7)
    assert watched.done == done
    return state_hash(watched.game)


def test_every_place_is_as_it_was(
    watched: Watched, recorded: tuple[Replay, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    hashes = recorded[1]
    last = len(hashes) - 1
    monkeypatch.setattr(watched, "_every", 10)
    for done in (0, 3, last, 17, 18, 16, 50, 49, 1, last, 0):
        assert go(watched, done) == hashes[done]
    assert not watched.trouble


def test_few_states_are_kept_of_a_long_game(
    watched: Watched, recorded: tuple[Replay, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "MOST_KEPT", 5)
    watched._every = 2
    hashes = recorded[1]
    for done in (len(hashes) - 1, 33, 5, 70):
        assert go(watched, done) == hashes[done]
    assert len(watched._kept) <= 6
    assert watched._every > 2


def test_a_turn_is_found(watched: Watched) -> None:
    for turn in (40, 10, 0, TURNS, 9_999):
        watched.seek_turn(turn)
        watched.work(9_999)
        assert watched.game.turn == min(turn, watched.last_turn)
    assert watched.is_at_end


def test_it_takes_no_commands(watched: Watched) -> None:
    go(watched, 5)
    before = state_hash(watched.game)
    assert watched.do(Pass()).refused == ONLY_WATCHED
    assert watched.rest().refused
    assert watched.explore().refused
    assert state_hash(watched.game) == before


def test_a_fork_changes_nothing_of_it(watched: Watched, recorded: tuple[Replay, list[str]]) -> None:
    go(watched, 30)
    fork = watched.fork()
    assert state_hash(fork.game) == recorded[1][30]
    assert fork.is_practice
    assert fork.keeper is None
    fork.do(Rest())
    fork.do(Rest())
    assert state_hash(watched.game) == recorded[1][30]
    fork.undo()
    fork.undo()
    assert not fork.undo()
    assert state_hash(fork.game) == recorded[1][30]
    fork.do(watched.replay.commands[30])
    assert state_hash(fork.game) == recorded[1][31], "the dice are those that fell"
    fork.again()
    assert state_hash(fork.game) == recorded[1][30]
    fork.close()
    assert go(watched, 40) == recorded[1][40]


def test_another_way_is_told_and_ends_it(
    recorded: tuple[Replay, list[str]], catalog: Catalog
) -> None:
    replay = recorded[0]
    steps = list(replay.steps)
    place = next(n for n, step in enumerate(steps) if step in replay.recorded[10:])
    first = replay.recorded[10]
    steps[place] = type(first)(first.command, [*first.mark[:3], first.mark[3] + 1])
    found = Watched(Replay(replay.seed, "0.0.1", replay.data_hash, steps), catalog)
    found.seek(50)
    found.work(99)
    assert found.done == 11
    assert found.is_at_end
    assert "goes another way" in found.trouble
    assert "version 0.0.1" in found.trouble
    found.seek(4)
    found.work(99)
    assert not found.trouble
    found.close()


def test_a_crash_is_watched_up_to_the_fault(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session.start("32", catalog)
    session.recording = Recording(session.game)
    session.do(Pass())
    with monkeypatch.context() as planted:
        planted.setattr("roguelike.effects.upkeep.grow_hungry", lambda game, entity: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            session.do(Rest())
    found = Watched(read_replay(session.recording.text().encode()), catalog)
    found.forward()
    with monkeypatch.context() as planted:
        planted.setattr("roguelike.effects.upkeep.grow_hungry", lambda game, entity: 1 / 0)
        found.seek(found.length)
        found.work(99)
        assert "ZeroDivisionError" in found.trouble
        assert found.done == 1
    found.seek(0)
    found.seek(found.length)
    found.work(99)
    assert not found.trouble
    assert found.done == 2
    found.close()
    ecs.drop_world(session.game.world)
