"""The program around the game: title, seeds, saves, and leaving it.

Who one was before the game: asked by keys and by mouse, kept in saves, replays and the history.
"""

from pathlib import Path

import esper
import pytest

from roguelike.engine.play.commands import Pass
from roguelike.engine.session import Session
from roguelike.engine.state.errors import SaveError
from roguelike.runs.verifying import begun, verify
from roguelike.store import save_file
from roguelike.store.recording import Recording
from roguelike.store.replay import read_replay
from roguelike.testing import Pilot
from roguelike.world import ecs, perception
from roguelike.world.catalog import Catalog
from tests.goldens import GOLDEN, compare
from tests.person import CROWD, Person, Seat


def test_a_seed_is_typed_and_makes_the_same_dungeon(real: Seat, tmp_path: Path) -> None:
    states = []
    for number in range(2):
        person = real(saves=tmp_path / str(number))
        person.press("s")
        person.type("Qo ?n")
        assert person.shows("Qo ?n")
        person.press("enter", "enter")
        assert person.screens == ["Play"]
        assert "Qo ?n" in " ".join(person.arena.log)
        states.append(person.state)
    assert states[0] == states[1]


def test_save_quit_and_continue_is_the_same_game(real: Seat, tmp_path: Path) -> None:
    person = real(seed=3, saves=tmp_path)
    person.press("n", "enter", "left", "down", "shift+1", ".")
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


def test_the_log_writes_a_folder_as_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: Seat
) -> None:
    monkeypatch.chdir(tmp_path)  # left after `small` has ended, which saves once more
    Path("heroes").write_text("a file where a folder should be")
    person = small(saves=Path("heroes"), seed=1)
    person.press("n")
    assert any("path heroes cannot be written" in line for line in person.arena.log)


@pytest.mark.parametrize("way", [("Q",), ("escape", "Q")])
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
    person.click_on("Leave anyway")
    assert person.screens == ["Title"]


def test_closing_a_game_that_cannot_be_saved_is_no_crash(small: Seat, tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.write_text("a file where a folder should be")
    person = small(saves=saves, seed=1)
    person.press("n", ".")
    person.close()
    assert not person.running


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
        person.host._seed = seed
        person.press("n", "enter", "escape", "a", "y")
        assert person.screens == ["GivenUp"]
        assert person.shows("> Begin a new game "), person.page
        assert person.shows("  seed daily-2026-11-23") == seed.startswith("daily")
        person.stack.screens[:] = [person.program.open("victory")]
        person.redraw()
        assert person.shows("> Begin a new game ")
        person.settle(1)
        person.press("escape")
        assert person.shows("n) New game ")
        assert person.shows("daily-2026-11-23") == seed.startswith("daily")


@pytest.mark.parametrize("size", [(80, 24), (128, 44)])
def test_in_a_window_the_ending_is_told_on_even_ground(
    new_game: Seat, size: tuple[int, int]
) -> None:
    """Behind each letter was one colour of the river of mana, beside it the river's own pixels: blotches."""
    person = new_game(size=size, seed=3)
    person.stack.screens[:] = [person.program.open("victory")]
    person.redraw()
    (top,) = (y for y, row in enumerate(person.text) if "You brought the Amulet" in row)
    left = person.text[top].index("You brought")
    pixels = person.pixels()
    high, wide = pixels.shape[0] // size[1], pixels.shape[1] // size[0]
    told = pixels[top * high : (top + 9) * high, left * wide : -left * wide].astype(int)
    assert told.max() > 200
    assert (told[..., 2] <= told[..., 0] + 9).all(), "words are white or yellow, the river is blue"


def test_a_game_after_another_leaves_no_world_behind(tmp_path: Path) -> None:
    """Every game begun in one sitting kept its six megabytes until the program ended."""
    with Pilot(seed=3, saves=tmp_path) as pilot:
        pilot.press("n", "enter")
        worlds = len(esper.list_worlds())
        for _ in range(3):
            pilot.program.session = pilot.host.start("3")
        assert len(esper.list_worlds()) == worlds


def test_keys_that_come_together_lead_where_they_lead_one_by_one(room: Seat) -> None:
    keys = ("?", "enter", "down", "enter")
    together, one_by_one = room(CROWD), room(CROWD)
    together.press(*keys)
    for key in keys:
        one_by_one.press(key)
    assert together.screens == one_by_one.screens
    assert together.text == one_by_one.text


def test_a_page_of_the_title_is_as_long_before_it_is_drawn(small: Seat) -> None:
    person = small(seed=1)
    person.press("n", "enter")
    person.press("Q", "page_down", "enter")
    assert person.screens == []


def test_the_page_of_origins_looks_as_it_did(real: Seat) -> None:
    person = real(seed=3, size=(80, 24))
    person.press("n")
    pages = [person.page]
    for _ in range(8):
        person.press("down")
        pages.append(person.page)
    compare(GOLDEN / "screens" / "origins.txt", "\n".join(pages))


@pytest.mark.parametrize("keys", [("down", "enter"), ("b", "enter"), ("b", "b")])
def test_an_origin_is_chosen_by_keys(real: Seat, keys: tuple[str, ...]) -> None:
    person = real(seed=3, size=(80, 24))
    person.press("n", *keys)
    assert person.screens == ["Play"]
    assert perception.origin_of(person.arena.game) == "Stoker"
    assert "The Careful Stove" in person.arena.inventory()


def test_an_origin_is_chosen_by_mouse_and_left_at_no_cost(real: Seat) -> None:
    person = real(seed=3)
    person.click_on("New game")
    person.click_on("Close")
    assert person.screens == ["Title"]
    person.click_on("New game")
    person.click_on("Soldier")
    assert perception.origin_of(person.arena.game) == "Soldier"


def test_the_dungeon_of_the_day_has_one_for_everybody(real: Seat) -> None:
    first, second = real(), real()
    for person in (first, second):
        person.press("d")
        assert person.screens == ["Play"]
    assert (
        perception.origin_of(first.arena.game)
        == perception.origin_of(second.arena.game)
        == first.host.daily_origin()
    )


def test_every_origin_is_saved_replayed_and_told(catalog: Catalog) -> None:
    for name in catalog.origins:
        session = Session.start("7", catalog, origin=name)
        session.recording = recording = Recording(session.game)
        for _ in range(3):
            session.do(Pass())
        replay = read_replay(bytes(recording.data))
        assert verify(replay, catalog).is_alike
        assert perception.origin_of(begun(replay, catalog).game) == name
        assert (
            perception.origin_of(save_file.decode(save_file.encode(session.game)).open(catalog))
            == name
        )
        ecs.drop_world(session.game.world)


def test_a_recording_of_somebody_unknown_is_refused(catalog: Catalog) -> None:
    session = Session.start("7", catalog, origin="Singer")
    replay = read_replay(bytes(Recording(session.game).data))
    replay.origin = "Sinner"
    with pytest.raises(SaveError, match="Sinner"):
        begun(replay, catalog)


def test_the_run_says_who_one_was(real: Seat, tmp_path: Path) -> None:
    person = real(seed=3, saves=tmp_path)
    person.host.be("poisoner")
    person.press("n", ".", "escape", "a", "y", "escape", "r", "enter")
    assert person.shows("Poisoner")


def test_whoever_holds_the_arena_sees_the_answers_come(real: Seat) -> None:
    """Each look at the screen began them anew, so that the fight was never foreseen to its end."""
    person = real(seed=3)
    person.press("n", "enter")
    arena = person.arena
    x, y = arena.position(arena.player) or (0, 0)
    arena.spawn("Orc", x + 2, y)
    assert person.shows("Orc"), "what is changed behind the screen's back is shown at once"
    person.settle()
    assert person.shows("Fight -")
