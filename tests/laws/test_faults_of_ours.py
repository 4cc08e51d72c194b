"""A fault of ours in the middle of a turn ends in the state before it, with a crash file that plays up to it."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from roguelike.app import main
from roguelike.components import vitals
from roguelike.core.effect import Effect
from roguelike.devices.headless import Headless
from roguelike.devices.running import run_screens
from roguelike.effects import dispatch, registry, upkeep
from roguelike.engine.crash import crash_report
from roguelike.engine.loading import DataLoader
from roguelike.engine.play.commands import Pass, Rest, Step
from roguelike.engine.session import BROKEN_OFF, Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.engine.views import choices
from roguelike.host import LocalHost
from roguelike.runs.verifying import verify
from roguelike.store import save_file
from roguelike.store.recording import Recording
from roguelike.store.replay import read_replay
from roguelike.testing import Pilot
from roguelike.toolkit.screen import Screen
from roguelike.ui.program import Program
from roguelike.world import changes, ecs
from roguelike.world.game import Cause, Game, Single
from tests.laws.test_random_effects import made_up

DATA = DataLoader()
every_handler = pytest.mark.parametrize(
    "kind", sorted(registry.HANDLERS, key=lambda each: each.key), ids=lambda kind: kind.key
)


class PlantedError(Exception):
    """The fault that is planted."""


@pytest.fixture(scope="module")
def saved() -> bytes:
    """A game that has just begun."""
    game = Session.start("7", DATA.catalog()).game
    data = save_file.encode(game, run="r1")
    ecs.drop_world(game.world)
    return data


@pytest.fixture
def host(tmp_path: Path, saved: bytes) -> Iterator[LocalHost]:
    """A host whose saves hold that game."""
    (tmp_path / "game-000001.save").write_bytes(saved)
    found = LocalHost(tmp_path, DATA)
    yield found
    found.close()


def plant(monkeypatch: pytest.MonkeyPatch, kind: type[Effect]) -> None:
    """Have a handler do its work and then fail, and have it called in the middle of the fourth turn."""
    sound = registry.HANDLERS[kind]

    def fail(effect: Effect, hit: registry.Hit, game: Game) -> None:
        sound(effect, hit, game)
        if game.turn >= 4:
            raise PlantedError(kind.key)

    def push(game: Game, entity: int) -> None:
        if game.turn < 4:
            return
        effect = made_up(kind, Random(3), game)
        game.push(effect, Single(game.player), game.player, Cause("a test"))
        game.turn += 5
        dispatch.drain(game)
        raise PlantedError("nothing was hit")

    monkeypatch.setitem(registry.HANDLERS, kind, fail)
    monkeypatch.setattr(upkeep, "grow_hungry", push)


def resumed(folder: Path) -> tuple[str, int]:
    """Start the program again; return the state hash and the turn of the game that goes on."""
    again = LocalHost(folder, DATA)
    session = again.resume()
    found = state_hash(session.game), session.game.turn
    again.close()
    ecs.drop_world(session.game.world)
    return found


def left(host: LocalHost, session: Session) -> tuple[str, int]:
    """Leave the program as it is and start it again; return the state hash and the turn of the game that goes on."""
    host.close()
    ecs.drop_world(session.game.world)
    return resumed(host.saves)


@every_handler
def test_it_ends_in_the_state_before_the_turn(
    host: LocalHost, monkeypatch: pytest.MonkeyPatch, kind: type[Effect]
) -> None:
    session = host.resume()
    for command in (Pass(), Rest(), Pass()):
        session.do(command)
    before = state_hash(session.game), session.game.turn
    with monkeypatch.context() as planted:
        plant(planted, kind)
        with pytest.raises(PlantedError):
            session.do(Pass())
        assert session.do(Pass()).refused is not None, "half a turn is not played on"
        session.save("quit")
        host.close()
        replay = read_replay(session.recording.text().encode())
        again = verify(replay, DATA.catalog())
        assert again.is_alike
        assert again.text.count("PlantedError") == 2, "it meets the fault again"
    ecs.drop_world(session.game.world)
    assert resumed(host.saves) == before
    assert "now it does not" in verify(replay, DATA.catalog()).text


@pytest.mark.parametrize(
    "undoing",
    [
        "roguelike.effects.foresight.rehearsal._take_back",
        "roguelike.world.bookkeeping.BookkeepingCopy.put_back",
        "roguelike.world.known_level._Pretence.end",
    ],
)
def test_what_was_foreseen_and_cannot_be_taken_back_is_neither_played_on_nor_saved(
    monkeypatch: pytest.MonkeyPatch, undoing: str
) -> None:
    saved: list[str] = []
    session = Session.start("12", DATA.catalog(), lambda game, why: saved.append(why))
    session.do(Pass())
    saved.clear()
    with monkeypatch.context() as planted:
        planted.setattr(undoing, lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            session.reply(Pass(), 2)
    assert session.do(Pass()).refused == BROKEN_OFF
    session.save("quit")
    assert saved == []


def test_a_change_that_breaks_off_while_it_is_foreseen_leaves_nothing_to_play_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It may have done its work, but stands in no list of what is to be undone: 3 of 2,000 planted faults did so."""
    session = Session.start("12", DATA.catalog())
    session.do(Pass())
    before, apply = state_hash(session.game), changes.Moved.apply

    def broken(change: changes.Moved, game: Game) -> None:
        apply(change, game)
        raise ZeroDivisionError

    step = next(
        Step(dx, dy)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        if session.forecast(Step(dx, dy)).refused is None
    )
    with monkeypatch.context() as planted:
        planted.setattr(changes.Moved, "apply", broken)
        with pytest.raises(ZeroDivisionError):
            session.forecast(step)
    assert state_hash(session.game) != before
    assert session.do(Pass()).refused == BROKEN_OFF


def test_what_was_foreseen_and_taken_back_is_played_on() -> None:
    session = Session.start("12", DATA.catalog())
    with pytest.raises(ZeroDivisionError), session.ask(choices.trying, Pass()):
        raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError), session.foreseeing():
        raise ZeroDivisionError
    assert session.do(Pass()).acted


def test_a_new_game_is_played_again_from_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.start("12", DATA.catalog())
    session.recording = Recording(session.game)
    session.do(Pass())
    monkeypatch.setattr(upkeep, "grow_hungry", lambda game, entity: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        session.do(Pass())
    replay = read_replay(session.recording.text().encode())
    assert (replay.seed, replay.start, replay.fault) == (
        "12",
        b"",
        "ZeroDivisionError: division by zero",
    )
    assert replay.commands == [Pass()]


def test_the_crash_file_is_a_replay(
    host: LocalHost, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = host.resume()
    session.do(Pass())
    with monkeypatch.context() as planted:
        planted.setattr(upkeep, "grow_hungry", lambda game, entity: 1 / 0)
        with pytest.raises(ZeroDivisionError) as caught:
            session.do(Rest())
    told = crash_report(caught.value, host.saves, {"replay": session.recording.text(), "seed": "7"})
    path = host.saves / "crash-1.json"
    assert f"roguelike verify {path}" in told
    assert "goes on from before the turn" in told
    assert "ZeroDivisionError" in "".join(json.loads(path.read_text(encoding="utf-8"))["traceback"])
    assert main(["verify", str(path)]) == 0
    assert "1 commands, all as recorded, to turn 1. Then Rest() met" in capsys.readouterr().out


def planted(*_: object, **__: object) -> None:
    """Fail, as anything of ours may."""
    raise PlantedError


@pytest.mark.parametrize(
    "place",
    [
        "roguelike.engine.session.bury",
        "roguelike.store.save_file.encode",
        "roguelike.engine.play.last_turns.write",
    ],
)
@pytest.mark.parametrize("when", ["after the frame", "before the next command"])
def test_a_fault_while_saving_breaks_the_game_off(
    host: LocalHost, monkeypatch: pytest.MonkeyPatch, place: str, when: str
) -> None:
    session = host.resume()
    for _ in range(10):  # after which a state to look back from is due, too
        session.do(Pass())
    before = state_hash(session.game), session.game.turn
    session.save_soon("turns")
    with monkeypatch.context() as faulty:
        faulty.setattr(place, planted)
        with pytest.raises(PlantedError):
            host.after_frame() if when == "after the frame" else session.do(Pass())
    assert session.do(Pass()).refused is not None, "it is not played on"
    session.save("quit")
    assert left(host, session) == before


@pytest.mark.parametrize(
    "place",
    [
        "roguelike.store.log.Log.add",  # the turn is not written down
        "roguelike.store.playing.Playing.show",  # it is
    ],
)
def test_after_a_fault_in_the_log_no_command_follows_a_gap(
    host: LocalHost, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    session = host.resume()
    session.do(Pass())
    before = session.game.turn
    with monkeypatch.context() as faulty:
        faulty.setattr(place, planted)
        with pytest.raises(PlantedError):
            session.do(Pass())
    assert session.do(Pass()).refused is not None
    assert left(host, session)[1] == before + place.endswith("show")


@pytest.mark.parametrize("place", ["Log.flush_names", "Playing.begin", "end_of"])
def test_commands_after_a_save_that_failed_when_it_stood_follow_a_save(
    host: LocalHost, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    session = host.resume()
    session.do(Pass())
    with monkeypatch.context() as faulty:
        faulty.setattr(f"roguelike.store.folder.{place}", planted)
        with pytest.raises(PlantedError):
            session.save("turns")
    session.do(Pass())
    after = state_hash(session.game), session.game.turn
    assert left(host, session) == after


def test_ctrl_c_saves_nothing_half_done(host: LocalHost) -> None:
    """The log has every turn that was played to its end; what was being done may be half done or half undone."""
    screen, session = Headless(), host.resume()
    before = state_hash(session.game), session.game.turn

    def break_off() -> bool:
        ecs.get(session.game.player, vitals.Pools).hp = 1
        raise KeyboardInterrupt

    def first(program: Program) -> tuple[Screen, ...]:
        program.session = session
        return (program.open("play"),)

    with pytest.raises(KeyboardInterrupt):
        run_screens(host, screen, host.saves, break_off, first)
    assert left(host, session) == before


def test_a_fault_while_drawing_saves_nothing_half_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Pilot(seed=3, saves=tmp_path) as pilot:
        pilot.press("n", "enter", ".", ".")
        before = pilot.arena.state_hash()
        session = pilot.program.game
        session.is_broken = True  # as `ui.running` does with any fault that reaches it
        pilot.arena.set_pools(pilot.arena.player, hp=1)
    with Pilot(saves=tmp_path) as again:
        again.press("c")
        assert again.arena.state_hash() == before
