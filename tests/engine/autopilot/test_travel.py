"""Walking to a place: past those who give way where there is no other, and who is in the way is named."""

import esper
import pytest

from roguelike.components.actors import Mind
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


YARD = "############\n#@.........#\n#..........#\n#.....k....#\n############"


def a_walk(arena: Arena, goal: tuple[int, int], *, wakes_after: int = 99) -> tuple[int, int]:
    """Walk to a place past a kobold who sleeps until after so many steps; return where the walk ends."""
    session, kobold = Session(arena.game), arena.find("Kobold")
    mind = esper.component_for_entity(kobold, Mind)
    mind.awake = False
    session.walk_to(goal)
    steps = 1
    while session.go_on() is not None:
        steps += 1
        mind.awake = steps >= wakes_after
    return session.here


def test_whoever_was_seen_asleep_does_not_stop_a_walk() -> None:
    with Arena.from_ascii(YARD, {"k": "Kobold"}) as arena:
        assert a_walk(arena, (8, 1)) == (8, 1)


def test_it_stops_where_a_sleeper_wakes() -> None:
    with Arena.from_ascii(YARD, {"k": "Kobold"}) as arena:
        assert a_walk(arena, (8, 1), wakes_after=4) == (5, 1)
