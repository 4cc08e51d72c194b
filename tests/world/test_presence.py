"""What turns go through: all that is on the player's level, and nothing of any other."""

from roguelike.components.actors import Mind
from roguelike.components.spatial import Position
from roguelike.components.vitals import Pools
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.world import space
from roguelike.world.changes import Died, move
from roguelike.world.game import Cause
from roguelike.world.presence import present
from tests.rooms import Draw, component

ROOM = """
    #########
    #@.D..o.#
    #.....#.#
    #########
"""
CAUSE = Cause("a test")


def test_all_that_have_a_component_are_listed_once_by_id(draw: Draw) -> None:
    arena = draw(ROOM)
    giant, ogre = arena.find("Giant"), arena.find("Ogre")
    assert present(arena.game, Mind) == [
        (each, component(each, Mind)) for each in sorted((giant, ogre))
    ]
    assert {each for each, _ in present(arena.game, Pools)} == {arena.player, giant, ogre}


def test_who_comes_and_who_dies_is_noticed_and_who_walks_stays(draw: Draw) -> None:
    arena = draw(ROOM)
    game, ogre = arena.game, arena.find("Ogre")
    before = present(game, Mind)
    move(game, ogre, (7, 1), CAUSE)
    assert present(game, Mind) is before
    rat = arena.spawn("Rat", 1, 2)
    assert rat in dict(present(game, Mind))
    game.change(Died(ogre, CAUSE))
    assert ogre not in dict(present(game, Mind))


def test_what_is_carried_or_on_another_level_is_left_out(draw: Draw) -> None:
    arena = draw(ROOM)
    game, ogre = arena.game, arena.find("Ogre")
    food = arena.give(arena.player, "Rations")
    assert food not in dict(present(game, Position))
    space.take_up(game, ogre)
    component(ogre, Position).depth = 9
    assert ogre not in dict(present(game, Mind))


def test_a_rehearsal_leaves_the_list_as_it_was(draw: Draw) -> None:
    arena = draw(ROOM)
    game, ogre = arena.game, arena.find("Ogre")
    before = present(game, Mind)
    with rehearsing(game, game.rng):
        game.change(Died(ogre, CAUSE))
        assert ogre not in dict(present(game, Mind))
    assert present(game, Mind) is before
