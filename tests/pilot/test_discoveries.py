"""The page of discoveries: what was met is listed, what is known of it grows."""

from collections.abc import Callable

from roguelike.engine.telling.lore import learn_by_watching
from roguelike.engine.views.discoveries import beast_views, spell_lore
from roguelike.testing import Arena
from tests.person import PIT, Person

Seat = Callable[..., Person]


def about(arena: Arena, name: str) -> str:
    """Return what is known of a kind of creature; "" of one not met."""
    return " ".join(
        line for view in beast_views(arena.game) if view.name == name for line in view.lines
    )


def test_who_is_seen_is_known_and_kills_are_counted(room: Seat) -> None:
    person = room(PIT)
    arena = person.arena
    assert about(arena, "Orc") == ""
    person.press(".")
    assert "You have killed none of them." in about(arena, "Orc")
    arena.set_pools(arena.find("Orc"), hp=1)
    arena.teach("Zap")
    person.press("ctrl+1", "enter")
    assert "You have killed 1 of them." in about(arena, "Orc")


def test_a_spell_seen_cast_is_entered_with_who_cast_it(room: Seat) -> None:
    arena = room(PIT).arena
    learn_by_watching(arena.game, arena.find("Orc"), "Web")
    assert "Seen to cast: Web." in about(arena, "Orc")
    (web,) = [view for view in spell_lore(arena.game) if view.name == "Web"]
    assert web.state == "met"
    assert "Seen cast by: Orc." in web.lines


def test_saved_and_loaded_it_is_still_known() -> None:
    with Arena.from_ascii("#####\n#@r.#\n#####", {"r": "Rat"}) as arena:
        learn_by_watching(arena.game, arena.find("Rat"), "Zap")
        loaded = Arena.load(arena.save())
        assert loaded.game.lore == arena.game.lore
        loaded.close()


def test_the_lists_are_leafed_through_by_keys_and_by_mouse(room: Seat) -> None:
    person = room(PIT)
    person.press(".", "D")
    assert person.shows("Discoveries: magic things")
    frame = person.where("┌")
    person.press("tab")
    assert person.shows("Discoveries: creatures")
    assert person.shows("✓ Orc")
    assert person.shows("unmet")
    assert person.where("┌") == frame, "the frame stays where it is, and its buttons with it"
    person.click_on("[Spells]")
    assert person.shows("Discoveries: spells")
    person.press("escape")
    assert person.screens == ["Play"]


def test_in_a_wide_window_the_page_is_no_taller_than_what_it_tells(real: Seat) -> None:
    person = real(seed=7, size=(160, 80))
    person.press("n", "D")
    assert person.top == "Discoveries"
    (heading,) = [y for y, row in enumerate(person.text) if "Discoveries:" in row]
    assert heading > 15


def test_a_list_of_nothing_says_what_will_be_listed(room: Seat) -> None:
    person = room("#####\n#@..#\n#####")
    person.press("D", "tab")
    assert person.shows("Discoveries: creatures")
    assert person.shows("You have met none of these yet. What you meet is listed here.")
