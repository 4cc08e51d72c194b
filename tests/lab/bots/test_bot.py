"""A bot tries its ideas in their order, and what is refused again and again not for ever."""

from collections import Counter
from collections.abc import Iterator

import pytest

from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Action, Equip, Pass, Step, TakeStairs
from roguelike.engine.report import Report
from roguelike.engine.session import Session
from roguelike.lab.bots.bot import OFTEN, Bot, Lessons
from roguelike.lab.bots.roster import make_bot
from roguelike.raws.catalog import Catalog
from roguelike.testing import Arena
from roguelike.world import ecs

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
    while session.game.turn < 300 and not session.is_over:
        bot.take_turn(session)
    ecs.drop_world(session.game.world)
    assert came_to[True] > 2 * came_to[False], came_to
