"""A level's indexes, masks and blasts."""

from hypothesis import given
from hypothesis import strategies as st

from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.terrain import Tile
from tests.boards import Board, boards
from tests.rooms import Draw


def indexes_agree(arena: Arena) -> None:
    """Hold the indexes of a level against the positions of all entities."""
    from roguelike.components.spatial import Position
    from roguelike.world.space import cells_of

    game = arena.game
    game.enter()
    at: dict[tuple[int, int], set[int]] = {}
    for entity, position in ecs.with_component(Position):
        if position.depth == game.depth and entity not in game.dead:
            for cell in cells_of(entity):
                at.setdefault(cell, set()).add(entity)
    assert {cell: set(here) for cell, here in game.level.at.items()} == at
    for cell, blocker in game.level.blockers.items():
        assert blocker in at[cell]


@given(boards(), st.integers(0, 9999))
def test_indexes_follow_everything_that_moves(board: Board, seed: int) -> None:
    from random import Random

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


def test_free_is_walkable_and_unblocked(draw: Draw) -> None:
    arena = draw("#######\n#@.g~!#\n#######")
    free = {x for x in range(7) if arena.game.level.is_free((x, 1))}
    assert free == {2, 5}
    assert not arena.game.level.is_free((-1, 0))
    assert not arena.game.level.is_free((99, 99))


def test_occupants_come_by_id(draw: Draw) -> None:
    arena = draw("####\n#@.#\n####")
    things = [arena.spawn("Rations", 2, 1) for _ in range(4)]
    assert arena.at(2, 1) == things
    assert arena.at(50, 50) == []


def test_stairs_are_found_by_kind(draw: Draw) -> None:
    arena = draw("#######\n#@>.<>#\n#######")
    assert arena.game.level.find(Tile.DOWN_STAIRS) == [(2, 1), (5, 1)]
    assert arena.game.level.find(Tile.UP_STAIRS) == [(4, 1)]
