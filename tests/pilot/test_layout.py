"""Every screen, at every size, by mouse alone; nothing cut without a sign that something was."""

import re

import pytest

from roguelike.testing import Arena
from tests.person import CROWD, Seat

SIZES = [(80, 24), (100, 30), (120, 40), (80, 50), (200, 60), (160, 100)]

SCREENS: dict[str, tuple[str, ...]] = {
    "Play": (),
    "Targeting": ("ctrl+1",),
    "Look": ("x",),
    "Inventory": ("i",),
    "Item": ("i", "enter"),
    "Spells": ("Z",),
    "Log": ("M",),
    "Character": ("C",),
    "Help": ("?",),
    "Options": ("O",),
    "Menu": ("escape",),
    "Confirm": ("\\",),
    "Wizard": ("\\", "y"),
    "Discoveries": ("D",),
    "Boards": ("P",),
    "PickName": ("\\", "y", "c"),
}
BUTTONS: dict[str, str] = {
    "Inventory": "Inventory",
    "Spells": "Z Spells",
    "Look": "Look",
    "Character": "C You",
    "Counsel": "Counsel",
    "Log": "Log",
    "Help": "Help",
    "Menu": "Menu",
}


def well_off(arena: Arena) -> None:
    """Know and carry a lot."""
    for spell in ("Zap", "Web", "Explode"):
        arena.teach(spell)
    for item in (
        "Dagger",
        "Dunce Cap",
        "Slow Potion",
        "Fireball Scroll",
        "Health Potion",
        "Rations",
        "Shortbow",
    ):
        arena.give(arena.player, item)
    for item in (
        "Leather Cap",
        "Stained Tunic",
        "Torn Trousers",
        "Old Boots",
        "Buckler",
        "Rusty Longsword",
    ):
        arena.equip(arena.player, item)
    arena.identify("Fireball Scroll")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["Play", "Targeting", "Look"])
def test_the_map_at_every_size(room: Seat, name: str, size: tuple[int, int]) -> None:
    person = room(CROWD, well_off, size=size)
    before = person.state
    person.press(*SCREENS[name])
    assert person.top == name
    assert len(person.text) == size[1]
    assert all(len(row) == size[0] for row in person.text)
    frames = [row for row in person.text if "┌" in row or "└" in row]
    assert len(frames) % 2 == 0
    while person.top != "Play":
        person.click(size[0] // 2, size[1] // 3, "right")
    assert person.state == before


@pytest.mark.parametrize("name", BUTTONS)
def test_every_page_by_mouse_alone(room: Seat, name: str) -> None:
    person = room(CROWD, well_off)
    person.click_on(BUTTONS[name])
    assert person.screens == ["Play", name]
    if name == "Look":
        person.click(5, 5, "right")
    else:
        person.click_on("Resume" if name == "Menu" else "[Close]")
    assert person.screens == ["Play"]


def test_a_whole_turn_by_mouse_alone(small: Seat) -> None:
    person = small(seed=1)
    person.click_on("New game")
    arena = person.arena
    before = arena.game.turn
    x, y = arena.position(arena.player) or (0, 0)
    person.click(*(person.cell_of(arena.player) or (0, 0)))
    assert arena.game.turn == before + 1
    person.click_on("Beginner's Magic")
    assert arena.known_spells() == ["Zap"]
    x, y = arena.position(arena.player) or (0, 0)
    arena.spawn("Rat", x + 2, y)
    person.click_on("^1 Zap")
    assert person.top == "Targeting"
    person.click(3, 3, "right")
    person.click_on("Menu")
    person.click_on("Save and quit")
    assert person.screens == ["Title"]
    person.click_on("Continue")
    assert person.arena.known_spells() == ["Zap"]
    person.click_on("Menu")
    person.click_on("Save and quit")
    person.click_on("Quit")
    assert not person.running


@pytest.mark.parametrize("columns", range(110, 170, 6))
def test_the_page_of_everything_leaves_no_slivers_beside_it(room: Seat, columns: int) -> None:
    person = room(CROWD, well_off, size=(columns, 30))
    person.press("m")
    left = person.text[0].index("┌")
    assert left == 0 or left >= 6


def test_a_page_of_a_few_rows_is_no_taller_than_they_are(room: Seat) -> None:
    person = room(CROWD, well_off, size=(200, 60))
    person.press("x", "m")
    assert person.top == "Unfolded"
    (_, top), (_, bottom) = person.where("┌"), person.where("[Close]")
    blank = [row for row in person.text[top:bottom] if not row[70:130].strip(" │")]
    assert bottom - top < 40
    assert len(blank) < 8


@pytest.mark.parametrize("size", [(160, 50), (200, 60)])
def test_on_the_page_of_everything_no_section_runs_on_in_the_next_column(
    room: Seat, size: tuple[int, int]
) -> None:
    person = room(CROWD, well_off, size=size)
    person.press("m")
    right, _ = person.where("Program ─")
    assert right > size[0] // 2
    assert " ──" in person.text[2][right:], "the right column begins with a heading"


@pytest.mark.parametrize("name", ["Inventory", "Spells", "Boards"])
def test_in_a_narrow_console_a_short_page_is_as_tall_as_it_must_be(room: Seat, name: str) -> None:
    """And nothing of the game's words stands above and below it, where they would be read as its own."""
    person = room(CROWD, well_off, size=(80, 60))
    person.press(*SCREENS[name])
    frame = [y for y, row in enumerate(person.text) if row.startswith(("┌", "└"))]
    assert len(frame) == 2
    top, bottom = frame
    assert bottom - top < 50
    assert abs(top - (59 - bottom)) <= 1
    assert not "".join([*person.text[:top], *person.text[bottom + 1 :]]).strip()


@pytest.mark.parametrize("name", SCREENS)
def test_nothing_is_cut_without_a_sign(room: Seat, name: str) -> None:
    """What the smallest console shows of a page, a wide one shows too: a cut word would be longer there."""
    small_page = room(CROWD, well_off)
    small_page.press(*SCREENS[name])
    large_page = room(CROWD, well_off, size=(160, 100))
    known = set(" ".join(large_page.text).translate(_BLANKS).split())
    for key in SCREENS[name]:  # a popup may hide what the small page shows above it
        large_page.press(key)
        known |= set(" ".join(large_page.text).translate(_BLANKS).split())
    for row in small_page.text:
        # A popup cuts the words of what lies below it, and means to.
        inside = re.sub(r"[^\s│]+(?=[│┌└])|(?<=[│┐┘])[^\s│]+", "", row)
        for word in inside.translate(_BLANKS).split():
            if word.isalpha() and len(word) > 3 and "…" not in row:
                assert word in known, (word, row)


def test_every_puzzle_is_whole_in_the_smallest_console(small: Seat) -> None:
    """Its words and its board beside the list: what a wide console shows of them, the smallest does too."""
    low, tall = small(seed=1, size=(80, 24)), small(seed=1, size=(160, 100))
    for person in (low, tall):
        person.press("p")
        assert person.top == "Puzzles"
    count = int(re.search(r"of (\d+) solved", low.text[0])[1])
    for _ in range(count):
        wide = set(" ".join(tall.text).translate(_BLANKS).split())
        beside = " ".join(row[36:-1] for row in low.text[2:-2])
        assert "…" not in beside
        assert set(beside.translate(_BLANKS).split()) <= wide
        boards = [sum(row.count("#") for row in person.text) for person in (low, tall)]
        assert boards[0] == boards[1], low.page
        for person in (low, tall):
            person.press("down")


@pytest.mark.parametrize("size", SIZES)
def test_the_words_above_the_puzzles_are_never_cut(small: Seat, size: tuple[int, int]) -> None:
    person = small(seed=1, size=size)
    person.press("p")
    assert person.shows("Stars: how hard it is.")


_BLANKS = {ord(sign): " " for sign in "│─┌┐└┘├┤┬┴║═╔╗╚╝.,:;!?()[]<>-"}
