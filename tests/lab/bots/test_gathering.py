"""What lies there to be chosen from is chosen from, and what costs nothing but gold is agreed to, once."""

import esper

from roguelike.components import vitals
from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Agree, Equip
from roguelike.engine.session import Session
from roguelike.lab.bots import item_habits
from roguelike.testing import Arena
from tests.bargains import bargaining_in, fixture, group, raws
from tests.lab.bots.playing import LUCK, played

ROOM = "########\n#@....!#\n#.....?#\n########"


def test_the_dearer_of_two_is_taken_and_the_other_lost() -> None:
    with Arena.from_ascii(ROOM, {"!": "Dagger", "?": "Dwarf-Steel Shirt"}) as arena:
        group(arena.find("Dagger"), arena.find("Dwarf-Steel Shirt"))
        played(arena, 8, item_habits.Choice().choose)
        assert arena.inventory() == ["Dwarf-Steel Shirt"]
        assert not item_habits.things_there(arena.game, item_habits._is_to_choose)


def test_what_is_seen_and_not_come_to_is_given_up() -> None:
    with Arena.from_ascii(ROOM, {"!": "Dagger", "?": "Dwarf-Steel Shirt"}) as arena:
        group(arena.find("Dagger"), arena.find("Dwarf-Steel Shirt"))
        session, habit = Session(arena.game), item_habits.Choice()
        proposed = [
            len(list(habit.choose(session, LUCK))) for _ in range(item_habits.MOST_STEPS + 1)
        ]
        assert proposed[0] > 0 == proposed[-1]


def test_an_altar_that_takes_for_good_is_left_alone() -> None:
    with bargaining_in("#######\n#@...A#\n#######") as arena:
        arena.set_pools(arena.player, hp=5)
        most = arena.max_hp(arena.player), arena.max_mana(arena.player)
        session = played(arena, 8, item_habits.Bargaining().agree)
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
        esper.component_for_entity(arena.player, vitals.Pools).gold = 20.0
        session = played(arena, 8, item_habits.Bargaining().agree)
        assert [each for each in session.commands if isinstance(each, Agree)] == [
            Agree(arena.find("Blue Well"), "Drink")
        ]
        assert arena.gold(arena.player) == 15


RINGS = ("Ring of Butterfingers", "Ring of Keen Eyes", "Ring of Rime")


def test_a_cursed_ring_does_not_make_it_change_the_other_for_ever() -> None:
    with Arena.from_ascii("###\n#@#\n###") as room:
        for ring in RINGS:
            room.identify(ring)
        cursed, worn, _ = (room.give(room.player, ring) for ring in RINGS)
        session = Session(room.game)
        assert session.do(Equip(cursed)).acted
        assert session.do(Equip(worn)).acted
        # The other two rings are worth the same, and the cursed one does not make way.
        ideas = list(item_habits.dress_lightly(session, Stream("anything")))
        assert not [idea for idea in ideas if isinstance(idea, Equip)]
