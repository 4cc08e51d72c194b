"""What everybody would answer, told while the player chooses: worked out in the pauses, and changing nothing.

What the mouse, the look screen and an item's card tell of what would happen.

What everybody would answer to handling things, doors, stairs: in the inventory, on an item's page, at the mouse.
"""

import re
from typing import Any

import esper
import pytest

from roguelike.components import actors, spatial
from roguelike.core.geometry import bearing
from tests.rooms import inflict, inflict_at
from tests.ui.conftest import Builder

DEN = """
    ##########
    #........#
    #.@g.....#
    #....o...#
    ##########
"""
ALONE = DEN.replace("g", ".").replace("o", ".")
LEGEND = {"g": "Goblin", "o": "Orc", "+": "Door", "^": "Bear Trap", "!": "Health Potion"}
TOWNSFOLK = {**LEGEND, "p": "Patron", "d": "Deer"}


@pytest.fixture
def den(stage: Builder) -> Any:
    return stage(DEN, LEGEND, spells=["Zap"], minds=True)


def test_the_side_panel_tells_what_waiting_would_cost(den: Any) -> None:
    before = den.arena.state_hash()
    assert den.shows("Wait  …")
    assert den.play.animating
    den.advance(3)
    for words in ("Wait  -", "Fight -", "Flee", "strikes -", "in 3 turns"):
        assert den.shows(words), words
    assert not den.play.animating
    assert den.arena.state_hash() == before


def test_everybody_stands_in_one_list_with_what_they_would_do(den: Any) -> None:
    den.advance(3)
    rows = den.text
    listed = [y for y, row in enumerate(rows) if "Goblin" in row]
    assert len(listed) == 1, "twice is once too often to be read at a glance"
    assert "strikes -" in rows[listed[0]]
    assert "in 3 turns" in rows[den.find("Orc")[1]]
    den.press(".")
    assert "…" in den.text[den.find("Goblin")[1]], "while it is worked out anew nothing jumps"


def test_bystanders_of_a_kind_share_a_row_and_do_nothing(stage: Builder) -> None:
    room = stage(
        DEN.replace("o", "p").replace("g", ".").replace("#........#", "#p..d...p#"),
        TOWNSFOLK,
        minds=True,
    )
    room.advance(3)
    [row] = [row for row in room.text if "Patron" in row]
    assert "×3" in row
    patron = room.arena.at(1, 1)[0]
    room.arena.set_pools(patron, hp=1)
    assert sum("Patron" in row for row in room.text) == 2
    deer = room.find("Deer")
    assert "flees" not in room.text[deer[1] + 1]


def test_what_burns_or_ails_the_player_is_foreseen_without_any_enemy(stage: Builder) -> None:
    room = stage(ALONE, minds=True)
    inflict(room.arena, "damage_over_time", room.arena.player, damage="2", turns=5)
    assert room.shows("│Wait  ")
    room.advance(3)
    assert room.shows("Wait  -2")
    room = stage(ALONE, minds=True)
    x, y = room.session.here
    inflict_at(room.arena, "kindle", (x, y), hazard="Fire")
    assert room.shows("│Wait  ")


def test_where_no_enemy_is_in_view_nothing_is_foreseen(stage: Builder) -> None:
    room = stage(ALONE, minds=True)
    assert not room.shows("│Wait  ")
    assert not room.play.animating


def test_nothing_is_played_before_a_pause(den: Any) -> None:
    den.text  # noqa: B018  (what is drawn is what is thought about)
    den.stack.update(1 / 60)
    assert den.shows("Wait  …")


def test_the_aim_screen_tells_the_answer_to_the_aim(den: Any) -> None:
    before = den.arena.state_hash()
    den.press("ctrl+1")
    assert den.shows("Then")
    den.advance(3)
    for words in ("Then  -", "strikes -"):
        assert den.shows(words), words
    assert den.arena.state_hash() == before


def test_it_is_forgotten_when_the_aim_moves(den: Any) -> None:
    den.press("ctrl+1")
    den.think()
    assert den.shows("Then  -")
    den.press("left")
    assert not den.shows("Then  -")
    den.advance(3)
    assert den.shows("Then  -")


def test_a_step_beside_the_player_tells_what_it_would_cost(den: Any) -> None:
    before = den.arena.state_hash()
    x, y = den.session.here
    den.hover(*den.cell((x - 1, y)))
    den.think()
    assert den.shows("Then:")
    den.hover(*den.cell((x + 4, y - 1)))
    assert not den.shows("Then:")
    assert den.arena.state_hash() == before


# --- rows and pages on which something is chosen


@pytest.fixture
def supplied(stage: Builder) -> Any:
    """A fight in which there is something to drink, to cast without aim, and to shoot with."""
    room = stage(DEN, LEGEND, spells=["Zap", "Dread"], minds=True)
    room.arena.set_pools(room.arena.player, hp=20)
    room.arena.identify("Health Potion")
    for thing in ("Health Potion", "Mana Potion"):
        room.arena.give(room.arena.player, thing)
    room.arena.equip(room.arena.player, "Shortbow")
    return room


def told_at(room: Any, words: str, heading: str = "Then:") -> bool:
    """Point at a row of the side panel, wait, and return whether an answer is told beside it."""
    room.think()
    room.hover(*room.find(words))
    room.think()
    return bool(room.shows(heading))


def test_rows_of_the_side_panel_tell_the_answer_to_what_they_stand_for(supplied: Any) -> None:
    room = supplied
    before = room.arena.state_hash()
    assert told_at(room, "Health…")
    assert room.shows("Used now")
    assert room.shows("regain")
    assert told_at(room, "Dread")
    assert room.shows("Cast now")
    assert not told_at(room, "Zap"), "it wants an aim first"
    unknown = next(view.name for view in room.session.pack() if not view.known)
    assert not told_at(room, unknown[:12]), "nobody knows what it does"
    assert told_at(room, "Goblin"), "a blow"
    assert told_at(room, "Orc", "If you shoot:")
    assert room.arena.state_hash() == before


def test_without_a_bow_nothing_is_told_of_those_far_off(den: Any) -> None:
    assert not told_at(den, "Orc")
    assert told_at(den, "Goblin")


def test_the_inventory_tells_the_answer_to_using_a_thing(supplied: Any) -> None:
    room = supplied
    before = room.arena.state_hash()
    room.press("i")
    x, y = room.find("Health Potion")
    room.hover(x, y)
    room.think()
    for words in ("Used now:", "Then:", "regain"):
        assert room.shows(words), words
    unknown = next(view.name for view in room.session.pack() if not view.known)
    room.hover(*room.find(unknown))
    room.advance(3)
    assert not room.shows("Then:")
    assert room.arena.state_hash() == before


def test_the_spell_page_tells_the_answer_to_what_needs_no_aim(supplied: Any) -> None:
    room = supplied
    room.press("Z")
    room.advance(3)
    assert not room.shows("Then:")
    room.press("down")
    room.think()
    for words in ("Cast now:", "Then:", "You lose"):
        assert room.shows(words), words


def test_looking_at_a_creature_tells_the_answer_to_a_blow(den: Any) -> None:
    before = den.arena.state_hash()
    den.press("x")
    den.think()
    for words in ("You hit", "Then:", "You lose"):
        assert den.shows(words), words
    den.press("s")
    den.advance(3)
    assert not den.shows("Then:")
    assert den.arena.state_hash() == before


def test_beside_the_spells_stands_the_safest_step(den: Any) -> None:
    """What waiting and each spell cost was there, and not that one step off it would cost next to nothing."""
    den.arena.give(den.arena.player, "Rations")
    assert den.shows("step …")
    den.think()
    (row,) = (row for row in den.text if " step " in row)
    found = re.search(r" step ([NESW]+) +(-?[0-9]+) ", row)
    assert found, row
    told = {point: each.damage[1] for point, each in den.arena.danger(1).items()}
    x, y = den.arena.position(den.arena.player)
    costs = {bearing((x, y), point): cost for point, cost in told.items()}
    assert costs[found[1]] <= min(costs.values()) + 1
    assert abs(costs[found[1]] + int(found[2])) <= 1


CORNER = """
    ##########
    #.@....S.#
    ##.#######
    #....o...#
    ##########
"""


def test_who_is_lost_from_sight_is_said_to_be_left_out(stage: Builder) -> None:
    room = stage(CORNER, {"S": "Sporecap Mushroom", "o": "Orc"}, minds=True)
    room.press(".")
    room.advance(3)
    assert room.session.absent_enemies == 0
    assert not room.shows("unseen")
    assert not room.shows("out of sight")
    room.press("j", "j")
    room.think()
    assert room.session.absent_enemies == 1
    assert room.shows("0, but 1 unseen")


def test_a_fight_that_is_gone_on_with_looks_as_it_was_left(stage: Builder) -> None:
    """After save and continue nobody was "unseen", and mushrooms had each other's letters."""
    room = stage(GAP, {"S": "Sporecap Mushroom"}, size=(120, 50), minds=True)
    room.press("l")
    room.think()
    assert room.shows("0, but 1 unseen")
    assert room.shows("×2 bc")
    again = room.gone_on_with()
    again.think()
    assert again.text == room.text


GAP = """
    ##########
    #S.......#
    #.########
    #.@..S..S#
    ##########
"""


def test_with_nobody_else_in_view_who_was_lost_from_sight_is_said_too(stage: Builder) -> None:
    """A dark elf stepped out of view, and with it the panel that had named those out of view."""
    room = stage("########\n#@....F#\n#.######\n#.#\n###", {"F": "Firecap Mushroom"})
    room.press(".", "j")
    room.think()
    assert not room.session.creatures()
    assert room.session.absent_enemies == 1
    assert room.shows("0, but 1 unseen")


def test_who_may_step_onto_ground_never_seen_is_named(stage: Builder) -> None:
    """An elf that came nearer for sure stepped back into the dark: the reply took that for wall."""
    room = stage("##########\n#@...o...#\n##########", {"o": "Orc"}, minds=True)
    room.press(".")
    level, orc = room.session.game.level, room.arena.find("Orc")
    inflict(room.arena, "status", orc, status="Feared", turns=9)
    level.explored[room.arena.position(orc)[0] + 1 :] = False
    level.visible = level.visible & level.explored
    room.think()
    assert room.shows("1 may hide")


ROOM = """
    ############
    #..........#
    #.@^..w....#
    #.....b....#
    ############
"""
FOLK = {"w": "Orc", "b": "Barkeep", "^": "Bear Trap"}


def test_hovering_an_enemy_tells_both_blows(stage: Builder) -> None:
    room = stage(ROOM, FOLK)
    before = room.arena.state_hash()
    orc = room.arena.position(room.arena.find("Orc"))
    room.hover(*room.cell(orc))
    assert room.shows("You hit ")
    assert room.shows("kill in ")
    assert room.shows("It hits you ")
    assert room.shows("kills")
    assert room.arena.state_hash() == before


def test_whoever_trades_says_so(stage: Builder) -> None:
    room = stage(ROOM, FOLK | {"b": "Alchemist"})
    for name, trades in (("Alchemist", True), ("Orc", False)):
        room.hover(*room.cell(room.arena.position(room.arena.find(name))))
        assert room.shows("buys and sells") == trades


def test_hovering_its_row_or_looking_tells_the_same(stage: Builder) -> None:
    room = stage(ROOM, FOLK)
    room.hover(*room.find("Orc"))
    assert room.shows("You hit ")
    room.press("x")
    assert room.names == ["Play", "Look"]
    assert room.shows("You hit ")


def test_the_peaceful_are_not_weighed(stage: Builder) -> None:
    room = stage(ROOM, FOLK)
    room.hover(*room.cell(room.arena.position(room.arena.find("Barkeep"))))
    assert room.shows("Barkeep")
    assert not room.shows("You hit ")


def test_a_known_trap_beside_one_tells_what_a_step_would_do(stage: Builder) -> None:
    room = stage(ROOM, FOLK)
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
    room = stage(ROOM, FOLK)
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
    room = stage(ROOM, FOLK)
    room.arena.give(room.arena.player, "Health Potion")
    room.arena.identify("Health Potion")
    room.press("i", "enter")
    assert room.shows("× You are already")


def test_an_unknown_potion_tells_nothing(stage: Builder) -> None:
    room = stage(ROOM, FOLK)
    room.arena.give(room.arena.player, "Health Potion")
    room.arena.set_pools(room.arena.player, hp=12)
    room.press("i", "enter")
    assert room.names[-1] == "Item"
    assert not room.shows("Used now:")
    assert not room.shows("regain")


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
