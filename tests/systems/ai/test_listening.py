"""The bear hunts by sound; and what groups do while nobody disturbs them."""

import pytest

from roguelike.components import actors
from roguelike.core.geometry import Point, steps_between
from roguelike.engine.views.creatures import creature_view
from roguelike.store import invariants
from roguelike.systems.level_setup import Fellowship, set_up
from roguelike.testing import Arena
from roguelike.world import ecs
from tests.halls import Stage
from tests.rooms import room

LEGEND = {"B": "Blind Cave Bear"}
DEN = "############\n#..........#\n#@....B....#\n#..........#\n############"


def den(stage: Stage, drawing: str = DEN) -> tuple[Arena, int]:
    """Draw a den with a bear that is awake and has heard nothing yet, and a player who survives it."""
    arena = stage(drawing, LEGEND, minds=True)
    arena.set_pools(arena.player, max_hp=9999, hp=9999)
    return arena, arena.find("Blind Cave Bear")


def away(arena: Arena, bear: int) -> int:
    """Return the steps between the player and the bear."""
    (x, y), (a, b) = arena.position(arena.player) or (0, 0), arena.position(bear) or (0, 0)
    return max(abs(x - a), abs(y - b))


def test_it_comes_with_every_step(stage: Stage) -> None:
    arena, bear = den(stage)
    before = away(arena, bear)
    arena.turn("step", (1, 1))
    assert away(arena, bear) < before


def test_who_stands_still_beside_it_is_not_struck(stage: Stage) -> None:
    arena, _ = den(stage, "#####\n#@B.#\n#...#\n#####")
    for _ in range(20):
        arena.turn("wait")
    assert arena.hp(arena.player) == 9999
    assert invariants.faults(arena.game) == []


def test_who_steps_beside_it_is_struck_at(stage: Stage) -> None:
    arena, bear = den(stage, "#####\n#@B.#\n#..##\n#####")
    told = arena.reply("step", (1, 2))
    assert [intent.does for intent in told.intents[bear]] == ["strikes"]
    assert told.you.damage[2] > 0
    still = arena.reply("wait")
    assert still.you.damage[2] == 0


def test_a_noise_elsewhere_draws_it_off(stage: Stage) -> None:
    arena, bear = den(stage, DEN.replace("@....B....", "@..B......"))
    arena.teach("Hoarfrost")
    arena.set_pools(arena.player, max_mana=60, mana=60)
    before = away(arena, bear)
    arena.turn("Hoarfrost", (7, 2))
    assert away(arena, bear) > before


def test_a_blow_tells_it_where_you_are(stage: Stage) -> None:
    arena, bear = den(stage, "#####\n#@B.#\n#..##\n#####")
    told = arena.reply("melee", (2, 1))
    assert any(intent.does == "strikes" for intent in told.intents[bear])


@pytest.mark.parametrize("moves", [False, True])
def test_asleep_it_wakes_of_steps_and_not_of_being_looked_at(stage: Stage, moves: bool) -> None:  # noqa: FBT001
    woken = 0
    for seed in range(4):
        arena = stage("######\n#@.B.#\n#..###\n######", LEGEND, minds=True, seed=seed)
        arena.set_pools(arena.player, max_hp=9999, hp=9999)
        mind = ecs.get(arena.find("Blind Cave Bear"), actors.Mind)
        mind.awake = False
        arena.game.caches.sleep += 1
        for turn in range(6):
            if moves:
                arena.turn("step", (1, 2) if turn % 2 == 0 else (1, 1))
            else:
                arena.turn("wait")
        woken += mind.awake
    assert (woken > 0) == moves


def test_its_card_says_so(stage: Stage) -> None:
    arena, bear = den(stage)
    assert "hunts by sound alone" in creature_view(arena.game, bear).traits


HALL = """
###########################
#@#.......................#
###.......................#
#.g.......................#
#gg.......................#
###########################
"""
FAR = (22, 2)


def mind(entity: int) -> actors.Mind:
    return ecs.get(entity, actors.Mind)


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
