"""Playing in a real terminal."""

from collections.abc import Callable
from typing import Any

Start = Callable[..., Any]


def test_a_cast_of_zap_with_its_forecast(play_in_terminal: Start) -> None:
    played = play_in_terminal("--seed", "3")
    played.wait_for(lambda: "New game" in played.text, "the title")
    played.press("n")
    played.wait_for(lambda: "Welcome to Blue Mana" in played.text, "the game")
    played.press("!")
    played.wait_for(lambda: "1 Zap" in played.text, "the lesson")
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
    assert played.text.splitlines()[:-1] == before.splitlines()[:-1]
    played.press("?", "Down")  # the line goes with the next key
    played.wait_for(lambda: "not played" not in played.text, "help")


def test_a_terminal_too_small_says_so_and_recovers(play_in_terminal: Start) -> None:
    played = play_in_terminal("--seed", "3", columns=79, rows=24)
    played.wait_for(lambda: "80x24" in played.text, "a polite message")
    played.tmux("resize-window", "-x", "100", "-y", "55")
    played.wait_for(lambda: "New game" in played.text, "the title")
