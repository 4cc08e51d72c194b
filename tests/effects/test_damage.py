"""Losing hit points and getting them back: bounds, elements, blood, poison, and the one death that may follow."""

import pytest

from roguelike.components import vitals
from roguelike.world import changes
from tests.rooms import (
    Draw,
    component,
    deaths,
    effect,
    gained,
    inflict,
    inflict_at,
    lost,
    of,
)

CORRIDOR = """
    #######
    #@.g..#
    #######
"""


@pytest.mark.parametrize(("amount", "left"), [(8, 1), (9, 0), (1000, 0)])
def test_the_exact_remainder_kills_and_no_more_is_lost(draw: Draw, amount: int, left: int) -> None:
    arena = draw(CORRIDOR)
    goblin = arena.find("Goblin")
    trace = inflict(arena, "damage", goblin, amount=amount)
    assert (arena.hp(goblin), lost(trace, goblin)) == (left, 9 - left)
    assert deaths(trace) == ([] if left else [goblin])
    assert arena.alive(goblin) is bool(left)


def test_the_dead_and_things_are_neither_hurt_nor_healed_nor_moved(draw: Draw) -> None:
    arena = draw("######\n#@g!+#\n######")
    goblin = arena.find("Goblin")
    assert deaths(inflict(arena, "damage", (goblin, goblin), amount=9)) == [goblin]
    for target in (goblin, arena.find("Health Potion"), arena.find("Door")):
        assert inflict(arena, "damage", target, amount=9) == []
        assert inflict(arena, "heal", target, amount=9) == []
        assert inflict(arena, "knockback", target, by=arena.player, tiles=3) == []
    assert not arena.alive(goblin)
    assert arena.alive(arena.find("Health Potion"))


@pytest.mark.parametrize(
    ("spell", "expected"), [("Flame", 0), ("Acid", 5), ("Zap", 5)], ids=["immune", "half", "plain"]
)
def test_elements_meet_resistances(draw: Draw, spell: str, expected: int) -> None:
    arena = draw("#####\n#@s.#\n#####", {"s": "Salamander"}, knows=spell)
    victim = arena.find("Salamander")
    result = arena.cast(spell, arena.position(victim))
    assert lost(result.trace, victim) == expected
    assert (result.refused is not None) is (expected == 0)


def test_weakness_multiplies(draw: Draw) -> None:
    arena = draw("#####\n#@s.#\n#####", {"s": "Salamander"})
    victim = arena.find("Salamander")
    assert lost(inflict(arena, "damage", victim, amount=10, element="frost"), victim) == 15


def test_zero_damage_makes_no_change(draw: Draw) -> None:
    arena = draw(CORRIDOR)
    goblin = arena.find("Goblin")
    for amount in ("0", "-5"):
        trace = inflict(arena, "damage", goblin, amount=amount)
        assert [type(change) for change in trace] == [changes.Fizzled]
    assert arena.hp(goblin) == 9


def test_the_invulnerable_lose_nothing(draw: Draw) -> None:
    arena = draw(CORRIDOR)
    arena.game.enter()
    component(arena.player, vitals.Pools).god_mode = True
    trace = inflict(arena, "damage", arena.player, amount=1000)
    assert arena.hp(arena.player) == 30
    assert of(trace, changes.PoolChanged) == []


def test_blood_falls_where_the_victim_stands_once(draw: Draw) -> None:
    arena = draw(CORRIDOR)
    goblin = arena.find("Goblin")
    first = inflict(arena, "damage", goblin, amount=1)
    second = inflict(arena, "damage", goblin, amount=1)
    assert [change.point for change in of(first, changes.Stained)] == [(3, 1)]
    assert of(second, changes.Stained) == []
    assert arena.game.level.stains == {(3, 1)}


def test_a_large_body_bleeds_on_all_its_tiles(draw: Draw) -> None:
    arena = draw("######\n#@D..#\n#....#\n######")
    inflict(arena, "damage", arena.find("Giant"), amount=1)
    assert arena.game.level.stains == {(2, 1), (3, 1), (2, 2), (3, 2)}


def test_blood_can_be_spilt_on_a_tile_without_hurting(draw: Draw) -> None:
    arena = draw(CORRIDOR)
    inflict_at(arena, "bloodstain", (3, 1))
    assert arena.game.level.stains == {(3, 1)}
    assert arena.hp(arena.find("Goblin")) == 9


def test_a_spell_of_ones_own_hurts_oneself(draw: Draw) -> None:
    arena = draw(CORRIDOR, knows="Blast")
    arena.cast("Blast", (2, 1))
    assert arena.hp(arena.player) == 24
    assert arena.hp(arena.find("Goblin")) == 3


def test_a_wound_names_its_cause(draw: Draw) -> None:
    arena = draw(CORRIDOR, knows="Zap")
    result = arena.cast("Zap", (3, 1))
    (wound,) = [c for c in of(result.trace, changes.PoolChanged) if c.pool == "hp"]
    assert (wound.cause.what, wound.cause.by, wound.cause.kind) == ("Zap", arena.player, "spell")


def test_damage_is_counted_for_both_sides(draw: Draw) -> None:
    arena = draw(CORRIDOR, knows="Blast")
    arena.cast("Blast", (2, 1))
    tallies = arena.game.tallies
    assert (tallies.damage_dealt, tallies.damage_taken, tallies.spells_cast) == (6, 6, 1)


def test_death_takes_a_creature_whatever_its_health(draw: Draw) -> None:
    arena = draw(CORRIDOR, knows="Doom")
    goblin = arena.find("Goblin")
    result = arena.cast("Doom", (3, 1))
    assert deaths(result.trace) == [goblin]
    assert len(of(result.trace, changes.Died)) == 1
    assert arena.xp(arena.player) == 100


PAIR = "#####\n#@g.#\n#####"


def test_healing_restores_and_stops_at_the_maximum(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.set_pools(arena.player, hp=10)
    inflict(arena, "provides_healing", arena.player, amount=8)
    assert arena.hp(arena.player) == 18
    trace = inflict(arena, "heal", arena.player, amount=100)
    assert arena.hp(arena.player) == 30
    assert gained(trace, arena.player) == 12


def test_the_healthy_gain_nothing(draw: Draw) -> None:
    arena = draw(PAIR)
    assert [type(c) for c in inflict(arena, "heal", arena.player, amount=5)] == [changes.Fizzled]


TWO = "######\n#@g..#\n######"


def test_poison_hurts_each_turn_and_then_stops(draw: Draw) -> None:
    arena = draw("######\n#@o..#\n######")
    ogre = arena.find("Ogre")
    inflict(arena, "damage_over_time", ogre, damage=4)
    hurts = [lost(arena.wait().trace, ogre) for _ in range(7)]
    assert hurts == [4, 4, 4, 4, 4, 0, 0]
    assert arena.statuses(ogre) == {}


def test_negative_damage_over_time_mends(draw: Draw) -> None:
    arena = draw("######\n#@o..#\n######")
    ogre = arena.find("Ogre")
    arena.set_pools(ogre, hp=1)
    inflict(arena, "damage_over_time", ogre, damage=-2)
    assert arena.statuses(ogre) == {"Healing Over Time": 5}
    assert [gained(arena.wait().trace, ogre) for _ in range(6)] == [2, 2, 2, 2, 2, 0]
    assert effect("damage_over_time", damage=-2).words() == "mends 2 a turn for 5 turns"


def test_a_death_by_poison_is_the_poisoners(draw: Draw) -> None:
    arena = draw(TWO, knows="Venom")
    goblin = arena.find("Goblin")
    arena.cast("Venom", (2, 1))
    assert arena.xp(arena.player) == 0
    trace = arena.wait(3).trace
    assert deaths(trace) == [goblin]
    assert arena.xp(arena.player) == 100
    assert arena.game.tallies.kills == 1


def test_a_poisoners_death_does_not_change_who_is_to_blame(draw: Draw) -> None:
    arena = draw("######\n#@.gk#\n######")
    goblin, kobold = arena.find("Goblin"), arena.find("Kobold")
    arena.teach("Venom", goblin)
    arena.cast("Venom", arena.position(kobold), by=goblin)
    inflict(arena, "damage", goblin, amount=9)
    result = arena.wait(3)
    assert deaths(result.trace) == [kobold]
    assert arena.xp(arena.player) == 0
    assert arena.game.epitaph == ""
