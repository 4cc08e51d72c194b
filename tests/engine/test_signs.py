"""Signs are looked at by any of their letters."""

from roguelike.engine.views.level_map import place_view
from roguelike.testing import Arena

ROOM = """
##########
#@.s.....#
#........#
##########"""
CORNER = """
##########
#@.s.....#
##.#######
##.#######
##.#######
##.#######
##########"""


def test_every_letter_of_a_sign_tells_of_it() -> None:
    with Arena.from_ascii(ROOM, {"s": "Pub Sign"}) as arena:
        arena.wait()
        for x in (3, 4, 5):
            assert place_view(arena.game, (x, 1)).things == ("Pub Sign",), x
            assert place_view(arena.game, (x, 1)).words == place_view(arena.game, (3, 1)).words
        assert place_view(arena.game, (6, 1)).things == ()
        assert place_view(arena.game, (4, 2)).things == ()


def test_a_sign_out_of_view_is_remembered_by_every_letter() -> None:
    with Arena.from_ascii(CORNER, {"s": "Pub Sign"}) as arena:
        arena.wait()
        for step in ((1, 0), (0, 1), (0, 1), (0, 1), (0, 1)):
            arena.turn("step", step_from(arena, step))
        assert not arena.game.level.visible[4, 1]
        assert not arena.game.level.visible[5, 1]
        assert place_view(arena.game, (5, 1)).things == ("Pub Sign",)


def step_from(arena: Arena, step: tuple[int, int]) -> tuple[int, int]:
    """Return the tile a step away."""
    x, y = arena.position(arena.player) or (0, 0)
    return x + step[0], y + step[1]
