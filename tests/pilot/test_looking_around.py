"""Looking, log, character and discoveries; and why resting, exploring and traveling stop or do not begin.

What each tile near by would cost is shown by a key, until something else is done.
"""

import re
from typing import Any

import pytest
from tcod.event import KeyDown, KeySym, KeyUp, Modifier, Scancode

from roguelike.devices.window_input import KeyTranslator
from roguelike.engine.telling.sentences import learn_by_watching
from roguelike.engine.views.discoveries import beast_views, spell_lore
from roguelike.testing import Arena, Pilot
from roguelike.toolkit.inputs import Key, Released
from roguelike.ui.stage.stage import in_figures
from tests.person import PIT, QUIET, Person, Seat


def test_resting_and_exploring_stop_when_somebody_comes(room: Seat) -> None:
    def hurt(arena: Arena) -> None:
        arena.set_pools(arena.player, hp=3)

    for key in ("R", "o"):
        person = room(QUIET, hurt)
        arena = person.arena
        person.press(key)
        person.advance(0.04)
        turn = arena.game.turn
        assert turn > 0, key
        arena.spawn("Orc", 8, 1)
        person.advance(0.2)
        stopped = arena.game.turn
        person.advance(5)
        assert arena.game.turn == stopped, key
        assert stopped - turn <= 2, key
        assert person.shows("You see an orc."), key
        person.press(key)
        assert arena.game.turn == stopped, "with an enemy in view it does not begin"
        assert person.page.count("Orc") or person.page.count("enemy")


def test_looking_by_keys_and_by_mouse(room: Seat) -> None:
    person = room(PIT)
    orc = person.arena.find("Orc")
    before = person.state
    person.press("x")
    assert person.screens == ["Play", "Look"]
    assert person.shows("You see ──")
    assert person.shows("9/9")
    person.press("escape")
    cell = person.cell_of(orc)
    assert cell is not None
    assert not person.shows("You see ──")
    person.hover(*cell)
    assert person.shows("Orc")
    assert person.shows("unhurt") or person.shows("9/9")
    person.click(*cell, "right")
    assert person.screens == ["Play", "Look"]
    person.click(*cell, "right")
    assert person.screens == ["Play"]
    assert person.state == before


def test_log_and_character(room: Seat) -> None:
    person = room(PIT, lambda arena: arena.teach("Zap"))
    person.press("ctrl+1", "enter")
    person.settle()
    person.press("M")
    assert person.screens == ["Play", "Log"]
    assert person.shows("Zap")
    person.press("escape", "C")
    assert person.screens == ["Play", "Character"]
    assert person.shows("Spells cast      1")
    person.press("escape")
    assert person.screens == ["Play"]


def test_why_it_does_not_rest_or_travel(room: Seat) -> None:
    person = room(QUIET)
    before = person.state
    person.press("R")
    assert person.shows("There is nothing to recover from.")
    person.press(">")
    assert person.shows("You know of no stairs down")
    assert person.state == before
    hunted = room(PIT, lambda arena: arena.set_pools(arena.player, hp=3))
    hunted.press("R")
    assert hunted.shows("You see an orc.")


def test_without_spells_the_page_offers_nothing_to_do_with_them() -> None:
    with Pilot(seed=7, size=(80, 24)) as pilot:
        pilot.press("n", "enter", "Z")
        told = "\n".join(pilot.text)
        assert "You know no spell yet" in told
        assert "[Rune off]" not in told
        pilot.press("escape")
        pilot.arena.teach("Zap")
        pilot.press("Z")
        assert "[Down]" in "\n".join(pilot.text)
        assert "[Rune off]" not in "\n".join(pilot.text), "there is none to take off"


def about(arena: Arena, name: str) -> str:
    """Return what is known of a kind of creature; "" of one not met."""
    return " ".join(
        line for view in beast_views(arena.game) if view.name == name for line in view.lines
    )


def test_who_is_seen_is_known_and_kills_are_counted(room: Seat) -> None:
    person = room(PIT)
    arena = person.arena
    assert about(arena, "Orc") == ""
    person.press(".")
    assert "You have killed none of them." in about(arena, "Orc")
    arena.set_pools(arena.find("Orc"), hp=1)
    arena.teach("Zap")
    person.press("ctrl+1", "enter")
    assert "You have killed 1 of them." in about(arena, "Orc")


def test_a_spell_seen_cast_is_entered_with_who_cast_it(room: Seat) -> None:
    arena = room(PIT).arena
    learn_by_watching(arena.game, arena.find("Orc"), "Web")
    assert "Seen to cast: Web." in about(arena, "Orc")
    (web,) = [view for view in spell_lore(arena.game) if view.name == "Web"]
    assert web.state == "met"
    assert "Seen cast by: Orc." in web.lines


def test_saved_and_loaded_it_is_still_known() -> None:
    with Arena.from_ascii("#####\n#@r.#\n#####", {"r": "Rat"}) as arena:
        learn_by_watching(arena.game, arena.find("Rat"), "Zap")
        loaded = Arena.load(arena.save())
        assert loaded.game.lore == arena.game.lore
        loaded.close()


def test_the_lists_are_leafed_through_by_keys_and_by_mouse(room: Seat) -> None:
    person = room(PIT)
    person.press(".", "D")
    assert person.shows("Discoveries: magic things")
    frame = person.where("┌")
    person.press("tab")
    assert person.shows("Discoveries: creatures")
    assert person.shows("✓ Orc")
    assert person.shows("unmet")
    assert person.where("┌") == frame, "the frame stays where it is, and its buttons with it"
    person.click_on("[Spells]")
    assert person.shows("Discoveries: spells")
    person.press("escape")
    assert person.screens == ["Play"]


def test_in_a_wide_window_the_page_is_no_taller_than_what_it_tells(real: Seat) -> None:
    person = real(seed=7, size=(160, 80))
    person.press("n", "enter", "D")
    assert person.top == "Discoveries"
    (heading,) = [y for y, row in enumerate(person.text) if "Discoveries:" in row]
    assert heading > 15


def test_a_list_of_nothing_says_what_will_be_listed(room: Seat) -> None:
    person = room("#####\n#@..#\n#####")
    person.press("D", "tab")
    assert person.shows("Discoveries: creatures")
    assert person.shows("You have met none of these yet.")


ORCS = """
###############
#.............#
#..@oo........#
#...o.........#
###############"""


def hale(arena: Arena) -> None:
    """Stand a fight."""
    arena.set_pools(arena.player, hp=60, max_hp=60)


def costs(person: Person) -> dict[tuple[int, int], float]:
    """Return what the tiles are said to cost."""
    return {mark.cells[0]: mark.amount for mark in person.marks if mark.kind == "danger"}


def test_the_costs_of_tiles_are_shown_until_something_else_is_done(room: Seat) -> None:
    person = room(ORCS, hale)
    before = person.state
    assert not costs(person)
    person.press("X")
    person.settle(3)
    shown = costs(person)
    here = person.arena.position(person.arena.player)
    assert here in shown
    assert shown[0 + 1, 2] < shown[here], "farther from the orcs"
    assert max(abs(x - here[0]) for x, _ in shown) == 3
    person.press("X")
    assert costs(person), "a held key repeats"
    assert person.state == before
    person.press("x", "escape")
    assert not costs(person)
    person.press("X")
    person.settle(1)
    person.give(Released())
    assert not costs(person)


@pytest.mark.parametrize("repeats", [0, 2])
def test_a_window_tells_when_a_key_is_let_go_that_repeated(repeats: int) -> None:
    key: dict[str, Any] = {"scancode": Scancode.X, "sym": KeySym.X, "mod": Modifier.LSHIFT}
    keys = KeyTranslator()
    assert keys.translate(KeyDown(**key)) == (Key("X"),)
    for _ in range(repeats):
        assert keys.translate(KeyDown(**key, repeat=True)) == (Key("X"),)
    assert keys.translate(KeyUp(**key)) == ((Released(),) if repeats else ())
    assert keys.translate(KeyUp(**key)) == ()


def test_one_s_own_tile_costs_what_the_panel_says_of_waiting(room: Seat) -> None:
    """The map said 6.7 while the panel beside it said 3.8: it had played fewer samples."""
    person = room(ORCS, hale)
    person.press("X")
    person.settle(3)
    own = costs(person)[person.arena.position(person.arena.player)]
    (said,) = re.findall(r"Wait  -([\d.]+)", "\n".join(person.text))
    assert in_figures(own) == said


def test_escape_takes_them_back_and_opens_no_menu(room: Seat) -> None:
    person = room(ORCS, hale)
    person.press("X")
    person.settle(1)
    person.press("escape")
    assert not costs(person)
    assert person.top == "Play"
    person.press("escape")
    assert person.top != "Play"
