"""Taking life and mana; ending statuses; filling rods; calling help; laying runes."""

import pytest

from roguelike.components import actors, items, vitals
from roguelike.testing import Arena
from roguelike.world import ecs, factions
from roguelike.world.derived_stats import drop_stats
from tests.rooms import (
    Draw,
    begun,
    component,
    deaths,
    ended,
    inflict,
    inflict_at,
    lost,
    unchanged,
)

PAIR = "######\n#@o..#\n######"


@pytest.mark.parametrize(("had", "amount", "back"), [(3, 8, 3), (99, 1, 1)])
def test_draining_gives_what_it_took_and_no_more(
    draw: Draw, had: int, amount: int, back: int
) -> None:
    arena = draw(PAIR)
    arena.set_pools(arena.player, hp=10)
    ogre = arena.find("Ogre")
    arena.set_pools(ogre, hp=had)
    inflict(arena, "drain", ogre, by=arena.player, amount=amount)
    assert arena.hp(arena.player) == 10 + back
    assert arena.alive(ogre) is (had > amount)


def test_nobody_drains_themselves_or_the_dead(draw: Draw) -> None:
    arena = draw("######\n#@og.#\n######")
    arena.set_pools(arena.player, hp=10)
    assert lost(inflict(arena, "drain", arena.player, by=arena.player, amount=4), arena.player) == 4
    assert arena.hp(arena.player) == 6
    goblin = arena.find("Goblin")
    inflict(arena, "damage", goblin, amount=99)
    inflict(arena, "drain", arena.find("Ogre"), by=goblin, amount=4)
    assert not arena.alive(goblin)
    assert arena.hp(goblin) == 0


def test_draining_for_the_healthy_still_hurts(draw: Draw) -> None:
    arena = draw(PAIR)
    ogre = arena.find("Ogre")
    assert lost(inflict(arena, "drain", ogre, by=arena.player, amount=8), ogre) == 8
    assert arena.hp(arena.player) == 30


def test_mana_is_leeched_and_burnt(draw: Draw) -> None:
    arena = draw(PAIR)
    ogre = arena.find("Ogre")
    arena.set_pools(ogre, mana=5)
    arena.set_pools(arena.player, mana=0)
    inflict(arena, "leech_mana", ogre, by=arena.player, amount=3)
    assert (arena.mana(ogre), arena.mana(arena.player)) == (2, 3)
    trace = inflict(arena, "burn_mana", ogre, by=arena.player, amount=10)
    assert arena.mana(ogre) == 0
    assert lost(trace, ogre) == 2


def test_no_mana_is_taken_from_who_has_none(draw: Draw) -> None:
    arena = draw(PAIR)
    ogre = arena.find("Ogre")
    arena.set_pools(ogre, mana=0)
    with unchanged(arena):
        for kind in ("leech_mana", "burn_mana"):
            inflict(arena, kind, ogre, by=arena.player, amount=3)
        inflict(arena, "leech_mana", arena.player, by=arena.player, amount=3)


def test_cleansing_ends_the_bad_and_dispelling_the_good(draw: Draw) -> None:
    arena = draw(PAIR)
    ogre = arena.find("Ogre")
    for status in ("Branded", "Bleeding", "Shielded", "Regrowing"):
        inflict(arena, "status", ogre, status=status, strength=1)
    assert sorted(ended(inflict(arena, "cleanse", ogre))) == ["Bleeding", "Branded"]
    assert sorted(arena.statuses(ogre)) == ["Regrowing", "Shielded"]
    inflict(arena, "dispel", ogre)
    assert arena.statuses(ogre) == {}


def test_cleansing_may_name_what_it_ends(draw: Draw) -> None:
    arena = draw(PAIR)
    for status in ("Branded", "Bleeding"):
        inflict(arena, "status", arena.player, status=status, strength=1)
    assert ended(inflict(arena, "cleanse", arena.player, status="Bleeding")) == ["Bleeding"]


def test_an_end_before_time_gives_the_ticks_back(draw: Draw) -> None:
    arena = draw(PAIR)
    ogre = arena.find("Ogre")
    component(ogre, actors.Initiative).due = 8
    inflict(arena, "slow", ogre, penalty=10)
    inflict(arena, "cleanse", ogre)
    assert component(ogre, actors.Initiative).due == 8


# --- the summoned


def call(arena: Arena) -> list[int]:
    """Let the player call two servants, and return them."""
    arena.teach("Call")
    result = arena.cast("Call")
    assert begun(result.trace) == ["Summoned", "Summoned"]
    there = arena.game.level.blockers.values()
    called = sorted(each for each in there if "Summoned" in arena.statuses(each))
    assert len(called) == 2
    return called


def test_the_summoned_stand_near_and_serve(draw: Draw) -> None:
    arena = draw("########\n#@.....#\n#....o.#\n########")
    called = call(arena)
    assert all(factions.are_friends(arena.game, arena.player, each) for each in called)
    assert not any(factions.are_friends(arena.game, arena.find("Ogre"), each) for each in called)
    arena.wait(10)
    assert not any(arena.alive(each) for each in called)
    assert arena.xp(arena.player) == 0


def test_the_summoned_leave_nothing_and_are_worth_nothing(draw: Draw) -> None:
    arena = draw("########\n#@.....#\n########")
    called, _ = call(arena)
    where = arena.position(called)
    assert where is not None
    inflict(arena, "damage", called, by=arena.player, amount=99)
    assert arena.at(*where) == []
    assert (arena.xp(arena.player), arena.gold(arena.player)) == (0, 0)


def test_the_summoned_come_equipped_and_take_it_along(draw: Draw) -> None:
    arena = draw("########\n#@.....#\n########", knows="Call")
    before = len(ecs.entities())
    arena.cast("Call")
    called = [e for e in arena.game.level.blockers.values() if "Summoned" in arena.statuses(e)]
    assert [arena.inventory(each) for each in called] == [["Dagger"], ["Dagger"]]
    assert all(component(each, items.Pack).worn for each in called)
    arena.wait(10)
    arena.wait()  # what went is buried with the next turn
    assert not any(arena.alive(each) for each in called)
    assert len(ecs.entities()) == before
    assert [here for here in arena.game.level.at.values() if here != [arena.player]] == []


@pytest.mark.parametrize("end", ["death", "time", "dispel"])
def test_what_the_summoned_took_from_others_stays(draw: Draw, end: str) -> None:
    arena = draw("########\n#@.....#\n########")
    called, _ = call(arena)
    where = arena.position(called)
    assert where is not None
    taken = [arena.give(called, "Dagger"), arena.give(called, "Health Potion")]
    if end == "time":
        arena.wait(10)
    else:
        inflict(arena, end, called)
    assert not arena.alive(called)
    assert sorted(arena.at(*where)) == taken


# --- runes


@pytest.mark.parametrize(("intelligence", "magic", "power"), [(11, 1, 1), (16, 4, 7), (3, 1, 0)])
def test_a_rune_is_as_strong_as_the_cast_that_laid_it(
    draw: Draw, intelligence: int, magic: int, power: int
) -> None:
    arena = draw("########\n#@.o..g#\n########", knows=("Barb Rune", "Shove"))
    arena.set_pools(arena.player, max_mana=9, mana=9)
    component(arena.player, vitals.Attributes).intelligence = intelligence
    component(arena.player, vitals.Skills).magic = magic
    drop_stats(arena.player)
    arena.cast("Barb Rune", (5, 1))
    # What becomes of the caster later is nothing to the rune.
    component(arena.player, vitals.Attributes).intelligence = 18
    drop_stats(arena.player)
    with Arena.load(arena.save()) as later:
        ogre = later.find("Ogre")
        harm = 10 + 3 * power
        least, _, most = later.forecast("Shove", (3, 1)).outcomes[ogre].damage
        assert (least, most) == (harm + 1, harm + 4), "the rune, and the goblin that it runs into"
        later.move(1, 0, by=ogre)
        assert lost(later.move(1, 0, by=ogre).trace, ogre) == harm


def test_a_rune_set_off_by_a_blast_is_no_weaker(draw: Draw) -> None:
    arena = draw("########\n#@...o.#\n########", knows=("Burst Rune", "Blast"))
    arena.set_pools(arena.player, max_mana=9, mana=9)
    component(arena.player, vitals.Skills).magic = 5
    arena.cast("Burst Rune", (4, 1))
    ogre = arena.find("Ogre")
    foreseen = arena.forecast("Blast", (4, 1)).outcomes[ogre].damage
    assert foreseen == (21, 21.0, 21)
    assert lost(arena.cast("Blast", (4, 1)).trace, ogre) == 21


def test_a_rune_waits_for_an_enemy(draw: Draw) -> None:
    arena = draw("########\n#@..g..#\n########", knows="Ward Rune")
    arena.cast("Ward Rune", (2, 1))
    goblin = arena.find("Goblin")
    arena.move(1, 0)
    assert arena.hp(arena.player) == 30
    arena.move(-1, 0)
    for _ in range(2):
        result = arena.move(-1, 0, by=goblin)
    assert lost(result.trace, goblin) == 5


def test_a_runes_kill_is_its_makers(draw: Draw) -> None:
    arena = draw("########\n#@..g..#\n########", knows="Ward Rune")
    arena.cast("Ward Rune", (3, 1))
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, hp=1)
    assert deaths(arena.move(-1, 0, by=goblin).trace) == [goblin]
    assert arena.xp(arena.player) == 100


def test_two_runes_do_not_share_a_tile(draw: Draw) -> None:
    arena = draw("########\n#@..g..#\n########", knows="Ward Rune")
    arena.cast("Ward Rune", (2, 1))
    with unchanged(arena):
        refused = arena.cast("Ward Rune", (2, 1)).refused
        assert refused == "There is magic on that ground already."
    assert len(arena.at(2, 1)) == 1
    assert inflict_at(arena, "set_off", (6, 1)) == []
