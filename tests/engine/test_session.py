"""A whole save waits until the player has seen a frame, a command never does: nothing that was played can be lost."""

import pytest

from roguelike.engine.play.commands import Pass, Step
from roguelike.engine.session import SAVE_EVERY_TURNS, Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.testing.catalogs import catalog_for
from roguelike.world.game import Game


class Keeper:
    """Notes what it is told to keep, and the turn that the game had reached."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int]] = []

    def __call__(self, game: Game, why: str) -> None:
        self.told.append((why, game.turn))


@pytest.fixture
def keeper() -> Keeper:
    return Keeper()


@pytest.fixture
def session(keeper: Keeper) -> Session:
    return Session.start("settling", catalog_for(None), keeper)


def _play(session: Session, turns: int) -> None:
    """Let so many turns go by."""
    goal = session.game.turn + turns
    while session.game.turn < goal:
        session.do(Pass())


def test_each_command_is_kept_at_once(session: Session, keeper: Keeper) -> None:
    session.do(Pass())
    session.do(Pass())
    assert [why for why, *_ in keeper.told] == ["command", "command"]


def test_the_command_that_makes_a_save_due_is_kept_before_it(
    session: Session, keeper: Keeper
) -> None:
    _play(session, SAVE_EVERY_TURNS)
    last, commands = session.game.turn, len(keeper.told)
    assert {why for why, *_ in keeper.told} == {"command"}
    session.flush_save()
    assert keeper.told[commands:] == [("turns", last)]


def test_a_save_is_made_of_the_very_state_that_made_it_due(
    session: Session, keeper: Keeper
) -> None:
    _play(session, SAVE_EVERY_TURNS)
    due = session.game.turn
    session.do(Pass())
    kept = [(why, turn) for why, turn in keeper.told if why != "command"]
    assert kept == [("turns", due)]
    assert keeper.told[-1] == ("command", session.game.turn)


def test_a_save_that_is_due_is_made_once(session: Session, keeper: Keeper) -> None:
    session.save_soon("start")
    session.flush_save()
    session.flush_save()
    assert [why for why, *_ in keeper.told] == ["start"]


def test_saving_at_once_leaves_nothing_due(session: Session, keeper: Keeper) -> None:
    session.save_soon("start")
    session.save("quit")
    session.flush_save()
    assert [why for why, *_ in keeper.told] == ["quit"]


def test_a_game_is_the_same_when_nobody_watches_it() -> None:
    games = Session.start("7", catalog_for(None)), Session.start("7", catalog_for(None)).unwatched()
    for way in [Step(1, 0), Step(0, 1), Step(-1, 0), Step(0, -1), Pass()] * 8:
        watched, unwatched = (each.do(way) for each in games)
        assert (watched.acted, watched.refused) == (unwatched.acted, unwatched.refused)
        assert not unwatched.events
        assert not unwatched.sounds
    assert len({state_hash(each.game) for each in games}) == 1
