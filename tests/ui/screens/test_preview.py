"""Spells that need no tile are shown at the first press and cast at the second; harming the peaceful is asked about.

So are, in a fight, things that need none.
"""

from typing import Any

import pytest

from roguelike.components import actors, vitals
from tests.rooms import component
from tests.ui.conftest import Builder

DEN = """
    ##########
    #........#
    #.@..g...#
    #....o...#
    ##########
"""
TOWN = """
    ##########
    #........#
    #.@..b...#
    #........#
    ##########
"""
LEGEND = {"g": "Goblin", "o": "Orc", "b": "Barkeep"}


@pytest.fixture
def dreadful(stage: Builder) -> Any:
    return stage(DEN, LEGEND, spells=["Dread"])


def wounded(stage: Builder, drawing: str = DEN, **more: Any) -> Any:
    """Draw a wounded player with a known healing potion."""
    room = stage(drawing, LEGEND, **more)
    room.arena.identify("Health Potion")
    room.arena.give(room.arena.player, "Health Potion")
    room.arena.set_pools(room.arena.player, hp=5)
    return room


@pytest.fixture
def thirsty(stage: Builder) -> Any:
    """Such a player, with two awake enemies in view."""
    return wounded(stage, size=(160, 60), spells=["Dread"])


def test_the_first_press_shows_whom_it_would_touch(dreadful: Any) -> None:
    room = dreadful
    before = room.arena.state_hash()
    room.press("ctrl+1")
    assert room.names == ["Play", "Preview"]
    for words in ("Dread", "2 afraid", "Goblin", "Orc", "cast", "never mind"):
        assert room.shows(words), words
    goblin, orc = room.session.creatures()
    for foe in (goblin, orc):
        assert room.back(foe.point) == room.program.palette.blast_back
    assert room.arena.state_hash() == before


@pytest.mark.parametrize("way", ["ctrl+1", "enter", "space", "click"])
def test_the_second_press_casts(dreadful: Any, way: str) -> None:
    room = dreadful
    mana = room.session.hud().mana
    room.press("ctrl+1")
    if way == "click":
        room.click(*room.cell(room.session.here))
    else:
        room.press(way)
    assert room.names == ["Play"]
    assert room.session.hud().mana < mana
    assert "Feared" in room.arena.statuses(room.session.creatures()[0].entity)


@pytest.mark.parametrize("way", ["escape", "right click", "never mind"])
@pytest.mark.parametrize("keys", [("ctrl+1", "l", "tab", "H"), ("shift+1",)])
def test_going_back_costs_nothing(thirsty: Any, keys: tuple[str, ...], way: str) -> None:
    room = thirsty
    before = room.arena.state_hash()
    room.press(*keys)
    assert room.names == ["Play", "Preview"]
    match way:
        case "escape":
            room.press("escape")
        case "right click":
            room.click(20, 20, button="right")
        case words:
            room.click(*room.find(words))
    assert room.names == ["Play"]
    assert room.arena.state_hash() == before


def test_the_option_uses_and_casts_at_once(thirsty: Any) -> None:
    room = thirsty
    room.program.settings.cast_at_once = "on"
    room.press("shift+1")
    assert room.names == ["Play"]
    assert not room.arena.inventory()
    mana = room.session.hud().mana
    room.press("ctrl+1")
    assert room.names == ["Play"]
    assert room.session.hud().mana < mana


def test_the_spell_page_shows_it_first_too(dreadful: Any) -> None:
    room = dreadful
    room.press("Z", "enter")
    assert room.names == ["Play", "Preview"]
    room.press("ctrl+1")
    assert room.names == ["Play"]
    assert room.session.hud().mana < 10


def test_what_is_refused_opens_nothing(stage: Builder) -> None:
    room = stage(DEN, LEGEND, spells=["Dread"], mana=0)
    room.press("ctrl+1")
    assert room.names == ["Play"]
    assert room.shows("Dread costs")


def test_another_spell_key_turns_to_that_spell(stage: Builder) -> None:
    room = stage(DEN, LEGEND, spells=["Dread", "Zap", "Make Haste"])
    room.press("ctrl+1", "ctrl+3")
    assert room.names == ["Play", "Preview"]
    assert room.shows("│Make Haste ")
    room.press("ctrl+2")
    assert room.names == ["Play", "Targeting"]


def test_own_bars_stay_in_view(dreadful: Any) -> None:
    room = dreadful
    room.press("ctrl+1")
    assert room.shows("Health               30/30")
    room.press("escape", "x")
    assert room.names == ["Play", "Look"]
    assert room.shows("Health               30/30")


# Harm to the peaceful


def aim_at_the_barkeep(room: Any) -> None:
    room.press("ctrl+1")
    if room.names == ["Play"]:  # only the peaceful are in reach: the key again aims
        room.press("ctrl+1")
    assert room.names == ["Play", "Targeting"]
    barkeep = room.session.creatures()[0]
    room.hover(*room.cell(barkeep.point))


@pytest.mark.parametrize("spell", ["Bleed", "Venom", "Zap", "Web"])
def test_harm_by_damage_or_status_is_marked_and_asked_about(stage: Builder, spell: str) -> None:
    room = stage(TOWN, LEGEND, spells=[spell])
    aim_at_the_barkeep(room)
    assert room.shows("! harms the barkeep") or room.shows("! kills the barkeep")
    before, barkeep = room.arena.state_hash(), room.session.creatures()[0]
    room.press("enter")
    assert room.names == ["Play", "Targeting", "Confirm"]
    assert room.shows("the barkeep (peaceful)")
    room.press("n")
    assert room.names == ["Play", "Targeting"]
    assert room.arena.state_hash() == before
    assert room.arena.alive(barkeep.entity)


def test_a_spell_without_aim_asks_too(stage: Builder) -> None:
    room = stage(TOWN, LEGEND, spells=["Explode"], mana=10)
    room.press("ctrl+1")
    assert room.names == ["Play", "Preview"]
    assert room.shows("! kills the barkeep,")
    room.press("enter")
    assert room.names == ["Play", "Preview", "Confirm"]


# Things, in a fight


def test_in_a_fight_the_first_press_shows_what_a_potion_would_do(thirsty: Any) -> None:
    room = thirsty
    before = room.arena.state_hash()
    room.press("shift+1")
    assert room.names == ["Play", "Preview"]
    for words in ("Health Potion", "Then ", "Enter use", "never mind"):
        assert room.shows(words), words
    assert room.arena.state_hash() == before


@pytest.mark.parametrize("way", ["shift+1", "!", "enter", "space", "click", "row"])
def test_the_second_press_uses_it(thirsty: Any, way: str) -> None:
    room = thirsty
    room.press("shift+1")
    assert room.arena.hp(room.arena.player) == 5
    match way:
        case "click":
            room.click(*room.cell(room.session.here))
        case "row":
            room.click(*room.find("! Health Potion"))
        case key:
            room.press(key)
    assert room.names == ["Play"]
    assert not room.arena.inventory()
    assert room.session.hud().turn == 1


@pytest.mark.parametrize("size", [(80, 24), (80, 40), (160, 60)])
@pytest.mark.parametrize(("spells", "row"), [(["Dread"], "^1 Dread"), ([], "! Health Potion")])
def test_a_second_click_in_the_same_place_goes_ahead(
    stage: Builder, size: tuple[int, int], spells: list[str], row: str
) -> None:
    room = wounded(stage, size=size, spells=spells)
    at = room.find(row)
    room.click(*at)
    assert room.names[1:] == ["Preview"]
    assert room.find(row) == at, "the list stands still"
    room.click(*at)
    assert room.names == ["Play"]
    assert room.session.hud().turn == 1


@pytest.mark.parametrize("sketch", ["#####\n#@..#\n#####", "######\n#@.b.#\n######"])
def test_where_no_enemy_is_in_view_a_thing_is_used_at_once(stage: Builder, sketch: str) -> None:
    room = wounded(stage, sketch)
    room.press("shift+1")
    assert room.names == ["Play"]
    assert not room.arena.inventory()


def test_while_every_enemy_sleeps_a_thing_is_used_at_once(thirsty: Any) -> None:
    room = thirsty
    for foe in room.session.creatures():
        component(foe.entity, actors.Mind).awake = False
    room.press("shift+1")
    assert room.names == ["Play"]
    assert not room.arena.inventory()


def test_an_unknown_potion_is_shown_without_what_it_does(stage: Builder) -> None:
    room = stage(DEN, LEGEND)
    room.arena.give(room.arena.player, "Health Potion")
    room.arena.set_pools(room.arena.player, hp=5)
    room.press("shift+1")
    assert room.names == ["Play", "Preview"]
    assert room.shows("Unknown: what follows")
    assert not room.shows("Then  +")
    room.press("shift+1")
    assert room.names == ["Play"]
    assert not room.arena.inventory()


def test_food_that_would_be_wasted_is_still_asked_about(stage: Builder) -> None:
    room = stage(DEN, LEGEND)
    room.arena.give(room.arena.player, "Rations")
    component(room.arena.player, vitals.HungerClock).state = "Normal"
    room.press("shift+1")
    assert room.names == ["Play", "Preview"]
    room.press("shift+1")
    assert room.names == ["Play", "Preview", "Confirm"]
    assert room.shows("You are not hungry.")
    room.press("n")
    assert room.arena.inventory() == ["Rations"]
    room.press("enter", "y")
    assert room.names == ["Play"]
    assert not room.arena.inventory()


def test_what_a_thing_must_be_told_is_asked_as_before(stage: Builder) -> None:
    room = stage(DEN, LEGEND)
    room.arena.identify("Identify Scroll")
    for item in ("Identify Scroll", "Health Potion", "Fireball Scroll"):
        room.arena.give(room.arena.player, item)
    room.press("shift+1")
    assert room.names == ["Play", "Choose"]


def test_a_thing_that_is_refused_opens_nothing(stage: Builder) -> None:
    room = stage(DEN, LEGEND)
    room.arena.identify("Health Potion")
    room.arena.give(room.arena.player, "Health Potion")
    room.press("shift+1")
    assert room.names == ["Play"]
    assert room.arena.inventory() == ["Health Potion"]


def test_the_key_of_another_thing_turns_to_that_thing(thirsty: Any) -> None:
    room = thirsty
    room.arena.identify("Fireball Scroll")
    room.arena.give(room.arena.player, "Fireball Scroll")
    other = next(each.hotkey for each in room.session.hud().consumables if "Fire" in each.name)
    room.press(f"shift+{3 - other}", f"shift+{other}")
    assert room.names == ["Play", "Targeting"]
    assert len(room.arena.inventory()) == 2
