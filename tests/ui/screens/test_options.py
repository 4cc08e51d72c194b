from collections.abc import Callable

import pytest

from roguelike.core.colour import VARIANTS
from roguelike.host import LocalHost
from roguelike.toolkit.inputs import Key
from roguelike.toolkit.keys import KeyBindings
from roguelike.toolkit.options import Options
from roguelike.toolkit.settings import CHOICES
from roguelike.ui.program import Program
from tests.ui.screens.conftest import Person, Sit


def open_action(someone: Person, label: str) -> None:
    """Walk down the list until the cursor is on an action, and choose it."""
    for _ in range(200):
        if any(
            row.lstrip(" │").startswith(("> " + label, "> * " + label)) for row in someone.look()
        ):
            someone.press("enter")
            return
        someone.press("down")
    raise AssertionError(label)


def test_values_change_by_keys_at_once_and_are_kept(
    person: Sit, program: Program, host: LocalHost
) -> None:
    someone = person(Options(program))
    someone.press("right")
    assert program.settings.animation == "slow"
    assert "◄ slow ►" in someone.text
    someone.press("left", "left")
    assert program.settings.animation == "fast"
    someone.press("down", "enter")
    assert program.palette.variant == VARIANTS[1]
    assert host.load_settings().palette == VARIANTS[1]
    assert host.load_settings().animation == "fast"


def test_values_go_round(person: Sit, program: Program) -> None:
    someone = person(Options(program))
    someone.press("b", *["left"] * len(VARIANTS))
    assert program.settings.palette == VARIANTS[1]


def test_values_change_by_clicks_on_the_arrows(person: Sit, program: Program) -> None:
    someone = person(Options(program))
    someone.click("◄ normal")
    assert program.settings.animation == "fast"
    someone.click("Animation speed")
    assert program.settings.animation == "normal"
    someone.click("Letter size")
    assert program.settings.scale == "small"
    someone.click("◄ small")
    assert program.settings.scale == "fit"


def test_trouble_with_keeping_is_told(
    person: Sit, program: Program, host: LocalHost, answer: Callable[..., None]
) -> None:
    answer(host, "keep_settings", "The settings could not be stored.")
    someone = person(Options(program))
    someone.press("right")
    assert "! The settings could not be stored." in someone.text


def test_a_free_key_is_added(person: Sit, program: Program, host: LocalHost) -> None:
    someone = person(KeyBindings(program))
    open_action(someone, "Rest until healed")
    someone.press("enter")
    assert someone.screens == ["Keys", "Action keys", "Press a key"]
    someone.press("ctrl+e")
    assert program.keymap.action("play", "ctrl+e") == "rest"
    assert program.keymap.action("play", "R") == "rest"
    assert host.load_settings().keymap.action("play", "ctrl+e") == "rest"
    someone.press("escape")
    assert "* Rest until healed" in someone.text
    assert "Ctrl+E" in someone.text


def test_escape_and_clicks_give_no_key(person: Sit, program: Program) -> None:
    someone = person(KeyBindings(program))
    open_action(someone, "Rest until healed")
    before = program.keymap.to_dict()
    for leave in (
        lambda: someone.press("escape"),
        someone.right_click,
        lambda: someone.click("[Close]"),
    ):
        someone.press("a")
        assert someone.screens[-1] == "Press a key"
        leave()
        assert someone.screens == ["Keys", "Action keys"]
    assert program.keymap.to_dict() == before


def test_a_key_of_another_is_taken_only_when_agreed(person: Sit, program: Program) -> None:
    someone = person(KeyBindings(program))
    open_action(someone, "Rest until healed")
    someone.press("a", "g")
    assert someone.screens == ["Keys", "Action keys", "Confirm"]
    assert "g already means: Pick up what lies here." in someone.text
    someone.press("n")
    assert program.keymap.action("play", "g") == "get"
    someone.press("a", "g")
    someone.click("From now on")
    assert program.keymap.action("play", "g") == "rest"
    assert program.keymap.action("play", ",") == "get"


def test_the_last_key_of_what_menus_need_stays(person: Sit, program: Program) -> None:
    someone = person(KeyBindings(program))
    open_action(someone, "Back")
    someone.click("Remove Esc")
    assert "! That is its last key" in someone.text
    assert program.keymap.keys("menu_back") == ("escape",)


def test_the_last_key_of_what_menus_need_cannot_be_stolen(person: Sit, program: Program) -> None:
    program.keymap.rebind("menu_down", ["ctrl+n"])
    someone = person(KeyBindings(program))
    for _ in range(200):
        if any("> Line up" in row for row in someone.look()):
            break
        someone.press("ctrl+n")
    someone.press("enter", "a", "ctrl+n")
    assert someone.screens == ["Keys", "Action keys"]
    assert "It needs one." in someone.text
    assert program.keymap.keys("menu_down") == ("ctrl+n",)


def test_an_action_and_all_actions_go_back_to_the_default(person: Sit, program: Program) -> None:
    program.keymap.rebind("rest", ["ctrl+e"])
    program.keymap.rebind("get", ["ctrl+g"])
    someone = person(KeyBindings(program))
    open_action(someone, "Rest until healed")
    someone.click("Back to the default")
    assert program.keymap.keys("rest") == ("R",)
    someone.press("escape", "R")
    assert someone.screens == ["Keys", "Confirm"]
    someone.press("escape")
    assert program.keymap.keys("get") == ("ctrl+g",)
    someone.click("[Reset all]")
    someone.click("Reset")
    someone.press("y")
    assert program.keymap.to_dict() == {}


def test_a_taken_away_key_does_nothing_more(person: Sit, program: Program) -> None:
    someone = person(KeyBindings(program))
    open_action(someone, "Pick up what lies here")
    someone.click("Remove ,")
    assert program.keymap.keys("get") == ("g",)
    someone.give(Key("escape"))
    assert "* Pick up what lies here" in someone.text


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
def test_what_an_option_does_is_told_whole(
    person: Sit, program: Program, size: tuple[int, int]
) -> None:
    someone = person(Options(program), size)
    for _, _, words in CHOICES.values():
        told = " ".join(" ".join(row.strip("│ ") for row in someone.look()).split())
        assert words in told
        someone.press("down")
