"""Exploring by itself: it finds the way on, wherever that is."""

from roguelike.core.geometry import Point
from roguelike.engine.exploring import known_stairs, next_exploring
from roguelike.engine.session import Session
from roguelike.testing import Arena

FAR = 60
"""More turns than it takes to explore these rooms."""


def explored(drawing: str) -> tuple[list[Point], int]:
    """Explore a drawn level; return the stairs down that were found, and the turns it took."""
    with Arena.from_ascii(drawing) as room:
        session = Session(room.game)
        for turn in range(FAR):
            action = next_exploring(room.game)
            if action is None:
                return known_stairs(room.game, 1), turn
            assert session.do(action).acted
    return [], FAR


def test_a_way_on_that_leads_between_two_corners_is_found() -> None:
    stairs, _ = explored("""
        #########
        #@....###
        ######.##
        ######.##
        ####...##
        ####>####
        #########
    """)
    assert stairs == [(4, 5)]


def test_corners_are_let_be_once_the_way_on_is_known() -> None:
    stairs, turns = explored("""
        #########
        #>@...###
        ######.##
        ######.##
        #########
    """)
    assert stairs == [(1, 1)]
    assert turns == 0


def test_without_any_way_on_it_ends() -> None:
    stairs, turns = explored("""
        ########
        #@.....#
        #.####.#
        #......#
        ########
    """)
    assert stairs == []
    assert turns < FAR
