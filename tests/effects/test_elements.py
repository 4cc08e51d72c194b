"""What elements do to the ground, and fires and clouds living through their turns."""

import pytest

from roguelike.components import hazards
from roguelike.core.rng import Stream
from roguelike.effects import spreading
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.terrain import Tile
from tests.rooms import Draw, deaths, inflict, inflict_at, lost, unchanged

FIELD = '''
    ########
    #@.."".#
    #..""".#
    #......#
    ########
'''


def fires(arena: Arena) -> dict[tuple[int, int], int]:
    """Return where something burns, and for how long."""
    game = arena.game
    game.enter()
    found = {}
    for entity, hazard in ecs.with_component(hazards.Hazard):
        point = arena.position(entity)
        if point is not None:
            found[point] = hazard.turns
    return found


def ground(arena: Arena, point: tuple[int, int]) -> Tile:
    """Return the ground at a tile."""
    return Tile(int(arena.game.level.tiles[point]))


def test_heat_takes_to_grass_and_nothing_else(draw: Draw) -> None:
    arena = draw(FIELD)
    for point in ((4, 1), (2, 1)):
        inflict_at(arena, "touch", point, element="heat")
    assert fires(arena) == {(4, 1): 3}
    assert ground(arena, (4, 1)) is Tile.GRAVEL
    assert ground(arena, (2, 1)) is Tile.FLOOR


def test_an_unknown_element_does_nothing(draw: Draw) -> None:
    arena = draw(FIELD)
    with unchanged(arena):
        inflict_at(arena, "touch", (4, 1), element="nothing we know")
        inflict_at(arena, "touch", (-5, 99), element="heat")


def test_a_spark_runs_through_connected_water(draw: Draw) -> None:
    arena = draw("#########\n#@..,g,.#\n#...,.,k#\n#...,,,.#\n#########", knows="Arc")
    goblin, kobold = arena.find("Goblin"), arena.find("Kobold")
    arena.spawn("Ogre", 6, 2)
    arena.spawn("Rat", 4, 1)
    result = arena.cast("Arc", (4, 1))
    assert lost(result.trace, arena.find("Ogre")) == 4
    assert lost(result.trace, goblin) == 0
    assert lost(result.trace, kobold) == 0
    foreseen = draw("#########\n#@..,g,.#\n#...,.,k#\n#...,,,.#\n#########", knows="Arc")
    ogre = foreseen.spawn("Ogre", 6, 2)
    foreseen.spawn("Rat", 4, 1)
    assert foreseen.forecast("Arc", (4, 1)).outcomes[ogre].damage == (4, 4.0, 4)


# --- hazards


def test_a_blaze_hurts_who_stands_in_it_each_turn_and_ends(draw: Draw) -> None:
    arena = draw("#####\n#@o.#\n#####")
    ogre = arena.find("Ogre")
    inflict_at(arena, "kindle", (2, 1), hazard="Blaze")
    assert [lost(arena.wait().trace, ogre) for _ in range(5)] == [2, 2, 2, 0, 0]
    assert fires(arena) == {}


def test_a_blaze_spreads_over_grass_and_not_over_stone(draw: Draw) -> None:
    arena = draw(FIELD)
    inflict_at(arena, "touch", (4, 1), element="heat")
    burnt = set(fires(arena))
    for _ in range(8):
        arena.wait()
        burnt |= set(fires(arena))
    assert burnt == {(4, 1), (5, 1), (3, 2), (4, 2), (5, 2)}
    assert fires(arena) == {}


def test_whoever_lit_the_fire_is_to_blame(draw: Draw) -> None:
    arena = draw("######\n#@.g.#\n######", knows="Kindle")
    arena.set_pools(arena.find("Goblin"), hp=2)
    arena.cast("Kindle", (3, 1))
    goblin = arena.find("Goblin")
    result = arena.wait()
    assert deaths(result.trace) == [goblin]
    assert arena.xp(arena.player) == 100


def test_a_second_fire_renews_the_first(draw: Draw) -> None:
    arena = draw(FIELD)
    inflict_at(arena, "kindle", (1, 3), hazard="Blaze")
    arena.wait(2)
    inflict_at(arena, "kindle", (1, 3), hazard="Blaze")
    assert fires(arena) == {(1, 3): 3}
    assert len(arena.at(1, 3)) == 1


@pytest.mark.parametrize("point", [(0, 0), (-3, 2), (50, 50)])
def test_nothing_burns_inside_a_wall_or_beyond(draw: Draw, point: tuple[int, int]) -> None:
    arena = draw(FIELD)
    with unchanged(arena):
        inflict_at(arena, "kindle", point, hazard="Blaze")


def test_fumes_confuse_and_end_in_time(draw: Draw) -> None:
    arena = draw(FIELD)
    inflict_at(arena, "kindle", (1, 1), hazard="Fumes")
    arena.wait()
    assert "Confusion" in arena.statuses(arena.player)
    for _ in range(20):
        arena.wait()
    assert fires(arena) == {}
    assert arena.statuses(arena.player) == {}


def test_fires_and_clouds_are_no_creatures(draw: Draw) -> None:
    arena = draw(FIELD)
    inflict_at(arena, "kindle", (2, 1), hazard="Blaze")
    (fire,) = arena.at(2, 1)
    assert arena.melee(fire).refused is not None
    assert arena.move(1, 0).refused is None
    arena.teach("Venom")
    assert arena.cast("Venom", (2, 1)).refused is None
    assert arena.statuses(fire) == {}


def test_a_fire_out_of_sight_makes_no_lines(draw: Draw) -> None:
    arena = draw("########\n#@.#.g.#\n########")
    inflict_at(arena, "kindle", (5, 1), hazard="Blaze")
    result = arena.wait(3)
    assert lost(result.trace, arena.find("Goblin")) == 6
    assert list(result.log) == []


def test_a_cloud_that_leaks_is_whole_again_when_its_turns_are_taken_back(draw: Draw) -> None:
    arena = draw("#######\n#.....#\n#.....#\n#@....#\n#######")
    inflict_at(arena, "kindle", (3, 2), hazard="Fumes", turns=40)
    before, leaked = fires(arena), 0
    for seed in range(20):
        with rehearsing(arena.game, Stream(seed, "drift")):
            for _ in range(3):
                spreading.run_hazards(arena.game)
            leaked += len(fires(arena)) > 1
        assert fires(arena) == before
    assert leaked


def test_a_fire_burns_on_when_its_maker_is_dead_and_buried(draw: Draw) -> None:
    arena = draw("#######\n#@..g.#\n#######", hp=99)
    goblin = arena.find("Goblin")
    arena.teach("Kindle", goblin)
    arena.set_pools(goblin, max_mana=9, mana=9)
    assert arena.cast("Kindle", (2, 1), by=goblin).refused is None
    inflict(arena, "damage", goblin, amount="999", by=arena.player)
    arena.move(1, 0)
    before = arena.hp(arena.player)
    arena.wait(2)
    assert not arena.alive(goblin)
    assert arena.hp(arena.player) < before
