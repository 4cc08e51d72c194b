"""The pack by keys and by mouse: looking, wearing, removing, dropping, picking up."""

import pytest

from roguelike.components import vitals
from roguelike.testing import Arena, Pilot
from tests.person import QUIET, Person, Seat
from tests.rooms import component


def packed(arena: Arena) -> None:
    """Carry a bit of everything."""
    for item in ("Dagger", "Leather Cap", "Dunce Cap", "Slow Potion", "Health Potion", "Rations"):
        arena.give(arena.player, item)
    arena.identify("Health Potion")
    arena.equip(arena.player, "Old Boots")


def names_worn(person: Person) -> str:
    """Return what the character sheet says of what is worn, and close it."""
    person.press("C")
    words = " ".join(person.page.replace("│", " ").split())
    person.press("escape")
    return words.partition(" Worn ")[2].partition(" This run ")[0]


def test_the_list_has_everything_and_a_page_for_each(room: Seat) -> None:
    person = room(QUIET, packed)
    before = person.state
    person.press("i")
    assert person.screens == ["Play", "Inventory"]
    for words in ("Dagger", "Leather Cap", "Odd Cap", "Health Potion", "Rations", "on your feet"):
        assert person.shows(words), words
    assert not person.shows("Dunce"), "what is not known keeps its secret"
    assert not person.shows("Slow Potion")
    person.click_on("Dagger")
    assert person.screens == ["Play", "Inventory", "Item"]
    assert person.shows("Short, quick, and good with cheese.")
    person.press("escape", "escape")
    assert person.screens == ["Play"]
    assert person.state == before


def test_what_a_weapon_would_change_is_reckoned_from_bare_hands(room: Seat) -> None:
    person = room(QUIET, packed)
    person.press("i")
    person.click_on("Dagger")
    assert person.shows("Weighs 1 lb.")
    assert person.shows("no change in numbers"), person.page  # a dagger has the dice of a fist
    assert not person.shows("lb +")


def test_a_bow_says_its_slowing_once(room: Seat) -> None:
    person = room(QUIET, lambda arena: arena.give(arena.player, "Shortbow"))
    person.press("i")
    person.click_on("Shortbow")
    details = "\n".join(person.program.game.pack()[0].details)
    assert details.lower().count("slow") == 1, details


def test_choosing_on_the_page_of_a_thing_does_the_usual_with_it(room: Seat) -> None:
    person = room(QUIET, packed)
    for is_worn in (True, False):
        person.press("i")
        person.click_on("Leather Cap")
        person.press("enter")
        person.settle()
        assert ("Leather Cap" in names_worn(person)) == is_worn


def test_choosing_neither_drops_nor_throws(real: Seat) -> None:
    person = real(seed=3)
    person.press("n", "enter")
    person.arena.give(person.arena.player, "Hide")
    person.press("i")
    person.click_on("Hide")
    person.press("enter")
    assert person.top == "Item", "nothing is dropped or thrown so"
    assert "Hide" in person.arena.inventory()


def test_a_curse_is_told_and_keeps_the_thing_worn(room: Seat) -> None:
    person = room(QUIET, packed)
    person.press("w")
    person.click_on("Odd Cap")
    person.settle()
    assert "Dunce Cap" in names_worn(person)
    before = person.state
    person.press("r")
    person.click_on("Dunce Cap")
    if person.top != "Play":
        person.press("escape")
    assert "Dunce Cap" in names_worn(person)
    assert person.state == before


def test_dropping_and_picking_up(room: Seat) -> None:
    person = room(QUIET, packed)
    arena = person.arena
    person.press("d")
    person.click_on("Dagger")
    person.settle()
    assert "Dagger" not in arena.inventory()
    assert any("drop" in line for line in arena.log)
    person.press("g")
    if person.top != "Play":
        person.press("enter")
    person.settle()
    assert "Dagger" in arena.inventory()
    before = person.state
    person.press("g")
    assert any(words in person.page for words in ("nothing here", "Nothing", "nothing to"))
    assert person.state == before


def test_walking_onto_food_taking_and_eating_it_by_mouse_alone(room: Seat) -> None:
    person = room(QUIET)
    arena = person.arena
    rations = arena.find("Rations")
    cell = person.cell_of(rations)
    assert cell is not None
    person.click(*cell)
    person.settle(2)
    assert arena.position(arena.player) == arena.position(rations)
    feet = person.cell_of(arena.player)
    assert feet is not None
    person.click(*feet)
    person.settle()
    assert arena.inventory() == ["Rations"]
    person.click_on("Rations")
    assert person.shows("Click again to use this: Rations.")
    assert arena.inventory() == ["Rations"]
    person.click_on("% Rations")
    assert person.shows("You could not eat another bite.")
    assert arena.inventory() == ["Rations"]
    component(arena.player, vitals.HungerClock).state = "Normal"
    person.click_on("% Rations")
    person.click_on("% Rations")
    assert person.shows("You are not hungry.")
    person.click_on("No")
    assert arena.inventory() == ["Rations"]
    person.click_on("% Rations")
    person.click_on("% Rations")
    person.click_on("Do it anyway")
    assert arena.inventory() == []


def test_whoever_has_just_eaten_is_not_asked_about_what_would_be_refused(room: Seat) -> None:
    person = room(QUIET, lambda arena: arena.give(arena.player, "Rations"))
    person.press("!")
    assert person.screens == ["Play"]
    assert person.shows("You could not eat another bite.")
    assert person.arena.inventory() == ["Rations"]


def test_an_unknown_potion_keeps_its_secret_until_drunk(room: Seat) -> None:
    person = room(QUIET, packed)
    arena = person.arena
    potion = arena.give(arena.player, "Slow Potion")
    shown = arena.shown_name(potion)
    assert "Slow" not in shown
    person.press("i")
    person.click_on(shown)
    assert person.shows("You do not know what this is.")
    assert "slows" not in person.page.lower()
    person.press("escape", "escape", "q")
    person.click_on(shown)
    person.settle()
    assert "Slowed" in arena.statuses(arena.player)
    assert "Slow" in arena.shown_name(potion) or potion not in arena.inventory()


@pytest.mark.parametrize("way", ["keys", "mouse"])
def test_the_list_can_be_narrowed_to_one_kind_of_thing(room: Seat, way: str) -> None:
    person = room(QUIET, packed)
    person.press("i")
    before = person.state
    seen = []
    for _ in range(12):
        if way == "keys":
            person.press("tab")
        else:
            person.click_on("[See: ")
        shown = next(row for row in person.text if "[See: " in row)
        seen.append(shown.partition("[See: ")[2].partition("]")[0])
        dagger, rations = person.shows(") / Dagger"), person.shows("% Rations")
        match seen[-1]:
            case "all":
                assert dagger
                assert rations
                break
            case "weapons":
                assert dagger
                assert not rations
                assert person.shows("Short, quick, and good with cheese."), "the first is described"
            case "usable":
                assert rations
                assert not dagger
    assert seen[-1] == "all"
    assert {"weapons", "usable"} <= set(seen)
    assert "other" not in seen, "what there is nothing of is passed over"
    assert person.state == before


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_its_buttons_take_one_row_whatever_is_listed(room: Seat, size: tuple[int, int]) -> None:
    person = room(QUIET, packed, size=size)
    person.press("i")
    while not person.shows("[See: weapons]"):
        person.press("tab")
    row = row_of(person, "[Close]")
    assert "[Up]" in row
    assert "[See: weapons]" in row


def row_of(person: Person, words: str) -> str:
    """Return the row of the screen that holds some words."""
    return next(row for row in person.text if words in row)


def test_a_thing_is_given_a_key_by_a_digit_and_by_mouse(room: Seat) -> None:
    person = room(QUIET, packed)
    person.press("i")
    while "Rations" not in row_of(person, ">"):
        person.press("down")
    person.press("5")
    assert "Shift+5" in row_of(person, "Rations")
    person.click_on("[Key]")
    assert person.shows("Which key?")
    person.click_on("Shift+8")
    assert person.top == "Inventory"
    assert "Shift+8" in row_of(person, "Rations")


@pytest.mark.parametrize(
    ("item", "how"),
    [("Poison Potion", "Using"), ("Dagger of Venom", "Wielding"), ("Ring of Embers", "Wearing")],
)
def test_a_page_says_how_to_learn_what_a_thing_is_and_that_way_tells(
    new_game: Seat, item: str, how: str
) -> None:
    person = new_game(seed=1, size=(80, 24))
    arena = person.arena
    given = arena.give(arena.player, item)
    shown = arena.shown_name(given)
    assert shown != item
    person.press("i")
    person.click_on(shown)
    assert person.shows(f"{how} it would tell."), person.page
    assert not person.shows("d4"), "the numbers of a weapon are its secret"
    if how != "Using":
        person.press("w")
        person.settle()
        assert arena.shown_name(given) == item


def test_no_name_is_cut_beside_blanks_in_the_smallest_console() -> None:
    """Where the words for keys take too much of a row, their signs stand there, as in the panel."""
    with Pilot(seed=11, size=(80, 24)) as pilot:
        pilot.press("n", "enter")
        pilot.arena.give(pilot.arena.player, "Dazzling Shortsword +1")
        pilot.arena.identify("Dazzling Shortsword +1")
        potions = ("Health Potion", "Slow Potion", "Haste Potion")
        given = [pilot.arena.give(pilot.arena.player, potion) for potion in potions]
        pilot.arena.equip(pilot.arena.player, "Dazzling Shortsword +1")
        names = [pilot.arena.shown_name(potion) for potion in given]
        assert max(map(len, names)) > 24
        pilot.press("i")
        page = "\n".join(pilot.text)
        assert "Dazzling Shortsword +1  in hand" in page
        assert all(name in page for name in names)
        assert "⇧" in page
        assert "…" not in page
