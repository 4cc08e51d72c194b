"""The hunger clock, step by step down to the last hit point."""

from roguelike.components.vitals import HungerClock
from tests.rooms import Draw, component, lost

ALONE = "####\n#@.#\n####"


def test_twenty_turns_well_fed_then_two_hundred_each(draw: Draw) -> None:
    arena = draw(ALONE)
    clock = component(arena.player, HungerClock)
    seen = [clock.state]
    lengths = [0]
    for _ in range(20 + 200 + 200 + 150):
        arena.wait()
        if clock.state == seen[-1]:
            lengths[-1] += 1
        else:
            seen.append(clock.state)
            lengths.append(1)
    assert seen == ["Well Fed", "Normal", "Hungry", "Starving"]
    assert lengths[:3] == [19, 200, 200]


def test_hunger_is_told_when_it_comes(draw: Draw) -> None:
    arena = draw(ALONE)
    clock = component(arena.player, HungerClock)
    clock.state, clock.turns = "Normal", 1
    assert list(arena.wait().log) == ["You are hungry."]
    assert list(arena.wait().log) == []
    clock.turns = 1
    assert list(arena.wait().log) == ["You are starving!"]


def test_starving_hurts_at_last_every_turn(draw: Draw) -> None:
    arena = draw(ALONE)
    clock = component(arena.player, HungerClock)
    clock.state, clock.turns = "Starving", 3
    hurts = [lost(arena.wait().trace, arena.player) for _ in range(6)]
    assert hurts == [0, 0, 1, 1, 1, 1]


def test_starvation_kills_and_is_the_epitaph(draw: Draw) -> None:
    arena = draw(ALONE)
    clock = component(arena.player, HungerClock)
    clock.state, clock.turns = "Starving", 1
    arena.set_pools(arena.player, hp=2)
    result = arena.wait(5)
    assert not arena.alive(arena.player)
    assert arena.game.epitaph == "Starved to death"
    assert list(result.log) == ["Hunger gnaws at you for 1."] * 2 + ["You die."]


def test_a_meal_makes_well_fed_again(draw: Draw) -> None:
    arena = draw(ALONE)
    clock = component(arena.player, HungerClock)
    clock.state, clock.turns = "Starving", 0
    arena.use(arena.give(arena.player, "Meat"))
    assert lost(arena.wait(19).trace, arena.player) == 0
    assert clock.state == "Well Fed"
    arena.wait()
    assert (clock.state, clock.turns) == ("Normal", 200)


def test_monsters_are_never_hungry(draw: Draw) -> None:
    from roguelike.systems.upkeep import grow_hungry

    arena = draw("#####\n#@g.#\n#####")
    before = arena.state_hash()
    grow_hungry(arena.game, arena.find("Goblin"))
    assert arena.state_hash() == before
