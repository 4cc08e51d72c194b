"""Who acts when: the formula, its floor, and the order that follows from it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.components import actors, vitals
from roguelike.systems.initiative import reroll
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.derived_stats import drop_stats
from tests.rooms import Draw, component, inflict, room

PAIR = "#####\n#@g.#\n#####"


def ticks(arena: Arena, entity: int) -> int:
    """Roll anew, and return the ticks until the next turn."""
    game = arena.game
    reroll(game, entity, ecs.row(entity))
    due: int = component(entity, actors.Initiative).due
    return due - game.now


def test_a_turn_takes_six_ticks_and_a_die(draw: Draw) -> None:
    arena = draw(PAIR)
    rolled = {ticks(arena, arena.player) for _ in range(200)}
    assert rolled == {7, 8, 9, 10, 11, 12}


@pytest.mark.parametrize(("quickness", "lowest"), [(11, 7), (13, 6), (16, 4), (7, 8), (3, 10)])
def test_the_quick_act_sooner(draw: Draw, quickness: int, lowest: int) -> None:
    arena = draw(PAIR)
    component(arena.player, vitals.Attributes).quickness = quickness
    drop_stats(arena.player)
    rolled = {ticks(arena, arena.player) for _ in range(200)}
    assert rolled == set(range(lowest, lowest + 6))


def test_penalties_count_in_whole_ticks(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.equip(arena.player, "Shield")  # half a tick: nothing yet
    assert min(ticks(arena, arena.player) for _ in range(100)) == 7
    arena.equip(arena.player, "Leather Armor")  # another half
    assert min(ticks(arena, arena.player) for _ in range(100)) == 8


@given(st.integers(0, 100), st.floats(-40, 40), st.integers(0, 50))
def test_nobody_ever_acts_twice_in_a_tick(quickness: int, penalty: float, seed: int) -> None:
    with room(PAIR, seed=seed) as arena:
        arena.game.enter()
        component(arena.player, vitals.Attributes).quickness = quickness
        if penalty:
            inflict(arena, "slow", arena.player, penalty=penalty)
        drop_stats(arena.player)
        for _ in range(5):
            assert ticks(arena, arena.player) >= 1


def test_everyone_gets_about_as_many_turns(draw: Draw) -> None:
    arena = draw("#####\n#@o.#\n#####", minds=True)
    arena.set_pools(arena.player, max_hp=10_000, hp=10_000)
    trace = arena.wait(200).trace
    blows = sum(type(change).__name__ == "Rolled" for change in trace)
    assert 180 <= blows <= 220


def test_the_clock_only_runs_forward(draw: Draw) -> None:
    arena = draw("#######\n#@.gok#\n#######", minds=True)
    seen = []
    for _ in range(20):
        arena.wait()
        seen.append((arena.game.now, arena.game.turn))
    assert seen == sorted(seen)
    assert [turn for _, turn in seen] == list(range(1, 21))


def test_whoever_is_far_away_takes_no_turn(draw: Draw) -> None:
    arena = draw(
        "#" * 40 + "\n#@" + "." * 33 + "b...#\n" + "#" * 40, {"b": "Giant Lizard"}, minds=True
    )
    lizard = arena.find("Giant Lizard")
    before = arena.position(lizard)
    arena.wait(30)
    assert arena.position(lizard) == before
