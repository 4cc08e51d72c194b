"""The game in a real terminal: over a slow line, in few colours, and with a cursor where the player acts."""

import random
from typing import get_args

import numpy as np
import pytest

from roguelike.actions import wizardry
from roguelike.core.colour import VARIANTS, Colour
from roguelike.devices.painting.ground_table import SHADES
from roguelike.devices.terminal.environment import Colours, shades
from roguelike.devices.terminal.painter import Painter
from roguelike.practice.draw_board import DrawBoard
from roguelike.testing import Pilot
from roguelike.toolkit.palette import palette
from roguelike.toolkit.screen import Push
from tests.person import CROWD, Person, Seat
from tests.pilot.test_layout import well_off

STEPS = 40
MOST_BYTES = 4096
MOST_FRAMES = 2000
FIGHT_STEPS = 20


def test_a_step_takes_under_four_kilobytes_on_average() -> None:
    """Out of the town and through the wood: the window scrolls, doors open, people move."""
    painters = {colours: Painter(colours) for colours in get_args(Colours)}
    sizes: dict[str, list[int]] = {colours: [] for colours in painters}
    chance, steps = random.Random(1), 0
    with Pilot(seed=8, size=(80, 24)) as pilot:
        pilot.press("n", "enter")
        pilot.arena.set_pools(
            pilot.arena.player, max_hp=900, hp=900
        )  # to walk on, whoever lives there
        for painter in painters.values():
            painter.paint(pilot.drawn().shown)
        for _ in range(MOST_FRAMES):
            if steps == STEPS:
                break
            game = pilot.program.game
            if game.automatic is None:
                pilot.press(chance.choice([">", "o", "j", "l", "k", "h"]))
            before = game.game.turn
            pilot.advance(1 / 30)
            if pilot.screens[-1] != "Play":
                pilot.press("escape")
            if game.game.turn != before:
                steps += 1
                for colours, painter in painters.items():
                    sizes[colours].append(len(painter.paint(pilot.drawn().shown)))
    assert steps == STEPS
    for colours, each in sizes.items():
        assert 0 < sum(each) / STEPS < MOST_BYTES, colours


def keys_of_a_fight(pilot: Pilot, chance: random.Random) -> list[str]:
    """Return what somebody who likes to fight would press: casts and steps while enemies are in view, else `o`."""
    if pilot.screens[-1] != "Play":
        return ["escape"]
    if any(creature.hostile for creature in pilot.stack.screens[-1].view.board.scene().creatures):
        return chance.choice([["ctrl+1", "enter"], ["h"], ["l"], ["j"], ["k"]])
    return ["o"]


def bytes_of_fights(seed: int) -> tuple[int, int]:
    """Play some turns of the third level of a seed; return the bytes of all their frames, and how many they were."""
    painter, chance, size = Painter(), random.Random(1), 0
    with Pilot(seed=seed, size=(80, 24)) as pilot:
        pilot.press("n", "enter")
        session = pilot.program.game
        for act in (wizardry.ToggleGod(), wizardry.Learn("Zap"), wizardry.Travel(3)):
            session.do(act)
        painter.paint(pilot.drawn().shown)
        begun = session.game.turn
        while session.game.turn - begun < FIGHT_STEPS:
            for key in keys_of_a_fight(pilot, chance) if session.automatic is None else ():
                pilot.press(key)
                size += len(painter.paint(pilot.drawn().shown))
            for _ in range(10):
                pilot.advance(1 / 30)
                size += len(painter.paint(pilot.drawn().shown))
        return size, session.game.turn - begun


@pytest.mark.parametrize(
    "seeds", [range(2, 3), pytest.param(range(1, 31), marks=pytest.mark.soak)], ids=len
)
def test_the_third_level_takes_as_little_with_its_fights(seeds: range) -> None:
    """Every frame counted: what aiming shows, flights, bursts, and the light that walks along; fights take the most.

    One level takes 1 KB a turn and another 8: the mean of the first thirty, whichever they are, is 3.2 KB.
    """
    sizes, turns = zip(*map(bytes_of_fights, seeds), strict=True)
    assert 0 < sum(sizes) / sum(turns) < MOST_BYTES


GRAIN = {" ", "\0", *SHADES, *"█▀▄"}
"""Signs that are ground, not letters."""


def pens(pilot: Pilot, colours: Colours) -> set[tuple[str, str, str]]:
    """Return each letter on the screen, with the numbers of its colour and its ground's."""
    console = pilot.drawn().shown
    words = np.ascontiguousarray(console.rgba).view(np.uint32).reshape(console.width, -1, 3)
    fore, back = shades(colours)
    cells = {tuple(cell) for cell in words.reshape(-1, 3).tolist()}
    return {(chr(code), fore(ink), back(ground)) for code, ink, ground in cells}


def number(pen: str) -> int:
    """Return the number of the colour that an SGR parameter names, of 16 or of 256."""
    if ";" in pen:
        return int(pen.rpartition(";")[2])
    value = int(pen)
    return value - (92 if value >= 100 else 82 if value >= 90 else 30 if value < 40 else 40)


@pytest.mark.parametrize("depth", [1, 4, 7, 10, 13, 15])
def test_no_letter_has_the_colour_of_its_ground(depth: int) -> None:
    with Pilot(seed=7, size=(80, 50)) as pilot:
        pilot.press("n", "enter", "\\", "y", "t")
        pilot.type(str(depth))
        pilot.press("enter")
        pilot.advance(3.0)
        pilot.press("\\", "m")
        pilot.advance(1.0)
        assert f"depth {depth} " in pilot.text[0]
        assert pilot.screens == ["Play"]
        for colours in ("256", "16"):
            found = pens(pilot, colours)
            assert len(found) > 20
            lost = {
                each
                for each in found
                if each[0] not in GRAIN and number(each[1]) == number(each[2])
            }
            assert not lost, (colours, lost)


DEPTHS: tuple[Colours, ...] = ("truecolour", "256", "16", "none")
BARS = ("health_back", "mana_back", "xp_back", "selected_back")


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("bar", BARS)
def test_a_bar_is_seen_in_every_palette_in_few_colours_and_in_none(bar: str, variant: str) -> None:
    """What is full stands on another ground than what is empty: health, mana, experience, the chosen row."""
    named = palette(variant)
    full, empty = (_word(getattr(named, name)) for name in (bar, "bar_back"))
    for colours in DEPTHS:
        _, back = shades(colours)
        assert back(full) != back(empty), (bar, colours)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_chosen_row_is_no_black_one_in_any_palette(variant: str) -> None:
    for colours in DEPTHS:
        fore, back = shades(colours)
        ground, ink = (_word(getattr(palette(variant), name)) for name in ("selected_back", "text"))
        assert back(ground) != back(0), colours
        if colours in ("256", "16"):
            assert number(fore(ink)) != number(back(ground)), colours


def _word(colour: Colour) -> int:
    red, green, blue = colour
    return red | green << 8 | blue << 16


@pytest.mark.parametrize("variant", [each for each in VARIANTS if each != "greyscale"])
def test_an_empty_bar_is_seen_in_sixteen_colours_too(variant: str) -> None:
    """Experience at the start of a level: without a ground of its own it would be no bar at all."""
    _, back = shades("16")
    assert number(back(_word(palette(variant).bar_back))) != number(back(0))


@pytest.mark.parametrize("colours", DEPTHS)
@pytest.mark.parametrize("mark", ["aim_ok_back", "aim_bad_back", "blast_back"])
def test_the_cursor_of_an_aim_is_seen_in_few_colours(mark: str, colours: Colours) -> None:
    _, back = shades(colours)
    assert back(_word(getattr(palette(), mark))) != back(0)


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
    assert person.text[before[1]][before[0]] == ">"
    person.press("down")
    after = caret(person)
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
