"""Growing: one level for each thousand times the level, several at once, never halfway."""

import pytest

from roguelike.components.vitals import Attributes, Skills
from roguelike.raws.catalog import load_catalog
from roguelike.testing import Arena
from roguelike.world.changes import LevelGained
from roguelike.world.figures import hero_pools
from tests.rooms import Draw, component, inflict, of

ALONE = "####\n#@.#\n####"


def level(arena: Arena, entity: int) -> int:
    """Return somebody's level."""
    from roguelike.components.vitals import Pools

    found: int = component(entity, Pools).level
    return found


def test_one_short_of_a_thousand_is_not_enough(draw: Draw) -> None:
    arena = draw(ALONE)
    inflict(arena, "experience", arena.player, amount=999)
    assert level(arena, arena.player) == 1
    inflict(arena, "experience", arena.player, amount=1)
    assert level(arena, arena.player) == 2


@pytest.mark.parametrize(("xp", "wanted"), [(1000, 2), (1999, 2), (2000, 3), (3000, 4), (9999, 10)])
def test_several_levels_may_come_at_once(draw: Draw, xp: int, wanted: int) -> None:
    arena = draw(ALONE)
    trace = inflict(arena, "experience", arena.player, amount=xp)
    assert level(arena, arena.player) == wanted
    assert [c.level for c in of(trace, LevelGained)] == list(range(2, wanted + 1))


def test_a_level_sharpens_every_skill_and_refills_and_no_die_decides(draw: Draw) -> None:
    arena = draw(ALONE)
    arena.set_pools(arena.player, hp=1, mana=0)
    rolls = arena.game.rng.state()
    inflict(arena, "experience", arena.player, amount=1000)
    assert arena.game.rng.state() == rolls
    assert component(arena.player, Attributes) == Attributes()
    skills = component(arena.player, Skills)
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
    born = Attributes(11, fitness, 11, intelligence)
    assert hero_pools(load_catalog([{}]), level, born) == pools


def test_ten_goblins_make_a_level_and_the_log_says_so(draw: Draw) -> None:
    arena = draw("#####\n#@g.#\n#####")
    for _ in range(10):
        goblin = arena.find("Goblin")
        arena.set_pools(goblin, hp=1)
        arena.equip(arena.player, "Needle")
        while arena.alive(goblin):
            result = arena.melee(goblin)
        if arena.xp(arena.player) < 1000:
            arena.spawn("Goblin", 2, 1)
    assert arena.xp(arena.player) == 1000
    assert level(arena, arena.player) == 2
    assert any("level 2" in line for line in result.log)
    assert arena.game.tallies.kills == 10


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
