"""Healing and mana: never above the maximum, never for nothing."""

from roguelike.world.changes import Fizzled
from tests.rooms import Draw, fingerprint, gained, inflict

PAIR = "#####\n#@g.#\n#####"


def test_healing_restores_and_stops_at_the_maximum(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.set_pools(arena.player, hp=10)
    inflict(arena, "provides_healing", arena.player, amount=8)
    assert arena.hp(arena.player) == 18
    trace = inflict(arena, "heal", arena.player, amount=100)
    assert arena.hp(arena.player) == 30
    assert gained(trace, arena.player) == 12


def test_healing_works_on_anyone(draw: Draw) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, hp=1)
    inflict(arena, "healing", goblin, amount=3)
    assert arena.hp(goblin) == 4


def test_the_healthy_gain_nothing(draw: Draw) -> None:
    arena = draw(PAIR)
    assert [type(c) for c in inflict(arena, "heal", arena.player, amount=5)] == [Fizzled]


def test_a_potion_heals_eight(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.set_pools(arena.player, hp=10)
    potion = arena.give(arena.player, "Health Potion")
    result = arena.use(potion)
    assert result.refused is None
    assert arena.hp(arena.player) == 18
    assert arena.inventory() == []


def test_mana_is_restored_and_stops_at_the_maximum(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.set_pools(arena.player, mana=1)
    potion = arena.give(arena.player, "Mana Potion")
    arena.use(potion)
    assert arena.mana(arena.player) == 4


def test_mana_for_who_has_all_changes_nothing(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.teach("Well")
    before = fingerprint(arena)
    assert arena.cast("Well").refused == "Your mana is already full."
    assert fingerprint(arena) == before


def test_the_dead_are_not_healed(draw: Draw) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    inflict(arena, "damage", goblin, amount=9)
    assert inflict(arena, "heal", goblin, amount=9) == []
    assert not arena.alive(goblin)


def test_things_are_not_healed(draw: Draw) -> None:
    arena = draw("####\n#@!#\n####")
    assert inflict(arena, "heal", arena.find("Health Potion"), amount=9) == []
