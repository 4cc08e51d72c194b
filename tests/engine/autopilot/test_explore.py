"""Exploring by itself: what it takes along, what it lets lie, and that it finds the way on."""

from roguelike.core.geometry import Point
from roguelike.engine.autopilot.explore import known_stairs, next_exploring
from roguelike.engine.session import Session
from roguelike.testing import Arena

HALL = "#########\n#@..b..%#\n#########"
FAR = 60
"""More turns than it takes to explore these rooms."""
LEGEND = {"b": "Beginner's Magic", "%": "Rations"}


def explored(arena: Arena) -> list[str]:
    """Explore a room to its end, and return what is carried then."""
    session = Session(arena.game)
    session.explore()
    while session.go_on() is not None:
        pass
    return arena.inventory()


def test_a_book_that_teaches_something_is_taken() -> None:
    with Arena.from_ascii(HALL, LEGEND) as arena:
        assert sorted(explored(arena)) == ["Beginner's Magic", "Rations"]


def test_a_book_that_was_read_before_is_left() -> None:
    with Arena.from_ascii(HALL, LEGEND) as arena:
        arena.teach("Zap")
        assert explored(arena) == ["Rations"]


def test_a_book_that_was_read_before_does_not_keep_what_lies_with_it() -> None:
    with Arena.from_ascii(HALL, LEGEND) as arena:
        arena.teach("Zap")
        arena.spawn("Dagger", 4, 1)
        assert sorted(explored(arena)) == ["Dagger", "Rations"]


def found(drawing: str) -> tuple[list[Point], int]:
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
    stairs, _ = found("""
        #########
        #@....###
        ######.##
        ######.##
        ####...##
        ####>####
        #########
    """)
    assert stairs == [(4, 5)]


def test_corners_are_not_explored_once_the_way_on_is_known() -> None:
    stairs, turns = found("""
        #########
        #>@...###
        ######.##
        ######.##
        #########
    """)
    assert stairs == [(1, 1)]
    assert turns == 0


def test_exploring_ends_where_there_are_no_stairs() -> None:
    stairs, turns = found("""
        ########
        #@.....#
        #.####.#
        #......#
        ########
    """)
    assert stairs == []
    assert turns < FAR
