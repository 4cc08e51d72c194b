"""Who has gained nothing for long gives up what they are about, and goes on past whoever drew them back."""

from collections.abc import Iterator

import pytest

from roguelike.components import actors, vitals
from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Action, Step
from roguelike.engine.session import Session
from roguelike.lab.bots.bot import Bot
from roguelike.lab.bots.roaming import MARCH_TURNS, PATIENCE_TURNS, Progress
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.terrain import Tile
from tests.lab.bots.playing import LUCK

HALL = "############\n#.@........#\n############"
START, FAR_END = (2, 1), (10, 1)
UNKNOWN = Step(-1, 0)


@pytest.fixture
def hall() -> Iterator[Arena]:
    with Arena.from_ascii(HALL) as arena:
        arena.set_pools(arena.player, hp=50, max_hp=50, mana=20, max_mana=20)
        arena.game.level.explored[:] = True
        arena.game.level.tiles[FAR_END] = Tile.DOWN_STAIRS
        yield arena


def to_and_fro(session: Session, rng: Stream) -> Iterator[Action]:
    """Step to and fro, as two habits do of which each undoes what the other does."""
    yield Step(1 if session.here == START else -1, 0)


def asked(arena: Arena, habit: Progress, turns: int = 0) -> list[Action]:
    """List what is proposed after so many more turns."""
    arena.game.turn += turns
    return list(habit.go_on(Session(arena.game), LUCK))


def given_up(arena: Arena) -> Progress:
    """Return the habit of one who has run out of patience in this turn."""
    habit = Progress()
    assert not asked(arena, habit)
    assert not asked(arena, habit, PATIENCE_TURNS - 1)
    assert asked(arena, habit, 1)
    return habit


def test_who_goes_to_and_fro_leaves_by_the_stairs_in_the_end(hall: Arena) -> None:
    session, bot = Session(hall.game), Bot("test", (Progress().go_on, to_and_fro), "1")
    above = hall.game.depth
    for _ in range(PATIENCE_TURNS):
        assert hall.game.depth == above
        bot.take_turn(session)
    for _ in range(FAR_END[0] - START[0] + 1):
        bot.take_turn(session)
    assert hall.game.depth == above + 1


@pytest.mark.parametrize("gain", ["ground", "experience", "gold", "strength"])
def test_whoever_gains_something_has_patience_again(hall: Arena, gain: str) -> None:
    if gain == "ground":
        hall.game.level.explored[5, 0] = False
    if gain == "strength":
        hall.set_pools(hall.player, mana=5)
    habit = Progress()
    assert not asked(hall, habit)
    hall.game.turn += PATIENCE_TURNS - 1
    pools = ecs.get(hall.player, vitals.Pools)
    match gain:
        case "ground":
            hall.game.level.explored[5, 0] = True
        case "experience":
            pools.xp += 1
        case "gold":
            pools.gold += 1
        case _:
            pools.mana += 1
    assert not asked(hall, habit)
    assert not asked(hall, habit, PATIENCE_TURNS - 1)
    assert asked(hall, habit, 1)


def test_to_rest_for_what_one_then_spends_is_no_gain(hall: Arena) -> None:
    habit, pools = Progress(), ecs.get(hall.player, vitals.Pools)
    for turn in range(PATIENCE_TURNS):
        pools.mana = 20 - turn % 4
        assert not asked(hall, habit), turn
        hall.game.turn += 1
    assert asked(hall, habit)


def test_who_was_there_all_the_time_is_left_alone_and_a_stranger_is_not(hall: Arena) -> None:
    goblin = hall.spawn("Goblin", 7, 1)
    ecs.get(goblin, actors.Mind).target = hall.player
    habit = given_up(hall)
    hall.spawn("Fox", 9, 1)
    fox = hall.find("Fox")
    assert asked(hall, habit), "it has not noticed one"
    ecs.get(fox, actors.Mind).target = hall.player
    assert not asked(hall, habit), "a stranger hunts one"


def test_whoever_stands_beside_one_is_fought_and_so_is_who_endangers_one(hall: Arena) -> None:
    goblin = hall.spawn("Goblin", 5, 1)
    ecs.get(goblin, actors.Mind).target = hall.player
    habit = given_up(hall)
    hall.set_pools(hall.player, hp=10)
    assert not asked(hall, habit), "in peril"
    hall.set_pools(hall.player, hp=50)
    assert asked(hall, habit)
    ecs.get(hall.spawn("Goblin", 3, 1), actors.Mind).target = hall.player
    assert not asked(hall, habit), "beside one"


def test_one_looks_for_the_unknown_first_and_next_time_goes_down(hall: Arena) -> None:
    hall.game.level.explored[0, :] = False
    habit = Progress()
    asked(hall, habit)
    assert asked(hall, habit, PATIENCE_TURNS)[0] == UNKNOWN
    assert not asked(hall, habit, MARCH_TURNS)
    assert asked(hall, habit, PATIENCE_TURNS)[0] == Step(1, 0)


def test_with_the_amulet_one_does_not_turn_back(hall: Arena) -> None:
    hall.give(hall.player, "Amulet of Yala")
    habit = Progress()
    asked(hall, habit)
    assert not asked(hall, habit, PATIENCE_TURNS)
