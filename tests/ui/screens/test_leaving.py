from collections.abc import Callable

import pytest

from roguelike.core.records import replace
from roguelike.host import LocalHost
from roguelike.runs.gameover import IGNORED_SECONDS, GameOver
from roguelike.toolkit.inputs import Key, Mouse
from roguelike.toolkit.page import Confirm, Message
from roguelike.ui.program import Program, UserError
from roguelike.ui.screens.commanding import SIGN
from roguelike.ui.screens.game_menu import GameMenu
from tests.ui.screens.conftest import Answer, Person, Sit

EPITAPH = "Killed by a kobold, on the third level, with a cursed cap on the head"


@pytest.fixture
def end(program: Program, answer: Answer) -> Callable[..., None]:
    """Let the hero have died, in a way of which some things are so."""
    death = replace(program.game.death(), epitaph=EPITAPH, last_lines=("You miss.", "You die."))
    return lambda **values: answer(program.game, "death", replace(death, **values))


@pytest.fixture(autouse=True)
def _dead(end: Callable[..., None]) -> None:
    end()


def at_the_end(seat: Sit, program: Program) -> Person:
    someone = seat(GameOver(program))
    someone.stack.update(IGNORED_SECONDS)
    return someone


@pytest.mark.parametrize("size", [(80, 24), (81, 30), (120, 40), (200, 60)])
def test_the_last_page_cuts_no_fact(
    person: Sit, program: Program, end: Callable[..., None], size: tuple[int, int]
) -> None:
    merits = (("Depth 13 reached", 12000), ("Kills 99", 5))
    end(place="The Limestone Caverns", seed="daily-2031-02-03", merits=merits)
    text = person(GameOver(program), size).text
    assert "The Limestone Caverns, depth 3" in text
    assert "daily-2031-02-03" in text
    assert "12,000" in text
    assert "…" not in text


def test_the_last_page_has_room_for_the_longest_place(
    person: Sit, program: Program, end: Callable[..., None]
) -> None:
    merits = (("Depth 10 reached", 1000), ("Level 12", 1500), ("14 spells known", 350))
    end(place="Vel Ashar, the Lower Wards", depth=10, merits=merits)
    text = person(GameOver(program), (80, 24)).text
    for words in ("Vel Ashar, the Lower Wards", "depth 10", "14 spells known", "+1,500"):
        assert words in text, words
    assert "…" not in text
    assert "Vel Ashar, the Lower Wards, depth 10" in person(GameOver(program), (120, 50)).text


def test_the_last_moments_end_with_the_end_and_hold_no_hints(
    person: Sit, program: Program, end: Callable[..., None]
) -> None:
    """Long lines take more rows than one: it is the first that give way, where there is no room for all."""
    lines = [
        f"The kobold says something that is as long as a line can be, and more, {n}."
        for n in range(9)
    ]
    end(last_lines=(*lines, f"{SIGN}It is getting close.", "You die."))
    for size in ((80, 24), (120, 40), (80, 50)):
        someone = person(GameOver(program), size)
        assert "You die." in someone.text
        assert "getting close" not in someone.text


def test_a_key_still_held_does_not_sweep_it_away(person: Sit, program: Program) -> None:
    someone = person(GameOver(program))
    assert someone.stack.animating
    someone.press("enter", "escape", "space")
    someone.click("Back to the title")
    assert someone.screens == ["GameOver"]
    someone.stack.update(IGNORED_SECONDS / 2)
    someone.press("enter")
    assert someone.screens == ["GameOver"]
    someone.stack.update(IGNORED_SECONDS)
    assert not someone.stack.animating
    someone.press("space", "kp_5", "a", "j", "n", "h", "t", ".", "tab")
    assert someone.screens == ["GameOver"]
    someone.press("enter")
    assert someone.stack.names == ["Play"]


def test_from_the_end_to_the_title(person: Sit, program: Program) -> None:
    ways: list[Callable[[Person], None]] = [
        lambda someone: someone.press("escape"),
        lambda someone: someone.press("down", "enter"),
        lambda someone: someone.click("Back to the title"),
        lambda someone: someone.right_click(),
    ]
    session = program.session
    for way in ways:
        program.session = session
        someone = at_the_end(person, program)
        way(someone)
        assert someone.stack.names == ["Title"]
        assert program.session is None


def test_from_the_end_to_the_log_and_back(person: Sit, program: Program) -> None:
    someone = at_the_end(person, program)
    someone.click("Look at the message log")
    assert someone.screens == ["GameOver", "Log"]
    someone.press("escape")
    assert someone.screens == ["GameOver"]


def test_a_long_story_leaves_room_for_the_choices(
    person: Sit, program: Program, end: Callable[..., None]
) -> None:
    end(epitaph="Died of " + "everything " * 60, last_lines=("A long line. " * 20,) * 12)
    for size in ((80, 50), (80, 51), (130, 70)):
        someone = person(GameOver(program), size)
        assert "Begin a new game" in someone.text
        assert "Look at the message log" in someone.text
        assert "…" in someone.text


def test_the_menu_goes_back_to_the_game(person: Sit, program: Program) -> None:
    for leave in ("escape", "f10", "enter"):
        someone = person(GameMenu(program))
        someone.press(leave)
        assert someone.screens == []


@pytest.mark.parametrize(
    ("key", "name"), [("C", "Character"), ("M", "Log"), ("?", "Help"), ("O", "Options")]
)
def test_the_menu_opens_pages(person: Sit, program: Program, key: str, name: str) -> None:
    someone = person(GameMenu(program))
    someone.press(key)
    assert someone.screens == ["Menu", name]


def test_a_run_that_cannot_be_abandoned_goes_on(
    person: Sit, program: Program, host: LocalHost, answer: Answer
) -> None:
    answer(host, "abandon", UserError("The saves folder cannot be written."))
    someone = person(GameMenu(program))
    someone.press("a")
    someone.click("Abandon it")
    assert someone.screens == ["Menu", "Message"]
    assert program.session is not None


@pytest.mark.parametrize(
    "event",
    [
        Key("enter"),
        Key("space"),
        Key("escape"),
        Mouse("press", 1, 1, "left"),
        Mouse("press", 1, 1, "right"),
    ],
)
def test_a_message_is_put_away(person: Sit, program: Program, event: Key | Mouse) -> None:
    someone = person(Message(program, "Trouble", "Nothing to worry about."))
    someone.press("x")
    assert someone.screens == ["Message"]
    someone.give(event)
    assert someone.screens == []
    assert someone.bottom.results == []


def test_a_long_message_scrolls(person: Sit, program: Program) -> None:
    text = "\n".join(f"Fault number {n}." for n in range(80))
    someone = person(Message(program, "Faults", text))
    assert "more" in someone.text
    someone.click("▼")
    assert someone.screens == ["Message"]
    assert "Fault number 0." not in someone.text
    someone.press("end")
    assert "Fault number 79." in someone.text


def test_a_question_answers_no_unless_agreed(person: Sit, program: Program) -> None:
    for answer, results in (("enter", []), ("n", []), ("escape", []), ("y", ["agreed"])):
        someone = person(Confirm(program, "Well?", "Shall it be?", "agreed"))
        someone.press(answer)
        assert someone.bottom.results == results
        assert someone.screens == []
