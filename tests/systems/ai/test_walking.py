"""Nobody who has a goal and room to move lets two turns in a row go unused for want of a way."""

from collections import defaultdict

import pytest

from roguelike.actions.action import Action
from roguelike.actions.moving import Pass, Step
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.engine.play import turn
from roguelike.systems.ai.actor import Actor
from roguelike.systems.ai.mind import decide
from roguelike.testing import Arena
from tests.menagerie import Pen, every, mind, only
from tests.rooms import inflict_at

Idle = dict[int, int]


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> Idle:
    """Count, for each creature, the most turns in a row that it let go by although it had room to move.

    A step that is refused is a turn gone by as well: it shows by where the creature stands at its next turn.
    """
    most: Idle = defaultdict(int)
    running: Idle = defaultdict(int)
    before: dict[int, tuple[Action, Point]] = {}

    def watched(actor: Actor) -> Action:
        entity, here = actor.entity, actor.here
        action, place = before.get(entity, (None, None))
        if isinstance(action, Pass) or (isinstance(action, Step) and place == here):
            running[entity] += 1
        else:
            running[entity] = 0
        most[entity] = max(most[entity], running[entity])
        chosen = decide(actor)
        x, y = here
        room = any(actor.level.is_free((x + dx, y + dy)) for dx, dy in DIRECTIONS)
        before[entity] = (chosen if room else None, here)
        return chosen

    monkeypatch.setattr(turn, "decide", watched)
    return most


def hunting(arena: Arena, *names: str) -> list[int]:
    """Have all creatures of some names look for the player."""
    found = every(arena, *names)
    for each in found:
        mind(arena, each).last_seen = arena.position(arena.player)
    return found


def test_a_queue_in_a_corridor_keeps_moving(pen: Pen, idle: Idle) -> None:
    arena = pen("#############\n#@bbb.......#\n#############")
    brutes = hunting(arena, "Brute")
    arena.wait(30)
    assert len(brutes) == 3
    assert max(idle[each] for each in brutes) == 1


def test_who_is_shut_out_by_friends_keeps_moving(pen: Pen, idle: Idle) -> None:
    arena = pen("""
        ###########
        #.........#
        #..bbbbb..#
        #..bbbbb..#
        #..bb@bb..#
        #..bbbbb..#
        #..bbbbb..#
        #.........#
        ###########
    """)
    brutes = hunting(arena, "Brute")
    arena.wait(30)
    assert len(brutes) == 24
    assert max(idle[each] for each in brutes) == 1


def test_who_is_cut_off_by_water_keeps_moving(pen: Pen, idle: Idle) -> None:
    arena = pen("#########\n#@.~~.b.#\n#..~~...#\n#########")
    brute = only(arena, "Brute")
    arena.wait(30)
    assert idle[brute] == 1


@pytest.mark.parametrize("letter", ["b", "c"])
def test_who_is_shut_out_by_a_door_keeps_moving(pen: Pen, idle: Idle, letter: str) -> None:
    arena = pen(f"##########\n#@..#....#\n#...+.{letter}..#\n#...#....#\n##########")
    (creature,) = every(arena, "Brute", "Beast")
    for _ in range(30):
        mind(arena, creature).last_seen = (1, 1)
        arena.wait()
    assert idle[creature] <= 1
    assert (arena.hp(arena.player) < 9999) == (letter == "b")


def test_a_large_body_before_a_narrow_gap_keeps_moving(pen: Pen, idle: Idle) -> None:
    arena = pen("##########\n#....#...#\n#@.....D.#\n#....#...#\n##########")
    colossus = only(arena, "Colossus")
    arena.wait(30)
    assert idle[colossus] == 1


def test_who_is_cut_off_by_fire_keeps_moving(pen: Pen, idle: Idle) -> None:
    arena = pen("##########\n#@.....b.#\n#........#\n##########")
    for y in (1, 2):
        inflict_at(arena, "kindle", (4, y), hazard="Fire", turns=500)
    brute = only(arena, "Brute")
    arena.wait(30)
    assert idle[brute] == 1
    assert arena.hp(brute) == 40


def test_a_pack_cut_off_from_its_leader(pen: Pen, idle: Idle) -> None:
    arena = pen(
        "############\n#....~~....#\n#.b..~~...c#\n#....~~....#\n#@##########\n############"
    )
    beast, brute = only(arena, "Beast"), only(arena, "Brute")
    mind(arena, beast).leader = brute
    arena.wait(30)
    assert idle[beast] == 1


def test_a_turn_is_counted_as_unused_only_with_room(pen: Pen, idle: Idle) -> None:
    arena = pen("#####\n#@bb#\n#####")
    brutes = hunting(arena, "Brute")
    arena.wait(12)
    assert [idle[each] for each in brutes] == [0, 0]
    assert arena.hp(arena.player) < 9999
