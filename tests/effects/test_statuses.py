"""Statuses as play shows them: what they do, to whom, for how long, how they stack, and how they end."""

import pytest

from roguelike.actions import senses
from roguelike.components import actors
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.systems.visibility import look_around
from roguelike.testing import Arena
from roguelike.world import perception
from roguelike.world.derived_stats import stats_of
from tests.rooms import Draw, begun, component, ended, inflict, lost

PAIR = "######\n#@g..#\n######"


# --- confusion


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
        arena.wait(20)
        assert arena.hp(arena.player) == 30, "nor does it strike whom it stumbles into"
    assert strays >= 8


# --- attributes


def test_a_strength_potion_makes_mighty_for_ten_turns(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.use(arena.give(arena.player, "Strength Potion"))
    assert arena.statuses(arena.player) == {"Strength Potion": 10}
    assert stats_of(arena.player).bonuses[0] == 3
    arena.wait(10)
    assert stats_of(arena.player).bonuses[0] == 0


# --- what statuses cling to


def test_a_status_is_an_entity_bound_to_its_target(draw: Draw) -> None:
    arena = draw(PAIR, knows="Venom")
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
    arena = draw(PAIR, knows="Zap")
    goblin = arena.find("Goblin")
    arena.teach("Zap", goblin)
    inflict(arena, "status", (arena.player, goblin), status="Silenced")
    assert arena.cast("Zap", (2, 1)).refused == "You cannot cast while silenced."
    assert arena.cast("Zap", (1, 1), by=goblin).refused is not None
    assert arena.mana(arena.player) == 4


def test_one_that_extends_adds_what_it_does_and_not_its_turns_at_the_strength_of_another(
    draw: Draw,
) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    for strength, turns, together in ((4, 5, 5), (1, 4, 6), (1, 1, 6), (8, 2, 5)):
        inflict(arena, "status", goblin, status="Regrowing", strength=strength, turns=turns)
        assert arena.statuses(goblin) == {"Regrowing": together}


TWO = "######\n#@o..#\n######"


def test_a_shield_takes_damage_until_it_breaks(draw: Draw) -> None:
    arena = draw(TWO, knows="Shield")
    arena.cast("Shield")
    assert lost(inflict(arena, "damage", arena.player, amount=5), arena.player) == 0
    assert "Shielded" in arena.statuses(arena.player)
    trace = inflict(arena, "damage", arena.player, amount=5)
    assert lost(trace, arena.player) == 3
    assert ended(trace) == ["Shielded"]
    assert lost(inflict(arena, "damage", arena.player, amount=5), arena.player) == 5


def test_a_forecast_knows_of_the_shield(draw: Draw) -> None:
    arena = draw(TWO, knows="Blast")
    inflict(arena, "status", arena.find("Ogre"), status="Shielded", strength=4)
    assert arena.forecast("Blast", (2, 1)).outcomes[arena.find("Ogre")].damage == (2, 2.0, 2)


def test_the_faded_are_seen_from_beside_only(draw: Draw) -> None:
    arena = draw("########\n#@...g.#\n########")
    goblin = arena.find("Goblin")
    inflict(arena, "status", goblin, status="Faded")
    assert not perception.sees(arena.game, goblin)
    assert senses.hostiles_in_view(arena.game) == []
    assert senses.seen_creatures(arena.game) == []
    for _ in range(3):
        arena.move(1, 0)
    assert perception.sees(arena.game, goblin)
    assert senses.hostiles_in_view(arena.game) == [goblin]


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


def test_the_cornered_and_afraid_stay_and_do_not_strike(draw: Draw) -> None:
    arena = draw("####\n#@o#\n####", minds=True)
    ogre = arena.find("Ogre")
    inflict(arena, "status", ogre, status="Afraid", turns=30)
    arena.wait(10)
    assert arena.hp(arena.player) == 30
    inflict(arena, "status", arena.player, status="Afraid")
    assert arena.melee(ogre).refused == "You dare not, while afraid."


def test_damage_wakes_the_sleeping(draw: Draw) -> None:
    arena = draw(TWO, minds=True)
    ogre = arena.find("Ogre")
    inflict(arena, "status", ogre, status="Asleep", turns=50)
    arena.wait(3)
    assert arena.hp(arena.player) == 30
    assert ended(inflict(arena, "damage", ogre, amount=1)) == ["Asleep"]
    arena.wait(10)
    assert arena.hp(arena.player) < 30


def test_zero_damage_wakes_nobody(draw: Draw) -> None:
    arena = draw(TWO)
    ogre = arena.find("Ogre")
    inflict(arena, "status", ogre, status="Asleep", turns=50)
    inflict(arena, "damage", ogre, amount=0)
    assert "Asleep" in arena.statuses(ogre)


def test_the_brittle_suffer_double(draw: Draw) -> None:
    arena = draw(TWO)
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
    arena = draw(TWO, knows="Brand")
    result = arena.cast("Brand", (2, 1))
    assert begun(result.trace) == ["Branded"]
    assert any("branded" in line for line in result.log)


def due(arena: Arena, entity: int) -> int:
    """Return the tick at which somebody acts next."""
    initiative: actors.Initiative = component(entity, actors.Initiative)
    return initiative.due


@pytest.mark.parametrize("whom", ["player", "monster"])
def test_slowness_puts_off_the_next_turn_at_once(draw: Draw, whom: str) -> None:
    arena = draw(PAIR)
    victim = arena.player if whom == "player" else arena.find("Goblin")
    arena.game.enter()
    component(victim, actors.Initiative).due = 8
    inflict(arena, "slow", victim, penalty=10)
    assert due(arena, victim) == 18
    assert stats_of(victim).penalty == 10


def test_haste_brings_the_next_turn_nearer_but_never_before_the_next_tick(draw: Draw) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    component(goblin, actors.Initiative).due = 8
    inflict(arena, "slow", goblin, penalty=-3)
    assert due(arena, goblin) == 5
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    component(goblin, actors.Initiative).due = 2
    inflict(arena, "slow", goblin, penalty=-30)
    assert due(arena, goblin) == arena.game.now + 1


def test_opposites_cancel_and_leave_nothing(draw: Draw) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    component(goblin, actors.Initiative).due = 8
    inflict(arena, "slow", goblin, penalty=5)
    trace = inflict(arena, "slow", goblin, penalty=-2)
    assert (begun(trace), ended(trace)) == ([], ["Slowed"])
    assert arena.statuses(goblin) == {}
    assert (due(arena, goblin), stats_of(goblin).penalty) == (8, 0)
    inflict(arena, "slow", goblin, penalty=-2)
    assert ended(inflict(arena, "slow", goblin, penalty=2)) == ["Hasted"]
    assert arena.statuses(goblin) == {}


def test_the_stronger_slowness_wins_and_the_longer_stays(draw: Draw) -> None:
    arena = draw(PAIR, knows="Mire")
    goblin = arena.find("Goblin")
    inflict(arena, "slow", goblin, penalty=10)
    arena.cast("Mire", (2, 1))
    assert arena.statuses(goblin) == {"Slowed": 5}
    assert stats_of(goblin).penalty == 10
    inflict(arena, "slow", goblin, penalty=12, turns=2)
    assert arena.statuses(goblin) == {"Slowed": 5}
    assert stats_of(goblin).penalty == 12


def test_a_weaker_and_shorter_repeat_is_refused(draw: Draw) -> None:
    arena = draw(PAIR, knows="Mire")
    inflict(arena, "slow", arena.find("Goblin"), penalty=10)
    assert arena.cast("Mire", (2, 1)).refused == "It would add nothing."
    assert arena.mana(arena.player) == 4
