"""Statuses run down with the player's turns, on everyone, wherever they are told to."""

from roguelike.components.statuses import StatusEffect, Statuses
from roguelike.systems.upkeep import run_statuses
from roguelike.world import ecs
from tests.rooms import Draw, component, deaths, ended, inflict

PAIR = "######\n#@o..#\n######"


def test_durations_fall_by_one_for_everyone(draw: Draw) -> None:
    arena = draw(PAIR)
    ogre = arena.find("Ogre")
    inflict(arena, "status", (arena.player, ogre), status="Branded", turns=3)
    for left in (2, 1):
        arena.wait()
        assert arena.statuses(ogre) == arena.statuses(arena.player) == {"Branded": left}
    assert sorted(ended(arena.wait().trace)) == ["Branded", "Branded"]


def test_acting_alone_does_not_run_them(draw: Draw) -> None:
    arena = draw("######\n#@.o.#\n######")
    inflict(arena, "status", arena.player, status="Branded", turns=3)
    arena.move(1, 0)
    arena.melee(arena.find("Ogre"))
    assert arena.statuses(arena.player) == {"Branded": 3}


def test_the_end_is_told(draw: Draw) -> None:
    arena = draw(PAIR)
    inflict(arena, "confusion", arena.find("Ogre"), turns=1)
    assert any("ogre" in line for line in arena.wait().log)


def test_a_death_by_poison_lets_the_other_statuses_be(draw: Draw) -> None:
    arena = draw("#####\n#@g.#\n#####")
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, hp=1)
    inflict(arena, "damage_over_time", goblin, damage=1)
    for status in ("Branded", "Shielded", "Bleeding"):
        inflict(arena, "status", goblin, status=status, turns=1, strength=-1)
    result = arena.wait()
    assert deaths(result.trace) == [goblin]
    arena.wait()
    assert ecs.with_component(StatusEffect) == []


def test_the_players_death_stops_nothing_halfway(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.set_pools(arena.player, hp=1)
    for _ in range(3):
        inflict(arena, "damage_over_time", arena.player, damage=5)
    result = arena.wait(3)
    assert deaths(result.trace) == [arena.player]
    arena.state_hash()


def test_no_status_outlives_its_entity_or_its_bearer(draw: Draw) -> None:
    arena = draw(PAIR)
    ogre = arena.find("Ogre")
    for _ in range(4):
        inflict(arena, "status", ogre, status="Branded", turns=2)
        arena.wait()
    bound = set(component(ogre, Statuses).entities)
    assert {status for status, _ in ecs.with_component(StatusEffect)} == bound


def test_statuses_elsewhere_stand_still(draw: Draw) -> None:
    from roguelike.components.spatial import Position

    arena = draw(PAIR)
    ogre = arena.find("Ogre")
    inflict(arena, "status", ogre, status="Branded", turns=3)
    component(ogre, Position).depth = 9
    run_statuses(arena.game)
    assert arena.statuses(ogre) == {"Branded": 3}
