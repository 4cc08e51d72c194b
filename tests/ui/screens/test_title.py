import json
from pathlib import Path
from threading import Event
from time import sleep

import pytest

from roguelike.core import data_path
from roguelike.core.colour import VARIANTS
from roguelike.engine.loading import DataLoader
from roguelike.engine.session import Session
from roguelike.host import LocalHost
from roguelike.runs.past_runs_screen import Past
from roguelike.title import art, title_picture
from roguelike.title.title import Title
from roguelike.toolkit.inputs import Key, Mouse
from roguelike.toolkit.palette import contrast, palette
from roguelike.toolkit.settings import Settings
from roguelike.ui.program import Program, UserError
from tests.ui.screens.conftest import Answer, Person, Sit


class Repeated:
    """Commands given since a save, which a host repeats as fast as one asks."""

    length, done, fails_at, dropped = 20_000, 0, -1, False

    def __init__(self, session: Session) -> None:
        self.session = session

    def drop(self) -> None:
        self.dropped = True

    def work(self, commands: int) -> bool:
        self.done = min(self.length, self.done + commands)
        if 0 <= self.fails_at <= self.done:
            raise UserError("There is no memory for it.")
        return self.done == self.length


@pytest.fixture
def saved(host: LocalHost) -> str:
    """Save a game that is not played now, and return what is told of it."""
    host.start("kept").save("quit")
    host.close()
    host._session = None
    return host.saved_game() or ""


@pytest.fixture
def way(host: LocalHost, saved: str, session: Session, monkeypatch: pytest.MonkeyPatch) -> Repeated:
    """Let it be a long way since the save."""
    way = Repeated(session)
    monkeypatch.setattr(host, "resuming", lambda **_: way)
    return way


def seat_at_title(seat: Sit, program: Program, size: tuple[int, int] = (80, 50)) -> Person:
    someone = seat(Title(program), size)
    del someone.stack.screens[0]
    return someone


def test_a_new_game_by_letter_by_enter_and_by_mouse(
    person: Sit, program: Program, host: LocalHost
) -> None:
    for way in ("letter", "enter", "mouse"):
        someone = seat_at_title(person, program)
        if way == "mouse":
            someone.click("New game")
        else:
            someone.press("n" if way == "letter" else "enter")
        assert someone.screens == ["Play"]
        assert program.session is host._session
        assert program.game.game.turn == 0


def test_a_saved_game_comes_first(person: Sit, program: Program, saved: str) -> None:
    someone = seat_at_title(person, program)
    assert saved.split(",", maxsplit=1)[0] in someone.text
    someone.press("enter")
    assert someone.screens == ["Play"]
    assert program.game.game.seed == "kept"


def test_a_long_way_since_the_save_is_shown_as_it_is_repeated(
    person: Sit, program: Program, way: Repeated
) -> None:
    someone = seat_at_title(person, program)
    someone.press("enter")
    assert someone.screens == ["Title", "Repeating"]
    assert "500 of 20,000 commands" in someone.text
    someone.advance(1.0)
    assert someone.screens == ["Title", "Repeating"]
    assert 1_000 < way.done < 20_000
    assert f"{way.done:,} of 20,000 commands" in someone.text
    someone.advance(15.0)
    assert someone.screens == ["Play"]
    assert program.session is way.session


def test_that_way_can_be_left_and_its_end_may_be_a_fault(
    person: Sit, program: Program, way: Repeated
) -> None:
    someone = seat_at_title(person, program)
    someone.press("enter", "escape")
    assert someone.screens == ["Title"]
    assert way.dropped
    way.done, way.fails_at = 0, 3_000
    someone.press("enter")
    someone.advance(3.0)
    assert someone.screens == ["Title", "Message"]
    assert "There is no memory for it." in someone.text


def test_a_new_game_does_not_replace_a_saved_one_unasked(
    person: Sit, program: Program, host: LocalHost, saved: str
) -> None:
    someone = seat_at_title(person, program)
    someone.press("n")
    assert someone.screens == ["Title", "Confirm"]
    someone.press("enter")
    assert someone.screens == ["Title"]
    assert host.saved_game() == saved
    someone.press("n", "y")
    assert someone.screens == ["Play"]
    assert program.game.game.seed != "kept"


def test_an_empty_seed_is_drawn_and_a_seed_asks_too(
    person: Sit, program: Program, saved: str
) -> None:
    someone = seat_at_title(person, program)
    someone.click("New game with a seed")
    assert someone.screens == ["Title", "Seed"]
    someone.click("[Start]")
    assert someone.screens == ["Title", "Confirm"]
    someone.click("Begin a new game")
    assert someone.screens == ["Play"]
    assert program.game.game.seed not in ("", "kept")


def test_leaving_the_seed_changes_nothing(person: Sit, program: Program) -> None:
    session = program.session
    someone = seat_at_title(person, program)
    for leave in (
        lambda: someone.press("escape"),
        someone.right_click,
        lambda: someone.click("[Close]"),
    ):
        someone.press("s")
        someone.type("q?")
        assert someone.screens == ["Title", "Seed"]
        leave()
        assert someone.screens == ["Title"]
    assert program.session is session


@pytest.mark.parametrize("key", ["n", "c"])
def test_trouble_is_told_in_a_popup(
    person: Sit, program: Program, host: LocalHost, answer: Answer, key: str
) -> None:
    trouble = "The saves folder cannot be written."
    answer(host, "saved_game", "A game" if key == "c" else None)
    answer(host, "start" if key == "n" else "resuming", UserError(trouble))
    someone = seat_at_title(person, program)
    someone.press(key)
    assert someone.screens == ["Title", "Message"]
    assert trouble in someone.text
    someone.press("enter")
    assert someone.screens == ["Title"]


def test_the_pages_behind_it(
    person: Sit, program: Program, host: LocalHost, answer: Answer
) -> None:
    answer(host, "past_runs", (Past("Killed by a bat on turn 3", number=2), Past("Starved")))
    someone = seat_at_title(person, program)
    for key, name in (
        ("o", "Options"),
        ("r", "History"),
        ("h", "History"),
        ("?", "Help"),
        ("f1", "Help"),
    ):
        someone.press(key)
        assert someone.screens == ["Title", name]
        if name == "History":
            assert "Killed by a bat on turn 3" in someone.text
        someone.press("escape")
    someone.press("q")
    assert someone.screens == []


def test_escape_points_at_the_way_out(person: Sit, program: Program) -> None:
    someone = seat_at_title(person, program)
    someone.press("escape")
    assert someone.screens == ["Title"]
    someone.press("enter")
    assert someone.screens == []


def test_notices_are_shown_whole(person: Sit, program: Program, host: LocalHost) -> None:
    notice = "The saved game was damaged. It has been set aside as game.broken, and nothing of it is lost."
    host.note(notice)
    text = " ".join(seat_at_title(person, program).text.split())
    assert f"! {notice}" in text


def test_too_many_notices_end_in_a_sign(person: Sit, program: Program, host: LocalHost) -> None:
    for number in range(60):
        host.note(f"Trouble number {number}.")
    text = seat_at_title(person, program).text
    assert "Trouble number 3." in text
    assert "…" in text


def test_a_page_of_the_title_waits_for_what_is_being_imported(tmp_path: Path) -> None:
    """Two threads that imported the rules at once crashed one start in three."""
    done = Event()

    def packs() -> tuple[Path, ...]:
        """Take a while, as on a slow disk."""
        sleep(0.05)
        done.set()
        return ()

    host = LocalHost(tmp_path, DataLoader(None, packs))
    host.data.begin()
    assert not done.is_set()
    assert Program(host, Settings()).find("options") is not None
    assert done.is_set()


def test_the_hash_appears_when_the_data_is_there(
    person: Sit, program: Program, host: LocalHost, answer: Answer
) -> None:
    answer(host, "data_hash", "")
    someone = seat_at_title(person, program)
    assert "data" not in someone.text
    answer(host, "data_hash", "cafe0123")
    assert someone.stack.animating
    assert someone.stack.update(0.01)
    assert "data cafe0123" in someone.text


def test_the_sky_moves_only_if_wanted(person: Sit, program: Program) -> None:
    someone = seat_at_title(person, program)
    assert not someone.stack.animating, "in a terminal it would send frames for ever"
    program.can_flicker = True
    assert someone.stack.animating
    assert not someone.stack.update(0.01)
    assert someone.stack.update(0.2)
    program.settings.animation = "off"
    someone.look()
    assert not someone.stack.animating
    assert not someone.stack.update(5.0)


def test_the_picture_does_not_hide_the_menu(person: Sit, program: Program) -> None:
    someone = seat_at_title(person, program, (120, 70))
    for moment in range(20):
        someone.stack.update(0.31)
        x, y = someone.find("n) New game")
        assert someone.look()[y][x:].startswith("n) New game"), moment


def test_only_the_left_button_chooses(person: Sit, program: Program) -> None:
    someone = seat_at_title(person, program)
    x, y = someone.find("New game")
    someone.give(Mouse("press", x, y, "middle"))
    someone.give(Key("x"))
    assert someone.screens == ["Title"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_words_read_well_on_the_picture(variant: str) -> None:
    picture, colours = art.compose(80, 50, variant), palette(variant)
    menu = picture.middle[3 : art.LOGO_COLUMNS // 2, 22:32].reshape(-1, 3) * 0.75
    for back in {(int(r), int(g), int(b)) for r, g, b in menu}:
        assert contrast(colours.dim, back) >= 4.5


@pytest.mark.parametrize("size", [(80, 50), (81, 51), (100, 100), (240, 50)])
def test_the_picture_fills_any_console(size: tuple[int, int]) -> None:
    from tcod.console import Console

    console = Console(*size, order="F")
    for seconds in (0.0, 1.5, 1000.25):
        art.Place(console, palette(), seconds)
    assert (console.rgb["bg"].max(axis=2) > 0).all()


def test_someone_stands_on_the_ground() -> None:
    for rows in range(50, 130):
        picture = art.compose(80, rows, "default")
        x, y = picture.lookout
        assert picture.middle[x, y + 1, 1] > picture.middle[x, y, 1] + 10, rows


def test_in_few_colours_only_the_words_stand_in_a_black_sky(person: Sit, program: Program) -> None:
    program.has_shades = False
    someone = seat_at_title(person, program, (120, 40))
    cells = someone.console.rgb
    lit = (cells["bg"].max(axis=2) > 0) | (cells["ch"] == ord("▀"))
    lettered = art.words_on(art.title_in_force(), 120, 80).reshape(120, 40, 2).any(axis=2)
    above_the_menu = slice(0, 15)
    assert (lit == lettered)[:, above_the_menu].all()


def test_the_words_are_as_wide_as_they_say() -> None:
    mask = art.words_on(art.title_in_force(), 80, 100)
    columns = mask.any(axis=1).nonzero()[0]
    assert columns[-1] - columns[0] + 1 == art.LOGO_COLUMNS


def test_a_pack_names_its_own_game(tmp_path: Path) -> None:
    """Its letters and colours replace the game's; a file with faults is told by check-data, and not shown."""
    own = {"words": "I", "letters": {"I": ["##"] * 12}}
    (tmp_path / "title.json").write_text(json.dumps(own))
    found = title_picture.title_picture((data_path.data_folder(), tmp_path))
    assert list(found.columns()) == ["#" * 12] * 2
    assert title_picture.title_picture((data_path.data_folder(),)).words == "BLUE MANA"
    for wrong in (
        {"words": "O"},
        own | {"words": "I" * 19},
        {"river": "blue"},
        {"letters": {"I": ["x"] * 11}},
    ):
        (tmp_path / "title.json").write_text(json.dumps(wrong))
        with pytest.raises(title_picture.TitleError, match=r"title\.json"):
            title_picture.read_title(tmp_path)
        assert (
            title_picture.title_picture(
                (data_path.data_folder(), tmp_path, tmp_path / str(len(wrong)))
            ).words
            == "BLUE MANA"
        )
        title_picture.title_picture.cache_clear()
