"""What loading checks of a game is what play checks, but for the indexes that loading has just built."""

import pytest

from roguelike.components.items import Pack
from roguelike.components.magic import KnownSpells
from roguelike.components.spatial import Position
from roguelike.components.statuses import Statuses
from roguelike.engine.invariants import faults, faults_of_state
from roguelike.engine.invariants.counts import MOST_HELD, belongings_have_room
from roguelike.testing import Arena
from roguelike.world import ecs, space


def test_two_bodies_on_one_tile_are_a_fault_of_the_state() -> None:
    with Arena.from_ascii("######\n#@.oo#\n######", {"o": "Orc"}) as room:
        game, orcs = room.game, sorted(set(room.game.level.blockers.values()) - {room.player})
        first, second = orcs
        assert faults_of_state(game) == []
        space.take_up(game, second)
        space.put(game, second, (3, 1), game.depth)
        assert faults_of_state(game) == [f"Orc ({second}) and Orc ({first}) both stand at (3, 1)"]


@pytest.mark.filterwarnings("error")
def test_whoever_is_off_the_map_is_told_as_that_and_sees_nothing() -> None:
    with Arena.from_ascii("####\n#@.#\n####") as room:
        ecs.get(room.player, Position).x = 9
        assert f"player ({room.player}) is at (9, 1), off the map" in faults_of_state(room.game)


def test_a_thing_on_a_level_that_is_not_there_is_a_fault_of_the_state() -> None:
    with Arena.from_ascii("####\n#@.#\n####") as room:
        game, dagger = room.game, room.spawn("Dagger", 2, 1)
        space.take_up(game, dagger)
        ecs.get(dagger, Position).depth = 9
        assert faults_of_state(game) == [f"Dagger ({dagger}) is at depth 9, which does not exist"]


def test_an_index_that_was_forgotten_is_a_fault_of_play_alone() -> None:
    with Arena.from_ascii("#####\n#@.o#\n#####", {"o": "Orc"}) as room:
        room.game.level.at.pop((3, 1))
        assert any("the index says" in fault for fault in faults(room.game))
        assert faults_of_state(room.game) == []


@pytest.mark.parametrize(
    ("kind", "name", "told"),
    [(Pack, "items", "carries"), (Statuses, "entities", "bears"), (KnownSpells, "spells", "knows")],
)
def test_one_thing_more_than_a_save_holds_is_a_fault(kind: type, name: str, told: str) -> None:
    with Arena.from_ascii("###\n#@#\n###") as arena:
        arena.game.enter()
        held = getattr(ecs.get(arena.player, kind), name)
        held.extend(range(MOST_HELD - len(held)))
        assert not [*belongings_have_room(arena.game)]
        held.append(1)
        (fault,) = belongings_have_room(arena.game)
        assert f"{told} {MOST_HELD + 1}" in fault
