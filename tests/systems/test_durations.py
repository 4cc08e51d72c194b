"""What runs by the clock: statuses, hunger, wounds that close, and the random steps of the confused."""

from collections import Counter

import pytest

from roguelike.actions import acting, moving
from roguelike.components import actors, spatial, vitals
from roguelike.components.statuses import StatusEffect
from roguelike.effects import upkeep
from roguelike.engine.play.turn import play
from roguelike.store import invariants
from roguelike.systems.catch_up import catch_up
from roguelike.world import changes, ecs
from tests.halls import Stage
from tests.rooms import Draw, component, deaths, ended, inflict, lost

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


def test_statuses_elsewhere_stand_still(draw: Draw) -> None:
    arena = draw(PAIR)
    ogre = arena.find("Ogre")
    inflict(arena, "status", ogre, status="Branded", turns=3)
    component(ogre, spatial.Position).depth = 9
    upkeep.run_statuses(arena.game)
    assert arena.statuses(ogre) == {"Branded": 3}


ALONE = "####\n#@.#\n####"


def test_hunger_comes_by_and_by(draw: Draw) -> None:
    arena = draw(ALONE)
    clock = component(arena.player, vitals.HungerClock)
    seen = [clock.state]
    lengths = [0]
    for _ in range(300 + 1_200 + 300 + 50):
        arena.wait()
        if clock.state == seen[-1]:
            lengths[-1] += 1
        else:
            seen.append(clock.state)
            lengths.append(1)
    assert seen == ["Well Fed", "Normal", "Hungry", "Starving"]
    assert lengths[:3] == [299, 1_200, 300]


def test_hunger_is_told_when_it_comes(draw: Draw) -> None:
    arena = draw(ALONE)
    clock = component(arena.player, vitals.HungerClock)
    clock.state, clock.turns = "Normal", 1
    assert list(arena.wait().log) == ["You are hungry."]
    assert list(arena.wait().log) == []
    clock.turns = 1
    assert list(arena.wait().log) == ["You are starving!"]


def test_starving_hurts_at_last_every_turn(draw: Draw) -> None:
    arena = draw(ALONE)
    clock = component(arena.player, vitals.HungerClock)
    clock.state, clock.turns = "Starving", 3
    hurts = [lost(arena.wait().trace, arena.player) for _ in range(6)]
    assert hurts == [0, 0, 1, 1, 1, 1]


def test_starvation_kills_and_is_the_epitaph(draw: Draw) -> None:
    arena = draw(ALONE)
    clock = component(arena.player, vitals.HungerClock)
    clock.state, clock.turns = "Starving", 1
    arena.set_pools(arena.player, hp=2)
    result = arena.wait(5)
    assert not arena.alive(arena.player)
    assert arena.game.epitaph == "Starved to death"
    assert list(result.log) == ["Hunger gnaws at you for 1."] * 2 + ["You die."]


def test_a_meal_makes_well_fed_again(draw: Draw) -> None:
    arena = draw(ALONE)
    clock = component(arena.player, vitals.HungerClock)
    clock.state, clock.turns = "Starving", 0
    arena.use(arena.give(arena.player, "Meat"))
    assert lost(arena.wait(299).trace, arena.player) == 0
    assert clock.state == "Well Fed"
    arena.wait()
    assert (clock.state, clock.turns) == ("Normal", 1_200)


APART = "#########\n#@.#.o..#\n#########"


@pytest.mark.parametrize(
    ("drawing", "lacking", "mended"),
    [(APART, 5, 4), (APART, 1, 1), ("#######\n#@..o.#\n#######", 5, 0)],
    ids=["out of sight", "no more than they had", "watched"],
)
def test_the_wounded_mend_out_of_sight_a_point_every_five_turns(
    stage: Stage, drawing: str, lacking: int, mended: int
) -> None:
    arena = stage(drawing)
    orc = arena.find("Orc")
    hurt = arena.max_hp(orc) - lacking
    arena.set_pools(orc, hp=hurt)
    arena.wait(20)
    assert arena.hp(orc) == hurt + mended
    assert invariants.faults(arena.game) == []


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
    assert arena.hp(troll) == 30 + 2 * ecs.get(troll, actors.Nature).regenerates
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


OPEN = "#######\n#.....#\n#..@..#\n#.....#\n#######"


def travel(game: object, depth: int) -> None:
    """Go nowhere."""


def test_a_confused_step_goes_any_of_nine_ways_standing_included(draw: Draw) -> None:
    arena = draw(OPEN)
    steps = Counter(moving.random_step(arena.game) for _ in range(1800))
    assert steps.pop(moving.Pass()) in range(150, 260)
    assert len(steps) == 8
    assert all(
        isinstance(step, moving.Stumble) and count in range(150, 260)
        for step, count in steps.items()
    )


def test_the_confused_strike_nobody_and_open_nothing(draw: Draw) -> None:
    """Whatever they stumble into only stops them (S4): among orcs and a door nothing is lost but turns."""
    arena = draw("#####\n#ooo#\n#o@o#\n#o+o#\n#####", {"o": "Orc", "+": "Door"})
    inflict(arena, "confusion", arena.player, turns=40)
    trace = [change for _ in range(40) for change in arena.move(1, 0).trace]
    assert not any(
        type(change) in (changes.PoolChanged, changes.DoorMoved, changes.Moved) for change in trace
    )


def test_a_confused_cast_fails_and_costs_nothing(draw: Draw) -> None:
    arena = draw("#######\n#@...g#\n#######", knows="Zap")
    inflict(arena, "confusion", arena.player, turns=3)
    arena.cast("Zap", (5, 1))
    assert arena.mana(arena.player) == 4
    assert arena.hp(arena.find("Goblin")) == 9


def test_stumbling_into_a_wall_is_a_turn(draw: Draw) -> None:
    for seed in range(12):
        arena = draw("###\n#@#\n###", seed=seed)
        inflict(arena, "confusion", arena.player, turns=2)
        turn = arena.game.turn
        assert play(arena.game, moving.Step(1, 0), travel) == acting.Done()
        assert arena.game.turn == turn + 1
        assert arena.statuses(arena.player) == {"Confusion": 1}


def test_a_stumble_may_end_on_a_trap(draw: Draw) -> None:
    hurt = 0
    for seed in range(20):
        arena = draw("#####\n#***#\n#*@*#\n#***#\n#####", seed=seed)
        inflict(arena, "confusion", arena.player, turns=2)
        arena.move(0, 0)
        hurt += arena.hp(arena.player) < 30
    assert hurt >= 14


def test_who_is_too_confused_for_what_they_meant_is_told(draw: Draw) -> None:
    arena = draw(OPEN)
    item = arena.give(arena.player, "Health Potion")
    inflict(arena, "confusion", arena.player, turns=9)
    assert "Your head swims, and you stumble instead." in arena.turn(item).log
    assert "Health Potion" in arena.inventory()
    assert not any("head swims" in line for line in arena.turn("wait").log)
