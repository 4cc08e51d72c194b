"""The terminal's own cursor stands where the player acts, so that screen readers and magnifiers follow."""

from collections.abc import Callable

import pytest

from roguelike.practice.draw_board import DrawBoard
from roguelike.ui.screen import Push
from tests.person import CROWD, Person
from tests.pilot.test_layout import well_off

Seat = Callable[..., Person]

LISTS: dict[str, tuple[str, ...]] = {
    "Inventory": ("i",),
    "Spells": ("Z",),
    "Options": ("O",),
    "Menu": ("escape",),
    "Confirm": ("\\",),
    "Wizard": ("\\", "y"),
    "Topics": ("?", "enter"),
}
READ: dict[str, tuple[str, ...]] = {
    "Item": ("i", "enter"),
    "Character": ("C",),
    "Log": ("M",),
    "Help": ("?",),
}


def caret(person: Person) -> tuple[int, int] | None:
    """Return the cell that a terminal would put its cursor on."""
    person.drawn()
    return person.stack.caret


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("name", LISTS)
def test_in_a_list_it_stands_on_the_row_of_the_list_s_cursor(
    room: Seat, name: str, size: tuple[int, int]
) -> None:
    person = room(CROWD, well_off, size=size)
    person.press(*LISTS[name])
    assert person.top == name
    before = caret(person)
    assert before is not None
    assert person.text[before[1]][before[0]] == ">"
    person.press("down")
    after = caret(person)
    assert after is not None
    assert after != before
    assert person.text[after[1]][after[0]] == ">"


def test_on_the_title_it_stands_on_the_menu(small: Seat) -> None:
    person = small(seed=1)
    x, y = caret(person) or (0, 0)
    assert person.text[y][x] == ">"
    assert "New game" in person.text[y]


def test_in_a_line_to_type_it_stands_where_the_next_letter_goes(room: Seat) -> None:
    person = room(CROWD, well_off, size=(80, 24))
    person.press("\\", "y", "c")
    assert person.top == "PickName"
    first = caret(person)
    assert first is not None
    person.type("or")
    x, y = first
    assert caret(person) == (x + 2, y)
    assert person.text[y][x : x + 2] == "or"
    person.press("left")
    assert caret(person) == (x + 1, y)


@pytest.mark.parametrize("name", READ)
def test_on_a_page_to_read_it_stands_at_the_first_word_in_view(room: Seat, name: str) -> None:
    person = room(CROWD, well_off, size=(80, 24))
    person.press(*READ[name])
    assert person.top == name
    at = caret(person)
    assert at is not None
    x, y = at
    assert person.text[y][x:].strip(" │")


def test_where_nothing_is_to_choose_it_stands_on_the_words_that_say_so(room: Seat) -> None:
    person = room(CROWD)
    person.press("i")
    assert person.top == "Inventory"
    x, y = caret(person) or (0, 0)
    assert person.text[y][x:].startswith("You carry nothing")


def test_while_a_board_is_drawn_it_stands_on_the_tile_to_draw_on(room: Seat) -> None:
    person = room(CROWD)
    person.stack.apply(Push(DrawBoard(person.program)))
    x, y = caret(person) or (0, 0)
    assert person.text[y][x - 1] == "["
    assert person.text[y][x + 1] == "]"
