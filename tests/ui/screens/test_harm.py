"""Blows, shots, steps and uses that would harm a friend or the peaceful ask once, by keys and by mouse alike."""

from collections.abc import Callable
from typing import Any

import pytest

from roguelike.components.hazards import Hazard
from roguelike.components.spatial import Hidden
from roguelike.components.vitals import Pools
from roguelike.engine.foreseeing.own_harm import own_death
from roguelike.engine.foreseeing.perils import perils_of
from roguelike.engine.play import commands
from roguelike.engine.telling.figures import percent
from roguelike.world import ecs
from tests.rooms import inflict

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
QUESTION = "the deer (peaceful)"


def read(room: Any) -> str:
    """Return the words of a screen, without frames and the ends of rows."""
    return " ".join(word for row in room.text for word in row.strip("│║| ").split())


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
    assert room.shows("Gaffer (peaceful)")


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
    assert room.shows("the patron (peaceful)")


def test_a_blow_whose_blast_would_reach_the_peaceful_asks(stage: Builder) -> None:
    room = stage("    ##########\n    #.@m.b...#\n    ##########", LEGEND)
    room.arena.set_pools(room.arena.find("Firecap Mushroom"), hp=1)
    room.press("l")
    assert room.names == ["Play", "Confirm"]
    assert room.shows("the barkeep (peaceful)")


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
    assert room.shows("You die.")
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
    assert room.shows("You die.")
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
    assert room.shows("You know of the fire there. You lose")
    room.press("y", "l")
    assert room.names == ["Play"]
    assert room.arena.position(room.arena.player) == (4, 1)


def test_a_fire_that_does_nothing_to_the_player_is_entered_unasked(stage: Builder) -> None:
    room = stage("#######\n#.@f..#\n#######", {"f": "Fire"})
    ecs.get(room.arena.player, Pools).god_mode = True
    room.press("l")
    assert room.names == ["Play"]
    assert room.arena.position(room.arena.player) == (3, 1)


def test_the_question_tells_what_the_whole_turn_in_a_fire_takes(stage: Builder) -> None:
    room = stage("#######\n#.@f..#\n#######", {"f": "Fire"})
    answer = room.session.reply(commands.Step(1, 0))
    least, _, most = answer.you.at_once
    room.press("l")
    assert f"({least}-{most})" in read(room)
    assert not room.shows("die")
    room.press("n")
    room.arena.set_pools(room.arena.player, hp=most - 1)
    chance = room.session.reply(commands.Step(1, 0)).death
    assert 0 < chance < 1
    room.press("l")
    assert f"die {percent(chance)}" in read(room)


@pytest.mark.parametrize("answer", ["y", "n"])
def test_a_blow_that_would_probably_kill_oneself_asks_though_only_enemies_look_on(
    stage: Builder, answer: str
) -> None:
    room = stage("#########\n#..@m...#\n#########", LEGEND)
    room.arena.set_pools(room.arena.find("Firecap Mushroom"), hp=1)
    room.arena.set_pools(room.arena.player, hp=2)
    seen = room.session.forecast(commands.Step(1, 0))
    chance, turn = room.session.ask(own_death, seen), room.session.hud().turn
    assert 0.5 <= chance < 1
    assert all(each.hostile for each in room.session.creatures())
    room.press("l")
    assert room.names == ["Play", "Confirm"]
    assert room.shows(f"You die {percent(chance)}.")
    room.press(answer)
    assert (room.session.is_over or room.session.hud().turn > turn) is (answer == "y")


def test_a_spell_of_which_one_surely_dies_later_asks_first(stage: Builder) -> None:
    room = stage("#########\n#..@P...#\n#########", {"P": "Deathcap Mushroom"}, spells=["Zap"])
    room.arena.set_pools(room.arena.find("Deathcap Mushroom"), hp=1)
    room.arena.set_pools(room.arena.player, hp=3)
    before = room.arena.state_hash()
    room.press("ctrl+1", "enter")
    assert room.names == ["Play", "Targeting", "Confirm"]
    assert room.shows("You then die, unless you are healed.")
    assert room.arena.state_hash() == before
    room.press("escape", "escape")
    room.arena.set_pools(room.arena.player, hp=30)
    room.press("ctrl+1", "enter")
    assert room.names == ["Play"]


def test_changing_places_with_somebody_in_a_fire_asks_and_is_told_when_pointed_at(
    stage: Builder,
) -> None:
    room = stage(STREET.replace("b", "p"), LEGEND)
    room.hover(*room.cell((3, 2)))
    assert not room.shows("If you step there")
    room.arena.spawn("Fire", 3, 2)
    room.hover(*room.cell((4, 3)))
    room.hover(*room.cell((3, 2)))
    assert room.shows("If you step there")
    before = room.arena.state_hash()
    room.press("l")
    assert room.names == ["Play", "Confirm"]
    assert room.shows("You know of the fire there.")
    room.press("n")
    assert room.arena.state_hash() == before


def test_a_blow_at_an_enemy_in_a_fire_is_no_step_into_it(stage: Builder) -> None:
    room = stage("#########\n#..@o...#\n#########", LEGEND)
    room.arena.spawn("Fire", 4, 1)
    room.press("l")
    assert room.names == ["Play"]


def test_the_confused_are_not_asked_about_the_way_they_may_not_go(stage: Builder) -> None:
    room = stage("#######\n#.@f..#\n#.....#\n#######", {"f": "Fire"})
    assert room.session.ask(perils_of, commands.Step(1, 0)) == ("the fire",)
    inflict(room.arena, "status", room.arena.player, status="Confusion", turns=5)
    assert room.session.stumbles
    assert room.session.ask(perils_of, commands.Step(1, 0)) == ()
    room.press("l")
    assert room.names == ["Play"]


@pytest.mark.parametrize("answer", ["y", "n"])
def test_disarming_asks_first_only_if_it_could_kill(stage: Builder, answer: str) -> None:
    room = stage(TRAPPED, {"^": "Landmine"})
    known_trap(room, "Landmine")
    room.hover(*room.cell((3, 1)))
    assert room.shows("If you disarm it")
    room.arena.set_pools(room.arena.player, hp=3)
    before = room.arena.state_hash()
    room.press("T")
    assert room.names == ["Play", "Confirm"]
    assert room.shows("It may go off. You die 5%.")
    assert room.arena.state_hash() == before
    room.press(answer)
    assert (room.arena.state_hash() != before) is (answer == "y")


def test_disarming_what_could_not_kill_goes_at_once(stage: Builder) -> None:
    room = stage(TRAPPED, {"^": "Landmine"})
    known_trap(room, "Landmine")
    room.arena.set_pools(room.arena.player, hp=200, max_hp=200)
    turn = room.session.hud().turn
    room.press("T")
    assert room.names == ["Play"]
    assert room.session.hud().turn == turn + 1


@pytest.mark.parametrize("letter", ["^", "f"])
@pytest.mark.parametrize("answer", ["y", "n"])
def test_a_click_on_a_trap_or_fire_far_off_asks_before_the_walk(
    stage: Builder, letter: str, answer: str
) -> None:
    room = stage(f"##########\n#@...{letter}...#\n##########", {"^": "Bear Trap", "f": "Fire"})
    if letter == "^":
        known_trap(room)
    else:
        ecs.get(room.arena.find("Fire"), Hazard).turns = 99
    before = room.arena.state_hash()
    room.click(*room.cell((5, 1)))
    assert room.names == ["Play", "Confirm"]
    assert room.shows(f"You know of the {'bear trap' if letter == '^' else 'fire'} there.")
    assert room.arena.state_hash() == before
    room.press(answer)
    room.advance(5)
    assert room.names == ["Play"]
    assert room.session.here == ((5, 1) if answer == "y" else (1, 1))


def test_a_run_stops_before_a_fire_and_says_so(stage: Builder) -> None:
    room = stage("##########\n#@...f...#\n##########", {"f": "Fire"})
    ecs.get(room.arena.find("Fire"), Hazard).turns = 99
    room.press("shift+right")
    room.advance(5)
    assert room.session.here[0] < 5
    assert room.arena.hp(room.arena.player) == 30
    assert room.shows("The fire is in the way.")


@pytest.mark.parametrize("way", ["click", "step", "far click"])
def test_what_only_heals_is_no_peril(stage: Builder, way: str) -> None:
    room = stage("#########\n#@..a...#\n#########", {"a": "Altar"})
    room.arena.set_pools(room.arena.player, hp=5)
    if way != "far click":
        room.press("l", "l")
    if way == "step":
        room.press("l")
    else:
        room.click(*room.cell((4, 1)))
    room.advance(3)
    assert room.names == ["Play"]
    assert room.session.here == (4, 1)
