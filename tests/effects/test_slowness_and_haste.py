"""Slowness and haste: when the next turn comes, and what is left of them when they end."""

import pytest

from roguelike.components.actors import Initiative
from roguelike.testing import Arena
from roguelike.world.derived_stats import stats_of
from tests.rooms import (
    Draw,
    begun,
    component,
    ended,
    inflict,
)

PAIR = "######\n#@g..#\n######"


def due(arena: Arena, entity: int) -> int:
    """Return the tick at which somebody acts next."""
    initiative: Initiative = component(entity, Initiative)
    return initiative.due


def test_web_slows_everyone_in_it_for_five_turns(draw: Draw) -> None:
    arena = draw("########\n#@..gk.#\n########")
    arena.teach("Web")
    arena.cast("Web", (5, 1))
    for name in ("Goblin", "Kobold"):
        assert arena.statuses(arena.find(name)) == {"Slowed": 5}
    assert arena.statuses(arena.player) == {}


@pytest.mark.parametrize("whom", ["player", "monster"])
def test_slowness_puts_off_the_next_turn_at_once(draw: Draw, whom: str) -> None:
    arena = draw(PAIR)
    victim = arena.player if whom == "player" else arena.find("Goblin")
    arena.game.enter()
    component(victim, Initiative).due = 8
    inflict(arena, "slow", victim, penalty=10)
    assert due(arena, victim) == 18
    assert stats_of(victim).penalty == 10


def test_haste_brings_the_next_turn_nearer_but_never_before_the_next_tick(draw: Draw) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    component(goblin, Initiative).due = 8
    inflict(arena, "slow", goblin, penalty=-3)
    assert due(arena, goblin) == 5
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    component(goblin, Initiative).due = 2
    inflict(arena, "slow", goblin, penalty=-30)
    assert due(arena, goblin) == arena.game.now + 1


def test_opposites_cancel_and_leave_nothing(draw: Draw) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    component(goblin, Initiative).due = 8
    inflict(arena, "slow", goblin, penalty=5)
    trace = inflict(arena, "slow", goblin, penalty=-2)
    assert (begun(trace), ended(trace)) == ([], ["Slowed"])
    assert arena.statuses(goblin) == {}
    assert (due(arena, goblin), stats_of(goblin).penalty) == (8, 0)
    inflict(arena, "slow", goblin, penalty=-2)
    assert ended(inflict(arena, "slow", goblin, penalty=2)) == ["Hasted"]
    assert arena.statuses(goblin) == {}


def test_the_stronger_slowness_wins_and_the_longer_stays(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.teach("Mire")
    goblin = arena.find("Goblin")
    inflict(arena, "slow", goblin, penalty=10)
    arena.cast("Mire", (2, 1))
    assert arena.statuses(goblin) == {"Slowed": 5}
    assert stats_of(goblin).penalty == 10
    inflict(arena, "slow", goblin, penalty=12, turns=2)
    assert arena.statuses(goblin) == {"Slowed": 5}
    assert stats_of(goblin).penalty == 12


def test_a_weaker_and_shorter_repeat_is_refused(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.teach("Mire")
    inflict(arena, "slow", arena.find("Goblin"), penalty=10)
    assert arena.cast("Mire", (2, 1)).refused == "It would add nothing."
    assert arena.mana(arena.player) == 4


def test_slowness_wears_off_and_gives_its_ticks_back_no_more(draw: Draw) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    inflict(arena, "slow", goblin, penalty=10)
    left = []
    for _ in range(5):
        left.append(arena.statuses(goblin)["Slowed"])
        arena.wait()
    assert left == [5, 4, 3, 2, 1]
    assert arena.statuses(goblin) == {}
    assert stats_of(goblin).penalty == 0


def test_the_slowed_act_less_often(draw: Draw) -> None:
    def bites(*, slowed: bool) -> int:
        arena = draw("####\n#@o#\n####", minds=True)
        ogre = arena.find("Ogre")
        arena.set_pools(arena.player, max_hp=10_000, hp=10_000)
        turns = 0
        for _ in range(60):
            if slowed and "Slowed" not in arena.statuses(ogre):
                inflict(arena, "slow", ogre, penalty=20, turns=50)
            result = arena.wait()
            turns += sum(type(change).__name__ == "Rolled" for change in result.trace)
        return turns

    quick, slow = bites(slowed=False), bites(slowed=True)
    assert 45 <= quick <= 75
    assert slow < quick / 2
