"""Automatic walking goes around fires and clouds that would harm, or stops before them.

Walking to a place: past those who give way where there is no other, and who is in the way is named.
"""

import esper
import pytest

from roguelike.components import actors, hazards, spatial, vitals
from roguelike.core.geometry import Point
from roguelike.engine.foreseeing.perils import known_perils
from roguelike.engine.session import Report, Session
from roguelike.testing import Arena
from roguelike.world import ecs

ROOM = "#########\n#.......#\n#@.f...>#\n#.......#\n#########"
PASSAGE = "##########\n#@..f...>#\n##########"
LEGEND = {"f": "Fire", "w": "Web", "s": "Smoke", "g": "Poison Gas", "^": "Bear Trap"}


def lit(arena: Arena) -> set[Point]:
    """Let all fires and clouds last, and return where they are."""
    for hazard in arena.game.level.hazards:
        if (state := ecs.row(hazard).get(hazards.Hazard)) is not None:
            state.turns = 99
    return set(arena.game.level.hazards.values())


def played(session: Session, report: Report) -> list[Point]:
    """Play an automatic command to its end; return every tile that the player stood on."""
    assert report.acted, report.refused
    trodden = [session.here]
    while session.go_on() is not None:
        trodden.append(session.here)
    return trodden


@pytest.mark.parametrize("letter", ["f", "g", "w", "^"])
@pytest.mark.parametrize("how", ["click", "stairs", "explore"])
def test_walking_goes_around_what_would_harm(letter: str, how: str) -> None:
    with Arena.from_ascii(ROOM.replace("f", letter), LEGEND) as arena:
        if letter == "^":
            ecs.get(arena.find("Bear Trap"), spatial.Hidden).found = True
        session = Session(arena.game)
        report = {
            "click": lambda: session.walk_to((7, 2)),
            "stairs": lambda: session.travel_stairs(1),
            "explore": session.explore,
        }[how]()
        assert (3, 2) not in played(session, report)
        assert session.here == (7, 2)
        assert arena.hp(arena.player) == 30


@pytest.mark.parametrize("name", ["Smoke", "Oil"])
def test_what_takes_neither_hit_points_nor_turns_is_walked_through(name: str) -> None:
    with Arena.from_ascii(ROOM, {"f": name}) as arena:
        assert (3, 2) in Session(arena.game).way_to((7, 2))


def test_whom_nothing_harms_walks_through_fire() -> None:
    with Arena.from_ascii(ROOM, LEGEND) as arena:
        assert (3, 2) not in Session(arena.game).way_to((7, 2))
        ecs.get(arena.player, vitals.Pools).god_mode = True
        assert (3, 2) in Session(arena.game).way_to((7, 2))


@pytest.mark.parametrize("how", ["click", "stairs", "explore", "run"])
def test_where_there_is_no_way_around_it_stops_before_it_and_says_so(how: str) -> None:
    with Arena.from_ascii(PASSAGE, LEGEND) as arena:
        lit(arena)
        session = Session(arena.game)
        report = {
            "click": lambda: session.walk_to((8, 1)),
            "stairs": lambda: session.travel_stairs(1),
            "explore": session.explore,
            "run": lambda: session.run(1, 0),
        }[how]()
        while (going := session.go_on()) is not None:
            report = going
        assert session.here[0] < 4
        assert arena.hp(arena.player) == 30
        said = report.refused or session.interruption()
        assert said == "The fire is in the way."
        again = session.walk_to((8, 1))
        while (going := session.go_on()) is not None:
            again = going
        assert (again.refused or session.interruption()) == "The fire is in the way."
        assert session.here[0] < 4


def test_a_run_stops_before_a_known_trap() -> None:
    with Arena.from_ascii("##########\n#@..^...>#\n##########", LEGEND) as arena:
        ecs.get(arena.find("Bear Trap"), spatial.Hidden).found = True
        session = Session(arena.game)
        assert played(session, session.run(1, 0))[-1] == (3, 1)
        assert session.interruption() == "The bear trap is in the way."


def test_a_run_goes_on_over_a_trap_that_was_not_found() -> None:
    with Arena.from_ascii("##########\n#@..^...>#\n##########", LEGEND) as arena:
        session = Session(arena.game)
        assert (4, 1) in played(session, session.run(1, 0))


def test_a_walk_to_a_fire_stops_beside_it_unless_it_was_agreed_to() -> None:
    with Arena.from_ascii("##########\n#@..f...>#\n##########", LEGEND) as arena:
        lit(arena)
        session = Session(arena.game)
        assert session.ask(known_perils, (4, 1)) == ("the fire",)
        assert session.ask(known_perils, (5, 1)) == ()
        assert played(session, session.walk_to((4, 1)))[-1] == (3, 1)
        assert session.interruption() == "The fire is in the way."
        report = session.walk_to((4, 1), agreed=True)
        assert report.acted
        assert session.here == (4, 1)


def test_whoever_stands_in_a_fire_walks_out_through_it() -> None:
    with Arena.from_ascii("#########\n#@ff...>#\n#########", LEGEND) as arena:
        arena.spawn("Fire", 1, 1)
        lit(arena)
        session = Session(arena.game)
        assert session.way_to((7, 1))[0] == (2, 1)


RING = """
    ###########
    #.........#
    #@#######.#
    #.........#
    ###########
"""


@pytest.mark.parametrize("seen", ["seen", "unseen"])
def test_only_a_fire_that_was_seen_is_gone_around_when_out_of_sight(seen: str) -> None:
    was_seen = seen == "seen"
    with Arena.from_ascii(RING, LEGEND) as arena:
        if was_seen:
            arena.move(0, -1)
        arena.spawn("Fire", 5, 1)
        for _ in range(2 if was_seen else 1):
            arena.move(0, 1)
        arena.game.level.explored[:] = True
        assert not arena.game.level.visible[5, 1]
        way = Session(arena.game).way_to((7, 1))
        assert way[-1] == (7, 1)
        assert ((5, 1) in way) != was_seen


def test_a_fire_out_of_sight_is_looked_at_again_where_there_is_no_other_way() -> None:
    with Arena.from_ascii(
        RING.replace("#.........#\n    ###########\n", "#.......#.#\n    ###########\n"), LEGEND
    ) as arena:
        arena.move(0, -1)
        arena.spawn("Fire", 5, 1)
        arena.move(0, 1)
        arena.move(0, 1)
        lit(arena)
        session = Session(arena.game)
        assert (5, 1) in session.way_to((7, 1))
        trodden = played(session, session.walk_to((7, 1)))
        assert trodden[-1][0] < 5
        assert session.interruption() == "The fire is in the way."


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
    mind = esper.component_for_entity(kobold, actors.Mind)
    mind.awake = False
    session.walk_to(goal)
    steps = 1
    while session.go_on() is not None:
        steps += 1
        mind.awake = steps >= wakes_after
    return session.here


def test_it_stops_where_a_sleeper_wakes() -> None:
    with Arena.from_ascii(YARD, {"k": "Kobold"}) as arena:
        assert a_walk(arena, (8, 1), wakes_after=4) == (5, 1)
