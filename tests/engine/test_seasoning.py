"""Creatures that live deeper than their kind usually does are of a higher level there, and of no lower anywhere."""

import pytest

from roguelike.components.actors import Kind, Nature
from roguelike.components.spatial import Position
from roguelike.components.vitals import Pools, Skills
from roguelike.engine.play.dungeon import build_level
from roguelike.engine.play.seasoning import rise_to, usual_level
from roguelike.raws.catalog import load_catalog
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs
from tests.rooms import component

HARDER = {"growth": [{"name": "creature level", "formula": "level+max(0,depth-home)/2"}]}
OGRE = {
    "mobs": [{"name": "Ogre", "level": 4}, {"name": "Djinn", "level": 4}],
    "spawn_table": [
        {"name": "Ogre", "weight": 1, "min_depth": 5, "max_depth": 6},
        {"name": "Ogre", "weight": 2, "min_depth": 3, "max_depth": 4},
    ],
}


@pytest.mark.parametrize(("depth", "level"), [(1, 4), (3, 4), (4, 4), (5, 5), (9, 7)])
def test_a_level_for_each_two_depths_below_home(depth: int, level: int) -> None:
    assert usual_level("Ogre", depth, load_catalog([OGRE, HARDER])) == level


def test_who_is_in_no_spawn_table_is_the_same_everywhere() -> None:
    assert usual_level("Djinn", 12, load_catalog([OGRE, HARDER])) == 4


def test_where_the_data_says_nothing_nobody_is_seasoned() -> None:
    assert usual_level("Ogre", 12, load_catalog([OGRE])) == 4


def test_a_formula_never_makes_anybody_weaker() -> None:
    weaker = {"growth": [{"name": "creature level", "formula": "max(1,level/2)"}]}
    assert usual_level("Ogre", 3, load_catalog([OGRE, weaker])) == 4


def test_rising_gives_pools_and_skills_of_the_level() -> None:
    with Arena.from_ascii("#####\n#@o.#\n#####", {"o": "Orc"}) as arena:
        orc = arena.find("Orc")
        hp, magic = arena.max_hp(orc), component(orc, Skills).magic
        rise_to(orc, 5, catalog_for(None))
        assert (component(orc, Pools).level, arena.hp(orc)) == (5, hp + 32)
        assert component(orc, Skills).melee > 1
        assert component(orc, Skills).magic > magic


def test_a_new_level_is_full_of_the_seasoned() -> None:
    with Arena.from_ascii("####\n#@.#\n####", seed=5) as arena:
        game, catalog = arena.game, catalog_for(None)
        game.enter()
        build_level(game, catalog, 8)
        there = [
            entity
            for entity, _ in ecs.with_component(Nature)
            if entity != game.player and ecs.get(entity, Position).depth == 8
        ]
        names = {entity: ecs.get(entity, Kind).name for entity in there}
        levels = {entity: ecs.get(entity, Pools).level for entity in there}
        assert levels == {each: usual_level(names[each], 8, catalog) for each in there}
        raised = [each for each in there if levels[each] > usual_level(names[each], 1, catalog)]
        assert raised
