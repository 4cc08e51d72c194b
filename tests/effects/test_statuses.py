"""Statuses as play shows them: what they do, to whom, for how long, and who is to blame."""

import pytest

from roguelike.components.actors import Initiative
from roguelike.components.statuses import Statuses
from roguelike.testing import Arena
from roguelike.world.derived_stats import stats_of
from tests.rooms import (
    Draw,
    begun,
    component,
    deaths,
    effect,
    ended,
    gained,
    inflict,
    lost,
)

PAIR = "######\n#@g..#\n######"


def due(arena: Arena, entity: int) -> int:
    """Return the tick at which somebody acts next."""
    initiative: Initiative = component(entity, Initiative)
    return initiative.due


# --- slow and haste


def test_web_slows_everyone_in_it_for_five_turns(draw: Draw) -> None:
    arena = draw("########\n#@..gk.#\n########")
    arena.teach("Web")
    arena.cast("Web", (5, 1))
    for name in ("Goblin", "Kobold"):
        assert arena.statuses(arena.find(name)) == {"Slowed": 5}
    assert arena.statuses(arena.player) == {}


@pytest.mark.parametrize("whom", ["player", "monster"])
def test_slowness_puts_off_the_next_turn_at_once(draw: Draw, whom: str) -> None:
    arena = draw(PAIR)
    victim = arena.player if whom == "player" else arena.find("Goblin")
    arena.game.enter()
    component(victim, Initiative).due = 8
    inflict(arena, "slow", victim, penalty=10)
    assert due(arena, victim) == 18
    assert stats_of(victim).penalty == 10


def test_haste_brings_the_next_turn_nearer_but_never_before_the_next_tick(draw: Draw) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    component(goblin, Initiative).due = 8
    inflict(arena, "slow", goblin, penalty=-3)
    assert due(arena, goblin) == 5
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    component(goblin, Initiative).due = 2
    inflict(arena, "slow", goblin, penalty=-30)
    assert due(arena, goblin) == arena.game.now + 1


def test_opposites_cancel_and_leave_nothing(draw: Draw) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    component(goblin, Initiative).due = 8
    inflict(arena, "slow", goblin, penalty=5)
    trace = inflict(arena, "slow", goblin, penalty=-2)
    assert (begun(trace), ended(trace)) == ([], ["Slowed"])
    assert arena.statuses(goblin) == {}
    assert (due(arena, goblin), stats_of(goblin).penalty) == (8, 0)
    inflict(arena, "slow", goblin, penalty=-2)
    assert ended(inflict(arena, "slow", goblin, penalty=2)) == ["Hasted"]
    assert arena.statuses(goblin) == {}


def test_the_stronger_slowness_wins_and_the_longer_stays(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.teach("Mire")
    goblin = arena.find("Goblin")
    inflict(arena, "slow", goblin, penalty=10)
    arena.cast("Mire", (2, 1))
    assert arena.statuses(goblin) == {"Slowed": 5}
    assert stats_of(goblin).penalty == 10
    inflict(arena, "slow", goblin, penalty=12, turns=2)
    assert arena.statuses(goblin) == {"Slowed": 5}
    assert stats_of(goblin).penalty == 12


def test_a_weaker_and_shorter_repeat_is_refused(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.teach("Mire")
    inflict(arena, "slow", arena.find("Goblin"), penalty=10)
    assert arena.cast("Mire", (2, 1)).refused == "It would add nothing."
    assert arena.mana(arena.player) == 4


def test_slowness_wears_off_and_gives_its_ticks_back_no_more(draw: Draw) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    inflict(arena, "slow", goblin, penalty=10)
    left = []
    for _ in range(5):
        left.append(arena.statuses(goblin)["Slowed"])
        arena.wait()
    assert left == [5, 4, 3, 2, 1]
    assert arena.statuses(goblin) == {}
    assert stats_of(goblin).penalty == 0


def test_the_slowed_act_less_often(draw: Draw) -> None:
    def bites(*, slowed: bool) -> int:
        arena = draw("####\n#@o#\n####", minds=True)
        ogre = arena.find("Ogre")
        arena.set_pools(arena.player, max_hp=10_000, hp=10_000)
        turns = 0
        for _ in range(60):
            if slowed and "Slowed" not in arena.statuses(ogre):
                inflict(arena, "slow", ogre, penalty=20, turns=50)
            result = arena.wait()
            turns += sum(type(change).__name__ == "Rolled" for change in result.trace)
        return turns

    quick, slow = bites(slowed=False), bites(slowed=True)
    assert 45 <= quick <= 75
    assert slow < quick / 2


# --- poison


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


# --- confusion


def test_confusion_costs_player_and_monster_the_same_count_of_turns(draw: Draw) -> None:
    arena = draw("#########\n#@.....g#\n#########")
    goblin = arena.find("Goblin")
    inflict(arena, "confusion", (arena.player, goblin), turns=4)
    for left in (3, 2, 1):
        arena.wait()
        assert arena.statuses(arena.player) == arena.statuses(goblin) == {"Confusion": left}
    arena.wait()
    assert arena.statuses(arena.player) == arena.statuses(goblin) == {}


def test_a_confused_monster_strays_instead_of_attacking(draw: Draw) -> None:
    room = "#######\n#.....#\n#..g..#\n#..@..#\n#######"
    strays = 0
    for seed in range(12):
        arena = draw(room, minds=True, seed=seed)
        goblin = arena.find("Goblin")
        inflict(arena, "confusion", goblin, turns=50)
        before = arena.position(goblin)
        arena.wait(2)
        strays += arena.position(goblin) != before
    assert strays >= 8


# --- attributes


def test_a_strength_potion_makes_mighty_for_ten_turns(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.use(arena.give(arena.player, "Strength Potion"))
    assert arena.statuses(arena.player) == {"Strength Potion": 10}
    assert stats_of(arena.player).bonuses[0] == 3
    arena.wait(10)
    assert stats_of(arena.player).bonuses[0] == 0


def test_attribute_bonuses_extend(draw: Draw) -> None:
    arena = draw(PAIR)
    for _ in range(2):
        arena.use(arena.give(arena.player, "Strength Potion"))
    assert arena.statuses(arena.player) == {"Strength Potion": 20}
    assert stats_of(arena.player).bonuses[0] == 3


# --- what statuses cling to


def test_things_have_no_statuses(draw: Draw) -> None:
    arena = draw("######\n#@!+^#\n######")
    for name in ("Health Potion", "Door", "Bear Trap"):
        for kind, fields in (
            ("slow", {"penalty": 1}),
            ("confusion", {"turns": 2}),
            ("damage_over_time", {"damage": 1}),
            ("status", {"status": "Rooted"}),
        ):
            assert inflict(arena, kind, arena.find(name), **fields) == []


def test_a_status_is_an_entity_bound_to_its_target(draw: Draw) -> None:
    from roguelike.components.statuses import Duration, StatusEffect

    arena = draw(PAIR)
    arena.teach("Venom")
    goblin = arena.find("Goblin")
    arena.cast("Venom", (2, 1))
    (status,) = component(goblin, Statuses).entities
    state = component(status, StatusEffect)
    assert (state.target, state.source, state.origin) == (goblin, arena.player, "Venom")
    assert component(status, Duration).turns == 5


# --- stacking, in every way there is


def test_stacking_replace_begins_anew(draw: Draw) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    inflict(arena, "status", goblin, status="Branded", turns=9)
    trace = inflict(arena, "status", goblin, status="Branded", turns=2)
    assert (begun(trace), ended(trace)) == (["Branded"], ["Branded"])
    assert arena.statuses(goblin) == {"Branded": 2}


def test_stacking_extend_adds_the_turns_at_the_greater_strength(draw: Draw) -> None:
    arena = draw(PAIR)
    inflict(arena, "status", arena.player, status="Regrowing", turns=3, strength=1)
    trace = inflict(arena, "status", arena.player, status="Regrowing", turns=4, strength=2)
    assert begun(trace) == []
    assert arena.statuses(arena.player) == {"Regrowing": 6}
    arena.set_pools(arena.player, hp=10)
    arena.wait()
    assert arena.hp(arena.player) == 12


def test_stacking_add_runs_side_by_side(draw: Draw) -> None:
    arena = draw(PAIR)
    for turns in (3, 2):
        inflict(arena, "status", arena.player, status="Bleeding", turns=turns, strength=1)
    assert arena.statuses(arena.player) == {"Bleeding": 3}
    arena.wait(3)
    assert arena.hp(arena.player) == 25


# --- ticks of the good sort


def test_regrowth_heals_and_welling_refills(draw: Draw) -> None:
    arena = draw(PAIR)
    for spell in ("Regrow", "Seep"):
        arena.teach(spell)
    arena.set_pools(arena.player, hp=10)
    arena.cast("Regrow")
    arena.cast("Seep")
    assert arena.mana(arena.player) == 2
    arena.wait()
    assert (arena.hp(arena.player), arena.mana(arena.player)) == (12, 3)


# --- prohibitions, for one and all


def test_the_rooted_cannot_step_but_can_fight(draw: Draw) -> None:
    arena = draw(PAIR)
    inflict(arena, "status", arena.player, status="Rooted")
    assert arena.move(1, 0).refused is not None
    assert arena.melee(arena.find("Goblin")).refused is None


def test_the_silenced_cannot_cast(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.teach("Zap")
    goblin = arena.find("Goblin")
    arena.teach("Zap", goblin)
    inflict(arena, "status", (arena.player, goblin), status="Silenced")
    assert arena.cast("Zap", (2, 1)).refused == "You cannot cast while silenced."
    assert arena.cast("Zap", (1, 1), by=goblin).refused is not None
    assert arena.mana(arena.player) == 4


def test_the_stunned_lose_their_turn(draw: Draw) -> None:
    arena = draw("####\n#@o#\n####", minds=True)
    ogre = arena.find("Ogre")
    inflict(arena, "status", ogre, status="Stunned", turns=50)
    result = arena.wait(10)
    assert not [change for change in result.trace if type(change).__name__ == "Rolled"]


def test_one_that_extends_adds_what_it_does_and_not_its_turns_at_the_strength_of_another(
    draw: Draw,
) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    for strength, turns, together in ((4, 5, 5), (1, 4, 6), (1, 1, 6), (8, 2, 5)):
        inflict(arena, "status", goblin, status="Regrowing", strength=strength, turns=turns)
        assert arena.statuses(goblin) == {"Regrowing": together}
