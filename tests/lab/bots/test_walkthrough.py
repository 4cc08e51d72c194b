"""The hero of the search knows the way, and who sleeps beside it; and looks about for as long as that pays."""

from roguelike.components.actors import Mind
from roguelike.engine.play.commands import wizardry
from roguelike.engine.session import Session
from roguelike.lab.bots.bot import Bot
from roguelike.lab.bots.walkthrough import NEVER, Guide, Temperament, grown
from roguelike.raws.catalog import Catalog
from roguelike.testing import Arena
from roguelike.world import ecs
from tests.lab.bots.playing import LUCK

THOROUGH = Temperament("thorough", ahead=3.0, fights=True, rests=0.9)
DASHING = Temperament("dashing", ahead=NEVER, fights=False, rests=0.6)
PASSAGE = "####################\n#@................B#\n####################"


def test_who_knows_the_way_keeps_off_a_sleeper_not_seen_yet() -> None:
    with Arena.from_ascii(PASSAGE, {"B": "Gallery Troll"}) as arena:
        ecs.get(arena.find("Gallery Troll"), Mind).awake = False
        guide, session = Guide(THOROUGH), Session(arena.game)
        bot = Bot("test", (guide.watch, guide.explore), "1")
        for _ in range(25):
            bot.take_turn(session)
        assert 1 <= session.here[0] <= 9


def test_the_thorough_look_about_and_the_dashing_do_not(catalog: Catalog) -> None:
    session = Session.start("1", catalog)
    session.do(wizardry.Travel(2))
    assert list(Guide(THOROUGH).explore(session, LUCK))
    assert not list(Guide(DASHING).explore(session, LUCK))
    for _ in range(8):
        session.do(wizardry.Advance())
    assert not list(Guide(THOROUGH).explore(session, LUCK)), "there is nothing to be gained here"
    assert grown(session.game) == 9
    ecs.drop_world(session.game.world)
