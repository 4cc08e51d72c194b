"""Playing in a real terminal and in the real window, by keys and by mouse."""

import signal
from collections.abc import Callable
from contextlib import closing
from typing import Any

from roguelike.components import magic, vitals
from roguelike.raws.catalog import load_catalog
from roguelike.store.folder import SaveFolder
from roguelike.testing import Pilot
from roguelike.world import ecs
from roguelike.world.game import Game
from tests.real.conftest import PATIENCE_SECONDS, is_drawn

Start = Callable[..., Any]


def test_a_cast_of_zap_with_its_forecast(play_in_terminal: Start) -> None:
    played = play_in_terminal("--seed", "3")
    played.wait_for(lambda: "New game" in played.text, "the title")
    played.press("n", "Enter")
    played.wait_for(lambda: "Welcome to Blue Mana" in played.text, "the game")
    played.press("!")
    played.wait_for(lambda: "1 Zap" in played.text, "the lesson")
    played.press("M-1")
    played.wait_for(
        lambda: "Only the peaceful are in reach. Again: aim." in played.text, "a warning"
    )
    played.press("M-1")
    played.wait_for(lambda: "Zap" in played.text and "never mind" in played.text, "targeting")
    played.press("Escape")
    played.wait_for(lambda: "never mind" not in played.text, "the end of targeting")
    played.press("Q")
    played.wait_for(lambda: "Continue" in played.text, "the title again")
    played.press("q")
    played.wait_for(lambda: "ended with 0" in played.text, "the shell")
    assert "New game" not in played.text  # the screen was given back


def test_pasted_text_is_not_played(play_in_terminal: Start) -> None:
    played = play_in_terminal("--seed", "3", "--new")
    played.wait_for(lambda: "Welcome to Blue Mana" in played.text, "the game")
    played.tmux("set-buffer", "git log --oneline | head -20 && make test   # rerun it, Quickly?\r")
    before = played.text
    played.tmux("paste-buffer", "-p")
    played.wait_for(lambda: "! Pasted text is not played." in played.text, "the one line")
    assert played.text.splitlines()[:12] == before.splitlines()[:12]
    played.press("?", "Down")  # the line goes with the next key
    played.wait_for(lambda: "not played" not in played.text, "help")


def test_a_terminal_too_small_says_so_and_recovers(play_in_terminal: Start) -> None:
    played = play_in_terminal("--seed", "3", columns=79, rows=24)
    played.wait_for(lambda: "80x24" in played.text, "a polite message")
    played.tmux("resize-window", "-x", "100", "-y", "55")
    played.wait_for(lambda: "New game" in played.text, "the title")


def saved(played: Any) -> Game:
    """Load the game that the program left."""
    with SaveFolder(played.saves) as folder:
        return folder.read(load_catalog()).game


def test_a_game_by_keys_learns_zap_and_is_saved_on_quitting(play_in_window: Start) -> None:
    played = play_in_window("--seed", "3")
    played.press("n", "Return", "shift+1", "period", "period", "Q", "q")
    assert played.process.wait(PATIENCE_SECONDS) == 0
    game = saved(played)
    assert ecs.get(game.player, magic.KnownSpells).spells == [game.spells["Zap"]]
    assert game.turn == 3


def test_a_game_by_mouse_alone(play_in_window: Start) -> None:
    played = play_in_window("--seed", "3", "--new")
    before = played.picture()
    # The command bar's Wait: on this screen the window opens with 10x16 letters, and 126 by 57 of them.
    with closing(Pilot(seed=3, size=(126, 57))) as same:
        same.press("n", "enter")
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
    assert ecs.get(game.player, vitals.Pools).hp > 0
    again = play_in_window()
    again.wait_for(lambda: is_drawn(again.picture()), "a title in many colours")
    again.press("c", "period", "Q", "q")
    assert again.process.wait(PATIENCE_SECONDS) == 0
    assert saved(again).turn == 3
