"""Fire, gas, runes and traps are walked around and waited out; only who is immune or ignores hazards goes through."""

from collections.abc import Callable, Iterator

import pytest

from roguelike.components import spatial
from roguelike.core.geometry import Point, steps_between
from roguelike.systems.ai.hazard_map import avoided_by
from roguelike.testing import Arena
from roguelike.world import changes, ecs
from roguelike.world.derived_stats import stats_of
from tests.menagerie import every, only
from tests.rooms import Draw, inflict_at, of, room

Hall = Callable[..., Arena]
Cells = tuple[Point, ...]
LEGEND = {
    "o": "Orc",
    "w": "Mangy Wolf",
    "h": "Cinder Hound",
    "z": "Spore Zombie",
    "D": "Black Dragon",
    "p": "Peasant",
    "^": "Bear Trap",
    "b": "Brazier",
}
CREATURES = [name for letter, name in LEGEND.items() if letter not in "^b"]
LONG = 500


@pytest.fixture
def hall() -> Iterator[Hall]:
    """Draw halls in which everybody thinks and nobody dies."""
    drawn: list[Arena] = []

    def make(drawing: str, **burning: Cells) -> Arena:
        arena = room(drawing, LEGEND, minds=True, seed=4)
        drawn.append(arena)
        for entity in (arena.player, *every(arena, *CREATURES)):
            arena.set_pools(entity, max_hp=9999, hp=9999)
        for name, cells in burning.items():
            for cell in cells:
                burn(arena, name.replace("_", " "), cell)
        return arena

    yield make
    for arena in drawn:
        arena.close()


def burn(arena: Arena, name: str, *cells: Point, by: int = 0) -> None:
    """Set fire to some tiles for good, or lay something else there."""
    for cell in cells:
        inflict_at(arena, "kindle", cell, hazard=name, turns=LONG, by=by)


def watch(arena: Arena, entity: int, turns: int) -> list[Point]:
    """Let turns pass; return every tile that a creature stepped on, where it stood at first included."""
    start = arena.position(entity)
    assert start is not None
    steps = (of(arena.wait().trace, changes.Moved, entity) for _ in range(turns))
    return [start, *(change.after[:2] for each in steps for change in each)]


ROUND = """
    ############
    #..........#
    #.########.#
    #@......o..#
    ############
"""


def went_round(places: list[Point]) -> bool:
    """Return whether the way was the long one, by the upper corridor."""
    return any(y == 1 for _, y in places)


def test_a_hunter_goes_round_a_fire(hall: Hall) -> None:
    arena = hall(ROUND, Fire=((5, 3),))
    orc = only(arena, "Orc")
    places = watch(arena, orc, 40)
    assert went_round(places)
    assert (5, 3) not in places
    assert arena.hp(arena.player) < 9999
    assert arena.hp(orc) == 9999


@pytest.mark.parametrize("name", ["Fire", "Poison Gas", "Ice Mist", "Acid Pool", "Burning Gas"])
def test_a_hunter_without_a_way_round_waits(hall: Hall, name: str) -> None:
    arena = hall("############\n#@......o..#\n############", **{name.replace(" ", "_"): ((5, 1),)})
    orc = only(arena, "Orc")
    for _ in range(20):
        # Gas drifts and thins out: it is laid anew.
        burn(arena, name, (5, 1))
        assert (5, 1) not in watch(arena, orc, 1)
    assert arena.hp(arena.player) == 9999


def test_who_becomes_fireproof_between_two_acts_of_a_turn_avoids_nothing_in_the_second(
    hall: Hall,
) -> None:
    arena = hall("############\n#@......o..#\n############", Fire=((5, 1),))
    game, orc = arena.game, only(arena, "Orc")

    def avoids() -> bool:
        game.enter()
        return avoided_by(game, game.level, orc, stats_of(orc)) is not None

    assert avoids()
    inflict_at(arena, "status", arena.position(orc), status="Fireproof", turns=LONG)
    assert not avoids()


def test_a_trap_found_while_it_is_watched_is_walked_round_from_then_on(hall: Hall) -> None:
    arena = hall(ROUND.replace("@......o..", "@...^...o."))
    trap, orc = only(arena, "Bear Trap"), only(arena, "Orc")
    arena.wait()
    ecs.get(trap, spatial.Hidden).found = True
    assert (5, 3) not in watch(arena, orc, 40)
    assert arena.hp(arena.player) < 9999


def test_a_waiting_hunter_comes_when_the_fire_is_out(hall: Hall) -> None:
    arena = hall("############\n#@......o..#\n############")
    inflict_at(arena, "kindle", (5, 1), hazard="Fire", turns=8)
    orc = only(arena, "Orc")
    places = watch(arena, orc, 40)
    assert (5, 1) in places
    assert arena.hp(orc) == 9999
    assert arena.hp(arena.player) < 9999


@pytest.mark.parametrize(
    ("letter", "name", "hazard"),
    [("h", "Cinder Hound", "Fire"), ("z", "Spore Zombie", "Fire"), ("o", "Orc", "Smoke")],
)
def test_the_immune_and_those_who_ignore_hazards_walk_through(
    hall: Hall, letter: str, name: str, hazard: str
) -> None:
    arena = hall(ROUND.replace("o", letter), **{hazard: ((5, 3),)})
    assert (5, 3) in watch(arena, only(arena, name), 30)


def test_it_leaves_even_with_an_enemy_at_arms_length_and_fights_on_from_there(hall: Hall) -> None:
    arena = hall("#####\n#...#\n#@o.#\n#...#\n#####", Fire=((2, 2),))
    orc = only(arena, "Orc")
    places = watch(arena, orc, 12)
    assert (2, 2) not in places[1:]
    assert steps_between(places[-1], (1, 2)) == 1
    assert arena.hp(arena.player) < 9999


def test_out_of_the_middle_of_a_great_fire_by_the_shortest_way(hall: Hall) -> None:
    fire = tuple((x, y) for x in range(1, 8) for y in range(1, 6))
    arena = hall("""
        ##############
        #............#
        #............#
        #...o.......@#
        #............#
        #............#
        ##############
    """, Fire=fire)  # fmt: skip
    assert watch(arena, only(arena, "Orc"), 6)[-1][0] >= 8


def test_a_cornered_one_fights_on_in_the_fire(hall: Hall) -> None:
    arena = hall("####\n#@o#\n####", Fire=((2, 1),))
    arena.wait(10)
    assert arena.hp(arena.player) < 9999


def test_nobody_wanders_into_fire(hall: Hall) -> None:
    fire = (*((x, y) for x in (3, 7) for y in range(1, 6)), (4, 1), (5, 1), (6, 1))
    arena = hall("""
        ###########
        #@........#
        #.........#
        #....p....#
        #.........#
        #.........#
        ###########
    """, Fire=fire)  # fmt: skip
    peasant = only(arena, "Peasant")
    assert not set(watch(arena, peasant, 60)) & set(fire)
    assert arena.hp(peasant) == 9999


def test_a_large_body_keeps_all_of_itself_out(hall: Hall) -> None:
    arena = hall("""
        ################
        #..............#
        #..............#
        #..##########..#
        #@...........D.#
        #..............#
        ################
    """, Fire=((7, 5),))  # fmt: skip
    dragon = only(arena, "Black Dragon")
    for x, y in watch(arena, dragon, 30):
        assert (7, 5) not in {(x + i, y + j) for i in (0, 1) for j in (0, 1)}


def test_what_cannot_walk_fights_on_in_the_fire(draw: Draw) -> None:
    arena = draw("#####\n#@o.#\n#...#\n#####", minds=True)
    ogre = arena.find("Ogre")
    inflict_at(arena, "kindle", (2, 1), hazard="Blaze", turns=LONG)
    inflict_at(arena, "status", (2, 1), status="Rooted", turns=LONG)
    assert len(of(arena.wait(10).trace, changes.Rolled)) >= 8
    assert arena.position(ogre) == (2, 1)


def test_a_known_trap_is_walked_round_and_an_unknown_one_is_not(hall: Hall) -> None:
    for found in (True, False):
        arena = hall(ROUND.replace("@......o..", "@...^..o.."))
        trap, orc = only(arena, "Bear Trap"), only(arena, "Orc")
        ecs.get(trap, spatial.Hidden).found = found
        places = watch(arena, orc, 40)
        assert went_round(places) == found
        assert (arena.hp(orc) == 9999) == found


def test_a_trap_that_leaves_no_way_round_is_dared(hall: Hall) -> None:
    arena = hall("############\n#@...^..o..#\n############")
    ecs.get(only(arena, "Bear Trap"), spatial.Hidden).found = True
    arena.wait(30)
    assert arena.hp(arena.player) < 9999


def test_friends_in_the_way_are_no_reason_to_tread_on_a_trap(hall: Hall) -> None:
    arena = hall("""
        #########
        #.......#
        #@o.^...#
        #oo...o.#
        #########
    """)
    ecs.get(only(arena, "Bear Trap"), spatial.Hidden).found = True
    trace = arena.wait(25).trace
    assert not [each for each in trace if isinstance(each, changes.Unleashed)]


def test_a_rune_is_walked_round_by_enemies_of_its_maker_alone(hall: Hall) -> None:
    for maker in ("player", "orc"):
        arena = hall(ROUND)
        orc = only(arena, "Orc")
        by = arena.player if maker == "player" else orc
        burn(arena, "Reproachful Rune", (5, 3), by=by)
        places = watch(arena, orc, 40)
        assert went_round(places) == (maker == "player")
        assert arena.hp(orc) == 9999


def test_a_servant_of_the_player_keeps_out_of_the_fire_too(hall: Hall) -> None:
    arena = hall(ROUND, Fire=((5, 3),))
    arena.game.enter()
    wolf = arena.spawn("Mangy Wolf", 2, 3)
    arena.set_pools(wolf, max_hp=9999, hp=9999)
    inflict_at(arena, "status", (2, 3), status="Charmed", turns=LONG, by=arena.player)
    orc = only(arena, "Orc")
    assert (5, 3) not in watch(arena, wolf, 90)
    assert arena.hp(orc) < 9999


def test_a_crowd_does_not_stream_into_the_fire(hall: Hall) -> None:
    fire = tuple((5, y) for y in range(1, 7))
    arena = hall("""
        ##############
        #.......oooo.#
        #.......oooo.#
        #@......oooo.#
        #.......oooo.#
        #.......oooo.#
        #.......oooo.#
        #............#
        ##############
    """, Fire=fire)  # fmt: skip
    trace = [change for _ in range(30) for change in arena.wait().trace]
    into = [c for c in trace if isinstance(c, changes.Moved) and c.after[:2] in fire]
    assert not into
    assert arena.hp(arena.player) < 9999


def test_a_saved_fire_is_kept_out_of_all_the_same(hall: Hall) -> None:
    arena = hall(ROUND.replace("@......o..", "@.^....o.h"), Fire=((5, 3), (9, 1)))
    ecs.get(only(arena, "Bear Trap"), spatial.Hidden).found = True
    arena.wait(3)
    again = Arena.load(arena.save())
    arena.wait(8)
    expected = arena.state_hash()
    again.wait(8)
    assert again.state_hash() == expected
    again.close()
