"""Dying and growing: what is left behind, who is credited, and the levels that it makes."""

import pytest

from roguelike.components import items, vitals
from roguelike.raws.catalog import load_catalog
from roguelike.testing import Arena
from roguelike.world import changes, ecs, figures
from tests.rooms import Draw, component, deaths, inflict, lost, of

ALONE = "####\n#@.#\n####"


def level(arena: Arena, entity: int) -> int:
    """Return somebody's level."""
    found: int = component(entity, vitals.Pools).level
    return found


@pytest.mark.parametrize(
    ("xp", "wanted"), [(999, 1), (1000, 2), (1999, 2), (2000, 3), (3000, 4), (9999, 10)]
)
def test_several_levels_may_come_at_once(draw: Draw, xp: int, wanted: int) -> None:
    arena = draw(ALONE)
    trace = inflict(arena, "experience", arena.player, amount=xp)
    assert level(arena, arena.player) == wanted
    assert [c.level for c in of(trace, changes.LevelGained)] == list(range(2, wanted + 1))


def test_a_level_sharpens_every_skill_and_refills_and_no_die_decides(draw: Draw) -> None:
    arena = draw(ALONE)
    arena.set_pools(arena.player, hp=1, mana=0)
    rolls = arena.game.rng.state()
    inflict(arena, "experience", arena.player, amount=1000)
    assert arena.game.rng.state() == rolls
    assert component(arena.player, vitals.Attributes) == vitals.Attributes()
    skills = component(arena.player, vitals.Skills)
    assert (skills.melee, skills.defense, skills.magic) == (2, 2, 2)
    assert arena.hp(arena.player) == arena.max_hp(arena.player) == 45
    assert arena.mana(arena.player) == arena.max_mana(arena.player) == 8


def test_a_passing_bonus_is_not_baked_in(draw: Draw) -> None:
    arena = draw(ALONE)
    inflict(arena, "attribute_bonus", arena.player, status="Strength Potion", fitness=10)
    inflict(arena, "experience", arena.player, amount=1000)
    assert arena.max_hp(arena.player) == 45


def test_what_was_given_up_for_good_stays_given_up(draw: Draw) -> None:
    arena = draw(ALONE)
    arena.set_pools(arena.player, max_mana=3, max_hp=40)
    inflict(arena, "experience", arena.player, amount=1000)
    assert (arena.max_mana(arena.player), arena.max_hp(arena.player)) == (7, 55)


@pytest.mark.parametrize(
    ("level", "fitness", "intelligence", "pools"),
    [(1, 11, 11, (30, 4)), (2, 11, 11, (45, 8)), (1, 13, 13, (31, 5)), (3, 7, 1, (57, 3))],
)
def test_pools_follow_the_source_games_formulas_where_the_data_says_nothing(
    level: int, fitness: int, intelligence: int, pools: tuple[int, int]
) -> None:
    born = vitals.Attributes(11, fitness, 11, intelligence)
    assert figures.hero_pools(load_catalog([{}]), level, born) == pools


def test_the_forecast_tells_of_the_hit_points_that_a_level_brings(draw: Draw) -> None:
    arena = draw("####\n#@o#\n####", {"o": "Orc"})
    inflict(arena, "experience", arena.player, amount=950)
    arena.set_pools(arena.player, hp=10)
    arena.set_pools(arena.find("Orc"), hp=1)
    arena.teach("Zap")
    least, _, most = arena.forecast("Zap", (2, 1)).outcomes[arena.player].healing
    arena.cast("Zap", (2, 1))
    assert level(arena, arena.player) == 2
    assert 0 < least <= arena.hp(arena.player) - 10 <= most


PAIR = "######\n#@g..#\n######"


def test_the_dead_are_forgotten_after_the_turn(draw: Draw) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    inflict(arena, "damage", goblin, amount=9)
    arena.wait()
    arena.wait()
    assert goblin not in ecs.entities()


def test_everything_carried_and_worn_is_dropped(draw: Draw) -> None:
    arena = draw("######\n#@b..#\n######", {"b": "Bandit"})
    bandit = arena.find("Bandit")
    arena.give(bandit, "Health Potion")
    wanted = sorted(arena.inventory(bandit))
    assert wanted == ["Dagger", "Health Potion", "Leather Armor", "Leather Boots", "Shield"]
    inflict(arena, "damage", bandit, amount=99)
    dropped = [arena.shown_name(item) for item in arena.at(2, 1)]
    assert len(dropped) == 5
    assert component(bandit, items.Pack) == items.Pack()
    arena.identify("Health Potion")
    assert sorted(arena.shown_name(item) for item in arena.at(2, 1)) == wanted


def test_the_player_gets_experience_by_level_and_all_the_gold(draw: Draw) -> None:
    arena = draw("######\n#@r..#\n######", {"r": "Rich Rat"})
    rat = arena.find("Rich Rat")
    inflict(arena, "damage", rat, by=arena.player, amount=99)
    assert (arena.xp(arena.player), arena.gold(arena.player)) == (100, 7)
    arena = draw("######\n#@o..#\n######")
    inflict(arena, "damage", arena.find("Ogre"), by=arena.player, amount=999)
    assert arena.xp(arena.player) == 300


def test_a_kill_moves_gold_only_once(draw: Draw) -> None:
    arena = draw("######\n#@r..#\n######", {"r": "Rich Rat"})
    trace = inflict(arena, "damage", arena.find("Rich Rat"), by=arena.player, amount=99)
    assert sum(c.after - c.before for c in of(trace, changes.PoolChanged) if c.pool == "gold") == 0


def test_a_kill_by_another_credits_nobody(draw: Draw) -> None:
    arena = draw("######\n#@gr.#\n######", {"r": "Rich Rat"})
    goblin = arena.find("Goblin")
    inflict(arena, "damage", arena.find("Rich Rat"), by=goblin, amount=99)
    assert (arena.xp(arena.player), arena.gold(arena.player)) == (0, 0)
    assert component(goblin, vitals.Pools).gold < 7
    assert arena.game.tallies.kills == 0


def test_an_uncertain_burst_happens_at_times(draw: Draw) -> None:
    bursts = 0
    for seed in range(40):
        arena = draw("#####\n#@B.#\n#####", seed=seed)
        trace = inflict(arena, "damage", arena.find("Bomb"), amount=99)
        bursts += lost(trace, arena.player) > 0
    assert 10 <= bursts <= 30


def test_the_epitaph_names_the_killer(draw: Draw) -> None:
    arena = draw("######\n#@F..#\n######", knows="Zap")
    arena.set_pools(arena.player, hp=1)
    arena.set_pools(arena.find("Firecap Mushroom"), hp=1)
    arena.cast("Zap", (2, 1))
    assert not arena.alive(arena.player)
    assert arena.game.epitaph == "Killed by your own Explode"
    arena = draw("######\n#@^..#\n######")
    arena.set_pools(arena.player, hp=1)
    arena.move(1, 0)
    assert "bear trap" in arena.game.epitaph.lower()


def test_monsters_do_not_act_after_the_players_death(draw: Draw) -> None:
    arena = draw("#####\n#@oo#\n#ooo#\n#####", minds=True)
    arena.set_pools(arena.player, hp=1)
    result = arena.wait(30)
    assert not arena.alive(arena.player)
    assert deaths(result.trace) == [arena.player]
    after = result.trace[result.trace.index(of(result.trace, changes.Died)[0]) + 1 :]
    assert {type(change).__name__ for change in after} <= {"Stained"}


def test_the_dead_find_no_gold_and_learn_nothing(draw: Draw) -> None:
    arena = draw("######\n#@r..#\n######", {"r": "Rich Rat"}, knows="Blast")
    arena.set_pools(arena.player, hp=6)
    result = arena.cast("Blast", (2, 1))
    assert deaths(result.trace) == [arena.player, min(set(deaths(result.trace)) - {arena.player})]
    assert (arena.xp(arena.player), arena.gold(arena.player)) == (0, 0)
    assert not any("gold" in line for line in result.log)


def test_what_one_deed_is_worth_comes_as_one(draw: Draw) -> None:
    arena = draw("##########\n#@..ggg..#\n##########", knows="Blast")
    for goblin in (arena.at(x, 1)[0] for x in (4, 5, 6)):
        component(goblin, vitals.Pools).hp = 1
    trace = arena.cast("Blast", (5, 1)).trace
    gains = [change for change in of(trace, changes.PoolChanged) if change.pool == "xp"]
    assert len(deaths(trace)) == 3
    assert [(gain.before, gain.after) for gain in gains] == [(0, 300)]
