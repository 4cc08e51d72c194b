"""Wounds close with time: unwatched for everybody, and in the middle of a fight for a few, until they are seared."""

from collections.abc import Callable

from roguelike.components.actors import Nature
from roguelike.engine.invariants import faults
from roguelike.systems.catch_up import catch_up
from roguelike.testing import Arena
from roguelike.world import ecs
from tests.rooms import inflict

Stage = Callable[..., Arena]
APART = "#########\n#@.#.o..#\n#########"


def test_the_wounded_mend_out_of_sight_a_point_every_five_turns(stage: Stage) -> None:
    arena = stage(APART)
    orc = arena.find("Orc")
    arena.set_pools(orc, hp=10)
    arena.wait(20)
    assert arena.hp(orc) == 14
    assert faults(arena.game) == []


def test_whoever_is_watched_does_not_mend(stage: Stage) -> None:
    arena = stage("#######\n#@..o.#\n#######")
    orc = arena.find("Orc")
    arena.set_pools(orc, hp=10)
    arena.wait(20)
    assert arena.hp(orc) == 10


def test_nobody_mends_beyond_what_they_had(stage: Stage) -> None:
    arena = stage(APART)
    orc = arena.find("Orc")
    arena.set_pools(orc, hp=arena.max_hp(orc) - 1)
    arena.wait(20)
    assert arena.hp(orc) == arena.max_hp(orc)


def test_who_was_left_alone_has_mended_meanwhile(stage: Stage) -> None:
    arena = stage(APART)
    orc = arena.find("Orc")
    arena.set_pools(orc, hp=10)
    catch_up(arena.game, 50)
    assert arena.hp(orc) == 20


def test_a_troll_mends_in_the_fight_unless_burnt(stage: Stage) -> None:
    arena = stage("#######\n#@.t..#\n#######", {"t": "Gallery Troll"})
    troll = arena.find("Gallery Troll")
    arena.set_pools(troll, max_hp=70, hp=30)
    arena.wait(2)
    assert arena.hp(troll) == 30 + 2 * ecs.get(troll, Nature).regenerates
    arena.teach("Ember Dart")
    told = arena.forecast("Ember Dart", (3, 1)).outcomes[troll]
    assert told.statuses == {"Seared": (1.0, 5)}
    arena.cast("Ember Dart", (3, 1))
    hp = arena.hp(troll)
    arena.wait(4)
    assert arena.hp(troll) == hp
    arena.wait(3)
    assert arena.hp(troll) > hp


def test_steel_alone_never_brings_a_troll_down_and_a_coal_does(stage: Stage) -> None:
    found = {}
    for burnt in (False, True):
        arena = stage("####\n#@t#\n####", {"t": "Gallery Troll"})
        troll = arena.find("Gallery Troll")
        arena.set_pools(troll, max_hp=70, hp=70)
        for _ in range(12):
            if burnt:
                inflict(arena, "damage", troll, by=arena.player, amount=1, element="fire")
            inflict(arena, "damage", troll, by=arena.player, amount=7, element="blow")
            arena.wait()
        found[burnt] = arena.alive(troll)
    assert found == {False: True, True: False}
