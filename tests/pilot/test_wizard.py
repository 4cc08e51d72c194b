"""The wizard: asks first, leaves a mark, and is reached by mouse alone."""

from collections.abc import Callable
from pathlib import Path

from tests.person import Person

Seat = Callable[..., Person]


def test_the_wizard_asks_first_and_leaves_a_mark(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path, seed=1)
    person.press("n")
    before = person.state
    person.press("\\")
    assert person.screens == ["Play", "Confirm"]
    person.press("escape")
    assert person.state == before
    person.press("\\", "y")
    assert person.screens == ["Play", "Wizard"]
    person.press("c")
    person.type("fireb")
    assert person.shows("Fireball Scroll")
    person.press("enter")
    assert "Fireball Scroll" in person.arena.inventory()
    assert person.screens == ["Play"]
    assert person.shows("wizard")
    person.press("\\")
    assert person.top == "Wizard", "asked once a run"
    person.press("l")
    person.type("web")
    person.press("enter", "\\", "s")
    person.type("rat")
    person.press("enter")
    assert person.arena.known_spells() == ["Web"]
    person.press("\\", "t")
    person.type("4")
    person.press("enter")
    assert person.shows("depth 4")
    for key in ("h", "m", "g", "i", "x"):
        person.press("\\", key)
        assert person.screens == ["Play"], key
    assert person.arena.xp(person.arena.player) >= 1000
    again = person.state
    person.press("Q", "c")
    assert person.state == again


def test_the_wizard_by_mouse_alone(small: Seat) -> None:
    person = small(seed=1)
    person.click_on("New game")
    person.press("\\")
    person.click_on("Go on")
    person.click_on("Conjure an item")
    person.click_on("Dagger")
    assert "Dagger" in person.arena.inventory()
    person.press("\\")
    person.click_on("[Close]")
    assert person.screens == ["Play"]


def test_discoveries_and_the_wizard_are_reached_by_mouse(small: Seat) -> None:
    person = small(seed=1)
    person.press("n")
    person.click_on("Menu")
    person.click_on("Discoveries")
    assert person.top == "Discoveries"
    person.click_on("[Close]")
    person.click_on("Wizard mode")
    person.click_on("Go on")
    assert person.screens == ["Play", "Wizard"]
    person.click_on("Gain a level")
    assert person.screens == ["Play"]
    person.click_on("Menu")
    person.click_on("Wizard mode")
    person.click_on("Heal, fill mana")
    assert person.screens == ["Play"]
    assert person.shows("Level 2")
