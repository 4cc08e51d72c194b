"""A bolt goes where its caster sees: past the corner beside them, and never into the wall and back at themselves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.components.magic import Delivery
from roguelike.core.geometry import Point
from roguelike.core.sight import points
from roguelike.effects.shapes import reach
from roguelike.testing import Arena
from roguelike.world.game import Several

CORNERS = (
    "#####\n#g..#\n#.#.#\n#.@.#\n#####",
    "#####\n#..g#\n#.#.#\n#.@.#\n#####",
    "#######\n#.g...#\n#...#.#\n#...@.#\n#######",
)

WIDTH = 21
HERE = (10, 10)
PILLARS = st.frozensets(st.tuples(st.integers(1, 19), st.integers(1, 19)), max_size=160)


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


@settings(max_examples=150)
@given(pillars=PILLARS)
def test_what_is_seen_is_reached_by_bolt_and_beam(pillars: frozenset[Point]) -> None:
    with Arena.from_ascii(drawn(pillars)) as arena:
        game = arena.game
        bolt, beam = Delivery(shape="bolt", range=8), Delivery(shape="beam", range=8)
        for cell in set(points(game.level.view(HERE, 8))) - {HERE}:
            if game.level.transparent[cell]:
                assert reach(bolt, arena.player, cell, Several(()), game).path[-1] == cell
                assert cell in reach(beam, arena.player, cell, Several(()), game).path


def drawn(pillars: frozenset[Point]) -> str:
    """Draw a hall with the player in its middle, and walls on some tiles."""
    inner = range(1, WIDTH - 1)
    signs = {
        HERE: "@",
        **{(x, y): "." for x in inner for y in inner if (x, y) not in pillars | {HERE}},
    }
    every = range(WIDTH)
    return "\n".join("".join(signs.get((x, y), "#") for x in every) for y in every)
