"""Whole turns of random rooms of the game's own data: whatever the player does, the law of a turn holds.

Every act of the forecast's law is played on: things thrown, bargains struck, inscribed spells, traps trodden on.
"""

from random import Random

import pytest

from roguelike.lab.campaigns.turn_law import DIED, TURNS, TurnLaw, shortfall
from tests.boards import Board, scatter
from tests.laws.test_forecast import ACTS, OWN_GROUND

MOST_FOES = 7


def hold_one(law: TurnLaw, number: int) -> None:
    """Hold a random turn to what is told of it."""
    rng = Random(f"turn {number}")
    size = rng.randint(3, 10), rng.randint(3, 7)
    drawing = scatter(rng, *size, rng.randint(1, MOST_FOES), OWN_GROUND)
    with Board(drawing, number, own=True).arena(minds=True) as arena:
        arena.set_pools(arena.player, max_hp=90, hp=rng.choice((3, 8, 15, 30, 90)))
        action, actor = ACTS[rng.choice(sorted(ACTS))](arena, rng)
        if actor == arena.player:
            assert law.hold(arena.game, action) == ""


@pytest.mark.parametrize("count", [30, pytest.param(6_000, marks=pytest.mark.soak)])
def test_a_random_turn_comes_to_what_was_told(count: int) -> None:
    """All cases are held together: of a thousand alone, chance puts two beyond one of 500 now and then."""
    law = TurnLaw()
    for number in range(count):
        hold_one(law, number)
    assert shortfall(law.counts) == "", law.broke
    assert law.counts[TURNS] > count / 4
    assert law.counts[DIED]
