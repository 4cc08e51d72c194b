from collections.abc import Callable

import pytest

from roguelike.core.records import replace
from roguelike.engine.play import commands
from roguelike.testing import Arena
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Nth, Picked
from roguelike.toolkit.page import Details, ListPage
from roguelike.toolkit.rows import Line
from roguelike.ui.program import Program
from roguelike.ui.screens.commanding import ItemChooser
from roguelike.ui.screens.inventory import MODES, Inventory
from roguelike.ui.screens.spells import Spells
from tests.ui.screens.conftest import Answer, Sit

Things = dict[str, int]
Command = Callable[[int], commands.Action]


def test_things_are_grouped_and_say_what_colour_says(person: Sit, program: Program) -> None:
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
    assert "16.5 of 165 lb" in text
    assert "1,234.5 gold" in text


@pytest.mark.parametrize(
    ("slot", "words"), [("Ring", "on your finger"), ("Amulet", "round your neck")]
)
def test_what_is_worn_is_worn_on_the_body(
    person: Sit, program: Program, answer: Answer, slot: str, words: str
) -> None:
    worn = program.game.pack()[0]
    answer(program.game, "pack", [replace(worn, name="Trinket", slot=slot)])
    assert f"Trinket  {words}" in person(Inventory(program)).text


def test_the_thing_under_the_cursor_is_described(person: Sit, program: Program) -> None:
    someone = person(Inventory(program))
    assert "More rust than long" in someone.text
    someone.press("down")
    assert "Turns a blow into a headache." in someone.text


@pytest.mark.parametrize(
    ("mode", "first", "command"),
    [
        ("use", "Health Potion", commands.UseItem),
        ("wear", "Shortbow", commands.Equip),
        ("remove", "Rusty Longsword", commands.TakeOff),
        ("drop", "Rusty Longsword", commands.Drop),
    ],
)
def test_a_mode_shows_what_it_is_about_and_acts_at_once(
    person: Sit, program: Program, things: Things, mode: str, first: str, command: Command
) -> None:
    for way in ("letter", "enter", "mouse"):
        someone = person(Inventory(program, mode))
        assert MODES[mode].heading in someone.text
        if way == "mouse":
            someone.click(first)
        else:
            someone.press("a" if way == "letter" else "enter")
        assert someone.bottom.results == [command(things[first])]
        assert someone.screens == []


@pytest.mark.parametrize(
    ("mode", "command"),
    [("all", commands.UseItem), ("use", commands.UseItem), ("drop", commands.Drop)],
)
def test_the_key_of_a_thing_means_that_thing(
    person: Sit, program: Program, things: Things, mode: str, command: Command
) -> None:
    for key in ("shift+2", "@"):
        someone = person(Inventory(program, mode))
        someone.press(key)
        assert someone.bottom.results == [command(things["Web Scroll"])]
    someone = person(Inventory(program, mode))
    someone.press("shift+9")
    assert someone.bottom.results == []


@pytest.mark.parametrize(
    ("name", "key", "button", "command"),
    [
        ("Rusty Longsword", "r", "[Put away]", commands.TakeOff),
        ("Shortbow", "w", "[Wield]", commands.Equip),
        ("Chain Boots +3", "w", "[Wear]", commands.Equip),
        ("Health Potion", "u", "[Use]", commands.UseItem),
        ("Hide", "d", "[Drop]", commands.Drop),
    ],
)
def test_the_page_of_a_thing_offers_what_can_be_done(
    person: Sit,
    program: Program,
    things: Things,
    name: str,
    key: str,
    button: str,
    command: Command,
) -> None:
    for by_mouse in (False, True):
        someone = person(Inventory(program))
        someone.click(name)
        assert someone.screens == ["Inventory", "Item"]
        about = next(each for each in program.game.pack() if each.name == name).details[0]
        assert about in " ".join(someone.text.replace("│", "").split())
        someone.click(button) if by_mouse else someone.press(key)
        assert someone.bottom.results == [command(things[name])]
        assert someone.screens == []


def test_what_cannot_be_done_is_not_offered(person: Sit, program: Program) -> None:
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
    person: Sit, program: Program, answer: Answer, mode: str
) -> None:
    answer(program.game, "pack", ())
    someone = person(Inventory(program, mode))
    assert MODES[mode].nothing in someone.text
    someone.press("enter", "a", "down", "page_down")
    assert someone.screens == ["Inventory"]
    someone.right_click()
    assert someone.screens == []


def test_a_long_pack_scrolls(person: Sit, program: Program, things: Things, answer: Answer) -> None:
    potion = next(each for each in program.game.pack() if each.name == "Health Potion")
    many = [replace(potion, entity=n, name=f"Potion number {n}") for n in range(90)]
    answer(program.game, "pack", many)
    someone = person(Inventory(program, "drop"))
    assert "Potion number 0" in someone.text
    assert "more" in someone.text
    someone.press("end")
    assert "Potion number 89" in someone.text
    someone.press("enter")
    assert someone.bottom.results == [commands.Drop(89)]


def test_long_names_end_in_a_sign(person: Sit, program: Program, answer: Answer) -> None:
    sword = replace(
        program.game.pack()[0], name="Very " * 30 + "Long Sword", details=("word " * 300,)
    )
    answer(program.game, "pack", [sword])
    rows = person(Inventory(program)).look()
    assert sum("…" in row for row in rows) == 2


def test_overburdened_is_said_in_words(person: Sit, program: Program, arena: Arena) -> None:
    arena.give(arena.player, "Crate of Anvils")
    assert "! overburdened" in person(Inventory(program)).text


def test_choosing_one_of_some_items(
    person: Sit, program: Program, arena: Arena, things: Things
) -> None:
    fang = arena.give(arena.player, "Fang")
    arena.drop(fang)
    someone = person(ItemChooser(program, "Identify what?", [things["Web Scroll"], fang, 99]))
    assert "Identify what?" in someone.text
    assert "Health Potion" not in someone.text
    rows = someone.text.splitlines()
    heading, first = (
        next(y for y, row in enumerate(rows) if words in row) for words in ("Identify what?", "a) ")
    )
    assert first - heading == 2, "the list begins below one blank row"
    someone.click("Fang")
    assert someone.bottom.results == [Picked(fang)]


def test_nothing_to_choose_from_says_so(person: Sit, program: Program) -> None:
    someone = person(ItemChooser(program, "Bless what?", []))
    assert "! You have nothing of the kind." in someone.text
    someone.press("enter", "escape")
    assert someone.bottom.results == []
    assert someone.screens == []


def test_spells_are_cast_by_letter_and_by_mouse(person: Sit, program: Program) -> None:
    someone = person(Spells(program))
    for words in (
        "Ctrl+1",
        "Zap",
        "range 6",
        "1 mana",
        "Mana 3/8",
        "Five points of damage, always.",
    ):
        assert words in someone.text
    someone.press("b")
    assert someone.bottom.results == [Nth("cast", 2)]
    someone = person(Spells(program))
    someone.click("Zap")
    assert someone.bottom.results == [Nth("cast", 1)]


def test_a_spell_too_dear_says_what_is_missing(person: Sit, program: Program, arena: Arena) -> None:
    arena.set_pools(arena.player, mana=0)
    someone = person(Spells(program))
    someone.press("c")
    assert someone.screens == ["Spells"]
    assert "! Explode costs 1 mana: you have 0." in someone.text


def test_no_spells_yet(person: Sit, program: Program, answer: Answer) -> None:
    answer(program.game, "hud", replace(program.game.hud(), spells=()))
    someone = person(Spells(program))
    assert "You know no spell yet." in someone.text
    someone.press("enter", "escape")
    assert someone.screens == []


class Foreseen(ListPage[Program, int]):
    """A list whose only row comes to more than there is room for."""

    detail_rows = 7
    other_rows = 19

    def listed(self) -> list[widgets.Row[int]]:
        return [widgets.Row("A scroll", 1)]

    def details(self, value: int | None) -> Details:
        return Details([("What it is.", self.program.palette.text)])

    def below(self, width: int) -> list[Line]:
        return [Line(((f"It comes to {n}.", self.program.palette.text),)) for n in range(12)]


def test_what_a_thing_would_come_to_is_counted_where_it_is_cut(
    person: Sit, program: Program
) -> None:
    """Beside three rats the last rows of the reply were left out without a word."""
    text = person(Foreseen(program)).text
    shown = text.count("It comes to")
    assert 0 < shown < 12
    assert f"… {12 - shown} more rows" in text
    assert text.index("It comes to 0.") < text.index("more rows")
