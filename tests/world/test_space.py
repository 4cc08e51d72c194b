"""Where entities stand, and where there is room."""

from roguelike.components.spatial import Position
from roguelike.world import space
from tests.rooms import Draw, component

ROOM = """
    #########
    #@.D..~.#
    #.....#.#
    #########
"""


def test_a_small_body_takes_one_tile_and_a_large_one_all_of_its(draw: Draw) -> None:
    arena = draw(ROOM)
    assert space.cells_of(arena.player) == ((1, 1),)
    assert set(space.cells_of(arena.find("Giant"))) == {(3, 1), (4, 1), (3, 2), (4, 2)}


def test_what_is_carried_or_gone_takes_none(draw: Draw) -> None:
    arena = draw(ROOM)
    food = arena.give(arena.player, "Rations")
    assert space.cells_of(food) == ()
    assert space.point_of(food) is None
    assert space.cells_of(99_999) == ()
    assert not space.is_here(arena.game, food)


def test_what_is_on_another_level_is_not_found_here(draw: Draw) -> None:
    arena = draw(ROOM)
    giant = arena.find("Giant")
    component(giant, Position).depth = 7
    assert not space.is_here(arena.game, giant)
    assert space.actors(arena.game, arena.game.depth) == [arena.player]


def test_room_is_counted_for_the_whole_body(draw: Draw) -> None:
    arena = draw(ROOM)
    game, giant = arena.game, arena.find("Giant")
    assert space.can_stand(game, giant, (4, 1))
    assert not space.can_stand(game, giant, (5, 1))  # a wall and water
    assert not space.can_stand(game, giant, (0, 1))
    assert not space.can_stand(game, giant, (1, 1))  # the player
    assert not space.can_stand(game, arena.player, (3, 2))
    assert not space.can_stand(game, arena.player, (-1, 5))
    assert space.can_stand(game, arena.player, (1, 1))


def test_the_nearest_free_tile(draw: Draw) -> None:
    arena = draw("#######\n#@g...#\n#gg...#\n#######")
    game = arena.game
    assert space.nearest_free(game, arena.player, (1, 1)) == (1, 1)
    assert space.nearest_free(game, arena.at(2, 1)[0], (1, 1)) == (2, 1)
    rat = arena.spawn("Rat", 5, 1)
    assert space.nearest_free(game, rat, (1, 1)) in {(3, 1), (3, 2)}
    full = draw("####\n#@g#\n####")
    assert space.nearest_free(full.game, full.find("Goblin"), (1, 1), radius=0) is None
