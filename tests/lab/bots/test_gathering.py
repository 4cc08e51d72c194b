"""What lies there to be chosen from is chosen from, and what costs nothing but gold is agreed to, once."""

import esper

from roguelike.components.vitals import Pools
from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Agree
from roguelike.engine.session import Session
from roguelike.lab.bots import item_habits
from roguelike.lab.bots.bot import Bot
from roguelike.testing import Arena
from tests.bargains import bargaining, fixture, group, raws

LUCK = Stream("1", "test")
ROOM = "########\n#@....!#\n#.....?#\n########"


def playing(arena: Arena, habit: object, turns: int) -> Session:
    """Let a habit alone play a drawn room for some turns."""
    session, bot = Session(arena.game), Bot("test", (habit,), "1")
    for _ in range(turns):
        bot.take_turn(session)
    return session


def test_the_dearer_of_two_is_taken_and_the_other_lost() -> None:
    with Arena.from_ascii(ROOM, {"!": "Dagger", "?": "Dwarf-Steel Shirt"}) as arena:
        group(arena.find("Dagger"), arena.find("Dwarf-Steel Shirt"))
        playing(arena, item_habits.Choice().choose, 8)
        assert arena.inventory() == ["Dwarf-Steel Shirt"]
        assert not item_habits._on_terms(arena.game)


def test_what_is_seen_and_not_come_to_is_given_up() -> None:
    with Arena.from_ascii(ROOM, {"!": "Dagger", "?": "Dwarf-Steel Shirt"}) as arena:
        group(arena.find("Dagger"), arena.find("Dwarf-Steel Shirt"))
        session, habit = Session(arena.game), item_habits.Choice()
        proposed = [
            len(list(habit.choose(session, LUCK))) for _ in range(item_habits.MOST_STEPS + 1)
        ]
        assert proposed[0] > 0 == proposed[-1]


def test_an_altar_that_takes_for_good_is_left_alone() -> None:
    with bargaining("#######\n#@...A#\n#######") as arena:
        arena.set_pools(arena.player, hp=5)
        most = arena.max_hp(arena.player), arena.max_mana(arena.player)
        session = playing(arena, item_habits.Bargaining().agree, 8)
        assert (arena.max_hp(arena.player), arena.max_mana(arena.player)) == most
        assert not any(isinstance(each, Agree) for each in session.commands)


def test_what_takes_nothing_but_gold_is_agreed_to_once() -> None:
    data = raws()
    deal = {
        "name": "Drink",
        "price": {"gold": 5},
        "effects": [{"kind": "raise", "what": "magic", "by": 1}],
    }
    data["props"].append(fixture("Blue Well", bargain={"text": "It is deep.", "deals": [deal]}))
    with Arena.from_ascii("#######\n#@...W#\n#######", {"W": "Blue Well"}, raws=data) as arena:
        esper.component_for_entity(arena.player, Pools).gold = 20.0
        session = playing(arena, item_habits.Bargaining().agree, 8)
        assert [each for each in session.commands if isinstance(each, Agree)] == [
            Agree(arena.find("Blue Well"), "Drink")
        ]
        assert arena.gold(arena.player) == 15
