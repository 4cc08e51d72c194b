"""Exploring by itself: what it takes along, and what it lets lie."""

from roguelike.engine.session import Session
from roguelike.testing import Arena

HALL = "#########\n#@..b..%#\n#########"
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
