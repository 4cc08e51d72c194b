"""The game over a slow line: what a step costs in bytes, in the smallest terminal."""

import random

import pytest

from roguelike.testing import Pilot
from roguelike.ui.backends.terminal.colours import Colours
from roguelike.ui.backends.terminal.painter import Painter

STEPS = 80
MOST_BYTES = 4096
MOST_FRAMES = 2000


@pytest.mark.parametrize("colours", ["truecolour", "256", "16", "none"])
def test_a_step_takes_under_four_kilobytes_on_average(colours: Colours) -> None:
    """Out of the town and through the wood: the window scrolls, doors open, people move."""
    painter, sizes, chance = Painter(colours), list[int](), random.Random(1)
    with Pilot(seed=7, size=(80, 24)) as pilot:
        pilot.press("n")
        pilot.arena.set_pools(
            pilot.arena.player, max_hp=900, hp=900
        )  # to walk on, whoever lives there
        painter.paint(pilot._drawn().shown)
        for _ in range(MOST_FRAMES):
            if len(sizes) == STEPS:
                break
            game = pilot._program.game
            if game.automatic is None:
                pilot.press(chance.choice([">", "o", "j", "l", "k", "h"]))
            before = game.game.turn
            pilot.advance(1 / 30)
            if pilot.screens[-1] != "Play":
                pilot.press("escape")
            if game.game.turn != before:
                sizes.append(len(painter.paint(pilot._drawn().shown)))
    assert len(sizes) == STEPS
    assert sum(sizes) / len(sizes) < MOST_BYTES
    assert max(sizes) > 0
