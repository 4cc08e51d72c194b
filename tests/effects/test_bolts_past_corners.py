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


def test_a_bounce_hits_whoever_stands_past_the_corner_beside_its_caster() -> None:
    with Arena.from_ascii("########\n#.#@...#\n#.o....#\n########", {"o": "Orc"}) as arena:
        orc = arena.find("Orc")
        bounce, there = Delivery(shape="bounce", range=12), arena.position(orc)
        path = reach(bounce, arena.player, there, Several(()), arena.game).path
        assert path[:2] == (arena.position(arena.player), there)


@settings(max_examples=150)
@given(pillars=PILLARS)
def test_what_is_seen_is_reached_by_bolt_beam_and_bounce(pillars: frozenset[Point]) -> None:
    with Arena.from_ascii(drawn(pillars)) as arena:
        game = arena.game
        bolt, *piercing = (Delivery(shape=each, range=8) for each in ("bolt", "beam", "bounce"))
        for cell in set(points(game.level.view(HERE, 8))) - {HERE}:
            if game.level.transparent[cell]:
                assert reach(bolt, arena.player, cell, Several(()), game).path[-1] == cell
                for each in piercing:
                    assert cell in reach(each, arena.player, cell, Several(()), game).path


def drawn(pillars: frozenset[Point]) -> str:
    """Draw a hall with the player in its middle, and walls on some tiles."""
    inner = range(1, WIDTH - 1)
    signs = {
        HERE: "@",
        **{(x, y): "." for x in inner for y in inner if (x, y) not in pillars | {HERE}},
    }
    every = range(WIDTH)
    return "\n".join("".join(signs.get((x, y), "#") for x in every) for y in every)
