"""The first minutes of somebody who has never played: what the game tells, when, and how often."""

import json
import re
from pathlib import Path

import pytest

from roguelike.engine.play.hints import hints
from roguelike.testing import Arena
from roguelike.toolkit.keymap import ACTIONS
from tests.person import QUIET, Person, Seat


def told(pilot: Person) -> list[str]:
    """Return the hints in the log, oldest first."""
    return [line for line in pilot.arena.log if line.startswith("» ")]


def test_a_new_game_greets_with_the_hangover_then_the_book(new_game: Seat, tmp_path: Path) -> None:
    pilot = new_game(seed=7, saves=tmp_path)
    assert len(told(pilot)) == 1
    assert "hung over" in told(pilot)[0]
    pilot.press(".")
    assert "read it with i, or click it" in told(pilot)[1]
    pilot.press(".")
    assert len(told(pilot)) == 2


def test_each_hint_is_told_once_in_a_lifetime(tmp_path: Path) -> None:
    with Person(seed=7, saves=tmp_path) as pilot:
        pilot.press("n", "enter", ".")
        assert len(told(pilot)) == 2
    kept = json.loads((tmp_path / "progress.json").read_text(encoding="utf-8"))
    assert kept["hints"] == ["hangover", "book"]
    with Person(seed=8, saves=tmp_path) as pilot:
        pilot.press("n", "y", "enter", ".")
        assert pilot.screens == ["Play"]
        assert told(pilot) == []


def test_a_hint_that_waits_for_the_end_of_a_fight_is_told_in_no_other_game(new_game: Seat) -> None:
    """Who died in a fight was told "You are hurt" and "That was close" at full health, in the pub of the next game."""
    pilot = new_game(seed=7)
    x, y = pilot.arena.position(pilot.arena.player) or (0, 0)
    near = ((x + dx, y + dy) for dx in range(-3, 4) for dy in range(-3, 4))
    free = next(spot for spot in near if pilot.arena.game.level.is_free(spot))
    pilot.arena.spawn("Kobold", *free)
    pilot.arena.set_pools(pilot.arena.player, hp=2)
    pilot.press(".", ".")
    assert not any("You are hurt" in line for line in told(pilot))
    pilot.press("escape", "a", "y")
    pilot.advance(9)
    pilot.press("enter")
    pilot.press("enter")
    assert pilot.screens == ["Play"]
    for _ in range(4):
        pilot.press(".")
    assert not any("You are hurt" in line for line in told(pilot))


def test_hints_are_switched_off_in_the_options(small: Seat) -> None:
    person = small(seed=1)
    person.press("o")
    person.click_on("Hints")
    person.press("escape", "n", ".", ".")
    assert person.screens == ["Play"]
    assert told(person) == []


def test_switching_hints_on_again_forgets_what_was_told(small: Seat) -> None:
    person = small(seed=1)
    person.press("n")
    assert person.program.progress.hints
    person.press("O")
    person.click_on("Hints")
    assert person.program.settings.hints == "off"
    person.click_on("Hints")
    assert person.program.settings.hints == "on"
    assert person.program.progress.hints == []


def test_a_hint_waits_for_the_end_of_an_automatic_walk(small: Seat) -> None:
    """In walks through several hints each was on screen for some frames only."""
    person = small(seed=1)
    person.press("n")
    assert "book" not in person.program.progress.hints
    person.press("o")
    assert person.program.game.automatic is not None
    assert "book" not in person.program.progress.hints
    person.advance(30)
    assert person.program.game.automatic is None
    assert "book" in person.program.progress.hints


def test_practice_has_no_hints() -> None:
    with Person(seed=7) as pilot:
        pilot.press("l", "a", ".", ".")
        assert told(pilot) == []


def test_every_key_that_a_hint_names_is_a_key_of_the_game() -> None:
    known = {action.name for action in ACTIONS}
    for hint in hints():
        assert set(re.findall(r"\{(\w+)\}", hint.text)) <= known, hint.name


def test_every_hint_is_short() -> None:
    assert not [hint.name for hint in hints() if len(hint.text) > 170]


# --- the first key of a mage without magic


def test_a_cast_of_nothing_says_what_to_do(new_game: Seat) -> None:
    pilot = new_game(seed=7)
    pilot.press("ctrl+1")
    text = " ".join(row.strip() for row in pilot.text)
    assert "You know no spell yet." in text
    pilot.press("ctrl+1")
    assert pilot.shows("Read Beginner's Magic")


def test_without_a_book_it_says_where_books_are(new_game: Seat) -> None:
    pilot = new_game(seed=7)
    arena = pilot.arena
    book = next(item.entity for item in pilot.program.game.pack() if "Magic" in item.name)
    arena.drop(book)
    pilot.press("ctrl+1")
    assert pilot.shows("Books (¶) teach them")


def test_who_knows_a_spell_is_told_which_number_is_free(new_game: Seat) -> None:
    pilot = new_game(seed=7)
    pilot.arena.teach("Zap")
    pilot.press("ctrl+9")
    assert pilot.shows("You know no ninth spell.")


# --- `o` leads on


def test_o_leads_out_of_town(new_game: Seat) -> None:
    pilot = new_game(seed=7)
    pilot.press(".", ".", "o")
    assert "Nothing more to explore: on to the stairs." in pilot.arena.log
    for _ in range(40):
        pilot.press("o")
        pilot.advance(4)
        if pilot.shows("Nothing more to explore: > takes these stairs."):
            break
    level = pilot.arena.game.level
    assert level.tiles[pilot.arena.position(pilot.arena.player)] == 2


def test_exploring_rests_first_where_that_is_wished(room: Seat) -> None:
    person = room(QUIET, lambda arena: arena.set_pools(arena.player, hp=20, max_hp=30))
    person.program.settings.rest_first = "on"
    here = person.arena.position(person.arena.player)
    person.press("o")
    person.advance(0.2)
    assert person.arena.position(person.arena.player) == here
    person.advance(60)
    assert person.arena.hp(person.arena.player) == 30
    person.press("o")
    person.advance(0.2)
    assert person.arena.position(person.arena.player) != here


@pytest.mark.parametrize("size", [(120, 60), (80, 24)])
def test_the_character_sheet_shows_the_bow_and_says_of_what_one_is_slow(
    new_game: Seat, size: tuple[int, int], tmp_path: Path
) -> None:
    pilot = new_game(seed=11, saves=tmp_path, size=size)
    pilot.press("C")
    rows = list(pilot.text)
    for _ in range(40):
        pilot.press("down")
        rows += pilot.text
    page = "\n".join(rows)
    assert re.search(r"│ Weapon .*Shortbow \(in the pack\)", page)
    assert re.search(r"│ Penalty +2\.3 +gear ", page)
    assert re.search(r"│ Load +12\.5 of 150 lb ", page)


def test_a_sign_tells_whose_house_it_is_from_afar(new_game: Seat, tmp_path: Path) -> None:
    pilot = new_game(seed=11, saves=tmp_path, size=(120, 60))
    pilot.hover(*pilot.where("SMITH"))
    assert pilot.shows("Smithy Sign")


def test_a_sign_stands_clear_of_the_grass(new_game: Seat, tmp_path: Path) -> None:
    pilot = new_game(seed=11, saves=tmp_path, size=(120, 60))
    page = "\n".join(pilot.text)
    for sign in ("PUB", "SMITH", "CLOTH", "BREWS", "TEMPLE"):
        assert re.search(rf"[ ║↑↓]{sign}[ ║↑↓]", page), sign


def test_one_looks_once_at_a_sign_however_many_letters_it_has() -> None:
    with Person(seed=1) as person:
        person.enter(
            Arena.from_ascii("#########\n#@......#\n#..s....#\n#########", {"s": "Pub Sign"})
        )
        person.press("x", "tab")
        first = person.stack.screens[-1].cursor  # type: ignore[attr-defined]
        assert person.shows("Pub Sign"), person.page
        person.press("tab")
        assert person.stack.screens[-1].cursor == first  # type: ignore[attr-defined]


def test_the_options_have_room_for_what_they_say_in_the_smallest_screen(
    new_game: Seat, tmp_path: Path
) -> None:
    pilot = new_game(seed=11, saves=tmp_path, size=(80, 24))
    pilot.press("O")
    rows = [row.strip("│ ") for row in pilot.text]
    assert "Left and Right change a value; so do clicks on its arrows." in rows
    assert any(row.endswith("damage   heal") for row in rows)


@pytest.mark.parametrize("size", [(160, 57), (168, 51), (200, 60), (120, 40), (80, 50)])
def test_the_greeting_is_whole_where_the_log_has_all_its_rows(
    new_game: Seat, size: tuple[int, int]
) -> None:
    pilot = new_game(seed=3, size=size)
    told = " ".join(" ".join(pilot.text).replace("│", " ").split())
    assert "Welcome to Blue Mana." in told
    assert "It passes." in told
    assert not re.search(r"[▲▼] (\d+ )?more", told)


def test_in_the_smallest_screen_the_log_says_that_there_is_more_of_the_greeting(
    new_game: Seat,
) -> None:
    pilot = new_game(seed=3, size=(80, 24))
    told = " ".join(" ".join(pilot.text).replace("│", " ").split())
    assert re.search(r"▲ \d more M", told)
    pilot.press("M")
    assert "Welcome to Blue Mana." in "\n".join(pilot.text)
