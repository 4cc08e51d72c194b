"""Confusion: whatever one means to do, one takes a random step; and that step is one's turn."""

from collections import Counter

from roguelike.actions.action import Done
from roguelike.actions.moving import Pass, Step
from roguelike.engine.play.turn import play
from roguelike.systems.confusion import random_step, staggers
from tests.rooms import Draw, inflict

OPEN = "#######\n#.....#\n#..@..#\n#.....#\n#######"


def travel(game: object, depth: int) -> None:
    """Go nowhere."""


def test_a_confused_step_goes_any_of_nine_ways_standing_included(draw: Draw) -> None:
    arena = draw(OPEN)
    steps = Counter(random_step(arena.game) for _ in range(1800))
    assert steps.pop(Pass()) in range(150, 260)
    assert len(steps) == 8
    assert all(isinstance(step, Step) and count in range(150, 260) for step, count in steps.items())


def test_only_the_confused_stagger(draw: Draw) -> None:
    arena = draw(OPEN)
    assert not staggers(arena.player)
    inflict(arena, "slow", arena.player, penalty=2)
    assert not staggers(arena.player)
    inflict(arena, "confusion", arena.player, turns=2)
    assert staggers(arena.player)
    arena.wait(2)
    assert not staggers(arena.player)


def test_the_confused_player_strays(draw: Draw) -> None:
    places = set()
    for seed in range(80):
        arena = draw(OPEN, seed=seed)
        inflict(arena, "confusion", arena.player, turns=3)
        arena.move(1, 0)
        places.add(arena.position(arena.player))
    assert len(places) == 9


def test_a_confused_cast_fails_and_costs_nothing(draw: Draw) -> None:
    arena = draw("#######\n#@...g#\n#######")
    arena.teach("Zap")
    inflict(arena, "confusion", arena.player, turns=3)
    arena.cast("Zap", (5, 1))
    assert arena.mana(arena.player) == 4
    assert arena.hp(arena.find("Goblin")) == 9


def test_stumbling_into_a_wall_is_a_turn(draw: Draw) -> None:
    for seed in range(12):
        arena = draw("###\n#@#\n###", seed=seed)
        inflict(arena, "confusion", arena.player, turns=2)
        turn = arena.game.turn
        assert play(arena.game, Step(1, 0), travel) == Done()
        assert arena.game.turn == turn + 1
        assert arena.statuses(arena.player) == {"Confusion": 1}


def test_a_stumble_may_end_on_a_trap(draw: Draw) -> None:
    hurt = 0
    for seed in range(20):
        arena = draw("#####\n#***#\n#*@*#\n#***#\n#####", seed=seed)
        inflict(arena, "confusion", arena.player, turns=2)
        arena.move(0, 0)
        hurt += arena.hp(arena.player) < 30
    assert hurt >= 14


def test_who_is_too_confused_for_what_they_meant_is_told(draw: Draw) -> None:
    arena = draw(OPEN)
    item = arena.give(arena.player, "Health Potion")
    inflict(arena, "confusion", arena.player, turns=9)
    assert "Your head swims, and you stumble instead." in arena.turn(item).log
    assert "Health Potion" in arena.inventory()
    assert not any("head swims" in line for line in arena.turn("wait").log)
