"""What everybody would answer to handling things, doors, stairs: in the inventory, on an item's page, at the mouse."""

from typing import Any

import esper
import pytest

from roguelike.components import actors, spatial
from tests.ui.conftest import Builder

DEN = """
    ##########
    #........#
    #.@g.....#
    #....o...#
    ##########
"""
LEGEND = {"g": "Goblin", "o": "Orc", "+": "Door", "^": "Bear Trap", "!": "Health Potion"}
SIZES = ((80, 24), (80, 50))


def equipped(stage: Builder, size: tuple[int, int] = (80, 50)) -> Any:
    """Draw a fight in which there is something to wear, wield, take off and drop."""
    room = stage(DEN, LEGEND, minds=True, size=size)
    for kind in ("Steel Helm", "Leather Armor", "Shortsword"):
        room.arena.identify(kind)
    room.arena.equip(room.arena.player, "Leather Armor")
    for kind in ("Steel Helm", "Shortsword"):
        room.arena.give(room.arena.player, kind)
    return room


def think(room: Any) -> str:
    """Wait until what moves stands still and all is worked out; return the screen as one line."""
    room.think()
    room.think()
    return " ".join(" ".join(room.text).split())


def hovered(room: Any, words: str) -> str:
    """Point at a row, wait, and return the screen as one line."""
    room.hover(*room.find(words))
    return think(room)


@pytest.mark.parametrize("size", SIZES)
def test_the_inventory_tells_the_answer_to_wearing_wielding_and_taking_off(
    stage: Builder, size: tuple[int, int]
) -> None:
    room = equipped(stage, size)
    before = room.arena.state_hash()
    room.press("i")
    for thing, words in (
        ("Steel Helm", "wear the"),
        ("Shortsword", "wield the"),
        ("Leather Armor", "take off the"),
    ):
        page = hovered(room, thing)
        assert f"If you {words}" in page, thing
        assert "You lose" in page, thing
    assert room.arena.state_hash() == before
    room.press("escape")
    assert not room.shows("If you wear")


@pytest.mark.parametrize(
    ("key", "thing", "words"),
    [
        ("w", "Steel Helm", "If you wear the"),
        ("r", "Leather Armor", "If you take off the"),
        ("d", "Shortsword", "If you drop the"),
    ],
)
def test_each_list_tells_the_answer_to_what_it_is_for(
    stage: Builder, key: str, thing: str, words: str
) -> None:
    room = equipped(stage)
    room.press(key)
    assert words in hovered(room, thing)
    assert room.shows("You lose")


@pytest.mark.parametrize("size", SIZES)
def test_the_page_of_an_item_tells_the_answer_to_each_of_its_buttons(
    stage: Builder, size: tuple[int, int]
) -> None:
    room = equipped(stage, size)
    room.press("i")
    room.hover(*room.find("Steel Helm"))
    room.press("enter")
    page = think(room)
    assert room.names[-1] == "Item"
    for words in ("If you wear the", "If you drop the"):
        assert words in page, words
    assert "Working it out" not in page
    assert "more" not in page, "nothing is cut"


def test_where_nothing_threatens_a_page_tells_no_answer(stage: Builder) -> None:
    room = stage(DEN.replace("g", ".").replace("o", "."), LEGEND, minds=True)
    room.arena.give(room.arena.player, "Cloth Cap")
    room.press("i")
    assert "If you wear" not in think(room)
    room.press("enter")
    assert "If you wear" not in think(room)


def test_what_is_not_identified_is_told_as_if_one_waited(stage: Builder) -> None:
    room = equipped(stage)
    room.arena.give(room.arena.player, "Dunce Cap")
    room.press("i")
    assert "then, as if you waited:" in hovered(room, "Odd Cap")


@pytest.mark.parametrize("size", SIZES)
def test_a_drink_not_identified_is_told_as_if_one_waited(
    stage: Builder, size: tuple[int, int]
) -> None:
    room = equipped(stage, size)
    potion = room.arena.give(room.arena.player, "Health Potion")
    name = next(view.name for view in room.session.pack() if view.entity == potion)
    words = f"If you drink the {name}, then, as if you waited:"
    for key in ("i", "q"):
        room.press(key)
        page = " ".join(hovered(room, name).replace("│", " ").split())
        assert "then, as if you waited:" in page
        assert page.count("You lose") >= 1
        if key == "i":
            room.press("enter")
            page = " ".join(think(room).replace("│", " ").split())
            assert words in page
            room.press("escape")
        room.press("escape")


def test_what_a_curse_holds_says_so_at_once(stage: Builder) -> None:
    room = equipped(stage)
    room.arena.equip(room.arena.player, "Dunce Cap")
    room.press("i")
    page = hovered(room, "Dunce Cap")
    assert "it is cursed" in page
    assert "You lose" not in page


# --- on the map

DOORWAY = """
    ##########
    #.+......#
    #.>@.g.o.#
    #.^......#
    ##########
"""


@pytest.mark.parametrize("size", SIZES)
def test_a_door_beside_tells_the_answer_to_closing_it_and_to_stepping_there(
    stage: Builder, size: tuple[int, int]
) -> None:
    room = stage(DOORWAY, LEGEND, minds=True, size=size)
    door = room.arena.position(room.arena.find("Door"))
    room.hover(*room.cell(door))
    assert "Then:" in think(room), "a step there opens it"
    room.press("y")
    room.hover(*room.cell(door))
    before = room.arena.state_hash()
    page = think(room)
    assert "If you close the door, then:" in page
    assert "If you step north-west, then:" in page
    assert page.count("You lose") >= 2
    assert room.arena.state_hash() == before


def test_a_known_trap_tells_the_answer_to_disarming_it(stage: Builder) -> None:
    room = stage(DOORWAY, LEGEND, minds=True)
    trap = room.arena.find("Bear Trap")
    esper.component_for_entity(trap, spatial.Hidden).found = True
    room.hover(*room.cell(room.arena.position(trap)))
    page = think(room)
    assert "If you disarm it:" in page
    assert "If you disarm the" in page.replace("│", "").replace("  ", " ")


def test_what_lies_underfoot_tells_the_answer_to_picking_it_up(stage: Builder) -> None:
    room = stage(DEN.replace(".@", "@!"), LEGEND, minds=True)
    room.press("l")
    room.hover(*room.cell(room.session.here))
    page = think(room)
    assert "A click picks up" in page
    assert "If you pick up the" in page


def test_stairs_underfoot_tell_who_follows_and_build_nothing(stage: Builder) -> None:
    room = stage("#########\n#..>@...#\n#...g..o#\n#########", LEGEND, minds=True)
    room.press("h")
    goblin = room.arena.find("Goblin")
    for foe in (goblin, room.arena.find("Orc")):
        esper.component_for_entity(foe, actors.Mind).target = room.arena.player
    room.hover(*room.cell(room.session.here))
    page = think(room)
    for words in (
        "A click takes the stairs down.",
        "You lose nothing before you go.",
        "The goblin follows you",
        "Not counted: what waits",
    ):
        assert words in page.replace("│", ""), words
    assert "The orc follows" not in page
    assert len(room.session.game.levels) == 1


def test_looking_tells_the_same(stage: Builder) -> None:
    room = stage(DOORWAY, LEGEND, minds=True)
    room.press("y", "x", "s")
    while room.stack.screens[-1].cursor != room.arena.position(room.arena.find("Door")):
        room.press("v")
    page = think(room)
    assert "If you close the door, then:" in page
