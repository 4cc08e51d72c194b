"""What goes out of sight stays on the map as it was last seen, with the name it had, whatever becomes of it."""

import numpy as np
import pytest

from roguelike.components import hazards, spatial
from roguelike.engine.autopilot import explore
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import read as read_snapshot
from roguelike.engine.state.snapshot import restore, state_hash
from roguelike.engine.state.snapshot import write as write_snapshot
from roguelike.engine.views.level_map import map_view, place_view
from roguelike.systems.visibility import look_around
from roguelike.testing import Arena
from roguelike.world import changes, ecs, spawning
from roguelike.world.game import Cause
from roguelike.world.terrain import Tile
from tests.rooms import Draw, inflict, inflict_at

TEST = Cause("a test")
CORNER = """
    ###########
    #@........#
    #.#######+#
    #.#.....#.#
    #.#.....#!#
    #.#######.#
    #.........#
    ###########
"""
"""From (9, 1) the whole of the eastern corridor is seen but what the door hides; from (1, 6) none of it."""


def stand(arena: Arena, x: int, y: int) -> None:
    """Set the player on a tile, and let them look around."""
    changes.move(arena.game, arena.player, (x, y), TEST)
    look_around(arena.game)


@pytest.fixture
def arena(draw: Draw) -> Arena:
    """Somebody who has seen the eastern corridor with its door, potion and fire, and is in the western one now."""
    room = draw(CORNER)
    door = room.find("Door")
    room.game.change(changes.DoorMoved(door, open=True, cause=TEST))
    inflict_at(room, "kindle", (9, 5), hazard="Blaze", turns=7)
    stand(room, 9, 3)
    room.game.change(changes.DoorMoved(door, open=False, cause=TEST))
    look_around(room.game)
    stand(room, 1, 6)
    stand(room, 1, 3)
    return room


def test_a_rune_out_of_sight_is_saved_as_it_is(draw: Draw) -> None:
    """Its strength is a whole number where it is laid, and a float where it is read: one and the same state."""
    room = draw(CORNER, knows="Ward Rune")
    room.set_pools(room.player, max_mana=20, mana=20)
    assert room.cast("Ward Rune", (5, 1)).refused is None
    stand(room, 1, 6)
    again = Arena.load(room.save())
    assert again.state_hash() == room.state_hash()


def glyph(arena: Arena, point: tuple[int, int]) -> str:
    """Return what is drawn on a tile."""
    return next((thing.glyph for thing in map_view(arena.game).things if thing.point == point), "")


def test_what_is_out_of_sight_is_what_it_was(arena: Arena) -> None:
    assert not arena.game.level.visible[9, 2]
    assert place_view(arena.game, (9, 2)).things == ("Door (closed)",)
    assert len(place_view(arena.game, (9, 4)).things) == 1
    assert place_view(arena.game, (9, 5)).things == ("Blaze",)
    assert place_view(arena.game, (9, 5)).remembered


def test_a_far_door_is_not_seen_opening(arena: Arena) -> None:
    closed = glyph(arena, (9, 2))
    arena.game.change(changes.DoorMoved(arena.find("Door"), open=True, cause=TEST))
    assert glyph(arena, (9, 2)) == closed
    assert place_view(arena.game, (9, 2)).things == ("Door (closed)",)
    stand(arena, 9, 1)
    assert place_view(arena.game, (9, 2)).things == ("Door (open)",)
    assert glyph(arena, (9, 2)) != closed


def test_a_thing_taken_away_is_remembered_with_the_name_it_had(arena: Arena) -> None:
    [name] = place_view(arena.game, (9, 4)).things
    assert name != "Health Potion"
    potion = arena.find("Health Potion")
    arena.identify("Health Potion")
    arena.game.change(changes.Removed(potion, TEST))
    arena.wait(1)  # it is buried now
    assert place_view(arena.game, (9, 4)).things == (name,)
    assert glyph(arena, (9, 4)) == "!"
    stand(arena, 9, 3)
    assert place_view(arena.game, (9, 4)).things == ()
    assert glyph(arena, (9, 4)) == ""


def test_what_comes_to_be_out_of_sight_is_not_there(arena: Arena) -> None:
    game = arena.game
    spawning.spawn(game, "items", "Rations", (9, 6), game.depth)
    inflict_at(arena, "kindle", (8, 6), hazard="Blaze")
    game.change(changes.Stained((9, 6), TEST))
    game.change(changes.TileChanged((9, 6), Tile.FLOOR, Tile.DEEP_WATER, TEST))
    view = place_view(game, (9, 6))
    assert (view.ground, view.things) == ("the floor", ())
    assert map_view(game).tiles[9, 6] == Tile.FLOOR
    assert (9, 6) not in map_view(game).stains
    assert glyph(arena, (9, 6)) == glyph(arena, (8, 6)) == ""
    assert not any(thing.point in ((9, 6), (8, 6)) for thing in map_view(game).things)


def test_a_fire_out_of_sight_burns_on_in_memory(arena: Arena) -> None:
    fire = arena.find("Blaze")
    left = ecs.get(fire, hazards.Hazard).turns
    arena.wait(2)
    [known] = arena.game.level.remembered.things[9, 5]
    assert known.hazard == hazards.Hazard(
        left, ecs.get(fire, hazards.Hazard).source, ecs.get(fire, hazards.Hazard).origin
    )
    arena.wait(20)
    assert not arena.alive(fire)
    assert place_view(arena.game, (9, 5)).things == ("Blaze",)


def test_one_explores_for_what_one_remembers_and_not_for_what_is_there(draw: Draw) -> None:
    arena = draw("#######\n#.....#\n#.###.#\n#.#@..#\n#######")
    game = arena.game
    for x, y in ((5, 1), (1, 3), (3, 3)):
        stand(arena, x, y)
    assert game.level.explored[1:6, 1].all()
    assert explore.next_exploring(game) is None
    spawning.spawn(game, "items", "Rations", (1, 2), game.depth)
    assert explore.next_exploring(game) is None
    game.change(changes.TileChanged((1, 2), Tile.FLOOR, Tile.DOWN_STAIRS, TEST))
    assert explore.known_stairs(game, 1) == []
    game.change(changes.TileChanged((2, 1), Tile.FLOOR, Tile.WALL, TEST))
    assert Session(game).way_to((1, 1)), "one still believes in the way that one knows"


def test_what_is_mapped_is_remembered_as_it_is_then(draw: Draw) -> None:
    arena = draw("########\n#@#..+.#\n########")
    game = arena.game
    door, before = arena.find("Door"), state_hash(arena.game)
    change = changes.Mapped(((3, 1), (4, 1), (5, 1)), TEST)
    game.change(change)
    game.change(changes.DoorMoved(door, open=True, cause=TEST))
    assert ecs.get(door, spatial.Door).open
    assert place_view(game, (5, 1)).things == ("Door (closed)",)
    game.change(changes.DoorMoved(door, open=False, cause=TEST))
    change.undo(game)
    assert place_view(game, (5, 1)).unknown
    assert state_hash(game) == before


def test_a_save_keeps_what_is_remembered(arena: Arena) -> None:
    arena.game.change(changes.DoorMoved(arena.find("Door"), open=True, cause=TEST))
    arena.game.change(changes.Removed(arena.find("Health Potion"), TEST))
    arena.wait(1)
    shown = [place_view(arena.game, (9, y)) for y in range(1, 7)]
    again = restore(read_snapshot(write_snapshot(arena.game)), arena.game.content)
    assert [place_view(again, (9, y)) for y in range(1, 7)] == shown
    assert state_hash(again) == state_hash(arena.game)


def test_a_save_without_memory_counts_what_was_explored_as_seen_just_now(arena: Arena) -> None:
    snapshot = read_snapshot(write_snapshot(arena.game))
    for level in snapshot.rules.levels:
        level.remembered = None
    again = restore(snapshot, arena.game.content)
    door = next(e for e, _ in ecs.with_component(spatial.Door))
    assert place_view(again, (9, 2)).things == ("Door (closed)",)
    again.change(changes.DoorMoved(door, open=True, cause=TEST))
    assert place_view(again, (9, 2)).things == ("Door (closed)",)


def test_somebody_invisible_is_neither_drawn_nor_named(draw: Draw) -> None:
    arena = draw("########\n#@...g.#\n########")
    goblin = arena.find("Goblin")
    assert glyph(arena, (5, 1)) == "g"
    inflict(arena, "status", goblin, status="Faded", turns=9)
    assert glyph(arena, (5, 1)) == ""
    assert place_view(arena.game, (5, 1)).creatures == ()
    assert Session(arena.game).creatures() == ()


def test_ground_never_seen_is_no_part_of_what_is_known(draw: Draw) -> None:
    arena = draw("##########\n#@#......#\n##########")
    view = map_view(arena.game)
    assert not view.explored[5, 1]
    assert view.tiles[5, 1] == Tile.WALL
    assert np.array_equal(view.tiles[view.visible], arena.game.level.tiles[view.visible])
