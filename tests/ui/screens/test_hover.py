"""What the mouse, the look screen and an item's card tell of what would happen."""

import esper

from roguelike.components import spatial
from tests.ui.conftest import Builder

ROOM = """
    ############
    #..........#
    #.@^..w....#
    #.....b....#
    ############
"""
LEGEND = {"w": "Orc", "b": "Barkeep", "^": "Bear Trap"}


def test_hovering_an_enemy_tells_both_blows(stage: Builder) -> None:
    room = stage(ROOM, LEGEND)
    before = room.arena.state_hash()
    orc = room.arena.position(room.arena.find("Orc"))
    room.hover(*room.cell(orc))
    assert room.shows("You hit ")
    assert room.shows("kill in ")
    assert room.shows("It hits you ")
    assert room.shows("kills")
    assert room.arena.state_hash() == before


def test_whoever_trades_says_so(stage: Builder) -> None:
    room = stage(ROOM, LEGEND | {"b": "Alchemist"})
    for name, trades in (("Alchemist", True), ("Orc", False)):
        room.hover(*room.cell(room.arena.position(room.arena.find(name))))
        assert room.shows("buys and sells") == trades


def test_hovering_its_row_or_looking_tells_the_same(stage: Builder) -> None:
    room = stage(ROOM, LEGEND)
    room.hover(*room.find("Orc"))
    assert room.shows("You hit ")
    room.press("x")
    assert room.names == ["Play", "Look"]
    assert room.shows("You hit ")


def test_the_peaceful_are_not_weighed(stage: Builder) -> None:
    room = stage(ROOM, LEGEND)
    room.hover(*room.cell(room.arena.position(room.arena.find("Barkeep"))))
    assert room.shows("Barkeep")
    assert not room.shows("You hit ")


def test_a_known_trap_beside_one_tells_what_a_step_would_do(stage: Builder) -> None:
    room = stage(ROOM, LEGEND)
    trap = room.arena.find("Bear Trap")
    esper.component_for_entity(trap, spatial.Hidden).found = True
    point = room.arena.position(trap)
    room.hover(*room.cell(point))
    assert room.shows("If you step there:")
    assert room.shows("you: ")
    room.hover(*room.cell((point[0] - 2, point[1])))
    assert not room.shows("If you step there:")
    room.press("x", "s", "l")
    assert room.shows("If you step there:")


def test_a_potion_tells_what_it_would_do_now(stage: Builder) -> None:
    room = stage(ROOM, LEGEND)
    room.arena.give(room.arena.player, "Health Potion")
    room.arena.identify("Health Potion")
    room.arena.set_pools(room.arena.player, hp=12)
    room.hover(*room.find("Health Potion"))
    assert room.shows("Used now:")
    assert room.shows("you: regain 8")
    room.press("i", "enter")
    assert room.names[-1] == "Item"
    assert room.shows("you: regain 8")


def test_what_would_be_refused_says_why(stage: Builder) -> None:
    room = stage(ROOM, LEGEND)
    room.arena.give(room.arena.player, "Health Potion")
    room.arena.identify("Health Potion")
    room.press("i", "enter")
    assert room.shows("× You are already")


def test_an_unknown_potion_tells_nothing(stage: Builder) -> None:
    room = stage(ROOM, LEGEND)
    room.arena.give(room.arena.player, "Health Potion")
    room.arena.set_pools(room.arena.player, hp=12)
    room.press("i", "enter")
    assert room.names[-1] == "Item"
    assert not room.shows("Used now:")
    assert not room.shows("regain")
