"""Poison: what it takes each turn, how it adds up, and who is to blame for a death by it."""

from tests.rooms import (
    Draw,
    deaths,
    effect,
    gained,
    inflict,
    lost,
)

PAIR = "######\n#@g..#\n######"


def test_poison_hurts_each_turn_and_then_stops(draw: Draw) -> None:
    arena = draw("######\n#@o..#\n######")
    ogre = arena.find("Ogre")
    inflict(arena, "damage_over_time", ogre, damage=4)
    hurts = [lost(arena.wait().trace, ogre) for _ in range(7)]
    assert hurts == [4, 4, 4, 4, 4, 0, 0]
    assert arena.statuses(ogre) == {}


def test_poison_works_on_the_player_too(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.use(arena.give(arena.player, "Poison Potion"))
    assert arena.statuses(arena.player) == {"Damage Over Time": 5}
    arena.wait(5)
    assert arena.hp(arena.player) == 20
    assert arena.statuses(arena.player) == {}


def test_negative_damage_over_time_mends(draw: Draw) -> None:
    arena = draw("######\n#@o..#\n######")
    ogre = arena.find("Ogre")
    arena.set_pools(ogre, hp=1)
    inflict(arena, "damage_over_time", ogre, damage=-2)
    assert arena.statuses(ogre) == {"Healing Over Time": 5}
    assert [gained(arena.wait().trace, ogre) for _ in range(6)] == [2, 2, 2, 2, 2, 0]
    assert effect("damage_over_time", damage=-2).words() == "mends 2 a turn for 5 turns"


def test_poisons_add_up(draw: Draw) -> None:
    arena = draw("######\n#@o..#\n######")
    ogre = arena.find("Ogre")
    inflict(arena, "damage_over_time", ogre, damage=4)
    arena.wait(2)
    inflict(arena, "damage_over_time", ogre, damage=1)
    assert [lost(arena.wait().trace, ogre) for _ in range(6)] == [5, 5, 5, 1, 1, 0]


def test_a_death_by_poison_is_the_poisoners(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.teach("Venom")
    goblin = arena.find("Goblin")
    arena.cast("Venom", (2, 1))
    assert arena.xp(arena.player) == 0
    trace = arena.wait(3).trace
    assert deaths(trace) == [goblin]
    assert arena.xp(arena.player) == 100
    assert arena.game.tallies.kills == 1


def test_a_death_by_a_monsters_poison_is_not_the_players(draw: Draw) -> None:
    arena = draw("######\n#@.gk#\n######")
    goblin, kobold = arena.find("Goblin"), arena.find("Kobold")
    arena.teach("Venom", goblin)
    arena.cast("Venom", arena.position(kobold), by=goblin)
    assert deaths(arena.wait(3).trace) == [kobold]
    assert arena.xp(arena.player) == 0


def test_a_poisoners_death_does_not_change_who_is_to_blame(draw: Draw) -> None:
    arena = draw("######\n#@.gk#\n######")
    goblin, kobold = arena.find("Goblin"), arena.find("Kobold")
    arena.teach("Venom", goblin)
    arena.cast("Venom", arena.position(kobold), by=goblin)
    inflict(arena, "damage", goblin, amount=9)
    result = arena.wait(3)
    assert deaths(result.trace) == [kobold]
    assert arena.game.epitaph == ""


def test_statuses_end_with_their_bearer(draw: Draw) -> None:
    from roguelike.components.statuses import StatusEffect
    from roguelike.world import ecs

    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    inflict(arena, "damage_over_time", goblin, damage=1)
    inflict(arena, "confusion", goblin, turns=9)
    inflict(arena, "damage", goblin, amount=99)
    arena.wait()
    assert ecs.with_component(StatusEffect) == []
