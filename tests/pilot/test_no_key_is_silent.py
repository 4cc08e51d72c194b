"""Every key on every screen changes something, if only the line that says it does nothing; pages close as they open."""

from collections.abc import Callable
from importlib import import_module
from pkgutil import walk_packages

import pytest

import roguelike
from roguelike.runs.watch_screen import Watch
from roguelike.testing import Arena
from roguelike.toolkit.inputs import NAMED_KEYS
from roguelike.toolkit.keymap import ACTIONS
from roguelike.toolkit.rows import cells_of
from roguelike.toolkit.screen import Screen
from roguelike.ui.screens.play import Play
from tests.person import CROWD, Person, Seat
from tests.rooms import inflict

KEYS = sorted(
    {key for action in ACTIONS for key in action.keys}
    | NAMED_KEYS
    | {chr(code) for code in range(33, 127)}
    | {"ctrl+b", "alt+x", "ctrl+shift+up", "щ"}
)


def furnished(arena: Arena) -> None:
    """Have what every page of the game is about."""
    for spell in ("Zap", "Web"):
        arena.teach(spell)
    for item in ("Fireball Scroll", "Health Potion", "Rations", "Dagger", "Dunce Cap"):
        arena.give(arena.player, item)
    for item in ("Rusty Longsword", "Leather Cap"):
        arena.equip(arena.player, item)
    arena.identify("Fireball Scroll")


IN_PLAY: dict[str, tuple[str, ...]] = {
    "Play": (),
    "Inventory": ("i",),
    "Inventory of what is used": ("q",),
    "Item": ("i", "enter"),
    "Spells": ("Z",),
    "Log": ("M",),
    "Character": ("C",),
    "Discoveries": ("D",),
    "Look": ("x",),
    "Unfolded": ("m",),
    "Help": ("?",),
    "Topics": ("?", "enter"),
    "Options": ("O",),
    "Keys": ("O", *["down"] * 11, "enter"),
    "Action keys": ("O", *["down"] * 11, "enter", "enter"),
    "Packs": ("O", "up", "enter"),
    "Menu": ("escape",),
    "Confirm": ("escape", "a"),
    "Targeting": ("ctrl+1",),
    "Preview": ("shift+2",),
    "Unfolded of an aim": ("ctrl+1", "m"),
    "Boards": ("P",),
    "Practice": ("P", "1"),
    "Plan": ("W", "."),
    "CommandMenu": ("P", "1", "escape"),
    "DrawBoard": ("P", "d"),
    "Wizard": ("\\", "y"),
    "PickName": ("\\", "y", "c"),
    "PickName of a depth": ("\\", "y", "t"),
    "Digging": ("\\", "y", "v"),
    "Counsel": ("t",),
    "Learn": ("escape", *["down"] * 7, "enter"),
    "Message": ("f12",),
}
"""From a room of the small world."""
FROM_THE_TITLE: dict[str, tuple[str, ...]] = {
    "Title": (),
    "Seed": ("s",),
    "History": ("r",),
    "Morgue": ("r", "enter"),
    "Watch": ("r", "w", "space", "home"),
    "Turn": ("r", "w", "space", "home", "g"),
    "Fork": ("r", "w", "space", "home", "f"),
    "Heroes": ("a",),
    "HeroName": ("a", "n"),
    "Puzzles": ("p", "home"),
    "CodeEntry": ("p", "c"),
    "Practice of a lesson": ("l", "a"),
    "GivenUp": ("n", "escape", "a", "y"),
    "Log of the end": ("n", "escape", "a", "y", "down", "down", "enter"),
}


def with_a_level(person: Person) -> None:
    """Gain a level."""
    inflict(person.arena, "experience", person.arena.player, amount=1000)


def with_a_rune(person: Person) -> None:
    """Carry a rune, and a spell that it fits."""
    person.arena.teach("Web")
    person.arena.give(person.arena.player, "Wide Rune")


def beside_a_vendor(person: Person) -> None:
    """Stand beside somebody who sells."""
    x, y = person.arena.position(person.arena.player) or (0, 0)
    person.arena.spawn("Alchemist", x + 1, y)


def dying(person: Person) -> None:
    """Have a hit point left, and a troll beside."""
    x, y = person.arena.position(person.arena.player) or (0, 0)
    person.arena.set_pools(person.arena.player, hp=1)
    for step in (-1, 1):
        person.arena.spawn("Gallery Troll", x + step, y)


AS_IT_SHIPS: dict[str, tuple[Callable[[Person], object], tuple[str, ...]]] = {
    "Growth": (with_a_level, ("p",)),
    "Inscription": (with_a_rune, ("q", "end", "enter")),
    "TrialAim": (with_a_rune, ("q", "end", "enter", "t")),
    "Shop": (beside_a_vendor, ("l",)),
    "GameOver": (dying, ("s", "s", "s", "s")),
    "Hindsight": (dying, ("s", "s", "s", "s", "end", "enter")),
}
"""In a new game as it ships, once something was prepared."""
FROM_ITS_TITLE: dict[str, tuple[str, ...]] = {
    "Origins": ("n",),
    "Practice": ("p", "home", "enter"),
    "Ended": ("p", "home", "enter", *["."] * 9),
    "Code": ("p", "home", "enter", "E"),
}
"""From the title of the game as it ships."""


def led_in_play(room: Seat, keys: tuple[str, ...]) -> Person:
    """Sit down among a crowd and press keys."""
    person = room(CROWD, furnished)
    pressed(person, keys)
    return person


def led_from_the_title(small: Seat, keys: tuple[str, ...]) -> Person:
    """Sit down before the title, with a past run, and press keys."""
    person = small(seed=1)
    pressed(person, ("n", ".", "escape", "a", "y", "escape"))
    person.settle(1)
    pressed(person, keys)
    return person


def led_as_it_ships(real: Seat, name: str) -> Person:
    """Sit down before the title of the game as it ships, or in a new game in which something was prepared."""
    person = real(seed=3)
    if name in AS_IT_SHIPS:
        person.press("n", "enter")
        AS_IT_SHIPS[name][0](person)
    pressed(person, FROM_ITS_TITLE[name] if name in FROM_ITS_TITLE else AS_IT_SHIPS[name][1])
    return person


def pressed(person: Person, keys: tuple[str, ...]) -> None:
    """Press keys one by one, and wait until nothing moves.

    What a game in view comes to is not waited for: it takes time, and no key lets any pass.
    """
    for key in keys:
        person.press(key)
        for _ in range(30):
            top = person.stack.screens[-1]
            if (
                not (top.is_moving if isinstance(top, Play) else top.animating)
                or top.name == "Counsel"
            ):
                break
            person.settle(1 / 60)


OFTEN = {"enter", "escape", "space", "tab", "up", "down", "?", "."}
SCREENS = (*IN_PLAY, *FROM_THE_TITLE, *AS_IT_SHIPS, *FROM_ITS_TITLE)
EVERY = 18
"""In the short run each screen gets every eighteenth key, each another, and those that people press most."""
each_length = pytest.mark.parametrize(
    "every", [EVERY, pytest.param(1, marks=pytest.mark.soak)], ids=["some keys", "every key"]
)


def silent_keys(name: str, every: int, lead: Callable[[], Person]) -> list[str]:
    """Return the keys that change nothing that is shown on a screen.

    When one has left it, it is put back if the game is as it was, and else opened anew.
    """
    person, found = lead(), list[str]()
    assert person.top == name.split(" of ", maxsplit=1)[0]
    first = SCREENS.index(name) % every
    for key in sorted({*KEYS[first::every]} | OFTEN):
        while person.program.session is not None and person.program.session.automatic is not None:
            person.settle(0.1)
        place = person.place
        screens = place[0]
        for words in ("answer", "note", "wrong"):
            if hasattr(screens[-1], words):
                setattr(screens[-1], words, "")
        if isinstance(screens[-1], Play | Watch):
            screens[-1].does.notice = ""
        person.redraw()
        before = cells_of(person.drawn().shown).tobytes()
        person.press(key)
        if person.stack.screens != screens:
            if not person.goes_back(place):
                person.close()
                person = lead()
        elif cells_of(person.drawn().shown).tobytes() == before:
            found.append(key)
    return found


@each_length
@pytest.mark.parametrize("name", IN_PLAY)
def test_no_key_is_silent_in_a_game(room: Seat, name: str, every: int) -> None:
    assert silent_keys(name, every, lambda: led_in_play(room, IN_PLAY[name])) == []


@each_length
@pytest.mark.parametrize("name", FROM_THE_TITLE)
def test_no_key_is_silent_outside(small: Seat, name: str, every: int) -> None:
    assert silent_keys(name, every, lambda: led_from_the_title(small, FROM_THE_TITLE[name])) == []


@each_length
@pytest.mark.parametrize("name", [*AS_IT_SHIPS, *FROM_ITS_TITLE])
def test_no_key_is_silent_in_the_game_as_it_ships(real: Seat, name: str, every: int) -> None:
    assert silent_keys(name, every, lambda: led_as_it_ships(real, name)) == []


RARE = {
    "Play", "Page", "TextPage", "ListPage", "ListPopup", "CursorScreen", "DeedPage", "LineEntry", "Working", "Question",
    "Screen", "Press a key",  # what others are made of; what takes any key
    "Taken", "Faults", "Repeating", "Making", "Victory", "Bargain", "LetGo", "Choose", "WhichSeed",  # as those tried
}  # fmt: skip


def test_every_screen_is_tried() -> None:
    for module in walk_packages(roguelike.__path__, "roguelike."):
        if not module.name.startswith(("roguelike.lab", "roguelike.testing", "roguelike.__main__")):
            import_module(module.name)
    found, left = {Screen}, [Screen]
    while left:
        subclasses = left.pop().__subclasses__()
        left += [each for each in subclasses if each.__module__.startswith("roguelike.")]
        found |= {*subclasses}
    tried = {name.split(" of ")[0] for name in SCREENS}
    names = {each.name for each in found if each.__module__.startswith("roguelike.")}
    assert names - tried - RARE == set()


PAGES = [*"iqwrdFZMCDxm?OtP\\p", "escape"]


@pytest.mark.parametrize("key", PAGES)
def test_a_page_is_closed_by_the_key_that_opened_it(room: Seat, key: str) -> None:
    person = led_in_play(room, (key,))
    assert len(person.screens) == 2, key
    person.press(key)
    assert person.screens == ["Play"]


@pytest.mark.parametrize(
    "keys", [("P", "d"), ("x", "m"), ("ctrl+1", "m"), ("escape", "C"), ("Z", "P"), ("i", "?")]
)
def test_a_page_over_another_is_closed_by_its_key(room: Seat, keys: tuple[str, ...]) -> None:
    before, person = led_in_play(room, keys[:-1]).screens, led_in_play(room, keys)
    person.press(keys[-1])
    assert person.screens == before


@pytest.mark.parametrize("key", ["a", "l", "p", "r", "o", "?"])
def test_a_page_of_the_title_is_closed_by_its_key(small: Seat, key: str) -> None:
    person = led_from_the_title(small, (key,))
    assert len(person.screens) == 2, key
    person.press(key)
    assert person.screens == ["Title"]


def test_a_page_is_closed_by_the_key_of_the_word_that_was_clicked(room: Seat) -> None:
    person = led_in_play(room, ())
    person.click_on("i Inventory")
    assert person.top == "Inventory"
    person.press("i")
    assert person.screens == ["Play"]


def test_explore_pressed_in_the_menu_opens_nothing(room: Seat) -> None:
    person = led_in_play(room, ("escape", "o", "o"))
    assert person.screens == ["Play", "Menu"]
    assert person.shows("o does nothing here; ? helps")


def test_a_click_beside_all_words_is_answered(room: Seat) -> None:
    person = led_in_play(room, ())
    x, y = person.where("More")
    person.click(x + 8, y)
    assert person.shows("There is nothing to click there.")
