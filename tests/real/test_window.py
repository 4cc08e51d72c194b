"""Playing in the real window, by keys and by mouse alone."""

import signal
from collections.abc import Callable
from contextlib import closing
from typing import Any

from roguelike.components.magic import KnownSpells
from roguelike.components.vitals import Pools
from roguelike.raws.catalog import load_catalog
from roguelike.store.folder import SaveFolder
from roguelike.testing import Pilot
from roguelike.world import ecs
from roguelike.world.game import Game
from tests.real.conftest import PATIENCE_SECONDS, is_drawn

Start = Callable[..., Any]


def saved(played: Any) -> Game:
    """Load the game that the program left."""
    with SaveFolder(played.saves) as folder:
        return folder.read(load_catalog()).game


def test_a_game_by_keys_learns_zap_and_is_saved_on_quitting(play_in_window: Start) -> None:
    played = play_in_window("--seed", "3")
    played.press("n", "shift+1", "period", "period", "Q", "q")
    assert played.process.wait(PATIENCE_SECONDS) == 0
    game = saved(played)
    assert ecs.get(game.player, KnownSpells).spells == [game.spells["Zap"]]
    assert game.turn == 3


def test_a_game_by_mouse_alone(play_in_window: Start) -> None:
    played = play_in_window("--seed", "3", "--new")
    before = played.picture()
    # The command bar's Wait: on this screen the window opens with 10x16 letters, and 126 by 57 of them.
    with closing(Pilot(seed=3, size=(126, 57))) as same:
        same.press("n")
        row = same.text.index(next(line for line in same.text if ". Wait" in line))
        wait = (10 * same.text[row].index("Wait") + 5, 16 * row + 6)
    played.do("mousemove", "--window", played.window, *map(str, wait))
    played.wait_for(lambda: played.picture() != before, "the button under the mouse")
    hovered = played.picture()
    played.click(*wait)
    played.wait_for(lambda: played.picture() != hovered, "a turn")
    played.process.send_signal(signal.SIGTERM)
    assert played.process.wait(PATIENCE_SECONDS) == 0
    assert saved(played).turn >= 1


def test_closing_the_window_in_the_middle_of_an_animation_saves(play_in_window: Start) -> None:
    played = play_in_window("--seed", "3", "--new")
    played.press("shift+1", "o")
    played.process.send_signal(signal.SIGTERM)
    assert played.process.wait(PATIENCE_SECONDS) == 0
    assert saved(played).turn >= 1


def test_sigterm_saves_and_the_title_of_the_next_start_continues(play_in_window: Start) -> None:
    played = play_in_window("--seed", "3", "--new")
    played.press("period", "period")
    played.process.send_signal(signal.SIGTERM)
    assert played.process.wait(PATIENCE_SECONDS) == 0
    game = saved(played)
    assert game.turn == 2
    assert ecs.get(game.player, Pools).hp > 0
    again = play_in_window()
    again.wait_for(lambda: is_drawn(again.picture()), "a title in many colours")
    again.press("c", "period", "Q", "q")
    assert again.process.wait(PATIENCE_SECONDS) == 0
    assert saved(again).turn == 3
