"""What groups do while nobody disturbs them, in drawn rooms."""

from roguelike.components.actors import Mind
from roguelike.core.geometry import Point, steps_between
from roguelike.systems.level_setup import Fellowship, set_up
from roguelike.testing import Arena
from roguelike.world import ecs
from tests.rooms import room

HALL = """
###########################
#@#.......................#
###.......................#
#.g.......................#
#gg.......................#
###########################
"""
FAR = (22, 2)


def mind(entity: int) -> Mind:
    return ecs.get(entity, Mind)


def place(arena: Arena, entity: int) -> Point:
    """Return where somebody stands."""
    point = arena.position(entity)
    assert point is not None
    return point


def goblins(arena: Arena) -> list[int]:
    return [arena.at(*point)[0] for point in ((2, 3), (1, 4), (2, 4))]


def band(arena: Arena, *places: Point, asleep: float = 0.0) -> list[int]:
    """Let the goblins be a band with a round."""
    members = goblins(arena)
    game = arena.game
    game.enter()
    fellowship = Fellowship(tuple(members), places, asleep)
    set_up(game, game.level, game.stream("band"), [fellowship])
    return members


def test_a_patrol_walks_its_round_and_comes_back() -> None:
    with room(HALL, minds=True) as arena:
        leader, *others = band(arena, (2, 3), FAR)
        been: set[Point] = set()
        for _ in range(120):
            arena.wait()
            been.add(place(arena, leader))
        assert min(steps_between(point, FAR) for point in been) <= 2
        home = [place(arena, leader)]
        for _ in range(80):
            arena.wait()
            home.append(place(arena, leader))
        assert any(steps_between(point, (2, 3)) <= 2 for point in home)
        assert all(mind(each).leader == leader for each in others)


def test_the_others_keep_up_with_their_leader() -> None:
    with room(HALL, minds=True) as arena:
        leader, *others = band(arena, (2, 3), FAR)
        mind(leader).leg = 1
        arena.wait(25)
        assert steps_between(place(arena, leader), FAR) <= 6
        assert all(steps_between(place(arena, each), place(arena, leader)) <= 5 for each in others)


def test_a_camp_stays_where_it_is() -> None:
    with room(HALL, minds=True) as arena:
        members = band(arena, (2, 3))
        begun = {each: place(arena, each) for each in members}
        for _ in range(60):
            arena.wait()
            for each in members:
                assert steps_between(place(arena, each), begun[each]) <= 3


def test_of_a_band_so_many_sleep_as_it_says_whatever_its_kind_does() -> None:
    with room(HALL) as arena:
        assert not any(mind(each).awake for each in band(arena, (2, 3), asleep=1.0))
    with room(HALL) as arena:
        assert all(mind(each).awake for each in band(arena, (2, 3), asleep=0.0))
