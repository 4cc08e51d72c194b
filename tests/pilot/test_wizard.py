"""The wizard: asks first, leaves a mark, is reached by mouse alone, and sees how levels are made."""

import re
from pathlib import Path

import pytest

from roguelike.engine.play import commands
from roguelike.engine.session import Session
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.wizard.mapgen_steps import dig
from roguelike.wizard.wizard_mode import PAUSES
from tests.person import Person, Seat


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


def test_discoveries_and_the_wizard_are_reached_by_mouse_alone(small: Seat) -> None:
    person = small(seed=1)
    person.click_on("New game")
    person.click_on("Menu")
    person.click_on("Discoveries")
    assert person.top == "Discoveries"
    person.click_on("[Close]")
    person.click_on("Wizard mode")
    person.click_on("Go on")
    assert person.screens == ["Play", "Wizard"]
    person.click_on("Conjure an item")
    person.click_on("Dagger")
    assert "Dagger" in person.arena.inventory()
    for power in ("Gain a level", "Heal, fill mana"):
        person.click_on("Menu")
        person.click_on("Wizard mode")
        person.click_on(power)
        assert person.screens == ["Play"]
    assert person.shows("Level 2")
    person.press("\\")
    person.click_on("[Close]")
    assert person.screens == ["Play"]


def watching(real: Seat, depth: int = 7, seed: int = 3) -> Person:
    """Open the viewer, and choose a depth."""
    person = real(seed=seed)
    person.press("n", "enter", "\\", "y", "v")
    assert person.screens == ["Play", "Digging"]
    if depth != 1:
        person.press("d")
        person.type(str(depth))
        person.press("enter")
    assert person.screens == ["Play", "Digging"]
    return person


def step(person: Person) -> tuple[int, int, str]:
    """Read which step of how many is shown, and whose it is."""
    found = re.match(r" *(\d+) of (\d+)  (.*?)  (?:paused|[\d.]+ s)", person.text[0])
    assert found is not None, person.text[0]
    return int(found[1]), int(found[2]), found[3]


def test_every_step_is_shown_with_its_builder(real: Seat) -> None:
    person = watching(real)
    plan = dig("3", 7, catalog_for(None), watched=True)
    builders, pictures = [], set()
    while True:
        number, count, builder = step(person)
        assert number == len(builders) + 1
        builders.append(re.sub(r" \d+/\d+$", "", builder))
        pictures.add(tuple(person.text[1:49]))
        if number == count:
            break
        person.press("right")
    assert builders == plan.captions
    assert len(pictures) > 15
    assert step(person)[0] == count
    assert "depth 7  seed 3" in person.text[0]


def test_the_last_step_is_the_level_of_the_game(real: Seat) -> None:
    person = watching(real, depth=2)
    person.press("end")
    plan = dig("3", 2, catalog_for(None))
    shown = person.stack.screens[-1].view.steps[-1].map
    assert (shown.tiles == plan.tiles).all()
    x, y = plan.exit or (0, 0)
    assert person.text[y][x] == ">"
    assert len(shown.things) == len(plan.spawns)
    person.press("escape")
    person.arena.game.enter()
    session = Session(person.arena.game)

    session.do(commands.wizardry.Travel(2))
    assert (session.game.level.tiles == plan.tiles).all()


def test_forth_back_first_and_last_by_keys(real: Seat) -> None:
    person = watching(real)
    count = step(person)[1]
    person.press("right", "l", "down", "kp_6")
    assert step(person)[0] == 5
    person.press("left", "h")
    assert step(person)[0] == 3
    person.press("end")
    assert step(person)[0] == count
    person.press("home", "left")
    assert step(person)[0] == 1
    person.press("escape")
    assert person.screens == ["Play"]


def test_it_plays_faster_and_slower_and_stops_at_the_end(real: Seat) -> None:
    person = watching(real)
    person.advance(5)
    assert step(person)[0] == 1
    person.press("space")
    person.advance(PAUSES[3] * 4 + 0.05)
    assert step(person)[0] == 5
    person.press("+")
    person.advance(PAUSES[4] * 4 + 0.05)
    assert 8 <= step(person)[0] <= 10
    here = step(person)[0]
    person.press("-", "-")
    person.advance(PAUSES[2] * 0.9)
    assert step(person)[0] <= here + 1
    person.press("space")
    stopped = step(person)[0]
    person.advance(9)
    assert step(person)[0] == stopped
    assert person.shows("paused")
    person.press("space")
    person.advance(200)
    assert step(person)[0] == step(person)[1]
    assert person.shows("paused")


def test_by_mouse_alone(real: Seat) -> None:
    person = real(seed=3)
    person.press("n", "enter", "\\")
    person.click_on("Go on")
    person.click_on("View how levels are made")
    person.click_on("Next")
    person.click_on("Next")
    assert step(person)[0] == 3
    person.click_on("Back")
    assert step(person)[0] == 2
    person.click(40, 20)
    assert step(person)[0] == 3
    person.wheel(1)
    assert step(person)[0] == 2
    person.click_on("Faster")
    person.click_on("Slower")
    person.click_on("Play")
    person.advance(1)
    assert step(person)[0] > 2
    person.click_on("Pause")
    person.click_on("Depth")
    person.click_on(" 12 ")
    assert person.shows("depth 12 ")
    person.click_on("Seed")
    person.type("other")
    person.click_on("[Show]")
    assert person.shows("depth 12  seed other")
    person.click_on("Close")
    assert person.screens == ["Play"]


@pytest.mark.parametrize("size", [(80, 50), (100, 60), (160, 100)])
def test_it_fits_every_console(real: Seat, size: tuple[int, int]) -> None:
    person = real(seed=3, size=size)
    person.press("n", "enter", "\\", "y", "v", "end")
    assert "…" not in person.text[0]
    assert "Esc Close" in person.text[-1]
    assert "@" in "".join(person.text[1:-1])
    person.press("s")
    person.type("a seed so long that it can hardly fit into the line above the map")
    person.press("enter")
    assert "…" in person.text[0]


def test_another_dungeon_is_the_one_of_that_seed(real: Seat) -> None:
    person = watching(real, depth=3)
    person.press("s")
    person.type("lucky")
    person.press("enter", "end")
    plan = dig("lucky", 3, catalog_for(None))
    shown = person.stack.screens[-1].view.steps[-1].map
    assert (shown.tiles == plan.tiles).all()
    assert person.shows("seed lucky")
    person.press(">")
    assert person.shows("depth 4  seed lucky")
    person.press("<", "<", "<", "<")
    assert person.shows("depth 1  seed lucky")
    person.press("s", "enter")
    assert not person.shows("seed lucky")


def test_watching_changes_nothing_but_leaves_the_mark(real: Seat) -> None:
    person = real(seed=3)
    person.press("n", "enter")
    arena: Arena = person.arena
    arena.game.wizard = True
    before = person.state
    person.press("\\", "v", "end", "home", "space")
    person.advance(3)
    person.press("d", "escape", "s", "escape", "escape")
    assert person.screens == ["Play"]
    assert person.state == before
    arena.game.wizard = False
    person.press("\\", "y", "v", "escape")
    assert person.arena.game.wizard


def test_a_low_console_counts_what_is_out_of_view_and_scrolls_to_it(real: Seat) -> None:
    tall, low = real(seed=3, size=(80, 50)), real(seed=3, size=(80, 24))
    for person in (tall, low):
        person.press("n", "enter", "\\", "y", "v", "end")
        assert person.top == "Digging"
    whole = tall.text[1:49]
    seen: dict[int, str] = {}
    low.press("page_up", "page_up", "page_up")
    for _ in range(4):
        above = re.search(r"▲ (\d+) more", low.text[1])
        below = re.search(r"▼ (\d+) more", low.text[22])
        first = int(above[1]) if above else 0
        assert first + 20 + (int(below[1]) if below else 0) == 50
        seen |= {first + row: line for row, line in enumerate(low.text[2:22])}
        low.press("page_down")
    assert set(seen) == set(range(50))
    assert [seen[row] for row in range(1, 49)] == whole
    low.click(40, 1)
    assert re.search(r"▲ (\d+) more", low.text[1])[1] == "20"
