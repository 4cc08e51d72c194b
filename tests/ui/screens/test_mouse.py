"""What a hand on the mouse does without meaning it: double clicks, rows passed on the way, stray clicks and wheels."""

from collections.abc import Callable
from typing import Any

import pytest

from roguelike.components import spatial, vitals
from roguelike.engine.play.commands import ChooseOffer
from roguelike.engine.views import choices
from roguelike.runs.gameover import GameOver
from roguelike.toolkit.inputs import Mouse
from roguelike.ui.program import Program
from roguelike.ui.screens.growth import Growth
from roguelike.ui.screens.inventory import Inventory
from roguelike.ui.screens.spells import Spells
from tests.rooms import component
from tests.ui.conftest import Builder
from tests.ui.screens.conftest import Person, Sit

HALL = """
    ##################
    #@...............#
    #................#
    ##################
"""


def double_click(room: Any, cell: tuple[int, int]) -> None:
    """Click twice in a cell, as fast as a hand does."""
    room.click(*cell)
    room.advance(0.1)
    room.stack.handle(Mouse("press", *cell, "left", again=True))


def test_a_double_click_walks_all_the_way(stage: Builder) -> None:
    room = stage(HALL)
    x, y = room.session.here
    double_click(room, room.cell((x + 6, y)))
    room.advance(1)
    assert room.session.here == (x + 6, y)


def test_a_double_click_beside_oneself_is_one_step_and_no_wait(stage: Builder) -> None:
    room = stage(HALL)
    x, y = room.session.here
    turn = room.session.hud().turn
    double_click(room, room.cell((x + 1, y)))
    assert room.session.here == (x + 1, y)
    assert room.session.hud().turn == turn + 1


def test_a_later_click_stops_a_walk(stage: Builder) -> None:
    room = stage(HALL)
    x, y = room.session.here
    room.click(*room.cell((x + 6, y)))
    room.program.settings.animation = "slow"
    room.advance(0.05)
    assert room.session.automatic is not None
    room.click(*room.cell((x + 2, y + 1)))
    assert room.session.automatic is None


def test_a_double_click_casts_without_walking_up_to_the_victim(stage: Builder) -> None:
    room = stage("#########\n#.......#\n#@....o.#\n#########", {"o": "Orc"}, spells=["Zap"])
    here = room.session.here
    orc = room.arena.find("Orc")
    room.click(*room.find("Zap"))
    double_click(room, room.cell(room.session.creature(orc).point))
    assert room.session.here == here
    assert room.names == ["Play"]
    assert room.session.hud().turn == 1


def test_a_stray_click_while_aiming_drinks_nothing(stage: Builder) -> None:
    room = stage(HALL, spells=["Zap"], size=(160, 60))
    room.arena.give(room.arena.player, "Rations")
    component(room.arena.player, vitals.HungerClock).state = "Hungry"
    room.click(*room.find("Zap"))
    room.click(*room.find("% Rations"))
    assert room.names == ["Play"]
    assert "Rations" in room.arena.inventory()
    assert room.shows("Click again to use this: Rations.")
    room.click(*room.find("% Rations"))
    assert "Rations" not in room.arena.inventory()


def test_a_double_click_on_food_only_asks(stage: Builder) -> None:
    room = stage(HALL)
    room.arena.give(room.arena.player, "Rations")
    component(room.arena.player, vitals.HungerClock).state = "Hungry"
    row = room.find("% Rations")
    double_click(room, row)
    assert "Rations" in room.arena.inventory()
    assert room.shows("Click again to use this: Rations.")
    room.click(*row)
    assert "Rations" not in room.arena.inventory()


def test_food_asks_again_after_a_click_on_the_map(stage: Builder) -> None:
    room = stage(HALL)
    room.arena.give(room.arena.player, "Rations")
    component(room.arena.player, vitals.HungerClock).state = "Hungry"
    x, y = room.session.here
    room.click(*room.find("% Rations"))
    room.click(*room.cell((x + 1, y)))
    room.click(*room.find("% Rations"))
    assert "Rations" in room.arena.inventory()
    assert room.shows("Click again to use this: Rations.")


def test_the_wheel_over_the_map_leaves_a_notice_and_a_walk_alone(stage: Builder) -> None:
    room = stage(HALL)
    room.press("h")
    assert room.shows("A wall is in the way.")
    x, y = room.session.here
    room.stack.handle(Mouse("wheel", *room.cell((x + 3, y)), "", 1))
    assert room.shows("A wall is in the way.")
    room.click(*room.cell((x + 6, y)))
    room.stack.handle(Mouse("wheel", *room.cell((x + 3, y)), "", 1))
    assert room.session.automatic is not None


def cross_rows(someone: Person, first: str, last: str) -> None:
    """Move the mouse from one row to another, over all that lie between."""
    x, y = someone.find(first)
    _, end = someone.find(last)
    for row in range(y, end + 1):
        someone.give(Mouse("move", x, row))


def offers(*names: str) -> choices.ChoiceView:
    """Return the choice of a new level among offers with these names."""
    return choices.ChoiceView(
        2, tuple(choices.OfferView(name, "Body", f"About {name}.", ()) for name in names), 0
    )


@pytest.fixture
def growing(person: Sit, program: Program, answer: Callable[..., None]) -> Person:
    """Seat someone before the choice of a level."""
    answer(program.game, choices.choice_view, offers("Ox", "Owl", "Eel"))
    return person(Growth(program))


def test_a_button_asks_which_row_is_meant_if_the_mouse_passed_over_others(
    growing: Person,
) -> None:
    cross_rows(growing, "Ox", "Eel")
    growing.click("[Take it]")
    assert growing.bottom.results == []
    assert "[Take it] which one? Click it" in growing.text
    growing.click("Owl")
    assert growing.bottom.results == [ChooseOffer("Owl")]


def test_a_right_click_takes_the_button_back_and_not_the_page(growing: Person) -> None:
    cross_rows(growing, "Ox", "Eel")
    growing.click("[Take it]")
    growing.right_click()
    assert growing.screens == ["Growth"]
    assert "which one?" not in growing.text
    growing.right_click()
    assert growing.screens == []


def test_the_question_goes_with_whatever_else_is_done(person: Sit, program: Program) -> None:
    someone = person(Inventory(program))
    cross_rows(someone, "Rusty Longsword", "Leather Cap")
    someone.click("[Down]")
    assert "[Down] which one?" in someone.text
    someone.click("[See: all]")
    assert "which one?" not in someone.text


def test_a_button_acts_at_once_where_keys_have_put_the_cursor(growing: Person) -> None:
    cross_rows(growing, "Ox", "Eel")
    growing.press("up")
    growing.click("[Take it]")
    assert growing.bottom.results == [ChooseOffer("Owl")]


def test_the_row_that_was_named_stays_while_the_mouse_goes_back_to_the_button(
    person: Sit, program: Program
) -> None:
    someone = person(Spells(program))
    cross_rows(someone, "Zap", "Explode")
    someone.click("[Practise it]")
    someone.click("Zap")
    assert someone.screens == ["Spells", "Boards"]
    someone.press("escape")
    cross_rows(someone, "Zap", "Explode")
    someone.click("[Practise it]")
    assert someone.screens == ["Spells", "Boards"]


def test_the_button_and_the_row_under_the_mouse_are_lit_while_aiming(stage: Builder) -> None:
    room = stage(HALL, {}, spells=["Zap", "Web"], size=(160, 60))
    room.click(*room.find("Web"))
    for words in ("never mind", "Zap"):
        x, y = room.find(words)
        room.hover(0, 0)
        room.stack.draw(room.console)
        before = tuple(room.console.rgb["bg"][x, y])
        room.hover(x, y)
        room.stack.draw(room.console)
        assert tuple(room.console.rgb["bg"][x, y]) != before


def test_a_click_of_the_fight_chooses_nothing_on_the_last_page(
    person: Sit, program: Program
) -> None:
    someone = person(GameOver(program))
    x, y = someone.find("Back to the title")
    someone.advance(0.7)
    someone.give(Mouse("press", x, y, "left"))
    assert someone.screens == ["GameOver"]
    someone.click("Back to the title")
    assert someone.screens == ["Title"]


def test_a_mouse_that_rests_on_the_last_page_may_click_at_last(
    person: Sit, program: Program
) -> None:
    someone = person(GameOver(program))
    x, y = someone.find("Back to the title")
    someone.advance(1.5)
    someone.give(Mouse("press", x, y, "left"))
    assert someone.screens == ["Title"]


def test_a_command_on_the_page_of_everything_is_lit_under_the_mouse(stage: Builder) -> None:
    room = stage(HALL, size=(160, 60))
    room.press("m")
    x, y = room.find("Rest until healed")
    before = tuple(room.console.rgb["bg"][x, y])
    room.hover(x, y)
    room.stack.draw(room.console)
    assert tuple(room.console.rgb["bg"][x, y]) != before
    room.hover(x, y + 40)
    room.stack.draw(room.console)
    assert tuple(room.console.rgb["bg"][x, y]) == before


def test_pointing_at_oneself_tells_what_a_click_picks_up(stage: Builder) -> None:
    room = stage(HALL)
    room.arena.drop(room.arena.give(room.arena.player, "Rations"))
    room.hover(*room.cell(room.session.here))
    assert room.shows("A click picks up Rations.")
    room.click(*room.cell(room.session.here))
    room.hover(*room.cell(room.session.here))
    assert not room.shows("A click")


def test_a_double_click_on_oneself_picks_up_and_does_not_wait(stage: Builder) -> None:
    room = stage(HALL)
    room.arena.drop(room.arena.give(room.arena.player, "Rations"))
    turn = room.session.hud().turn
    double_click(room, room.cell(room.session.here))
    assert "Rations" in room.arena.inventory()
    assert room.session.hud().turn == turn + 1


def test_a_known_trap_beside_the_player_has_a_button_that_disarms_it(stage: Builder) -> None:
    room = stage("######\n#@.t.#\n######", {"t": "Bear Trap"}, size=(80, 24))
    trap = component(room.arena.find("Bear Trap"), spatial.Hidden)
    x, y = room.session.here
    assert not room.shows("Disarm")
    room.click(*room.cell((x + 1, y)))
    assert not room.shows("Disarm")
    trap.found = True
    room.press("s")
    turn = room.session.hud().turn
    room.click(*room.find("Disarm"))
    assert room.session.hud().turn == turn + 1
    assert room.shows("the bear trap")


def test_pointing_at_a_distant_enemy_tells_of_the_shot_as_of_something_else(stage: Builder) -> None:
    room = stage("#########\n#@...o..#\n#########", {"o": "Orc"})
    room.arena.give(room.arena.player, "Shortbow")
    room.arena.equip(room.arena.player, "Shortbow")
    orc = room.session.creature(room.arena.find("Orc")).point
    room.hover(*room.cell(orc))
    assert room.text
    room.advance(3)
    assert room.shows("If you shoot:")
    assert not room.shows("Then:")


def test_a_spell_beyond_the_number_keys_is_cast_by_a_click_on_its_row(stage: Builder) -> None:
    room = stage(HALL, size=(160, 60))
    room.arena.set_level(room.arena.player, 20)
    others = [name for name in room.arena.game.spells if name != "Web"]
    for name in [*others[:9], "Web"]:
        room.arena.teach(name)
    spell = next(each for each in room.session.hud().spells if each.hotkey == 10)
    assert spell.name == "Web"
    room.click(*room.find(" Web "))
    assert room.names == ["Play", "Targeting"]
