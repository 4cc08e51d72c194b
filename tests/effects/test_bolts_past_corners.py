"""A bolt goes where its caster sees: past the corner beside them, and never into the wall and back at themselves."""

import pytest

from roguelike.testing import Arena

CORNERS = (
    "#####\n#g..#\n#.#.#\n#.@.#\n#####",
    "#####\n#..g#\n#.#.#\n#.@.#\n#####",
    "#######\n#.g...#\n#...#.#\n#...@.#\n#######",
)


@pytest.mark.parametrize("drawing", CORNERS)
def test_a_bolt_flies_past_the_corner_beside_its_caster(drawing: str) -> None:
    with Arena.from_ascii(drawing, {"g": "Goblin"}) as arena:
        arena.set_pools(arena.player, mana=9, max_mana=9)
        arena.teach("Fishhook")
        goblin = arena.find("Goblin")
        before = arena.hp(arena.player), arena.hp(goblin)
        arena.cast("Fishhook", arena.position(goblin))
        assert arena.hp(arena.player) == before[0]
        assert arena.hp(goblin) < before[1]
