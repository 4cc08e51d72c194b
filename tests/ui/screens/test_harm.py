"""Blows, shots, steps and uses that would harm a friend or the peaceful ask once, by keys and by mouse alike."""

from collections.abc import Callable
from typing import Any

import pytest

from roguelike.components.spatial import Hidden
from roguelike.components.vitals import Pools
from roguelike.world import ecs

Builder = Callable[..., Any]

GLADE = """
    ##########
    #........#
    #.@d.....#
    #........#
    ##########
"""
STREET = """
    ##########
    #........#
    #.@b.....#
    #........#
    ##########
"""
LEGEND = {"d": "Deer", "b": "Barkeep", "p": "Patron", "o": "Orc", "m": "Firecap Mushroom"}
QUESTION = "It would harm the deer, who is peaceful."


def deer_of(room: Any) -> int:
    return int(room.arena.find("Deer"))


@pytest.mark.parametrize("way", ["key", "click", "run"])
def test_a_blow_at_the_peaceful_asks_before_anything_happens(stage: Builder, way: str) -> None:
    room = stage(GLADE, LEGEND)
    before = room.arena.state_hash()
    if way == "click":
        room.click(*room.cell((3, 2)))
    else:
        room.press("l" if way == "key" else "shift+right")
    assert room.names == ["Play", "Confirm"]
    assert room.shows(QUESTION)
    room.press("n")
    assert room.names == ["Play"]
    assert room.arena.state_hash() == before


def test_whoever_was_agreed_to_be_harmed_is_not_asked_about_again(stage: Builder) -> None:
    room = stage(GLADE, LEGEND)
    room.arena.set_pools(deer_of(room), max_hp=200, hp=200)
    turn = room.session.hud().turn
    room.press("l", "y")
    assert room.names == ["Play"]
    assert room.session.hud().turn == turn + 1
    room.press("l")
    assert room.names == ["Play"]
    assert room.session.hud().turn == turn + 2


def test_who_has_a_name_is_called_by_it(stage: Builder) -> None:
    room = stage("########\n#.@.g..#\n########", {"g": "Gaffer"}, spells=["Zap"])
    room.press("ctrl+1")
    room.hover(*room.cell((4, 1)))
    assert room.shows("At Gaffer, 2 tiles away.")
    room.press("enter")
    assert room.shows("It would harm Gaffer, who is peaceful.")


def test_changing_places_with_the_peaceful_asks_only_where_it_would_hurt(stage: Builder) -> None:
    room = stage(STREET.replace("b", "p"), LEGEND)
    room.press("l")
    assert room.names == ["Play"]
    assert room.session.here == (3, 2)
    room = stage(STREET.replace("b", "p"), LEGEND)
    mine = room.arena.spawn("Landmine", 2, 2)
    ecs.get(mine, Hidden).found = True
    room.press("l")
    assert room.names == ["Play", "Confirm"]
    assert room.shows("Go there?")
    assert room.shows("It would harm the patron, who is peaceful.")


def test_a_blow_whose_blast_would_reach_the_peaceful_asks(stage: Builder) -> None:
    room = stage("    ##########\n    #.@m.b...#\n    ##########", LEGEND)
    room.arena.set_pools(room.arena.find("Firecap Mushroom"), hp=1)
    room.press("l")
    assert room.names == ["Play", "Confirm"]
    assert room.shows("It would harm the barkeep, who is peaceful.")


def test_a_shot_whose_blast_would_reach_the_peaceful_asks(stage: Builder) -> None:
    room = stage("    ##########\n    #.@..m.b.#\n    ##########", LEGEND)
    room.arena.equip(room.arena.player, "Shortbow")
    room.arena.set_pools(room.arena.find("Firecap Mushroom"), hp=1)
    room.press("f")
    assert room.names == ["Play", "Confirm"]
    assert room.shows("Shoot?")
    room.press("y")
    assert room.names == ["Play"]


def test_a_spell_cast_at_once_asks_too(stage: Builder) -> None:
    room = stage(STREET, LEGEND, spells=["Explode"], mana=10)
    room.program.settings.cast_at_once = "on"
    room.press("ctrl+1")
    assert room.names == ["Play", "Confirm"]
    assert room.shows("Explode?")


def test_an_enemy_is_struck_without_a_question_though_the_peaceful_look_on(stage: Builder) -> None:
    room = stage("    ##########\n    #b@o.....#\n    ##########", LEGEND)
    turn = room.session.hud().turn
    room.press("l")
    assert room.names == ["Play"]
    assert room.session.hud().turn == turn + 1


def test_an_agreed_aim_is_not_asked_about_twice(stage: Builder) -> None:
    room = stage(STREET, LEGEND, spells=["Zap"])
    room.press("ctrl+1")
    room.hover(*room.cell((3, 2)))
    room.press("enter", "y")
    assert room.names == ["Play"]
    assert room.arena.mana(room.arena.player) < room.arena.max_mana(room.arena.player)


@pytest.mark.parametrize("answer", ["y", "n"])
def test_an_aim_that_would_kill_oneself_asks_first(stage: Builder, answer: str) -> None:
    room = stage(GLADE.replace("d", "."), spells=("Blast",))
    room.arena.set_pools(room.arena.player, hp=2)
    before = room.arena.state_hash()
    room.press("ctrl+1", "h", "h", "enter")
    assert room.names == ["Play", "Targeting", "Confirm"]
    assert room.shows("It would kill you.")
    assert room.arena.state_hash() == before
    room.press(answer)
    assert room.session.is_over is (answer == "y")
    if answer == "n":
        assert room.names == ["Play", "Targeting"]
        assert room.arena.state_hash() == before


def test_a_spell_without_an_aim_that_would_kill_oneself_asks_too(stage: Builder) -> None:
    room = stage(GLADE.replace("d", "."), spells=("Boom",))
    room.arena.set_pools(room.arena.player, hp=2)
    before = room.arena.state_hash()
    room.press("ctrl+1", "enter")
    assert room.shows("It would kill you.")
    assert room.arena.state_hash() == before


def test_a_risk_that_is_no_death_is_told_and_not_asked_about(stage: Builder) -> None:
    room = stage(GLADE.replace("d", "."), spells=("Blast",))
    room.arena.set_pools(room.arena.player, max_hp=20, hp=20)
    turn = room.session.hud().turn
    room.press("ctrl+1", "h", "h", "enter")
    assert room.names == ["Play"]
    assert room.session.hud().turn == turn + 1


def test_a_click_on_oneself_that_would_hurt_asks_first_and_enter_does_not(stage: Builder) -> None:
    room = stage("########\n#.@..o.#\n########", LEGEND, spells=["Zap"])
    health = room.arena.hp(room.arena.player)
    room.press("ctrl+1")
    room.click(*room.cell((2, 1)))
    assert room.names == ["Play", "Targeting", "Confirm"]
    assert room.shows("It would hurt you.")
    room.press("n")
    assert room.names == ["Play", "Targeting"]
    assert room.arena.hp(room.arena.player) == health
    room.press("enter")
    assert room.names == ["Play"]
    assert room.arena.hp(room.arena.player) < health


def test_a_blast_at_somebody_whom_it_cannot_hurt_asks_if_it_hurts_oneself(stage: Builder) -> None:
    room = stage("########\n#.@.h..#\n########", {"h": "Salamander"}, spells=["Flare"], mana=20)
    before = room.arena.hp(room.arena.player)
    room.press("ctrl+1", "enter")
    assert room.names == ["Play", "Targeting", "Confirm"]
    assert room.shows("It would hurt nobody but you.")
    room.press("escape", "escape")
    assert room.names == ["Play"]
    assert room.arena.hp(room.arena.player) == before


TRAPPED = "#######\n#.@^..#\n#.....#\n#######"


def known_trap(room: Any, name: str = "Bear Trap") -> int:
    trap = int(room.arena.find(name))
    ecs.get(trap, Hidden).found = True
    return trap


@pytest.mark.parametrize("way", ["key", "click", "run"])
def test_a_step_onto_a_known_trap_asks_first(stage: Builder, way: str) -> None:
    room = stage(TRAPPED, {"^": "Bear Trap"})
    known_trap(room)
    before = room.arena.state_hash()
    if way == "click":
        room.click(*room.cell((3, 1)))
    else:
        room.press("l" if way == "key" else "shift+right")
    assert room.names == ["Play", "Confirm"]
    assert room.shows("You know of the bear trap there.")
    room.press("n")
    assert room.names == ["Play"]
    assert room.arena.state_hash() == before
    room.press("l", "y")
    assert room.names == ["Play"]
    assert room.arena.position(room.arena.player) == (3, 1)
    assert room.arena.hp(room.arena.player) < 30


def test_a_trap_not_found_is_stepped_on_unasked(stage: Builder) -> None:
    room = stage(TRAPPED, {"^": "Bear Trap"})
    room.press("l")
    assert room.names == ["Play"]
    assert room.arena.position(room.arena.player) == (3, 1)


def test_only_the_first_step_into_a_fire_asks(stage: Builder) -> None:
    room = stage("#######\n#.@ff.#\n#######", {"f": "Fire"})
    room.press("l")
    assert room.names == ["Play", "Confirm"]
    assert room.shows("You know of the fire there. You would lose")
    room.press("y", "l")
    assert room.names == ["Play"]
    assert room.arena.position(room.arena.player) == (4, 1)


def test_a_fire_that_does_nothing_to_the_player_is_entered_unasked(stage: Builder) -> None:
    room = stage("#######\n#.@f..#\n#######", {"f": "Fire"})
    ecs.get(room.arena.player, Pools).god_mode = True
    room.press("l")
    assert room.names == ["Play"]
    assert room.arena.position(room.arena.player) == (3, 1)
