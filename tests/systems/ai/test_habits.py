"""Doors and hands, keeping range, running and coming back, searching, stealing, healing, calling, following."""

from roguelike.actions import acting, melee, moving
from roguelike.components import actors, items, vitals
from roguelike.core.geometry import distance
from roguelike.engine.telling.sentences import narrate
from roguelike.world import changes, ecs, perception, space
from roguelike.world.game import Cause
from tests.halls import Stage
from tests.menagerie import Pen, every, mind, only, put_to_sleep
from tests.rooms import do


def test_an_archer_keeps_its_distance_and_shoots(pen: Pen) -> None:
    arena = pen("""
        ##############
        #@.a.........#
        #............#
        ##############
    """)
    archer = only(arena, "Archer")
    arena.wait(8)
    there = arena.position(archer)
    assert there is not None
    assert distance((1, 1), there) > 2
    arena.wait(30)
    assert arena.hp(arena.player) < 9999


def test_a_coward_runs_and_another_comes_back(pen: Pen) -> None:
    hall = """
        ######################
        #@{}..................#
        #....................#
        ######################
    """
    arena = pen(hall.format("k"))
    coward = only(arena, "Coward")
    arena.set_pools(coward, hp=10)
    arena.wait(12)
    assert distance((1, 1), arena.position(coward) or (1, 1)) > 6
    arena = pen(hall.format("r"))
    comeback = only(arena, "Comeback")
    arena.set_pools(comeback, hp=10)
    arena.wait(6)
    assert distance((1, 1), arena.position(comeback) or (1, 1)) > 3
    arena.wait(40)
    assert space.is_adjacent(comeback, arena.player)


def test_a_thief_takes_something_and_runs(pen: Pen) -> None:
    arena = pen("""
        ####################
        #@t................#
        #..................#
        ####################
    """)
    thief = only(arena, "Thief")
    potion = arena.give(arena.player, "Health Potion")
    arena.wait(10)
    assert potion in ecs.get(thief, items.Pack).items
    assert mind(arena, thief).loot == potion
    assert any("steals" in line for line in arena.log)
    assert distance((1, 1), arena.position(thief) or (1, 1)) > 4


def test_a_theft_is_told_of_as_one_speaks(pen: Pen) -> None:
    arena = pen("#####\n#@b.#\n#####")
    brute, told = only(arena, "Brute"), set()
    for _ in range(60):
        ecs.get(arena.player, vitals.Pools).gold = 8.0
        lines, trace = len(arena.log), len(arena.game.trace)
        do(arena, melee.Steal(arena.player), brute)
        narrate(arena.game, trace)
        told |= set(arena.log[lines:])
    assert told == {
        "The brute grabs at your belongings in vain.",
        "The brute makes off with 4 of your gold.",
    }


def test_a_healer_mends_its_own(pen: Pen) -> None:
    arena = pen("""
        ##########
        #h..b#..@#
        #....#...#
        ##########
    """)
    brute = only(arena, "Brute")
    arena.set_pools(brute, hp=5)
    arena.wait(3)
    assert arena.hp(brute) > 5


def test_a_cry_rouses_its_own_kind(pen: Pen) -> None:
    arena = pen("""
        ###############
        #@....s...#bb.#
        #.........#...#
        #.............#
        ###############
    """)
    brutes = every(arena, "Brute")
    put_to_sleep(arena, *brutes)
    arena.wait(2)
    assert not any(perception.is_asleep(brute) for brute in brutes)
    assert any("alarm" in line for line in arena.log)


def test_a_pack_keeps_near_its_leader_and_loses_heart_without(pen: Pen) -> None:
    arena = pen("""
        ####################
        #c................A#
        #.################.#
        #@#................#
        ####################
    """)
    beast, alpha = only(arena, "Beast"), only(arena, "Alpha")
    changes.move(arena.game, arena.game.player, (1, 3), Cause("test"))
    ecs.get(beast, actors.Mind).leader = alpha
    ecs.get(beast, actors.Mind).fear_turns = 0
    arena.wait(3)
    arena.game.dead.add(alpha)
    arena.wait(1)
    assert mind(arena, beast).leader in (0, alpha)


def test_it_picks_the_weakest_of_two_as_near(pen: Pen) -> None:
    arena = pen("""
        #########
        #e..b..e#
        #########
        #@......#
        #########
    """)
    first, second = every(arena, "Elk")
    arena.set_pools(second, hp=4)
    arena.wait(2)
    assert mind(arena, only(arena, "Brute")).target == second
    assert arena.alive(first)


ROUND_A_WALL = """
###############
#.............#
#.###########.#
#.#.....#...#.#
#@#..{}..+...#.#
#.#.....#...#.#
#.###########.#
#.............#
###############
"""


def test_who_passes_walls_comes_the_short_way_and_nobody_else_does(stage: Stage) -> None:
    for letter, name, comes in (("s", "Dwarf Shade", True), ("o", "Orc", False)):
        arena = stage(ROUND_A_WALL.format(letter), {letter: name})
        arena.minds = True
        hunter = arena.find(name)
        state = ecs.get(hunter, actors.Mind)
        state.awake, state.target, state.last_seen = True, arena.player, (1, 4)
        arena.wait(4)
        assert space.is_adjacent(hunter, arena.player) == comes
        assert any("comes out of the wall" in line for line in arena.log) == comes


def test_a_wall_that_is_too_thick_is_a_wall(stage: Stage) -> None:
    for room, passes in (
        ("#########\n#@.###.s#\n#########", False),
        ("#######\n#@.##s#\n#######", True),
    ):
        arena = stage(room, {"s": "Dwarf Shade"})
        shade = arena.find("Dwarf Shade")
        here = arena.position(shade)
        assert acting.refusal_of(do(arena, moving.PassWall(1, 0))) is not None
        refused = acting.refusal_of(do(arena, moving.PassWall(-1, 0), shade))
        assert (refused is None) == passes
        assert arena.position(shade) == ((2, 1) if passes else here)
