"""The dragon keeps by its hoard, whoever comes by, and leaves it for the one who took from it."""

from collections.abc import Callable

from roguelike.components import actors
from roguelike.engine.play.dungeon import travel
from roguelike.engine.session import Session
from roguelike.store import invariants
from roguelike.testing import Arena
from roguelike.world import ecs, perception
from tests.halls import Stage, afflict

LEGEND = {"D": "Black Dragon"}
LAIR = """
#######################
#.....................#
#.................D...#
#@....................#
#.....................#
#######################
"""


def lair(stage: Stage) -> tuple[Arena, int]:
    """Draw a lair whose dragon has eyes for nothing but its hoard: no breath."""
    arena = stage(
        LAIR, LEGEND, minds=True, seed=1
    )  # a dragon that looks for somebody unseen may chance on them
    arena.set_pools(arena.player, max_hp=99_999, hp=99_999)
    dragon = arena.find("Black Dragon")
    arena.set_pools(dragon, mana=0, max_mana=0)
    return arena, dragon


def far_from_home(arena: Arena, dragon: int) -> int:
    """Return how many columns it has left its place by."""
    return abs((arena.position(dragon) or (0, 0))[0] - 18)


def test_it_stays_by_its_hoard_with_an_enemy_in_view(stage: Stage) -> None:
    arena, dragon = lair(stage)
    for x in range(2, 9):
        arena.turn("step", (x, 3))
    for _ in range(10):
        arena.turn("wait")
    assert far_from_home(arena, dragon) == 0


def wound_in_view(arena: Arena, dragon: int) -> None:
    """Have the player stand in view of the dragon, outside its lair, and wound it."""
    for x in range(2, 9):
        arena.turn("step", (x, 3))
    arena.set_pools(dragon, hp=arena.hp(dragon) - 6)


def test_it_goes_for_whoever_it_sees_once_it_is_hurt(stage: Stage) -> None:
    """Heroes of its depth had killed it with ten bolts from where it did not come, and not lost a hit point."""
    arena, dragon = lair(stage)
    wound_in_view(arena, dragon)
    for _ in range(12):
        arena.turn("wait")
    assert far_from_home(arena, dragon) > 6
    assert arena.hp(arena.player) < 99_999


def test_hurt_it_goes_back_once_it_sees_nobody(stage: Stage) -> None:
    arena, dragon = lair(stage)
    wound_in_view(arena, dragon)
    for _ in range(4):
        arena.turn("wait")
    assert far_from_home(arena, dragon) > 2
    afflict(arena, arena.player, "Invisible", 90)
    for x in range(7, 0, -1):
        arena.turn("step", (x, 3))
    for _ in range(40):
        arena.turn("wait")
    assert far_from_home(arena, dragon) <= 1


def test_it_strikes_whoever_comes_near(stage: Stage) -> None:
    arena, dragon = lair(stage)
    for x in range(2, 16):
        arena.turn("step", (x, 3))
    for _ in range(6):
        arena.turn("wait")
    assert arena.hp(arena.player) < 99_999
    assert far_from_home(arena, dragon) <= 6


def test_it_leaves_it_for_who_took_from_it(stage: Stage) -> None:
    arena, dragon = lair(stage)
    arena.spawn("Dragon Scale", 13, 3)
    ecs.get(dragon, actors.Mind).awake = False
    arena.game.caches.sleep += 1
    for x in range(2, 14):
        arena.turn("step", (x, 3))
    arena.pick_up()
    assert ecs.get(dragon, actors.Mind).awake
    for x in range(12, 1, -1):
        arena.turn("step", (x, 3))
    for _ in range(8):
        arena.turn("wait")
    assert far_from_home(arena, dragon) > 6
    assert invariants.faults(arena.game) == []


def steal(arena: Arena) -> None:
    """Walk up to a scale of the hoard and take it."""
    arena.spawn("Dragon Scale", 13, 3)
    for x in range(2, 14):
        arena.turn("step", (x, 3))
    arena.pick_up()


def test_who_sees_it_is_told_once_that_it_misses_what_was_taken(stage: Stage) -> None:
    arena, _ = lair(stage)
    steal(arena)
    words = "The black dragon misses what you took, and comes after you."
    assert arena.log.count(words) == 1
    arena.spawn("Dragon Scale", 13, 3)
    arena.pick_up()
    assert arena.log.count(words) == 1


def test_who_does_not_see_it_is_told_nothing_of_what_it_misses(stage: Stage) -> None:
    arena, dragon = lair(stage)
    afflict(arena, arena.player, "Blinded", 50)
    steal(arena)
    assert ecs.get(dragon, actors.Mind).wronged_by
    assert not [line for line in arena.log if "misses what" in line]


def test_what_is_taken_elsewhere_is_none_of_its_business(stage: Stage) -> None:
    arena, dragon = lair(stage)
    arena.spawn("Dragon Scale", 2, 3)
    arena.turn("step", (2, 3))
    arena.pick_up()
    assert not ecs.get(dragon, actors.Mind).wronged_by


def test_it_lies_on_something(begin: Callable[..., tuple[Session, Arena]]) -> None:
    _, arena = begin("7")
    travel(arena.game, 6)
    level = arena.game.level
    x, y = arena.position(arena.find("Black Dragon")) or (0, 0)
    things = [
        perception.true_name(each)
        for (a, b), here in level.at.items()
        for each in here
        if abs(a - x) <= 4 and abs(b - y) <= 4
    ]
    assert (
        sum(
            name in ("Dragon Scale", "Breastplate", "Steel Helm") or "Great" in name
            for name in things
        )
        >= 2
    )
