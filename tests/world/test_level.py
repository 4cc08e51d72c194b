"""A level's indexes, masks and blasts; where entities stand, where there is room, what the ground is called."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.components import items, spatial
from roguelike.testing import Arena
from roguelike.world import ecs, space, spawning
from roguelike.world.terrain import Tile, ground_called
from tests.boards import Board, boards
from tests.rooms import Draw, component


def indexes_agree(arena: Arena) -> None:
    """Hold the indexes of a level against the positions of all entities."""
    game = arena.game
    game.enter()
    at: dict[tuple[int, int], set[int]] = {}
    for entity, position in ecs.with_component(spatial.Position):
        if position.depth == game.depth and entity not in game.dead:
            for cell in space.cells_of(entity):
                at.setdefault(cell, set()).add(entity)
    assert {cell: set(here) for cell, here in game.level.at.items()} == at
    for cell, blocker in game.level.blockers.items():
        assert blocker in at[cell]


@given(boards(), st.integers(0, 9999))
def test_indexes_follow_everything_that_moves(board: Board, seed: int) -> None:
    rng = Random(seed)
    with board.arena(minds=True) as arena:
        spells = ["Blast", "Blink", "Shove", "Call", "Singe", "Chill", "Doom", "Fume"]
        for spell in spells:
            arena.teach(spell)
        arena.set_pools(arena.player, max_hp=500, hp=500, max_mana=99, mana=99)
        for _ in range(6):
            if not arena.alive(arena.player):
                break
            arena.cast(rng.choice(spells), rng.choice(sorted(arena.game.level.at)))
            indexes_agree(arena)
            arena.move(rng.randint(-1, 1), rng.randint(-1, 1))
            arena.pick_up()
            indexes_agree(arena)
            arena.wait()
            indexes_agree(arena)


def test_a_blast_is_what_is_seen_from_its_centre(draw: Draw) -> None:
    arena = draw("#########\n#@......#\n#...O...#\n#.......#\n#########")
    cells = set(arena.game.level.blast((2, 2), 3))
    assert (2, 2) in cells
    assert (5, 2) not in cells  # behind the pillar
    assert (4, 2) not in cells  # the pillar itself
    assert all(arena.game.level.transparent[cell] for cell in cells)
    assert not any(x in (0, 9) or y in (0, 5) for x, y in cells)


def test_a_blast_is_worked_out_anew_when_the_ground_changes(draw: Draw) -> None:
    arena = draw("########\n#@.+...#\n########")
    level = arena.game.level
    assert (5, 1) not in level.blast((2, 1), 4)
    arena.move(1, 0)
    arena.move(1, 0)
    assert (5, 1) in level.blast((2, 1), 4)


def test_stairs_are_found_by_kind(draw: Draw) -> None:
    arena = draw("#######\n#@>.<>#\n#######")
    assert arena.game.level.find(Tile.DOWN_STAIRS) == [(2, 1), (5, 1)]
    assert arena.game.level.find(Tile.UP_STAIRS) == [(4, 1)]


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
    component(giant, spatial.Position).depth = 7
    assert not space.is_here(arena.game, giant)
    assert space.actors_on(arena.game, arena.game.depth) == [arena.player]


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


@pytest.mark.parametrize(
    ("tile", "theme", "column", "called"),
    [
        (Tile.WALL, "default", 3, "a wall"),
        (Tile.WALL, "forest", 3, "a tree"),
        (Tile.WALL, "limestone|40|dwarven", 39, "rock"),
        (Tile.WALL, "limestone|40|dwarven", 40, "a wall"),
        (Tile.WALL, "nowhere", 0, "a wall"),
        (Tile.WALL, "", 0, "a wall"),
        (Tile.FLOOR, "forest", 1, "the forest floor"),
        (Tile.FLOOR, "dwarven", 1, "the floor"),
        (Tile.DEEP_WATER, "forest", 1, "deep water"),
    ],
)
def test_ground_is_called_after_what_it_is_made_of_and_its_place(
    tile: Tile, theme: str, column: int, called: str
) -> None:
    assert ground_called(tile, theme, column) == called


ALONE = "######\n#@...#\n######"


def test_what_finds_no_slot_is_carried(draw: Draw) -> None:
    arena = draw(ALONE)
    goblin = arena.spawn("Goblin", 3, 1)
    first, second = (spawning.make(arena.game, "items", "Dagger", arena.game.rng) for _ in range(2))
    for item in (first, second):
        spawning.put_on(goblin, item)
    assert component(goblin, items.Pack) == items.Pack([second], {"Melee": first})


def test_an_unknown_row_is_named(draw: Draw) -> None:
    arena = draw(ALONE)
    with pytest.raises(KeyError):
        spawning.make(arena.game, "mobs", "Snark", arena.game.rng)
