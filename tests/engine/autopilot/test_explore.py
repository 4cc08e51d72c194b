"""Exploring by itself: what it takes along, what it lets lie, and that it finds the way on."""

from itertools import cycle, islice

import pytest

from roguelike.actions import acting, moving
from roguelike.components import actors, spatial
from roguelike.core.geometry import Point
from roguelike.engine.autopilot import explore
from roguelike.engine.session import Session
from roguelike.testing import Arena
from roguelike.world import ecs, spawning
from tests.bargains import bargaining_in, group

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


def test_a_book_that_was_read_before_does_not_keep_what_lies_with_it() -> None:
    with Arena.from_ascii(HALL, LEGEND) as arena:
        arena.teach("Zap")
        arena.spawn("Dagger", 4, 1)
        assert sorted(explored(arena)) == ["Dagger", "Rations"]


def test_what_would_nearly_overburden_one_is_left_and_what_is_light_is_taken() -> None:
    with Arena.from_ascii(HALL, {"b": "Tower Shield", "%": "Rations"}) as arena:
        for _ in range(5):
            arena.give(arena.player, "Breastplate")
        before = arena.inventory()
        assert sorted(set(explored(arena)) - set(before)) == ["Rations"]


def found(drawing: str) -> tuple[list[Point], int]:
    """Explore a drawn level; return the stairs down that were found, and the turns it took."""
    with Arena.from_ascii(drawing) as room:
        session = Session(room.game)
        for turn in range(FAR):
            action = explore.next_exploring(room.game)
            if action is None:
                return explore.known_stairs(room.game, 1), turn
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


def test_what_costs_something_or_others_is_left_for_the_player() -> None:
    with bargaining_in("###########\n#@.!..?..d#\n###########") as arena:
        potions = [arena.find(name) for name in ("Health Potion", "Mana Potion")]
        group(arena, *potions)
        assert explored(arena) == ["Dagger"]
        assert all(map(arena.alive, potions))


def test_what_has_been_seen_to_cost_something_is_remembered_so() -> None:
    with bargaining_in("#############\n#@.d.#......#\n#....+......#\n#############") as arena:
        group(arena, arena.find("Dagger"), gold=30)
        assert explored(arena) == []


def test_exploring_goes_around_what_stands_in_the_way() -> None:
    with bargaining_in("########\n#@.A..!#\n#.....##\n########") as arena:
        assert explored(arena) == ["Health Potion"]
        assert arena.alive(arena.find("Stone Altar"))


def test_who_stands_on_a_trap_that_they_know_explores_on() -> None:
    """They walk around such traps, but are not walled in by the one underfoot."""
    with Arena.from_ascii("######\n#@.!.#\n######", {"!": "Health Potion"}, raws=None) as room:
        trap = spawning.spawn(room.game, "props", "Bear Trap", (1, 1), room.game.depth)
        ecs.get(trap, spatial.Hidden).found = True
        assert explore.next_exploring(room.game) == moving.Step(1, 0)


def test_nobody_explores_beyond_a_lock() -> None:
    with bargaining_in("########\n#@.L..!#\n########") as arena:
        assert explored(arena) == []
        assert explore.known_stairs(arena.game, 1) == []


def test_who_walks_to_a_far_altar_is_asked_there() -> None:
    with bargaining_in("########\n#@...A.#\n########") as arena:
        session = Session(arena.game)
        report = session.walk_to((5, 1))
        while report is not None and report.ask is None:
            report = session.go_on()
        assert report.ask == acting.Ask(
            "bargain", "Stone Altar: what will you do?", (arena.find("Stone Altar"),)
        )
        assert arena.position(arena.player) == (4, 1)


def told_at_the_end(arena: Arena) -> str:
    """Explore to the end, ask once more, and return what is said."""
    explored(arena)
    report = Session(arena.game).explore()
    return report.refused or " ".join(arena.log[-2:])


def test_the_amulet_is_not_taken_by_the_way() -> None:
    """A player who pressed `o` on the last level had it in their pack, and its hunter behind them."""
    drawing, legend = "########\n#@.*.!.#\n########", {"*": "Amulet of Yala", "!": "Mana Potion"}
    with Arena.from_ascii(drawing, legend, depth=15) as arena:
        arena.identify("Mana Potion")
        told = told_at_the_end(arena)
        assert arena.inventory() == ["Mana Potion"]
        assert "Left lying: Amulet of Yala (not to be taken by the way)." in told


def test_what_was_left_lying_is_named_with_the_reason() -> None:
    with Arena.from_ascii(HALL, LEGEND) as arena:
        arena.teach("Zap")
        arena.spawn("Beginner's Magic", 5, 1)
        for _ in range(5):
            arena.give(arena.player, "Breastplate")
        arena.spawn("Tower Shield", 6, 1)
        left = "Beginner's Magic ×2 (nothing new to you), Tower Shield (too heavy to take along)"
        assert (
            told_at_the_end(arena)
            == f"You have explored all that you can reach. Left lying: {left}."
        )


def test_on_the_way_to_the_stairs_it_is_named_too() -> None:
    with Arena.from_ascii("#########\n#@..b..>#\n#########", LEGEND) as arena:
        arena.teach("Zap")
        told = told_at_the_end(arena)
        assert "Nothing more to explore" in told
        assert "Left lying: Beginner's Magic (nothing new to you)." in arena.log


def test_where_nothing_was_left_nothing_is_said_of_it() -> None:
    with Arena.from_ascii(HALL, LEGEND) as arena:
        assert told_at_the_end(arena) == "You have explored all that you can reach."


def test_what_lies_in_view_is_taken_before_the_unknown_is_looked_into() -> None:
    """A potion four tiles off was taken hundreds of turns later, since some edge of the dark was always nearer."""
    with Arena.from_ascii("###########\n#....@...b#\n###########", LEGEND) as arena:
        arena.game.level.explored[0:5, :] = False
        first = explore.next_exploring(arena.game)
        assert first == moving.Step(1, 0)


def test_a_step_that_hides_an_item_does_not_turn_one_back() -> None:
    """One press of `o` walked 800 turns to and fro: an item was in view from one tile, an edge near the other."""
    drawing = """
###########
#....######
#.#########
#@~~~~~~b.#
#.#######.#
#.........#
###########"""
    with Arena.from_ascii(drawing.strip(), LEGEND) as arena:
        way = [(0, 1), (0, 1), *[(1, 0)] * 8, (0, -1)]
        for dx, dy in way:
            arena.move(dx, dy)
        for dx, dy in reversed(way):
            arena.move(-dx, -dy)
        assert arena.game.level.visible[8, 3]
        assert not arena.game.level.explored[3, 1]
        arena.move(0, 1)
        assert not arena.game.level.visible[8, 3]
        assert explore.next_exploring(arena.game) == moving.Step(1, 1)


RING = """
#############
#@....r....b#
#.#########.#
#.#########.#
#...........#
#############"""


@pytest.mark.parametrize("command", ["walk", "explore"])
def test_a_sleeper_who_is_gone_around_is_not_forgotten_on_the_way(command: str) -> None:
    """The first step around him hid him, the next led back, for good."""
    with Arena.from_ascii(RING.strip(), LEGEND | {"r": "Rat"}) as arena:
        mind = ecs.get(arena.find("Rat"), actors.Mind)
        around = [(0, 1)] * 3 + [(1, 0)] * 10 + [(0, -1)] * 2
        for dx, dy in around:
            arena.move(dx, dy)
        for dx, dy in reversed(around):
            arena.move(-dx, -dy)
        mind.awake, mind.target, session = False, 0, Session(arena.game)
        if command == "explore":
            assert session.explore().refused == "You see a sleeping rat. Explore again to pass by."
        report = session.explore() if command == "explore" else session.walk_to((11, 1))
        trail = [session.here]
        while report is not None:
            mind.awake, mind.target = False, 0
            report = session.go_on()
            trail.append(session.here)
            assert len(trail) < FAR
        assert trail[-1] == (11, 1)
        assert len(set(trail)) >= len(trail) - 2, "no tile twice, but where it ends"


def test_a_walk_ends_where_it_goes_in_circles() -> None:
    with Arena.from_ascii(HALL, LEGEND) as arena:
        session = Session(arena.game)
        there_and_back = cycle((moving.Step(1, 0), moving.Step(-1, 0)))

        def pacing() -> explore.Walk:
            """Walk to and fro for good."""
            while True:
                yield next(there_and_back)

        walk = explore.unless_in_circles(arena.game, pacing())
        for step in islice(walk, FAR):
            session.do(step)
        assert arena.game.turn < 8


def test_an_item_in_plain_sight_that_cannot_be_reached_is_named() -> None:
    with Arena.from_ascii("#########\n#@.~b~..#\n#..~~~..#\n#.......#\n#########", LEGEND) as arena:
        left = "Beginner's Magic (out of reach)"
        assert told_at_the_end(arena) == (
            f"You have explored all that you can reach. Left lying: {left}."
        )
