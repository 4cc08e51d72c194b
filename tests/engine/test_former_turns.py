"""The turns before a load: found by playing what was recorded, from the save before or from the beginning."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from roguelike.engine.play.commands import Action, Rest
from roguelike.engine.play.last_turns import LAST_TURNS, Moment
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.raws.catalog import Catalog
from roguelike.runs import resuming
from roguelike.runs.resuming import FormerTurns
from roguelike.store.folder import SaveFolder
from roguelike.store.loaded import Loaded
from roguelike.store.recording import Recording


def saved(path: Path, catalog: Catalog, *turns: int) -> tuple[Session, Loaded]:
    """Play a game, saved at the beginning and after so many turns each time; return it, and what is read of it."""
    session = Session.start("3", catalog)
    session.remembers, recording = True, Recording(session.game)
    session.recording = recording
    with SaveFolder(path) as folder:
        folder.write(recording)
        for count in turns:
            for _ in range(count):
                session.do(Rest())
            folder.write(recording)
    with SaveFolder(path) as folder:
        return session, folder.read(catalog)


def as_they_were(moments: Sequence[Moment], catalog: Catalog) -> list[tuple[int, Action, str]]:
    """Return turn, command and the state before it of some moments."""
    return [(each.turn, each.action, state_hash(each.opened(catalog))) for each in moments]


def are_alike(moments: Sequence[Moment], others: Sequence[Moment], catalog: Catalog) -> bool:
    """Return whether moments tell of the same turns, wherever the states are from that they are opened from."""
    return as_they_were(moments, catalog) == as_they_were(others, catalog)


def finished(former: FormerTurns) -> int:
    """Play it to its end; return how many commands that took."""
    commands = 0
    while not former.is_finished:
        former.work(1)
        commands += 1
    assert former.progress == 1.0
    return commands


def test_they_are_those_that_were_played(tmp_path: Path, catalog: Catalog) -> None:
    session, loaded = saved(tmp_path, catalog, 12, 8)
    former = FormerTurns(loaded, catalog)
    assert former.moments == ()
    assert finished(former) == 8
    assert are_alike(former.moments, session.last_turns.moments, catalog)
    assert len(former.moments) == LAST_TURNS


def test_where_the_save_before_is_too_near_they_are_found_from_the_beginning(
    tmp_path: Path, catalog: Catalog
) -> None:
    session, loaded = saved(tmp_path, catalog, 12, 2)
    former = FormerTurns(loaded, catalog)
    assert finished(former) == 14
    assert are_alike(former.moments, session.last_turns.moments, catalog)


def test_of_a_long_run_only_what_follows_the_save_before_is_played(
    tmp_path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resuming, "MOST_REPLAYED", 10)
    session, loaded = saved(tmp_path, catalog, 12, 2)
    former = FormerTurns(loaded, catalog)
    assert finished(former) == 2
    assert are_alike(former.moments, session.last_turns.moments[-2:], catalog)


@pytest.mark.parametrize(
    "other",
    [{"recorded": b""}, {"recorded": b"nonsense"}, {"earlier": b""}, {"earlier": b"nonsense"}],
)
def test_without_something_sound_there_is_less_and_no_fault(
    tmp_path: Path, catalog: Catalog, other: dict[str, bytes]
) -> None:
    session, loaded = saved(tmp_path, catalog, 12, 8)
    for name, value in other.items():
        setattr(loaded, name, value)
    former = FormerTurns(loaded, catalog)
    finished(former)
    played = () if "recorded" in other else session.last_turns.moments
    assert are_alike(former.moments, played, catalog)


def test_a_game_that_goes_another_way_has_none(tmp_path: Path, catalog: Catalog) -> None:
    _, loaded = saved(tmp_path, catalog, 12, 8)
    head, *lines = loaded.recorded.splitlines(keepends=True)
    loaded.recorded = b"".join([head, *lines[:-3], *lines[-2:]])
    loaded.earlier = b""
    former = FormerTurns(loaded, catalog)
    finished(former)
    assert former.moments == ()


def test_closed_half_way_it_leaves_no_world_behind(tmp_path: Path, catalog: Catalog) -> None:
    from roguelike.world import ecs

    _, loaded = saved(tmp_path, catalog, 12, 8)
    worlds = len(ecs.esper.list_worlds())
    former = FormerTurns(loaded, catalog)
    former.work(3)
    assert 0 < former.progress < 1
    former.close()
    assert former.is_finished
    assert len(ecs.esper.list_worlds()) == worlds
