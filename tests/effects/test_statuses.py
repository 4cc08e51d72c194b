"""Statuses as play shows them: what they do, to whom, for how long, and how they stack."""

from roguelike.components.statuses import Statuses
from roguelike.world.derived_stats import stats_of
from tests.rooms import (
    Draw,
    begun,
    component,
    ended,
    inflict,
)

PAIR = "######\n#@g..#\n######"


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
