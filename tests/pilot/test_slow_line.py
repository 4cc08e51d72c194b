"""The game over a slow line: what a step costs in bytes, in the smallest terminal."""

import random
from typing import get_args

from roguelike.actions.wizardry import Learn, ToggleGod, Travel
from roguelike.devices.terminal.colours import Colours
from roguelike.devices.terminal.painter import Painter
from roguelike.testing import Pilot

STEPS = 80
MOST_BYTES = 4096
MOST_FRAMES = 2000
FIGHT_STEPS = 60


def test_a_step_takes_under_four_kilobytes_on_average() -> None:
    """Out of the town and through the wood: the window scrolls, doors open, people move."""
    painters = {colours: Painter(colours) for colours in get_args(Colours)}
    sizes: dict[str, list[int]] = {colours: [] for colours in painters}
    chance, steps = random.Random(1), 0
    with Pilot(seed=8, size=(80, 24)) as pilot:
        pilot.press("n")
        pilot.arena.set_pools(
            pilot.arena.player, max_hp=900, hp=900
        )  # to walk on, whoever lives there
        for painter in painters.values():
            painter.paint(pilot.drawn().shown)
        for _ in range(MOST_FRAMES):
            if steps == STEPS:
                break
            game = pilot.program.game
            if game.automatic is None:
                pilot.press(chance.choice([">", "o", "j", "l", "k", "h"]))
            before = game.game.turn
            pilot.advance(1 / 30)
            if pilot.screens[-1] != "Play":
                pilot.press("escape")
            if game.game.turn != before:
                steps += 1
                for colours, painter in painters.items():
                    sizes[colours].append(len(painter.paint(pilot.drawn().shown)))
    assert steps == STEPS
    for colours, each in sizes.items():
        assert 0 < sum(each) / STEPS < MOST_BYTES, colours


def keys_of_a_fight(pilot: Pilot, chance: random.Random) -> list[str]:
    """Return what somebody who likes to fight would press: casts and steps while enemies are in view, else `o`."""
    if pilot.screens[-1] != "Play":
        return ["escape"]
    if any(creature.hostile for creature in pilot.stack.screens[-1].view.board.scene().creatures):
        return chance.choice([["ctrl+1", "enter"], ["h"], ["l"], ["j"], ["k"]])
    return ["o"]


def test_fights_on_the_third_level_take_as_little() -> None:
    """Every frame counted: what aiming shows, flights, bursts, and the light that walks along."""
    painter, chance, size = Painter(), random.Random(1), 0
    with Pilot(seed=11, size=(80, 24)) as pilot:
        pilot.press("n")
        session = pilot.program.game
        for act in (ToggleGod(), Learn("Zap"), Travel(3)):
            session.do(act)
        painter.paint(pilot.drawn().shown)
        begun = session.game.turn
        while session.game.turn - begun < FIGHT_STEPS:
            for key in keys_of_a_fight(pilot, chance) if session.automatic is None else ():
                pilot.press(key)
                size += len(painter.paint(pilot.drawn().shown))
            for _ in range(10):
                pilot.advance(1 / 30)
                size += len(painter.paint(pilot.drawn().shown))
        turns = session.game.turn - begun
    assert 0 < size / turns < MOST_BYTES
