"""In the depths one rests in town, where nobody comes, buys what is needed below, and drinks when mana runs out.

What lies there to be chosen from is chosen from, and what costs nothing but gold is agreed to, once.
"""

from collections.abc import Iterator

import esper
import pytest

from roguelike.components import vitals
from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Action, Agree, Equip, UseItem
from roguelike.engine.session import Session
from roguelike.lab.bots import item_habits, pursued, shopping
from roguelike.lab.bots.shopping import PROVISIONS, SHOPPING_LIST, WAY_HOME
from roguelike.systems.visibility import look_around
from roguelike.testing import Arena
from roguelike.world import ecs, perception
from tests.bargains import bargaining_in, fixture, group, raws
from tests.lab.bots.playing import LUCK, hunted, played

ROOM = "##############\n#@...........#\n##############"
FIGHT = "##############\n#@...T.......#\n##############"
TROLL = {"T": "Gallery Troll"}
PACK = ("Town Portal Scroll", "Mana Potion", "Health Potion")


def worn_out(drawing: str = ROOM, depth: int = 12) -> Arena:
    """Draw somebody without mana who has what helps, and who is hunted by all in the room."""
    arena = Arena.from_ascii(drawing, TROLL, depth=depth)
    for name in PACK:
        arena.give(arena.player, name)
        arena.game.identified.add(name)
    arena.set_pools(arena.player, hp=20, max_hp=30, mana=0, max_mana=20)
    hunted(arena)
    return arena


def used(ideas: Iterator[Action]) -> list[str]:
    """Name the things that are proposed to be used."""
    return [perception.true_name(idea.item) for idea in ideas if isinstance(idea, UseItem)]


@pytest.mark.parametrize(
    ("drawing", "depth", "goes"),
    [(ROOM, 12, True), (ROOM, 10, True), (ROOM, 9, False), (FIGHT, 12, False)],
)
def test_one_who_is_worn_out_and_alone_in_the_depths_goes_home(
    drawing: str, depth: int, *, goes: bool
) -> None:
    with worn_out(drawing, depth) as arena:
        scrolls = ["Town Portal Scroll"] if goes else []
        assert used(pursued.retire(Session(arena.game), LUCK)) == scrolls


def test_who_is_whole_stays_and_who_bears_the_amulet_must() -> None:
    with worn_out() as arena:
        arena.set_pools(arena.player, mana=20)
        assert not used(pursued.retire(Session(arena.game), LUCK))
        arena.set_pools(arena.player, mana=0)
        arena.give(arena.player, "Amulet of Yala")
        assert not used(pursued.retire(Session(arena.game), LUCK))


@pytest.mark.parametrize(
    ("drawing", "depth", "mana", "drinks"),
    [(FIGHT, 12, 0, True), (FIGHT, 12, 10, False), (FIGHT, 9, 0, False), (ROOM, 12, 0, False)],
)
def test_mana_is_drunk_where_it_runs_out_in_a_fight(
    drawing: str, depth: int, mana: int, *, drinks: bool
) -> None:
    with worn_out(drawing, depth) as arena:
        arena.set_pools(arena.player, mana=mana)
        potions = ["Mana Potion"] if drinks else []
        assert used(pursued.sip(Session(arena.game), LUCK)) == potions


def test_for_the_depths_more_is_bought_than_for_the_way_there() -> None:
    """One scroll home is enough above; below, three are wanted, and mana in bottles."""
    with worn_out() as arena:
        stock = dict.fromkeys(PACK, 0)
        usual = list(WAY_HOME(arena.game, stock))
        deep = [name for entry in PROVISIONS[1:3] for name in entry(arena.game, stock)]
        assert (usual, deep) == ([], ["Town Portal Scroll", "Mana Potion"])


@pytest.mark.parametrize(("depth", "wanted"), [(4, []), (5, ["Town Portal Scroll"])])
def test_who_has_been_too_deep_to_walk_home_buys_a_way_before_gear(
    depth: int, wanted: list[str]
) -> None:
    with Arena.from_ascii(ROOM, depth=1) as arena:
        arena.game.levels[depth] = arena.game.level
        _, before_gear, *_ = SHOPPING_LIST
        assert list(before_gear(arena.game, {"Town Portal Scroll": 0})) == wanted


def test_who_has_not_been_in_the_depths_provides_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(shopping, "next_deal", lambda *_: asked.append(1))
    for depths, says in (((1, 9), []), ((1, 10), [1])):
        with Arena.from_ascii(ROOM, depth=1) as arena:
            for depth in depths:
                arena.game.levels[depth] = arena.game.level
            assert list(shopping.provide(Session(arena.game), LUCK)) == []
            assert asked == says


@pytest.mark.parametrize(
    ("depth", "meals", "goes"), [(3, 0, True), (3, 1, False), (16, 1, True), (16, 2, False)]
)
def test_one_goes_up_for_food_while_it_lasts_the_way(depth: int, meals: int, *, goes: bool) -> None:
    with Arena.from_ascii("########\n#@....<#\n########", depth=depth) as arena:
        for _ in range(meals):
            arena.give(arena.player, "Rations")
        arena.game.identified.add("Rations")
        ecs.get(arena.player, vitals.Pools).gold = 60
        look_around(arena.game)
        assert bool(list(shopping.go_home(Session(arena.game), LUCK))) is goes


CHOICE = "########\n#@....!#\n#.....?#\n########"


def test_the_dearer_of_two_is_taken_and_the_other_lost() -> None:
    with Arena.from_ascii(CHOICE, {"!": "Dagger", "?": "Dwarf-Steel Shirt"}) as arena:
        group(arena.find("Dagger"), arena.find("Dwarf-Steel Shirt"))
        played(arena, 8, item_habits.Choice().choose)
        assert arena.inventory() == ["Dwarf-Steel Shirt"]
        assert not item_habits.things_there(arena.game, item_habits._is_to_choose)


def test_what_is_seen_and_not_come_to_is_given_up() -> None:
    with Arena.from_ascii(CHOICE, {"!": "Dagger", "?": "Dwarf-Steel Shirt"}) as arena:
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
