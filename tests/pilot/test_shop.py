"""The shop by keys alone and by mouse alone."""

from typing import Any

import esper
import pytest

from roguelike.actions import trading
from roguelike.components import vitals
from roguelike.toolkit.inputs import Mouse
from tests.person import Person, Seat


def before_a_vendor(
    real: Seat, gold: float = 500.0, **options: Any
) -> tuple[Person, tuple[int, int], int]:
    """Stand beside an alchemist in the game as it ships; return where they stand."""
    person = real(seed=3, **options)
    person.press("n", "enter")
    arena = person.arena
    x, y = arena.position(arena.player) or (0, 0)
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    dx, dy = next(step for step in steps if arena.game.level.is_free((x + step[0], y + step[1])))
    vendor = arena.spawn("Alchemist", x + dx, y + dy)
    esper.component_for_entity(arena.player, vitals.Pools).gold = gold
    return person, (dx, dy), vendor


KEYS = {(-1, 0): "h", (1, 0): "l", (0, -1): "k", (0, 1): "j",
        (-1, -1): "y", (1, -1): "u", (-1, 1): "b", (1, 1): "n"}  # fmt: skip


def test_buying_and_selling_by_keys(real: Seat) -> None:
    person, step, _ = before_a_vendor(real)
    person.press(KEYS[step])
    assert person.screens == ["Play", "Shop"]
    assert person.shows("Buying from the alchemist")
    assert person.shows("60 gold")
    carried = len(person.arena.inventory())
    person.press("a")
    assert person.screens == ["Play", "Shop"]
    assert len(person.arena.inventory()) == carried + 1
    assert person.shows("You buy")
    gold = person.arena.gold(person.arena.player)
    person.press("tab")
    assert person.shows("Selling to the alchemist")
    person.press("a")
    assert person.shows("It is in hand. You would get ")
    person.press("y")
    assert len(person.arena.inventory()) == carried
    assert person.arena.gold(person.arena.player) > gold
    person.press("escape")
    assert person.screens == ["Play"]


def test_buying_and_selling_by_mouse(real: Seat) -> None:
    person, _, vendor = before_a_vendor(real)
    cell = person.cell_of(vendor)
    assert cell is not None
    person.click(*cell)
    assert person.screens == ["Play", "Shop"]
    person.click_on("Venom 101")
    assert "Venom 101" in person.arena.inventory()
    person.click_on("[Sell your own]")
    person.click_on("Venom 101")
    assert "Venom 101" not in person.arena.inventory()
    person.click_on("[See the wares]")
    assert person.shows("Buying from")
    person.click_on("[Close]")
    assert person.screens == ["Play"]


def test_one_place_after_another_sells_a_whole_stack(real: Seat) -> None:
    person, step, _ = before_a_vendor(real)
    arena = person.arena
    for item in ("Leather Cap", "Venom 101", "Leather Cap", "Leather Cap"):
        arena.give(arena.player, item)
    person.press(KEYS[step])
    person.click_on("[Sell your own]")
    (cell,) = [
        (row.index("Leather Cap"), y)
        for y, row in enumerate(person.text)
        if "Leather Cap ×3" in row
    ]
    for left in (2, 1, 0):
        person.click(*cell)
        person.settle(1)
        assert arena.inventory().count("Leather Cap") == left
        assert "Venom 101" in arena.inventory()


def test_what_is_left_is_shown_and_runs_out(real: Seat) -> None:
    person, step, vendor = before_a_vendor(real, gold=5000.0)
    person.press(KEYS[step])
    left = trading.wares(person.arena.game, vendor)["Health Potion"]
    for pieces in range(left, 0, -1):
        words = "Health Potion" + (f" ×{pieces}" if pieces > 1 else "")
        (row,) = [row for row in person.text if words in row and "gold" in row]
        assert ("each" in row) == (pieces > 1)
        person.click_on("Health Potion")
        person.settle(1)
        assert person.shows("You buy a health potion for 60 gold.")
    assert not [row for row in person.text if "Health Potion" in row and "gold" in row]


def test_what_is_sold_is_found_among_the_wares(real: Seat) -> None:
    person, step, _ = before_a_vendor(real)
    person.press(KEYS[step], "tab")
    assert not person.shows("New wares in")
    person.click_on("Beer")
    person.press("tab")
    assert person.shows("New wares in")
    person.press("end")
    assert person.shows("Bought from you")
    person.click_on("Beer")
    assert person.shows("You buy a beer")
    assert not person.shows("Bought from you")


def test_what_is_too_dear_says_so(real: Seat) -> None:
    person, step, _ = before_a_vendor(real, gold=1.0)
    person.press(KEYS[step], "a")
    assert person.shows("You cannot pay for that")
    assert person.arena.gold(person.arena.player) == 1.0


def test_what_is_too_dear_is_dim_before_it_is_asked_for(real: Seat) -> None:
    for gold, is_dim in ((1.0, True), (500.0, False)):
        person, step, _ = before_a_vendor(real, gold=gold)
        person.press(KEYS[step], "down")  # the cursor's row has its own colour
        x, y = person.where("60 gold")
        shade = tuple(person.drawn().shown.rgb["fg"][x, y])
        assert (shade == person.program.palette.disabled) == is_dim, gold


def test_the_second_click_of_a_double_click_buys_nothing(real: Seat) -> None:
    person, step, _ = before_a_vendor(real, gold=5000.0)
    person.press(KEYS[step])
    carried = len(person.arena.inventory())
    x, y = person.where("Health Potion")
    person.click(x, y)
    person.give(Mouse("press", x, y, "left", again=True))
    assert len(person.arena.inventory()) == carried + 1
    person.click(x, y)
    assert len(person.arena.inventory()) == carried + 2


def test_what_is_worn_is_sold_only_after_a_question(real: Seat) -> None:
    person, step, _ = before_a_vendor(real)
    person.press(KEYS[step], "tab")
    carried = len(person.arena.inventory())
    person.click_on("in hand")
    assert person.top == "Confirm"
    person.press("n", "enter")
    assert len(person.arena.inventory()) == carried
    person.click_on("in hand")
    person.press("y")
    assert len(person.arena.inventory()) == carried - 1


def test_no_card_of_the_vendor_is_left_behind_the_shop_that_the_way_led_to(real: Seat) -> None:
    person, (dx, dy), _ = before_a_vendor(real, size=(200, 100))
    arena = person.arena
    x, y = arena.position(arena.player) or (0, 0)
    places = [(x + n * dy, y - n * dx) for n in (2, 3, -2, -3)]
    away = next(place for place in places if arena.game.level.is_free(place))
    cell = person.cell_of(arena.spawn("Barkeep", *away))
    assert cell is not None
    person.hover(*cell)
    assert person.shows("unhurt")
    person.click(*cell)
    person.settle()
    assert person.shows("Buying from the barkeep")
    assert not person.shows("unhurt")


@pytest.mark.parametrize("size", [(80, 24), (80, 50), (120, 40)])
def test_when_new_wares_come_is_told_at_every_size(real: Seat, size: tuple[int, int]) -> None:
    person, step, _ = before_a_vendor(real, gold=5000.0, size=size)
    person.press(KEYS[step])
    assert person.shows("New wares in")
