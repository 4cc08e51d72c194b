"""Walking to a place: past those who give way where there is no other, and who is in the way is named."""

import pytest

from roguelike.engine.session import Session
from roguelike.testing import Arena

NARROW = "########\n#@.p..>#\n########"
AROUND = "########\n#@.p..>#\n#......#\n########"


def walked(arena: Arena) -> tuple[Session, str]:
    """Explore a room to its end; return the session and the last refusal."""
    session = Session(arena.game)
    report = session.explore()
    while (going := session.go_on()) is not None:
        report = going
    return session, report.refused or ""


def test_who_gives_way_is_passed_where_there_is_no_other_way() -> None:
    with Arena.from_ascii(NARROW, {"p": "Fisher"}) as arena:
        session, refused = walked(arena)
        assert not refused
        assert session.here == (6, 1)


def test_a_way_around_is_taken_where_there_is_one() -> None:
    with Arena.from_ascii(AROUND, {"p": "Fisher"}) as arena:
        way = Session(arena.game).way_to((6, 1))
        assert (3, 1) not in way
        assert way[-1] == (6, 1)


@pytest.mark.parametrize("who", ["Blacksmith", "Alchemist"])
def test_who_would_rather_talk_is_named_as_being_in_the_way(who: str) -> None:
    with Arena.from_ascii(NARROW, {"p": who}) as arena:
        session, refused = walked(arena)
        assert refused == f"The {who.lower()} is in the way."
        assert session.here == (1, 1)
        assert not any("explored" in message.text for message in session.log)


def test_where_nobody_is_in_the_way_it_says_that_there_is_none() -> None:
    with Arena.from_ascii("#######\n#@#..>#\n#######") as arena:
        assert Session(arena.game).walk_to((4, 1)).refused == "You know no way there."
