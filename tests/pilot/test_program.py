"""The program around the game: title, seeds, options, keys, saves, the end of a run and the next."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roguelike.core.records import replace
from roguelike.testing import Arena, Pilot
from roguelike.ui.key_table import ACTIONS
from roguelike.ui.keymap import shown_key
from tests.person import PIT, QUIET, Person

Seat = Callable[..., Person]


@pytest.mark.parametrize(
    ("key", "screens"),
    [("n", ["Play"]), ("s", ["Title", "Seed"]), ("o", ["Title", "Options"]), ("?", ["Title", "Help"]),
     ("r", ["Title", "Past runs"])],
)  # fmt: skip
def test_the_keys_of_the_title(real: Seat, key: str, screens: list[str]) -> None:
    person = real(seed=1)
    assert person.screens == ["Title"]
    person.press(key)
    assert [name.lower() for name in person.screens] == [name.lower() for name in screens] or (
        key == "r" and len(person.screens) == 2
    )


def test_quitting_from_the_title(real: Seat) -> None:
    person = real()
    person.press("q")
    assert not person.running
    person.press("n")
    assert person.screens == []


def test_a_seed_is_typed_and_makes_the_same_dungeon(real: Seat, tmp_path: Path) -> None:
    states = []
    for number in range(2):
        person = real(saves=tmp_path / str(number))
        person.press("s")
        person.type("Qo ?n")
        assert person.shows("Qo ?n")
        person.press("enter")
        assert person.screens == ["Play"]
        assert "Qo ?n" in " ".join(person.arena.log)
        states.append(person.state)
    assert states[0] == states[1]


def test_save_quit_and_continue_is_the_same_game(real: Seat, tmp_path: Path) -> None:
    person = real(seed=3, saves=tmp_path)
    person.press("n", "left", "down", "shift+1", ".")
    person.settle()
    before = person.state
    person.press("Q")
    assert person.screens == ["Title"]
    assert person.shows("Continue")
    person.press("c")
    assert person.screens == ["Play"]
    assert person.state == before
    person.close()
    again = real(saves=tmp_path)
    again.press("c")
    assert again.state == before


def test_a_closed_window_keeps_the_game(real: Seat, tmp_path: Path) -> None:
    person = real(seed=3, saves=tmp_path)
    person.press("n", "left", "down")
    before = person.state
    person.close()
    again = real(saves=tmp_path)
    again.press("c")
    assert again.state == before


def test_a_new_game_over_a_saved_one_asks_first(real: Seat, tmp_path: Path) -> None:
    person = real(seed=3, saves=tmp_path)
    person.press("n", ".", "Q", "n")
    assert person.screens == ["Title", "Confirm"]
    person.press("escape")
    assert person.shows("Continue")
    person.press("n", "y")
    assert person.screens == ["Play"]


def test_options_change_and_stay(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path)
    person.press("o")
    person.press("right", "down", "right", "down", "right")
    values = [
        row[row.index("◄") : row.index("►") + 1] for row in person.text if "◄" in row and "►" in row
    ]
    assert len(values) >= 3
    person.close()
    again = small(saves=tmp_path)
    again.press("o")
    for value in values:
        assert again.shows(value), value
    assert values != ["◄ normal ►", "◄ default ►", "◄ normal ►"]


def test_options_by_mouse_alone(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path)
    person.click_on("Options")
    person.click_on("Colours")
    changed = person.page
    assert "◄ default ►" not in changed
    person.click_on("[Close]")
    assert person.screens == ["Title"]


def test_a_rebound_key_works_and_stays(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path)
    person.press("o")
    person.click_on("Key bindings")
    while not person.shows("Character sheet"):
        person.wheel(-3)
    person.click_on("Character sheet")
    person.click_on("Add a key")
    person.press("f5")
    assert person.shows("F5")
    person.press("escape", "escape", "escape")
    person.press("n", "f5")
    assert person.screens == ["Play", "Character"]
    person.close()
    again = small(saves=tmp_path)
    again.press("c", "f5")
    assert again.screens == ["Play", "Character"]
    again.press("escape", "?")
    assert any("F5" in row and "Character sheet" in row for row in _pages(again))


def _pages(person: Person) -> list[str]:
    """Read all pages of help."""
    rows: list[str] = []
    while person.page not in (seen := "\n".join(rows)) or not seen:
        rows += person.text
        person.press("tab")
        if len(rows) > 60 * len(person.text):
            break
        if "page 1 of" in person.page:
            break
    return rows


def test_help_lists_every_key_of_every_action(small: Seat) -> None:
    person = small()
    person.press("?")
    words = " ".join(" ".join(row.split()) for row in _pages(person))
    for action in ACTIONS:
        assert action.label in words, action.label
        for key in action.keys:
            assert shown_key(key) in words, (action.name, key)


def test_death_is_told_retired_and_followed_by_another_game(room: Seat, tmp_path: Path) -> None:
    def doomed(arena: Arena) -> None:
        arena.set_pools(arena.player, hp=1)
        here = arena.position(arena.player)
        assert here is not None
        arena.spawn("Ogre", here[0] + 1, here[1])

    person = room(PIT, doomed, saves=tmp_path)
    for _ in range(60):
        person.press(".")
        person.settle(1)
        if "GameOver" in person.screens:
            break
    assert person.screens == ["GameOver"]
    assert person.shows("Ogre") or person.shows("ogre")
    person.settle()
    person.press("escape")
    assert person.screens == ["Title"]
    assert not person.shows("Continue")
    person.press("r")
    assert person.shows("Ogre") or person.shows("ogre")
    person.press("escape", "n")
    assert person.screens == ["Play"]
    assert person.arena.hp(person.arena.player) == 30


@pytest.mark.parametrize("animation", ["normal", "off"])
def test_a_death_on_the_way_leads_straight_to_the_end(room: Seat, animation: str) -> None:
    """Somebody who walks across a field of traps dies of them, and need not press a key to learn it."""

    def mined(arena: Arena) -> None:
        arena.set_pools(arena.player, hp=1)
        for x in range(4, 9):
            arena.spawn("Bear Trap", x, 1)

    person = room("###############\n#@............#\n###############", mined)
    person._program.settings = replace(person._program.settings, animation=animation)
    person.click(*cell_beyond(person, 8))
    person.settle(10)
    assert person.screens == ["GameOver"]
    assert person.shows("Bear Trap") or person.shows("bear trap")


def cell_beyond(person: Person, tiles: int) -> tuple[int, int]:
    """Return the cell so many tiles east of the player."""
    cell = person.cell_of(person.arena.player)
    assert cell is not None
    return cell[0] + tiles, cell[1]


def test_giving_up_retires_the_run(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path, seed=1)
    person.press("n", ".", "escape", "a", "y")
    assert person.screens == ["GivenUp"]
    assert person.shows("You gave up.")
    assert person.shows("turn 1")
    assert not person.shows("What would have saved you")
    person.press("down", "down", "down", "enter")
    assert person.top == "Watch"
    assert person.shows("of 1")
    person.press("escape", "escape")
    assert person.screens == ["Title"]
    assert not person.shows("Continue")
    person.press("r")
    assert person.shows("Gave up")


def test_resting_and_exploring_stop_when_somebody_comes(room: Seat) -> None:
    def hurt(arena: Arena) -> None:
        arena.set_pools(arena.player, hp=3)

    for key in ("R", "o"):
        person = room(QUIET, hurt)
        arena = person.arena
        person.press(key)
        person.advance(0.04)
        turn = arena.game.turn
        assert turn > 0, key
        arena.spawn("Orc", 8, 1)
        person.advance(0.2)
        stopped = arena.game.turn
        person.advance(5)
        assert arena.game.turn == stopped, key
        assert stopped - turn <= 2, key
        assert person.shows("You see an orc."), key
        person.press(key)
        assert arena.game.turn == stopped, "with an enemy in view it does not begin"
        assert person.page.count("Orc") or person.page.count("enemy")


def test_the_wizard_asks_first_and_leaves_a_mark(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path, seed=1)
    person.press("n")
    before = person.state
    person.press("\\")
    assert person.screens == ["Play", "Confirm"]
    person.press("escape")
    assert person.state == before
    person.press("\\", "y")
    assert person.screens == ["Play", "Wizard"]
    person.press("c")
    person.type("fireb")
    assert person.shows("Fireball Scroll")
    person.press("enter")
    assert "Fireball Scroll" in person.arena.inventory()
    assert person.screens == ["Play"]
    assert person.shows("wizard")
    person.press("\\")
    assert person.top == "Wizard", "asked once a run"
    person.press("l")
    person.type("web")
    person.press("enter", "\\", "s")
    person.type("rat")
    person.press("enter")
    assert person.arena.known_spells() == ["Web"]
    person.press("\\", "t")
    person.type("4")
    person.press("enter")
    assert person.shows("depth 4")
    for key in ("h", "m", "g", "i", "x"):
        person.press("\\", key)
        assert person.screens == ["Play"], key
    assert person.arena.xp(person.arena.player) >= 1000
    again = person.state
    person.press("Q", "c")
    assert person.state == again


def test_the_wizard_by_mouse_alone(small: Seat) -> None:
    person = small(seed=1)
    person.click_on("New game")
    person.press("\\")
    person.click_on("Go on")
    person.click_on("Conjure an item")
    person.click_on("Dagger")
    assert "Dagger" in person.arena.inventory()
    person.press("\\")
    person.click_on("[Close]")
    assert person.screens == ["Play"]


def test_looking_by_keys_and_by_mouse(room: Seat) -> None:
    person = room(PIT)
    orc = person.arena.find("Orc")
    before = person.state
    person.press("x")
    assert person.screens == ["Play", "Look"]
    assert person.shows("You see ──")
    assert person.shows("9/9")
    person.press("escape")
    cell = person.cell_of(orc)
    assert cell is not None
    assert not person.shows("You see ──")
    person.hover(*cell)
    assert person.shows("Orc")
    assert person.shows("unhurt") or person.shows("9/9")
    person.click(*cell, "right")
    assert person.screens == ["Play", "Look"]
    person.click(*cell, "right")
    assert person.screens == ["Play"]
    assert person.state == before


def test_log_and_character(room: Seat) -> None:
    person = room(PIT, lambda arena: arena.teach("Zap"))
    person.press("ctrl+1", "enter")
    person.settle()
    person.press("M")
    assert person.screens == ["Play", "Log"]
    assert person.shows("Zap")
    person.press("escape", "C")
    assert person.screens == ["Play", "Character"]
    assert person.shows("Spells cast      1")
    person.press("escape")
    assert person.screens == ["Play"]


def test_why_it_does_not_rest_or_travel(room: Seat) -> None:
    person = room(QUIET)
    before = person.state
    person.press("R")
    assert person.shows("There is nothing to recover from.")
    person.press(">")
    assert person.shows("You know of no stairs down")
    assert person.state == before
    hunted = room(PIT, lambda arena: arena.set_pools(arena.player, hp=3))
    hunted.press("R")
    assert hunted.shows("You see an orc.")


@pytest.mark.parametrize("way", [("Q",), ("escape", "s")])
def test_a_game_that_cannot_be_saved_is_not_left_unasked(
    small: Seat, tmp_path: Path, way: tuple[str, ...]
) -> None:
    saves = tmp_path / "saves"
    saves.write_text("a file where a folder should be")
    person = small(saves=saves, seed=1)
    person.press("n")
    assert person.screens == ["Play"]
    assert any("cannot be written" in line for line in person.arena.log)
    person.press(*way)
    assert person.top == "Confirm"
    assert person.shows("Not saved")
    person.press("escape")
    if person.top == "Menu":
        person.press("escape")
    assert person.screens == ["Play"]
    person.press(*way)
    person.click_on("Leave all the same")
    assert person.screens == ["Title"]


def test_closing_a_game_that_cannot_be_saved_is_no_crash(small: Seat, tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.write_text("a file where a folder should be")
    person = small(saves=saves, seed=1)
    person.press("n", ".")
    person.close()
    assert not person.running


def test_discoveries_and_the_wizard_are_reached_by_mouse(small: Seat) -> None:
    person = small(seed=1)
    person.press("n")
    person.click_on("Menu")
    person.click_on("Discoveries")
    assert person.top == "Discoveries"
    person.click_on("[Close]")
    person.click_on("Wizard mode")
    person.click_on("Go on")
    assert person.screens == ["Play", "Wizard"]
    person.click_on("Gain a level")
    assert person.screens == ["Play"]
    person.click_on("Menu")
    person.click_on("Wizard mode")
    person.click_on("Heal, fill mana")
    assert person.screens == ["Play"]
    assert person.shows("Level 2")


def test_without_spells_the_page_offers_nothing_to_do_with_them() -> None:
    with Pilot(seed=7, size=(80, 24)) as pilot:
        pilot.press("n", "Z")
        told = "\n".join(pilot.text)
        assert "You know no spells yet" in told
        assert "[Rune off]" not in told
        pilot.press("escape")
        pilot.arena.teach("Zap")
        pilot.press("Z")
        assert "[Rune off]" in "\n".join(pilot.text)


def test_the_seed_of_the_command_line_is_named_wherever_it_begins_a_game(small: Seat) -> None:
    person = small(seed=7)
    assert any("New game" in row and "seed 7" in row for row in person.text)
    person.press("n", "escape", "a", "y")
    assert any("Begin a new game" in row and "seed 7" in row for row in person.text)
    person.press("escape", "s", "enter")
    assert person.screens == ["Play"]
    assert person.arena.game.seed != "7", "left empty, chance draws one"


def test_without_one_chance_draws_and_nothing_is_said(small: Seat) -> None:
    person = small()
    (row,) = [row for row in person.text if "New game" in row and "with" not in row]
    assert "seed" not in row


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("seed", ["daily-2026-11-23", "a very long seed that somebody made up"])
def test_no_seed_cuts_the_choice_of_a_new_game(seed: str, size: tuple[int, int]) -> None:
    with Person(size=size) as person:
        person._host._seed = seed
        person.press("n", "escape", "a", "y")
        assert person.screens == ["GivenUp"]
        assert person.shows("> Begin a new game "), person.page
        assert person.shows("  seed daily-2026-11-23") == seed.startswith("daily")
        person._stack.screens[:] = [person._program.open("Victory")]
        person._stale = True
        assert person.shows("> Begin a new game ")
        person.settle(1)
        person.press("escape")
        assert person.shows("n) New game ")
        assert person.shows("daily-2026-11-23") == seed.startswith("daily")
