from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from tcod.console import Console

from roguelike.engine.play import commands
from roguelike.engine.views.records import HudView, ItemView
from roguelike.ui.asked import Nth, Picked
from roguelike.ui.panels.rows import Line
from roguelike.ui.program import Program
from roguelike.ui.screens.ask import ItemChooser
from roguelike.ui.screens.inventory import MODES, Inventory
from roguelike.ui.screens.page import Details, ListPage
from roguelike.ui.screens.spells import Spells
from roguelike.ui.widgets import Rect, Row

if TYPE_CHECKING:
    from tests.ui.screens.conftest import FakeSession, Person

Seat = Callable[..., "Person"]


def test_things_are_grouped_and_say_what_colour_says(person: Seat, program: Program) -> None:
    text = person(Inventory(program)).text
    groups = [
        "Worn and wielded",
        "Weapons",
        "Armor",
        "To drink, read, eat, zap or inscribe",
        "Other things",
    ]
    assert [text.index(group) for group in groups] == sorted(text.index(group) for group in groups)
    for words in (
        "Rusty Longsword  in hand",
        "Leather Cap -1  on your head",
        "cursed",
        "rare",
        "legendary",
        "Shift+1",
    ):
        assert words in text
    assert "61.5 of 210 lb" in text
    assert "1,234.5 gold" in text


@pytest.mark.parametrize(
    ("slot", "words"), [("Ring", "on your finger"), ("Amulet", "round your neck")]
)
def test_what_is_worn_is_worn_on_the_body(
    person: Seat,
    program: Program,
    session: "FakeSession",
    make_item: Callable[..., ItemView],
    slot: str,
    words: str,
) -> None:
    session.items = [make_item(5, "Trinket", slot=slot, worn=True)]
    assert f"Trinket  {words}" in person(Inventory(program)).text


def test_the_thing_under_the_cursor_is_described(person: Seat, program: Program) -> None:
    someone = person(Inventory(program))
    assert "About the Rusty Longsword." in someone.text
    someone.press("down")
    assert "About the Leather Cap -1." in someone.text


@pytest.mark.parametrize(
    ("mode", "first", "command"),
    [
        ("use", "Health Potion", commands.UseItem(16)),
        ("wear", "Shortbow", commands.Equip(13)),
        ("remove", "Rusty Longsword", commands.TakeOff(11)),
        ("drop", "Rusty Longsword", commands.Drop(11)),
    ],
)
def test_a_mode_shows_what_it_is_about_and_acts_at_once(
    person: Seat, program: Program, mode: str, first: str, command: commands.Action
) -> None:
    for way in ("letter", "enter", "mouse"):
        someone = person(Inventory(program, mode))
        assert MODES[mode].heading in someone.text
        if way == "mouse":
            someone.click(first)
        else:
            someone.press("a" if way == "letter" else "enter")
        assert someone.bottom.results == [command]
        assert someone.screens == []


@pytest.mark.parametrize(
    ("mode", "command"),
    [("all", commands.UseItem(17)), ("use", commands.UseItem(17)), ("drop", commands.Drop(17))],
)
def test_the_key_of_a_thing_means_that_thing(
    person: Seat, program: Program, mode: str, command: commands.Action
) -> None:
    for key in ("shift+2", "@"):
        someone = person(Inventory(program, mode))
        someone.press(key)
        assert someone.bottom.results == [command]
    someone = person(Inventory(program, mode))
    someone.press("shift+9")
    assert someone.bottom.results == []


def test_modes_leave_out_what_they_are_not_about(person: Seat, program: Program) -> None:
    text = person(Inventory(program, "use")).text
    assert "Health Potion" in text
    assert "Hide" not in text
    assert "Longsword" not in text


@pytest.mark.parametrize(
    ("name", "key", "button", "command"),
    [
        ("Rusty Longsword", "r", "[Remove]", commands.TakeOff(11)),
        ("Shortbow", "w", "[Wield]", commands.Equip(13)),
        ("Chain Armor", "w", "[Wear]", commands.Equip(14)),
        ("Health Potion", "u", "[Use]", commands.UseItem(16)),
        ("Hide", "d", "[Drop]", commands.Drop(18)),
    ],
)
def test_the_page_of_a_thing_offers_what_can_be_done(
    person: Seat, program: Program, name: str, key: str, button: str, command: commands.Action
) -> None:
    for by_mouse in (False, True):
        someone = person(Inventory(program))
        someone.click(name)
        assert someone.screens == ["Inventory", "Item"]
        assert f"About the {name}" in someone.text
        someone.click(button) if by_mouse else someone.press(key)
        assert someone.bottom.results == [command]
        assert someone.screens == []


def test_what_cannot_be_done_is_not_offered(person: Seat, program: Program) -> None:
    someone = person(Inventory(program))
    someone.click("Hide")
    assert "[Use]" not in someone.text
    someone.press("u", "w", "r")
    assert someone.screens == ["Inventory", "Item"]
    someone.press("escape")
    assert someone.screens == ["Inventory"]
    someone.click("[Close]")
    assert someone.screens == []
    assert someone.bottom.results == []


@pytest.mark.parametrize("mode", MODES)
def test_an_empty_pack_is_no_trouble(
    person: Seat, program: Program, session: "FakeSession", mode: str
) -> None:
    session.items = ()
    someone = person(Inventory(program, mode))
    assert MODES[mode].nothing in someone.text
    someone.press("enter", "a", "down", "page_down")
    assert someone.screens == ["Inventory"]
    someone.right_click()
    assert someone.screens == []


def test_a_long_pack_scrolls(
    person: Seat, program: Program, session: "FakeSession", make_item: Callable[..., ItemView]
) -> None:
    session.items = [make_item(100 + n, f"Potion number {n}", usable=True) for n in range(90)]
    someone = person(Inventory(program, "drop"))
    assert "Potion number 0" in someone.text
    assert "more" in someone.text
    someone.press("end")
    assert "Potion number 89" in someone.text
    someone.press("enter")
    assert someone.bottom.results == [commands.Drop(189)]


def test_long_names_end_in_a_sign(
    person: Seat, program: Program, session: "FakeSession", make_item: Callable[..., ItemView]
) -> None:
    session.items = [make_item(5, "Very " * 30 + "Long Sword", details=("word " * 300,))]
    rows = person(Inventory(program)).look()
    assert sum("…" in row for row in rows) == 2


def test_overburdened_is_said_in_words(
    person: Seat, program: Program, session: "FakeSession", hud: Callable[..., HudView]
) -> None:
    session.figures = hud(weight=300)
    assert "! overburdened" in person(Inventory(program)).text


def test_choosing_one_of_some_items(
    person: Seat, program: Program, session: "FakeSession", make_item: Callable[..., ItemView]
) -> None:
    session.floor = [make_item(40, "Lute")]
    someone = person(ItemChooser(program, "Identify what?", [17, 40, 99]))
    assert "Identify what?" in someone.text
    assert "Health Potion" not in someone.text
    rows = someone.text.splitlines()
    heading, first = (
        next(y for y, row in enumerate(rows) if words in row) for words in ("Identify what?", "a) ")
    )
    assert first - heading == 2, "the list begins below one blank row"
    someone.click("Lute")
    assert someone.bottom.results == [Picked(40)]


def test_nothing_to_choose_from_says_so(person: Seat, program: Program) -> None:
    someone = person(ItemChooser(program, "Bless what?", []))
    assert "! You have nothing of the kind." in someone.text
    someone.press("enter", "escape")
    assert someone.bottom.results == []
    assert someone.screens == []


def test_spells_are_cast_by_letter_and_by_mouse(person: Seat, program: Program) -> None:
    someone = person(Spells(program))
    for words in (
        "Ctrl+1",
        "Zap",
        "range 6",
        "1 mana",
        "Mana 3/8",
        "A crackle from the fingertip.",
    ):
        assert words in someone.text
    someone.press("b")
    assert someone.bottom.results == [Nth("cast", 2)]
    someone = person(Spells(program))
    someone.click("Zap")
    assert someone.bottom.results == [Nth("cast", 1)]


def test_a_spell_too_dear_says_what_is_missing(person: Seat, program: Program) -> None:
    someone = person(Spells(program))
    someone.press("c")
    assert someone.screens == ["Spells"]
    assert "! Explode costs 9 mana: you have 3." in someone.text
    assert "Goes up in flames" in someone.text


def test_no_spells_yet(
    person: Seat, program: Program, session: "FakeSession", hud: Callable[..., HudView]
) -> None:
    session.figures = hud(spells=())
    someone = person(Spells(program))
    assert "You know no spells yet." in someone.text
    someone.press("enter", "escape")
    assert someone.screens == []


class Foreseen(ListPage[int]):
    """A list whose only row comes to more than there is room for."""

    @property
    def rows(self) -> int:
        return 20

    def draw_body(self, console: Console, rect: Rect) -> None:
        below = [Line(((f"It comes to {n}.", self.program.palette.text),)) for n in range(12)]
        told = Details([("What it is.", self.program.palette.text)], 7, below=lambda _: below)
        self.draw_with_details(console, rect, told)


def test_what_a_thing_would_come_to_is_counted_where_it_is_cut(
    person: Seat, program: Program
) -> None:
    """Beside three rats the last rows of the reply were left out without a word."""
    text = person(Foreseen(program, [Row("A scroll", 1)])).text
    shown = text.count("It comes to")
    assert 0 < shown < 12
    assert f"… {12 - shown} more rows" in text
    assert text.index("It comes to 0.") < text.index("more rows")
