"""The Amulet is taken from under whoever sleeps beside it, and carried up the stairs that are known."""

from roguelike.components.actors import Mind
from roguelike.engine.play.commands import TakeStairs
from roguelike.engine.session import Session
from roguelike.lab.bots import retreat, roaming
from roguelike.lab.bots.bot import Bot
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.terrain import Tile
from tests.lab.bots.playing import LUCK

VAULT = "#################\n#@.*..........T.#\n#################"
LEGEND = {"*": "Amulet of Yala", "T": "Gallery Troll"}


def test_the_amulet_is_taken_and_carried_up() -> None:
    with Arena.from_ascii(VAULT, LEGEND) as arena:
        ecs.get(arena.find("Gallery Troll"), Mind).awake = False
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
