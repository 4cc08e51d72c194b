"""The table of counsel: off unless chosen, worked out while one looks, chosen from by key and mouse."""

from collections.abc import Callable
from typing import Any

import pytest

Builder = Callable[..., Any]

DEN = """
    ############
    #..........#
    #.@....g...#
    #.r........#
    ############
"""
LEGEND = {"g": "Goblin", "r": "Rat"}
LONG = 20.0
"""Seconds in which all is worked out."""


@pytest.fixture
def advised(stage: Builder) -> Any:
    room = stage(DEN, LEGEND, spells=["Zap", "Dread"], minds=True)
    room.program.settings.counsel = "on"
    return room


def test_it_is_off_unless_chosen(stage: Builder) -> None:
    room = stage(DEN, LEGEND, spells=["Zap"])
    before = room.arena.state_hash()
    room.press("t")
    assert room.names == ["Play"]
    assert room.shows("Counsel is off")
    assert not room.shows("t Counsel")
    room.program.settings.counsel = "on"
    assert room.shows("t Counsel")
    room.press("t")
    assert room.names == ["Play", "Counsel"]
    room.press("escape")
    assert room.names == ["Play"]
    assert room.arena.state_hash() == before


def test_it_says_what_each_command_would_cost(advised: Any) -> None:
    room = advised
    before = room.arena.state_hash()
    room.press("t")
    room.advance(LONG)
    for words in ("What you could do", "You lose", "Dead", "Zap at the goblin", "Strike the rat"):
        assert room.shows(words), words
    assert room.shows("Dread")
    assert room.shows("Step north")
    assert room.shows("Wait")
    assert room.arena.state_hash() == before


def test_nothing_is_chosen_before_all_is_weighed(advised: Any) -> None:
    room = advised
    before = room.arena.state_hash()
    room.press("t")
    room.advance(1 / 60)
    assert room.shows("Weighing what you could do")
    room.press("enter")
    assert room.names == ["Play", "Counsel"]
    assert room.shows("Everything is weighed first")
    assert room.arena.state_hash() == before
    room.advance(LONG)
    assert not room.shows("Weighing")


def test_a_chosen_row_is_done(advised: Any) -> None:
    room = advised
    room.press("t")
    room.advance(LONG)
    turn = room.session.hud().turn
    room.click(*room.find("Wait"))
    assert room.names == ["Play"]
    assert room.session.hud().turn == turn + 1


def test_a_chosen_aim_opens_the_aim_screen_there(advised: Any) -> None:
    room = advised
    goblin = room.arena.find("Goblin")
    room.press("t")
    room.advance(LONG)
    room.click(*room.find("Zap at the goblin"))
    assert room.names == ["Play", "Targeting"]
    assert room.stack.screens[-1].cursor == room.arena.position(goblin)
    mana = room.session.hud().mana
    room.press("enter")
    assert room.names == ["Play"]
    assert room.session.hud().mana < mana


def test_rows_keep_their_places_once_the_cursor_was_moved(advised: Any) -> None:
    room = advised
    room.press("t")
    table = room.stack.screens[-1]
    while not table._counsel.has_listed_all:
        room.advance(1 / 60)
    room.press("down")
    order = [row.value for row in table.menu.rows]
    under = table.menu.value
    room.advance(LONG)
    assert [row.value for row in table.menu.rows] == order
    assert table.menu.value == under


def test_the_row_under_the_cursor_is_told_of_in_full(advised: Any) -> None:
    room = advised
    room.press("t")
    room.advance(LONG)
    x, y = room.find("Wait")
    room.hover(x, y)
    table = room.stack.screens[-1]
    assert table._under_cursor().words == "wait"
    assert room.shows("You lose ")
    assert room.shows("strikes you")


def test_a_click_opens_it(advised: Any) -> None:
    room = advised
    room.click(*room.find("Counsel"))
    assert room.names == ["Play", "Counsel"]
