"""Past runs: sorted, read and watched again, by keys and by mouse, at every size.

The end of a run, by death or by giving up, and the next.
"""

import re
from pathlib import Path

import pytest

from roguelike.core.formula import Dice
from roguelike.core.records import replace
from roguelike.effects import damage
from roguelike.testing import Arena
from roguelike.world.game import Cause, Single
from tests.person import PIT, Person, Seat

WAYS = pytest.mark.parametrize("way", ["keys", "mouse"])


def with_past(small: Seat, folder: Path, size: tuple[int, int] = (80, 24)) -> Person:
    """Sit down where three runs were given up, of different depth and length, the last one after some turns."""
    person = small(saves=folder, seed=1, size=size)
    for depth, turns in ((1, 3), (3, 1), (2, 2)):
        person.press("n")
        person.press(*["."] * turns)
        game = person.arena.game
        game.tallies.deepest, game.wizard = depth, depth == 2
        person.press("escape", "a", "y", "escape")
        assert person.screens == ["Title"]
    person.press("r")
    return person


def listed(person: Person) -> list[int]:
    """Return the numbers of the runs in the order of the list."""
    rows = (re.match(r".*│[ >]*(\d+) +[\d,]+ +Gave up", row) for row in person.text)
    return [int(found[1]) for found in rows if found]


@WAYS
def test_they_are_sorted(small: Seat, tmp_path: Path, way: str) -> None:
    person = with_past(small, tmp_path)
    orders = []
    for _ in range(5):
        orders.append(listed(person))
        if way == "keys":
            person.press("s")
        else:
            person.click_on("[Sorted:")
    assert orders == [[3, 2, 1], [2, 3, 1], [2, 3, 1], [1, 3, 2], [3, 2, 1]]


def test_all_is_told_of_the_run_under_the_cursor(small: Seat, tmp_path: Path) -> None:
    person = with_past(small, tmp_path)
    assert person.shows("wizard mode")
    person.press("down")
    assert not person.shows("wizard mode")
    assert person.shows("score 200")


def test_the_turns_of_a_long_run_are_told_alike_in_the_list_and_below_it(
    small: Seat, tmp_path: Path
) -> None:
    person = small(saves=tmp_path, seed=1, size=(120, 40))
    person.press("n")
    person.arena.game.turn = 12345
    person.press(".", "escape", "a", "y", "escape", "r")
    assert person.shows("turn 12,346, score")
    assert person.shows("turn 12,346")


def test_what_the_numbers_are_stands_above_them(small: Seat, tmp_path: Path) -> None:
    """Two numbers without a word began each row: "2   200 Killed by"."""
    person = with_past(small, tmp_path)
    (head,) = (row for row in person.text if "score" in row and "run" in row and "depth" not in row)
    (first,) = (row for row in person.text if ">" in row)
    number, score = re.findall(r"\d+", first)[:2]
    for words, figure in (("run", number), ("score", score)):
        assert head.index(words) + len(words) == first.index(f"{figure} ") + len(figure)


@WAYS
def test_one_is_read(small: Seat, tmp_path: Path, way: str) -> None:
    person = with_past(small, tmp_path)
    if way == "keys":
        person.press("enter")
    else:
        person.click_on("[Read]")
    assert person.screens == ["Title", "History", "Morgue"]
    assert person.shows("Gave up, on turn 2")
    seen = set()
    for _ in range(12):
        seen |= set(person.text)
        person.press("page_down")
    for words in ("Seed", "Worn and wielded", "Last messages", "The map", "Health"):
        assert any(words in row for row in seen), words
    person.press("escape")
    assert person.top == "History"


@WAYS
def test_one_is_watched(small: Seat, tmp_path: Path, way: str) -> None:
    person = with_past(small, tmp_path)
    if way == "keys":
        person.press("w")
    else:
        person.click_on("[Watch]")
    assert person.screens == ["Title", "History", "Watch"]
    person.settle(10)
    assert person.shows("turn 2 of 2")
    assert person.shows("The replay ends here.")
    person.press("escape")
    assert person.screens == ["Title", "History"]


def test_a_run_without_files_still_stands_in_the_list(small: Seat, tmp_path: Path) -> None:
    person = with_past(small, tmp_path)
    person.press("escape")
    for path in (tmp_path / "runs").iterdir():
        path.unlink()
    person.press("r")
    assert person.shows("No replay of this run was kept.")
    person.press("w")
    assert person.top == "Message"
    assert person.shows("No replay of run 3 was kept")
    person.press("enter", "enter")
    assert person.top == "Morgue"
    assert person.shows("Gave up, on turn 2")


@pytest.mark.parametrize("harm", [b"", b"{", b"[1]", b'{"run": 3}'])
def test_a_damaged_report_is_told_of(small: Seat, tmp_path: Path, harm: bytes) -> None:
    person = with_past(small, tmp_path)
    for path in (tmp_path / "runs").glob("*.json"):
        path.write_bytes(harm)
    person.press("enter")
    assert person.top == "Message"
    assert person.shows("cannot be read")


def test_a_damaged_replay_is_told_of(small: Seat, tmp_path: Path) -> None:
    person = with_past(small, tmp_path)
    for path in (tmp_path / "runs").glob("*.gz"):
        path.write_bytes(b"\x1f\x8bnot really")
    person.press("w")
    assert person.top == "Message"
    assert person.shows("is not a replay")


def test_a_run_that_was_not_saved_is_not_mistaken_for_another(small: Seat, tmp_path: Path) -> None:
    person = with_past(small, tmp_path)
    person.press("escape", "n", ".")
    person.host._unsaved = "Somebody else plays here."
    game = person.arena.game
    game.push(damage.Damage(Dice(0, 1, 50)), Single(game.player), game.player, Cause("a test"))
    person.press(".")
    person.settle(3)
    person.click_on("Watch it again")
    assert person.top == "Message"
    assert person.shows("This run was played without saving")


def test_after_death_it_can_be_watched_at_once(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path, seed=2)
    person.press("n", ".", ".")
    game = person.arena.game
    game.push(damage.Damage(Dice(0, 1, 50)), Single(game.player), game.player, Cause("a test"))
    person.press(".")
    person.settle(3)
    assert person.screens == ["GameOver"]
    person.click_on("Watch it again")
    assert person.screens == ["GameOver", "Watch"]
    person.press("escape")
    assert person.screens == ["GameOver"]


def test_death_is_told_retired_and_followed_by_another_game(room: Seat, tmp_path: Path) -> None:
    def doomed(arena: Arena) -> None:
        arena.set_pools(arena.player, hp=1)
        here = arena.position(arena.player)
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
    person.program.settings = replace(person.program.settings, animation=animation)
    person.click(*cell_beyond(person, 8))
    person.settle(10)
    assert person.screens == ["GameOver"]
    assert person.shows("Bear Trap") or person.shows("bear trap")


def cell_beyond(person: Person, tiles: int) -> tuple[int, int]:
    """Return the cell so many tiles east of the player."""
    cell = person.cell_of(person.arena.player)
    return cell[0] + tiles, cell[1]


def test_giving_up_retires_the_run(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path, seed=1)
    person.press("n", ".", "escape", "a", "enter")
    assert person.screens == ["Play", "Menu"], "not unless it is agreed to"
    assert person.host.past_runs() == []
    person.press("a", "y")
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


def test_the_keys_for_the_first_and_last_line_work_at_the_end_too(small: Seat) -> None:
    """The end key did nothing, and Enter then began a new game."""
    person = small(seed=1)
    person.press("n", ".", "escape", "a", "y")
    person.press("end", "enter")
    assert person.top == "Watch"
    person.press("escape")
    assert person.screens == ["GivenUp"]
    person.press("home", "enter")
    assert person.screens == ["Play"]
