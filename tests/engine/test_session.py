"""A whole save waits until a frame was seen, a command never does; what loading checks is what play checks."""

import pytest

from roguelike.components import items, magic, spatial
from roguelike.components.statuses import Statuses
from roguelike.engine.play.commands import Pass, Step
from roguelike.engine.session import SAVE_EVERY_TURNS, Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.store import invariants
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs, space
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


def test_two_bodies_on_one_tile_are_a_fault_of_the_state() -> None:
    with Arena.from_ascii("######\n#@.oo#\n######", {"o": "Orc"}) as room:
        game, orcs = room.game, sorted(set(room.game.level.blockers.values()) - {room.player})
        first, second = orcs
        assert invariants.faults_of_state(game) == []
        space.take_up(game, second)
        space.put(game, second, (3, 1), game.depth)
        assert invariants.faults_of_state(game) == [
            f"Orc ({second}) and Orc ({first}) both stand at (3, 1)"
        ]


@pytest.mark.filterwarnings("error")
def test_whoever_is_off_the_map_is_told_as_that_and_sees_nothing() -> None:
    with Arena.from_ascii("####\n#@.#\n####") as room:
        ecs.get(room.player, spatial.Position).x = 9
        assert f"player ({room.player}) is at (9, 1), off the map" in invariants.faults_of_state(
            room.game
        )


def test_a_thing_on_a_level_that_is_not_there_is_a_fault_of_the_state() -> None:
    with Arena.from_ascii("####\n#@.#\n####") as room:
        game, dagger = room.game, room.spawn("Dagger", 2, 1)
        space.take_up(game, dagger)
        ecs.get(dagger, spatial.Position).depth = 9
        assert invariants.faults_of_state(game) == [
            f"Dagger ({dagger}) is at depth 9, which does not exist"
        ]


def test_an_index_that_was_forgotten_is_a_fault_of_play_alone() -> None:
    with Arena.from_ascii("#####\n#@.o#\n#####", {"o": "Orc"}) as room:
        room.game.level.at.pop((3, 1))
        assert any("the index says" in fault for fault in invariants.faults(room.game))
        assert invariants.faults_of_state(room.game) == []


@pytest.mark.parametrize(
    ("kind", "name", "told"),
    [
        (items.Pack, "items", "carries"),
        (Statuses, "entities", "bears"),
        (magic.KnownSpells, "spells", "knows"),
    ],
)
def test_one_thing_more_than_a_save_holds_is_a_fault(kind: type, name: str, told: str) -> None:
    with Arena.from_ascii("###\n#@#\n###") as arena:
        arena.game.enter()
        held = getattr(ecs.get(arena.player, kind), name)
        held.extend(range(invariants.MOST_HELD - len(held)))
        assert not [*invariants.belongings_have_room(arena.game)]
        held.append(1)
        (fault,) = invariants.belongings_have_room(arena.game)
        assert f"{told} {invariants.MOST_HELD + 1}" in fault
