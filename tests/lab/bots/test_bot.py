"""Bots: ideas in their order; the Amulet taken and carried home.

Who has gained nothing for long gives up what they are about, and goes on past whoever drew them back.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from roguelike.components import actors, vitals
from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Action, Equip, Pass, Step, TakeStairs
from roguelike.engine.session import Report, Session
from roguelike.lab.bots import retreat, roaming
from roguelike.lab.bots.bot import OFTEN, Bot, Lessons
from roguelike.lab.bots.roaming import MARCH_TURNS, PATIENCE_TURNS, Progress
from roguelike.lab.bots.roster import make_bot
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from roguelike.world.terrain import Tile
from tests.lab.bots.playing import LUCK

ROOM = "#####\n#@..#\n#####"
NORTH, EAST, DOWN = Step(0, -1), Step(1, 0), TakeStairs(1)
HERE, THERE = (1, 1), (2, 1)


@pytest.fixture
def lessons() -> Lessons:
    """Return what somebody has learned who was refused the same command in the same place often enough."""
    lessons = Lessons()
    for turn in range(OFTEN):
        assert not lessons.is_vain(NORTH, HERE, turn)
        lessons.learn(NORTH, HERE, turn, refused=True)
    return lessons


def test_what_is_refused_again_and_again_is_tried_less_and_less(lessons: Lessons) -> None:
    tried, turns = 0, 1000
    for turn in range(OFTEN, turns):
        if not lessons.is_vain(NORTH, HERE, turn):
            lessons.learn(NORTH, HERE, turn, refused=True)
            tried += 1
    assert 1 < tried < 10
    assert not lessons.is_vain(NORTH, HERE, 10 * turns)


def test_elsewhere_and_of_another_command_nothing_was_learned(lessons: Lessons) -> None:
    assert not lessons.is_vain(NORTH, THERE, OFTEN)
    assert not lessons.is_vain(EAST, HERE, OFTEN)


def test_what_is_done_once_is_worth_trying_again(lessons: Lessons) -> None:
    lessons.learn(NORTH, HERE, OFTEN, refused=False)
    assert not lessons.is_vain(NORTH, HERE, OFTEN)


def test_what_cannot_be_put_on_here_cannot_be_put_on_anywhere(lessons: Lessons) -> None:
    with Arena.from_ascii(ROOM) as arena:
        wish = Equip(arena.give(arena.player, "Dagger"))
    for turn in range(OFTEN):
        lessons.learn(wish, (turn, 1), turn, refused=True)
    assert lessons.is_vain(wish, THERE, OFTEN)


def test_a_bot_that_was_refused_thrice_goes_straight_to_its_next_idea() -> None:
    def habit(session: Session, rng: Stream) -> Iterator[Action]:
        yield from (DOWN, Pass())

    with Arena.from_ascii(ROOM) as arena:
        session, bot = Session(arena.game), Bot("test", (habit,), "1")
        for _ in range(OFTEN):
            assert bot.choose(session) == DOWN
            bot._turn = -1  # as if it had not been asked
            bot.take_turn(session)
        assert bot.choose(session) == Pass()


def test_the_greedy_bot_is_refused_less_often_than_it_acts(catalog: Catalog) -> None:
    """Of its 84,585 commands 75,108 once were refused uses of things that it had tried before."""
    session = Session.start("7", catalog)
    bot, came_to = make_bot("greedy", "7"), Counter[bool]()
    do = session.do

    def counted(action: Action) -> Report:
        report = do(action)
        came_to[report.acted] += 1
        return report

    session.do = counted  # type: ignore[method-assign]
    bot.play(session, until=300)
    ecs.drop_world(session.game.world)
    assert came_to[True] > 2 * came_to[False], came_to


VAULT = "#################\n#@.*..........T.#\n#################"
LEGEND = {"*": "Amulet of Yala", "T": "Gallery Troll"}


def test_the_amulet_is_taken_and_carried_up() -> None:
    with Arena.from_ascii(VAULT, LEGEND) as arena:
        ecs.get(arena.find("Gallery Troll"), actors.Mind).awake = False
        arena.game.level.tiles[1, 1] = Tile.UP_STAIRS
        caution = retreat.Caution()
        session = Session(arena.game)
        habits = (caution.watch, roaming.seize, roaming.carry_home, caution.shrink_back)
        bot = Bot("test", habits, "1")
        for _ in range(3):
            bot.take_turn(session)
        assert "Amulet of Yala" in arena.inventory()
        for _ in range(2):
            bot.take_turn(session)
        assert session.here == (1, 1)
        assert TakeStairs(-1) in list(roaming.carry_home(session, LUCK))
        arena.set_pools(arena.player, mana=0)
        assert not list(roaming.carry_home(session, LUCK)), "who has no mana rests first"


def test_without_the_amulet_nobody_goes_up() -> None:
    with Arena.from_ascii("#####\n#@..#\n#####") as arena:
        arena.game.level.tiles[3, 1] = Tile.UP_STAIRS
        assert not list(roaming.carry_home(Session(arena.game), LUCK))


def test_nobody_goes_below_the_amulet_without_it() -> None:
    with Arena.from_ascii("#####\n#@..#\n#####", depth=roaming.LAST) as arena:
        arena.game.level.tiles[1, 1], arena.game.level.tiles[3, 1] = (
            Tile.DOWN_STAIRS,
            Tile.UP_STAIRS,
        )
        session = Session(arena.game)
        assert not list(roaming.descend(session, LUCK))
        assert not list(roaming.turn_back(session, LUCK))
    with Arena.from_ascii("#####\n#@..#\n#####", depth=roaming.LAST + 1) as arena:
        arena.game.level.tiles[1, 1] = Tile.UP_STAIRS
        assert next(roaming.turn_back(Session(arena.game), LUCK)) == TakeStairs(-1)


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
