"""What comes after the Amulet's bearer: drawn by noise and lamps, thrown off by doors and water, known by signs."""

from collections.abc import Iterator

import esper
import pytest

from roguelike.actions import carrying, moving, spell_use
from roguelike.components import actors
from roguelike.core.geometry import steps_between
from roguelike.core.records import replace
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.play.story import (
    DOOR_TURNS,
    FIRST_HUNT_TURNS,
    FOUND,
    HEAD_START_TURNS,
    HUNTER,
    MOST_AHEAD_TURNS,
    NO_WAY_IN,
    PAID,
    SIGNS,
    WAITS,
    WATER_TURNS,
    follow_trail,
)
from roguelike.engine.play.turn import play
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import changes, ecs
from roguelike.world.game import Cause, Game, nature_of
from tests.rooms import component, do

ROOM = """
###############
#.@...........#
#..+..........#
#.###.........#
#.,,,.........#
###############
"""


def nowhere(game: Game, depth: int, point: object = None, *, followed: bool = True) -> None:
    """Travel nowhere."""


def draw(drawing: str = ROOM, **legend: str) -> Arena:
    return Arena.from_ascii(drawing, {"+": "Door", **legend}, depth=7, minds=True)


@pytest.fixture
def room() -> Iterator[Arena]:
    """A room in which the player has just taken the Amulet."""
    with draw() as arena:
        arena.give(arena.player, "Amulet of Yala")
        wait(arena)
        yield arena


def wait(arena: Arena, turns: int = 1) -> None:
    """Let turns pass with the story going on."""
    for _ in range(turns):
        play(arena.game, moving.Pass(), nowhere)


def quest(arena: Arena) -> actors.Quest:
    found = changes.quest_of(arena.game)
    assert found is not None
    return found


def told(arena: Arena, words: str) -> bool:
    return any(words in line.text for line in arena.game.log)


def test_it_is_as_far_behind_as_turns_are_left(room: Arena) -> None:
    begun = quest(room).hunted_at
    assert begun == room.game.turn + FIRST_HUNT_TURNS
    wait(room, 10)
    assert quest(room).hunted_at == begun


def test_noise_brings_it_nearer(room: Arena) -> None:
    room.set_pools(room.player, mana=9, max_mana=9)
    room.teach("Zap")
    before = quest(room).hunted_at
    rat = room.spawn("Rat", 6, 1)
    room.set_pools(rat, hp=500, max_hp=500)
    play(room.game, spell_use.Cast("Zap", (6, 1)), nowhere)
    assert quest(room).hunted_at <= before - 3


def test_a_lamp_brings_it_nearer(room: Arena) -> None:
    before = quest(room).hunted_at
    room.equip(room.player, "Lantern")
    wait(room, 10)
    assert quest(room).hunted_at == before - 5


def test_a_door_shut_behind_oneself_throws_it_off(room: Arena) -> None:
    door = room.find("Door")
    play(room.game, moving.OpenDoor(door), nowhere)
    before = quest(room).hunted_at
    play(room.game, moving.CloseDoor(door), nowhere)
    assert before + DOOR_TURNS - 2 <= quest(room).hunted_at <= before + DOOR_TURNS


def test_the_same_door_throws_it_off_only_once(room: Arena) -> None:
    door = room.find("Door")
    play(room.game, moving.OpenDoor(door), nowhere)
    play(room.game, moving.CloseDoor(door), nowhere)
    once = quest(room).hunted_at
    for _ in range(10):
        play(room.game, moving.OpenDoor(door), nowhere)
        play(room.game, moving.CloseDoor(door), nowhere)
    assert quest(room).hunted_at <= once
    wait(room, SIGNS[-1][0])
    assert told(room, SIGNS[0][1])


def test_another_door_throws_it_off_as_well() -> None:
    with draw("#####\n#+@+#\n#####") as arena:
        arena.give(arena.player, "Amulet of Yala")
        wait(arena)
        before = quest(arena).hunted_at
        for door in (*arena.at(1, 1), *arena.at(3, 1)):
            play(arena.game, moving.OpenDoor(door), nowhere)
            play(arena.game, moving.CloseDoor(door), nowhere)
        assert quest(arena).hunted_at > before + DOOR_TURNS


def test_each_tile_of_water_throws_it_off_once() -> None:
    with draw("#######\n#@,,,.#\n#######") as arena:
        arena.give(arena.player, "Amulet of Yala")
        wait(arena)
        before = quest(arena).hunted_at
        for tile in (1, 2, 3):
            play(arena.game, moving.Step(1, 0), nowhere)
            assert quest(arena).hunted_at == before + tile * WATER_TURNS
        for back in (-1, -1, 1, 1):
            play(arena.game, moving.Step(back, 0), nowhere)
        wait(arena, 10)
        assert quest(arena).hunted_at == before + 3 * WATER_TURNS


def test_water_never_puts_it_off_by_more_than_the_most() -> None:
    with draw("#######\n#@,,,.#\n#######") as arena:
        arena.give(arena.player, "Amulet of Yala")
        wait(arena)
        begun = quest(arena)
        most = arena.game.turn + MOST_AHEAD_TURNS
        arena.game.change(
            changes.QuestAdvanced(begun, replace(begun, hunted_at=most), Cause("a test"))
        )
        play(arena.game, moving.Step(1, 0), nowhere)
        assert quest(arena).hunted_at == arena.game.turn + MOST_AHEAD_TURNS


def test_what_it_has_learnt_is_kept_in_a_save_and_taken_back_with_a_rehearsal(room: Arena) -> None:
    door = room.find("Door")
    play(room.game, moving.OpenDoor(door), nowhere)
    before = room.state_hash()
    with rehearsing(room.game, room.game.rng):
        do(room, moving.CloseDoor(door))
        assert follow_trail(room.game, quest(room)).evaded_at
    assert room.state_hash() == before
    assert not quest(room).evaded_at
    play(room.game, moving.CloseDoor(door), nowhere)
    with Arena.load(room.save()) as again:
        assert quest(again).evaded_at == ((7, 3, 2),)


def test_its_signs_are_told_one_after_another_before_it_comes(room: Arena) -> None:
    for turns, words in SIGNS:
        while quest(room).hunted_at - room.game.turn > turns:
            assert not told(room, words)
            wait(room)
        assert told(room, words)
    wait(room, SIGNS[-1][0] + 1)
    assert room.find(HUNTER)


def drop_amulet(arena: Arena) -> int:
    """Let go of the Amulet; return it."""
    amulet = arena.find("Amulet of Yala")
    play(arena.game, carrying.Drop(amulet), nowhere)
    return amulet


def test_its_signs_are_told_of_an_amulet_let_go_until_it_stops_and_waits(room: Arena) -> None:
    drop_amulet(room)
    begun = quest(room).hunted_at
    for turns, words in (*SIGNS, (0, WAITS)):
        while begun - room.game.turn > turns:
            assert not told(room, words)
            wait(room)
        assert told(room, words)
    wait(room, 20)
    assert quest(room).hunted_at == begun
    assert sum(line.text == WAITS for line in room.game.log) == 1
    with pytest.raises(LookupError):
        room.find(HUNTER)
    room.pick_up()
    wait(room)
    assert told(room, FOUND)
    assert room.find(HUNTER)


def test_nothing_is_told_of_an_amulet_let_go_while_it_is_here(room: Arena) -> None:
    room.spawn(HUNTER, 13, 1)
    drop_amulet(room)
    wait(room, FIRST_HUNT_TURNS)
    assert not [words for words in (WAITS, *dict(SIGNS).values()) if told(room, words)]


def test_who_is_shut_in_too_near_for_it_to_come_is_told_so() -> None:
    with draw("#####\n#@..#\n#####") as arena:
        arena.give(arena.player, "Amulet of Yala")
        wait(arena, FIRST_HUNT_TURNS + 2)
        assert told(arena, NO_WAY_IN)
        with pytest.raises(LookupError):
            arena.find(HUNTER)


def test_who_paid_the_clerk_has_a_start() -> None:
    with draw() as arena:
        ecs.get(arena.player, actors.Player).deeds = (PAID,)
        arena.give(arena.player, "Amulet of Yala")
        wait(arena)
        start = arena.game.turn + FIRST_HUNT_TURNS + HEAD_START_TURNS
        assert quest(arena).hunted_at == start


def test_it_goes_round_water_and_never_through() -> None:
    drawing = """
    ###########
    #@..,....U#
    #...,.....#
    #...,.....#
    #.........#
    ###########
    """
    with draw(drawing, U=HUNTER) as arena:
        hunter = arena.find(HUNTER)
        arena.set_pools(arena.player, hp=5000, max_hp=5000)
        for _ in range(25):
            arena.wait()
            there = arena.position(hunter)
            assert there[0] != 4 or there[1] == 4
        assert steps_between(there, arena.position(arena.player) or (0, 0)) <= 1


BEHIND_A_DOOR = """
#################
#@....+....U....#
#################
"""


def beside(arena: Arena) -> bool:
    """Return whether the hunter stands beside its prey."""
    pair = [arena.position(each) or (0, 0) for each in (arena.find(HUNTER), arena.player)]
    return steps_between(*pair) <= 1


def blows_told(arena: Arena) -> int:
    return sum("beats on a door" in line.text for line in arena.game.log)


def test_who_hides_behind_a_shut_door_hears_it_broken_down_blow_by_blow() -> None:
    with draw(BEHIND_A_DOOR, U=HUNTER) as arena:
        arena.set_pools(arena.player, hp=5000, max_hp=5000)
        enough = component(arena.find(HUNTER), actors.Nature).breaks_doors
        door, there = arena.find("Door"), 11
        while not told(arena, "A door breaks"):
            assert arena.game.turn < 60
            assert there > 6
            there = (arena.position(arena.find(HUNTER)) or (0, 0))[0]
            arena.wait()
        assert enough > 1
        assert blows_told(arena) == enough - 1
        assert not esper.entity_exists(door) or arena.position(door) is None
        arena.wait(12)
        assert beside(arena)


FAR_OFF = """
##################################################
#@...............................................#
#.##############################################.#
#.##############################################.#
#.##############################################.#
#................................................#
#######################.##########################
#######################U##########################
##################################################
"""


def test_it_knows_again_and_again_where_its_prey_is_and_that_is_told() -> None:
    sign = nature_of(catalog_for(None), HUNTER).tracks
    assert sign
    with draw(FAR_OFF, U=HUNTER) as arena:
        arena.set_pools(arena.player, hp=5000, max_hp=5000)
        arena.wait(60)
        assert told(arena, sign)
        assert beside(arena)


def test_it_searches_first_where_it_last_knew_its_prey() -> None:
    sign = nature_of(catalog_for(None), HUNTER).tracks
    assert sign
    with draw(FAR_OFF, U=HUNTER) as arena:
        hunter = arena.find(HUNTER)
        arena.wait(2)
        begun = [line.turn for line in arena.game.log if line.text == sign]
        assert len(begun) == 1
        changes.move(arena.game, arena.player, (48, 1), Cause("a test"))
        while len(begun) < 2:
            assert arena.game.turn < 120
            arena.wait()
            begun = [line.turn for line in arena.game.log if line.text == sign]
        assert steps_between(arena.position(hunter) or (0, 0), (1, 1)) <= 5


def test_others_give_up_and_are_stopped_by_a_door() -> None:
    with draw(BEHIND_A_DOOR, U="Mangy Wolf") as arena:
        wolf = arena.find("Mangy Wolf")
        arena.wait(40)
        assert (arena.position(wolf) or (0, 0))[0] > 6
        assert not blows_told(arena)
