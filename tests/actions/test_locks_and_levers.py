"""Locks and their keys, levers and their gratings, doors in walls and who finds them."""

from roguelike.actions.action import Done, Refused
from roguelike.actions.bargaining import Agree
from roguelike.actions.spell_use import Cast
from roguelike.components.spatial import Hidden
from roguelike.engine.foreseeing.aiming import aimable, foresee
from roguelike.engine.views.level_map import map_view, place_view
from roguelike.store.invariants import faults
from roguelike.world.changes import Sounded
from roguelike.world.terrain import Tile
from tests.bargains import agree, bargaining, bump, names
from tests.rooms import component, fingerprint, of


def test_a_lock_wants_its_key_and_uses_it_up() -> None:
    with bargaining("######\n#@L.r#\n######") as arena:
        before = fingerprint(arena)
        assert bump(arena) == Refused("That takes an Iron Key, and you have none.")
        assert fingerprint(arena) == before
        arena.give(arena.player, "Iron Key")
        assert bump(arena) == Done()
        assert names(arena, 2, 1) == ["Door"]
        assert arena.inventory() == []
        assert bump(arena) == Done()  # it is a door like any other now, and opens
        assert arena.move(1, 0).refused is None
        assert faults(arena.game) == []


def test_no_way_leads_through_a_lock() -> None:
    with bargaining("######\n#@L.r#\n######") as arena:
        level = arena.game.level
        assert level.toward((1, 1)).distance((4, 1)) is None
        arena.give(arena.player, "Iron Key")
        bump(arena)
        assert level.toward((1, 1)).distance((4, 1)) == 3


def test_a_lever_raises_the_grating_and_is_heard() -> None:
    with bargaining("#######\n#/@...#\n###G###\n#.....#\n#######") as arena:
        assert bump(arena, -1) == Done()
        assert names(arena, 3, 2) == ["Raised Grating"]
        assert arena.game.level.is_free((3, 2))
        assert [change.steps for change in of(arena.game.trace, Sounded)] == [12]
        assert faults(arena.game) == []


def test_a_lever_with_nothing_to_move_is_refused() -> None:
    with bargaining("#####\n#/@.#\n#####") as arena:
        seen = foresee(arena.game, arena.player, Agree(arena.find("Lever"), "Pull"))
        assert seen.refused is None  # it is heard, if nothing else
        assert bump(arena, -1) == Done()


def test_a_door_in_a_wall_is_a_wall_until_it_is_found() -> None:
    with bargaining("######\n#@S..#\n######") as arena:
        door = arena.find("Secret Door")
        wall = bump(arena, 0, 1)
        before = fingerprint(arena)
        assert bump(arena) == wall == Refused("A wall is in the way.")
        assert agree(arena, door, "Open") == Refused("There is nothing to agree to.")
        assert fingerprint(arena) == before
        place = place_view(arena.game, (2, 1))
        assert (place.ground, place.things, place.words) == ("a wall", (), ())
        assert map_view(arena.game).tiles[2, 1] == Tile.WALL
        arena.teach("Zap")
        assert (2, 1) not in aimable(arena.game, Cast("Zap"))
        refused = [arena.forecast("Zap", point).refused for point in ((2, 1), (1, 0))]
        assert refused[0] == refused[1]


def test_who_waits_beside_a_door_in_a_wall_finds_it() -> None:
    with bargaining("######\n#@S..#\n######", seed=4) as arena:
        arena.wait(12)
        door = arena.find("Secret Door")
        assert component(door, Hidden).found
        assert bump(arena) == Done()
        assert names(arena, 2, 1) == ["Door"]
        assert place_view(arena.game, (2, 1)).ground == "the floor"
        assert faults(arena.game) == []


def test_nobody_finds_a_door_in_a_far_wall_sooner_than_a_trap() -> None:
    found = 0
    for seed in range(20):
        with bargaining("########\n#@....S#\n########", seed=seed) as arena:
            arena.wait(2)
            found += component(arena.find("Secret Door"), Hidden).found
    assert found <= 6
