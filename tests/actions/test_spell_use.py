"""Casting: known, affordable, aimed well, worth it; and then paid for exactly once."""

from collections.abc import Iterator

import pytest

from roguelike.actions import acting, spell_use
from roguelike.components import items, vitals
from roguelike.store import command_lines
from roguelike.testing import Arena
from roguelike.world import changes
from tests.goldens import compare_faults, wrong
from tests.rooms import Draw, component, do, lost, of, rules, unchanged

CORRIDOR = """
    ###########
    #@...g...k#
    ###########
"""


NAMING = {"name": "Name It", "mana_cost": 1, "effects": {"identify": ""}}
FILLING = {"name": "Fill It", "mana_cost": 1, "effects": {"recharge": ""}}
LIFTING = {"name": "Lift It", "mana_cost": 1, "effects": {"remove_curse": ""}}
BOTH = {"name": "Both", "mana_cost": 1, "effects": {"identify": "", "recharge": ""}}


@pytest.fixture
def study() -> Iterator[Arena]:
    """A room with a mage who knows spells that want a thing to work on."""
    data = rules()
    spells = [NAMING, FILLING, LIFTING, BOTH]
    data["spells"] += spells
    with Arena.from_ascii("#####\n#@..#\n#####", raws=data) as arena:
        for spell in spells:
            arena.teach(str(spell["name"]))
        arena.set_pools(arena.player, max_mana=9, mana=9)
        yield arena


def test_a_spell_asks_which_thing_and_does_it_to_that_one(study: Arena) -> None:
    potion, scroll = (study.give(study.player, n) for n in ("Health Potion", "Fireball Scroll"))
    before = study.state_hash()
    asked = do(study, spell_use.Cast("Name It"))
    assert isinstance(asked, acting.Ask)
    assert asked.what == "item"
    assert (asked.prompt, asked.items) == ("Name It: on what?", (potion, scroll))
    assert study.state_hash() == before
    assert do(study, spell_use.Cast("Name It", None, scroll)) == acting.Done()
    assert study.shown_name(scroll) == "Fireball Scroll"
    assert study.shown_name(potion) != "Health Potion"
    assert study.mana(study.player) == 8


@pytest.mark.parametrize("spell", ["Name It", "Fill It", "Lift It", "Both"])
def test_a_spell_with_nothing_to_choose_is_refused(study: Arena, spell: str) -> None:
    study.give(study.player, "Dagger")
    before = study.state_hash()
    result = study.cast(spell)
    assert result.refused == "You have nothing that it could be used on."
    assert study.state_hash() == before


def test_a_thing_that_was_not_offered_is_asked_for_again(study: Arena) -> None:
    study.give(study.player, "Health Potion")
    dagger = study.give(study.player, "Dagger")
    before = study.state_hash()
    assert isinstance(
        do(study, spell_use.Cast("Name It", None, dagger)),
        acting.Ask,
    )
    assert study.state_hash() == before


def test_of_two_such_effects_each_does_what_it_can(study: Arena) -> None:
    rod = study.give(study.player, "Rod of Naming")
    potion = study.give(study.player, "Health Potion")
    study.identify("Rod of Naming")
    component(rod, items.Charges).left = 1
    asked = do(study, spell_use.Cast("Both"))
    assert isinstance(asked, acting.Ask)
    assert asked.what == "item"
    assert set(asked.items) == {rod, potion}
    assert do(study, spell_use.Cast("Both", None, rod)) == acting.Done()
    assert study.charges(rod) == 3
    assert do(study, spell_use.Cast("Both", None, potion)) == acting.Done()
    assert study.shown_name(potion) == "Health Potion"


def test_the_choice_is_kept_by_log_and_replay() -> None:
    action = spell_use.Cast("Name It", None, 7)
    assert command_lines.decode(command_lines.encode(action)) == action
    assert command_lines.decode({"do": "cast", "spell": "Zap"}) == spell_use.Cast("Zap")


def test_zap_costs_one_and_hurts_five(draw: Draw) -> None:
    arena = draw(CORRIDOR, knows="Zap")
    result = arena.cast("Zap", (5, 1))
    assert result.refused is None
    assert arena.mana(arena.player) == 3
    assert arena.hp(arena.find("Goblin")) == 4
    payments = [c for c in of(result.trace, changes.PoolChanged) if c.pool == "mana"]
    assert [(c.before, c.after) for c in payments] == [(4, 3)]


def test_mana_is_paid_before_the_effects_happen(draw: Draw) -> None:
    arena = draw(CORRIDOR, knows="Zap")
    trace = arena.cast("Zap", (5, 1)).trace
    assert trace[0].pool == "mana"
    assert type(trace[1]).__name__ == "Unleashed"


def test_a_refusal_says_why_and_changes_nothing(draw: Draw) -> None:
    told = []
    for case in wrong("casts"):
        spell, mana, aim = case
        arena = draw(CORRIDOR, knows=spell)
        arena.set_pools(arena.player, mana=mana)
        with unchanged(arena):
            result = arena.cast(spell, aim and tuple(aim))
            assert (list(result.trace), list(result.log)) == ([], [])
            assert arena.forecast(spell, aim and tuple(aim)).refused == result.refused
        told.append((case, str(result.refused)))
    compare_faults("casts", told)


def test_range_is_measured_as_the_crow_flies(draw: Draw) -> None:
    arena = draw(
        "##########\n#@.......#\n#........#\n#........#\n#........#\n#....o...#\n##########",
        knows="Zap",
    )
    ogre = arena.find("Ogre")
    assert arena.cast("Zap", (5, 5)).refused is None  # 4 and 4: 5.7
    arena.spawn("Goblin", 6, 5)
    assert "out of range" in str(arena.cast("Zap", (6, 5)).refused)  # 5 and 4: 6.4
    arena.spawn("Kobold", 7, 1)
    assert arena.cast("Zap", (7, 1)).refused is None  # exactly 6
    assert arena.hp(ogre) == 95


def test_what_is_out_of_sight_cannot_be_aimed_at(draw: Draw) -> None:
    arena = draw("########\n#@.#.g.#\n#..#...#\n#..#...#\n########", knows="Zap")
    with unchanged(arena):
        assert arena.cast("Zap", (5, 1)).refused == "You cannot see that."


def test_an_unknown_spell_is_not_cast(draw: Draw) -> None:
    arena = draw(CORRIDOR)
    for spell in ("Zap", "No Such Spell", ""):
        assert arena.cast(spell, (5, 1)).refused == f"You do not know the spell {spell}."
        assert arena.forecast(spell, (5, 1)).refused is not None


def test_a_spell_that_needs_an_aim_asks_for_it(draw: Draw) -> None:
    arena = draw(CORRIDOR, knows="Zap")
    with unchanged(arena):
        asked = do(arena, spell_use.Cast("Zap"))
        assert isinstance(asked, acting.Ask)
        assert asked.what == "target"
        assert "6 tiles" in asked.prompt


def test_an_aim_that_a_spell_does_not_need_is_ignored(draw: Draw) -> None:
    arena = draw(CORRIDOR, knows="Mend")
    arena.set_pools(arena.player, hp=1)
    arena.cast("Mend", (5, 1))
    assert (arena.hp(arena.player), arena.hp(arena.find("Goblin"))) == (6, 9)


def test_monsters_pay_mana_for_spells(draw: Draw) -> None:
    arena = draw("#########\n#@...s..#\n#########", {"s": "Large Spider"})
    spider = arena.find("Large Spider")
    arena.set_pools(spider, mana=3)
    assert arena.cast("Web", (1, 1), by=spider).refused is None
    assert arena.mana(spider) == 1
    with unchanged(arena):
        assert "you have 1" in str(arena.cast("Web", (1, 1), by=spider).refused)


def test_a_spell_around_oneself_reaches_no_further(draw: Draw) -> None:
    arena = draw("###########\n#@.g.k....#\n###########", knows="Nova")
    result = arena.cast("Nova")
    assert lost(result.trace, arena.find("Goblin")) == 4
    assert lost(result.trace, arena.find("Kobold")) == 0
    assert lost(result.trace, arena.player) == 0


def test_one_who_bursts_is_gone_and_bursts_once(draw: Draw) -> None:
    arena = draw("#########\n#@.F...k#\n#########")
    cap = arena.find("Firecap Mushroom")
    result = arena.cast("Explode", by=cap)
    assert not arena.alive(cap)
    assert lost(result.trace, arena.player) == 20
    assert lost(result.trace, arena.find("Kobold")) == 0
    assert arena.xp(arena.player) == 0


def test_the_player_is_not_used_up_by_a_borrowed_burst(draw: Draw) -> None:
    arena = draw("######\n#@.o.#\n######", knows="Explode")
    arena.cast("Explode")
    assert arena.alive(arena.player)
    assert (arena.hp(arena.player), arena.hp(arena.find("Ogre"))) == (10, 80)


def test_power_grows_with_the_caster(draw: Draw) -> None:
    arena = draw("######\n#@.o.#\n######", knows="Power")
    ogre = arena.find("Ogre")
    first = lost(arena.cast("Power", (3, 1)).trace, ogre)
    arena.game.enter()

    component(arena.player, vitals.Skills).magic = 10
    second = lost(arena.cast("Power", (3, 1)).trace, ogre)
    assert 0 < first < second


def test_the_dead_cast_nothing(draw: Draw) -> None:
    arena = draw(CORRIDOR)
    goblin = arena.find("Goblin")
    arena.teach("Zap", goblin)
    arena.set_pools(goblin, hp=1)
    arena.teach("Zap")
    arena.cast("Zap", (5, 1))
    assert arena.cast("Zap", (1, 1), by=goblin).refused == "The dead do not act."
