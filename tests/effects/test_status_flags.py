"""Statuses that shield, hide, frighten, put to sleep, blind: on one and all, and ended as they say."""

from roguelike.actions.senses import hostiles_in_view, seen_creatures
from roguelike.systems.visibility import look_around
from roguelike.world.names import sees
from tests.rooms import Draw, begun, ended, inflict, lost

PAIR = "######\n#@o..#\n######"


def test_a_shield_takes_damage_until_it_breaks(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.teach("Shield")
    arena.cast("Shield")
    assert lost(inflict(arena, "damage", arena.player, amount=5), arena.player) == 0
    assert "Shielded" in arena.statuses(arena.player)
    trace = inflict(arena, "damage", arena.player, amount=5)
    assert lost(trace, arena.player) == 3
    assert ended(trace) == ["Shielded"]
    assert lost(inflict(arena, "damage", arena.player, amount=5), arena.player) == 5


def test_a_forecast_knows_of_the_shield(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.teach("Blast")
    inflict(arena, "status", arena.find("Ogre"), status="Shielded", strength=4)
    assert arena.forecast("Blast", (2, 1)).outcomes[arena.find("Ogre")].damage == (2, 2.0, 2)


def test_the_faded_are_seen_from_beside_only(draw: Draw) -> None:
    arena = draw("########\n#@...g.#\n########")
    goblin = arena.find("Goblin")
    inflict(arena, "status", goblin, status="Faded")
    assert not sees(arena.game, goblin)
    assert hostiles_in_view(arena.game) == []
    assert seen_creatures(arena.game) == []
    for _ in range(3):
        arena.move(1, 0)
    assert sees(arena.game, goblin)
    assert hostiles_in_view(arena.game) == [goblin]


def test_a_forecast_does_not_show_the_faded(draw: Draw) -> None:
    arena = draw("########\n#@..kg.#\n########")
    arena.teach("Blast")
    goblin = arena.find("Goblin")
    inflict(arena, "status", goblin, status="Faded")
    outcomes = arena.forecast("Blast", (4, 1)).outcomes
    assert goblin not in outcomes
    assert arena.find("Kobold") in outcomes


def test_monsters_do_not_see_the_faded_player(draw: Draw) -> None:
    arena = draw("########\n#@...o.#\n########", minds=True)
    inflict(arena, "status", arena.player, status="Faded", turns=50)
    arena.wait(6)
    assert arena.hp(arena.player) == 30
    assert arena.position(arena.find("Ogre")) == (5, 1)


def test_the_afraid_run_and_do_not_strike(draw: Draw) -> None:
    arena = draw("#########\n#@o.....#\n#########", minds=True)
    ogre = arena.find("Ogre")
    inflict(arena, "status", ogre, status="Afraid", turns=30)
    arena.wait(5)
    assert arena.hp(arena.player) == 30
    assert (arena.position(ogre) or (0, 0))[0] >= 5
    inflict(arena, "status", arena.player, status="Afraid")
    assert arena.melee(ogre).refused is not None


def test_the_cornered_and_afraid_stay_and_do_not_strike(draw: Draw) -> None:
    arena = draw("####\n#@o#\n####", minds=True)
    inflict(arena, "status", arena.find("Ogre"), status="Afraid", turns=30)
    arena.wait(10)
    assert arena.hp(arena.player) == 30


def test_damage_wakes_the_sleeping(draw: Draw) -> None:
    arena = draw(PAIR, minds=True)
    ogre = arena.find("Ogre")
    inflict(arena, "status", ogre, status="Asleep", turns=50)
    arena.wait(3)
    assert arena.hp(arena.player) == 30
    assert ended(inflict(arena, "damage", ogre, amount=1)) == ["Asleep"]
    arena.wait(10)
    assert arena.hp(arena.player) < 30


def test_zero_damage_wakes_nobody(draw: Draw) -> None:
    arena = draw(PAIR)
    ogre = arena.find("Ogre")
    inflict(arena, "status", ogre, status="Asleep", turns=50)
    inflict(arena, "damage", ogre, amount=0)
    assert "Asleep" in arena.statuses(ogre)


def test_heat_ends_frozen(draw: Draw) -> None:
    arena = draw(PAIR)
    ogre = arena.find("Ogre")
    inflict(arena, "status", ogre, status="Frozen", turns=50)
    assert ended(inflict(arena, "damage", ogre, amount=1, element="frost")) == []
    assert ended(inflict(arena, "damage", ogre, amount=1, element="heat")) == ["Frozen"]


def test_the_brittle_suffer_double(draw: Draw) -> None:
    arena = draw(PAIR)
    ogre = arena.find("Ogre")
    inflict(arena, "status", ogre, status="Brittle")
    assert lost(inflict(arena, "damage", ogre, amount=5), ogre) == 10


def test_the_blind_see_what_they_touch(draw: Draw) -> None:
    arena = draw("########\n#@...g.#\n########")
    inflict(arena, "status", arena.player, status="Blind", turns=3)
    look_around(arena.game)
    assert not arena.game.level.visible[5, 1]
    assert arena.game.level.visible[2, 1]
    arena.teach("Zap")
    assert arena.cast("Zap", (5, 1)).refused == "You cannot see that."
    log = [line for _ in range(3) for line in arena.wait().log]
    assert "Your sight is coming back." in log
    assert arena.game.level.visible[5, 1]


def test_statuses_say_when_they_begin_even_without_words_of_their_own(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.teach("Brand")
    result = arena.cast("Brand", (2, 1))
    assert begun(result.trace) == ["Branded"]
    assert any("branded" in line for line in result.log)
